//! The detail of a row of the audit log: written and read here alone.
//!
//! A detail is a JSON object. Its field `v` is the version of the format, and `about` names the kind of decision or event, whose
//! fields stand beside it. Rows that an earlier program wrote have no `v`; what this program shows of them is read by key.

use audit::{Entry, EntryKind};
use consent::{DecidedBy, GrantedRoot};
use domain::{ApprovalId, DefinitionDigest, LaunchDigest, RuleId, ServerId};
use policy::{Condition, Evaluation, Tier};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version that is written.
const VERSION: u32 = 2;

/// What a row says besides its columns.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Detail {
    /// A decision about an approval request.
    Decision(Box<Decision>),
    /// Anything else.
    Event(Event),
}

/// A decision.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Decision {
    /// Who decided.
    pub by: DecidedBy,
    /// What was allowed.
    pub scope: Option<Scope>,
    /// What the scope covers, where its word alone does not say it.
    pub granted: Option<Granted>,
    /// The note of the person who denied it.
    pub note: Option<String>,
    /// The pending approval that was answered.
    pub prompt: Option<ApprovalId>,
    /// Its revision.
    pub revision: Option<u32>,
    /// The policy's evaluation, of a tool call.
    pub evaluation: Option<Evaluation>,
    /// Whether the server's reading is trusted from then on.
    pub trusts_reading: bool,
    /// The approval request.
    #[serde(flatten)]
    pub about: consent::Detail,
}

/// The word of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    /// This one action.
    Once,
    /// In its conversation.
    Conversation,
    /// Until what was accepted changes.
    Standing,
    /// Where a condition holds.
    Where,
    /// Some tools, for a while.
    Tools,
}

/// What a scope covers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Granted {
    /// Calls whose argument meets the condition.
    Where(Condition),
    /// These tools, for so many minutes.
    Tools {
        /// Their names.
        tools: Vec<String>,
        /// How long.
        minutes: u32,
    },
}

/// An event that is not the decision about an approval request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub(crate) enum Event {
    /// How an allowed call ended.
    Outcome {
        /// How.
        state: Outcome,
        /// What happened, if it did not end well.
        reason: Option<String>,
        /// The size of its result.
        result_bytes: usize,
    },
    /// Stop everything.
    Stop {
        /// Who stopped it.
        by: DecidedBy,
        /// Where.
        from: StoppedFrom,
        /// How many turns ran.
        turns: usize,
        /// How many calls ran.
        calls: usize,
        /// How many approvals were pending.
        questions: usize,
        /// How many servers ran.
        servers: usize,
    },
    /// Content of a deleted conversation was purged.
    Purge {
        /// From how many rows.
        rows: u64,
    },
    /// Data was replaced by a backup or a copy.
    Restored {
        /// Which.
        what: String,
    },
    /// A model endpoint was asked for its models.
    Models {
        /// Whether it got a key that is tried out.
        key: bool,
    },
    /// A rule was made, revoked or restored.
    RuleChange(Box<RuleChange>),
    /// A tool counts as another tier.
    TierChange {
        /// The tool.
        tool: String,
        /// The definition it holds for.
        definition: DefinitionDigest,
        /// What it counted as.
        from: Tier,
        /// What it counts as.
        to: Tier,
    },
    /// A server's reading is trusted.
    Trusted {
        /// The launch it holds for.
        launch: LaunchDigest,
        /// The tools that count as reading.
        reading: Vec<String>,
    },
    /// A server's reading is trusted no longer.
    Distrusted {},
    /// The flow guard between two servers was switched.
    Guard {
        /// Whether it is on.
        on: bool,
        /// The server whose data it is.
        from: ServerId,
        /// Its name.
        from_name: String,
    },
    /// A folder grant was revoked.
    RootRevoked {
        /// The grant.
        root: GrantedRoot,
    },
    /// Whether model replies to a server are reviewed.
    SamplingReview {
        /// Whether they are.
        review: bool,
    },
    /// How much a server may use of the user's models.
    SamplingBudget {
        /// Requests in a minute.
        minute: u32,
        /// Tokens in a day.
        day: u32,
    },
    /// Something happened to a server's account.
    Account(AccountChange),
}

