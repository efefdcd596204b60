//! Pending changes of folders that a server writes to under review: listed, applied, discarded.
//!
//! While changes are applied or discarded, no overlay may lie over the layer. So the server loses the folder for that time, as by a
//! revoked grant, and gets it back.

mod detach;
mod grants;
mod read;

use std::collections::BTreeSet;

use consent::{ApplyApproval, ChangedFiles};
use domain::{ApplyChanges, ApprovalId, ChangeDigest, ServerId, StagedChange, visible};
use host_api::{
    ApiError, ErrorCode, Event, StagedDifferenceView, StagedLeftView, StagedOutcomeView, StagedView,
};
use messages::phrases;
use staging::{Applied, Bounds};

use self::read::{change, name, stale, why_left};
use super::invalid;
use crate::{
    inner::{Host, Inner},
    ledger,
};

/// Maximum number of changes that are shown and decided together.
pub(crate) const SHOWN: usize = 1_000;

/// What is done with chosen changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Apply,
    Discard,
}

impl Host {
    /// Returns the pending changes of a folder of a server, also of one that was withdrawn meanwhile.
    ///
    /// # Errors
    /// There is no such server, nothing is kept of this folder, or it cannot be read.
    pub async fn staged_changes(
        &self,
        server: ServerId,
        folder: &str,
    ) -> Result<StagedView, ApiError> {
        let pending = self.inner.pending_changes(server, folder).await?;
        let changes = pending.changes.iter().take(SHOWN);
        let more = pending.changes.len().saturating_sub(SHOWN);
        Ok(StagedView {
            key: folder.to_owned(),
            path: visible(folder),
            changes: changes.map(approvals::apply::staged_change).collect(),
            more: u32::try_from(more).unwrap_or(u32::MAX),
            at_least: pending.more,
        })
    }

    /// Returns the difference that one pending change makes.
    ///
    /// # Errors
    /// As for [`Host::staged_changes`]; or the change is no longer pending.
    pub async fn staged_difference(
        &self,
        server: ServerId,
        folder: &str,
        key: &str,
    ) -> Result<StagedDifferenceView, ApiError> {
        let digest = key.parse().map_err(|_| stale())?;
        self.inner.difference(server, folder, digest).await
    }

    /// Returns the difference that one change of a pending approval makes.
    ///
    /// # Errors
    /// The approval is no longer pending or is about something else, or the change is not on display or no longer pending.
    pub async fn asked_difference(
        &self,
        id: ApprovalId,
        key: &str,
    ) -> Result<StagedDifferenceView, ApiError> {
        let prompt = self.prompt(id)?;
        let question = prompt.question.apply().ok_or_else(stale)?;
        let digest: ChangeDigest = key.parse().map_err(|_| stale())?;
        if question
            .changes
            .iter()
            .all(|change| change.digest != digest)
        {
            return Err(stale());
        }
        let (server, folder) = (question.server, question.folder.clone());
        self.inner.difference(server, &folder, digest).await
    }

    /// Returns why a server cannot write to a folder under review, as a sentence; none if it can.
    pub async fn unstaged(&self, server: ServerId) -> Option<messages::Text> {
        self.inner.unstaged(server).await.map(Into::into)
    }

    /// Requests approval of pending changes, and applies those that are chosen. `keys` are chosen at first; without them all that can be
    /// applied and that other programs do not run. `on_command_line` is set if the command line itself contains the action.
    ///
    /// # Errors
    /// As for [`Host::staged_changes`]; nothing is pending, the folder is no longer granted in this way, the approval was not given, or the
    /// server still uses the folder. Nothing was applied then.
    pub async fn apply_staged(
        &self,
        server: ServerId,
        folder: &str,
        keys: Option<Vec<String>>,
        on_command_line: bool,
    ) -> Result<StagedOutcomeView, ApiError> {
        let inner = &self.inner;
        inner.staged_grant(server, folder)?;
        let name = inner.servers.handle(server)?.snapshot().record.name.clone();
        let pending = inner.pending_changes(server, folder).await?;
        let mut changes = pending.changes;
        if changes.is_empty() {
            return Err(invalid(phrases::host_staged_none(visible(folder))));
        }
        let more = changes.len().saturating_sub(SHOWN);
        changes.truncate(SHOWN);
        let ready = changes.iter().filter(|change| change.trouble.is_none());
        let chosen: BTreeSet<ChangeDigest> = match keys {
            Some(keys) => {
                let wanted = parsed(&keys)?;
                let known: BTreeSet<_> = ready.map(|change| change.digest).collect();
                if !wanted.is_subset(&known) {
                    return Err(stale());
                }
                wanted
            }
            // What other programs run is named or chosen one by one.
            None => {
                let plain = ready.filter(|change| !change.runs);
                plain.map(|change| change.digest).collect()
            }
        };
        let question = ApplyApproval {
            server,
            server_name: name,
            folder: folder.to_owned(),
            changes,
            more: more as u64,
            chosen,
        };
        let allowed = inner
            .consent
            .decide_named(question, on_command_line)
            .await
            .map_err(|_| ApiError::new(ErrorCode::Denied, phrases::host_staged_denied()))?;
        inner.apply_changes(allowed.approved.into_payload()).await
    }

