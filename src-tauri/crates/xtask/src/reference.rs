//! Writes the reference of the terminal program anew: the test that compares it writes it when asked to.

use std::{process::ExitCode, time::Duration};

use crate::{child, failure::Failure, no_arguments, place};

/// The terminal program may have to be built first.
const LIMIT: Duration = Duration::from_secs(1800);

/// `cargo xtask reference`.
pub fn write(rest: &[String]) -> Result<ExitCode, Failure> {
    no_arguments(rest)?;
    let mut cargo = place::cargo();
    cargo
        .args(["test", "--quiet", "--package", "cli", "--bins"])
        .arg("terminal_reference_is_fresh")
        .env("INNKEEPER_WRITE_REFERENCE", "1");
    child::run(cargo, LIMIT)?;
    Ok(ExitCode::SUCCESS)
}
