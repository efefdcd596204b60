//! The trial start of an update: the new version of a package or bundle is started once before its review, without a network, without
//! the user's folders and without its variables. What it offers is compared with what was accepted, and what it looks for is listed.

mod comparing;

use std::{collections::BTreeMap, io, path::Path, sync::Arc, time::Duration};

use approvals::{Offer, TrialStart};
use domain::{Enforcement, LaunchSpec, LocalLaunch, ServerId, is_argument_value, placeholder};
use egress::{Broker, Decide, Destination, Pending, Setup, Verdict};
use host_api::TrialStartView;
use launcher::{Process, Record, Running, StopTimes};
use mcp::{Bounds, Client, ClientOptions, EraOrder};
use messages::{Text, phrases};
use sandbox::Sockets;
use store::ServerRecord;
use tokio::{
    net::{TcpListener, UdpSocket},
    sync::broadcast::error::RecvError,
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use self::comparing::Spoken;
use super::{
    era,
    failure::{self, sentence},
};
use crate::{
    bundles::in_use,
    inner::{Host, Inner},
    ledger,
    packages::of_package,
    state::{TrialRun, TrialRuns},
};

/// The folder of a server's trial starts, beside its private one.
const FOLDER: &str = "update";
/// Time limit for its answer to the handshake, and to each request after that.
const ANSWER: Duration = Duration::from_secs(15);
/// Time limit for all of it.
const WHOLE: Duration = Duration::from_secs(40);
/// Most that it may have in its private folder, in bytes, and how often that is measured.
const HOME: (u64, Duration) = (64 << 20, Duration::from_millis(250));
/// How long each stage of its end lasts.
const END: StopTimes = StopTimes {
    eof: Duration::from_millis(500),
    interrupt: Duration::ZERO,
    terminate: Duration::from_millis(500),
};
/// Time limit for the rest of its record, once it has ended.
const REST: Duration = Duration::from_secs(2);
/// Longest line of its output that is shown, in bytes.
const LINE: usize = 300;

impl Host {
    /// Returns what the last trial start of an update of a server found since this program started; none if there was none.
    #[must_use]
    pub fn trial_start(&self, id: ServerId) -> Option<TrialStartView> {
        let found = self.inner.trial_starts.last(id)?;
        Some(approvals::trial_start(&found))
    }
}

impl Inner {
    /// Starts the new version of a server's package or bundle once, and keeps what was found for its review. It accepts nothing, and
    /// never fails: the review says what went wrong.
    pub(crate) async fn try_update(
        self: &Arc<Self>,
        updated: &ServerRecord,
        cancel: &CancellationToken,
    ) {
        let id = updated.id;
        self.trial_starts.forget(id);
        // What is wrong with its command is said by the review.
        let Ok(LaunchSpec::Local(launch)) = self.launch_spec(updated).await else {
            return;
        };
        let Some(package) = &launch.package else {
            return;
        };
        let mut found = TrialStart {
            withheld: withheld(&launch),
            ..TrialStart::default()
        };
        match Box::pin(self.tried(&launch, updated, &mut found, cancel)).await {
            Ok(offer) => found.offer = Some(offer),
            Err(why) => found.failed = Some(why),
        }
        self.trial_starts.keep(id, package.lock.clone(), found);
    }

    async fn tried(
        self: &Arc<Self>,
        launch: &LocalLaunch,
        record: &ServerRecord,
        found: &mut TrialStart,
        cancel: &CancellationToken,
    ) -> Result<Offer, Text> {
        if self.enforcement().await != Enforcement::Full {
            return Err(phrases::host_trial_start_weak().into());
        }
        let stopped = self.trial_starts.stopped();
        if self.suspension.is_suspended() {
            return Err(phrases::host_start_stop_all().into());
        }
        self.same_files(launch, record).await?;
        let id = launch.server;
        let not_made = |error: io::Error| sentence(&failure::no_private_folder(&error));
        let home = self.emptied_folder(&format!("{id}/{FOLDER}")).await;
        let home = home.map_err(not_made)?;
        self.record_trial_start(launch).await?;
        let private = dunce::canonicalize(&self.config.data_dir);
        let private = [private.unwrap_or_else(|_| self.config.data_dir.clone())];
        let started = launcher::trial_start(launch, &home, &private, &self.config.guard).await;
        let running = started.map_err(|error| sentence(&failure::of_launch(&error)))?;
        found.started = true;
        let watched = Watched::new(launch, running)
            .map_err(|error| sentence(&failure::no_network(&error)))?;
        let ends = Ends {
            home: &home,
            cancel,
            stopped,
        };
        let (spoken, run) = watched.spoken_with(self, record, ends).await;
        if let Err(error) = self.delete_folder(home).await {
            tracing::warn!(%error, "the folder of a trial start could not be deleted");
        }
        if let Some(run) = run {
            found.more = run.more;
            // A disk that hangs leaves the list empty, which it says.
            match self.looked_for(id, run).await {
                Ok((looked_for, notes)) => (found.looked_for, found.notes) = (looked_for, notes),
                Err(_) => found.more = true,
            }
        }
        self.compared(id, spoken?).await
    }

    /// Compares the installed files with those that the launch names.
    async fn same_files(
        self: &Arc<Self>,
        launch: &LocalLaunch,
        record: &ServerRecord,
    ) -> Result<(), Text> {
        let Some(package) = &launch.package else {
            return Ok(());
        };
        match in_use(record) {
            Some(bundle) => self.verify_bundle(bundle, package).await,
            None => {
                let verified = Box::pin(self.verify_package(package)).await;
                verified.map_err(|error| of_package(&error))
            }
        }
        .map_err(|failure| sentence(&failure))
    }

    /// Writes the row of a trial start. Without it, there is none.
    async fn record_trial_start(&self, launch: &LocalLaunch) -> Result<(), Text> {
        let Some(package) = &launch.package else {
            return Ok(());
        };
        let name = self.servers.name(launch.server);
        let about = ledger::About::server(launch.server, name);
        let event = ledger::Event::TrialStart {
            package: package.name.clone(),
            version: package.version.clone(),
            lock: package.lock.clone(),
            tree: package.tree.clone(),
        };
        let recorded = ledger::record(&self.audit, about, event).await;
        recorded.map_err(|_| phrases::host_start_not_recorded().into())
    }

    fn trial_options(&self, record: &ServerRecord) -> ClientOptions {
        let (known, order) = (era::known(record), era::order(record));
        ClientOptions {
            server: record.id,
            bounds: Bounds {
                connect: ANSWER,
                request: ANSWER,
                request_max: ANSWER,
                listing_time: ANSWER,
                events: 64,
                event_bytes: 1 << 20,
                server_requests: 8,
                person_requests: 1,
                ..Bounds::default()
            },
            client_version: self.config.version.clone(),
            tap: None,
            // What a server offers can depend on it. Each request is answered with an error.
            may_ask: mcp::MayAsk {
                sampling: record.sampling,
                elicitation: record.elicitation,
            },
            printed: mcp::Printed::default(),
            known,
            // It is started once: some programs end at a probe that they do not know.
            order: match (order, known) {
                (EraOrder::Newest, None) => EraOrder::Session,
                (order, _) => order,
            },
        }
    }
}

/// The names of the variables that the program of a launch does not get in a trial start.
fn withheld(launch: &LocalLaunch) -> Vec<String> {
    let named = |name: &String| match is_argument_value(name) {
        true => placeholder(name),
        false => name.clone(),
    };
    launch.env.iter().map(|entry| named(&entry.name)).collect()
}

/// A program in its trial start.
struct Watched {
    server: ServerId,
    process: Process,
    stderr: launcher::StderrRing,
    streams: (tokio::process::ChildStdout, tokio::process::ChildStdin),
    broker: Option<Broker>,
    /// What it looks for, as it is recorded.
    seen: Arc<TrialRuns>,
    following: Vec<JoinHandle<()>>,
}

impl Watched {
    /// Serves the network of a program, so that every host is refused, and follows what it looks for.
    ///
    /// # Errors
    /// The runtime does not take the sockets. The program is ended then.
    fn new(launch: &LocalLaunch, running: Running) -> io::Result<Self> {
        let server = launch.server;
        let seen = Arc::new(TrialRuns::default());
        seen.begin(server);
        let _ = seen.starts(launch.clone());
        let mut following = Vec::new();
        if let Some(record) = running.record {
            following.push(tokio::spawn(follow(server, record, Arc::clone(&seen))));
        }
        let broker = match running.sockets {
            Some(sockets) => {
                let (broker, refusals) = refuse_all(server, sockets, &seen)?;
                following.push(refusals);
                Some(broker)
            }
            None => None,
        };
        Ok(Self {
            server,
            process: running.process,
            stderr: running.stderr,
            streams: (running.stdout, running.stdin),
            broker,
            seen,
            following,
        })
    }

    /// Speaks with the program and ends it. Returns what it offers and what it looked for.
    async fn spoken_with(
        mut self,
        inner: &Inner,
        record: &ServerRecord,
        ends: Ends<'_>,
    ) -> (Result<Spoken, Text>, Option<TrialRun>) {
        let (stdout, stdin) = self.streams;
        let streams = move || launcher::moved_here(stdout, stdin);
        let connecting = Client::connect_with(streams, inner.trial_options(record));
        let spoken = tokio::select! {
            biased;
            () = ends.cancel.cancelled() => Err(phrases::host_stopped_by_you().into()),
            () = ends.stopped.cancelled() => Err(phrases::host_start_stop_all().into()),
            () = inner.closing.cancelled() => Err(phrases::host_stopped_by_you().into()),
            () = grown(inner, ends.home) => Err(phrases::host_trial_start_full(HOME.0 >> 20).into()),
            spoken = tokio::time::timeout(WHOLE, comparing::speak(connecting)) => match spoken {
                Ok(spoken) => spoken,
                Err(_) => Err(phrases::host_trial_start_silent(WHOLE.as_secs()).into()),
            },
        };
        self.process.stop(END).await;
        if let Some(broker) = self.broker.take() {
            broker.stop().await;
        }
        for following in &mut self.following {
            if tokio::time::timeout(REST, &mut *following).await.is_err() {
                following.abort();
            }
        }
        let said = self.stderr.text();
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        let spoken = spoken.map_err(|why: Text| match last {
            Some(line) => {
                let line = domain::visible(domain::cut(line.trim(), LINE));
                let veil = inner.servers.snapshot(self.server);
                let line = veil.map_or(line.clone(), |it| it.book.veil.over_cut(&line).0);
                phrases::host_trial_start_said(line, why).into()
            }
            None => why,
        });
        (spoken, self.seen.of(self.server))
    }
}

/// What ends a trial start before its time.
struct Ends<'a> {
    /// Its private folder, once it holds too much.
    home: &'a Path,
    /// The user stops the update.
    cancel: &'a CancellationToken,
    /// The kill switch.
    stopped: CancellationToken,
}

