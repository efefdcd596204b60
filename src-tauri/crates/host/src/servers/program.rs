//! Start of a local server: launch, handshake, and waiting for an installation.

use std::{
    path::PathBuf,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use consent::Approved;
use domain::{Confinement, LaunchSpec, LocalLaunch, now_ms};
use host_api::{Event, FailureView, InstallView, ServerStateView};
use launcher::{ExitReport, PackageRun, Places, Process, StderrRing, StopTimes};
use mcp::{Client, ConnectError, Printed};
use messages::phrases;
use tokio::sync::watch;

use crate::{
    inner::Inner,
    outlook::Outlook,
    reach::{ServedNetwork, serve},
    server::{Opened, Sandboxed, SecretRedactor, ServerSnapshot, follow_stderr, server_view},
    servers::{
        connecting::{Unstarted, options},
        diagnosis::Evidence,
        failure, recording,
    },
};

/// Time limit for a failed server to exit and for its last output to arrive.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// Time limit for a package runner to download and start a server, unless the user set one for that server.
const INSTALL_TIME: Duration = Duration::from_secs(10 * 60);
/// Polling interval of the installation progress.
const LOOK: Duration = Duration::from_millis(500);
/// Maximum length of a displayed progress line, in characters.
const PROGRESS_CHARS: usize = 160;

/// A client, its handshake result, and its program.
pub(super) type Reached = (Client, mcp::Ready, Option<Program>);

/// The program of a local server.
pub(super) struct Program {
    pub process: Process,
    pub stderr: StderrRing,
    /// The user's name for the server.
    server: String,
    launch: LocalLaunch,
    /// Its private folder, if it is confined.
    home: Option<PathBuf>,
    /// The folders that were granted to it when it started.
    granted: Vec<PathBuf>,
    run: Option<PackageRun>,
    /// Its network, if each host is asked about. It ends with the program.
    network: Option<ServedNetwork>,
    printed: Printed,
    may_ask: mcp::MayAsk,
}

/// Interrupts a start in progress. A package runner gets time to exit.
pub(super) struct Interruption {
    times: watch::Sender<Option<StopTimes>>,
    installing: AtomicBool,
}

impl Interruption {
    pub fn new() -> Self {
        Self {
            times: watch::Sender::new(None),
            installing: AtomicBool::new(false),
        }
    }

    /// Says whether an installation reacts to a request to end.
    pub(super) fn installs(&self, installs: bool) {
        self.installing.store(installs, Ordering::SeqCst);
    }

    /// Requests the end of the start. Returns whether an installation will react to it.
    pub fn interrupt(&self, times: StopTimes) -> bool {
        self.times.send_replace(Some(times));
        self.installing.load(Ordering::SeqCst)
    }

    pub(super) async fn asked(&self) -> StopTimes {
        let mut times = self.times.subscribe();
        // The sender lives as long as this value.
        let asked = times
            .wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|times| *times);
        match asked {
            Some(times) => times,
            None => std::future::pending().await,
        }
    }
}

impl Program {
    fn evidence<'a>(
        &'a self,
        stderr: &'a str,
        exit: Option<ExitReport>,
        veil: &'a SecretRedactor,
    ) -> Evidence<'a> {
        Evidence {
            server: &self.server,
            launch: &self.launch,
            home: self.home.as_deref(),
            granted: &self.granted,
            run: self.run.as_ref(),
            exit,
            stderr,
            printed: self.printed.lines(),
            may_ask: self.may_ask,
            refused: self
                .network
                .as_ref()
                .map(ServedNetwork::refused)
                .unwrap_or_default(),
            veil,
        }
    }

    /// Returns a failure with the program's output and the diagnosis.
    pub fn explained(&self, failure: FailureView, veil: &SecretRedactor) -> FailureView {
        self.evidence(&self.stderr.text(), None, veil)
            .explain(failure)
    }

    /// Returns the failure of a program that exited, with its output and the diagnosis.
    pub fn explained_end(
        &self,
        failure: FailureView,
        exit: ExitReport,
        veil: &SecretRedactor,
    ) -> FailureView {
        self.evidence(&self.stderr.text(), Some(exit), veil)
            .explain(failure)
    }

    /// Returns the last line of its output, for the progress display.
    fn last_line(&self, veil: &SecretRedactor) -> Option<String> {
        let text = self.stderr.text();
        let printed = self.printed.lines();
        let line = printed.last().map(String::as_str);
        let line = line.or_else(|| text.lines().rev().find(|line| !line.trim().is_empty()))?;
        let line: String = domain::visible(line.trim())
            .chars()
            .take(PROGRESS_CHARS)
            .collect();
        Some(veil.over_cut(&line).0)
    }
}

/// The result of waiting for a program.
enum Waited {
    Connected(Result<(Client, mcp::Ready), ConnectError>),
    Exited(ExitReport),
    Interrupted(StopTimes),
}

