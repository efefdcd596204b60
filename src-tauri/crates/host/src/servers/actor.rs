//! One actor per server: starts it with consent, keeps it connected, tells what happened, and ends it.
//!
//! A slow or dead server delays nobody: each has its own task and queue, and readers look at a snapshot.

use std::{sync::Arc, time::Duration};

use consent::{DecidedBy, LaunchAuthority, LaunchQuestion};
use domain::{EnvSource, LaunchSpec, ServerId, now_ms};
use launcher::{Process, StderrRing, StopTimes};
use mcp::{Client, ClientOptions, CloseReason, ServerEvent, ServerRequest};
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};

use crate::{
    Inner,
    api::{Event, FailureKind, FailureView, ServerStateView},
    servers::{
        failure,
        snapshot::{Connection, ServerSnapshot, server_view},
    },
};

/// So many failures within [`CRASH_WINDOW`] end the restarts.
const CRASH_LIMIT: usize = 4;
/// The time in which failures count together.
const CRASH_WINDOW: Duration = Duration::from_secs(120);
/// The first wait before a restart; it doubles with each failure.
const FIRST_BACKOFF: Duration = Duration::from_secs(1);
/// Commands that may wait for one actor.
const MAILBOX: usize = 16;

/// Who wants a server started: decides what may speak for its launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartBy {
    /// A person: an unaccepted launch is asked about.
    Person,
    /// The program's start: only a standing grant counts, nothing is asked.
    AppStart,
    /// A command line that allows exactly this.
    CommandLine,
}

enum Command {
    Start(StartBy),
    Stop(String),
}

/// The way to reach a server's actor.
#[derive(Clone)]
pub(crate) struct ServerHandle {
    commands: mpsc::Sender<Command>,
    snapshot: watch::Receiver<Arc<ServerSnapshot>>,
    task: Arc<tokio::task::JoinHandle<()>>,
}

impl ServerHandle {
    /// Starts the actor of a server; the server itself is not started.
    pub fn spawn(inner: &Arc<Inner>, record: store::ServerRecord) -> Self {
        let (send, receive) = mpsc::channel(MAILBOX);
        let state = ServerStateView::Stopped {
            reason: "Not started yet".into(),
        };
        let snapshot = Arc::new(ServerSnapshot {
            record,
            state,
            connection: None,
            stderr: None,
        });
        let snapshot = watch::Sender::new(snapshot);
        let watch = snapshot.subscribe();
        let actor = Actor {
            inner: Arc::clone(inner),
            commands: receive,
            snapshot,
        };
        let task = Arc::new(tokio::spawn(actor.run()));
        Self {
            commands: send,
            snapshot: watch,
            task,
        }
    }

    /// The server at this moment.
    pub fn snapshot(&self) -> Arc<ServerSnapshot> {
        Arc::clone(&self.snapshot.borrow())
    }

    /// Follows the server.
    pub fn watch(&self) -> watch::Receiver<Arc<ServerSnapshot>> {
        self.snapshot.clone()
    }

    /// Asks for a start. A full mailbox means that the same was asked many times already.
    pub fn start(&self, by: StartBy) {
        let _ = self.commands.try_send(Command::Start(by));
    }

    /// Asks for a stop, with the reason that is then shown.
    pub fn stop(&self, reason: &str) {
        let _ = self.commands.try_send(Command::Stop(reason.into()));
    }

    /// Stops the server and its actor, and waits for both, no longer than `limit`; then its processes are killed.
    pub async fn shut_down(self, limit: Duration) {
        let Self {
            commands,
            snapshot,
            task,
        } = self;
        drop(commands);
        let mut watch = snapshot;
        let gone = async { while watch.changed().await.is_ok() {} };
        if tokio::time::timeout(limit, gone).await.is_err() {
            task.abort();
        }
    }
}

struct Actor {
    inner: Arc<Inner>,
    commands: mpsc::Receiver<Command>,
    snapshot: watch::Sender<Arc<ServerSnapshot>>,
}

