//! The scope of a run: everything, or what the changes since a commit concern.

use std::collections::BTreeSet;

use super::{
    changes::{Changes, READERS},
    full::{self, FullRun},
};
use crate::failure::Failure;

/// The scope of a run.
#[derive(Debug)]
pub enum Scope {
    /// Every step, with every test.
    Full(String),
    /// What the changes since a commit concern.
    Selected {
        /// That commit.
        since: String,
        /// The changes.
        changes: Changes,
        /// The record of the last full run, where it decides.
        record: Option<FullRun>,
    },
}

impl Scope {
    /// What the record of the last full run, and the changes since, ask for.
    pub fn by_record() -> Result<Self, Failure> {
        let record = match FullRun::usable()? {
            Ok(record) => record,
            Err(why) => return Ok(Self::Full(why)),
        };
        let since = record.commit.clone();
        Ok(Self::of(
            since.clone(),
            Changes::since(&since)?,
            Some(record),
        ))
    }

    /// What the changes since `commit` ask for, whatever the record says.
    pub fn since(commit: &str) -> Result<Self, Failure> {
        let commit = full::git(&["rev-parse", "--verify", &format!("{commit}^{{commit}}")])?;
        let commit = commit.trim().to_owned();
        Ok(Self::of(commit.clone(), Changes::since(&commit)?, None))
    }

    fn of(since: String, changes: Changes, record: Option<FullRun>) -> Self {
        match &changes.steering {
            Some(file) => Self::Full(format!("{file} changed, on which every step depends")),
            None => Self::Selected {
                since,
                changes,
                record,
            },
        }
    }

    /// One line for people.
    pub fn say(&self) -> String {
        match self {
            Self::Full(why) => format!("A full run: {why}."),
            Self::Selected { since, changes, .. } => {
                let affected: Vec<&str> = changes.affected.iter().map(String::as_str).collect();
                let what = match affected.as_slice() {
                    [] => "no package".to_owned(),
                    names => names.join(", "),
                };
                let number = changes.files.len();
                format!(
                    "Selected checks: {number} files changed since {since}; they concern {what}."
                )
            }
        }
    }

    /// The filter of nextest for the tests of the workspace. Unit tests of all packages are in it as soon as any code changed, because
    /// they take seconds.
    pub fn tests(&self) -> String {
        let Self::Selected { changes, .. } = self else {
            return "all()".to_owned();
        };
        let packages = changes.affected.iter().map(String::as_str);
        let mut parts: Vec<String> = packages
            .chain(READERS)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|name| format!("package(={name})"))
            .collect();
        // The reference of the terminal program is a document.
        parts.push("(package(=cli) & test(reference))".to_owned());
        if !changes.only_documents() {
            parts.push("kind(lib)".to_owned());
        }
        parts.join(" | ")
    }

    /// The packages that the changes concern; `None` stands for all.
    pub fn affected(&self) -> Option<&BTreeSet<String>> {
        match self {
            Self::Full(_) => None,
            Self::Selected { changes, .. } => Some(&changes.affected),
        }
    }

    /// The packages with changed files; `None` stands for all.
    pub fn changed(&self) -> Option<&BTreeSet<String>> {
        match self {
            Self::Full(_) => None,
            Self::Selected { changes, .. } => Some(&changes.changed),
        }
    }

    /// Records a run that passed, which tested `commit` if that is known.
    pub fn passed(self, commit: Option<String>) -> Result<(), Failure> {
        match (self, commit) {
            (Self::Full(_), Some(commit)) => FullRun::record(commit),
            (
                Self::Selected {
                    record: Some(record),
                    ..
                },
                _,
            ) => record.count(),
            (Self::Full(_) | Self::Selected { .. }, _) => Ok(()),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// What a change of `files` that concerns `affected` asks for.
    pub fn selected(files: &[&str], affected: &[&str]) -> Scope {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let changes = Changes {
            files: set(files),
            changed: set(affected),
            affected: set(affected),
            ..Changes::default()
        };
        Scope::of("c".to_owned(), changes, None)
    }

    #[test]
    fn tests_of_affected_packages_and_all_unit_tests_are_selected() {
        let filter = selected(&["src-tauri/crates/mcp/src/a.rs"], &["mcp"]).tests();
        assert!(
            filter.contains("package(=mcp)") && filter.contains("kind(lib)"),
            "{filter}"
        );
        let documents = selected(&["README.md"], &[]).tests();
        assert!(documents.contains("package(=xtask)") && !documents.contains("kind(lib)"));
        assert_eq!(Scope::Full(String::new()).tests(), "all()");
    }
}
