//! Decides whether a tool call may happen, must be asked about, or is refused. Pure: no I/O, no clock, no state.
//!
//! Order, strictest first: **Deny rule > guards (pin, flow) > Ask rule > Allow rule > default (ask)**. The model's output and a
//! server's words are requests, never authority: annotations only raise a tier, a rule that could not be read denies.

mod condition;
mod evaluate;
pub mod matching;
mod rule;
mod tier;

pub use condition::{Condition, Test, Truth, conditions_for};
pub use evaluate::{Decision, Evaluation, Labels, Reason, Request, evaluate};
pub use rule::{Effect, Mismatch, Origin, Rule, Scope};
pub use tier::{Tier, claims_to_read, effective_tier};
