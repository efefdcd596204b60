//! What a step is, and what a run has for it.

use std::{
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

use serde_json::Value;

use super::{flaky, fresh::Fresh, report::Outcome, scope::Scope};
use crate::failure::Failure;

/// What a run has for its steps.
pub struct Bench {
    /// Part of the names of the end-to-end tests to run.
    pub filter: Option<String>,
    /// The scope of the run.
    pub scope: Scope,
    /// Sets the times of files by their content.
    pub fresh: Mutex<Fresh>,
    /// Tests that passed at the second try only.
    pub flaky: Mutex<Vec<String>>,
    /// What nextest says of all tests, once it was asked.
    pub list: OnceLock<Value>,
}

impl Bench {
    /// Takes the name of a test that passed at the second try only, if the line has one.
    pub fn look_for_flaky(&self, line: &str) {
        let mut all = self.flaky.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(flaky::name(line));
    }
}

/// What a step does to the computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// It keeps the processors busy.
    Heavy,
    /// It leaves most of a processor idle, and may run beside another step.
    Light,
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
    /// When it is run.
    pub tier: Tier,
    /// What it does to the computer.
    pub load: Load,
    /// On a computer so slow that its limit exceeds the time left, it counts as skipped.
    pub may_be_dropped: bool,
    /// Does it.
    pub act: fn(&Bench, Duration) -> Result<Outcome, Failure>,
}

/// When a step is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// In every run.
    Always,
    /// If a step of this run needs it.
    Needed,
    /// If a change concerns it, and in full runs.
    WhenTouched(Touch),
    /// In full runs.
    Full,
}

/// What a step depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// Files and folders, from the root; a folder ends with `/`.
    pub places: &'static [&'static str],
    /// Packages, with those that they are built from.
    pub packages: &'static [&'static str],
    /// Sources with parts for some systems only, and manifests.
    pub of_systems: bool,
}

impl Touch {
    /// Nothing yet.
    pub const NONE: Self = Self {
        places: &[],
        packages: &[],
        of_systems: false,
    };
}

impl std::fmt::Display for Touch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut all: Vec<&str> = self.packages.iter().chain(self.places).copied().collect();
        if self.of_systems {
            all.push("sources with parts for one system");
        }
        write!(f, "{}", all.join(", "))
    }
}
