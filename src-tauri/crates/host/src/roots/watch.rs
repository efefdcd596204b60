//! Whether a granted folder is still the one that was granted.

use std::{fs, path::Path, sync::Arc, time::Duration};

use domain::RootGrant;
use tokio::time::MissedTickBehavior;

use crate::{Inner, lock};

/// Pause between two looks at the granted folders.
pub(super) const PAUSE: Duration = Duration::from_secs(2);
/// The longest that a look at one folder is waited for: a disk of the network may never answer.
pub(super) const LOOK: Duration = Duration::from_secs(1);

/// How a granted folder stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RootState {
    /// As it was granted.
    Here,
    /// There is nothing at its path, or no folder.
    Gone,
    /// Its path leads to another folder now.
    Other,
    /// It may not be read.
    Unreadable,
    /// Its disk does not answer.
    Silent,
}

/// Looks at a folder now. Whoever holds a path of a disk that hangs waits; callers bound it.
fn look(grant: &RootGrant) -> RootState {
    let path = Path::new(&grant.path);
    let Ok(real) = path.canonicalize() else {
        return match path.try_exists() {
            Ok(_) => RootState::Gone,
            Err(_) => RootState::Unreadable,
        };
    };
    if real != path {
        return RootState::Other;
    }
    if !real.is_dir() {
        return RootState::Gone;
    }
    if grant.identity.is_some() && identity(&real) != grant.identity {
        return RootState::Other;
    }
    match fs::read_dir(&real) {
        Ok(_) => RootState::Here,
        Err(_) => RootState::Unreadable,
    }
}

/// Looks at a folder, within [`LOOK`].
pub(super) async fn look_at(grant: RootGrant) -> RootState {
    let looking = tokio::task::spawn_blocking(move || look(&grant));
    match tokio::time::timeout(LOOK, looking).await {
        Ok(Ok(state)) => state,
        Ok(Err(_)) | Err(_) => RootState::Silent,
    }
}

/// Which folder it is, whatever its name.
#[cfg(unix)]
pub(super) fn identity(path: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let meta = fs::metadata(path).ok()?;
    Some(format!("{}:{}", meta.dev(), meta.ino()))
}

/// Which folder it is: this platform gives no number that lasts without an open handle.
#[cfg(not(unix))]
pub(super) fn identity(_: &Path) -> Option<String> {
    None
}

/// Follows every granted folder until the host closes.
pub(crate) async fn follow(inner: Arc<Inner>) {
    let mut ticks = tokio::time::interval(PAUSE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = inner.closing.cancelled() => return,
        }
        let mut grants = Vec::new();
        for held in lock(&inner.roots).values_mut().flatten() {
            // A disk that hangs keeps one thread, not one more each time.
            if !held.looking {
                held.looking = true;
                grants.push(held.grant.clone());
            }
        }
        futures_util::future::join_all(grants.into_iter().map(|g| follow_one(&inner, g))).await;
    }
}

async fn follow_one(inner: &Arc<Inner>, grant: RootGrant) {
    let (own, again) = (Arc::clone(inner), grant.clone());
    let looking = tokio::task::spawn_blocking(move || {
        let state = look(&again);
        own.root_is(&again, state, false);
    });
    if tokio::time::timeout(LOOK, looking).await.is_err() {
        inner.root_is(&grant, RootState::Silent, true);
    }
}
