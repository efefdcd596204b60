//! A folder that its server does not see for the time in which its layer is changed.

use std::time::Duration;

use domain::ServerId;
use host_api::{ApiError, ErrorCode, ServerStateView};
use messages::phrases;
use staging::StagingError;

use super::read::failed;
use crate::{inner::Inner, server::ServerSnapshot};

/// Time limit for a server to lose the folder, which may take its restart.
const DETACH: Duration = Duration::from_secs(20);

/// Gives the folder back when it is dropped.
struct Detached<'a> {
    inner: &'a Inner,
    server: ServerId,
    folder: &'a str,
}

impl Drop for Detached<'_> {
    fn drop(&mut self) {
        self.inner.folders.end_review(self.server, self.folder);
    }
}

impl Inner {
    /// Runs `work` on the layer of a folder while no server sees it.
    ///
    /// # Errors
    /// The server still uses the folder, or `work` failed.
    pub(super) async fn with_folder_detached<T: Send + 'static>(
        &self,
        server: ServerId,
        folder: &str,
        work: impl FnOnce() -> Result<T, StagingError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = || ApiError::new(ErrorCode::Stale, phrases::host_staged_busy());
        if !self.folders.begin_review(server, folder) {
            return Err(busy());
        }
        let detached = Detached {
            inner: self,
            server,
            folder,
        };
        self.apply_folders(server).await;
        let done = if self.loses(server, folder).await {
            // A task of its own: it goes on to its end even if the caller gives up.
            let working = tokio::task::spawn_blocking(work).await;
            let done = working.map_err(|_| busy());
            done.and_then(|done| done.map_err(|error| failed(folder, &error)))
        } else {
            Err(ApiError::new(
                ErrorCode::Timeout,
                phrases::host_staged_in_use(domain::visible(folder)),
            )
            .hint(phrases::host_staged_in_use_hint()))
        };
        drop(detached);
        self.apply_folders(server).await;
        self.count_pending(server).await;
        done
    }

    /// Waits until a server does not see a folder.
    async fn loses(&self, server: ServerId, folder: &str) -> bool {
        let Some(handle) = self.servers.get(server) else {
            return true;
        };
        let mut watch = handle.watch();
        let lost = watch.wait_for(|now| !sees(now, folder));
        tokio::time::timeout(DETACH, lost).await.is_ok()
    }
}

fn sees(server: &ServerSnapshot, folder: &str) -> bool {
    match &server.sandbox {
        Some(sandbox) => {
            let mut folders = sandbox.folders.iter();
            folders.any(|seen| seen.path.as_os_str() == folder)
        }
        // One that starts may have been given it a moment ago.
        None => matches!(server.state, ServerStateView::Starting { .. }),
    }
}