type Connecting = Pin<Box<dyn Future<Output = Result<(Client, mcp::Ready), ConnectError>> + Send>>;

/// Starts the program of a server and connects to it.
pub(super) async fn local(
    inner: &Arc<Inner>,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    launch: &LocalLaunch,
    approved: Approved<LaunchSpec>,
    interruption: &Interruption,
) -> Result<Reached, Unstarted> {
    let run = launcher::run_of(launch);
    let secrets = inner.keychain.server(launch.server);
    let places = match launch.confinement {
        Confinement::Unconfined { instead: _ } => None,
        Confinement::Confined(_) => {
            let record = snapshot.borrow().record.clone();
            if let Some(full) = inner.private_folder_full(&record).await {
                return Err(full.into());
            }
            let places = inner.sandbox_places(launch.server).await;
            Some(places.map_err(|error| failure::no_private_folder(&error))?)
        }
    };
    let outlook = Outlook::default();
    if let Some(places) = &places {
        outlook.follow(&places.grants).await;
    }
    let guard = inner.config.guard.clone();
    let running = launcher::launch(approved, &secrets, guard, places.clone())
        .await
        .map_err(|e| failure::of_launch(&e))?;
    let stderr = running.stderr.clone();
    let sandbox = sandboxed(launch, running.sandbox, places.as_ref(), outlook);
    let network = match (running.sockets, &sandbox) {
        (Some(sockets), Some(sandbox)) => {
            let opened = sandbox.opened.clone();
            let trial = places.as_ref().is_some_and(|places| places.recorded);
            let trial = trial.then_some(sandbox.confined.network);
            let served = serve(inner, launch.server, sockets, opened, trial);
            Some(served.map_err(|error| failure::no_network(&error))?)
        }
        (Some(_) | None, _) => None,
    };
    if let Some(record) = running.record {
        tokio::spawn(recording::follow(Arc::clone(inner), launch.clone(), record));
    }
    snapshot.send_modify(|old| {
        *old = Arc::new(ServerSnapshot {
            stderr: Some(stderr.clone()),
            sandbox: sandbox.clone(),
            ..(**old).clone()
        });
    });
    if sandbox.is_some() {
        inner.recount_links(launch.server);
    }
    let book = Arc::clone(&snapshot.borrow().book);
    follow_stderr(&stderr, &book);
    let mut options = options(inner, &snapshot.borrow());
    let probed = options.known.is_none() && options.order == mcp::EraOrder::Newest;
    let usual = options.bounds.connect;
    if run.is_some() && !chose_a_time(&snapshot.borrow()) {
        options.bounds.connect = INSTALL_TIME.max(usual);
    }
    let mut start = Start {
        inner,
        snapshot,
        interruption,
        limit: options.bounds.connect,
        usual,
        program: Program {
            process: running.process,
            stderr,
            server: snapshot.borrow().record.name.clone(),
            launch: launch.clone(),
            granted: places.as_ref().map(granted).unwrap_or_default(),
            home: places.map(|places| places.home),
            run,
            network,
            printed: options.printed.clone(),
            may_ask: options.may_ask,
        },
    };
    let (stdout, stdin) = (running.stdout, running.stdin);
    let streams = move || launcher::moved_here(stdout, stdin);
    let mut connecting: Connecting = Box::pin(Client::connect_with(streams, options));
    let waited = start.wait(&mut connecting).await;
    let at_probe = probed
        && matches!(
            waited,
            Waited::Exited(_) | Waited::Connected(Err(ConnectError::Closed(_)))
        );
    let failure = match waited {
        Waited::Connected(Ok((client, ready))) => {
            // From here on a stop drops the start, as for any other server.
            interruption.installing.store(false, Ordering::SeqCst);
            start.program.process.settled().await;
            return Ok((client, ready, Some(start.program)));
        }
        Waited::Connected(Err(error)) => start.not_connected(error).await,
        Waited::Exited(exit) => {
            // An invalid reply before the exit is more informative than the exit.
            match tokio::time::timeout(LAST_WORDS, &mut connecting).await {
                Ok(Err(error)) if !matches!(error, ConnectError::Closed { .. }) => {
                    start.not_connected(error).await
                }
                Ok(_) | Err(_) => start.exited(exit).await,
            }
        }
        Waited::Interrupted(times) => {
            drop(connecting);
            start.end(times).await;
            return Err(Unstarted::Refused(phrases::host_stopped_by_you().into()));
        }
    };
    drop(connecting);
    start.end(StopTimes::default()).await;
    Err(match at_probe {
        true => Unstarted::AtProbe(failure),
        false => Unstarted::Failed(failure),
    })
}

fn granted(places: &Places) -> Vec<PathBuf> {
    let folders = places.grants.iter();
    folders.map(|folder| folder.path.clone()).collect()
}

