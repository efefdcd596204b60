//! Answers to approval requests: a closed set.

use crate::GrantScope;

/// A person's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApprovalAnswer {
    /// No, with an optional note for the model.
    Deny {
        /// The note.
        note: Option<String>,
    },
    /// Yes, for how long.
    Allow(GrantScope),
    /// Yes, for how long, and the server's reading is trusted from now on.
    AllowAndTrust(GrantScope),
    /// Ask the model the same once more, in place of giving its answer.
    Again,
    /// Neither: the request was closed without a decision. Nothing is allowed.
    Dismiss,
    /// No person was asked. Nothing is allowed.
    Unasked(Unasked),
}

/// Why no person was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// There is no terminal to ask at.
    NoTerminal,
    /// The command line denies every approval request, or allows only the action that it names.
    CommandLine,
    /// Repeated denials muted it while it was pending.
    Muted,
}

/// Why an answer did not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Answered, expired or withdrawn already.
    #[error("this approval is no longer pending")]
    Gone,
    /// The prompt was edited since.
    #[error("the approval request changed since it was shown")]
    OtherRevision,
    /// Not on display for [`ARM_TIME`](crate::ARM_TIME) yet.
    #[error("the approval request was not on display long enough to be read")]
    NotArmed,
    /// Only one call can be allowed here.
    #[error("this can be allowed once only")]
    OnceOnly,
    /// Trust in the server's reading is not offered.
    #[error("trusting this server's reading is not offered here")]
    TrustNotOffered,
    /// The edited call is refused by a rule.
    #[error("a rule refuses the edited call")]
    RefusedByRule,
    /// A form without its values.
    #[error("the form is not filled in")]
    NotFilled,
    /// A folder whose name must be typed first.
    #[error("the folder's name is not typed")]
    NotTyped,
    /// No call is ticked, or one that is not in this approval.
    #[error("these are not calls of this approval")]
    OtherCalls,
    /// No change is chosen, or one that is not in this approval or cannot be applied.
    #[error("these are not changes of this approval that can be applied")]
    OtherChanges,
    /// Something is ticked that the server does not have, or that cannot move.
    #[error("a ticked entry cannot move to the other program")]
    NotHeld,
    /// A variable that loads code or redirects requests is not ticked.
    #[error("a variable that loads code or redirects requests is not ticked")]
    NotTicked,
    /// Not an approval request with arguments.
    #[error("this approval request has nothing to edit")]
    NotEditable,
}