    /// Discards pending changes: those of these keys, or all. The server sees the user's files again.
    ///
    /// # Errors
    /// As for [`Host::staged_changes`]; or the server still uses the folder. Nothing was discarded then.
    pub async fn discard_staged(
        &self,
        server: ServerId,
        folder: &str,
        keys: Option<Vec<String>>,
    ) -> Result<StagedOutcomeView, ApiError> {
        let chosen = match keys {
            Some(keys) => parsed(&keys)?,
            None => {
                let pending = self.inner.pending_changes(server, folder).await?;
                pending.changes.iter().map(|change| change.digest).collect()
            }
        };
        self.inner
            .change_layer(server, folder, chosen, What::Discard)
            .await
    }

    /// Applies the named changes of a pending approval.
    ///
    /// # Errors
    /// One is not on display, or the answer is not accepted; the approval then stays pending.
    pub(crate) fn answer_changes(
        &self,
        id: ApprovalId,
        revision: u32,
        keys: &[String],
    ) -> Result<(), ApiError> {
        let chosen = parsed(keys)?;
        Ok(self.inner.consent.allow_changes(id, revision, chosen)?)
    }

    /// Discards the named changes of a pending approval, and closes it.
    ///
    /// # Errors
    /// The approval is no longer pending or is about something else, one is not on display, or it could not be discarded; the approval
    /// then stays pending.
    pub(crate) async fn discard_changes(
        &self,
        id: ApprovalId,
        revision: u32,
        keys: &[String],
    ) -> Result<(), ApiError> {
        let prompt = self.prompt(id)?;
        let question = prompt.question.apply().cloned();
        let question = question.ok_or(consent::AnswerError::NotEditable)?;
        let chosen = parsed(keys)?;
        let shown: BTreeSet<_> = question
            .changes
            .iter()
            .map(|change| change.digest)
            .collect();
        if prompt.revision != revision || chosen.is_empty() || !chosen.is_subset(&shown) {
            return Err(consent::AnswerError::OtherChanges.into());
        }
        let (server, folder) = (question.server, question.folder);
        self.inner
            .change_layer(server, &folder, chosen, What::Discard)
            .await?;
        let closed = consent::ApprovalAnswer::Dismiss;
        Ok(self.inner.consent.answer(id, revision, closed)?)
    }
}

impl Inner {
    async fn apply_changes(&self, approved: ApplyChanges) -> Result<StagedOutcomeView, ApiError> {
        // It may have been withdrawn while the approval was pending.
        self.staged_grant(approved.server, &approved.folder)?;
        let chosen = approved.changes.into_iter().collect();
        self.change_layer(approved.server, &approved.folder, chosen, What::Apply)
            .await
    }

    async fn change_layer(
        &self,
        server: ServerId,
        folder: &str,
        chosen: BTreeSet<ChangeDigest>,
        what: What,
    ) -> Result<StagedOutcomeView, ApiError> {
        let staged = self.staged(server, folder)?;
        let digests: Vec<staging::Digest> = chosen.iter().map(name).collect();
        let work = move || match what {
            What::Apply => staged.apply(&digests, &Bounds::default()),
            What::Discard => staged.discard(&digests, &Bounds::default()),
        };
        let applied = self.with_folder_detached(server, folder, work).await?;
        self.note_changes(server, folder, &applied, what).await;
        self.emit(Event::Roots {
            server: server.to_string(),
        });
        Ok(StagedOutcomeView {
            done: u32::try_from(applied.done.len()).unwrap_or(u32::MAX),
            left: applied.left.iter().map(left).collect(),
        })
    }

    async fn note_changes(&self, server: ServerId, folder: &str, applied: &Applied, what: What) {
        let done: Vec<StagedChange> = applied.done.iter().map(change).collect();
        let (folder, left) = (folder.to_owned(), applied.left.len());
        let about = ledger::About::server(server, format!("changes of {folder}"));
        let changes = ChangedFiles::of(done.iter());
        let event = match what {
            What::Apply => ledger::Event::ChangesApplied {
                folder,
                changes,
                left,
            },
            What::Discard => ledger::Event::ChangesDiscarded {
                folder,
                changes,
                left,
            },
        };
        if let Err(error) = ledger::record(&self.audit, about, event).await {
            tracing::warn!(%error, "applied or discarded changes could not be noted");
        }
    }
}

fn left(left: &staging::NotApplied) -> StagedLeftView {
    let path = left.path.as_deref();
    let path = path.map(|path| visible(&path.to_string_lossy()));
    StagedLeftView {
        path: path.unwrap_or_default(),
        why: why_left(&left.why).into(),
    }
}

fn parsed(keys: &[String]) -> Result<BTreeSet<ChangeDigest>, ApiError> {
    let keys: Result<_, _> = keys.iter().map(|key| key.parse()).collect();
    keys.map_err(|_| stale())
}
