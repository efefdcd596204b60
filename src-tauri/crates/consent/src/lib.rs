//! Approval requests and their decisions.
//!
//! This crate alone constructs [`Approved<T>`]. Starting a process, connecting to a server, calling a tool and adding a model provider each
//! consume one. A decision is written to the [`Ledger`] before the approval exists; a ledger that fails denies. Pending requests form one
//! queue, carry a revision that increases with each edit, and expire as a denial.
//!
//! ```
//! use std::{future::Future, pin::Pin, sync::Arc};
//!
//! use consent::{Consent, DecidedBy, EndpointChange, Ledger, LedgerError, Record};
//! use domain::ProviderId;
//!
//! /// A ledger that accepts decisions of the command line only.
//! struct OwnLedger;
//!
//! impl Ledger for OwnLedger {
//!     fn record<'a>(
//!         &'a self,
//!         record: Record<'a>,
//!     ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>> {
//!         let result = match record.by {
//!             DecidedBy::CommandLine => Ok(()),
//!             _ => Err(LedgerError("not written".to_owned())),
//!         };
//!         Box::pin(async { result })
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let consent = Consent::new(Arc::new(OwnLedger));
//! let change = EndpointChange {
//!     provider: ProviderId::new(),
//!     name: "Local".to_owned(),
//!     wire: domain::Wire::OpenAiChat,
//!     base_url: "http://127.0.0.1:11434/v1".to_owned(),
//!     model: "qwen3".to_owned(),
//!     models: Vec::new(),
//!     has_key: false,
//!     on_this_machine: true,
//! };
//! let allowed = consent.decide_named(change, true).await.unwrap();
//! assert_eq!(allowed.approved.into_payload().name, "Local");
//! # }
//! ```

mod answer;
mod approved;
mod asking;
mod decide;
mod decided_by;
mod denied;
mod desk;
mod draft;
#[macro_use]
mod kinds;
mod ledger;
mod limits;
mod outcome;
mod queue;
mod reply;
mod revise;
mod scope;
mod step;
mod withdraw;

pub use answer::{AnswerError, ApprovalAnswer, Unasked};
pub use approved::Approved;
pub use decide::{Decide, Log, LogSection, Mute, Settled};
pub use decided_by::DecidedBy;
pub use desk::Consent;
pub use kinds::*;
pub use ledger::{Ledger, LedgerError, Record, Verdict};
pub use limits::{EXPIRY, EXPIRY_MAX, MAX_WAITING, MUTE_AFTER, REQUESTS_MUTE_AFTER};
pub use outcome::{Allowed, Denied};
pub use queue::{ARM_TIME, PendingApproval};
pub use reply::ReplyDecision;
pub use scope::{GRANT_MINUTES, GrantScope};
pub use step::PendingDecision;
