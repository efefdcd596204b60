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
}
