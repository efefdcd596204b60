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
//!     wire: "openai_chat".to_owned(),
//!     base_url: "http://127.0.0.1:11434/v1".to_owned(),
//!     model: "qwen3".to_owned(),
//!     models: Vec::new(),
//!     has_key: false,
//!     on_this_machine: true,
//! };
//! let allowed = consent.decide_endpoint(change, true).await.unwrap();
//! assert_eq!(allowed.approved.into_payload().name, "Local");
//! # }
//! ```

mod approval_request;
mod approved;
mod asking;
mod authority;
mod change;
mod client;
mod denied;
mod desk;
mod group;
mod ledger;
mod queue;
mod requests;
mod roots;
mod sampling;
mod sign_in;
mod step;

pub use approval_request::{
    Allowed, Answer, ApprovalRequest, Denied, EndpointChange, GRANT_MINUTES, GrantScope,
    LaunchApproval, LaunchAuthority, Offers, OutflowApproval, OutflowAuthority, ReadingTool,
    SchemaCheck, ToolApproval, Unasked,
};
pub use approved::Approved;
pub use authority::{AuthorityChange, NewRule, Widening};
pub use change::{ChangeApproval, Changed};
pub use client::ClientApproval;
pub use desk::{Consent, EXPIRY, EXPIRY_MAX, MAX_WAITING, MUTE_AFTER};
pub use group::{
    CallGroup, GroupKey, GroupedCall, MAX_GROUP, MAX_GROUP_BYTES, MAX_GROUPED_CALL_BYTES,
};
pub use ledger::{DecidedBy, Ledger, LedgerError, Record, Verdict};
pub use queue::{ARM_TIME, AnswerError, PendingApproval};
pub use requests::{Feature, FeatureChange, REQUESTS_MUTE_AFTER, RequestApproval, RequestAsk};
pub use roots::{RootApproval, RootChoice, RootFacts, SecretFound};
pub use sampling::{
    BlockEdit, ReplyDecision, SamplingAnswer, SamplingApproval, SamplingContext, SamplingDraft,
    SamplingEdit, SamplingModel, SamplingReplyApproval,
};
pub use sign_in::{SignInApproval, SignInClient};
pub use step::PendingDecision;
