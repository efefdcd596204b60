//! The audit log for a shell: list and verify.

use audit::{Checkpoint, Fault, Filter, Verification};
use domain::ServerId;
use serde::Serialize;

use crate::{Host, api::ApiError, checkpoint};

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
