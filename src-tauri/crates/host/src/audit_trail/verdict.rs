//! Verification of the audit log.

use audit::{Checkpoint, Fault, Verification};
use domain::now_ms;
use host_api::{ApiError, AuditBreakView, AuditFaultView, AuditVerdictView};
use messages::{Phrase, Text, Value, phrases};
use serde::Serialize;

use super::small;
use crate::{
    checkpoint::{self, Saved},
    inner::Host,
};

/// Most rows at which time goes back that a sentence names.
const NAMED: usize = 10;

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
    /// The rows at which time goes back, at most 1,000: the clock was set, or another hand wrote them.
    pub time_back: Vec<u64>,
    /// The result, for display.
    pub message: Text,
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
        let time_back = self.inner.audit.times_back().await?;
        Ok(match found {
            Verification::Intact { rows, checkpoint } => {
                let (end_known, message) = match checkpoint {
                    Checkpoint::Matched => (true, phrases::host_audit_intact()),
                    Checkpoint::Absent if saved == Saved::Unreadable => {
                        (false, phrases::host_audit_intact_unreadable_head())
                    }
                    Checkpoint::Absent => (false, phrases::host_audit_intact_no_head()),
                };
                AuditVerdict {
                    intact: true,
                    rows,
                    end_known,
                    first_bad: None,
                    fault: None,
                    message: with_times(message, &time_back),
                    time_back,
                }
            }
            Verification::Broken { first_bad_seq, why } => {
                let (fault, what, rest) = fault(why, first_bad_seq);
                AuditVerdict {
                    intact: false,
                    rows: self.inner.audit.head().seq,
                    end_known: head.is_some(),
                    first_bad: Some(first_bad_seq),
                    fault: Some(fault),
                    message: with_times(phrases::host_audit_broken(rest, what), &time_back),
                    time_back,
                }
            }
        })
    }
}

/// Adds the rows at which time goes back.
fn with_times(message: Phrase, rows: &[u64]) -> Text {
    let named: Vec<String> = rows.iter().take(NAMED).map(u64::to_string).collect();
    match rows.len() {
        0 => message.into(),
        count => phrases::host_audit_time_back(count, message, Value::list(&named)).into(),
    }
}

/// Returns a fault, what happened to the row, and what that means for the other rows. The window has the same sentences.
fn fault(fault: Fault, row: u64) -> (AuditFaultView, Phrase, Phrase) {
    let rest = phrases::audit_rest();
    match fault {
        Fault::Edited => (
            AuditFaultView::Edited,
            phrases::audit_wrong_edited(row),
            rest,
        ),
        Fault::Dropped => (
            AuditFaultView::Dropped,
            phrases::audit_wrong_dropped(row),
            rest,
        ),
        Fault::Swapped => (
            AuditFaultView::Swapped,
            phrases::audit_wrong_swapped(row),
            rest,
        ),
        Fault::Inserted => (
            AuditFaultView::Inserted,
            phrases::audit_wrong_inserted(row),
            rest,
        ),
        Fault::TailCut => (
            AuditFaultView::TailCut,
            phrases::audit_wrong_cut(row),
            phrases::audit_rest_cut(),
        ),
        Fault::Rewritten => (
            AuditFaultView::Rewritten,
            phrases::audit_wrong_rewritten(row),
            phrases::audit_rest_rewritten(),
        ),
    }
}
