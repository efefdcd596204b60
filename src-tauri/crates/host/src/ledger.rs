//! Audit log writer: each decision is written before it takes effect, and other events after.

mod detail;

use std::{future::Future, pin::Pin};

use audit::{Audit, AuditError, Entry, EntryKind};
use consent::{GrantScope, Ledger, LedgerError, LogSection, Record, Verdict};
use domain::{CallId, ConversationId, ServerId, now_ms};

use secrets::redact;

pub(crate) use detail::{
    AccountChange, AttachedKind, Detail, Earlier, Event, Outcome, RowDetail, RuleChange, RuleWord,
    Scope,
};
use detail::{Decision, Granted};
pub use detail::{ProgramUpdate, StoppedFrom};

/// The audit log as the ledger of `consent`.
pub(crate) struct AuditLedger {
    /// The log.
    pub audit: Audit,
}

impl Ledger for AuditLedger {
    fn record<'a>(
        &'a self,
        record: Record<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>> {
        Box::pin(async move {
            let failed = |error: &dyn std::fmt::Display| LedgerError(error.to_string());
            let entry = decision(record).map_err(|error| failed(&error))?;
            let appended = self.audit.append(entry).await;
            appended.map(drop).map_err(|error| failed(&error))
        })
    }
}

fn decision(record: Record<'_>) -> Result<Entry, serde_json::Error> {
    let (word, note, scope) = match record.verdict {
        Verdict::Allowed(scope) => ("allowed", None, Some(scope)),
        Verdict::Denied { note } => ("denied", note.clone(), None),
    };
    let granted = match scope {
        Some(GrantScope::Tools { tools, minutes }) => Some(Granted::Tools {
            tools: tools.clone(),
            minutes: *minutes,
        }),
        Some(_) | None => record.condition.cloned().map(Granted::Where),
    };
    let detail = Detail::Decision(Box::new(Decision {
        by: record.by,
        scope: scope.map(Scope::from),
        granted,
        note,
        prompt: record.prompt.map(|(id, _)| id),
        revision: record.prompt.map(|(_, revision)| revision),
        evaluation: record.evaluation.cloned(),
        trusts_reading: record.trusts_reading,
        about: record.detail,
    }));
    Ok(Entry {
        at_ms: now_ms(),
        kind: match record.log.section {
            LogSection::Decision => EntryKind::Decision,
            LogSection::Launch => EntryKind::Launch,
            LogSection::Rule => EntryKind::Rule,
            LogSection::Secret => EntryKind::Secret,
            LogSection::Setting => EntryKind::Setting,
        },
        server: record.server,
        conversation: record.conversation,
        call: record.log.call,
        subject: record.log.subject,
        decision: Some(word.to_owned()),
        detail: detail.to_text()?,
        content: record.log.content.map(|text| redact(&text)),
    })
}

impl From<&GrantScope> for Scope {
    fn from(scope: &GrantScope) -> Self {
        match scope {
            GrantScope::Once => Self::Once,
            GrantScope::Conversation => Self::Conversation,
            GrantScope::Run => Self::Run,
            GrantScope::Standing => Self::Standing,
            GrantScope::Where(_) => Self::Where,
            GrantScope::Tools { .. } => Self::Tools,
        }
    }
}

/// The object of an event's row.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    /// The server.
    pub server: Option<ServerId>,
    /// The conversation.
    pub conversation: Option<ConversationId>,
    /// The call.
    pub call: Option<CallId>,
    /// Its object.
    pub subject: String,
}

impl About {
    /// Creates an object that belongs to a server.
    pub(crate) fn server(server: ServerId, subject: impl Into<String>) -> Self {
        Self {
            server: Some(server),
            ..Self::of(subject)
        }
    }

    /// Creates an object without a server.
    pub(crate) fn of(subject: impl Into<String>) -> Self {
        Self {
            subject: subject.into(),
            ..Self::default()
        }
    }
}

/// Appends the row of an event.
///
/// # Errors
/// It could not be written.
pub(crate) async fn record(audit: &Audit, about: About, event: Event) -> Result<(), AuditError> {
    audit.append(entry(about, event)).await.map(drop)
}

/// Appends the row of an outcome, of which a power cut may take the last ones: an action without an outcome counts as one that may have run.
///
/// # Errors
/// It could not be written.
pub(crate) async fn record_outcome(
    audit: &Audit,
    about: About,
    event: Event,
) -> Result<(), AuditError> {
    audit.append_written(entry(about, event)).await.map(drop)
}

/// Creates the row of an event.
pub(crate) fn entry(about: About, event: Event) -> Entry {
    let (kind, word) = event.columns();
    let detail = Detail::Event(event).to_text().unwrap_or_else(|error| {
        tracing::error!(%error, "the detail of a row of the log could not be written");
        "{}".to_owned()
    });
    Entry {
        at_ms: now_ms(),
        kind,
        server: about.server,
        conversation: about.conversation,
        call: about.call,
        subject: about.subject,
        decision: word.map(str::to_owned),
        detail,
        content: None,
    }
}
