//! `cargo xtask check`: what a developer runs after each change. No real servers and no window.

use std::{collections::BTreeSet, process::ExitCode, time::Duration};

use super::{
    acts, argument, full,
    nextest::{self, Selection},
    report::Outcome,
    run,
    scope::Scope,
    step::{Bench, Load, Step, Tier},
    steps::STEPS,
};
use crate::{failure::Failure, usage::USAGE};

/// Steps of the whole test run that are part of a check.
const SHARED: [&str; 8] = [
    "fmt",
    "house",
    "packages",
    "ui-install",
    "ui-build",
    "ui-check",
    "vitest",
    "clippy",
];

/// Packages whose tests drive windows, servers of others, or whole programs for minutes.
const APART: [&str; 3] = ["e2e", "peers", "bench"];

static TESTS: Step = Step {
    name: "tests",
    about: "all tests of the changed packages, unit tests of those that are built from them",
    needs: &["packages", "ui-build"],
    limit: Duration::from_secs(20 * 60),
    tier: Tier::Always,
    load: Load::Heavy,
    may_be_dropped: false,
    act: tests,
};

/// `cargo xtask check [--since COMMIT]`.
pub fn check(rest: &[String]) -> Result<ExitCode, Failure> {
    let mut rest = rest.iter();
    let mut since = None;
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--since" => since = Some(argument(&mut rest, "--since takes a commit")?.to_owned()),
            other => return Err(Failure::Usage(format!("unexpected `{other}`\n\n{USAGE}"))),
        }
    }
    let since = match since {
        Some(since) => since,
        None => where_work_began()?,
    };
    let shared = STEPS.iter().filter(|step| SHARED.contains(&step.name));
    let steps: Vec<&'static Step> = shared.chain([&TESTS]).collect();
    run(&steps, Scope::since(&since)?, None, false)
}

/// The commit that the upstream branch has too; without one, or where nothing differs from it, the commit before this one.
fn where_work_began() -> Result<String, Failure> {
    if full::clean_commit()?.is_none() || ahead() {
        if let Ok(commit) = full::git(&["merge-base", "HEAD", "@{upstream}"]) {
            return Ok(commit.trim().to_owned());
        }
        return Ok("HEAD".to_owned());
    }
    Ok("HEAD~1".to_owned())
}

fn ahead() -> bool {
    full::git(&["rev-list", "--count", "@{upstream}..HEAD"]).is_ok_and(|count| count.trim() != "0")
}

fn tests(bench: &Bench, limit: Duration) -> Result<Outcome, Failure> {
    let Some(filter) = filter(bench.scope.changed(), bench.scope.affected()) else {
        return Ok(Outcome::Skipped("no package changed".to_owned()));
    };
    let selection = Selection {
        filter,
        packages: |package| !APART.contains(&package),
    };
    nextest::run_without(&APART, bench, &selection, limit)
}

/// All tests of the changed packages, unit tests of the affected ones. `None` where there is none of them.
fn filter(
    changed: Option<&BTreeSet<String>>,
    affected: Option<&BTreeSet<String>>,
) -> Option<String> {
    let (Some(changed), Some(affected)) = (changed, affected) else {
        return Some(format!("not {}", acts::PEERS));
    };
    let names = |all: &BTreeSet<String>| {
        let names: Vec<String> = all
            .iter()
            .filter(|name| !APART.contains(&name.as_str()))
            .map(|name| format!("package(={name})"))
            .collect();
        (!names.is_empty()).then(|| names.join(" | "))
    };
    let changed = names(changed)?;
    let affected = names(affected).unwrap_or_else(|| changed.clone());
    Some(format!(
        "({changed} | (({affected}) & (kind(lib) | kind(bin)))) & not {}",
        acts::PEERS
    ))
}

#[cfg(test)]
mod tests_of_check {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn what_depends_on_a_change_runs_its_unit_tests_only() {
        let filter = filter(Some(&set(&["low"])), Some(&set(&["low", "host", "e2e"])));
        assert_eq!(
            filter.unwrap_or_default(),
            format!(
                "(package(=low) | ((package(=host) | package(=low)) & (kind(lib) | kind(bin)))) & not {}",
                acts::PEERS
            )
        );
    }

    #[test]
    fn without_a_changed_package_there_is_nothing_to_test() {
        assert_eq!(filter(Some(&set(&[])), Some(&set(&[]))), None);
    }

    #[test]
    fn every_shared_step_is_one() {
        for name in SHARED {
            assert!(STEPS.iter().any(|step| step.name == name), "{name}");
        }
    }
}
