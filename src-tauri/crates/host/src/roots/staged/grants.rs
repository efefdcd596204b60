//! Where the changes of a folder are kept, whether this system can keep them, and how many are pending.

use std::{path::PathBuf, time::Duration};

use domain::{Confinement, Enforcement, LaunchSpec, RootAccess, RootGrant, ServerId, visible};
use host_api::{ApiError, Event};
use messages::{Phrase, phrases};
use sandbox::{Access, Layers};
use sha2::{Digest as _, Sha256};
use staging::{Bounds, Lower, Staged};

use super::read::failed;
use crate::{inner::Inner, roots::invalid};

/// The folder of the layers, beside the private folder of their server.
const FOLDER: &str = "staged";
/// Time limit of counting the changes of one folder.
const COUNT: Duration = Duration::from_secs(30);
/// How many bytes of a path's digest name its layer.
const NAME: usize = 16;

impl Inner {
    /// Returns the folder with the layer of a grant, or of a folder that was granted once.
    pub(super) fn staged(&self, server: ServerId, folder: &str) -> Result<Staged, ApiError> {
        let granted = self.staged_grant(server, folder).ok();
        let unknown = || invalid(phrases::host_staged_not_granted(visible(folder)));
        let lower = match granted.as_ref().map(lower_of) {
            Some(Some(lower)) => lower,
            Some(None) | None => {
                Lower::at(folder.as_ref()).map_err(|error| failed(folder, &error))?
            }
        };
        let store = self.layer_path(server, folder).ok_or_else(unknown)?;
        let staged = Staged::new(lower, store);
        if granted.is_none() && !staged.exists() {
            return Err(unknown());
        }
        Ok(staged)
    }

    /// Returns the grant of a folder that is written to under review.
    pub(super) fn staged_grant(
        &self,
        server: ServerId,
        folder: &str,
    ) -> Result<RootGrant, ApiError> {
        let held = self.folders.of(server);
        let grant = held
            .into_iter()
            .map(|root| root.grant)
            .find(|grant| grant.path == folder && grant.access == RootAccess::Staged);
        grant.ok_or_else(|| invalid(phrases::host_staged_not_granted(visible(folder))))
    }

    fn layers_of(&self, server: ServerId) -> Option<PathBuf> {
        let private = dunce::canonicalize(&self.config.data_dir).ok()?;
        Some(
            private
                .join(crate::confinement::FOLDER)
                .join(server.to_string())
                .join(FOLDER),
        )
    }

    fn layer_path(&self, server: ServerId, folder: &str) -> Option<PathBuf> {
        let digest = Sha256::digest(folder.as_bytes());
        let name: String = digest
            .iter()
            .take(NAME)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Some(self.layers_of(server)?.join(name))
    }

    /// Returns the access of a folder under review as the sandbox takes it. Its layer exists then. None: it cannot be kept, so the
    /// server gets nothing of the folder.
    pub(crate) async fn staged_access(&self, grant: &RootGrant) -> Option<Access> {
        if self.no_staging().await.is_some() {
            return None;
        }
        let staged = Staged::new(
            lower_of(grant)?,
            self.layer_path(grant.server, &grant.path)?,
        );
        let layers = Layers {
            upper: staged.upper(),
            work: staged.work(),
        };
        let made = tokio::task::spawn_blocking(move || staged.make()).await;
        match made
            .map_err(|_| "the thread ended".to_owned())
            .and_then(|made| made.map_err(|error| error.to_string()))
        {
            Ok(()) => Some(Access::Staged(layers)),
            Err(error) => {
                tracing::warn!(error, "a layer for reviewed changes could not be made");
                None
            }
        }
    }

    /// Finishes what an interrupted apply left in the layers of a server that is about to start.
    pub(crate) async fn prepare_layers(&self, server: ServerId) {
        for root in self.folders.of(server) {
            let grant = root.grant;
            if grant.access != RootAccess::Staged {
                continue;
            }
            let Ok(staged) = self.staged(server, &grant.path) else {
                continue;
            };
            let prepared = tokio::task::spawn_blocking(move || staged.prepare()).await;
            if let Ok(Err(error)) = prepared {
                tracing::warn!(%error, "a layer of reviewed changes could not be prepared");
            }
        }
    }

    /// Returns why this system cannot keep changes apart; none if it can.
    async fn no_staging(&self) -> Option<String> {
        if self.enforcement().await != Enforcement::Full {
            return Some("no user namespaces".to_owned());
        }
        let find = async {
            let places = self
                .probe_folders()
                .ok_or_else(|| "no folder for a trial".to_owned())?;
            launcher::staging_works(&self.config.guard, &places).await
        };
        self.enforcement.staging_or(find).await.err()
    }

