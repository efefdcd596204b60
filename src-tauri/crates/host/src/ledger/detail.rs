//! Detail format of audit log rows. No other module reads or writes it.
//!
//! A detail is a JSON object. Its field `v` is the version of the format, and `about` names the kind of decision or event. The
//! fields of that kind are in the same object. Rows of earlier versions have no `v` and are read by key.

use consent::{ChangedFiles, DecidedBy, GrantedRoot};
use domain::{ApprovalId, DefinitionDigest, LaunchDigest, RuleId, ServerId};
use policy::{Condition, Evaluation, Tier};
use serde::{Deserialize, Serialize};
use serde_json::Value;

mod columns;
mod program;
mod row;

pub use program::ProgramUpdate;
pub(crate) use row::{Earlier, RowDetail};

/// The version that this program writes.
const VERSION: u32 = 2;

/// The data of a row besides its columns.
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
    /// The source of the decision.
    pub by: DecidedBy,
    /// The scope of an allow.
    pub scope: Option<Scope>,
    /// Details of the scope, where its name alone does not determine it.
    pub granted: Option<Granted>,
    /// The note of the person who denied it.
    pub note: Option<String>,
    /// The approval that was answered.
    pub prompt: Option<ApprovalId>,
    /// Its revision.
    pub revision: Option<u32>,
    /// The policy evaluation of a tool call.
    pub evaluation: Option<Evaluation>,
    /// Whether the server's annotations for reading are trusted from then on.
    pub trusts_reading: bool,
    /// The approval request.
    #[serde(flatten)]
    pub about: consent::Detail,
}

/// The name of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    /// This one action.
    Once,
    /// All such calls in its conversation.
    Conversation,
    /// As long as the server ran.
    Run,
    /// Permanently, until the accepted definition changes.
    Standing,
    /// Permanently, under a condition.
    Where,
    /// Several tools, for a limited time.
    Tools,
}

/// The details of a scope.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Granted {
    /// Calls whose argument meets the condition.
    Where(Condition),
    /// The named tools, for a number of minutes.
    Tools {
        /// Their names.
        tools: Vec<String>,
        /// The duration.
        minutes: u32,
    },
}

