//! Windows and macOS, as far as Linux can check them: the compiler reads everything that is built for them, and unit tests run
//! under Wine. What is left out is printed by name, each with its reason.

use std::{process::Command, time::Duration};

use super::{
    FEATURES,
    counts::{self, Counts},
    report::Outcome,
    step::Bench,
    wine::Wine,
};
use crate::{child, failure::Failure, install, machine::Use, place, tools};

/// The target of every build for Windows.
pub const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MACOS: &str = "aarch64-apple-darwin";

/// What is left out, and why.
type LeftOut = (&'static str, &'static str);

/// Packages that are compiled for Linux only.
const LINUX_ONLY: [LeftOut; 3] = [
    ("e2e", "it drives WebKitGTK on an X display"),
    ("bench", "it reads /proc and measures Linux"),
    ("peers", "its tests use links, modes and processes of Unix"),
];

/// Packages whose unit tests run under Wine.
const UNDER_WINE: [&str; 15] = [
    "clock",
    "consent",
    "context",
    "domain",
    "foreign",
    "launcher",
    "lenient",
    "messages",
    "policy",
    "secrets",
    "sse",
    "staging",
    "tool-search",
    "tour",
    "url-handler",
];

const SQLITE: &str = "linking its tests, with SQLite in each, would lengthen every run";
const TLS: &str = "linking its tests, with TLS in each, would lengthen every run";
const PARSERS: &str = "linking its tests, with its parsers in each, would lengthen every run";

/// Packages with unit tests that do not run under Wine.
const NOT_UNDER_WINE: [LeftOut; 22] = [
    ("approvals", SQLITE),
    ("archive", SQLITE),
    ("attachments", PARSERS),
    ("audit", SQLITE),
    ("bundles", PARSERS),
    ("cli", SQLITE),
    ("db-shape", SQLITE),
    ("egress", "it serves the sandbox, which Windows lacks"),
    ("host", SQLITE),
    ("llm", TLS),
    ("mcp", TLS),
    (
        "messages-build",
        "it reads the sources, on the system that builds",
    ),
    ("netcheck", TLS),
    ("oauth", TLS),
    ("packages", "its tests make links and modes of Unix"),
    ("registry", TLS),
    ("sandbox", "Innkeeper has no sandbox for Windows"),
    ("schema-check", PARSERS),
    ("store", SQLITE),
    ("testkit", "it serves the tests of Linux"),
    ("updates", TLS),
    ("xtask", "it is run by developers on Linux"),
];

/// The compiler on every target of the workspace for Windows; warnings are errors. The C parts are compiled too.
pub fn windows_check(limit: Duration) -> Result<Outcome, Failure> {
    let prepare = || {
        install::target(WINDOWS)?;
        install::packages(Use::Windows)
    };
    prepared(prepare, |()| check(cargo(WINDOWS, "check"), limit))
}

/// The compiler on every target of the workspace for macOS; warnings are errors. Checking links nothing, so `true` stands for
/// the compiler of C and Objective-C, which needs Apple's SDK: those parts are not compiled.
pub fn macos_check(limit: Duration) -> Result<Outcome, Failure> {
    let act = |()| {
        let mut command = cargo(MACOS, "check");
        for tool in ["CC", "CXX", "AR", "RANLIB"] {
            command.env(format!("{tool}_{}", MACOS.replace('-', "_")), "true");
        }
        println!("Not compiled: C and Objective-C, because their compiler needs Apple's SDK.");
        check(command, limit)
    };
    prepared(|| install::target(MACOS), act)
}

/// Unit tests for Windows, under Wine. Wine of Debian now and then leaves a program waiting for ever: each test has a limit of its
/// own and a second try, which is reported.
pub fn windows_tests(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let prepare = || {
        install::packages(Use::Wine)?;
        install::tool(tools::NEXTEST)?;
        Wine::new()
    };
    prepared(prepare, |wine| {
        let mut command = place::cargo();
        command.args(["nextest", "run", "--locked", "--target", WINDOWS]);
        command.args(["--profile", "wine", "--lib", "--hide-progress-bar"]);
        command.env("RUSTFLAGS", "-Dwarnings");
        tested_packages(&mut command);
        wine.run_tests_of(&mut command);
        let left_out = left_out("run", &NOT_UNDER_WINE);
        let mut counts = None;
        let ended = child::watch(command, limit, &mut |line| {
            counts = counts::nextest(line).or(counts);
            bench.look_for_flaky(line);
        });
        let counts = counts.unwrap_or_default().plus(left_out);
        Ok(match ended {
            Err(failure) => Outcome::Failed(counts, failure.to_string()),
            Ok(()) if counts.passed == 0 => Outcome::Failed(counts, "no test ran".to_owned()),
            Ok(()) => Outcome::Passed(counts),
        })
    })
}

/// Names the packages whose unit tests run, and the terminal program, which has none that do: so both builds have the same features,
/// and the second one finds what the first one built.
pub fn tested_packages(command: &mut Command) {
    for package in UNDER_WINE.into_iter().chain(["cli"]) {
        command.args(["--package", package]);
    }
}

/// Acts with what `prepare` returns. What could not be installed or set up is the reason why the step is skipped.
pub fn prepared<T>(
    prepare: impl FnOnce() -> Result<T, Failure>,
    act: impl FnOnce(T) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    // On Windows and macOS the other steps check the system that they run on.
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("checks from Linux only".to_owned()));
    }
    match prepare() {
        Ok(prepared) => act(prepared),
        Err(Failure::Interrupted) => Err(Failure::Interrupted),
        Err(failure) => Ok(Outcome::Skipped(failure.to_string())),
    }
}

/// Says what is left out. Each counts as skipped.
fn left_out(verb: &str, all: &[LeftOut]) -> Counts {
    for (package, why) in all {
        println!("Not {verb}: {package}, because {why}.");
    }
    Counts {
        skipped: all.len() as u64,
        ..Counts::default()
    }
}

/// Cargo for another system. What it builds for this one, it shares with the other steps.
pub fn cargo(target: &str, verb: &str) -> Command {
    let mut command = place::cargo();
    command
        .args([verb, "--locked", "--target", target])
        .env("RUSTFLAGS", "-Dwarnings");
    command
}

fn check(mut command: Command, limit: Duration) -> Result<Outcome, Failure> {
    command.args([
        "--workspace",
        "--all-targets",
        "--keep-going",
        "--features",
        FEATURES,
    ]);
    for (package, _) in LINUX_ONLY {
        command.args(["--exclude", package]);
    }
    let counts = left_out("checked", &LINUX_ONLY);
    child::run(command, limit)?;
    Ok(Outcome::Passed(counts.plus(Counts::one_passed())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_crate_with_unit_tests_runs_under_wine_or_is_left_out_by_name() {
        let mut listed: Vec<&str> = UNDER_WINE.to_vec();
        listed.extend(NOT_UNDER_WINE.iter().map(|(package, _)| *package));
        listed.sort_unstable();
        let crates = place::root().join("src-tauri/crates");
        let mut there: Vec<String> = std::fs::read_dir(crates)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !["host-api", "messages-text"].contains(&name.as_str()))
            .collect();
        there.sort_unstable();
        assert_eq!(listed, there);
    }
}
