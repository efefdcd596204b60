//! A pasted server.

use messages::Phrase;

use super::name;
use crate::plan::{LocalPlan, Planned};

/// A pasted server.
#[derive(Debug)]
pub struct Server {
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
    /// Returns its name or, if the text contains none, one suggested by its launch or URL.
    #[must_use]
    pub fn suggested_name(&self) -> Option<String> {
        let guess = match &self.found {
            Planned::Local(local) => name::of_command(&local.command, &local.args),
            Planned::Remote(remote) => name::of_url(&remote.url),
        };
        self.name.clone().or(guess)
    }

    /// Adds variables that were set outside the line.
    pub(super) fn take_variables(&mut self, outer: LocalPlan, notes: Vec<Phrase>) {
        self.notes.extend(notes);
        if let Planned::Local(local) = &mut self.found {
            local.kept.extend(outer.kept);
            local.asked.extend(outer.asked);
            local.from_host.extend(outer.from_host);
            local.cwd = local.cwd.take().or(outer.cwd);
        }
    }
}