/// An event that is not the decision about an approval request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub(crate) enum Event {
    /// The outcome of an allowed call.
    Outcome {
        /// The outcome.
        state: Outcome,
        /// What happened, if it did not succeed.
        reason: Option<String>,
        /// The size of its result.
        result_bytes: usize,
    },
    /// The kill switch was used.
    Stop {
        /// Who used it.
        by: DecidedBy,
        /// Where it was used.
        from: StoppedFrom,
        /// How many turns were running.
        turns: usize,
        /// How many calls were running.
        calls: usize,
        /// How many approvals were pending.
        questions: usize,
        /// How many servers were running.
        servers: usize,
    },
    /// The content of a deleted conversation was purged.
    Purge {
        /// How many rows were affected.
        rows: u64,
        /// Their numbers, as ranges. Rows of earlier programs lack it, and those of a purge of very many ranges.
        #[serde(default)]
        seqs: Option<Vec<[u64; 2]>>,
    },
    /// Data was replaced with a backup or a copy.
    Restored {
        /// The replaced file.
        what: String,
    },
    /// The model list of an endpoint was requested.
    Models {
        /// Whether a key was sent to verify it.
        key: bool,
    },
    /// A rule was created, revoked or restored.
    RuleChange(Box<RuleChange>),
    /// The tier of a tool was overridden.
    TierChange {
        /// The tool.
        tool: String,
        /// The definition it applies to.
        definition: DefinitionDigest,
        /// The previous tier.
        from: Tier,
        /// The new tier.
        to: Tier,
    },
    /// A server's annotations for reading are trusted.
    Trusted {
        /// The launch it applies to.
        launch: LaunchDigest,
        /// The tools that count as reading.
        reading: Vec<String>,
    },
    /// A server's annotations for reading are no longer trusted.
    Distrusted {},
    /// The results of a server count as its own data alone again.
    DataForgotten {
        /// The names of the servers whose data it may hold.
        from: Vec<String>,
    },
    /// The flow guard between two servers was switched.
    Guard {
        /// Whether it is on.
        on: bool,
        /// The server that the data comes from.
        from: ServerId,
        /// Its name.
        from_name: String,
    },
    /// Stored permissions of a server were found that this program cannot tell that it wrote.
    Unconfirmed {
        /// Which.
        sections: Vec<String>,
    },
    /// A section of a server's stored permissions was sealed.
    Sealed {
        /// The number of the seal; a later one of the same section is higher.
        number: u64,
        /// SHA-256 of the section, in hexadecimal digits; empty once the server is removed.
        digest: String,
    },
    /// A folder grant was revoked.
    RootRevoked {
        /// The grant.
        root: GrantedRoot,
    },
    /// Pending changes were applied to a folder of the user.
    ChangesApplied {
        /// The folder.
        folder: String,
        /// What was applied.
        changes: ChangedFiles,
        /// How many chosen changes were not applied.
        left: usize,
    },
    /// Pending changes were discarded.
    ChangesDiscarded {
        /// The folder.
        folder: String,
        /// What was discarded.
        changes: ChangedFiles,
        /// How many chosen changes were not discarded.
        left: usize,
    },
    /// A host of a server was revoked.
    ReachRevoked {
        /// The host.
        host: String,
        /// The port.
        port: u16,
    },
    /// The review of model replies to a server was switched.
    SamplingReview {
        /// Whether it is on.
        review: bool,
    },
    /// Models read the instructions of a server, or no longer read them.
    Instructions {
        /// Whether they read them.
        for_models: bool,
    },
    /// A server's sampling limits were changed.
    SamplingBudget {
        /// Requests in a minute.
        minute: u32,
        /// Tokens in a day.
        day: u32,
    },
    /// The user made something of a server part of a conversation.
    Attached {
        /// What it is.
        kind: AttachedKind,
        /// SHA-256 of the content as stored, in hexadecimal digits.
        digest: String,
        /// Its size in tokens, estimated.
        tokens: u64,
    },
    /// The new version of a package or bundle is started once before its review.
    TrialStart {
        /// Its name.
        package: String,
        /// Its version.
        version: String,
        /// The digest of its lock, or of its bundle.
        lock: String,
        /// The digest of its files.
        tree: String,
    },
    /// The state of a server's account changed.
    Account(AccountChange),
    /// Something happened about updates of the program itself.
    Update(ProgramUpdate),
}

/// What the user attached of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AttachedKind {
    /// A resource.
    Resource,
    /// A prompt.
    Prompt,
}

/// A rule in the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RuleChange {
    /// What happened to it.
    pub change: RuleWord,
    /// The rule.
    pub rule: RuleId,
    /// Its effect.
    pub effect: String,
    /// The tool; every tool if none.
    pub tool: Option<String>,
    /// The conditions on the arguments, as stored.
    pub conditions: Option<Value>,
    /// When it expires.
    pub until_ms: Option<i64>,
    /// The batch that it was created in.
    pub batch: Option<String>,
}

/// What happened to a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RuleWord {
    /// A person created it.
    Made,
    /// A person revoked it.
    Revoked,
    /// A person undid the revocation.
    Restored,
}

/// The outcome of an allowed call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// Finished with a result.
    Done,
    /// Finished with an error.
    Failed,
    /// It was cancelled.
    Cancelled,
    /// The connection was lost; it may have run.
    Unknown,
    /// It was not sent.
    NotSent,
}

/// What happened to a server's account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "account", rename_all = "snake_case")]
pub(crate) enum AccountChange {
    /// The user signed in.
    SignedIn {
        /// The issuer.
        issuer: String,
        /// The scopes.
        scopes: Vec<String>,
        /// The resource that the tokens are for.
        resource: String,
    },
    /// A sign-in failed.
    SignInFailed {
        /// Why.
        why: String,
    },
    /// The authorization server no longer accepts the tokens.
    SignInEnded {
        /// Why.
        why: String,
    },
    /// The user signed out.
    SignedOut {
        /// Whether the tokens were revoked at the issuer.
        told: bool,
    },
    /// A client ID was entered.
    ClientEntered {
        /// The issuer it is for.
        issuer: String,
    },
}

/// Where the kill switch was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedFrom {
    /// In a window, with its button or shortcut.
    Window,
    /// In the tray's menu.
    Tray,
    /// In a terminal.
    Terminal,
}

impl Detail {
    /// Serializes the detail.
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

#[cfg(test)]
mod tests;
