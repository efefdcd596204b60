//! The protocol's own conformance suite, run against `innkeeper-conformance`: every scenario that a revision requires. What is
//! known to fail stands in `baseline.json` with its reason and counts as skipped; what fails without standing there, and
//! what stands there and passes, is a failure.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{counts::Counts, report::Outcome};
use crate::{child, failure::Failure, place};

/// The revisions whose requirements are run.
const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];
/// The revision whose sessions are spoken in what only a later one requires.
const FORCED_IN: &str = "2025-11-25";
/// What only 2026-07-28 requires of a sign-in: it is the same with sessions, and is held there until they are gone.
const FORCED: [&str; 11] = [
    "auth/resource-mismatch",
    "auth/offline-access-scope",
    "auth/offline-access-not-supported",
    "auth/authorization-server-migration",
    "auth/iss-supported",
    "auth/iss-not-advertised",
    "auth/iss-supported-missing",
    "auth/iss-wrong-issuer",
    "auth/iss-unexpected",
    "auth/iss-normalized",
    "auth/metadata-issuer-mismatch",
];
/// A part of the time for each revision, and one for what is forced.
const PARTS: u32 = 3;

/// Known failures: by revision, the scenario and why.
type Baseline = BTreeMap<String, BTreeMap<String, String>>;

/// Where the suite and the baseline are.
pub fn folder() -> PathBuf {
    place::root().join("tests/conformance")
}

/// Runs every revision.
///
/// # Errors
/// The suite could not be started, or the baseline cannot be read.
pub fn run(limit: Duration) -> Result<Outcome, Failure> {
    let baseline: Baseline =
        serde_json::from_slice(&std::fs::read(folder().join("baseline.json"))?)?;
    let (mut counts, mut wrong) = (Counts::default(), Vec::new());
    let none = BTreeMap::new();
    let mut take = |name: &str, ran: &BTreeMap<String, bool>| {
        let (these, those) = judge(ran, baseline.get(name).unwrap_or(&none));
        counts = counts.plus(these);
        wrong.extend(those.into_iter().map(|why| format!("{name}: {why}")));
    };
    for revision in REVISIONS {
        take(revision, &scenarios(revision, limit / PARTS)?);
    }
    take(&format!("{FORCED_IN} --force"), &forced(limit / PARTS)?);
    Ok(if wrong.is_empty() {
        Outcome::Passed(counts)
    } else {
        Outcome::Failed(counts, wrong.join("; "))
    })
}

/// Runs the scenarios of a revision; gives which held.
fn scenarios(revision: &str, limit: Duration) -> Result<BTreeMap<String, bool>, Failure> {
    let results = tempfile::tempdir()?;
    let mut suite = suite(results.path())?;
    suite.args(["--requirements", revision]);
    let mut ran = BTreeMap::new();
    let ended = child::watch(suite, limit, &mut |line| ran.extend(scenario(line)));
    // It fails as soon as one scenario does; which may is judged here.
    match ended {
        Err(failure) if ran.is_empty() => Err(failure),
        Ok(()) | Err(_) => Ok(ran),
    }
}

/// Runs what a later revision requires, one after the other; gives which held.
fn forced(limit: Duration) -> Result<BTreeMap<String, bool>, Failure> {
    let each = limit / u32::try_from(FORCED.len()).unwrap_or(u32::MAX);
    let mut ran = BTreeMap::new();
    for name in FORCED {
        let results = tempfile::tempdir()?;
        let mut suite = suite(results.path())?;
        suite.args(["--scenario", name, "--spec-version", FORCED_IN, "--force"]);
        let mut held = None;
        let ended = child::watch(suite, each, &mut |line| held = total(line).or(held));
        match (ended, held) {
            (Err(failure), None) => return Err(failure),
            (Ok(()) | Err(_), held) => ran.insert(name.to_owned(), held == Some(true)),
        };
    }
    Ok(ran)
}

