//! Writes the constructors of the messages that Rust says. Nothing of the product is compiled for it: a source may name one that is
//! not there yet.

use std::process::ExitCode;

use messages_build::{Source, named_in};

use crate::{failure::Failure, place, usage::no_arguments};

/// The file of the constructors, from the repository's root.
const FILE: &str = "src-tauri/crates/messages/phrases.rs";

/// The folders whose sources may name a constructor.
const SOURCES: [&str; 2] = ["src-tauri", "tests"];

/// `cargo xtask messages`.
pub fn write(rest: &[String]) -> Result<ExitCode, Failure> {
    no_arguments(rest)?;
    constructors()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the file if it is not current, and says so.
///
/// # Errors
/// The catalogue is not in order, or a file cannot be read or written.
pub fn constructors() -> Result<(), Failure> {
    let locales = place::ui().join("locales");
    let source = Source::read(&locales).map_err(|problems| Failure::Check(problems.join("\n")))?;
    let mut named = named_in(&place::root().join(SOURCES[0]))?;
    named.extend(named_in(&place::root().join(SOURCES[1]))?);
    let current = messages_build::constructors(&source, &named);
    let file = place::root().join(FILE);
    if std::fs::read_to_string(&file).ok().as_deref() != Some(current.as_str()) {
        std::fs::write(&file, current)?;
        println!("{FILE} is written anew.");
    }
    Ok(())
}
