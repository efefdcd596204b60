//! Tests that passed only at their second try: named at the end of each run, and counted over the last runs.

use std::{
    collections::{BTreeMap, VecDeque},
    fs,
    path::PathBuf,
};

use serde::{Deserialize, Serialize};

use super::full;
use crate::{failure::Failure, place};

/// The file in the development cache.
const FILE: &str = "runs.json";
/// How many runs are kept.
const RUNS: usize = 20;

/// A run that ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    commit: String,
    /// Tests that passed at the second try only.
    flaky: Vec<String>,
}

/// The name of a test that passed only at a later try, from a line of nextest or of the page checks; nothing for another line.
///
/// `   FLAKY 2/2 [   3.062s] (1/9) e2e::all tour::answers`, `FLAKY pages check-chat`
pub fn name(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix("FLAKY ")?;
    let name = match rest.split_once("] ") {
        Some((_, rest)) => match rest.trim_start().strip_prefix('(') {
            Some(rest) => rest.split_once(") ")?.1,
            None => rest,
        },
        None => rest,
    };
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Names them, if there are any, and adds the run to the last ones.
pub fn keep(mut flaky: Vec<String>) -> Result<(), Failure> {
    flaky.sort();
    flaky.dedup();
    if !flaky.is_empty() {
        println!("\nPassed only at the second try:");
        flaky.iter().for_each(|name| println!("  {name}"));
    }
    let commit = full::git(&["rev-parse", "--short", "HEAD"])?
        .trim()
        .to_owned();
    let mut runs = read()?;
    runs.push_back(Run { commit, flaky });
    while runs.len() > RUNS {
        runs.pop_front();
    }
    let file = file()?;
    fs::create_dir_all(file.parent().unwrap_or(&file))?;
    Ok(fs::write(file, serde_json::to_vec(&runs)?)?)
}

/// `cargo xtask test --flaky`: each such test of the last runs, the most frequent first.
pub fn print() -> Result<(), Failure> {
    let runs = read()?;
    let mut times: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for run in &runs {
        for name in &run.flaky {
            times.entry(name).or_default().push(&run.commit);
        }
    }
    let mut times: Vec<(&str, Vec<&str>)> = times.into_iter().collect();
    times.sort_by_key(|(name, commits)| (std::cmp::Reverse(commits.len()), *name));
    println!(
        "Tests that passed only at the second try, in the last {} runs:",
        runs.len()
    );
    if times.is_empty() {
        println!("  none");
    }
    for (name, commits) in times {
        println!("  {:3}  {name}  ({})", commits.len(), commits.join(", "));
    }
    Ok(())
}

fn read() -> Result<VecDeque<Run>, Failure> {
    let bytes = fs::read(file()?).unwrap_or_default();
    Ok(serde_json::from_slice(&bytes).unwrap_or_default())
}

fn file() -> Result<PathBuf, Failure> {
    Ok(place::cache()?.join(FILE))
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_in_lines_of_both_runners() {
        let nextest = "   FLAKY 2/2 [   3.062s] (1/9) e2e::all tour::answers";
        assert_eq!(name(nextest).as_deref(), Some("e2e::all tour::answers"));
        let older = "   FLAKY 2/2 [   3.062s] cli::terminal chat::stops";
        assert_eq!(name(older).as_deref(), Some("cli::terminal chat::stops"));
        assert_eq!(
            name("FLAKY pages check-chat").as_deref(),
            Some("pages check-chat")
        );
        assert_eq!(name("  TRY 1 FAIL [ 3.0s] e2e::all tour::answers"), None);
    }
}
