//! The columns of a row that are derived from its event.

use audit::EntryKind;

use super::{AccountChange, AttachedKind, Event, Outcome, RuleWord};

impl Event {
    /// Returns the kind of its row, and the label of its decision.
    pub(in crate::ledger) fn columns(&self) -> (EntryKind, Option<&'static str>) {
        match self {
            Self::Outcome { state, .. } => (EntryKind::Outcome, Some(state.word())),
            Self::Stop { .. } => (EntryKind::Stop, Some("stop_all")),
            Self::Purge { .. } => (EntryKind::Purge, None),
            Self::Restored { .. } => (EntryKind::Session, Some("restored")),
            Self::Models { key: true } => (EntryKind::Secret, Some("tried out")),
            Self::Models { key: false } => (EntryKind::Setting, Some("asked for its models")),
            Self::RuleChange(rule) => (EntryKind::Rule, Some(rule.change.word())),
            Self::Guard { on: true, .. } => (EntryKind::Rule, Some("guarded")),
            Self::Guard { on: false, .. } => (EntryKind::Rule, Some("unguarded")),
            Self::TierChange { .. } => (EntryKind::Rule, Some("tier")),
            Self::Trusted { .. } => (EntryKind::Rule, Some("trusted")),
            Self::DataForgotten { .. } => (EntryKind::Rule, Some("data_forgotten")),
            Self::Unconfirmed { .. } => (EntryKind::Rule, Some("unconfirmed")),
            Self::Sealed { .. } => (EntryKind::Seal, None),
            Self::Distrusted {} => (EntryKind::Rule, Some("distrusted")),
            Self::RootRevoked { .. } | Self::ReachRevoked { .. } => {
                (EntryKind::Rule, Some("revoked"))
            }
            Self::ChangesApplied { .. } => (EntryKind::Decision, Some("changes_applied")),
            Self::ChangesDiscarded { .. } => (EntryKind::Decision, Some("changes_discarded")),
            Self::SamplingReview { .. } => (EntryKind::Rule, Some("sampling_review")),
            Self::Instructions { for_models: true } => (EntryKind::Rule, Some("instructions_read")),
            Self::Instructions { for_models: false } => {
                (EntryKind::Rule, Some("instructions_unread"))
            }
            Self::SamplingBudget { .. } => (EntryKind::Rule, Some("sampling_budget")),
            Self::Attached { kind, .. } => (EntryKind::Decision, Some(kind.word())),
            Self::TrialStart { .. } => (EntryKind::Launch, Some("trial_start")),
            Self::Account(change) => (EntryKind::Secret, Some(change.word())),
            Self::Update(update) => (EntryKind::Setting, Some(update.word())),
        }
    }
}

impl RuleWord {
    fn word(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Revoked => "revoked",
            Self::Restored => "restored",
        }
    }
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Unknown => "unknown",
            Self::NotSent => "not_sent",
        }
    }
}

impl AttachedKind {
    fn word(self) -> &'static str {
        match self {
            Self::Resource => "resource attached",
            Self::Prompt => "prompt inserted",
        }
    }
}

impl AccountChange {
    fn word(&self) -> &'static str {
        match self {
            Self::SignedIn { .. } => "signed_in",
            Self::SignInFailed { .. } => "sign_in_failed",
            Self::SignInEnded { .. } => "sign_in_ended",
            Self::SignedOut { .. } => "signed_out",
            Self::ClientEntered { .. } => "client_entered",
        }
    }
}
