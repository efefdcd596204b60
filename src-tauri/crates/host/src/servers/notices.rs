//! What a server says of its own accord, paced: a storm of changes becomes a few events, and its log is bounded.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use domain::ServerId;
use mcp::ServerEvent;
use tokio::time::Instant;

use crate::{
    api::{Event, LogLevelView, ServerListKind},
    inner::Inner,
    server::{Connection, ServerHistory},
};

/// At most so often is told what changed.
const BETWEEN_TELLINGS: Duration = Duration::from_millis(250);
/// Most resources whose changes wait to be told.
const UPDATES: usize = 256;

/// What changed since it was told last.
pub(super) struct Notices {
    book: Arc<ServerHistory>,
    connection: Connection,
    lists: BTreeSet<ServerListKind>,
    updates: BTreeSet<String>,
    due: Option<Instant>,
    /// Not told before.
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

    /// Takes what the server said.
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
            // What it never sent anybody to, and what is done already, is ignored (client/elicitation, "Completion Notifications").
            ServerEvent::VisitComplete { elicitation } => {
                if let Some(origin) = self.book.visits.done(elicitation.as_data()) {
                    let text = format!("It says that what it sent you to {origin} for is done");
                    self.book.log.note(LogLevelView::Info, &text);
                }
            }
            ServerEvent::ResourcesChanged => self.list(ServerListKind::Resources),
            ServerEvent::PromptsChanged => self.list(ServerListKind::Prompts),
            ServerEvent::ResourceUpdated { uri } => self.update(uri.into_data()),
            // The actor's.
            ServerEvent::ToolsChanged | ServerEvent::Request(_) | ServerEvent::Closed(_) => {}
        }
    }

    /// A list changed.
    pub(super) fn list(&mut self, what: ServerListKind) {
        self.connection.lists.changed(what);
        self.lists.insert(what);
        self.due.get_or_insert(self.next);
    }

    /// The server forgot the session: its lists may be others, and what it was asked to follow and to log it is asked again.
    fn renewed(&mut self) {
        let text = "It had forgotten the session; another one was opened";
        self.book.log.note(LogLevelView::Warning, text);
        let level = self.book.log.level();
        let followed = self.connection.lists.subscribed();
        if level.is_some() || !followed.is_empty() {
            let (book, connection) = (Arc::clone(&self.book), self.connection.clone());
            tokio::spawn(async move {
                if let Some(level) = level {
                    // A server that refuses it now took it before; what it logs from now on is its own choice again.
                    drop(connection.client.set_log_level(level).await);
                }
                for uri in followed {
                    let Err(error) = connection.client.subscribe(&uri).await else {
                        continue;
                    };
                    connection.lists.subscribe(&uri, false);
                    let uri = domain::visible(&uri);
                    let text = format!("{uri} is not followed any more: {error}");
                    book.log.note(LogLevelView::Warning, &text);
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

    /// Completes when there is something to tell and it is time. Cancel-safe.
    pub(super) async fn due(&self) {
        match self.due {
            Some(at) => tokio::time::sleep_until(at).await,
            None => std::future::pending().await,
        }
    }

    /// Tells it.
    pub(super) fn tell(&mut self, inner: &Inner, id: ServerId) {
        let server = id.to_string();
        for what in std::mem::take(&mut self.lists) {
            let list = match what {
                ServerListKind::Tools => "tools",
                ServerListKind::Resources => "resources",
                ServerListKind::Prompts => "prompts",
            };
            let text = format!("Its {list} changed");
            self.book.log.note(LogLevelView::Debug, &text);
            inner.emit(Event::ServerListChanged {
                server: server.clone(),
                what,
            });
        }
        for uri in std::mem::take(&mut self.updates) {
            inner.emit(Event::ResourceUpdated {
                server: server.clone(),
                uri,
            });
        }
        self.due = None;
        self.next = Instant::now() + BETWEEN_TELLINGS;
    }
}
