//! Says what this machine lacks, a line each, with how to get it. Changes nothing.

use std::process::ExitCode;

use crate::{
    failure::Failure,
    machine::{self, Use},
    place, tools,
    usage::no_arguments,
};

/// `cargo xtask doctor`. Ends with success when nothing that `run` needs is missing.
pub fn doctor(rest: &[String]) -> Result<ExitCode, Failure> {
    no_arguments(rest)?;
    let mut blocked = false;
    match machine::node() {
        Ok(version) => println!("ok       Node.js {version}"),
        Err(why) => {
            blocked = true;
            let (major, minor) = machine::NODE;
            println!(
                "missing  to run: Node.js {why}; {major}.{minor} or newer, with npm: https://nodejs.org"
            );
        }
    }
    for need in machine::everything_missing() {
        let (verb, package) = (verb(need.use_), need.package);
        blocked |= need.use_ == Use::Run;
        println!(
            "missing  to {verb}: {}; sudo apt-get install --no-install-recommends {package}",
            need.name
        );
    }
    for tool in [tools::NEXTEST, tools::DENY] {
        match place::find_program(tool.name) {
            Some(path) => println!("ok       {} ({})", tool.name, path.display()),
            None => println!(
                "missing  to test: {}; `cargo xtask test` compiles it",
                tool.name
            ),
        }
    }
    if !place::has_display() {
        println!(
            "note     no display: `cargo xtask run` builds the terminal program; the tests bring their own"
        );
    }
    if blocked {
        println!("This machine cannot build the app yet.");
        return Ok(ExitCode::FAILURE);
    }
    println!("This machine has what `cargo xtask run` needs.");
    Ok(ExitCode::SUCCESS)
}

fn verb(use_: Use) -> &'static str {
    match use_ {
        Use::Run => "run",
        Use::Test => "test",
        Use::Windows => "check for Windows",
        Use::Wine => "test for Windows",
        Use::Package => "make packages",
        Use::Installer => "make the installer for Windows",
    }
}
