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

mod answer;
mod approval_request;
mod approved;
mod asking;
mod decide;
mod decided_by;
mod denied;
mod desk;
mod group;
mod ledger;
mod limits;
mod outcome;
mod payload;
mod queue;
mod scope;
mod step;

pub use answer::{ApprovalAnswer, Unasked};
pub use approval_request::ApprovalRequest;
pub use approved::Approved;
pub use decide::ReplyDecision;
pub use decided_by::DecidedBy;
pub use desk::Consent;
pub use group::{
    CallGroup, GroupKey, GroupedCall, MAX_GROUP, MAX_GROUP_BYTES, MAX_GROUPED_CALL_BYTES,
};
pub use ledger::{Ledger, LedgerError, Record, Verdict};
pub use limits::{EXPIRY, EXPIRY_MAX, MAX_WAITING, MUTE_AFTER, REQUESTS_MUTE_AFTER};
pub use outcome::{Allowed, Denied};
pub use payload::{
    authority::{AuthorityChange, NewRule, Widening},
    change::{ChangeApproval, Changed},
    client::ClientApproval,
    endpoint::EndpointChange,
    launch::{LaunchApproval, LaunchAuthority},
    outflow::{OutflowApproval, OutflowAuthority},
    requests::{Feature, FeatureChange, RequestApproval, RequestAsk},
    roots::{RootApproval, RootChoice, RootFacts, SecretFound},
    sampling::{
        BlockEdit, SamplingAnswer, SamplingApproval, SamplingContext, SamplingDraft, SamplingEdit,
        SamplingModel, SamplingReplyApproval,
    },
    sign_in::{SignInApproval, SignInClient},
    tool::{Offers, ReadingTool, SchemaCheck, ToolApproval},
};
pub use queue::{ARM_TIME, AnswerError, PendingApproval};
pub use scope::{GRANT_MINUTES, GrantScope};
pub use step::PendingDecision;
