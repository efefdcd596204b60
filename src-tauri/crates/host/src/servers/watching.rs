//! Subscriptions of a shell to a server's log and messages.

use std::{sync::Arc, time::Duration};

use domain::ServerId;
use host_api::{ApiError, ErrorCode, Event, LogPageView, TrafficMessageView};
use messages::phrases;

use crate::{
    inner::{Host, Inner},
    server::{Connection, MESSAGES, ServerHistory, TrafficFeed},
};

/// Minimum interval between two events about new log rows.
const BETWEEN_TELLINGS: Duration = Duration::from_millis(250);

impl Host {
    /// Returns the rows of a server's log after the one with this number; 0 for all stored rows. The next row is announced with
    /// [`Event::ServerLogged`], once.
    ///
    /// # Errors
    /// There is no such server.
    pub fn server_log(&self, id: ServerId, after: f64) -> Result<LogPageView, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        let takes = |c: &Connection| c.info.capabilities.logging;
        let seen = *snapshot.book.log.next().borrow();
        let page = snapshot
            .book
            .log
            .page(after, snapshot.connection.as_ref().is_some_and(takes));
        if snapshot.book.log.begin_to_wait() {
            tokio::spawn(tell_of_more(
                Arc::clone(&self.inner),
                id,
                Arc::clone(&snapshot.book),
                seen,
            ));
        }
        Ok(page)
    }

    /// Subscribes to the messages of a server, whether it runs or not.
    ///
    /// # Errors
    /// There is no such server.
    pub fn watch_traffic(&self, id: ServerId) -> Result<TrafficFeed, ApiError> {
        let handle = self.inner.servers.handle(id)?;
        let traffic = Arc::clone(&handle.snapshot().book.traffic);
        Ok(traffic.feed(handle.end_token()))
    }

    /// Returns one message in full, by its sequence number.
    ///
    /// # Errors
    /// There is no such server, or the message is no longer stored.
    pub fn traffic_message(&self, id: ServerId, seq: f64) -> Result<TrafficMessageView, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        snapshot.book.traffic.message(seq).ok_or_else(|| {
            ApiError::new(ErrorCode::NotFound, phrases::host_traffic_message_gone())
                .hint(phrases::host_hint_last_messages(MESSAGES))
        })
    }
}

/// Waits for a row after the last one read, and emits an event.
async fn tell_of_more(inner: Arc<Inner>, id: ServerId, book: Arc<ServerHistory>, seen: u64) {
    let mut next = book.log.next();
    let more = async {
        let came = next.wait_for(|next| *next > seen).await.is_ok();
        tokio::time::sleep(BETWEEN_TELLINGS).await;
        came
    };
    let came = tokio::select! {
        came = more => came,
        () = inner.closing.cancelled() => false,
    };
    book.log.end_to_wait();
    if came {
        inner.emit(Event::ServerLogged {
            server: id.to_string(),
        });
    }
}
