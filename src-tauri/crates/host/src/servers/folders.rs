//! Folders of a running confined server: they follow its grants.

use std::{path::PathBuf, sync::Arc};

use domain::ServerId;
use host_api::{Event, LogLevelView};
use launcher::Process;
use messages::{Phrase, phrases};
use sandbox::{Access, Change, ChangeError, FolderChange, FolderGrant};
use tokio::sync::watch;

use crate::{
    inner::Inner,
    server::{Sandboxed, ServerSnapshot, server_view},
};

/// Changes the folders of a running server to those that are granted to it. Returns why it has to be restarted, if it has to be:
/// it still holds something of a folder that was taken from it, or its folders cannot be changed while it runs.
pub(super) async fn follow_grants(
    inner: &Inner,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    process: &mut Process,
) -> Option<Phrase> {
    let sandbox = snapshot.borrow().sandbox.clone()?;
    // Where nothing is enforced, there is nothing to change.
    if !sandbox.report.files.is_enforced() {
        return None;
    }
    let id = snapshot.borrow().record.id;
    let wanted = inner.sandbox_folders(id).await;
    // From before the server gets a folder.
    sandbox.outlook.follow(&wanted).await;
    let mut folders = sandbox.folders.clone();
    let mut restart = None;
    for change in changes(&folders, &wanted) {
        let answer = process.change_folder(&change).await;
        note(snapshot, &change, &answer);
        match answer {
            Ok(Change::Done) => apply(&mut folders, &change),
            // Until it has ended, it has the folder.
            Ok(Change::Held) => restart = Some(held(&change)),
            Err(error) => {
                restart = Some(cannot_follow(&change, error));
            }
        }
        if restart.is_some() {
            break;
        }
    }
    if folders != sandbox.folders {
        let now = Some(Arc::new(Sandboxed {
            folders,
            ..(*sandbox).clone()
        }));
        snapshot.send_modify(|old| Arc::make_mut(old).sandbox = now);
        inner.emit(Event::Server {
            server: Box::new(server_view(&snapshot.borrow())),
        });
    }
    restart
}

/// Whether a server that is starting already sees a folder that is no longer granted to it, or not in this way.
pub(super) async fn sees_too_much(inner: &Inner, snapshot: &ServerSnapshot, id: ServerId) -> bool {
    let Some(sandbox) = &snapshot.sandbox else {
        return false;
    };
    let wanted = inner.sandbox_folders(id).await;
    let taken = |change: &FolderChange| match change {
        FolderChange::Revoke(_) => true,
        FolderChange::Grant(_) => false,
        FolderChange::Access(_, access) => !access.writes(),
    };
    changes(&sandbox.folders, &wanted).iter().any(taken)
}

/// The changes from the folders that a server has to those it should have; what is taken comes first.
fn changes(has: &[FolderGrant], wanted: &[FolderGrant]) -> Vec<FolderChange> {
    // What is written elsewhere is another folder to the server: it comes by a mount of its own.
    let stays = |a: &FolderGrant, b: &FolderGrant| {
        a.access == b.access || !(a.access.is_staged() || b.access.is_staged())
    };
    let same = |a: &FolderGrant, b: &FolderGrant| {
        (&a.path, a.device, a.inode) == (&b.path, b.device, b.inode) && stays(a, b)
    };
    let gone = has
        .iter()
        .filter(|old| !wanted.iter().any(|new| same(old, new)));
    let revoked = gone.map(|old| FolderChange::Revoke(old.path.clone()));
    let differs = wanted.iter().filter(|new| {
        let mut has = has.iter();
        has.any(|old| same(old, new) && old.access != new.access)
    });
    let mut access: Vec<FolderChange> = differs
        .map(|new| FolderChange::Access(new.path.clone(), new.access.clone()))
        .collect();
    access
        .sort_by_key(|change| matches!(change, FolderChange::Access(_, access) if access.writes()));
    let new = wanted
        .iter()
        .filter(|new| !has.iter().any(|old| same(old, new)));
    let granted = new.map(|new| FolderChange::Grant(new.clone()));
    revoked.chain(access).chain(granted).collect()
}

