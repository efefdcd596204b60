//! The steps, in their order: cheap ones first, so that a slip is known soon, then one build that the rest shares, and last what may
//! be left out on a slow machine.

use std::{
    collections::VecDeque,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use super::{
    FEATURES, conformance,
    counts::{self, Counts},
    install as packaging,
    nextest::{self, Selection},
    report::Outcome,
    systems, windows_install,
};
use crate::{child, failure::Failure, house, install, machine::Use, place};

/// What the command line said, for the steps that look at it.
pub struct Bench {
    /// Part of the names of the end-to-end tests to run.
    pub filter: Option<String>,
}

/// Whether a step may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    /// A run without it has failed.
    Always,
    /// On a machine so slow that its limit exceeds the time left, it counts as skipped.
    IfItFits,
}

/// One step.
pub struct Step {
    /// Its name for `--only`.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Steps without which it has no sense.
    pub needs: &'static [&'static str],
    /// The time after which what it runs is ended.
    pub limit: Duration,
    /// Whether it may be left out.
    pub rank: Rank,
    /// Does it.
    pub act: fn(&Bench, Duration) -> Result<Outcome, Failure>,
}

const MINUTE: u64 = 60;

/// Every step.
pub const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "formatting of Rust",
        needs: &[],
        limit: minutes(3),
        rank: Rank::Always,
        act: fmt,
    },
    Step {
        name: "house",
        about: "the shape of the code: cycles, locks, approval kinds, words, unused dependencies; none may grow",
        needs: &[],
        limit: minutes(3),
        rank: Rank::Always,
        act: house,
    },
    Step {
        name: "packages",
        about: "install missing system packages; look at Node.js",
        needs: &[],
        limit: minutes(30),
        rank: Rank::Always,
        act: packages,
    },
    Step {
        name: "ui-install",
        about: "npm ci of the interface",
        needs: &["packages"],
        limit: minutes(8),
        rank: Rank::Always,
        act: ui_install,
    },
    Step {
        name: "ui-build",
        about: "the interface, by vite",
        needs: &["ui-install"],
        limit: minutes(5),
        rank: Rank::Always,
        act: ui_build,
    },
    Step {
        name: "ui-check",
        about: "types of the interface, by svelte-check",
        needs: &["ui-install"],
        limit: minutes(5),
        rank: Rank::Always,
        act: ui_check,
    },
    Step {
        name: "vitest",
        about: "tests of the interface",
        needs: &["ui-install"],
        limit: minutes(8),
        rank: Rank::Always,
        act: vitest,
    },
    Step {
        name: "licences",
        about: "cargo-deny: licences, bans, sources",
        needs: &[],
        limit: minutes(30),
        rank: Rank::Always,
        act: licences,
    },
    Step {
        name: "advisories",
        about: "cargo-deny: known vulnerabilities, where the database can be reached",
        needs: &["licences"],
        limit: minutes(5),
        rank: Rank::Always,
        act: advisories,
    },
    Step {
        name: "build",
        about: "every target of the workspace",
        needs: &["packages", "ui-build"],
        limit: minutes(40),
        rank: Rank::Always,
        act: build,
    },
    Step {
        name: "clippy",
        about: "lints, warnings denied",
        needs: &["packages", "ui-build"],
        limit: minutes(25),
        rank: Rank::Always,
        act: clippy,
    },
    Step {
        name: "nextest",
        about: "tests of the workspace, import rules and fresh bindings among them",
        needs: &["build"],
        limit: minutes(25),
        rank: Rank::Always,
        act: workspace,
    },
    Step {
        name: "doctests",
        about: "the examples in the documentation of the crates",
        needs: &["build"],
        limit: minutes(10),
        rank: Rank::Always,
        act: doctests,
    },
    Step {
        name: "pages",
        about: "what the windows load first, every state of the pages with axe-core, and their keys, in the window's own engine",
        needs: &["ui-build"],
        limit: minutes(40),
        rank: Rank::Always,
        act: pages,
    },
    Step {
        name: "peers-install",
        about: "the pinned npm, Python and Rust peers",
        needs: &["packages"],
        limit: minutes(15),
        rank: Rank::Always,
        act: peers_install,
    },
    Step {
        name: "peers",
        about: "tests against real servers and a scripted model",
        needs: &["build", "peers-install"],
        limit: minutes(18),
        rank: Rank::Always,
        act: peers,
    },
    Step {
        name: "conformance-install",
        about: "the protocol's own suite, and the Node.js it needs, pinned",
        needs: &["packages"],
        limit: minutes(10),
        rank: Rank::Always,
        act: conformance_install,
    },
    Step {
        name: "conformance",
        about: "the protocol's own suite against the host",
        needs: &["build", "conformance-install"],
        limit: minutes(10),
        rank: Rank::Always,
        act: conformance,
    },
    Step {
        name: "e2e",
        about: "tests in the real window",
        needs: &["build", "peers-install"],
        limit: minutes(20),
        rank: Rank::Always,
        act: e2e,
    },
    Step {
        name: "windows-check",
        about: "every target of the workspace for Windows, the window included: does it compile without a warning",
        needs: &["packages", "ui-build"],
        limit: minutes(10),
        rank: Rank::IfItFits,
        act: |_, limit| systems::windows_check(limit),
    },
    Step {
        name: "macos",
        about: "every target of the workspace for macOS, the window included: does it compile without a warning",
        needs: &["packages", "ui-build"],
        limit: minutes(10),
        rank: Rank::IfItFits,
        act: |_, limit| systems::macos_check(limit),
    },
    Step {
        name: "install",
        about: "the packages for Linux in a clean Debian: install, start, use, upgrade, remove",
        needs: &["build", "peers-install"],
        limit: minutes(10),
        rank: Rank::IfItFits,
        act: |_, limit| packaging::run(limit),
    },
    Step {
        name: "windows",
        about: "unit tests for Windows, under Wine",
        needs: &["windows-check"],
        limit: minutes(10),
        rank: Rank::IfItFits,
        act: |_, limit| systems::windows_tests(limit),
    },
    Step {
        name: "windows-install",
        about: "ZIP and installer for Windows with the terminal program: installed, used, upgraded and removed under Wine",
        needs: &["windows"],
        limit: minutes(12),
        rank: Rank::IfItFits,
        act: |_, limit| windows_install::run(limit),
    },
];

