//! Verification of the audit log.

use audit::{Checkpoint, Fault, Verification};
use domain::now_ms;
use serde::Serialize;

use super::small;
use crate::{
    api::{ApiError, AuditBreakView, AuditFaultView, AuditVerdictView},
    checkpoint::{self, Saved},
    inner::Host,
};

/// The result of a verification.
#[derive(Clone, Debug, Serialize)]
pub struct AuditVerdict {
    /// Whether every row is unchanged.
    pub intact: bool,
    /// How many rows there are.
    pub rows: u64,
    /// Whether the end was compared with the head hash in the keychain.
    pub end_known: bool,
    /// The first row that was changed or is missing.
    pub first_bad: Option<u64>,
    /// The kind of tampering: `edited`, `dropped`, `swapped`, `inserted`, `tail_cut`, `rewritten`.
    pub fault: Option<AuditFaultView>,
    /// The result, for display.
    pub message: String,
}

impl Host {
    /// Verifies the log as [`Host::audit_verify`] does, for a window.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn audit_check(&self) -> Result<AuditVerdictView, ApiError> {
        let verdict = self.audit_verify().await?;
        let broken = match verdict.first_bad.zip(verdict.fault) {
            None => None,
            Some((seq, fault)) => {
                let row = self.inner.audit.row(seq).await?;
                Some(AuditBreakView {
                    seq: small(seq),
                    at_ms: row.map(|row| row.entry.at_ms as f64),
                    fault,
                })
            }
        };
        Ok(AuditVerdictView {
            intact: verdict.intact,
            rows: small(verdict.rows),
            checked_ms: now_ms() as f64,
            end_known: verdict.end_known,
            broken,
            message: verdict.message,
        })
    }

    /// Verifies the hash chain, and compares its end with the head hash in the keychain.
    ///
    /// # Errors
    /// The log cannot be read.
    pub async fn audit_verify(&self) -> Result<AuditVerdict, ApiError> {
        let saved = checkpoint::saved(&self.inner).await;
        let head = saved.head();
        let found = self.inner.audit.verify(head).await?;
        Ok(match found {
            Verification::Intact { rows, checkpoint } => {
                let (end_known, end) = match checkpoint {
                    Checkpoint::Matched => (true, "The end agrees with the head in the keychain."),
                    Checkpoint::Absent if saved == Saved::Unreadable => (
                        false,
                        "The head in the keychain cannot be read, so a cut-off end would not be noticed.",
                    ),
                    Checkpoint::Absent => (
                        false,
                        "There is no head in a keychain, so a cut-off end would not be noticed.",
                    ),
                };
                AuditVerdict {
                    intact: true,
                    rows,
                    end_known,
                    first_bad: None,
                    fault: None,
                    message: format!("Every row is as it was written. {end}"),
                }
            }
            Verification::Broken { first_bad_seq, why } => {
                let (fault, words) = fault(why);
                AuditVerdict {
                    intact: false,
                    rows: self.inner.audit.head().seq,
                    end_known: head.is_some(),
                    first_bad: Some(first_bad_seq),
                    fault: Some(fault),
                    message: format!(
                        "Row {first_bad_seq} is the first that is not as it was written: {words}."
                    ),
                }
            }
        })
    }
}

fn fault(fault: Fault) -> (AuditFaultView, &'static str) {
    match fault {
        Fault::Edited => (AuditFaultView::Edited, "it was changed"),
        Fault::Dropped => (AuditFaultView::Dropped, "it is missing"),
        Fault::Swapped => (AuditFaultView::Swapped, "another row stands in its place"),
        Fault::Inserted => (
            AuditFaultView::Inserted,
            "it was not written by this program",
        ),
        Fault::TailCut => (AuditFaultView::TailCut, "the log was cut off here"),
        Fault::Rewritten => (
            AuditFaultView::Rewritten,
            "the log up to here was written anew",
        ),
    }
}
