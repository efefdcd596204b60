//! The audit log for a shell: list and verify.

use audit::{Checkpoint, EntryKind, Fault, Filter, Row, Verification};
use domain::ServerId;
use serde::Serialize;

use crate::{
    Host, Inner,
    api::{ApiError, AuditKindView, AuditVerdictView, AuditView, ServerTag},
    checkpoint, lock,
    pretty::pretty,
    servers::tag,
};

/// Rows of one page.
const PAGE: u32 = 200;

/// A row of the audit log.
#[derive(Clone, Debug, Serialize)]
pub struct AuditRowView {
    /// Its number, from 1.
    pub seq: u64,
    /// When, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// Decision, outcome, launch, setting.
    pub kind: String,
    /// The server's identifier.
    pub server: Option<String>,
    /// What it is about: a tool, a server, an endpoint.
    pub subject: String,
    /// What was decided, or how it ended.
    pub decision: Option<String>,
    /// Reasons and circumstances, JSON.
    pub detail: serde_json::Value,
    /// Arguments, redacted; gone once its conversation was purged.
    pub content: Option<String>,
}

/// What a verification found.
#[derive(Clone, Debug, Serialize)]
pub struct AuditVerdict {
    /// Whether every row is as it was written.
    pub intact: bool,
    /// How many rows were checked.
    pub rows: u64,
    /// What was found, for people.
    pub message: String,
}

impl Host {
    /// The newest rows, newest first.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn audit_list(
        &self,
        server: Option<ServerId>,
        limit: u32,
    ) -> Result<Vec<AuditRowView>, ApiError> {
        let rows = self
            .inner
            .audit
            .list(Filter {
                server,
                before_seq: None,
                limit,
            })
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| AuditRowView {
                seq: row.seq,
                at_ms: row.entry.at_ms,
                kind: row.entry.kind.as_str().to_owned(),
                server: row.entry.server.map(|s| s.to_string()),
                subject: row.entry.subject,
                decision: row.entry.decision,
                detail: serde_json::from_str(&row.entry.detail).unwrap_or_default(),
                content: row.entry.content,
            })
            .collect())
    }

    /// A page of rows for people, newest first: those before `before`, or the newest.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn audit_page(&self, before: Option<u32>) -> Result<Vec<AuditView>, ApiError> {
        let filter = Filter {
            server: None,
            before_seq: before.map(u64::from),
            limit: PAGE,
        };
        let rows = self.inner.audit.list(filter).await?;
        Ok(rows.into_iter().map(|row| view(&self.inner, row)).collect())
    }

    /// The same as [`Host::audit_verify`], for a window.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn audit_check(&self) -> Result<AuditVerdictView, ApiError> {
        let verdict = self.audit_verify().await?;
        Ok(AuditVerdictView {
            intact: verdict.intact,
            rows: u32::try_from(verdict.rows).unwrap_or(u32::MAX),
            message: verdict.message,
        })
    }

    /// Checks the chain, and its end against the head kept in the keychain.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn audit_verify(&self) -> Result<AuditVerdict, ApiError> {
        let head = checkpoint::saved(&self.inner).await;
        let found = self.inner.audit.verify(head.as_ref()).await?;
        let rows = self.inner.audit.head().seq;
        Ok(match found {
            Verification::Intact { rows, checkpoint } => {
                let end = match checkpoint {
                    Checkpoint::Matched => "The end agrees with the head in the keychain.",
                    Checkpoint::Absent => {
                        "There is no head in a keychain, so a cut-off end would not be noticed."
                    }
                };
                AuditVerdict {
                    intact: true,
                    rows,
                    message: format!("Every row is as it was written. {end}"),
                }
            }
            Verification::Broken { first_bad_seq, why } => AuditVerdict {
                intact: false,
                rows,
                message: format!(
                    "Row {first_bad_seq} is the first that is not as it was written: {}.",
                    words(why)
                ),
            },
        })
    }
}

