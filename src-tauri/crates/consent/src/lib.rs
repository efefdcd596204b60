//! Asks people, and turns their answers into approvals.
//!
//! This crate is the only maker of [`Approved<T>`]: whatever starts a process, reaches a server or adds a model endpoint
//! takes one. A decision is written to the [`Ledger`] before the approval exists; a ledger that fails denies. Prompts
//! form one queue, carry a revision that rises with each edit, and expire as a denial.

mod approved;
mod asking;
mod authority;
mod change;
mod client;
mod denied;
mod desk;
mod group;
mod ledger;
mod question;
mod queue;
mod requests;
mod roots;
mod sampling;
mod sign_in;
mod step;

pub use approved::Approved;
pub use authority::{AuthorityChange, NewRule, Widening};
pub use change::{ChangeQuestion, Changed};
pub use client::ClientQuestion;
pub use desk::{Consent, EXPIRY, EXPIRY_MAX, MAX_WAITING, MUTE_AFTER};
pub use group::{
    CallGroup, GroupKey, GroupedCall, MAX_GROUP, MAX_GROUP_BYTES, MAX_GROUPED_CALL_BYTES,
};
pub use ledger::{DecidedBy, Ledger, LedgerError, Record, Verdict};
pub use question::{
    Allowed, Answer, Denied, EndpointChange, GRANT_MINUTES, GrantScope, LaunchAuthority,
    LaunchQuestion, Offers, OutflowAuthority, OutflowQuestion, Question, SchemaCheck, ToolQuestion,
};
pub use queue::{ARM_TIME, AnswerError, Prompt};
pub use requests::{Feature, FeatureChange, REQUESTS_MUTE_AFTER, RequestAsk, RequestQuestion};
pub use roots::{RootChoice, RootFacts, RootQuestion, SecretFound};
pub use sampling::{
    BlockEdit, ReplyDecision, SamplingAnswer, SamplingContext, SamplingDraft, SamplingEdit,
    SamplingModel, SamplingQuestion, SamplingReplyQuestion,
};
pub use sign_in::{SignInClient, SignInQuestion};
pub use step::PendingDecision;
