//! A server as it was pasted.

use crate::foreign_config::{LocalPlan, Planned};

/// A server as it was pasted.
#[derive(Debug)]
pub(crate) struct Server {
    /// Its name, if it came with one.
    pub name: Option<String>,
    /// How it is started or reached.
    pub found: Planned,
    /// What was left out or is asked for.
    pub notes: Vec<String>,
    /// What a shell would have expanded: it stands in the words as it was written.
    pub expands: Vec<String>,
}

impl Server {
    /// Adds variables that were set outside of the line.
    pub fn take_variables(&mut self, outer: LocalPlan, notes: Vec<String>) {
        self.notes.extend(notes);
        if let Planned::Local(local) = &mut self.found {
            local.kept.extend(outer.kept);
            local.asked.extend(outer.asked);
            local.from_host.extend(outer.from_host);
            local.cwd = local.cwd.take().or(outer.cwd);
        }
    }
}
