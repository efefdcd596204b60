//! The audit log as a shell sees it.

use serde::Serialize;
use specta::Type;

use super::ServerTag;

/// A row of the audit log, for people.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditView {
    /// Its number, from 1.
    pub seq: u32,
    /// When.
    pub at_ms: f64,
    /// What kind of act it is about.
    pub kind: AuditKindView,
    /// The server, by the user's name for it.
    pub server: Option<ServerTag>,
    /// Its object: a tool, a server, an endpoint; hidden characters made visible.
    pub subject: String,
    /// Who decided what, or how it ended, in words.
    pub verdict: String,
    /// Whether it was a no, or ended badly.
    pub bad: bool,
    /// The call, to tell which outcome belongs to which decision.
    pub call: Option<String>,
    /// The conversation.
    pub conversation: Option<String>,
    /// Reasons and circumstances, JSON, hidden characters made visible.
    pub detail: String,
    /// Arguments, redacted.
    pub content: Option<String>,
    /// Whether its content was removed with its conversation.
    pub purged: bool,
}

/// What a row of the audit log is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AuditKindView {
    /// A tool call was allowed or denied.
    Call,
    /// What came of a call.
    Outcome,
    /// A server's start was accepted or refused.
    Launch,
    /// Something else: the subject begins with what it is.
    Other,
}

/// What a verification of the audit log found.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditVerdictView {
    /// Whether every row is as it was written.
    pub intact: bool,
    /// How many rows there are.
    pub rows: u32,
    /// What was found, for people.
    pub message: String,
}