const fn minutes(number: u64) -> Duration {
    Duration::from_secs(number * MINUTE)
}

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

fn fmt(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    one(child::run(cargo(&["fmt", "--all", "--check"]), limit))
}

fn house(_: &Bench, _: Duration) -> Result<Outcome, Failure> {
    let wrong = house::check()?;
    Ok(match wrong.is_empty() {
        true => Outcome::Passed(Counts::one_passed()),
        false => Outcome::Failed(
            Counts::one_failed(),
            format!("{}; `cargo xtask house` shows where", wrong.join("; ")),
        ),
    })
}

fn packages(_: &Bench, _: Duration) -> Result<Outcome, Failure> {
    install::packages(Use::Test)?;
    one(install::node())
}

fn ui_install(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    one(install::npm(&place::ui(), limit))
}

fn ui_build(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    npm_run("build", limit)
}

fn ui_check(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    npm_run("check", limit)
}

fn vitest(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
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

/// The scripts that look at the pages.
const PAGE_CHECKS: [&str; 6] = [
    "dev/check-size.mjs",
    "dev/check-main.mjs",
    "dev/check-chat.mjs",
    "dev/check-consent.mjs",
    "dev/check-hostile.mjs",
    "dev/check-states.mjs",
];

/// Lines of a failed page check that are repeated at the end of the run.
const LAST_LINES: usize = 20;

/// The built pages with a fake host. Elsewhere than on Linux there is no browser of the same engine to drive.
fn pages(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("needs WebKitGTK".to_owned()));
    }
    let mut done = Counts::default();
    let mut failed = Vec::new();
    for script in PAGE_CHECKS {
        let mut node = Command::new("node");
        node.arg(script).current_dir(place::ui());
        let mut last = VecDeque::new();
        let begin = Instant::now();
        let ended = child::watch(node, limit / 2, &mut |line| {
            last.push_back(line.to_owned());
            if last.len() > LAST_LINES {
                last.pop_front();
            }
        });
        println!("{script} took {:.0} s", begin.elapsed().as_secs_f64());
        // One that fails does not keep the others from running.
        match ended {
            Ok(()) => done = done.plus(Counts::one_passed()),
            Err(failure) => {
                let said = Vec::from(last).join("\n    ");
                failed.push(format!("{script}: {failure}\n    {said}"));
            }
        }
    }
    Ok(if failed.is_empty() {
        Outcome::Passed(done)
    } else {
        Outcome::Failed(done, failed.join("\n"))
    })
}

fn licences(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    install::tool(install::DENY)?;
    one(child::run(
        cargo(&["deny", "check", "bans", "licenses", "sources"]),
        limit,
    ))
}

/// The database is a public repository. Where it cannot be reached, that is said, not passed over.
fn advisories(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
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

fn build(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
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

fn clippy(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
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
const PEERS: &str = "(package(peers) or binary(peers))";

fn workspace(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let selection = Selection {
        filter: format!("not (package(e2e) or {PEERS})"),
        packages: |package| package != "e2e" && package != "peers",
    };
    nextest::run(&selection, limit)
}

/// nextest runs no examples, so cargo does.
fn doctests(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let mut counts = Counts::default();
    let args = ["test", "--doc", "--workspace", "--features", FEATURES];
    let ended = child::watch(cargo(&args), limit, &mut |line| {
        counts = counts.plus(counts::libtest(line).unwrap_or_default());
    });
    Ok(match ended {
        Err(failure) => Outcome::Failed(counts, failure.to_string()),
        Ok(()) if counts.passed == 0 => Outcome::Failed(counts, "no test ran".to_owned()),
        Ok(()) => Outcome::Passed(counts),
    })
}

fn peers_install(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    install::npm(&peers::folder(), limit)?;
    install::python_peers()?;
    let (folder, _) = peers::rust_server();
    let built = place::builds("debug")?;
    one(child::run(place::apart(&folder, &built), limit))
}

fn peers(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let selection = Selection {
        filter: PEERS.to_owned(),
        packages: |package| package == "peers",
    };
    nextest::run(&selection, limit)
}

fn conformance_install(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    one(install::npm(&conformance::folder(), limit))
}

fn conformance(_: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    conformance::run(limit)
}

fn e2e(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let filter = match &bench.filter {
        None => "package(e2e)".to_owned(),
        Some(name) => format!("package(e2e) and test({name})"),
    };
    nextest::run(
        &Selection {
            filter,
            packages: |package| package == "e2e",
        },
        limit,
    )
}
