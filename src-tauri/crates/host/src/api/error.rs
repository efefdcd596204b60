//! Errors as a shell sees them: a closed code, a sentence for people, and what to do next.

use serde::Serialize;
use specta::Type;

/// What kind of thing went wrong. Decisions are made on this, never on text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request itself is wrong.
    Invalid,
    /// The thing is not there.
    NotFound,
    /// A person, a rule or a time limit said no.
    Denied,
    /// A server failed.
    Server,
    /// A model endpoint failed.
    Model,
    /// A model endpoint refused the key, or has none that it takes.
    Key,
    /// Something took too long.
    Timeout,
    /// The keychain is locked or refused.
    Keychain,
    /// Stored data could not be read or written.
    Data,
    /// The answer came too early, too late, or for another revision.
    Stale,
}

/// An error with what to do about it.
#[derive(Clone, Debug, Serialize, Type, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// The kind.
    pub code: ErrorCode,
    /// What happened, for people.
    pub message: String,
    /// What to do next, if something can be done.
    pub hint: Option<String>,
}

impl ApiError {
    /// An error without a hint.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: None,
        }
    }

    /// The same error with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
