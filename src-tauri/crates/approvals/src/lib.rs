//! What an approval request shows: per kind a pure function from the request and a snapshot of facts to its view.
//!
//! `consent` has the requests, `host-api` the views that cross to a shell. The host takes the snapshot ([`Show::Facts`]) and calls
//! [`Show::view`]; nothing here waits, reads or keeps state, so every view can be tested without a host. The helpers that turn text
//! of servers into text for people are shared with the host's other views.
//!
//! ```
//! use approvals::{Common, Show};
//! use consent::EndpointChange;
//! use domain::ProviderId;
//!
//! let change = EndpointChange {
//!     provider: ProviderId::new(),
//!     name: "Lo\u{202e}cal".to_owned(),
//!     wire: domain::Wire::OpenAiChat,
//!     base_url: "http://127.0.0.1:11434/v1".to_owned(),
//!     model: "qwen3".to_owned(),
//!     models: Vec::new(),
//!     has_key: false,
//!     on_this_machine: true,
//! };
//! let view = serde_json::to_value(change.view(&Common::default()))?;
//! assert_eq!(view["endpoint"]["origin"], "http://127.0.0.1:11434");
//! // Hidden characters are written out.
//! assert_eq!(view["endpoint"]["name"], "Lo⟨U+202E⟩cal");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod address;
mod arguments;
mod characters;
mod difference;
pub mod estimate;
mod facts;
pub mod forms;
mod kinds;
pub mod media;
pub mod oddities;
mod pending;
mod rounds;
mod show;
pub mod wording;

pub use arguments::{Marks, shown};
pub use characters::{Alike, alike, shadows};
pub use facts::{Common, InConversation, Servers, unknown_server};
pub use kinds::*;
pub use launch::{Names, Offer, TrialStart, trial_start};
pub use pending::{approval, logged, waiting, why};
pub use show::Show;
