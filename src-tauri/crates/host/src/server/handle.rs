//! The handle of a server's actor, and its commands.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use domain::ServerId;
use host_api::{ApiError, ErrorCode, ServerStateView};
use launcher::StopTimes;
use messages::{Text, phrases};
use tokio::sync::{OnceCell, mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::server::{
    account::ServerAccount,
    book::ServerHistory,
    offered::Asleep,
    snapshot::{Connection, ServerSnapshot},
    start_by::StartBy,
};

/// Maximum number of queued commands of one actor.
const MAILBOX: usize = 16;

/// Time limit for a running server's folders to follow its grants.
const FOLDERS: Duration = Duration::from_secs(20);

/// Time limit for the list of a running server's tools to be read again before a turn.
const TOOLS: Duration = Duration::from_secs(3);

/// The stage timeouts of an immediate stop.
pub(crate) const AT_ONCE: StopTimes = StopTimes {
    interrupt: Duration::ZERO,
    eof: Duration::from_millis(100),
    terminate: Duration::from_millis(200),
};

/// What was accepted of all servers, read once by the first of them that sleeps.
pub(crate) type KnownOffers = Arc<OnceCell<HashMap<ServerId, Arc<Asleep>>>>;

pub(crate) enum Command {
    /// Carries the number of stops requested before it: a later stop cancels it.
    Start(StartBy, u64),
    /// Carries the reason to show, and the timeout of each stage.
    Stop(Text, StopTimes),
    /// Lets the server sleep if nobody uses it; if it never ran, starts it as the program's own start. May carry what was accepted of all servers.
    Sleep(Option<KnownOffers>),
    /// Reads the tools of a running server again.
    ListTools,
}

/// The handle of a server's actor.
#[derive(Clone)]
pub(crate) struct ServerHandle {
    commands: mpsc::Sender<Command>,
    snapshot: watch::Sender<Arc<ServerSnapshot>>,
    stops: Arc<AtomicU64>,
    folders: FolderSignal,
    closing: CancellationToken,
    ended: CancellationToken,
    task: Arc<tokio::task::JoinHandle<()>>,
}

impl ServerHandle {
    /// Says that a disabled server does not start.
    ///
    /// # Errors
    /// It is disabled.
    pub fn switched_on(&self) -> Result<(), ApiError> {
        let record = &self.snapshot().record;
        if record.enabled {
            return Ok(());
        }
        let message = phrases::host_switched_off(&record.name);
        Err(ApiError::new(ErrorCode::Denied, message).hint(phrases::host_hint_switch_on()))
    }

    /// Restarts a server that would otherwise run on, or come up, as it was started before.
    pub fn start_anew(&self) {
        match self.snapshot().state {
            ServerStateView::Ready { .. }
            | ServerStateView::Starting { .. }
            | ServerStateView::AwaitingReview => {
                self.stop(phrases::host_confinement_chosen());
                self.start(StartBy::Person);
            }
            ServerStateView::Stopped { .. }
            | ServerStateView::Asleep
            | ServerStateView::BackingOff { .. }
            | ServerStateView::NeedsSignIn { .. }
            | ServerStateView::Failed { .. } => {}
        }
    }

    /// Spawns the actor of a server; the server itself is not started.
    ///
    /// `run` is the actor: it executes the commands and keeps the snapshot up to date.
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
            reason: phrases::host_not_started_yet().into(),
        };
        let snapshot = Arc::new(ServerSnapshot {
            record,
            state,
            starts: 0,
            stopping: false,
            connection: None,
            asleep: None,
            stderr: None,
            sandbox: None,
            book: Arc::new(ServerHistory::new()),
            account: account.map(Arc::new),
        });
        let snapshot = watch::Sender::new(snapshot);
        let (stops, closing) = (Arc::<AtomicU64>::default(), CancellationToken::new());
        let folders = FolderSignal::default();
        let orders = Orders {
            commands: receive,
            stops: Arc::clone(&stops),
            folders: folders.clone(),
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
            folders,
            closing,
            ended,
            task,
        }
    }

    /// Returns a token that is cancelled when its actor must end.
    pub fn closing(&self) -> CancellationToken {
        self.closing.child_token()
    }

    /// Returns the current snapshot of the server.
    pub fn snapshot(&self) -> Arc<ServerSnapshot> {
        Arc::clone(&self.snapshot.borrow())
    }

    /// Subscribes to the server's snapshots.
    pub fn watch(&self) -> watch::Receiver<Arc<ServerSnapshot>> {
        self.snapshot.subscribe()
    }

    /// Returns a token that is cancelled when its actor has ended.
    pub fn end_token(&self) -> CancellationToken {
        self.ended.clone()
    }

    /// Waits until its actor has ended.
    pub async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// Applies a stored change that needs no restart.
    pub fn settle(&self, change: impl FnOnce(&mut store::ServerRecord)) {
        self.revise(|snapshot| change(&mut snapshot.record));
    }

    /// Replaces the current snapshot with a changed one.
    pub(crate) fn revise(&self, change: impl FnOnce(&mut ServerSnapshot)) {
        self.snapshot.send_modify(|old| {
            let mut new = (**old).clone();
            change(&mut new);
            *old = Arc::new(new);
        });
    }

    /// Has the folders of the running server follow its grants, and waits for that within [`FOLDERS`]. Returns at once where it does not
    /// run in a sandbox.
    pub async fn apply_folders(&self) {
        let asked = self.folders.ask();
        let now = self.snapshot();
        if now.sandbox.is_none() || now.connection.is_none() {
            return;
        }
        let ends = async {
            let mut watch = self.watch();
            // The sender lives as long as this value.
            let _ = watch.wait_for(|now| now.connection.is_none()).await;
        };
        tokio::select! {
            () = self.folders.applied(asked) => {}
            () = ends => {}
            () = tokio::time::sleep(FOLDERS) => {}
        }
    }

    /// Has the tools of a running server read again if its list may not be used any more, and waits for that within [`TOOLS`].
    pub async fn renew_tools(&self) {
        let until = |now: &ServerSnapshot| now.connection.as_ref().and_then(|c| c.tools_until);
        let now = self.snapshot();
        if !now
            .connection
            .as_ref()
            .is_some_and(Connection::tools_are_stale)
        {
            return;
        }
        let _ = self.commands.try_send(Command::ListTools);
        let renewed = async {
            let mut watch = self.watch();
            // The sender lives as long as this value.
            let _ = watch.wait_for(|new| until(new) != until(&now)).await;
        };
        let _ = tokio::time::timeout(TOOLS, renewed).await;
    }

    /// Requests a start. If the queue is full, starts were requested many times already.
    pub fn start(&self, by: StartBy) {
        let stops = self.stops.load(Ordering::SeqCst);
        let _ = self.commands.try_send(Command::Start(by, stops));
    }

    /// Lets the server sleep. If the queue is full, other commands follow anyway.
    pub fn sleep(&self) {
        let _ = self.commands.try_send(Command::Sleep(None));
    }

    /// Lets a server sleep that does not run, as it is known.
    pub fn sleep_as(&self, known: KnownOffers) {
        let _ = self.commands.try_send(Command::Sleep(Some(known)));
    }

    /// Requests a stop, with the reason to show. Queued starts are cancelled.
    pub fn stop(&self, reason: impl Into<Text>) {
        self.end(reason, StopTimes::default());
    }

    /// Requests an immediate stop: the server gets no time to finish its work.
    pub fn kill(&self, reason: impl Into<Text>) {
        self.end(reason, AT_ONCE);
    }

    fn end(&self, reason: impl Into<Text>, times: StopTimes) {
        self.revise(|snapshot| snapshot.stopping = true);
        self.stops.fetch_add(1, Ordering::SeqCst);
        let stop = Command::Stop(reason.into(), times);
        if let Err(mpsc::error::TrySendError::Full(stop)) = self.commands.try_send(stop) {
            // A stop is never dropped.
            let commands = self.commands.clone();
            tokio::spawn(async move { commands.send(stop).await });
        }
    }

    /// Stops the server and its actor, and waits for both until `limit`; then its processes are killed.
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

