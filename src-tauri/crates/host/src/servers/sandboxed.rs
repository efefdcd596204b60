//! What of its sandbox stopped a running server, as far as its error tells.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use domain::{LaunchSpec, ServerId};
use messages::Text;

use crate::{inner::Inner, servers::diagnosis::Evidence};

/// Time limit for the search: paths that a server names are looked for on the disk, and may lie on a slow one.
const LIMIT: Duration = Duration::from_secs(2);

/// Returns what of its sandbox stopped a running server since a call began, and what to do, if its error or a refused host tells. The
/// text is for the user alone: it tells which files exist that the server cannot see.
pub(crate) async fn sandbox_barrier(
    inner: &Inner,
    server: ServerId,
    began: Instant,
    error: String,
) -> Option<Text> {
    let snapshot = inner.servers.snapshot(server)?;
    snapshot.sandbox.as_ref()?;
    let search = async {
        // The thread keeps it for as long as it looks, also past the limit.
        let diagnosis = Arc::clone(&snapshot.book.diagnosis);
        let permit = diagnosis.acquire_owned().await.ok()?;
        let LaunchSpec::Local(launch) = inner.launch_spec(&snapshot.record).await.ok()? else {
            return None;
        };
        let home = inner.private_path(server);
        let folders = inner.sandbox_folders(server).await;
        let refused = inner.refused_hosts(server, Some(began));
        let granted: Vec<PathBuf> = folders.into_iter().map(|folder| folder.path).collect();
        let search = move || {
            let _permit = permit;
            let evidence = Evidence {
                server: &snapshot.record.name,
                launch: &launch,
                home: Some(&home),
                granted: &granted,
                run: None,
                exit: None,
                stderr: &error,
                printed: Vec::new(),
                may_ask: mcp::MayAsk::default(),
                refused,
                veil: &snapshot.book.veil,
            };
            evidence.barrier()
        };
        tokio::task::spawn_blocking(search).await.ok()?
    };
    tokio::time::timeout(LIMIT, search).await.ok()?
}
