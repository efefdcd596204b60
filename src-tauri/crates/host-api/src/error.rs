//! Errors as a shell sees them: a closed set of codes, a sentence for display, and what to do next.

use messages::Text;
use serde::Serialize;
use specta::Type;

/// The kind of an error. Code branches on this, never on the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request itself is wrong.
    Invalid,
    /// The requested object does not exist.
    NotFound,
    /// A person, a rule or a time limit denied it.
    Denied,
    /// A server failed.
    Server,
    /// A model endpoint failed.
    Model,
    /// A model endpoint refused the key, or no usable key is stored for it.
    Key,
    /// An operation timed out.
    Timeout,
    /// The keychain is locked or refused access.
    Keychain,
    /// Stored data could not be read or written.
    Data,
    /// The answer came too early, too late, or for an outdated revision.
    Stale,
}

/// An error, with a hint on what to do.
#[derive(Clone, Debug, Serialize, Type, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// The kind.
    pub code: ErrorCode,
    /// What happened, for display.
    pub message: Text,
    /// What to do next, if anything.
    pub hint: Option<Text>,
}

impl ApiError {
    /// Returns an error without a hint.
    pub fn new(code: ErrorCode, message: impl Into<Text>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: None,
        }
    }

    /// Returns the same error with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Text>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
