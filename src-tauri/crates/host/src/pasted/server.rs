//! A pasted server.

use messages::Phrase;

use crate::foreign_config::{LocalPlan, Planned};

/// A pasted server.
#[derive(Debug)]
pub(crate) struct Server {
    /// Its name, if the text contains one.
    pub name: Option<String>,
    /// Its launch or URL.
    pub found: Planned,
    /// Omissions and required input.
    pub notes: Vec<Phrase>,
    /// Shell expansions, which the words contain as written.
    pub expands: Vec<String>,
}

impl Server {
    /// Adds variables that were set outside the line.
    pub fn take_variables(&mut self, outer: LocalPlan, notes: Vec<Phrase>) {
        self.notes.extend(notes);
        if let Planned::Local(local) = &mut self.found {
            local.kept.extend(outer.kept);
            local.asked.extend(outer.asked);
            local.from_host.extend(outer.from_host);
            local.cwd = local.cwd.take().or(outer.cwd);
        }
    }
}
