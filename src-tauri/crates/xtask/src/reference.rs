//! Writes the reference of the terminal program anew: the test that compares it writes it when asked to.

use std::{process::ExitCode, time::Duration};

use crate::{child, failure::Failure, install, place, test::FEATURES, tools, usage::no_arguments};

/// The terminal program may have to be built first.
const LIMIT: Duration = Duration::from_secs(1800);

/// `cargo xtask reference`.
pub fn write(rest: &[String]) -> Result<ExitCode, Failure> {
    no_arguments(rest)?;
    install::tool(tools::NEXTEST)?;
    let mut cargo = place::cargo();
    // The features of the other steps, so that nothing is built twice.
    cargo
        .args(["nextest", "run", "--workspace", "--features", FEATURES])
        .args(["--bins", "--no-tests", "fail"])
        .args(["--filterset", "test(terminal_reference_is_fresh)"])
        .env("INNKEEPER_WRITE_REFERENCE", "1");
    child::run(cargo, LIMIT)?;
    Ok(ExitCode::SUCCESS)
}