/// Tells an actor that the grants of its server changed, and whoever changed them that the server's folders followed.
#[derive(Clone)]
pub(crate) struct FolderSignal {
    /// How many changes were announced.
    asked: watch::Sender<u64>,
    /// How many of them the running server follows.
    done: watch::Sender<u64>,
}

impl Default for FolderSignal {
    fn default() -> Self {
        Self {
            asked: watch::Sender::new(0),
            done: watch::Sender::new(0),
        }
    }
}

impl FolderSignal {
    fn ask(&self) -> u64 {
        let mut number = 0;
        self.asked.send_modify(|asked| {
            *asked += 1;
            number = *asked;
        });
        number
    }

    async fn applied(&self, asked: u64) {
        // The sender lives as long as this value.
        let _ = self.done.subscribe().wait_for(|done| *done >= asked).await;
    }

    /// Returns the announcements, of which the present one counts as seen.
    pub fn announced(&self) -> watch::Receiver<u64> {
        self.asked.subscribe()
    }

    /// Records that the folders of the server follow the grants of this announcement.
    pub fn followed(&self, asked: u64) {
        self.done.send_replace(asked);
    }
}

/// The actor's receiver of commands.
pub(crate) struct Orders {
    commands: mpsc::Receiver<Command>,
    stops: Arc<AtomicU64>,
    /// Announcements that the grants of its server changed.
    pub folders: FolderSignal,
    closing: CancellationToken,
}

impl Orders {
    /// Returns the next command that was not cancelled; none when the actor must end.
    pub async fn next(&mut self) -> Option<Command> {
        loop {
            let command = tokio::select! {
                biased;
                () = self.closing.cancelled() => return None,
                command = self.commands.recv() => command?,
            };
            match command {
                Command::Start(_, stops) if stops < self.stops.load(Ordering::SeqCst) => {}
                Command::Start(..) | Command::Stop(..) | Command::Sleep(_) | Command::ListTools => {
                    return Some(command);
                }
            }
        }
    }
}
