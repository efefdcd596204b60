//! The way to reach a server's actor, and what can be asked of it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use launcher::StopTimes;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::{
    api::ServerStateView,
    server::{
        account::ServerAccount, book::ServerHistory, snapshot::ServerSnapshot, start_by::StartBy,
    },
};

/// Commands that may wait for one actor.
const MAILBOX: usize = 16;

/// The stages of an end at once.
pub(crate) const AT_ONCE: StopTimes = StopTimes {
    interrupt: Duration::ZERO,
    eof: Duration::from_millis(100),
    terminate: Duration::from_millis(200),
};

pub(crate) enum Command {
    /// With the number of stops asked for before it: a later one takes it back.
    Start(StartBy, u64),
    /// With the reason to show, and how long each stage may take.
    Stop(String, StopTimes),
}

/// The way to reach a server's actor.
#[derive(Clone)]
pub(crate) struct ServerHandle {
    commands: mpsc::Sender<Command>,
    snapshot: watch::Sender<Arc<ServerSnapshot>>,
    stops: Arc<AtomicU64>,
    closing: CancellationToken,
    ended: CancellationToken,
    task: Arc<tokio::task::JoinHandle<()>>,
}

impl ServerHandle {
    /// Starts the actor of a server; the server itself is not started.
    ///
    /// `run` is the actor: it follows the orders and keeps the snapshot up to date.
    pub fn spawn<Run>(
        record: store::ServerRecord,
        account: Option<ServerAccount>,
        run: impl FnOnce(Orders, watch::Sender<Arc<ServerSnapshot>>) -> Run,
    ) -> Self
    where
        Run: Future<Output = ()> + Send + 'static,
    {
        let (send, receive) = mpsc::channel(MAILBOX);
        let state = ServerStateView::Stopped {
            reason: "Not started yet".into(),
        };
        let snapshot = Arc::new(ServerSnapshot {
            record,
            state,
            starts: 0,
            connection: None,
            stderr: None,
            book: Arc::new(ServerHistory::new()),
            account: account.map(Arc::new),
        });
        let snapshot = watch::Sender::new(snapshot);
        let (stops, closing) = (Arc::<AtomicU64>::default(), CancellationToken::new());
        let orders = Orders {
            commands: receive,
            stops: Arc::clone(&stops),
            closing: closing.clone(),
        };
        let actor = run(orders, snapshot.clone());
        let ended = CancellationToken::new();
        let at_end = ended.clone().drop_guard();
        let task = Arc::new(tokio::spawn(async move {
            actor.await;
            drop(at_end);
        }));
        Self {
            commands: send,
            snapshot,
            stops,
            closing,
            ended,
            task,
        }
    }

    /// A token that is cancelled when its actor has to end.
    pub fn closing(&self) -> CancellationToken {
        self.closing.child_token()
    }

    /// The server at this moment.
    pub fn snapshot(&self) -> Arc<ServerSnapshot> {
        Arc::clone(&self.snapshot.borrow())
    }

    /// Follows the server.
    pub fn watch(&self) -> watch::Receiver<Arc<ServerSnapshot>> {
        self.snapshot.subscribe()
    }

    /// Is cancelled when its actor is gone.
    pub fn end_token(&self) -> CancellationToken {
        self.ended.clone()
    }

    /// Completes when its actor is gone.
    pub async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// Takes over a stored change that needs no other start.
    pub fn settle(&self, change: impl FnOnce(&mut store::ServerRecord)) {
        self.revise(|snapshot| change(&mut snapshot.record));
    }

    /// Puts a changed snapshot in the place of the present one.
    pub(crate) fn revise(&self, change: impl FnOnce(&mut ServerSnapshot)) {
        self.snapshot.send_modify(|old| {
            let mut new = (**old).clone();
            change(&mut new);
            *old = Arc::new(new);
        });
    }

    /// Asks for a start. A full mailbox means that the same was asked many times already.
    pub fn start(&self, by: StartBy) {
        let stops = self.stops.load(Ordering::SeqCst);
        let _ = self.commands.try_send(Command::Start(by, stops));
    }

    /// Asks for a stop, with the reason that is then shown. Starts that wait are taken back.
    pub fn stop(&self, reason: &str) {
        self.end(reason, StopTimes::default());
    }

    /// The same at once: the server gets no time to finish what it does.
    pub fn kill(&self, reason: &str) {
        self.end(reason, AT_ONCE);
    }

    fn end(&self, reason: &str, times: StopTimes) {
        self.stops.fetch_add(1, Ordering::SeqCst);
        let stop = Command::Stop(reason.into(), times);
        if let Err(mpsc::error::TrySendError::Full(stop)) = self.commands.try_send(stop) {
            // A stop is never lost.
            let commands = self.commands.clone();
            tokio::spawn(async move { commands.send(stop).await });
        }
    }

    /// Stops the server and its actor, and waits for both, no longer than `limit`; then its processes are killed.
    pub async fn shut_down(self, limit: Duration) {
        self.closing.cancel();
        if tokio::time::timeout(limit, self.ended.cancelled())
            .await
            .is_err()
        {
            self.task.abort();
        }
    }
}

/// The actor's end of it.
pub(crate) struct Orders {
    commands: mpsc::Receiver<Command>,
    stops: Arc<AtomicU64>,
    closing: CancellationToken,
}

impl Orders {
    /// The next command that still holds; none when the actor has to end.
    pub async fn next(&mut self) -> Option<Command> {
        loop {
            let command = tokio::select! {
                biased;
                () = self.closing.cancelled() => return None,
                command = self.commands.recv() => command?,
            };
            match command {
                Command::Start(_, stops) if stops < self.stops.load(Ordering::SeqCst) => {}
                Command::Start(..) | Command::Stop(..) => return Some(command),
            }
        }
    }
}
