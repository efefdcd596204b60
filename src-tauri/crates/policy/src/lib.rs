//! Decides whether a tool call is allowed, denied, or needs an approval. Pure: no I/O, no clock, no state.
//!
//! Precedence, strictest first: **deny rule, guards (changed definition, hidden characters, data flow), ask rule, allow rule, default (ask)**. Model output and
//! server output are requests, never authority: annotations only raise a tier, and a rule that cannot be read denies.
//!
//! [`evaluate`] is the entry point. [`matching`] finds text of one server in arguments for another. A rule can depend on a [`Condition`]:
//!
//! ```
//! use domain::JsonObjectText;
//! use policy::{Condition, Test, Truth};
//!
//! let under_notes = Condition {
//!     argument: "path".to_owned(),
//!     test: Test::Under { folder: "/home/maja/notes".to_owned() },
//! };
//! let holds = |text: &str| under_notes.holds(&JsonObjectText::parse(text).unwrap());
//!
//! assert_eq!(holds(r#"{"path": "/home/maja/notes/today.txt"}"#), Truth::Holds);
//! assert_eq!(holds(r#"{"path": "/etc/hosts"}"#), Truth::Fails);
//! // Programs resolve `..` differently, so no allowing rule covers it.
//! assert_eq!(holds(r#"{"path": "/home/maja/notes/../.ssh/id"}"#), Truth::Unclear);
//! ```

mod budget;
mod condition;
mod evaluate;
pub mod matching;
mod reason;
mod rule;
mod tier;

pub use budget::{Budget, Exceeded, Period, Uses};
pub use condition::{Condition, Test, Truth, conditions_for};
pub use evaluate::{Decision, Evaluation, Labels, Request, evaluate};
pub use reason::Reason;
pub use rule::{Effect, Mismatch, Origin, Rule, Scope};
pub use tier::{Tier, Walls, claims_to_read, effective_tier};
