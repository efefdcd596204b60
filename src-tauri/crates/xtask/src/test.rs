//! `cargo xtask test`: installs what is missing, runs every step, and goes on after a failure to report them all.

mod conformance;
mod counts;
mod install;
mod nextest;
mod report;
mod steps;
pub mod systems;
mod time;
mod windows_install;
mod wine;

use std::{
    collections::BTreeSet,
    process::ExitCode,
    time::{Duration, Instant},
};

use counts::Counts;
pub use install::{Packages, next};
use report::{Outcome, Report};
use steps::{Bench, Rank, STEPS, Step};
use time::Watch;

use crate::{USAGE, child, failure::Failure};

/// The features of every build here: the interface is in the program, as in a release. One set for all steps, so
/// that they share one build.
pub const FEATURES: &str = "innkeeper/custom-protocol";

/// All steps together end before a continuous-integration run of 90 minutes would be cut off without a report.
const WHOLE_LIMIT: Duration = Duration::from_secs(84 * 60);

/// `cargo xtask test [--only STEP]… [--list]`.
pub fn test(rest: &[String]) -> Result<ExitCode, Failure> {
    let mut wanted = BTreeSet::new();
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--list" => {
                list();
                return Ok(ExitCode::SUCCESS);
            }
            "--only" => {
                let name = rest
                    .next()
                    .ok_or_else(|| Failure::Usage("--only takes a step".to_owned()))?;
                add(&mut wanted, name)?;
            }
            other => return Err(Failure::Usage(format!("unexpected `{other}`\n\n{USAGE}"))),
        }
    }
    run(&chosen(&wanted), None)
}

/// `cargo xtask e2e [FILTER]`.
pub fn e2e(rest: &[String]) -> Result<ExitCode, Failure> {
    let filter = match rest {
        [] => None,
        [filter] => Some(filter.clone()),
        [..] => return Err(Failure::Usage(format!("e2e takes one filter\n\n{USAGE}"))),
    };
    let mut wanted = BTreeSet::new();
    add(&mut wanted, "e2e")?;
    run(&chosen(&wanted), filter)
}

fn list() {
    for step in STEPS {
        println!("{:14} {}", step.name, step.about);
    }
}

/// `name` and all that it needs.
fn add(wanted: &mut BTreeSet<&'static str>, name: &str) -> Result<(), Failure> {
    let step = STEPS
        .iter()
        .find(|step| step.name == name)
        .ok_or_else(|| Failure::Usage(format!("no step `{name}`; --list names them")))?;
    wanted.insert(step.name);
    step.needs.iter().try_for_each(|need| add(wanted, need))
}

/// The wanted steps in their order; all if none is named.
fn chosen(wanted: &BTreeSet<&str>) -> Vec<&'static Step> {
    STEPS
        .iter()
        .filter(|step| wanted.is_empty() || wanted.contains(step.name))
        .collect()
}

fn run(steps: &[&'static Step], filter: Option<String>) -> Result<ExitCode, Failure> {
    let end = Instant::now() + WHOLE_LIMIT;
    let bench = Bench { filter };
    let mut report = Report::default();
    for step in steps {
        println!("\n── {}: {}", step.name, step.about);
        let watch = Watch::start();
        let left = end.saturating_duration_since(watch.started());
        let outcome = match report.unmet(step.needs) {
            Some(need) => Outcome::Skipped(format!("needs {need}")),
            None if step.rank == Rank::IfItFits && left < step.limit => {
                let (needed, left) = (step.limit.as_secs() / 60, left.as_secs() / 60);
                Outcome::Skipped(format!("it may take {needed} minutes; {left} are left"))
            }
            None if left.is_zero() => {
                Outcome::Failed(Counts::one_failed(), "no time was left".to_owned())
            }
            None => judge((step.act)(&bench, step.limit.min(left))),
        };
        report.add(step.name, watch.stop(), outcome);
        if child::interrupted() {
            break;
        }
    }
    report.print();
    if child::interrupted() {
        return Err(Failure::Interrupted);
    }
    Ok(if report.passed() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Checks packages in clean systems, and returns what is wrong with them. That they cannot be checked here is wrong too.
pub fn installs(
    packages: Packages,
    version: &str,
    limit: Duration,
) -> Result<Vec<String>, Failure> {
    if let Some(reason) = install::prepared()? {
        return Ok(vec![reason]);
    }
    // The server that the installed program calls.
    crate::install::npm(&peers::folder(), crate::install::DOWNLOAD_LIMIT)?;
    let checked = install::check(packages, version.to_owned(), limit, install::Suites::All)?;
    Ok(match checked {
        Outcome::Passed(_) => Vec::new(),
        Outcome::Failed(_, reason) | Outcome::Skipped(reason) => vec![reason],
    })
}

fn judge(result: Result<Outcome, Failure>) -> Outcome {
    result.unwrap_or_else(|failure| Outcome::Failed(Counts::one_failed(), failure.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_brings_what_it_needs() {
        let mut wanted = BTreeSet::new();
        add(&mut wanted, "e2e").unwrap();
        let names: Vec<&str> = chosen(&wanted).iter().map(|step| step.name).collect();
        assert_eq!(
            names,
            [
                "packages",
                "ui-install",
                "ui-build",
                "build",
                "peers-install",
                "e2e"
            ]
        );
    }

    #[test]
    fn what_may_be_left_out_is_last_and_nothing_else_needs_it() {
        let first = STEPS.iter().position(|step| step.rank == Rank::IfItFits);
        let (always, others) = STEPS.split_at(first.unwrap());
        assert!(others.iter().all(|step| step.rank == Rank::IfItFits));
        for need in always.iter().flat_map(|step| step.needs) {
            assert!(others.iter().all(|step| step.name != *need), "{need}");
        }
    }

    #[test]
    fn every_need_is_a_step_before_it() {
        for (at, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                assert!(
                    STEPS[..at].iter().any(|earlier| earlier.name == *need),
                    "{} needs {need}",
                    step.name
                );
            }
        }
    }
}
