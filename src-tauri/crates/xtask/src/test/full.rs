//! The record of the last full run that passed, in the target folder, and when the next one is due.

use std::{
    fs,
    path::PathBuf,
    process::Command,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

use crate::{child, failure::Failure, place};

/// The record's name in the target folder.
const FILE: &str = "innkeeper-full-run.json";
/// A full run is due at the latest with this many runs since the last one.
const RUNS: u32 = 10;
/// A full run is due at the latest after this time.
const AGE: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// The last full run that passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullRun {
    /// The commit that was tested, with nothing uncommitted.
    pub commit: String,
    /// When it ended, in seconds since 1970.
    ended: u64,
    /// The versions of the compiler and of Node.js.
    tools: String,
    /// Runs of selected checks that passed since.
    selected: u32,
}

impl FullRun {
    /// The record, or why it cannot be used now.
    pub fn usable() -> Result<Result<Self, String>, Failure> {
        let Ok(bytes) = fs::read(file()?) else {
            return Ok(Err("no full run is on record".to_owned()));
        };
        let record: Self = match serde_json::from_slice(&bytes) {
            Ok(record) => record,
            Err(_) => {
                return Ok(Err(
                    "the record of the last full run cannot be read".to_owned()
                ));
            }
        };
        Ok(match record.problem(now(), &tools()) {
            Some(problem) => Err(problem),
            None if !is_ancestor(&record.commit) => Err(format!(
                "{} is not an ancestor of this commit",
                record.commit
            )),
            None => Ok(record),
        })
    }

    fn problem(&self, now: u64, tools: &str) -> Option<String> {
        if self.tools != tools {
            return Some("the compiler or Node.js is another version".to_owned());
        }
        if self.selected + 1 >= RUNS {
            return Some(format!(
                "{} runs have passed since the last full run",
                self.selected
            ));
        }
        // A clock that was set back makes a full run due as well.
        let age = now.checked_sub(self.ended);
        if age.is_none_or(|age| age >= AGE.as_secs()) {
            return Some("the last full run is three days old".to_owned());
        }
        None
    }

    /// Counts a run of selected checks that passed.
    pub fn count(mut self) -> Result<(), Failure> {
        self.selected += 1;
        self.write()
    }

    /// Records a full run of the current commit that passed.
    pub fn record(commit: String) -> Result<(), Failure> {
        let run = Self {
            commit,
            ended: now(),
            tools: tools(),
            selected: 0,
        };
        run.write()
    }

    fn write(&self) -> Result<(), Failure> {
        Ok(fs::write(file()?, serde_json::to_vec(self)?)?)
    }
}

/// The current commit, if the files are those of the commit.
pub fn clean_commit() -> Result<Option<String>, Failure> {
    let changed = git(&["status", "--porcelain"])?;
    let commit = git(&["rev-parse", "HEAD"])?;
    Ok(changed.trim().is_empty().then(|| commit.trim().to_owned()))
}

/// What `git` says with `args` at the root.
pub fn git(args: &[&str]) -> Result<String, Failure> {
    let mut git = Command::new("git");
    git.current_dir(place::root())
        .args(["-c", "core.quotePath=false"])
        .args(args);
    child::output(git, child::QUESTION)
}

fn is_ancestor(commit: &str) -> bool {
    git(&["merge-base", "--is-ancestor", commit, "HEAD"]).is_ok()
}

fn file() -> Result<PathBuf, Failure> {
    Ok(place::target()?.join(FILE))
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

fn tools() -> String {
    let version = |program| child::ask(program, &["--version"]).unwrap_or_default();
    format!("{} {}", version("rustc").trim(), version("node").trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 60 * 60;

    fn run(selected: u32) -> FullRun {
        FullRun {
            commit: "c".to_owned(),
            ended: 100 * DAY,
            tools: "rustc 1".to_owned(),
            selected,
        }
    }

    #[test]
    fn every_tenth_run_is_full() {
        assert_eq!(run(8).problem(101 * DAY, "rustc 1"), None);
        assert!(run(9).problem(101 * DAY, "rustc 1").is_some());
    }

    #[test]
    fn a_full_run_is_due_on_the_third_day_and_when_the_clock_went_back() {
        assert_eq!(run(0).problem(103 * DAY - 1, "rustc 1"), None);
        assert!(run(0).problem(103 * DAY, "rustc 1").is_some());
        assert!(run(0).problem(99 * DAY, "rustc 1").is_some());
    }

    #[test]
    fn another_compiler_makes_a_full_run_due() {
        assert!(run(0).problem(101 * DAY, "rustc 2").is_some());
    }
}
