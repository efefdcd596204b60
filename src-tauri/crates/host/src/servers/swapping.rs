//! Puts a changed server in the place of the one that is known: whatever may fail comes before it, so that no failure drops a server.

use std::time::Duration;

use domain::ServerId;
use host_api::ApiError;
use store::{NewServer, ServerRecord, Store};

use crate::state::{Servers, not_found};

/// Time limit for stopping a server before it is changed.
const END: Duration = Duration::from_secs(8);

/// Returns a stored server in the form of a new one.
pub(super) fn as_new(record: ServerRecord) -> NewServer {
    NewServer {
        name: record.name,
        command: record.command,
        args: record.args,
        cwd: record.cwd,
        env: record.env,
        url: record.url,
        headers: record.headers,
    }
}

/// Returns a server as it is stored.
///
/// # Errors
/// There is no such server, it was removed, or it could not be read.
pub(super) async fn stored(store: &Store, id: ServerId) -> Result<ServerRecord, ApiError> {
    store.servers().get(id).await?.ok_or_else(not_found)
}

/// Stops a server for its replacement, and returns what to install at once: `record`, which was read after the last change, or what was
/// stored since. `stopped` runs after the server ended and cannot fail.
///
/// # Errors
/// The server was removed meanwhile.
pub(super) async fn stop_for(
    servers: &Servers,
    store: &Store,
    record: ServerRecord,
    stopped: impl Future<Output = ()>,
) -> Result<ServerRecord, ApiError> {
    let id = record.id;
    if let Some(old) = servers.get(id) {
        servers.remove(id);
        old.shut_down(END).await;
    }
    stopped.await;
    match store.servers().get(id).await {
        Ok(Some(latest)) => Ok(latest),
        Ok(None) => Err(not_found()),
        Err(error) => {
            tracing::warn!(%error, "a changed server continues as it was read before it ended");
            Ok(record)
        }
    }
}

/// Stores a server again as it was before a change that failed. The server was not stopped.
pub(super) async fn restore(store: &Store, before: &ServerRecord) {
    let (servers, id) = (store.servers(), before.id);
    let restored = async {
        servers.update(id, &as_new(before.clone())).await?;
        servers.set_confinement(id, &before.confinement).await?;
        if before.bundle.is_some() {
            servers.set_bundle(id, before.bundle.as_ref()).await?;
            servers.set_package(id, before.package.as_ref()).await?;
        }
        Ok::<(), store::StoreError>(())
    };
    if let Err(error) = restored.await {
        tracing::warn!(%error, "a server could not be stored as before a change that failed");
    }
}
