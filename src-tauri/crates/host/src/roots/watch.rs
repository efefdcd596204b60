//! Checks whether a granted folder is still the one that was granted.

use std::{fs, path::Path, sync::Arc, time::Duration};

use domain::RootGrant;
use messages::{Phrase, phrases};
use tokio::time::MissedTickBehavior;

use crate::{eye::Eye, inner::Inner, state::RootState};

/// Interval between checks of the granted folders.
pub(super) const PAUSE: Duration = Duration::from_secs(2);
/// Timeout of a check of one folder, since a network disk may never answer.
pub(super) const LOOK: Duration = Duration::from_secs(1);

/// Returns why a folder is withdrawn; none if it is not.
pub(super) fn trouble(state: RootState) -> Option<Phrase> {
    match state {
        RootState::Here => None,
        RootState::Gone => Some(phrases::host_root_gone()),
        RootState::Other => Some(phrases::host_root_replaced()),
        RootState::Unreadable => Some(phrases::host_root_locked()),
        RootState::Silent => Some(phrases::host_root_no_answer()),
    }
}

/// Checks a folder. The call blocks while its disk hangs, so callers use a timeout.
fn look(grant: &RootGrant) -> RootState {
    let path = Path::new(&grant.path);
    let Ok(real) = dunce::canonicalize(path) else {
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

/// Checks a folder, within [`LOOK`], once no other check of it runs.
pub(super) async fn look_at(eye: Eye, grant: RootGrant) -> RootState {
    let looking = async {
        let looks = eye.open().await;
        tokio::task::spawn_blocking(move || {
            let state = look(&grant);
            drop(looks);
            state
        })
        .await
    };
    match tokio::time::timeout(LOOK, looking).await {
        Ok(Ok(state)) => state,
        Ok(Err(_)) | Err(_) => RootState::Silent,
    }
}

/// Returns the identity of a folder, independent of its name.
#[cfg(unix)]
pub(super) fn identity(path: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let meta = fs::metadata(path).ok()?;
    Some(format!("{}:{}", meta.dev(), meta.ino()))
}

/// Returns no identity: this platform has no persistent number without an open handle.
#[cfg(not(unix))]
pub(super) fn identity(_: &Path) -> Option<String> {
    None
}

/// Watches every granted folder until the host closes.
pub(crate) async fn follow(inner: Arc<Inner>) {
    let mut ticks = tokio::time::interval(PAUSE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = inner.closing.cancelled() => return,
        }
        let servers = inner.folders.servers();
        let looks = servers
            .into_iter()
            .map(|server| inner.look_at_roots(server));
        futures_util::future::join_all(looks).await;
        for server in inner.folders.servers() {
            inner.count_pending(server).await;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use domain::{RootAccess, RootPass, ServerId};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_disk_that_hangs_is_asked_by_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = dunce::canonicalize(folder.path()).unwrap();
        let grant = RootGrant {
            server: ServerId::new(),
            path: path.to_str().unwrap().to_owned(),
            name: "work".into(),
            access: RootAccess::Read,
            pass: RootPass::Asked,
            identity: identity(&path),
        };
        let eye = Eye::default();
        let hangs = eye.clone().open().await;
        for _ in 0..3 {
            let seen = look_at(eye.clone(), grant.clone()).await;
            assert_eq!(seen, RootState::Silent);
        }
        // No caller waits for it any more, and none of the three checks ran.
        assert_eq!(eye.holders(), 2);
        drop(hangs);
        let other = RootGrant {
            identity: Some("another folder".into()),
            ..grant.clone()
        };
        assert_eq!(look(&grant), RootState::Here);
        assert_eq!(look_at(eye.clone(), grant).await, RootState::Here);
        if cfg!(unix) {
            assert_eq!(look_at(eye, other).await, RootState::Other);
        }
    }
}
