//! Runs the Rust tests of some packages in a session of their own, and counts them.

use std::time::Duration;

use super::{
    FEATURES,
    counts::{self, Counts},
    report::Outcome,
    step::Bench,
};
use crate::{child, failure::Failure, install, place, session::Session, tools};

/// Which packages, in nextest's words and as a test of a package's name.
pub struct Selection {
    /// A nextest filter.
    pub filter: String,
    /// The same, for the list.
    pub packages: fn(&str) -> bool,
}

/// The whole workspace is built alike for every selection, so that nothing is built twice.
const WORKSPACE: [&str; 3] = ["--workspace", "--features", FEATURES];

/// Runs the selected tests for at most `limit`.
pub fn run(bench: &Bench, selection: &Selection, limit: Duration) -> Result<Outcome, Failure> {
    run_without(&[], bench, selection, limit)
}

/// [`run`] without building the packages `apart`, whose tests are not selected.
pub fn run_without(
    apart: &[&str],
    bench: &Bench,
    selection: &Selection,
    limit: Duration,
) -> Result<Outcome, Failure> {
    install::tool(tools::NEXTEST)?;
    let session = Session::new()?;
    let mut args = vec![
        "nextest",
        "run",
        "--no-tests",
        "fail",
        "--hide-progress-bar",
    ];
    args.extend(WORKSPACE);
    args.extend(apart.iter().flat_map(|package| ["--exclude", package]));
    let threads = threads().to_string();
    args.extend(["--test-threads", &threads]);
    args.extend(["--filterset", &selection.filter]);
    let mut summary = None;
    let ended = child::watch(session.cargo(&args)?, limit, &mut |line| {
        summary = counts::nextest(line).or(summary);
        bench.look_for_flaky(line);
    });
    let counts = summary.unwrap_or_default();
    if let Err(failure) = ended {
        return Ok(Outcome::Failed(counts, failure.to_string()));
    }
    if counts.passed == 0 {
        return Ok(Outcome::Failed(counts, "no test ran".to_owned()));
    }
    Ok(Outcome::Passed(Counts {
        skipped: ignored(bench, apart, selection.packages, limit)?,
        ..counts
    }))
}

/// One more than there are processors: on two, many tests that wait for programs left a fifth of the time unused.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |number| number.get() + 1)
}

/// Every test program is asked for its tests, which takes seconds: once in a run.
fn ignored(
    bench: &Bench,
    apart: &[&str],
    packages: fn(&str) -> bool,
    limit: Duration,
) -> Result<u64, Failure> {
    if let Some(list) = bench.list.get() {
        return Ok(counts::ignored(list, &packages));
    }
    let mut cargo = place::cargo();
    cargo
        .args([
            "nextest",
            "list",
            "--message-format",
            "json",
            "--cargo-quiet",
        ])
        .args(WORKSPACE)
        .args(apart.iter().flat_map(|package| ["--exclude", package]));
    let list = serde_json::from_str(&child::output(cargo, limit)?)?;
    Ok(counts::ignored(bench.list.get_or_init(|| list), &packages))
}
