//! What each step does.

use std::{
    collections::{BTreeSet, VecDeque},
    path::Path,
    process::Command,
    sync::PoisonError,
    time::Duration,
};

use super::{
    FEATURES, conformance,
    counts::{self, Counts},
    graph::Graph,
    nextest::{self, Selection},
    report::Outcome,
    step::Bench,
};
use crate::{child, failure::Failure, house, install, machine::Use, place, tools};

fn one(result: Result<(), Failure>) -> Result<Outcome, Failure> {
    result.map(|()| Outcome::Passed(Counts::one_passed()))
}

fn cargo(args: &[&str]) -> Command {
    let mut command = place::cargo();
    command.args(args);
    command
}

fn npm_run(script: &str, limit: Duration) -> Result<Outcome, Failure> {
    let mut command = place::npm(&place::ui());
    command.args(["run", script]);
    one(child::run(command, limit))
}

pub fn fmt(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    one(child::run(cargo(&["fmt", "--all", "--check"]), limit))
}

pub fn house(_: &Bench, _: Duration) -> Result<Outcome, Failure> {
    let wrong = house::check()?;
    Ok(match wrong.is_empty() {
        true => Outcome::Passed(Counts::one_passed()),
        false => Outcome::Failed(
            Counts::one_failed(),
            format!("{}; `cargo xtask house` shows where", wrong.join("; ")),
        ),
    })
}

pub fn packages(_: &Bench, _: Duration) -> Result<Outcome, Failure> {
    install::packages(Use::Test)?;
    one(install::node())
}

pub fn ui_install(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    one(install::npm(&place::ui(), limit))
}

pub fn ui_build(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let built = npm_run("build", limit)?;
    let mut fresh = bench.fresh.lock().unwrap_or_else(PoisonError::into_inner);
    fresh.interface()?;
    Ok(built)
}

pub fn ui_check(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    npm_run("check", limit)
}

pub fn vitest(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("vitest.json");
    let mut command = place::npm(&place::ui());
    command.args([
        "exec",
        "--no",
        "--",
        "vitest",
        "run",
        "--reporter=default",
        "--reporter=json",
    ]);
    command.arg(format!("--outputFile.json={}", file.display()));
    let ended = child::run(command, limit);
    let counts = vitest_counts(&file).unwrap_or_default();
    Ok(match ended {
        Err(failure) => Outcome::Failed(counts, failure.to_string()),
        Ok(()) if counts.passed == 0 => Outcome::Failed(counts, "no test ran".to_owned()),
        Ok(()) => Outcome::Passed(counts),
    })
}

fn vitest_counts(file: &Path) -> Option<Counts> {
    counts::vitest(&serde_json::from_slice(&std::fs::read(file).ok()?).ok()?)
}

/// Lines of failed page checks that are repeated at the end of the run.
const LAST_LINES: usize = 40;

/// The built pages with a fake host. Elsewhere than on Linux there is no browser of the same engine to drive.
pub fn pages(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("needs WebKitGTK".to_owned()));
    }
    let mut node = Command::new("node");
    node.arg("dev/check-pages.mjs").current_dir(place::ui());
    let mut last = VecDeque::new();
    let ended = child::watch(node, limit, &mut |line| {
        bench.look_for_flaky(line);
        last.push_back(line.to_owned());
        if last.len() > LAST_LINES {
            last.pop_front();
        }
    });
    let told = last.back().and_then(|line| serde_json::from_str(line).ok());
    let counts = told
        .and_then(|told| counts::pages(&told))
        .unwrap_or_default();
    Ok(match ended {
        Err(failure) => {
            let said = Vec::from(last).join("\n    ");
            Outcome::Failed(counts, format!("{failure}\n    {said}"))
        }
        Ok(()) if counts.passed == 0 => Outcome::Failed(counts, "no check ran".to_owned()),
        Ok(()) => Outcome::Passed(counts),
    })
}

pub fn licences(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    install::tool(tools::DENY)?;
    one(child::run(
        cargo(&["deny", "check", "bans", "licenses", "sources"]),
        limit,
    ))
}

