//! What the layer of a folder holds, in the words of the host.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use domain::{
    ChangeDigest, ChangeKind, ChangeSide, ChangeTrouble, ServerId, StagedChange, visible,
};
use host_api::{ApiError, ErrorCode, StagedDifferenceView};
use messages::{Phrase, phrases};
use sandbox::Rank;
use staging::{Block, Bounds, Change, Content, Kind, Side, StagingError, State, Why};

use crate::{inner::Inner, roots::invalid};

/// Time limit of reading a layer.
const READ: Duration = Duration::from_secs(60);

/// The pending changes of a folder.
pub(super) struct PendingChanges {
    pub(super) changes: Vec<StagedChange>,
    /// Whether there are more than were read.
    pub(super) more: bool,
}

impl Inner {
    /// Returns the pending changes of a folder, those that other programs run first.
    pub(super) async fn pending_changes(
        &self,
        server: ServerId,
        folder: &str,
    ) -> Result<PendingChanges, ApiError> {
        self.servers.handle(server)?;
        let staged = self.staged(server, folder)?;
        let path = PathBuf::from(folder);
        let reading = tokio::task::spawn_blocking(move || {
            let pending = staged.pending(&Bounds::default())?;
            let changes = pending.changes.iter().map(change).collect();
            Ok(PendingChanges {
                changes: mark(&path, changes),
                more: pending.more,
            })
        });
        let pending = tokio::time::timeout(READ, reading).await;
        pending
            .map_err(|_| ApiError::new(ErrorCode::Timeout, phrases::host_root_silent()))?
            .map_err(|_| invalid(phrases::host_root_uninspected()))?
            .map_err(|error| failed(folder, &error))
    }

    /// Returns the difference of one pending change.
    pub(super) async fn difference(
        &self,
        server: ServerId,
        folder: &str,
        digest: ChangeDigest,
    ) -> Result<StagedDifferenceView, ApiError> {
        self.servers.handle(server)?;
        let staged = self.staged(server, folder)?;
        let reading = tokio::task::spawn_blocking(move || {
            let bounds = Bounds::default();
            let pending = staged.pending(&bounds)?;
            let mut changes = pending.changes.into_iter();
            let change = changes.find(|change| change.digest == name(&digest));
            let change = change.ok_or(StagingError::Stale)?;
            Ok((staged.contents(&change, &bounds)?, change))
        });
        let read = tokio::time::timeout(READ, reading).await;
        let (contents, change) = read
            .map_err(|_| ApiError::new(ErrorCode::Timeout, phrases::host_root_silent()))?
            .map_err(|_| invalid(phrases::host_root_uninspected()))?
            .map_err(|error| failed(folder, &error))?;
        let text = |content: &Option<Content>| match content {
            Some(Content::Text(text)) => Ok(Some(text.clone())),
            Some(Content::Binary(_)) => Err(phrases::host_staged_binary()),
            Some(Content::Long(_)) => Err(phrases::host_staged_long()),
            None => Ok(None),
        };
        let note = |phrase: Phrase| StagedDifferenceView {
            difference: None,
            note: Some(phrase.into()),
        };
        Ok(match (text(&contents.old), text(&contents.new)) {
            (Err(why), _) | (_, Err(why)) => note(why),
            (Ok(None), Ok(None)) => note(phrases::host_staged_no_content()),
            (Ok(_), Ok(_)) if change.kind() == Kind::Mode => note(phrases::host_staged_mode_only()),
            (Ok(old), Ok(new)) => StagedDifferenceView {
                difference: Some(approvals::apply::file_difference(
                    old.as_deref(),
                    new.as_deref(),
                )),
                note: None,
            },
        })
    }
}

/// The error of naming a change that is no longer pending.
pub(super) fn stale() -> ApiError {
    ApiError::new(ErrorCode::Stale, phrases::host_staged_stale())
}

/// The error of reading or changing a layer.
pub(super) fn failed(folder: &str, error: &StagingError) -> ApiError {
    match error {
        StagingError::Stale => stale(),
        StagingError::Unsupported | StagingError::AnotherFolder | StagingError::Io { .. } => {
            let message = phrases::host_staged_failed(error.to_string(), visible(folder));
            ApiError::new(ErrorCode::Data, message)
        }
    }
}

pub(super) fn name(digest: &ChangeDigest) -> staging::Digest {
    staging::Digest::from_bytes(digest.bytes())
}

/// Marks the changes of files that other programs run, and puts these first. `folder` is the user's own.
fn mark(folder: &Path, changes: Vec<StagedChange>) -> Vec<StagedChange> {
    let program =
        |side: &ChangeSide| matches!(side, ChangeSide::File { mode, .. } if mode & 0o111 != 0);
    let file = |change: &'_ StagedChange| change.new.as_ref().is_some_and(program);
    let files = changes
        .iter()
        .map(|change| (Path::new(&change.path), file(change)));
    let ranks = sandbox::ranks(folder, &files.collect::<Vec<_>>());
    let mut ranked: Vec<(Rank, StagedChange)> = ranks.into_iter().zip(changes).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let marked = ranked.into_iter().map(|(rank, change)| StagedChange {
        runs: rank != Rank::Other,
        ..change
    });
    marked.collect()
}

/// A pending change as the approval and the log have it.
pub(super) fn change(change: &Change) -> StagedChange {
    StagedChange {
        digest: ChangeDigest::from_bytes(change.digest.bytes()),
        path: change.path.to_string_lossy().into_owned(),
        kind: match change.kind() {
            Kind::Added => ChangeKind::Added,
            Kind::Changed => ChangeKind::Changed,
            Kind::Mode => ChangeKind::Mode,
            Kind::Deleted => ChangeKind::Deleted,
            Kind::Unknown => ChangeKind::Unknown,
        },
        old: change.old.as_ref().map(side),
        new: change.new.as_ref().map(side),
        runs: false,
        trouble: match change.state {
            State::Ready => None,
            State::Conflict => Some(ChangeTrouble::Conflict),
            State::Blocked(why) => Some(block(why)),
        },
    }
}

fn side(side: &Side) -> ChangeSide {
    match side {
        Side::File { bytes, mode, .. } => ChangeSide::File {
            bytes: *bytes,
            mode: *mode,
        },
        Side::Link { target, outside } => ChangeSide::Link {
            target: target.to_string_lossy().into_owned(),
            outside: *outside,
        },
        Side::Folder { mode } => ChangeSide::Folder { mode: *mode },
        Side::Tree { files, bytes, .. } => ChangeSide::Tree {
            files: *files,
            bytes: *bytes,
        },
    }
}

fn block(why: Block) -> ChangeTrouble {
    match why {
        Block::Special => ChangeTrouble::Special,
        Block::FolderAndFile => ChangeTrouble::FolderAndFile,
        Block::Unreadable => ChangeTrouble::Unreadable,
        Block::NotWhole => ChangeTrouble::NotWhole,
        Block::Deep => ChangeTrouble::Deep,
    }
}

/// Why a chosen change is still pending.
pub(super) fn why_left(why: &Why) -> Phrase {
    match why {
        Why::Stale => phrases::host_staged_stale(),
        Why::Conflict => approvals::apply::trouble(ChangeTrouble::Conflict),
        Why::Blocked(why) => approvals::apply::trouble(block(*why)),
        Why::Refused(error) => phrases::host_staged_refused(error.to_string()),
    }
}
