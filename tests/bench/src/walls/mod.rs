//! What the sandbox costs: the same server without one and in one, in turn, in one run.

mod inside;
mod origin;
mod through;

use std::{
    future::Future,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use serde::{Deserialize, Serialize};

pub use self::origin::serve;
use crate::{error::BenchError, load, report::median, rounds::output};

/// How long all of it may take.
const LIMIT: Duration = Duration::from_secs(600);

/// The server that measures from where it stands.
pub const PROBE: &str = "probe";
/// Rows that are aims.
pub const START: &str = "start until initialized, static C";
pub const OPEN: &str = "open and close";
pub const FILE_CALL: &str = "call, filesystem: read a file";
pub const GIT_CALL: &str = "call, git: status";
pub const GRANT: &str = "grant, the guard's answer";
pub const REVOKE: &str = "revoke, the guard's answer";

/// One act, without a sandbox and in one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// What was done.
    pub what: String,
    /// How often, each way.
    pub count: usize,
    /// Half of the acts without a sandbox took at most this, in microseconds.
    pub plain_us: f64,
    /// The same in the sandbox.
    pub confined_us: f64,
    /// The shortest without a sandbox: the machine did least else.
    pub plain_best_us: f64,
    /// The shortest in the sandbox.
    pub confined_best_us: f64,
}

/// What only a sandbox has: a change of its folders.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Changed {
    /// What was done.
    pub what: String,
    /// How often.
    pub count: usize,
    /// Half of them took at most this, in microseconds.
    pub p50_us: f64,
    /// The slowest.
    pub worst_us: f64,
}

/// Everything that was measured of the sandbox.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Walls {
    /// Acts in both ways.
    pub pairs: Vec<Pair>,
    /// Changes of folders.
    pub changes: Vec<Changed>,
}

impl Walls {
    /// The row of this name.
    pub fn pair(&self, what: &str) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.what == what)
    }

    /// The change of this name.
    pub fn change(&self, what: &str) -> Option<&Changed> {
        self.changes.iter().find(|change| change.what == what)
    }
}

/// How often each thing is done.
#[derive(Clone, Copy, Debug)]
struct Times {
    starts: usize,
    slow_starts: usize,
    calls: usize,
    slow_calls: usize,
    blocks: usize,
    transfers: usize,
    changes: usize,
}

const FULL: Times = Times {
    starts: 100,
    slow_starts: 12,
    calls: 1_000,
    slow_calls: 200,
    blocks: 60,
    transfers: 9,
    changes: 200,
};
const QUICK: Times = Times {
    starts: 20,
    slow_starts: 3,
    calls: 200,
    slow_calls: 40,
    blocks: 15,
    transfers: 3,
    changes: 40,
};

/// Measures it in a process of its own.
pub fn in_process(helpers: &Path, quick: bool) -> Result<Walls, BenchError> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("walls").arg(helpers);
    if quick {
        command.arg("--quick");
    }
    let said = output(command, LIMIT)?;
    let line = said.lines().last().unwrap_or_default();
    Ok(serde_json::from_str(line)?)
}

/// Measures all of it.
pub async fn measure(helpers: PathBuf, quick: bool) -> Result<Walls, BenchError> {
    let times = if quick { QUICK } else { FULL };
    let probe = helpers.join(PROBE).display().to_string();
    let mut walls = Walls::default();
    inside::measure(&mut walls, &probe, times).await?;
    through::measure(&mut walls, &probe, times).await?;
    Ok(walls)
}

/// Does an act in both ways, `count` times, the first way in turn. The act gets whether it is the confined one, and returns
/// microseconds.
async fn pair<F, R>(what: &str, count: usize, mut act: F) -> Result<Pair, BenchError>
where
    F: FnMut(bool) -> R,
    R: Future<Output = Result<f64, BenchError>>,
{
    let (mut plain, mut confined) = (Vec::new(), Vec::new());
    for number in 0..count {
        for second in [false, true] {
            let in_sandbox = (number % 2 == 1) != second;
            let taken = act(in_sandbox).await?;
            if in_sandbox {
                confined.push(taken);
            } else {
                plain.push(taken);
            }
        }
    }
    let best = |all: &[f64]| all.iter().copied().fold(f64::INFINITY, f64::min);
    let pair = Pair {
        what: what.to_owned(),
        count,
        plain_best_us: best(&plain),
        confined_best_us: best(&confined),
        plain_us: median(plain),
        confined_us: median(confined),
    };
    eprintln!(
        "{:<40} {:>12.2} µs  {:>12.2} µs in the sandbox",
        pair.what, pair.plain_us, pair.confined_us
    );
    Ok(pair)
}

fn changed(what: &str, taken: Vec<f64>) -> Changed {
    let figures = load::Figures::of(taken.clone(), 1.0, 0.0);
    let changed = Changed {
        what: what.to_owned(),
        count: taken.len(),
        p50_us: figures.p50_us,
        worst_us: taken.into_iter().fold(0.0, f64::max),
    };
    eprintln!("{:<40} {:>12.2} µs", changed.what, changed.p50_us);
    changed
}

fn micros(taken: Duration) -> f64 {
    taken.as_secs_f64() * 1e6
}

/// What the probe says: nanoseconds, as microseconds.
fn said_micros(text: &str) -> Result<f64, BenchError> {
    match text.parse::<f64>() {
        Ok(nanoseconds) if nanoseconds >= 0.0 => Ok(nanoseconds / 1e3),
        Ok(_) | Err(_) => Err(BenchError::Unexpected(format!("the probe said {text}"))),
    }
}