fn view(inner: &Inner, row: Row) -> AuditView {
    let entry = row.entry;
    let detail: serde_json::Value = serde_json::from_str(&entry.detail).unwrap_or_default();
    let decision = entry.decision.unwrap_or_default();
    let kind = match entry.kind {
        EntryKind::Decision if entry.call.is_some() => AuditKindView::Call,
        EntryKind::Outcome => AuditKindView::Outcome,
        EntryKind::Launch => AuditKindView::Launch,
        EntryKind::Decision
        | EntryKind::Server
        | EntryKind::Provider
        | EntryKind::Rule
        | EntryKind::Secret
        | EntryKind::Setting
        | EntryKind::Stop
        | EntryKind::Session
        | EntryKind::Purge => AuditKindView::Other,
    };
    let subject = domain::visible(&entry.subject);
    let server = entry.server.map(|id| {
        let known = lock(&inner.servers)
            .get(&id)
            .map(|handle| tag(&handle.snapshot().record));
        known.unwrap_or_else(|| ServerTag {
            id: id.to_string(),
            name: "a removed server".to_owned(),
            fob: 6,
        })
    });
    AuditView {
        seq: u32::try_from(row.seq).unwrap_or(u32::MAX),
        at_ms: entry.at_ms as f64,
        kind,
        server,
        subject: match kind {
            AuditKindView::Call | AuditKindView::Outcome | AuditKindView::Launch => subject,
            AuditKindView::Other if detail["sign_in"].is_string() => {
                let at = domain::visible(detail["sign_in"].as_str().unwrap_or_default());
                format!("Sign-in at {at} for {subject}")
            }
            AuditKindView::Other if detail["account"].is_string() => format!("Account: {subject}"),
            AuditKindView::Other if entry.kind == EntryKind::Decision => {
                match detail["request"].as_str() {
                    Some("sampling") => format!("Your model asked for {subject}"),
                    Some("sampling_reply") => format!("Your model's answer to {subject}"),
                    Some("elicitation") => format!("A question of {subject}"),
                    Some("roots") => format!("Folders named to {subject}"),
                    Some(_) | None => format!("Tool results to {subject}"),
                }
            }
            AuditKindView::Other => format!("{}: {subject}", word(entry.kind)),
        },
        verdict: verdict(&decision, &detail),
        bad: !matches!(
            decision.as_str(),
            "" | "allowed"
                | "done"
                | "signed_in"
                | "signed_out"
                | "client_entered"
                | "revoked"
                | "restored"
                | "made"
                | "tier"
                | "trusted"
                | "distrusted"
                | "guarded"
                | "unguarded"
        ),
        call: entry.call.map(|c| c.to_string()),
        conversation: entry.conversation.map(|c| c.to_string()),
        detail: domain::visible_block(&pretty(&entry.detail)),
        content: entry
            .content
            .map(|content| domain::visible_block(&pretty(&content))),
        purged: row.purged,
    }
}

/// The kind of a row that is about no call and no launch.
fn word(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Decision | EntryKind::Outcome => "Call",
        EntryKind::Launch => "Launch",
        EntryKind::Server => "Server",
        EntryKind::Provider => "Model",
        EntryKind::Rule => "Rule",
        EntryKind::Secret => "Secret",
        EntryKind::Setting => "Setting",
        EntryKind::Stop => "Stop",
        EntryKind::Session => "Session",
        EntryKind::Purge => "Removed",
    }
}

/// Who decided what, or how it ended.
fn verdict(decision: &str, detail: &serde_json::Value) -> String {
    let scope = match detail["scope"].as_str() {
        Some("once") => ", once",
        Some("conversation") => ", in this conversation",
        Some("standing") => ", until it changes",
        Some("where") => ", always where an argument is as it was",
        Some("tools") => ", with others, for a while",
        Some(_) | None => "",
    };
    let who = detail["by"].as_str().unwrap_or_default();
    match (decision, who) {
        ("allowed", "person") => format!("you allowed{scope}"),
        ("denied", "person") => "you denied".to_owned(),
        ("denied", "dismissed") => "you closed the question".to_owned(),
        ("allowed", "rule") => "allowed by a rule".to_owned(),
        ("denied", "rule") => "denied by a rule".to_owned(),
        ("allowed", "command_line") => "allowed by the command line".to_owned(),
        ("denied", "expiry") => "nobody answered".to_owned(),
        ("denied", "mute") => "denied, muted".to_owned(),
        ("denied", "repeat") => "denied, as before".to_owned(),
        ("revoked", _) => "you revoked it".to_owned(),
        ("restored", _) => "you took the revocation back".to_owned(),
        ("made", _) => "you made it".to_owned(),
        ("tier", _) => "you gave it a tier".to_owned(),
        ("trusted", _) => "you trust it for reading".to_owned(),
        ("distrusted", _) => "you trust it no longer".to_owned(),
        ("guarded", _) => "you switched the guard on".to_owned(),
        ("unguarded", _) => "you switched the guard off".to_owned(),
        ("denied", "queue_full") => "denied, too many questions".to_owned(),
        ("denied", "withdrawn") => "withdrawn".to_owned(),
        ("denied", "stop_all") => "you stopped everything".to_owned(),
        ("not_sent", _) => "not sent".to_owned(),
        ("signed_in", _) => "signed in".to_owned(),
        ("signed_out", _) => "you signed out".to_owned(),
        ("sign_in_failed", _) => "not signed in".to_owned(),
        ("sign_in_ended", _) => "signed out by itself".to_owned(),
        ("client_entered", _) => "a client ID was entered".to_owned(),
        ("unknown", _) => "may have run".to_owned(),
        (other, _) => domain::visible(other),
    }
}

fn words(fault: Fault) -> &'static str {
    match fault {
        Fault::Edited => "it was changed",
        Fault::Dropped => "it is missing",
        Fault::Swapped => "another row stands in its place",
        Fault::Inserted => "it was not written by this program",
        Fault::TailCut => "the log was cut off here",
        Fault::Rewritten => "the log up to here was written anew",
    }
}
