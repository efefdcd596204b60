//! Builds and opens the app, or, without a display, builds the terminal program and says how to chat with it.

use std::{
    path::Path,
    process::{Command, ExitCode, ExitStatus},
};

use crate::{
    USAGE, child,
    failure::Failure,
    install,
    machine::Use,
    place::{self, cargo, npm},
    test::FEATURES,
};

/// `cargo xtask run [-- ARGS]`.
pub fn run(rest: &[String]) -> Result<ExitCode, Failure> {
    let args = match rest.split_first() {
        None => &[],
        Some((dashes, args)) if dashes == "--" => args,
        Some((extra, _)) => return Err(Failure::Usage(format!("unexpected `{extra}`\n\n{USAGE}"))),
    };
    if place::has_display() {
        window(args)
    } else {
        terminal(args)
    }
}

fn window(args: &[String]) -> Result<ExitCode, Failure> {
    install::packages(Use::Run)?;
    install::node()?;
    let ui = place::ui();
    install::npm(&ui, install::DOWNLOAD_LIMIT)?;
    child::foreground_ok(npm(&ui).args(["run", "build"]))?;
    child::foreground_ok(cargo().args([
        "build",
        "--package",
        "innkeeper",
        // The guard and the reader of attachments, which lie beside it.
        "--package",
        "launcher",
        "--package",
        "attachments",
        "--features",
        FEATURES,
    ]))?;
    start("innkeeper", args)
}

fn terminal(args: &[String]) -> Result<ExitCode, Failure> {
    println!(
        "No display was found (DISPLAY and WAYLAND_DISPLAY are empty): building the terminal program instead."
    );
    child::foreground_ok(cargo().args([
        "build",
        "--package",
        "cli",
        // The reader of attachments, which lies beside it.
        "--package",
        "attachments",
    ]))?;
    if !args.is_empty() {
        return start("innkeeper-cli", args);
    }
    let program = program("innkeeper-cli")?;
    println!("\nThe terminal program is {}\n", program.display());
    println!("Add a server, then chat with a model that may use it:");
    println!(
        "  cargo xtask run -- servers add files -- npx -y @modelcontextprotocol/server-filesystem \"$HOME\""
    );
    println!(
        "  cargo xtask run -- chat --base-url http://127.0.0.1:11434/v1 --model MODEL \"What is in my home folder?\"\n"
    );
    if place::is_interactive() {
        return start("innkeeper-cli", &["--help".to_owned()]);
    }
    Ok(ExitCode::SUCCESS)
}

fn program(name: &str) -> Result<std::path::PathBuf, Failure> {
    Ok(place::builds("debug")?.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// Starts a built program on this terminal; its exit code becomes ours.
fn start(name: &str, args: &[String]) -> Result<ExitCode, Failure> {
    let path = program(name)?;
    let status = child::foreground(Command::new(Path::new(&path)).args(args))?;
    Ok(exit_code(status))
}

fn exit_code(status: ExitStatus) -> ExitCode {
    status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from)
}
