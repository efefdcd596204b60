//! Sleeping and waking of servers, by users and by calls.

use std::{sync::Arc, time::Duration};

use domain::ServerId;
use host_api::{ApiError, ErrorCode, ServerStateView, ServerView};
use messages::{Text, phrases};

use super::{
    commands::wait_for_end_of_start, diagnosis::in_one_text, sleeping::as_it_runs,
    state::is_starting,
};
use crate::{
    inner::{Host, Inner},
    server::{InUse, StartBy, server_view},
};

/// Time limit for a server to end before it sleeps.
const FALLS_ASLEEP: Duration = Duration::from_secs(20);

impl Host {
    /// Lets a server sleep: its program ends or its connection closes, and its accepted tools stay on offer. Waits until it sleeps.
    ///
    /// # Errors
    /// There is no such server, nothing of it was accepted yet, it has changes that wait for a person, or it is in use.
    pub async fn sleep_server(&self, id: ServerId) -> Result<ServerView, ApiError> {
        let inner = &self.inner;
        let handle = inner.servers.handle(id)?;
        let snapshot = handle.snapshot();
        let name = &snapshot.record.name;
        let refused = |why: messages::Phrase| ApiError::new(ErrorCode::Invalid, why);
        if !snapshot.record.enabled {
            return Err(refused(phrases::host_switched_off(name)));
        }
        if snapshot.connection.is_some() && as_it_runs(&snapshot).is_none() {
            return Err(refused(phrases::host_sleep_changed(name)));
        }
        if snapshot.connection.is_none() && inner.known_offer(&snapshot.record).await.is_none() {
            return Err(refused(phrases::host_sleep_unknown(name)));
        }
        handle.sleep();
        let mut watch = handle.watch();
        let asleep = watch.wait_for(|now| matches!(now.state, ServerStateView::Asleep));
        match tokio::time::timeout(FALLS_ASLEEP, asleep).await {
            Ok(Ok(now)) => Ok(server_view(&now)),
            Ok(Err(_)) | Err(_) => Err(refused(phrases::host_sleep_in_use(name))),
        }
    }

    /// Makes a server available to a model: it sleeps if what was accepted of it is known, otherwise it is started and waited for.
    ///
    /// # Errors
    /// As for [`Host::start_and_wait`].
    pub async fn make_available(&self, id: ServerId) -> Result<ServerView, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        let rests = !matches!(snapshot.state, ServerStateView::Ready { .. })
            && snapshot.record.enabled
            && self.inner.sleeps(&snapshot.record);
        if rests && let Ok(asleep) = self.sleep_server(id).await {
            return Ok(asleep);
        }
        self.start_and_wait(id, false).await
    }
}

impl Inner {
    /// Keeps a server awake for a call, and starts it if it sleeps.
    ///
    /// # Errors
    /// Why it did not start, for display.
    pub(crate) async fn awake(&self, server: ServerId) -> Result<InUse, Text> {
        let handle = self.servers.handle(server).map_err(|e| e.message)?;
        let in_use = handle.snapshot().book.usage.begin().await;
        let mut watch = handle.watch();
        let before = Arc::clone(&watch.borrow_and_update());
        if before.asleep.is_none() {
            return Ok(in_use);
        }
        if !is_starting(&before.state) {
            handle.start(StartBy::Call);
        }
        tokio::select! {
            () = wait_for_end_of_start(&mut watch, &before) => {}
            () = handle.ended() => {}
        }
        let now = handle.snapshot();
        let name = &now.record.name;
        match &now.state {
            ServerStateView::Ready { .. }
            | ServerStateView::Starting { .. }
            | ServerStateView::AwaitingReview
            | ServerStateView::Asleep => Ok(in_use),
            ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. } => {
                Err(phrases::host_call_not_woken(in_one_text(failure), name).into())
            }
            ServerStateView::Stopped { reason } | ServerStateView::NeedsSignIn { reason } => {
                Err(phrases::host_call_not_woken(reason, name).into())
            }
        }
    }

    /// Whether a call to a server has to wait for its start.
    pub(crate) fn is_asleep(&self, server: ServerId) -> bool {
        let snapshot = self.servers.snapshot(server);
        snapshot.is_some_and(|now| now.asleep.is_some() && now.connection.is_none())
    }
}
