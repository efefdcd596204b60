//! Notifications of a server, throttled: a burst of changes becomes a few events, and its log is limited.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use domain::ServerId;
use host_api::{Event, LogLevelView, ServerListKind};
use mcp::ServerEvent;
use messages::phrases;
use tokio::time::Instant;

use crate::{
    inner::Inner,
    problems::not_answered,
    server::{Connection, ServerHistory},
};

/// Minimum interval between two events.
const BETWEEN_TELLINGS: Duration = Duration::from_millis(250);
/// Maximum number of resources with pending updates.
const UPDATES: usize = 256;

/// The changes since the last event.
pub(super) struct Notices {
    book: Arc<ServerHistory>,
    connection: Connection,
    lists: BTreeSet<ServerListKind>,
    updates: BTreeSet<String>,
    due: Option<Instant>,
    /// The earliest time of the next event.
    next: Instant,
}

impl Notices {
    pub(super) fn new(book: Arc<ServerHistory>, connection: Connection) -> Self {
        Self {
            book,
            connection,
            lists: BTreeSet::new(),
            updates: BTreeSet::new(),
            due: None,
            next: Instant::now(),
        }
    }

    /// Adds a notification of the server.
    pub(super) fn take(&mut self, event: ServerEvent) {
        match event {
            ServerEvent::Log {
                level,
                logger,
                data,
            } => {
                let logger = logger.as_ref().map(|l| l.as_data().as_str());
                self.book.log.message(level, logger, data.as_data());
            }
            ServerEvent::Dropped(dropped) => self.book.log.dropped(dropped),
            ServerEvent::SessionRenewed => self.renewed(),
            ServerEvent::ChangesNotTold => {
                let minutes = mcp::bounds::LISTEN_POLL.as_secs() / 60;
                let text = phrases::host_log_changes_not_told(minutes);
                self.book.log.note(LogLevelView::Warning, text);
            }
            // Unknown and already completed visits are ignored (client/elicitation, "Completion Notifications").
            ServerEvent::VisitComplete { elicitation } => {
                if let Some(origin) = self.book.visits.done(elicitation.as_data()) {
                    let text = phrases::host_log_visit_done(origin);
                    self.book.log.note(LogLevelView::Info, text);
                }
            }
            ServerEvent::ResourcesChanged => self.list(ServerListKind::Resources),
            ServerEvent::PromptsChanged => self.list(ServerListKind::Prompts),
            ServerEvent::ResourceUpdated { uri } => self.update(uri.into_data()),
            // The actor handles these.
            ServerEvent::ToolsChanged | ServerEvent::Request(_) | ServerEvent::Closed(_) => {}
        }
    }

    /// Adds a changed list.
    pub(super) fn list(&mut self, what: ServerListKind) {
        self.connection.lists.changed(what);
        self.lists.insert(what);
        self.due.get_or_insert(self.next);
    }

    /// Handles a lost session: the server's lists may differ, and subscriptions and log level are requested again.
    fn renewed(&mut self) {
        let text = phrases::host_log_session();
        self.book.log.note(LogLevelView::Warning, text);
        let level = self.book.log.level();
        let followed = self.connection.lists.subscribed();
        if level.is_some() || !followed.is_empty() {
            let (book, connection) = (Arc::clone(&self.book), self.connection.clone());
            tokio::spawn(async move {
                if let Some(level) = level {
                    // A server that refuses it now accepted it before; it may then choose what to log.
                    drop(connection.client.set_log_level(level).await);
                }
                for uri in followed {
                    let Err(error) = connection.client.subscribe(&uri).await else {
                        continue;
                    };
                    connection.lists.subscribe(&uri, false);
                    let uri = domain::visible(&uri);
                    let text = phrases::host_log_unsubscribed(not_answered(&error), uri);
                    book.log.note(LogLevelView::Warning, text);
                }
            });
        }
        self.list(ServerListKind::Resources);
        self.list(ServerListKind::Prompts);
    }

    fn update(&mut self, uri: String) {
        if !self.connection.lists.follows_any() {
            return;
        }
        if self.updates.len() >= UPDATES && !self.updates.contains(&uri) {
            let dropped = mcp::Dropped {
                updates: 1,
                ..mcp::Dropped::default()
            };
            return self.book.log.dropped(dropped);
        }
        self.updates.insert(uri);
        self.due.get_or_insert(self.next);
    }

    /// Waits until there are changes and the interval is over. Cancel-safe.
    pub(super) async fn due(&self) {
        match self.due {
            Some(at) => tokio::time::sleep_until(at).await,
            None => std::future::pending().await,
        }
    }

    /// Emits the changes.
    pub(super) fn tell(&mut self, inner: &Inner, id: ServerId) {
        let server = id.to_string();
        for what in std::mem::take(&mut self.lists) {
            let text = match what {
                ServerListKind::Tools => phrases::host_log_tools(),
                ServerListKind::Resources => phrases::host_log_resources(),
                ServerListKind::Prompts => phrases::host_log_prompts(),
            };
            self.book.log.note(LogLevelView::Debug, text);
            inner.emit(Event::ServerListChanged {
                server: server.clone(),
                what,
            });
        }
        for uri in std::mem::take(&mut self.updates) {
            inner
                .attaching
                .ears
                .hear(crate::state::Heard::Updated(id, uri.clone()));
            inner.emit(Event::ResourceUpdated {
                server: server.clone(),
                uri,
            });
        }
        self.due = None;
        self.next = Instant::now() + BETWEEN_TELLINGS;
    }
}
