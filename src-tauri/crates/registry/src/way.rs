//! A package or a remote of an entry, and its translation into a plan.

mod arguments;
mod model;
mod package;
mod remote;

use std::collections::BTreeMap;

use foreign::Planned;
use messages::{Phrase, phrases};

use model::Runs;
pub use model::{Kind, Setting, Way};
pub(crate) use package::of_package;
pub(crate) use remote::of_remote;

impl Way {
    /// Returns the plan with these values.
    pub(crate) fn planned(&self, values: &BTreeMap<String, String>) -> Result<Planned, Phrase> {
        match &self.runs {
            Runs::Program(program) => package::planned(program, &self.settings, values),
            Runs::Url(address) => remote::planned(address, &self.settings, values),
            Runs::Bundle(_) => Err(phrases::host_registry_bundle()),
            Runs::Nothing => Err(phrases::host_registry_other_kind()),
        }
    }
}
