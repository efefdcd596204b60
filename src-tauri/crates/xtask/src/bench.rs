//! Builds what the benchmark compares, for release, and runs it in a session of its own.

use std::{
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use crate::{
    USAGE, child,
    failure::Failure,
    install,
    machine::Use,
    place::{self, cargo},
    session::Session,
    test::FEATURES,
};

/// What can be measured alone.
const NAMES: &[&str] = &[
    "echo",
    "neighbour",
    "idle",
    "commit",
    "matching",
    "tools",
    "finding",
    "reading",
    "assembling",
    "stream",
    SANDBOX,
    "stop",
    "soak",
    STORM,
    START,
];
/// The build profile of what leaves flame graphs.
const PROFILING: &str = "profiling";
/// The two apps.
const START: &str = "start";
/// What the sandbox costs.
const SANDBOX: &str = "sandbox";
/// The real window in a storm.
const STORM: &str = "storm";
/// Programs in C: what costs next to nothing. With what they are compiled.
const IN_C: &[(&str, &[&str])] = &[
    ("fastecho", &[]),
    ("flood", &[]),
    ("floor", &[]),
    ("probe", &["-static"]),
];
/// A release build, dependencies and all, on a small machine.
const BUILD_LIMIT: Duration = Duration::from_secs(40 * 60);
/// The measurements themselves; each program in them has a limit of its own.
const RUN_LIMIT: Duration = Duration::from_secs(30 * 60);

/// What the command line said.
#[derive(Default)]
struct Choice {
    only: Vec<String>,
    quick: bool,
    json: Option<PathBuf>,
    profile: bool,
    record: bool,
}

impl Choice {
    fn read(rest: &[String]) -> Result<Self, Failure> {
        let usage = |what: String| Failure::Usage(format!("{what}\n\n{USAGE}"));
        let mut choice = Self::default();
        let mut rest = rest.iter();
        while let Some(word) = rest.next() {
            match word.as_str() {
                "--quick" => choice.quick = true,
                "--record" => choice.record = true,
                "--json" => {
                    let file = rest
                        .next()
                        .ok_or_else(|| usage("--json takes a file".into()))?;
                    choice.json = Some(std::path::absolute(file)?);
                }
                "--only" | "--profile" => {
                    let name = rest.next().filter(|name| NAMES.contains(&name.as_str()));
                    let name = name.ok_or_else(|| {
                        usage(format!("{word} takes one of {}", NAMES.join(", ")))
                    })?;
                    choice.only.push(name.clone());
                    choice.profile |= word == "--profile";
                }
                other => return Err(usage(format!("unexpected `{other}`"))),
            }
        }
        Ok(choice)
    }

    fn has(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|chosen| chosen == name)
    }
}

/// `cargo xtask bench [--only NAME]… [--profile NAME]… [--quick] [--record] [--json FILE]`.
pub fn bench(rest: &[String]) -> Result<ExitCode, Failure> {
    let choice = Choice::read(rest)?;
    if !cfg!(target_os = "linux") {
        return Err(Failure::Needs(
            "the benchmark pins programs to cores and reads /proc: it runs on Linux".into(),
        ));
    }
    install::packages(Use::Test)?;
    let home = place::root().join("tests/bench");
    if choice.profile {
        return profile(&choice, &home);
    }
    let built = place::builds("release")?;
    build(&["--package", "bench"])?;
    for (name, how) in IN_C {
        let source = home.join("c").join(format!("{name}.c"));
        compile(&source, how, &built.join(name))?;
    }
    if choice.has("echo") {
        install::node()?;
        install::npm(&home, install::DOWNLOAD_LIMIT)?;
        install::python_peers()?;
        build_apart(&home.join("rmcp"), &built)?;
    }
    if choice.has(SANDBOX) {
        install::node()?;
        install::npm(&peers::folder(), install::DOWNLOAD_LIMIT)?;
        install::python_peers()?;
    }
    let mut command = Command::new(built.join("bench"));
    command.args(["run", "--helpers"]).arg(&built);
    if choice.has(START) || choice.has(STORM) {
        build_app()?;
    }
    if choice.has(STORM) {
        install::node()?;
        install::npm(&peers::folder(), install::DOWNLOAD_LIMIT)?;
        build(&["--package", "e2e", "--bin", "storms"])?;
        command.arg("--storms").arg(built.join("storms"));
    }
    if choice.has(START) {
        build_apart(&home.join("empty-app"), &built)?;
        let apps = ["bench-empty-app", "innkeeper"].map(|name| built.join(name));
        command.arg("--apps").args(apps);
    }
    if choice.quick {
        command.arg("--quick");
    }
    if choice.record {
        command.arg("--record");
    }
    for name in &choice.only {
        command.args(["--only", name]);
    }
    if let Some(file) = &choice.json {
        command.arg("--json").arg(file);
    }
    let session = Session::new()?;
    child::run(session.command(command)?, RUN_LIMIT)?;
    Ok(ExitCode::SUCCESS)
}

/// Flame graphs of what was chosen.
fn profile(choice: &Choice, home: &Path) -> Result<ExitCode, Failure> {
    let built = place::builds(PROFILING)?;
    let mut build = cargo();
    build.args([
        "build",
        "--profile",
        PROFILING,
        "--quiet",
        "--package",
        "bench",
    ]);
    child::run(build, BUILD_LIMIT)?;
    for (name, how) in IN_C {
        let source = home.join("c").join(format!("{name}.c"));
        compile(&source, how, &built.join(name))?;
    }
    let mut command = Command::new(built.join("bench"));
    command.args(["run", "--helpers"]).arg(&built);
    command.arg("--profile").arg(built.join("profiles"));
    for name in &choice.only {
        command.args(["--only", name]);
    }
    let session = Session::new()?;
    child::run(session.command(command)?, RUN_LIMIT)?;
    Ok(ExitCode::SUCCESS)
}

/// Ours, as it is released.
fn build_app() -> Result<(), Failure> {
    install::node()?;
    let ui = place::ui();
    install::npm(&ui, install::DOWNLOAD_LIMIT)?;
    let mut interface = place::npm(&ui);
    interface.args(["run", "build"]);
    child::run(interface, install::DOWNLOAD_LIMIT)?;
    build(&[
        "--package",
        "innkeeper",
        "--package",
        "launcher",
        "--package",
        "attachments",
        "--features",
        FEATURES,
    ])
}

fn build(args: &[&str]) -> Result<(), Failure> {
    let mut command = cargo();
    command.args(["build", "--release", "--quiet"]).args(args);
    child::run(command, BUILD_LIMIT)
}

/// A package with a workspace of its own, built for release.
fn build_apart(package: &Path, built: &Path) -> Result<(), Failure> {
    let mut command = place::apart(package, built);
    command.arg("--release");
    child::run(command, BUILD_LIMIT)
}

fn compile(source: &Path, how: &[&str], program: &Path) -> Result<(), Failure> {
    let mut command = Command::new("cc");
    command
        .args(["-O2", "-Wall", "-Wextra"])
        .args(how)
        .arg("-o")
        .arg(program)
        .arg(source);
    child::run(command, child::QUESTION)
}