/// Waits until the private folder of a program holds more than it may.
async fn grown(inner: &Inner, home: &Path) {
    let (most, pause) = HOME;
    loop {
        tokio::time::sleep(pause).await;
        if inner.bytes_in(home.to_owned()).await > most {
            return;
        }
    }
}

/// Reads the record of a program to its end.
async fn follow(server: ServerId, mut record: Record, seen: Arc<TrialRuns>) {
    let nothing = BTreeMap::new();
    while let Some(recorded) = record.next().await {
        seen.add(server, recorded, &nothing);
    }
}

/// Denies every host, and asks nobody.
struct Nowhere;

impl Decide for Nowhere {
    fn decided(&self, _: &Destination) -> Option<Verdict> {
        Some(Verdict::Deny)
    }

    fn ask(&self, _: &Destination) -> Pending {
        Box::pin(async { Verdict::Deny })
    }
}

/// Serves the network of a program that reaches nothing, and keeps the hosts that it tried to reach.
fn refuse_all(
    server: ServerId,
    sockets: Sockets,
    seen: &Arc<TrialRuns>,
) -> io::Result<(Broker, JoinHandle<()>)> {
    let named = format!("{server}/{FOLDER}");
    let broker = Broker::with(&named, Arc::new(Nowhere), Setup::default());
    let (mut refusals, seen) = (broker.refusals(), Arc::clone(seen));
    let following = tokio::spawn(async move {
        loop {
            match refusals.recv().await {
                Ok(refused) => {
                    if let Some(to) = refused.destination {
                        seen.add_host(server, &to);
                    }
                }
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
    broker.serve_proxy(TcpListener::from_std(sockets.proxy)?);
    for listener in sockets.every {
        broker.serve_transparent(TcpListener::from_std(listener)?);
    }
    broker.serve_dns(UdpSocket::from_std(sockets.dns)?);
    broker.serve_dns_tcp(TcpListener::from_std(sockets.dns_tcp)?);
    Ok((broker, following))
}