fn sandboxed(
    launch: &LocalLaunch,
    report: Option<sandbox::Report>,
    places: Option<&Places>,
    outlook: Outlook,
) -> Option<Arc<Sandboxed>> {
    let (confined, places) = (launch.confinement.confined()?, places?);
    Some(Arc::new(Sandboxed {
        confined: confined.clone(),
        report: report?,
        folders: places.grants.clone(),
        opened: Opened::default(),
        outlook,
    }))
}

/// Whether the user set the handshake timeout of this server.
fn chose_a_time(snapshot: &ServerSnapshot) -> bool {
    super::bounds::chose_start_time(&snapshot.record.bounds)
}

/// A program that has not completed the handshake.
struct Start<'a> {
    inner: &'a Arc<Inner>,
    snapshot: &'a watch::Sender<Arc<ServerSnapshot>>,
    interruption: &'a Interruption,
    /// The timeout including the installation.
    limit: Duration,
    /// The timeout after the installation.
    usual: Duration,
    program: Program,
}

impl Start<'_> {
    /// Waits until the program answers, exits, times out or is interrupted, and shows the installation progress meanwhile.
    async fn wait(&mut self, connecting: &mut Connecting) -> Waited {
        let installs = self.program.run.is_some();
        self.interruption
            .installing
            .store(installs, Ordering::SeqCst);
        self.show(installs, None);
        let mut said = None;
        loop {
            let runs_since = self.runs_since();
            tokio::select! {
                biased;
                connected = &mut *connecting => return Waited::Connected(connected),
                exit = self.program.process.wait() => return Waited::Exited(exit),
                times = self.interruption.asked(), if installs => return Waited::Interrupted(times),
                () = tokio::time::sleep(LOOK), if installs => {
                    let now = self.program.last_line(&self.snapshot.borrow().book.veil);
                    if now != said {
                        said = now;
                        self.show(true, said.clone());
                    }
                    if runs_since.is_some_and(|since| since.elapsed() > self.usual) {
                        return Waited::Connected(Err(ConnectError::TimedOut { after: self.usual }));
                    }
                }
            }
        }
    }

    /// Returns when the installed program itself started, if known: its runner would not have printed anything.
    fn runs_since(&self) -> Option<Instant> {
        let quiet = self
            .program
            .run
            .as_ref()
            .is_some_and(|run| run.runner.leaves_stdout_alone());
        let longer = self.limit > self.usual;
        (quiet && longer)
            .then(|| self.program.printed.since())
            .flatten()
    }

    fn show(&self, installs: bool, said: Option<String>) {
        let Some(run) = self.program.run.as_ref().filter(|_| installs) else {
            return;
        };
        let install = InstallView {
            runner: run.runner.name().into(),
            said,
            limit_ms: self.limit.as_millis() as f64,
        };
        self.snapshot.send_modify(|old| {
            let mut new = (**old).clone();
            let since_ms = if let ServerStateView::Starting { since_ms, .. } = &new.state {
                *since_ms
            } else {
                now_ms() as f64
            };
            new.state = ServerStateView::Starting {
                since_ms,
                install: Some(install),
            };
            *old = Arc::new(new);
        });
        let server = Box::new(server_view(&self.snapshot.borrow()));
        self.inner.emit(Event::Server { server });
    }

    /// Returns the failure of a connection attempt.
    async fn not_connected(&mut self, error: ConnectError) -> FailureView {
        // A pipe often breaks just before the process exits; the exit is more informative.
        if let ConnectError::Closed { .. } = error
            && let Ok(exit) = tokio::time::timeout(LAST_WORDS, self.program.process.wait()).await
        {
            return self.exited(exit).await;
        }
        // What it printed before its answer may arrive after it.
        let mut printed = self.program.stderr.changed();
        let _ = tokio::time::timeout(LAST_WORDS, printed.wait_for(|printed| *printed > 0)).await;
        let book = Arc::clone(&self.snapshot.borrow().book);
        let text = self.program.stderr.text();
        let evidence = self.program.evidence(&text, None, &book.veil);
        if let ConnectError::TimedOut { after } = error {
            evidence.silent(after)
        } else {
            evidence.explain(failure::of_connect(&error))
        }
    }

    /// Returns the failure of a program that exited before the handshake, with its last output.
    async fn exited(&self, exit: ExitReport) -> FailureView {
        let _ = tokio::time::timeout(LAST_WORDS, self.program.stderr.ended()).await;
        let book = Arc::clone(&self.snapshot.borrow().book);
        let text = self.program.stderr.text();
        self.program
            .evidence(&text, Some(exit), &book.veil)
            .ended(exit)
    }

    /// Ends the program; a package runner gets time to remove incomplete files.
    async fn end(&mut self, times: StopTimes) {
        if self.program.run.is_some() {
            self.program.process.stop(times.for_installer()).await;
        }
    }
}
