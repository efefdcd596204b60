//! What is recorded, and how it is asked for.

use domain::{CallId, ConversationId, ServerId};
use serde::{Deserialize, Serialize};

use crate::AuditError;

/// Longest subject, in bytes.
pub const MAX_SUBJECT_BYTES: usize = 4 * 1024;
/// Largest detail, in bytes.
pub const MAX_DETAIL_BYTES: usize = 256 * 1024;
/// Largest content, in bytes.
pub const MAX_CONTENT_BYTES: usize = 16 * 1024 * 1024;
/// Most rows of one [`crate::Page`].
pub const MAX_LIST_ROWS: u32 = 1_000;
/// Content up to this size, in bytes, is looked through by a search.
pub const MAX_SEARCHED_BYTES: u32 = 256 * 1024;
/// Longest decision, in bytes.
const MAX_DECISION_BYTES: usize = 256;

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// An action was allowed or refused, before anything was sent.
    Decision,
    /// The outcome of an action.
    Outcome,
    /// A server was started, connected to, or stopped.
    Launch,
    /// A server was added, changed or removed.
    Server,
    /// A model endpoint was added, changed or removed.
    Provider,
    /// A rule was made or revoked, or a tier changed.
    Rule,
    /// A secret was entered or deleted; never its value.
    Secret,
    /// A setting was changed.
    Setting,
    /// Everything was stopped by the kill switch.
    Stop,
    /// The host started or ended.
    Session,
    /// Content was purged.
    Purge,
    /// What users allowed a server was sealed anew: it vouches for rows elsewhere. Lists leave it out.
    Seal,
    /// The row's kind is none that this program writes: another hand's, or a newer program's. It is never written.
    Unreadable,
}

impl EntryKind {
    /// Every kind that is written.
    pub const ALL: [Self; 12] = [
        Self::Decision,
        Self::Outcome,
        Self::Launch,
        Self::Server,
        Self::Provider,
        Self::Rule,
        Self::Secret,
        Self::Setting,
        Self::Stop,
        Self::Session,
        Self::Purge,
        Self::Seal,
    ];

    /// The kind as it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Outcome => "outcome",
            Self::Launch => "launch",
            Self::Server => "server",
            Self::Provider => "provider",
            Self::Rule => "rule",
            Self::Secret => "secret",
            Self::Setting => "setting",
            Self::Stop => "stop",
            Self::Session => "session",
            Self::Purge => "purge",
            Self::Seal => "seal",
            Self::Unreadable => "unreadable",
        }
    }

    /// The kind stored as `text`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// One thing to record. Redacting secrets is the caller's duty, before it gets here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When it happened, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// What it is about.
    pub kind: EntryKind,
    /// The server concerned.
    pub server: Option<ServerId>,
    /// The conversation concerned.
    pub conversation: Option<ConversationId>,
    /// The call concerned.
    pub call: Option<CallId>,
    /// Its object, for example a tool's name; at most [`MAX_SUBJECT_BYTES`].
    pub subject: String,
    /// The decision, where there was one.
    pub decision: Option<String>,
    /// JSON: request digest, reasons, rules; at most [`MAX_DETAIL_BYTES`]. Never purged.
    pub detail: String,
    /// Arguments or result text; at most [`MAX_CONTENT_BYTES`]. Purged with its conversation.
    pub content: Option<String>,
}

impl Entry {
    /// Its size in bytes, for the mailbox.
    pub(crate) fn size(&self) -> usize {
        self.subject.len() + self.detail.len() + self.content.as_ref().map_or(0, String::len)
    }

    pub(crate) fn check(&self) -> Result<(), AuditError> {
        if self.kind == EntryKind::Unreadable {
            return Err(AuditError::Io(
                "a row of no kind is never written".to_owned(),
            ));
        }
        let bounds = [
            ("subject", self.subject.len(), MAX_SUBJECT_BYTES),
            (
                "decision",
                self.decision.as_ref().map_or(0, String::len),
                MAX_DECISION_BYTES,
            ),
            ("detail", self.detail.len(), MAX_DETAIL_BYTES),
            (
                "content",
                self.content.as_ref().map_or(0, String::len),
                MAX_CONTENT_BYTES,
            ),
        ];
        for (field, bytes, limit) in bounds {
            if bytes > limit {
                return Err(AuditError::TooLarge {
                    field,
                    bytes,
                    limit,
                });
            }
        }
        Ok(())
    }
}

/// A recorded entry, as far as it can be read: in a file that another hand changed, an identifier may be missing and a kind
/// [`EntryKind::Unreadable`]. Its `content` is absent where there was none, where it was purged, or where it was not asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its place in the record, from 1, without gaps.
    pub seq: u64,
    /// What was recorded.
    pub entry: Entry,
    /// Whether it had content that was purged since.
    pub purged: bool,
    /// The hash of the row before it as it is stored, in hexadecimal digits.
    pub prev: String,
    /// Its own hash as it is stored, in hexadecimal digits.
    pub hash: String,
}

/// Who decided, or what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A person allowed it.
    AllowedByPerson,
    /// A rule decided, either way.
    ByRule,
    /// It was denied, by whomever.
    Denied,
}

/// What a search looks for. A row is found where any of these holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Text in its subject, its decision, or its content of at most [`MAX_SEARCHED_BYTES`]. ASCII letters match in either
    /// case.
    pub text: String,
    /// It is about one of these servers.
    pub servers: Vec<ServerId>,
    /// It has one of these decisions, from this source or, without one, from any: the words that people read are not what is
    /// stored.
    pub verdicts: Vec<(&'static str, Option<&'static str>)>,
}

/// Which rows a page has, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Only rows about this server.
    pub server: Option<ServerId>,
    /// Only rows before this one, for the next page.
    pub before_seq: Option<u64>,
    /// Only rows of this time or later, in milliseconds since the Unix epoch.
    pub since_ms: Option<i64>,
    /// Only decisions like this.
    pub decided: Option<Decided>,
    /// Only what is found.
    pub search: Option<Search>,
    /// Without the outcomes of calls: [`crate::Audit::outcomes`] has those of a page.
    pub no_outcomes: bool,
    /// Without content, which may be large.
    pub no_content: bool,
    /// With seals, which no person wants to read.
    pub seals: bool,
    /// Most rows to give, at most [`MAX_LIST_ROWS`].
    pub limit: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            server: None,
            before_seq: None,
            since_ms: None,
            decided: None,
            search: None,
            no_outcomes: false,
            no_content: false,
            seals: false,
            limit: 100,
        }
    }
}

/// Rows, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The rows.
    pub rows: Vec<Row>,
    /// Where to go on; none when everything was looked at. A page may have fewer rows than wanted, or none, and still go on:
    /// it ends after [`crate::PAGE_TIME`].
    pub next: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_round_trip() {
        for kind in EntryKind::ALL {
            assert_eq!(EntryKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(EntryKind::parse("Decision"), None);
    }
}
