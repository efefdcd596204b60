//! So many acts, so many at once, after a few that do not count: how long each took, how many in a second, and at what cost.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use serde::{Deserialize, Serialize};

use crate::error::BenchError;

/// Shares of the acts whose times are kept: other programs print the same.
pub const TAIL: [f64; 6] = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999];

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Acts that count.
    pub count: usize,
    /// How many at once.
    pub at_once: usize,
    /// Acts before them, one after the other.
    pub warm: usize,
}

/// The echo server, and what is sent to it.
#[derive(Clone, Debug)]
pub struct Target {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The arguments of each call, JSON.
    pub arguments: String,
    /// What each answer holds.
    pub answer: String,
}

impl Target {
    /// The server of a command line; the message is in `MSG`.
    pub fn new(mut server: Vec<String>) -> Result<Self, BenchError> {
        let message = std::env::var("MSG").map_err(|_| BenchError::Unexpected("no MSG".into()))?;
        let program = server.remove(0);
        Ok(Self {
            program,
            args: server,
            arguments: serde_json::json!({ "message": message }).to_string(),
            answer: format!("Echo: {message}"),
        })
    }
}

/// What came out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Figures {
    /// Half of the acts took at most this, in microseconds.
    pub p50_us: f64,
    /// All but one in a hundred took at most this, in microseconds.
    pub p99_us: f64,
    /// The shares of [`TAIL`] took at most these, in microseconds; empty if a program does not say.
    #[serde(default)]
    pub tail_us: Vec<f64>,
    /// Acts in a second.
    pub rate: f64,
    /// What this process spent of the processor, in seconds.
    pub cpu_s: f64,
    /// How many acts counted, where the caller does not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// The processor time of this process so far, in seconds.
pub fn cpu_seconds() -> f64 {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9
}

/// Runs a load; `act` gets the number of each act, from 0, the warm ones first.
pub async fn run<F, R>(load: Load, act: F) -> Result<Figures, BenchError>
where
    F: Fn(usize) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), BenchError>> + Send,
{
    let act = Arc::new(act);
    for number in 0..load.warm {
        act(number).await?;
    }
    let next = Arc::new(AtomicUsize::new(0));
    let (cpu, begin) = (cpu_seconds(), Instant::now());
    let workers: Vec<_> = (0..load.at_once)
        .map(|_| {
            let (act, next) = (Arc::clone(&act), Arc::clone(&next));
            tokio::spawn(async move {
                let mut taken = Vec::with_capacity(load.count / load.at_once + 1);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= load.count {
                        return Ok::<_, BenchError>(taken);
                    }
                    let begin = Instant::now();
                    act(load.warm + number).await?;
                    taken.push(begin.elapsed().as_secs_f64() * 1e6);
                }
            })
        })
        .collect();
    let mut taken = Vec::with_capacity(load.count);
    for worker in workers {
        taken.extend(worker.await.map_err(BenchError::host)??);
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, cpu_seconds() - cpu))
}

impl Figures {
    /// From the time of each act in microseconds, and the seconds that all took.
    pub fn of(mut taken: Vec<f64>, elapsed: f64, cpu_s: f64) -> Self {
        taken.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = taken.len().saturating_sub(1);
            let index = ((taken.len() as f64 * share) as usize).min(last);
            taken.get(index).copied().unwrap_or_default()
        };
        Self {
            p50_us: at(0.5),
            p99_us: at(0.99),
            tail_us: TAIL.map(at).to_vec(),
            rate: taken.len() as f64 / elapsed,
            cpu_s,
            count: Some(taken.len()),
        }
    }
}

/// Prints the figures for who started this program.
pub fn print(figures: &Figures) -> Result<(), BenchError> {
    println!("{}", serde_json::to_string(figures)?);
    Ok(())
}