/// The suite with the driver, which tests a client.
fn suite(results: &Path) -> Result<Command, Failure> {
    let modules = folder().join("node_modules");
    let driver = place::builds("debug")?.join(format!(
        "innkeeper-conformance{}",
        std::env::consts::EXE_SUFFIX
    ));
    let mut suite = Command::new(node(&modules));
    suite
        .arg(modules.join("@modelcontextprotocol/conformance/dist/index.js"))
        .args(["client", "--command"])
        .arg(driver)
        .arg("--output-dir")
        .arg(results)
        .current_dir(folder());
    Ok(suite)
}

/// The program of npm's package `node`: the suite needs a newer one than the rest.
fn node(modules: &Path) -> PathBuf {
    let file = format!("node{}", std::env::consts::EXE_SUFFIX);
    modules.join("node/bin").join(file)
}

/// `✓ tools_call: 2 passed, 0 failed`. A scenario that looked at nothing has not held.
fn scenario(line: &str) -> Option<(String, bool)> {
    let line = line.trim();
    let rest = line.strip_prefix('✓').or_else(|| line.strip_prefix('✗'))?;
    let (name, counts) = rest.trim().rsplit_once(": ")?;
    let (passed, _) = counts.split_once(" passed, ")?;
    let passed: u64 = passed.parse().ok()?;
    Some((name.to_owned(), line.starts_with('✓') && passed > 0))
}

/// `Passed: 7/7, 0 failed, 0 warnings`: the end of a scenario that is run alone.
fn total(line: &str) -> Option<bool> {
    let (counts, rest) = line.trim().strip_prefix("Passed: ")?.split_once(", ")?;
    let (passed, all) = counts.split_once('/')?;
    let all: u64 = all.parse().ok()?;
    Some(passed.parse() == Ok(all) && all > 0 && rest == "0 failed, 0 warnings")
}

fn judge(ran: &BTreeMap<String, bool>, known: &BTreeMap<String, String>) -> (Counts, Vec<String>) {
    let (mut counts, mut wrong) = (Counts::default(), Vec::new());
    for (name, held) in ran {
        match (held, known.contains_key(name)) {
            (true, false) => counts.passed += 1,
            (false, true) => counts.skipped += 1,
            (false, false) => {
                counts.failed += 1;
                wrong.push(format!("{name} fails"));
            }
            (true, true) => {
                counts.failed += 1;
                wrong.push(format!("{name} passes and stands in baseline.json"));
            }
        }
    }
    for name in known.keys().filter(|name| !ran.contains_key(*name)) {
        counts.failed += 1;
        wrong.push(format!("{name} stands in baseline.json and is not run"));
    }
    (counts, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_suite() {
        assert_eq!(
            scenario("✓ tools_call: 2 passed, 0 failed"),
            Some(("tools_call".into(), true))
        );
        assert_eq!(
            scenario("✗ auth/dpop: 0 passed, 3 failed"),
            Some(("auth/dpop".into(), false))
        );
        assert_eq!(
            scenario("✓ initialize: 0 passed, 0 failed"),
            Some(("initialize".into(), false)),
            "nothing was looked at"
        );
        assert_eq!(scenario("  ✗ auth/dpop (extension)"), None);
    }

    #[test]
    fn the_end_of_a_scenario_that_is_run_alone() {
        assert_eq!(total("Passed: 7/7, 0 failed, 0 warnings"), Some(true));
        assert_eq!(total("Passed: 7/7, 0 failed, 1 warnings"), Some(false));
        assert_eq!(total("Passed: 6/7, 1 failed, 0 warnings"), Some(false));
        assert_eq!(
            total("Passed: 0/0, 0 failed, 0 warnings"),
            Some(false),
            "nothing was looked at"
        );
        assert_eq!(total("Results saved to x"), None);
    }

    #[test]
    fn what_is_known_is_skipped_and_what_is_not_fails() {
        let ran = [("a", true), ("b", false), ("c", false), ("d", true)];
        let ran = ran.map(|(name, held)| (name.to_owned(), held)).into();
        let known = ["b", "d", "e"].map(|name| (name.to_owned(), "why".to_owned()));
        let (counts, wrong) = judge(&ran, &known.into());
        let told = Counts {
            passed: 1,
            failed: 3,
            skipped: 1,
        };
        assert_eq!((counts, wrong.len()), (told, 3));
    }
}
