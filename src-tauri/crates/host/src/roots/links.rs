//! Links in a granted folder that lead to what a confined server does not see.

use std::{
    fs,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use domain::{LaunchSpec, ServerId};
use host_api::{ApiError, Event};

use super::FIND_OUT;
use crate::{
    inner::{Host, Inner},
    state::{OutsideLinks, RootState},
    walk::{QUICK, walk},
};

/// Places that every sandbox provides itself.
const PROVIDED: [&str; 3] = ["/proc", "/dev", "/innkeeper"];

impl Host {
    /// Counts the links in the folders of a local server that its sandbox does not follow, within a time limit for each folder.
    /// [`Host::roots`] shows the counts. It does nothing for a server without a sandbox.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn count_links(&self, server: ServerId) -> Result<(), ApiError> {
        self.inner.servers.handle(server)?;
        self.inner.count_links(server).await;
        Ok(())
    }
}

impl Inner {
    /// Counts the links in the folders of a confined server that lead to what it does not see, and shows the new counts.
    pub(crate) async fn count_links(&self, server: ServerId) {
        let Some(mut seen) = self.shown_programs(server).await else {
            return;
        };
        let held = self.folders.of(server);
        seen.extend(held.iter().map(|root| PathBuf::from(&root.grant.path)));
        let mut changed = false;
        for root in held.iter().filter(|root| root.state == RootState::Here) {
            let (folder, seen) = (PathBuf::from(&root.grant.path), seen.clone());
            let counting = tokio::task::spawn_blocking(move || leading_outside(&folder, &seen));
            // Without an answer of its disk, nothing is known of the folder.
            let found = tokio::time::timeout(FIND_OUT, counting).await;
            if let Ok(Ok(links)) = found {
                changed |= self.folders.set_links(&root.grant, links);
            }
        }
        if changed {
            self.emit(Event::Roots {
                server: server.to_string(),
            });
        }
    }

    /// Counts the links again, without waiting for it.
    pub(crate) fn recount_links(self: &Arc<Self>, server: ServerId) {
        let inner = Arc::clone(self);
        tokio::spawn(async move {
            tokio::select! {
                () = inner.count_links(server) => {}
                () = inner.closing.cancelled() => {}
            }
        });
    }

    /// Returns the program files that a confined server sees; none if it has no sandbox.
    async fn shown_programs(&self, server: ServerId) -> Option<Vec<PathBuf>> {
        let snapshot = self.servers.snapshot(server)?;
        if let Some(sandbox) = &snapshot.sandbox {
            return Some(sandbox.confined.programs.clone());
        }
        match self.launch_spec(&snapshot.record).await {
            Ok(LaunchSpec::Local(launch)) => Some(launch.confinement.confined()?.programs.clone()),
            Ok(LaunchSpec::Remote(_)) | Err(_) => None,
        }
    }
}

/// Counts the links in a folder that lead to none of the paths that are seen, nor to the system's programs. No link is followed: a
/// link to another link counts by where its own text leads.
fn leading_outside(folder: &Path, seen: &[PathBuf]) -> OutsideLinks {
    let mut count = 0_u32;
    let whole = walk(folder, QUICK, |entry, kind, within| {
        if kind.is_symlink()
            && let Ok(text) = fs::read_link(entry.path())
        {
            let target = target_of(&within.join(text));
            let provided = PROVIDED.iter().any(|place| target.starts_with(place));
            let is_seen = seen.iter().any(|path| target.starts_with(path));
            if !(provided || is_seen || launcher::is_system(&target)) {
                count = count.saturating_add(1);
            }
        }
        true
    });
    OutsideLinks {
        count,
        at_least: !whole,
    }
}

/// Returns an absolute path without `.` and `..`, as text: nothing is looked up.
fn target_of(path: &Path) -> PathBuf {
    let mut target = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                target.pop();
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) | Component::Normal(_) => target.push(part),
        }
    }
    target
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_links_to_what_is_not_seen_are_counted() {
        let dir = tempfile::tempdir().unwrap();
        let top = dunce::canonicalize(dir.path()).unwrap();
        let (work, other) = (top.join("work"), top.join("other"));
        fs::create_dir_all(work.join("deep")).unwrap();
        fs::create_dir_all(&other).unwrap();
        for (target, link) in [
            ("deep", "inside"),
            ("../work/deep", "around"),
            ("../../../usr/bin/env", "deep/../up"),
            ("/usr/bin/env", "system"),
            ("../other/file", "deep/missing"),
            ("../other", "beside"),
            ("/home/somebody/else", "away"),
            ("/dev/null", "device"),
        ] {
            symlink(target, work.join(link)).unwrap();
        }
        symlink(&other, work.join("deep/whole")).unwrap();
        let seen = vec![work.clone()];
        let found = leading_outside(&work, &seen);
        // `deep/missing` leads to `work/other`, which is inside.
        assert_eq!((found.count, found.at_least), (3, false));
        let both = vec![work.clone(), other];
        assert_eq!(leading_outside(&work, &both).count, 1);
        // A link that leads to itself is one link.
        symlink("loop", work.join("loop")).unwrap();
        assert_eq!(leading_outside(&work, &both).count, 1);
    }
}