/// A rule in the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RuleChange {
    /// What happened to it.
    pub change: RuleWord,
    /// The rule.
    pub rule: RuleId,
    /// What it does.
    pub effect: String,
    /// The tool; every tool if none.
    pub tool: Option<String>,
    /// What the arguments must be, as it is stored.
    pub conditions: Option<Value>,
    /// When it ends.
    pub until_ms: Option<i64>,
    /// The rules that were made with it.
    pub batch: Option<String>,
}

/// What happened to a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RuleWord {
    /// A person made it.
    Made,
    /// A person revoked it.
    Revoked,
    /// A person undid the revocation.
    Restored,
}

/// How an allowed call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// With a result.
    Done,
    /// With an error.
    Failed,
    /// It was cancelled.
    Cancelled,
    /// The connection was lost: it may have run.
    Unknown,
    /// It was not sent.
    NotSent,
}

/// What happened to a server's account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "account", rename_all = "snake_case")]
pub(crate) enum AccountChange {
    /// The user is signed in.
    SignedIn {
        /// The issuer.
        issuer: String,
        /// The scopes.
        scopes: Vec<String>,
        /// What the tokens are for.
        resource: String,
    },
    /// A sign-in failed.
    SignInFailed {
        /// Why.
        why: String,
    },
    /// The tokens are no longer accepted.
    SignInEnded {
        /// Why.
        why: String,
    },
    /// The user signed out.
    SignedOut {
        /// Whether the issuer was told.
        told: bool,
    },
    /// A client ID was entered.
    ClientEntered {
        /// The issuer it is for.
        issuer: String,
    },
}

/// Where "stop everything" was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedFrom {
    /// In a window, by its button or shortcut.
    Window,
    /// In the tray's menu.
    Tray,
    /// In a terminal.
    Terminal,
}

impl Detail {
    /// The detail as it is stored.
    ///
    /// # Errors
    /// It could not be written as JSON.
    pub(crate) fn to_text(&self) -> Result<String, serde_json::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            v: u32,
            #[serde(flatten)]
            detail: &'a Detail,
        }
        serde_json::to_string(&Written {
            v: VERSION,
            detail: self,
        })
    }
}

/// What of a row's detail is shown.
#[derive(Clone, Debug)]
pub(crate) enum RowDetail {
    /// A row of this version.
    Now(Detail),
    /// A row of an earlier program.
    Earlier(Box<Earlier>),
    /// A row of a newer program, or of another hand.
    Unreadable,
}

/// What an earlier program wrote, by its keys; a key that is not there, or holds something else, says nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Earlier {
    /// The scope.
    pub scope: Option<Scope>,
    /// Who decided.
    pub by: Option<DecidedBy>,
    /// The evaluation.
    pub evaluation: Option<Evaluation>,
    /// Whether a person changed the arguments.
    pub edited: bool,
    /// Whether the server's reading is trusted from then on.
    pub trusts_reading: bool,
    /// Where the sign-in was opened.
    pub sign_in: Option<String>,
    /// What happened to the account.
    pub account: bool,
    /// The kind of the server's request.
    pub request: Option<String>,
    /// Whether the model was asked once more.
    pub again: bool,
    /// Servers, calls and approvals that were stopped.
    pub stopped: [u64; 3],
}

impl RowDetail {
    /// Reads the detail of a row.
    pub(crate) fn of(entry: &Entry) -> Self {
        let Ok(value) = serde_json::from_str::<Value>(&entry.detail) else {
            return Self::Unreadable;
        };
        match value.as_object().map(|fields| fields.get("v")) {
            Some(None) => Self::Earlier(Box::new(Earlier::of(value))),
            Some(Some(version)) if version.as_u64() == Some(u64::from(VERSION)) => {
                serde_json::from_value(value).map_or(Self::Unreadable, Self::Now)
            }
            Some(Some(_)) | None => Self::Unreadable,
        }
    }