fn apply(folders: &mut Vec<FolderGrant>, change: &FolderChange) {
    match change {
        FolderChange::Grant(grant) => folders.push(grant.clone()),
        FolderChange::Revoke(path) => folders.retain(|folder| folder.path != *path),
        FolderChange::Access(path, access) => {
            for folder in folders.iter_mut().filter(|folder| folder.path == *path) {
                folder.access.clone_from(access);
            }
        }
    }
}

fn path_of(change: &FolderChange) -> &PathBuf {
    match change {
        FolderChange::Grant(grant) => &grant.path,
        FolderChange::Revoke(path) | FolderChange::Access(path, _) => path,
    }
}

fn shown(change: &FolderChange) -> String {
    domain::visible(&path_of(change).to_string_lossy())
}

fn held(change: &FolderChange) -> Phrase {
    phrases::host_confinement_held(shown(change))
}

fn cannot_follow(change: &FolderChange, error: ChangeError) -> Phrase {
    let path = shown(change);
    match error {
        ChangeError::NeedsRestart | ChangeError::Nested => {
            phrases::host_confinement_needs_restart(path)
        }
        ChangeError::Path
        | ChangeError::Granted
        | ChangeError::NotGranted
        | ChangeError::AnotherFolder
        | ChangeError::Refused(_) => phrases::host_confinement_not_changed(path, error.to_string()),
    }
}

fn note(
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    change: &FolderChange,
    answer: &Result<Change, ChangeError>,
) {
    let path = shown(change);
    let phrase = match (answer, change) {
        (Ok(Change::Done), FolderChange::Grant(_)) => phrases::host_confinement_shown(path),
        (Ok(Change::Done), FolderChange::Revoke(_)) => phrases::host_confinement_hidden(path),
        (Ok(Change::Done), FolderChange::Access(_, Access::Read)) => {
            phrases::host_confinement_read_only(path)
        }
        (Ok(Change::Done), FolderChange::Access(_, Access::Write | Access::Staged(_))) => {
            phrases::host_confinement_writable(path)
        }
        // The restart that follows says it.
        (Ok(Change::Held) | Err(_), _) => return,
    };
    let log = Arc::clone(&snapshot.borrow().book);
    log.log.note(LogLevelView::Info, phrase);
}

#[cfg(test)]
mod tests {
    use sandbox::Layers;

    use super::*;

    fn folder(path: &str, access: Access) -> FolderGrant {
        FolderGrant {
            path: path.into(),
            device: 1,
            inode: path.len() as u64,
            access,
            execute: false,
            own: false,
            hidden: Vec::new(),
        }
    }

    #[test]
    fn what_is_taken_comes_before_what_is_given() {
        let has = [
            folder("/a", Access::Read),
            folder("/bb", Access::Write),
            folder("/ccc", Access::Read),
            folder("/eeeee", Access::Write),
        ];
        let layers = Layers {
            upper: "/upper".into(),
            work: "/work".into(),
        };
        let staged = folder("/eeeee", Access::Staged(layers));
        let another = FolderGrant {
            inode: 99,
            ..folder("/ccc", Access::Read)
        };
        let wanted = [
            folder("/dddd", Access::Read),
            folder("/a", Access::Write),
            folder("/bb", Access::Read),
            another.clone(),
            staged.clone(),
        ];
        let all = changes(&has, &wanted);
        assert_eq!(
            all,
            [
                FolderChange::Revoke("/ccc".into()),
                FolderChange::Revoke("/eeeee".into()),
                FolderChange::Access("/bb".into(), Access::Read),
                FolderChange::Access("/a".into(), Access::Write),
                FolderChange::Grant(folder("/dddd", Access::Read)),
                FolderChange::Grant(another),
                FolderChange::Grant(staged),
            ]
        );
        let mut now = has.to_vec();
        for change in &all {
            apply(&mut now, change);
        }
        assert!(changes(&now, &wanted).is_empty());
    }
}