/// The database is a public repository. Where it cannot be reached, that is said, not passed over.
pub fn advisories(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    if let Err(failure) = child::run(cargo(&["deny", "fetch", "db"]), limit) {
        return match child::interrupted() {
            true => Err(failure),
            false => Ok(Outcome::Skipped(format!(
                "the database was not reached: {failure}"
            ))),
        };
    }
    one(child::run(
        cargo(&["deny", "check", "--disable-fetch", "advisories"]),
        limit,
    ))
}

pub fn build(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    one(child::run(
        cargo(&[
            "build",
            "--workspace",
            "--all-targets",
            "--features",
            FEATURES,
        ]),
        limit,
    ))
}

pub fn clippy(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let args = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--features",
        FEATURES,
        "--",
        "-D",
        "warnings",
    ];
    one(child::run(cargo(&args), limit))
}

/// Tests against programs and registries of others: the package, and the test binary of that name in a crate.
pub const PEERS: &str = "(package(peers) | binary(peers))";

pub fn workspace(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let selection = Selection {
        filter: format!("not (package(e2e) | {PEERS}) & ({})", bench.scope.tests()),
        packages: |package| package != "e2e" && package != "peers",
    };
    nextest::run(bench, &selection, limit)
}

/// nextest runs no examples, so cargo does: those of all packages, because another choice of packages would build their dependencies
/// with other features.
pub fn doctests(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    if !has_examples(bench.scope.affected())? {
        return Ok(Outcome::Skipped(
            "no package with examples is concerned".to_owned(),
        ));
    }
    let mut counts = Counts::default();
    let command = cargo(&["test", "--doc", "--workspace", "--features", FEATURES]);
    let ended = child::watch(command, limit, &mut |line| {
        counts = counts.plus(counts::libtest(line).unwrap_or_default());
    });
    Ok(match ended {
        Err(failure) => Outcome::Failed(counts, failure.to_string()),
        Ok(()) if counts.passed == 0 => Outcome::Failed(counts, "no test ran".to_owned()),
        Ok(()) => Outcome::Passed(counts),
    })
}

/// Whether one of these packages has an example in its documentation; `None` stands for all packages.
fn has_examples(packages: Option<&BTreeSet<String>>) -> Result<bool, Failure> {
    let Some(packages) = packages else {
        return Ok(true);
    };
    let graph = Graph::read()?;
    let folders = packages.iter().filter_map(|name| graph.folder(name));
    let mut sources = Vec::new();
    for folder in folders {
        let code = place::root().join(folder).join("src");
        if code.is_dir() {
            sources.extend(house::files(&code, &["rs"])?);
        }
    }
    let mut texts = sources
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok());
    Ok(texts.any(|text| {
        text.lines().map(str::trim_start).any(|line| {
            let documentation = line.strip_prefix("///").or(line.strip_prefix("//!"));
            documentation.is_some_and(|said| said.trim_start().starts_with("```"))
        })
    }))
}

pub fn peers_install(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    install::npm(&peers::folder(), limit)?;
    install::python_peers()?;
    let (folder, _) = peers::rust_server();
    let built = place::builds("debug")?;
    one(child::run(place::apart(&folder, &built), limit))
}

/// A test that installs and starts twenty servers, which takes as long as half of the others together.
const TWENTY: &str = "test(twenty_servers)";

pub fn peers(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let whole = bench.scope.affected().is_none();
    let selection = Selection {
        filter: match whole {
            true => PEERS.to_owned(),
            false => format!("{PEERS} & not {TWENTY}"),
        },
        packages: |package| package == "peers",
    };
    if !whole {
        println!("Left out: {TWENTY}, which only full runs have.");
    }
    let mut outcome = nextest::run(bench, &selection, limit)?;
    if let (false, Outcome::Passed(counts)) = (whole, &mut outcome) {
        *counts = counts.plus(Counts::one_skipped());
    }
    Ok(outcome)
}

pub fn conformance_install(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    one(install::npm(&conformance::folder(), limit))
}

pub fn conformance(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    conformance::run(limit)
}

pub fn e2e(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let filter = match &bench.filter {
        None => "package(e2e)".to_owned(),
        Some(name) => format!("package(e2e) & test({name})"),
    };
    let selection = Selection {
        filter,
        packages: |package| package == "e2e",
    };
    nextest::run(bench, &selection, limit)
}