/// A server that runs and answered.
struct Live {
    client: Client,
    events: mcp::Events,
    process: Process,
    stderr: StderrRing,
}

/// How one run ended.
enum End {
    /// By the user's act, with the reason to show.
    Stopped(String),
    /// By a failure; whether it was ready before.
    Failed(FailureView, bool),
    /// The actor itself ends.
    ActorGone,
}

impl Actor {
    async fn run(mut self) {
        while let Some(command) = self.commands.recv().await {
            match command {
                Command::Start(by) => {
                    if self.keep_running(by).await {
                        return;
                    }
                }
                Command::Stop(reason) => self.set_state(ServerStateView::Stopped { reason }),
            }
        }
    }

    /// Runs the server, restarting it after failures, until it is stopped. True when the actor itself must end.
    async fn keep_running(&mut self, by: StartBy) -> bool {
        let mut failures: Vec<Instant> = Vec::new();
        let mut by = by;
        loop {
            let (failure, was_ready) = match self.run_once(by).await {
                End::Stopped(reason) => {
                    self.set_state(ServerStateView::Stopped { reason });
                    return false;
                }
                End::ActorGone => return true,
                End::Failed(failure, was_ready) => (failure, was_ready),
            };
            failures.retain(|at| at.elapsed() < CRASH_WINDOW);
            failures.push(Instant::now());
            if !was_ready || failures.len() >= CRASH_LIMIT {
                self.set_state(ServerStateView::Failed {
                    failure: loop_note(failure, failures.len()),
                });
                return false;
            }
            let wait = FIRST_BACKOFF * 2u32.pow(u32::try_from(failures.len() - 1).unwrap_or(0));
            let until_ms = now_ms() as f64 + wait.as_millis() as f64;
            self.set_state(ServerStateView::BackingOff { until_ms, failure });
            match tokio::time::timeout(wait, self.commands.recv()).await {
                Ok(Some(Command::Start(again))) => by = again,
                Ok(Some(Command::Stop(reason))) => {
                    self.set_state(ServerStateView::Stopped { reason });
                    return false;
                }
                Ok(None) => return true,
                // A restart of its own needs the standing grant, like a start of the program.
                Err(_) => by = StartBy::AppStart,
            }
        }
    }

    async fn run_once(&mut self, by: StartBy) -> End {
        let inner = Arc::clone(&self.inner);
        let id = self.snapshot.borrow().record.id;
        let snapshot = self.snapshot.clone();
        let begin = begin(&inner, &snapshot, id, by);
        tokio::pin!(begin);
        let live = loop {
            tokio::select! {
                live = &mut begin => break live,
                command = self.commands.recv() => match command {
                    Some(Command::Start(_)) => {}
                    Some(Command::Stop(reason)) => return End::Stopped(reason),
                    None => return End::ActorGone,
                },
            }
        };
        match live {
            Ok(live) => self.serve(live).await,
            Err(Unstarted::Refused(reason)) => End::Stopped(reason),
            Err(Unstarted::Failed(failure)) => End::Failed(failure, false),
        }
    }

    /// Follows a ready server until it ends.
    async fn serve(&mut self, mut live: Live) -> End {
        let end = loop {
            tokio::select! {
                command = self.commands.recv() => match command {
                    Some(Command::Start(_)) => {}
                    Some(Command::Stop(reason)) => break End::Stopped(reason),
                    None => break End::ActorGone,
                },
                event = live.events.recv() => {
                    if let Some(failure) = self.handle(&live, event).await {
                        break End::Failed(failure, true);
                    }
                }
            }
        };
        self.disconnect();
        live.client.close().await;
        let exit = live.process.stop(StopTimes::default()).await;
        match end {
            End::Failed(mut failure, ready) => {
                if let Some(code) = exit.code {
                    failure.message = format!("It exited with code {code}");
                } else if let Some(signal) = exit.signal {
                    failure.message = format!("It was ended by signal {signal}");
                }
                failure.stderr = failure::tail(&live.stderr.text());
                End::Failed(failure, ready)
            }
            End::Stopped(_) | End::ActorGone => end,
        }
    }

