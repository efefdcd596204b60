//! Runs the Rust tests of some packages in a session of their own, and counts them.

use std::time::Duration;

use super::{
    FEATURES,
    counts::{self, Counts},
    report::Outcome,
};
use crate::{child, failure::Failure, install, place, session::Session};

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
pub fn run(selection: &Selection, limit: Duration) -> Result<Outcome, Failure> {
    install::tool(install::NEXTEST)?;
    let session = Session::new()?;
    let mut args = vec![
        "nextest",
        "run",
        "--no-tests",
        "fail",
        "--hide-progress-bar",
    ];
    args.extend(WORKSPACE);
    let threads = threads().to_string();
    args.extend(["--test-threads", &threads]);
    args.extend(["--filterset", &selection.filter]);
    let mut summary = None;
    let ended = child::watch(session.cargo(&args)?, limit, &mut |line| {
        summary = counts::nextest(line).or(summary);
    });
    let counts = summary.unwrap_or_default();
    if let Err(failure) = ended {
        return Ok(Outcome::Failed(counts, failure.to_string()));
    }
    if counts.passed == 0 {
        return Ok(Outcome::Failed(counts, "no test ran".to_owned()));
    }
    Ok(Outcome::Passed(Counts {
        skipped: ignored(selection.packages, limit)?,
        ..counts
    }))
}

/// One more than there are processors: on two, many tests that wait for programs left a fifth of the time unused.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |number| number.get() + 1)
}

fn ignored(packages: fn(&str) -> bool, limit: Duration) -> Result<u64, Failure> {
    let mut cargo = place::cargo();
    cargo
        .args([
            "nextest",
            "list",
            "--message-format",
            "json",
            "--cargo-quiet",
        ])
        .args(WORKSPACE);
    let list = child::output(cargo, limit)?;
    Ok(counts::ignored(&serde_json::from_str(&list)?, &packages))
}
