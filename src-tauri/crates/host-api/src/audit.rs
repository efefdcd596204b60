//! The audit log as a shell sees it.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DifferenceView, ReasonView, ServerTag};

/// A filter for audit log rows. An empty field does not filter.
#[derive(Clone, Debug, Default, Deserialize, Type)]
pub struct AuditQuery {
    /// Text contained in the subject, the server's name, the decision or the stored arguments; at most 200 characters.
    pub text: String,
    /// How the action was decided.
    pub decided: Option<AuditDecidedView>,
    /// The server.
    pub server: Option<String>,
    /// Rows of this time or later.
    pub since_ms: Option<f64>,
    /// Rows before this sequence number.
    pub before: Option<u32>,
}

/// The decision source to filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AuditDecidedView {
    /// Allowed by the user.
    Person,
    /// Allowed or denied by a rule.
    Rule,
    /// Denied, by any source.
    Denied,
}

/// Rows of the audit log, newest first. The outcome of a call is part of the call's row.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditPageView {
    /// The rows.
    pub rows: Vec<AuditView>,
    /// Where the next page begins; none at the end of the log. A search of a long log returns early and continues from there.
    pub next: Option<u32>,
}

/// A row of the audit log, for display.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditView {
    /// Its sequence number, from 1.
    pub seq: u32,
    /// When it was written.
    pub at_ms: f64,
    /// The kind of action.
    pub kind: AuditKindView,
    /// The server, under the user's name for it.
    pub server: Option<ServerTag>,
    /// The object of the action: a tool, a server or an endpoint; hidden characters made visible.
    pub subject: Text,
    /// The tool's tier at the time of the decision: its number and its label.
    pub tier: Option<(u32, Text)>,
    /// Whether a person changed the arguments.
    pub edited: bool,
    /// The decision and its source, or the outcome, for display.
    pub verdict: Text,
    /// Whether it was denied or failed.
    pub bad: bool,
    /// The outcome, as far as it is known.
    pub outcome: Option<AuditOutcomeView>,
    /// The conversation.
    pub conversation: Option<String>,
}

/// The outcome of a call.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditOutcomeView {
    /// The sequence number of the row that records it.
    pub seq: u32,
    /// The outcome, for display.
    pub verdict: Text,
    /// Whether the call failed.
    pub bad: bool,
}

/// A row of the audit log in full.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditDetailView {
    /// The row.
    pub row: AuditView,
    /// The rules that decided the action.
    pub rules: Vec<String>,
    /// The reasons, the deciding one first.
    pub reasons: Vec<ReasonView>,
    /// What changed, if it is a decision about a change of tools or instructions.
    pub change: Option<AuditChangeView>,
    /// Reasons and circumstances as recorded: JSON, hidden characters made visible.
    pub detail: String,
    /// The arguments, redacted, as JSON.
    pub content: Option<String>,
    /// How many characters the arguments have.
    pub content_chars: u32,
    /// Whether the arguments are truncated here.
    pub content_cut: bool,
    /// Whether its content was deleted together with its conversation.
    pub purged: bool,
    /// The hash of this row, in hexadecimal digits.
    pub hash: String,
    /// The hash of the previous row.
    pub prev: String,
    /// The row in export format; none if it is too large to copy.
    pub line: Option<String>,
}

/// A change of tools or instructions, as the audit log keeps it.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditChangeView {
    /// The tool's tier when it was accepted, and its label; none unless a tool changed, or in a row of an earlier version.
    pub tier_before: Option<(u32, Text)>,
    /// The tool's tier after the change, and its label.
    pub tier: Option<(u32, Text)>,
    /// The lines that differ, part by part; none in a row of an earlier version.
    pub parts: Vec<DifferenceView>,
    /// How many more lines differ, which the log does not keep.
    pub more: u32,
    /// The names of new tools.
    pub new_tools: Vec<String>,
    /// Whether a line is not whole.
    pub cut: bool,
}

/// The kind of action that a row of the audit log records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AuditKindView {
    /// A tool call was allowed or denied.
    Call,
    /// The outcome of a call.
    Outcome,
    /// A server's start was accepted or refused.
    Launch,
    /// Another action; the subject begins with its kind.
    Other,
}

/// The result of verifying the audit log.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditVerdictView {
    /// Whether every row is unchanged.
    pub intact: bool,
    /// How many rows there are.
    pub rows: u32,
    /// When it was verified.
    pub checked_ms: f64,
    /// Whether the end was compared with the head hash in the keychain. If not, truncation goes undetected.
    pub end_known: bool,
    /// The first fault.
    pub broken: Option<AuditBreakView>,
    /// The result, for display.
    pub message: Text,
}

/// The first tampered row of the audit log.
#[derive(Clone, Debug, Serialize, Type)]
pub struct AuditBreakView {
    /// Its sequence number, also if the row is missing.
    pub seq: u32,
    /// The time stored in the row now, if the row exists.
    pub at_ms: Option<f64>,
    /// The kind of tampering.
    pub fault: AuditFaultView,
}

/// The kind of tampering with the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AuditFaultView {
    /// The row was changed.
    Edited,
    /// The row is missing.
    Dropped,
    /// Another row has taken its place.
    Swapped,
    /// This program did not write the row.
    Inserted,
    /// The log was truncated here.
    TailCut,
    /// The log up to here was rewritten.
    Rewritten,
}

/// Summary of a saved audit log.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct AuditSavedView {
    /// The file.
    pub file: String,
    /// How many rows it has.
    pub rows: u32,
    /// Its size in bytes.
    pub bytes: f64,
    /// How many damaged regions could not be read.
    pub holes: u32,
}
