//! What pasted text was interpreted as, and the same of a configuration that was read from it.

use messages::{Phrase, phrases};

use super::{
    line, name,
    server::Server,
    words::{Style, split},
};
use crate::{
    plan::{Planned, plan_alone, risks},
    read::Read,
};

/// Maximum length of a command line, in bytes.
pub(super) const MAX_LINE: usize = 32 * 1024;
/// Maximum number of variables or headers in one text.
pub(super) const MAX_NAMES: usize = 64;

/// The interpretation of pasted text.
#[derive(Debug)]
pub enum Pasted {
    /// Ordinary text.
    Plain,
    /// One server.
    Server(Box<Server>),
    /// Only variables or headers.
    Names(Planned),
    /// The configuration of several servers.
    Several(usize),
    /// Recognized as a server but unreadable, with the reason.
    Unclear(Phrase),
}

impl Server {
    /// Returns a server that a published entry declares, in words that are not expanded. Variables that load code or redirect
    /// are added to its notes.
    #[must_use]
    pub fn declared(name: String, found: Planned, mut notes: Vec<Phrase>) -> Self {
        notes.extend(risks(&found));
        Self {
            name: name::tidy(&name),
            expands: left_in(&found),
            found,
            notes,
        }
    }
}

/// Returns the only server of a configuration.
pub(super) fn of_read(read: &Read) -> Pasted {
    let [server] = read.servers.as_slice() else {
        return match read.servers.len() {
            0 => Pasted::Unclear(phrases::host_paste_no_servers()),
            several => Pasted::Several(several),
        };
    };
    let found = match &server.found {
        Err(reason) => return Pasted::Unclear(reason.clone()),
        Ok(found) => found,
    };
    let (mut found, planned_notes) = plan_alone(read, server, found);
    line::ask_for_stand_ins(&mut found);
    let expands = left_in(&found);
    let notes = [&server.notes, &read.notes, &planned_notes];
    let notes = notes.into_iter().flatten().cloned().collect();
    Pasted::Server(Box::new(Server {
        name: Some(server.name.clone()).filter(|name| !name.trim().is_empty()),
        found,
        notes,
        expands,
    }))
}

/// Returns expressions in the words or the URL that some programs expand and Innkeeper does not.
pub(super) fn left_in(found: &Planned) -> Vec<String> {
    let words: Vec<&String> = match found {
        Planned::Local(local) => std::iter::once(&local.command)
            .chain(&local.args)
            .chain(&local.cwd)
            .collect(),
        Planned::Remote(remote) => vec![&remote.url],
    };
    let mut left = Vec::new();
    for word in words.iter().filter(|word| word.len() <= MAX_LINE) {
        // Backslashes, quotes and spaces of JSON are not shell syntax: only placeholder signs are searched for.
        let plain: String = word
            .chars()
            .map(|c| {
                if matches!(c, '$' | '{' | '}' | '~' | '/' | '%' | '_') || c.is_alphanumeric() {
                    c
                } else {
                    '.'
                }
            })
            .collect();
        let found = split(&plain, Style::Posix).unwrap_or_default();
        for one in found.into_iter().flatten().flat_map(|word| word.expands) {
            if !left.contains(&one) {
                left.push(one);
            }
        }
    }
    left
}
