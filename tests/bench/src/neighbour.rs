//! What a server that floods costs its neighbour in the same host, and what a hundred idle servers cost.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Instant,
};

use rustix::thread::{CpuSet, sched_setaffinity};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::{
    client,
    error::BenchError,
    load::{Figures, Load, Target},
};

/// What a client says first, for a flood that no client of ours reads.
const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n"
);
/// The core of the flood, and of who reads it elsewhere.
const FLOOD_CORE: usize = 0;

/// Where the flood goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Beside {
    /// There is none.
    Nothing,
    /// To a program of its own, on one core.
    Elsewhere,
    /// To another client of this process.
    Host,
}

/// Measures calls of one server while another floods.
pub async fn measure(
    load: Load,
    target: Target,
    beside: Beside,
    flood: &Path,
) -> Result<Figures, BenchError> {
    let server = client::connect(&target.program, target.args.clone()).await?;
    let elsewhere = match beside {
        Beside::Elsewhere => Some(Elsewhere::start(flood)?),
        Beside::Nothing | Beside::Host => None,
    };
    let flooding = match beside {
        Beside::Host => Some(InHost::start(flood).await?),
        Beside::Nothing | Beside::Elsewhere => None,
    };
    let figures = client::calls(load, &target, &server).await;
    server.client.close().await;
    if let Some(flooding) = flooding {
        flooding.end().await?;
    }
    drop(elsewhere);
    figures
}

/// A client of this process that reads the flood, and the events that come of it, on the core of the flood.
struct InHost {
    end: oneshot::Sender<()>,
    thread: std::thread::JoinHandle<Result<(), BenchError>>,
}

impl InHost {
    async fn start(flood: &Path) -> Result<Self, BenchError> {
        let (program, args) = pinned(flood);
        let (ready, is_ready) = oneshot::channel();
        let (end, ends) = oneshot::channel();
        // The client's own thread has the cores of the one that makes it.
        let thread = std::thread::spawn(move || {
            to_core(FLOOD_CORE)?;
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            runtime.block_on(async {
                let mut flooding = client::connect(&program, args).await?;
                // Whoever waits for it may be gone.
                let _ = ready.send(());
                let events = async { while flooding.ready.events.recv().await.is_some() {} };
                tokio::select! {
                    () = events => return Err(BenchError::Unexpected("the flood ended".into())),
                    _ = ends => {}
                }
                flooding.client.close().await;
                Ok(())
            })
        });
        // Without an answer the thread ended, and says why.
        if is_ready.await.is_err() {
            return Err(joined(thread)
                .err()
                .unwrap_or_else(|| BenchError::Unexpected("the flood was not read".into())));
        }
        Ok(Self { end, thread })
    }

    async fn end(self) -> Result<(), BenchError> {
        // One that ended already says why.
        let _ = self.end.send(());
        let joining = tokio::task::spawn_blocking(|| joined(self.thread));
        joining.await.map_err(BenchError::host)?
    }
}

fn joined<T>(thread: std::thread::JoinHandle<Result<T, BenchError>>) -> Result<T, BenchError> {
    let panicked = |_| BenchError::Unexpected("the thread of the flood panicked".into());
    thread.join().map_err(panicked)?
}

/// This thread, and what it starts, runs there only.
fn to_core(core: usize) -> Result<(), BenchError> {
    let mut set = CpuSet::new();
    set.set(core);
    Ok(sched_setaffinity(None, &set).map_err(std::io::Error::from)?)
}

/// The flood on its core, as a command line.
fn pinned(flood: &Path) -> (String, Vec<String>) {
    let core = FLOOD_CORE.to_string();
    let args = ["--cpu-list".to_owned(), core, flood.display().to_string()];
    ("taskset".into(), args.into())
}

/// The flood and a reader that is no client.
struct Elsewhere {
    flood: Child,
    reader: Child,
}

impl Elsewhere {
    fn start(flood: &Path) -> Result<Self, BenchError> {
        let flood = flood.to_owned();
        // What a thread starts inherits its cores.
        let started = std::thread::spawn(move || {
            to_core(FLOOD_CORE)?;
            let mut flood = Command::new(flood)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()?;
            if let Some(input) = &mut flood.stdin {
                input.write_all(HELLO.as_bytes())?;
            }
            let from = flood.stdout.take().map_or_else(Stdio::null, Stdio::from);
            let reader = Command::new("cat")
                .stdin(from)
                .stdout(Stdio::null())
                .spawn()?;
            Ok::<_, BenchError>(Self { flood, reader })
        });
        joined(started)
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        for child in [&mut self.flood, &mut self.reader] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Many servers at rest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Idle {
    /// How many.
    pub servers: usize,
    /// Until all of them were ready, one after the other asked for, in seconds.
    pub seconds: f64,
    /// What each cost this process in memory, in KiB (resident).
    pub kib_each: f64,
}

/// Starts `servers` times the same server, all at once.
pub async fn idle(servers: usize, program: PathBuf) -> Result<Idle, BenchError> {
    let program = program.display().to_string();
    // What the first one sets up is not each one's.
    let first = client::connect(&program, Vec::new()).await?;
    let before = resident_kib()?;
    let begin = Instant::now();
    let starting: Vec<_> = (0..servers)
        .map(|_| {
            let program = program.clone();
            tokio::spawn(async move { client::connect(&program, Vec::new()).await })
        })
        .collect();
    let mut all = vec![first];
    for one in starting {
        all.push(one.await.map_err(BenchError::host)??);
    }
    let seconds = begin.elapsed().as_secs_f64();
    let kib_each = (resident_kib()? - before) / servers.max(1) as f64;
    for one in &all {
        one.client.close().await;
    }
    Ok(Idle {
        servers,
        seconds,
        kib_each,
    })
}

fn resident_kib() -> Result<f64, BenchError> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse().ok())
        .ok_or_else(|| BenchError::Unexpected("no VmRSS".into()))
}