    /// The decision, if it is one of this version.
    fn decision(&self) -> Option<&Decision> {
        match self {
            Self::Now(Detail::Decision(decision)) => Some(decision),
            Self::Now(Detail::Event(_)) | Self::Earlier(_) | Self::Unreadable => None,
        }
    }

    fn earlier(&self) -> Option<&Earlier> {
        match self {
            Self::Earlier(earlier) => Some(earlier),
            Self::Now(_) | Self::Unreadable => None,
        }
    }

    /// Who decided.
    pub(crate) fn by(&self) -> Option<DecidedBy> {
        match self {
            Self::Now(Detail::Event(Event::Stop { by, .. })) => Some(*by),
            Self::Now(Detail::Event(_)) | Self::Unreadable => None,
            Self::Now(Detail::Decision(decision)) => Some(decision.by),
            Self::Earlier(earlier) => earlier.by,
        }
    }

    /// What was allowed.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let earlier = || self.earlier().and_then(|earlier| earlier.scope);
        self.decision().map_or_else(earlier, |it| it.scope)
    }

    /// The policy's evaluation.
    pub(crate) fn evaluation(&self) -> Option<&Evaluation> {
        let earlier = || self.earlier().and_then(|it| it.evaluation.as_ref());
        self.decision()
            .map_or_else(earlier, |it| it.evaluation.as_ref())
    }

    /// Whether the server's reading is trusted from then on.
    pub(crate) fn trusts_reading(&self) -> bool {
        let earlier = || self.earlier().is_some_and(|it| it.trusts_reading);
        self.decision().map_or_else(earlier, |it| it.trusts_reading)
    }

    /// Whether it is about a request that a server made.
    pub(crate) fn is_request(&self) -> bool {
        match self {
            Self::Now(Detail::Decision(decision)) => decision.about.is_request(),
            Self::Now(Detail::Event(_)) | Self::Unreadable => false,
            Self::Earlier(earlier) => earlier.request.is_some(),
        }
    }

    /// Whether a person changed what was asked for.
    pub(crate) fn edited(&self) -> bool {
        match self {
            Self::Now(Detail::Decision(decision)) => decision.about.was_edited(),
            Self::Now(Detail::Event(_)) | Self::Unreadable => false,
            Self::Earlier(earlier) => earlier.edited,
        }
    }
}

impl Earlier {
    fn of(mut value: Value) -> Self {
        fn read<T: serde::de::DeserializeOwned>(value: &mut Value, key: &str) -> Option<T> {
            serde_json::from_value(value.get_mut(key)?.take()).ok()
        }
        let value = &mut value;
        Self {
            scope: read(value, "scope"),
            by: read(value, "by"),
            evaluation: read(value, "evaluation"),
            edited: read(value, "edited").unwrap_or_default(),
            trusts_reading: read(value, "trusts_reading").unwrap_or_default(),
            sign_in: read(value, "sign_in"),
            account: value["account"].is_string(),
            request: read(value, "request"),
            again: read(value, "again").unwrap_or_default(),
            stopped: ["servers", "calls", "questions"]
                .map(|key| read(value, key).unwrap_or_default()),
        }
    }
}

impl Event {
    /// The kind of its row, and the word of its decision.
    pub(super) fn columns(&self) -> (EntryKind, Option<&'static str>) {
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
            Self::Distrusted {} => (EntryKind::Rule, Some("distrusted")),
            Self::RootRevoked { .. } => (EntryKind::Rule, Some("revoked")),
            Self::SamplingReview { .. } => (EntryKind::Rule, Some("sampling_review")),
            Self::SamplingBudget { .. } => (EntryKind::Rule, Some("sampling_budget")),
            Self::Account(change) => (EntryKind::Secret, Some(change.word())),
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

#[cfg(test)]
mod tests;
