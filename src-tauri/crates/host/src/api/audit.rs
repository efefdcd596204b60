//! The audit log as a shell sees it.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ReasonView, ServerTag};

/// Which rows of the audit log are wanted. What is empty does not narrow.
#[derive(Clone, Debug, Default, Deserialize, Type)]
pub struct AuditQuery {
    /// Stands in the subject, the server's name, the decision or the arguments that are kept; at most 200 characters.
    pub text: String,
    /// How it was decided.
    pub decided: Option<AuditDecidedView>,
    /// The server.
    pub server: Option<String>,
    /// Rows of this time or later.
    pub since_ms: Option<f64>,
    /// Rows before this one.
    pub before: Option<u32>,
}

/// Who decided, or what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AuditDecidedView {
    /// You allowed it.
    Person,
    /// A rule decided, either way.
    Rule,
    /// It was denied, by whomever.
    Denied,
}

/// Rows of the audit log, newest first. Outcomes of calls stand with their calls.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditPageView {
    /// The rows.
    pub rows: Vec<AuditView>,
    /// Where to go on; none when everything was looked at. A search through a long log ends early and goes on from there.
    pub next: Option<u32>,
}

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
    /// The tier of the tool when it was decided, its number and its word.
    pub tier: Option<(u32, String)>,
    /// Whether a person changed the arguments.
    pub edited: bool,
    /// Who decided what, or how it ended, in words.
    pub verdict: String,
    /// Whether it was a no, or ended badly.
    pub bad: bool,
    /// What came of it, as far as that is known.
    pub outcome: Option<AuditOutcomeView>,
    /// The conversation.
    pub conversation: Option<String>,
}

/// What came of a call.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditOutcomeView {
    /// The row that says so.
    pub seq: u32,
    /// How it ended, in words.
    pub verdict: String,
    /// Whether it ended badly.
    pub bad: bool,
}

/// A row of the audit log in full.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditDetailView {
    /// The row.
    pub row: AuditView,
    /// The rules that decided it.
    pub rules: Vec<String>,
    /// Why, the deciding reason first.
    pub reasons: Vec<ReasonView>,
    /// Reasons and circumstances as they are recorded, JSON, hidden characters made visible.
    pub detail: String,
    /// Arguments, redacted, as JSON.
    pub content: Option<String>,
    /// How many characters the arguments have.
    pub content_chars: u32,
    /// Whether not all of them are shown.
    pub content_cut: bool,
    /// Whether its content was removed with its conversation.
    pub purged: bool,
    /// The hash of this row, in hexadecimal digits.
    pub hash: String,
    /// The hash of the row before.
    pub prev: String,
    /// The row as it is exported; none if it is too large to be copied.
    pub line: Option<String>,
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
    /// When this was found.
    pub checked_ms: f64,
    /// Whether the end was held against the head in the keychain; if not, a cut-off end would not be noticed.
    pub end_known: bool,
    /// What is wrong first.
    pub broken: Option<AuditBreakView>,
    /// What was found, for people.
    pub message: String,
}

/// The first row of the audit log that is not as it was written.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditBreakView {
    /// Its number; that of a missing row too.
    pub seq: u32,
    /// Its time as it is written there now, if there is such a row.
    pub at_ms: Option<f64>,
    /// What was done.
    pub fault: AuditFaultView,
}

/// What was done to the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AuditFaultView {
    /// The row was changed.
    Edited,
    /// The row is missing.
    Dropped,
    /// Another row stands in its place.
    Swapped,
    /// The row was not written by this program.
    Inserted,
    /// The log was cut off here.
    TailCut,
    /// The log up to here was written anew.
    Rewritten,
}

/// What saving the audit log wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct AuditSavedView {
    /// The file.
    pub file: String,
    /// Its rows.
    pub rows: u32,
    /// Its size.
    pub bytes: f64,
    /// Damaged places that could not be read.
    pub holes: u32,
}
