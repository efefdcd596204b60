//! Removing a server: set aside at once, forgotten for good when the time to undo it is over.

use std::{sync::Arc, time::Duration};

use domain::ServerId;
use secrets::KeychainStatus;
use store::ServerRecord;

use crate::{
    api::{ApiError, ErrorCode, Event, ServerStateView, ServerView},
    inner::{Host, Inner},
    server::StartBy,
    servers::{
        adding::{free_name, name_taken},
        names::kept_names,
    },
    state::{Aside, not_found},
};

/// How long a removed server may take to end.
const END: Duration = Duration::from_secs(8);

/// After this nobody can want it back any more: the window's own time is shorter, unless it is held open or hangs.
const UNDO: Duration = Duration::from_secs(120);

impl Host {
    /// Stops a server and takes it out of every list. [`Host::restore_server`] brings it back as it was;
    /// [`Host::forget_server`] or the next start of the program deletes what is kept of it.
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

    /// Brings a server back that was set aside, with its values, rules and place. It runs again if it ran and its launch
    /// still stands accepted. If another took its name meanwhile, it gets a number.
    ///
    /// # Errors
    /// It was forgotten already, or could not be stored.
    pub async fn restore_server(&self, id: ServerId) -> Result<ServerView, ApiError> {
        let inner = &self.inner;
        let gone = || {
            ApiError::new(ErrorCode::NotFound, "This server was removed for good.")
                .hint("Add it again.")
        };
        let aside = inner.servers.take_aside(id).ok_or_else(gone)?;
        let name = free_name(inner, &aside.handle.snapshot().record.name).await?;
        if let Err(error) = inner.store.servers().bring_back(id, &name).await {
            inner.servers.put_aside(id, aside);
            return Err(name_taken(&name)(error));
        }
        // Two of the same never run side by side.
        let _ = tokio::time::timeout(END, aside.handle.ended()).await;
        let record = inner.store.servers().get(id).await?.ok_or_else(not_found)?;
        let start = aside.ran && record.enabled && record.launch_grant.is_some();
        let view = inner.install(record);
        if start {
            inner.servers.handle(id)?.start(StartBy::AppStart);
        }
        Ok(view)
    }

    /// Deletes what is kept of a server that was set aside: its values, rules and accepted launch. Its calls stay.
    ///
    /// # Errors
    /// It is not set aside, or the keychain or the store refuse: the next start of the program tries again.
    pub async fn forget_server(&self, id: ServerId) -> Result<(), ApiError> {
        let aside = self.inner.servers.take_aside(id).ok_or_else(not_found)?;
        let record = &aside.handle.snapshot().record;
        self.inner.purge_server(record).await.map_err(|error| {
            let message = format!(
                "{} is removed, but what is kept of it could not be deleted. {}",
                record.name, error.message
            );
            ApiError::new(error.code, message).hint("It is tried again at the next start.")
        })
    }

    /// Stops and removes a server with its secrets and grants, at once. A new server of the same name inherits nothing.
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

/// Forgets the servers that were set aside in an earlier run. One whose values cannot be reached waits for a later start:
/// without its row nobody would know what to delete.
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
