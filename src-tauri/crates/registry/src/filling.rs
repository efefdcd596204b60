//! Translation of a package or remote into what the server form takes.

use std::collections::BTreeMap;

use foreign::pasted::Server;
use messages::{Phrase, Value, phrases};

use crate::{Entry, Setting, Way, input::values_of};

impl Way {
    /// Translates it into a server as the form takes it. Nothing is added, started or requested, and no variable is read.
    ///
    /// # Errors
    /// It or its entry cannot be added, or a value is missing or invalid.
    pub fn fill(&self, entry: &Entry, given: &BTreeMap<String, String>) -> Result<Server, Phrase> {
        if let Some(problem) = entry.problem().or_else(|| self.problem.clone()) {
            return Err(problem);
        }
        let known = |key: &&String| !self.inputs.iter().any(|input| input.key == **key);
        if let Some(unknown) = given.keys().find(known) {
            return Err(phrases::host_registry_unknown_value(domain::visible(
                unknown,
            )));
        }
        let missing = self.missing(given);
        if !missing.is_empty() {
            let names = missing.iter().map(|input| input.key.clone());
            return Err(phrases::host_registry_missing(Value::list(names)));
        }
        let values = values_of(&self.inputs, given)?;
        let planned = self.planned(&values)?;
        let mut notes = vec![phrases::host_registry_filled(
            entry.name.clone(),
            entry.version.clone(),
        )];
        notes.extend(entry.warnings.iter().map(crate::Warning::text));
        notes.extend(self.notes.iter().cloned());
        notes.extend(self.settings.iter().filter_map(Setting::note));
        Ok(Server::declared(entry.suggested_name(), planned, notes))
    }
}