    fn probe_folders(&self) -> Option<launcher::StagingProbe> {
        let home = self.private_folder("probe").ok()?;
        let own = home.parent()?.to_owned();
        let probe = launcher::StagingProbe {
            home,
            lower: own.join("lower"),
            upper: own.join("upper"),
            work: own.join("work"),
        };
        for folder in [&probe.lower, &probe.upper, &probe.work] {
            std::fs::create_dir_all(folder).ok()?;
        }
        Some(probe)
    }

    /// Returns why a server cannot write to a folder under review; none if it can.
    pub(crate) async fn unstaged(&self, server: ServerId) -> Option<Phrase> {
        let record = self.servers.snapshot(server)?.record.clone();
        if record.url.is_some() {
            return Some(phrases::host_staged_remote());
        }
        if let Some(why) = self.no_staging().await {
            return Some(phrases::host_staged_unsupported(why));
        }
        match self.launch_spec(&record).await {
            Ok(LaunchSpec::Local(launch)) => match launch.confinement {
                Confinement::Confined(_) => None,
                Confinement::Unconfined { .. } => Some(phrases::host_staged_unconfined()),
            },
            Ok(LaunchSpec::Remote(_)) => Some(phrases::host_staged_remote()),
            // What is wrong with its command is said when it starts.
            Err(_) => None,
        }
    }

    /// Returns why the changes of this very folder cannot be kept apart from it: it holds Innkeeper's data or another file system, or
    /// lies on one that cannot be covered. None if they can.
    pub(crate) async fn unstaged_folder(&self, path: &str) -> Option<Phrase> {
        let probe = launcher::StagingProbe {
            lower: path.into(),
            ..self.probe_folders()?
        };
        let tried = launcher::staging_works(&self.config.guard, &probe).await;
        tried.err().map(phrases::host_staged_folder)
    }

    /// Whether a folder under review is not to be named to a server: it does not see it in this way.
    pub(crate) fn is_unseen_stage(&self, grant: &RootGrant) -> bool {
        if grant.access != RootAccess::Staged {
            return false;
        }
        let snapshot = self.servers.snapshot(grant.server);
        let sandbox = snapshot.and_then(|snapshot| snapshot.sandbox.clone());
        !sandbox.is_some_and(|sandbox| {
            let mut folders = sandbox.folders.iter();
            folders
                .any(|seen| seen.path.as_os_str() == grant.path.as_str() && seen.access.is_staged())
        })
    }

    /// Returns the paths of the folders that a server writes to under review.
    pub(crate) fn reviewed_roots(&self, server: ServerId) -> Vec<String> {
        let grants = self.folders.of(server).into_iter().map(|root| root.grant);
        let staged = grants.filter(|grant| grant.access == RootAccess::Staged);
        staged.map(|grant| grant.path).collect()
    }

    /// Counts the pending changes of a server's folders for their rows.
    pub(crate) async fn count_pending(&self, server: ServerId) {
        let mut changed = false;
        for grant in self.folders.take_touched(server) {
            let Ok(staged) = self.staged(server, &grant.path) else {
                continue;
            };
            let reading = tokio::task::spawn_blocking(move || staged.pending(&Bounds::default()));
            // Without an answer of its disk, nothing is known of it.
            let read = tokio::time::timeout(COUNT, reading).await;
            let Ok(Ok(Ok(pending))) = read else {
                continue;
            };
            let count = u32::try_from(pending.changes.len()).unwrap_or(u32::MAX);
            changed |= self.folders.set_pending(&grant, count);
        }
        if changed {
            self.emit(Event::Roots {
                server: server.to_string(),
            });
        }
    }

    /// Deletes the layers of a server with all pending changes.
    pub(crate) async fn delete_layers(&self, server: ServerId) {
        let Some(layers) = self.layers_of(server) else {
            return;
        };
        let deleting = tokio::task::spawn_blocking(move || {
            for entry in std::fs::read_dir(&layers).into_iter().flatten().flatten() {
                let lower = Lower {
                    path: PathBuf::new(),
                    device: 0,
                    inode: 0,
                };
                if let Err(error) = Staged::new(lower, entry.path()).discard_all() {
                    tracing::warn!(%error, "a layer of reviewed changes could not be deleted");
                }
            }
        });
        let _ = deleting.await;
    }
}

/// The folder of a grant, as it was when it was granted.
fn lower_of(grant: &RootGrant) -> Option<Lower> {
    let folder = crate::confinement::identified(grant)?;
    Some(Lower {
        path: folder.path,
        device: folder.device,
        inode: folder.inode,
    })
}
