//! Writes the TypeScript of the commands anew: the test that compares it writes it when asked to.

use std::{process::ExitCode, time::Duration};

use crate::{
    child, failure::Failure, install, machine::Use, messages, place, test::FEATURES, tools,
    usage::no_arguments,
};

/// The desktop program may have to be built first.
const LIMIT: Duration = Duration::from_secs(1800);

/// `cargo xtask bindings`.
pub fn write(rest: &[String]) -> Result<ExitCode, Failure> {
    no_arguments(rest)?;
    messages::constructors()?;
    install::packages(Use::Run)?;
    install::node()?;
    install::tool(tools::NEXTEST)?;
    install::npm(&place::ui(), install::DOWNLOAD_LIMIT)?;
    let mut build = place::npm(&place::ui());
    build.args(["run", "build"]);
    child::run(build, LIMIT)?;
    let mut cargo = place::cargo();
    cargo
        .args(["nextest", "run", "--workspace", "--features", FEATURES])
        .args(["--lib", "--no-tests", "fail"])
        .args([
            "--filterset",
            "package(innkeeper) & test(bindings_are_fresh)",
        ])
        .env("INNKEEPER_WRITE_BINDINGS", "1");
    child::run(cargo, LIMIT)?;
    Ok(ExitCode::SUCCESS)
}
