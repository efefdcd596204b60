//! Removal of servers: hidden at once, deleted permanently after the undo period.

use std::{sync::Arc, time::Duration};

use domain::ServerId;
use host_api::{ApiError, ErrorCode, Event, ServerStateView, ServerView};
use messages::phrases;
use secrets::KeychainStatus;
use store::ServerRecord;

use crate::{
    inner::{Host, Inner},
    server::StartBy,
    servers::{
        adding::{free_name, name_taken},
        names::kept_names,
        swapping::stored,
    },
    state::{Aside, not_found},
};

/// Time limit for stopping a removed server.
const END: Duration = Duration::from_secs(8);

/// The undo period. The window's own period is shorter, unless the window is held open or hangs.
const UNDO: Duration = Duration::from_secs(120);

impl Host {
    /// Stops a server and removes it from all lists. [`Host::restore_server`] restores it; [`Host::forget_server`] or the next
    /// start of the program deletes its data.
    ///
    /// # Errors
    /// There is no such server, or it could not be stored; then nothing changed.
    pub async fn put_server_aside(&self, id: ServerId) -> Result<(), ApiError> {
        let inner = &self.inner;
        let handle = inner.servers.handle(id)?;
        let ran = matches!(
            handle.snapshot().state,
            ServerStateView::Ready { .. }
                | ServerStateView::Starting { .. }
                | ServerStateView::BackingOff { .. }
        );
        inner.store.servers().put_aside(id).await?;
        inner.servers.remove(id);
        inner.servers.put_aside(
            id,
            Aside {
                handle: handle.clone(),
                ran,
            },
        );
        inner.consent.withdraw_server(id);
        drop(tokio::spawn(handle.shut_down(END)));
        tokio::spawn(forget_in_time(self.clone(), id));
        inner.emit(Event::ServerRemoved { id: id.to_string() });
        Ok(())
    }

    /// Restores a removed server with its values, rules and position. It starts again if it was running and its launch is still
    /// accepted. If its name was taken meanwhile, a number is appended.
    ///
    /// # Errors
    /// It was deleted already, or could not be stored.
    pub async fn restore_server(&self, id: ServerId) -> Result<ServerView, ApiError> {
        let inner = &self.inner;
        let gone = || {
            ApiError::new(ErrorCode::NotFound, phrases::host_removed_for_good())
                .hint(phrases::host_hint_add_again())
        };
        let aside = inner.servers.take_aside(id).ok_or_else(gone)?;
        // Two instances of the same server never run at once.
        let _ = tokio::time::timeout(END, aside.handle.ended()).await;
        let back = async {
            let name = free_name(inner, &aside.handle.snapshot().record.name).await?;
            let servers = inner.store.servers();
            let named = servers.bring_back(id, &name).await;
            named.map_err(name_taken(&name))?;
            let record = stored(&inner.store, id).await;
            if record.is_err()
                && let Err(error) = servers.put_aside(id).await
            {
                tracing::warn!(%error, "a server that is still removed is stored as restored");
            }
            record
        };
        let record = match back.await {
            Ok(record) => record,
            Err(error) => {
                inner.servers.put_aside(id, aside);
                return Err(error);
            }
        };
        let start = aside.ran && record.enabled && record.launch_grant.is_some();
        let view = inner.install(record);
        if start {
            inner.servers.handle(id)?.start(StartBy::AppStart);
        }
        Ok(view)
    }

    /// Deletes the data of a removed server: its values, rules and accepted launch. Its calls are kept.
    ///
    /// # Errors
    /// It is not removed, or the keychain or the store refuse: the next start of the program tries again.
    pub async fn forget_server(&self, id: ServerId) -> Result<(), ApiError> {
        let aside = self.inner.servers.take_aside(id).ok_or_else(not_found)?;
        let record = &aside.handle.snapshot().record;
        self.inner.purge_server(record).await.map_err(|error| {
            let message = phrases::host_not_purged(&error.message, &record.name);
            ApiError::new(error.code, message).hint(phrases::host_hint_next_start())
        })
    }

    /// Stops and deletes a server with its secrets and grants, at once. A new server of the same name inherits nothing.
    ///
    /// # Errors
    /// There is no such server, or the keychain or the store refuse; the next start of the program tries again.
    pub async fn remove_server(&self, id: ServerId) -> Result<(), ApiError> {
        self.put_server_aside(id).await?;
        self.forget_server(id).await
    }
}

impl Inner {
    async fn purge_server(&self, record: &ServerRecord) -> Result<(), ApiError> {
        let mut names = kept_names(&record.env, &record.headers);
        if record.account {
            names.extend(oauth::SECRET_NAMES.iter().map(|&name| name.to_owned()));
        }
        self.keychain.server(record.id).delete_all(&names).await?;
        self.store.servers().remove(record.id).await?;
        self.folders.forget(record.id);
        self.reach.forget(record.id);
        self.trial_runs.forget(record.id);
        self.trial_starts.forget(record.id);
        if record.bundle.is_some() {
            self.remove_unused_bundles().await;
        }
        if let Err(error) = self.delete_private_folder(record.id).await {
            tracing::warn!(%error, "the private folder of a removed server could not be deleted");
        }
        Ok(())
    }
}

async fn forget_in_time(host: Host, id: ServerId) {
    tokio::select! {
        () = host.inner.closing.cancelled() => return,
        () = tokio::time::sleep(UNDO) => {}
    }
    let waits = host.inner.servers.is_aside(id);
    if waits && let Err(error) = host.forget_server(id).await {
        tracing::warn!(%error, "a removed server could not be forgotten yet");
    }
}

/// Deletes the servers that were removed in an earlier run. A server whose secrets are inaccessible is kept for a later start,
/// since its row names the secrets to delete.
pub(crate) async fn forget_earlier(inner: Arc<Inner>, earlier: Vec<ServerRecord>) {
    for record in earlier {
        let kept = record.account || !kept_names(&record.env, &record.headers).is_empty();
        if kept && inner.keychain.status() != KeychainStatus::Available {
            continue;
        }
        if let Err(error) = inner.purge_server(&record).await {
            tracing::warn!(%error, "a removed server could not be forgotten yet");
        }
    }
}
