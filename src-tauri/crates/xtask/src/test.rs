//! `cargo xtask test`: installs what is missing, runs every step, and goes on after a failure to report them all.

mod acts;
mod changes;
mod check;
mod conformance;
mod counts;
mod flaky;
mod fresh;
mod full;
mod graph;
mod install;
mod lanes;
mod nextest;
mod plan;
mod report;
mod scope;
mod step;
mod steps;
pub mod systems;
mod time;
mod windows_install;
mod wine;

use std::{
    collections::BTreeSet,
    process::ExitCode,
    sync::{Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

pub use check::check;
use counts::Counts;
use fresh::Fresh;
pub use install::{Packages, next};
use lanes::Lanes;
use report::Outcome;
use scope::Scope;
use step::{Bench, Step};
use steps::STEPS;

use crate::{child, failure::Failure, usage::USAGE};

/// The features of every build here: the interface is in the program, as in a release. One set for all steps, so
/// that they share one build.
pub const FEATURES: &str = "innkeeper/custom-protocol";

/// All steps together end before a continuous-integration run of 90 minutes would be cut off without a report.
const WHOLE_LIMIT: Duration = Duration::from_secs(84 * 60);

/// `cargo xtask test [--only STEP]… [--full] [--since COMMIT] [--list] [--flaky]`.
pub fn test(rest: &[String]) -> Result<ExitCode, Failure> {
    let mut wanted = BTreeSet::new();
    let mut scope = None;
    let mut only_list = false;
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--list" => only_list = true,
            "--flaky" => {
                flaky::print()?;
                return Ok(ExitCode::SUCCESS);
            }
            "--full" => scope = Some(Scope::Full("--full asks for it".to_owned())),
            "--since" => {
                scope = Some(Scope::since(argument(
                    &mut rest,
                    "--since takes a commit",
                )?)?)
            }
            "--only" => add(&mut wanted, argument(&mut rest, "--only takes a step")?)?,
            other => return Err(Failure::Usage(format!("unexpected `{other}`\n\n{USAGE}"))),
        }
    }
    let scope = match scope {
        Some(scope) => scope,
        None if wanted.is_empty() => Scope::by_record()?,
        None => Scope::Full("of the steps that --only names".to_owned()),
    };
    let whole = wanted.is_empty();
    let steps = chosen(&wanted);
    match only_list {
        true => {
            list(&scope, &steps);
            Ok(ExitCode::SUCCESS)
        }
        false => run(&steps, scope, None, whole),
    }
}

fn argument<'a>(
    rest: &mut impl Iterator<Item = &'a String>,
    otherwise: &str,
) -> Result<&'a str, Failure> {
    let word = rest
        .next()
        .ok_or_else(|| Failure::Usage(otherwise.to_owned()))?;
    Ok(word)
}

/// `xtask fresh`: sets the times of files by their content, for a program that an earlier run built; Cargo then builds less of this
/// program itself.
pub fn fresh(rest: &[String]) -> Result<ExitCode, Failure> {
    crate::usage::no_arguments(rest)?;
    Fresh::begin()?;
    Ok(ExitCode::SUCCESS)
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
    let scope = Scope::Full("of the tests in the real window".to_owned());
    run(&chosen(&wanted), scope, filter, false)
}

/// Names the steps, and says of each what it does and why this scope leaves it out.
fn list(scope: &Scope, steps: &[&'static Step]) {
    println!("{}\n", scope.say());
    for (step, reason) in steps.iter().zip(plan::left_out(scope, steps)) {
        println!("{:19} {}", step.name, step.about);
        if let Some(reason) = reason {
            println!("{:19}   left out: {reason}", "");
        }
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

/// Runs the steps that `scope` does not leave out. `whole` says that these are all steps, so that the run counts as one of its kind.
fn run(
    steps: &[&'static Step],
    scope: Scope,
    filter: Option<String>,
    whole: bool,
) -> Result<ExitCode, Failure> {
    println!("{}", scope.say());
    let begin = Instant::now();
    let commit = full::clean_commit()?;
    let left_out = plan::left_out(&scope, steps);
    let bench = Bench {
        filter,
        scope,
        fresh: Mutex::new(Fresh::begin()?),
        flaky: Mutex::default(),
        list: OnceLock::new(),
    };
    let act = |step: &Step, limit: Duration| judge((step.act)(&bench, limit));
    let report = Lanes::new(steps, left_out, WHOLE_LIMIT, &act).run(lanes::second_lane());
    let Bench {
        scope,
        fresh,
        flaky,
        ..
    } = bench;
    fresh
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .keep()?;
    if child::interrupted() {
        report.print();
        return Err(Failure::Interrupted);
    }
    let flaky = flaky.into_inner().unwrap_or_else(PoisonError::into_inner);
    flaky::keep(flaky)?;
    if report.passed() && whole {
        let unchanged =
            commit.filter(|commit| full::clean_commit().ok().flatten().as_ref() == Some(commit));
        scope.passed(unchanged)?;
    }
    println!(
        "The run took {:.1} minutes.",
        begin.elapsed().as_secs_f64() / 60.0
    );
    report.print();
    Ok(match report.passed() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
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
    fn what_may_be_dropped_is_last_and_nothing_else_needs_it() {
        let first = STEPS.iter().position(|step| step.may_be_dropped);
        let (always, others) = STEPS.split_at(first.unwrap());
        assert!(others.iter().all(|step| step.may_be_dropped));
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