    /// Handles one event; a failure ends the run.
    async fn handle(&mut self, live: &Live, event: Option<ServerEvent>) -> Option<FailureView> {
        match event {
            Some(ServerEvent::ToolsChanged) => self.list_again(&live.client).await,
            Some(ServerEvent::Closed(reason)) => return Some(failure::of_close(&reason)),
            Some(ServerEvent::Request(ServerRequest::Roots(request))) => request.none(),
            Some(ServerEvent::Log { .. } | ServerEvent::Dropped(_)) => {}
            None => return Some(failure::of_close(&CloseReason::ServerClosed)),
        }
        None
    }

    async fn list_again(&self, client: &Client) {
        match client.list_tools().await {
            Ok(list) => {
                let unreadable = unreadable(&list);
                self.snapshot.send_modify(|old| {
                    let mut new = (**old).clone();
                    if let Some(connection) = &mut new.connection {
                        connection.tools = Arc::new(list.tools);
                        connection.unreadable = Arc::new(unreadable);
                    }
                    *old = Arc::new(new);
                });
                self.tell();
            }
            Err(error) => tracing::warn!(%error, "a changed tool list could not be read"),
        }
    }

    fn disconnect(&self) {
        self.snapshot.send_modify(|old| {
            *old = Arc::new(ServerSnapshot {
                connection: None,
                ..(**old).clone()
            })
        });
    }

    fn set_state(&self, state: ServerStateView) {
        set_state(&self.inner, &self.snapshot, state);
    }

    fn tell(&self) {
        self.inner.emit(Event::Server {
            server: server_view(&self.snapshot.borrow()),
        });
    }
}

fn set_state(inner: &Inner, snapshot: &watch::Sender<Arc<ServerSnapshot>>, state: ServerStateView) {
    snapshot.send_modify(|old| {
        *old = Arc::new(ServerSnapshot {
            state,
            ..(**old).clone()
        })
    });
    inner.emit(Event::Server {
        server: server_view(&snapshot.borrow()),
    });
}

fn loop_note(mut failure: FailureView, count: usize) -> FailureView {
    if count >= CRASH_LIMIT {
        failure.message = format!(
            "{}. It failed {count} times in a row, so it is not started again by itself",
            failure.message
        );
    }
    failure
}

fn unreadable(list: &mcp::ToolList) -> Vec<String> {
    list.unreadable
        .iter()
        .map(|u| format!("tool {}: {}", u.index + 1, u.reason))
        .collect()
}

enum Unstarted {
    /// Not accepted: not a failure.
    Refused(String),
    /// Tried and failed.
    Failed(FailureView),
}

impl From<FailureView> for Unstarted {
    fn from(failure: FailureView) -> Self {
        Self::Failed(failure)
    }
}

/// From a stored server to one that answered: resolve, ask, launch, connect, list.
async fn begin(
    inner: &Arc<Inner>,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    id: ServerId,
    by: StartBy,
) -> Result<Live, Unstarted> {
    set_state(
        inner,
        snapshot,
        ServerStateView::Starting {
            since_ms: now_ms() as f64,
        },
    );
    let (spec, question) = prepare(inner, id, by).await?;
    let launch = spec.digest();
    if question.authority.standing != Some(launch) || !question.missing_values.is_empty() {
        match by {
            StartBy::AppStart => {
                return Err(Unstarted::Refused(
                    "Its launch has not been accepted. Start it to review it".into(),
                ));
            }
            StartBy::Person => set_state(inner, snapshot, ServerStateView::AwaitingReview),
            StartBy::CommandLine => {}
        }
    }
    let allowed = inner
        .consent
        .decide_launch(question)
        .await
        .map_err(|denied| {
            Unstarted::Refused(match denied.by {
                DecidedBy::Person => "You did not accept its launch".into(),
                DecidedBy::Expiry => "Nobody answered, so it was not started".into(),
                DecidedBy::StopAll => "Everything was stopped".into(),
                DecidedBy::LedgerFailure => {
                    "The decision could not be recorded, so it was not started".into()
                }
                DecidedBy::Rule
                | DecidedBy::CommandLine
                | DecidedBy::Mute
                | DecidedBy::QueueFull
                | DecidedBy::Withdrawn => "Its launch was not accepted".into(),
            })
        })?;
    inner.grant_launch(id, launch, snapshot).await;
    set_state(
        inner,
        snapshot,
        ServerStateView::Starting {
            since_ms: now_ms() as f64,
        },
    );

    let secrets = inner.keychain.server(id);
    let running = launcher::launch(allowed.approved, &secrets, inner.config.guard.clone())
        .await
        .map_err(|e| failure::of_launch(&e))?;
    let stderr = running.stderr.clone();
    snapshot.send_modify(|old| {
        *old = Arc::new(ServerSnapshot {
            stderr: Some(stderr.clone()),
            ..(**old).clone()
        });
    });
    let with_stderr = |mut failure: FailureView| {
        failure.stderr = failure::tail(&stderr.text());
        failure
    };
    let mut process = running.process;
    let options = ClientOptions {
        server: id,
        bounds: mcp::Bounds::default(),
        client_version: inner.config.version.clone(),
    };
    let connected = tokio::select! {
        connected = Client::connect(running.stdout, running.stdin, options) => connected,
        exit = process.wait() => {
            let how = exit.code.map_or_else(|| "It ended".to_owned(), |code| format!("It exited with code {code}"));
            let hint = "Look at its error output: it usually says what is missing.";
            // The last words may still be on their way through the pipe.
            tokio::time::sleep(Duration::from_millis(50)).await;
            return Err(with_stderr(failure::failure(FailureKind::Exited, format!("{how} before it was ready"), hint)).into());
        }
    };
    let (client, ready) = connected.map_err(|e| with_stderr(failure::of_connect(&e)))?;
    let tools = if ready.info.offers_tools() {
        client
            .list_tools()
            .await
            .map_err(|e| with_stderr(failure::of_listing(&e)))?
    } else {
        mcp::ToolList::default()
    };
    let unreadable = Arc::new(unreadable(&tools));
    let connection = Connection {
        client: client.clone(),
        info: Arc::new(ready.info),
        launch,
        tools: Arc::new(tools.tools),
        unreadable,
    };
    inner
        .remember_revision(id, &connection.info.protocol_version)
        .await;
    let state = ServerStateView::Ready { pid: process.pid() };
    snapshot.send_modify(|old| {
        *old = Arc::new(ServerSnapshot {
            connection: Some(connection),
            ..(**old).clone()
        })
    });
    set_state(inner, snapshot, state);
    Ok(Live {
        client,
        events: ready.events,
        process,
        stderr,
    })
}

/// What would be started now, and the question about it.
async fn prepare(
    inner: &Arc<Inner>,
    id: ServerId,
    by: StartBy,
) -> Result<(LaunchSpec, LaunchQuestion), Unstarted> {
    let stored = inner.store.servers().get(id).await.ok().flatten();
    let Some(record) = stored else {
        return Err(Unstarted::Refused("It was removed".into()));
    };
    let spec = inner
        .launch_spec(&record)
        .await
        .map_err(|e| failure::of_launch(&e))?;
    let secrets = inner.keychain.server(id);
    let mut missing_values = Vec::new();
    for entry in record
        .env
        .iter()
        .filter(|e| e.source == EnvSource::Keychain)
    {
        match secrets.get(&entry.name).await {
            Ok(Some(_)) => {}
            Ok(None) => missing_values.push(entry.name.clone()),
            Err(error) => {
                let hint = "Unlock the keychain, choose “Try again” in the settings, then start the server again.";
                let message = format!("The values of its variables could not be read: {error}");
                return Err(failure::failure(FailureKind::Keychain, message, hint).into());
            }
        }
    }
    let authority = LaunchAuthority {
        standing: record.launch_grant,
        on_command_line: by == StartBy::CommandLine,
    };
    let question = LaunchQuestion {
        spec: spec.clone(),
        server_name: record.name,
        authority,
        missing_values,
    };
    Ok((spec, question))
}
