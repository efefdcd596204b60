//! Interpretation of text pasted into the server form: a command line, a part of another program's configuration, a link that
//! adds a server to another program, or a URL. Parsing is pure: nothing is added, started or requested, and no variable is read.

mod decoding;
mod line;
mod link;
mod name;
mod outcome;
mod server;
mod words;

pub use outcome::Pasted;
pub use server::Server;

use crate::{
    plan::{LocalPlan, Planned, RemotePlan, risks},
    read::{MAX_TEXT, read as read_json},
};
use line::{begins_a_command, begins_with_a_path, header, is_url, is_whole_path, variable};
use outcome::{MAX_LINE, MAX_NAMES, of_read};
use words::{Style, split};

/// A field of the server form that received pasted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The name.
    Name,
    /// The URL.
    Url,
    /// The header names.
    Headers,
    /// The command.
    Command,
    /// The arguments.
    Args,
    /// The working directory.
    Cwd,
    /// The variable names.
    Env,
}

/// Parses a pasted text. `command` is the form's current command.
#[must_use]
pub fn read(text: &str, field: Field, command: &str) -> Pasted {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() || text.len() > MAX_TEXT || text.contains('\0') {
        return Pasted::Plain;
    }
    let argument = field == Field::Args && !command.trim().is_empty();
    if !argument && let Some(read) = link::read(text) {
        return read;
    }
    if text.starts_with(['{', '"', '/', '[']) {
        let read = json(text);
        // An argument may itself be JSON.
        if argument && matches!(read, Pasted::Unclear(_)) {
            return Pasted::Plain;
        }
        if !matches!(read, Pasted::Plain) {
            return read;
        }
    }
    if text.len() > MAX_LINE {
        return Pasted::Plain;
    }
    if is_url(text) {
        return if argument { Pasted::Plain } else { url(text) };
    }
    if let Some(found) = names(text, field) {
        return Pasted::Names(found);
    }
    let wanted = match field {
        Field::Args if argument => {
            let first = text.split(char::is_whitespace).next().unwrap_or_default();
            name::program(first) == name::program(command.trim()) && begins_a_command(text)
        }
        Field::Args | Field::Command => begins_a_command(text) || begins_with_a_path(text),
        // A name may contain a slash, but no name begins with an absolute path.
        Field::Name | Field::Url => {
            begins_a_command(text) || (is_whole_path(text) && begins_with_a_path(text))
        }
        Field::Headers | Field::Cwd | Field::Env => begins_a_command(text),
    };
    if !wanted {
        return Pasted::Plain;
    }
    match line::read(text) {
        Ok(mut server) => {
            server.notes.extend(risks(&server.found));
            Pasted::Server(Box::new(server))
        }
        Err(reason) => Pasted::Unclear(reason),
    }
}

/// Parses variables or headers, one per line, in the field for their names.
fn names(text: &str, field: Field) -> Option<Planned> {
    let mut notes = Vec::new();
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    match field {
        Field::Env => {
            let mut local = LocalPlan::default();
            for line in lines.take(MAX_NAMES) {
                let commands = split(line, Style::Posix).ok()?;
                let [words] = commands.as_slice() else {
                    return None;
                };
                let words = match words.as_slice() {
                    [export, rest @ ..] if export.text == "export" => rest,
                    all => all,
                };
                for word in words {
                    let (name, value) = line::assignment(word)?;
                    variable(
                        name.into(),
                        value.into(),
                        &word.expands,
                        &mut local,
                        &mut notes,
                    );
                }
            }
            Some(Planned::Local(local))
        }
        Field::Headers => {
            let mut remote = RemotePlan::default();
            for line in lines.take(MAX_NAMES) {
                let fits = header(line, &[], &mut remote, &mut notes);
                fits.then_some(())?;
            }
            Some(Planned::Remote(remote))
        }
        Field::Name | Field::Url | Field::Command | Field::Args | Field::Cwd => None,
    }
}

fn url(text: &str) -> Pasted {
    let remote = RemotePlan {
        url: text.to_owned(),
        ..RemotePlan::default()
    };
    Pasted::Server(Box::new(Server {
        name: None,
        found: Planned::Remote(remote),
        notes: Vec::new(),
        expands: Vec::new(),
    }))
}

/// Parses a part of a configuration: complete, without the enclosing braces, or a single entry without its name.
fn json(text: &str) -> Pasted {
    let entry = format!("{{\"mcpServers\":{{\"\":{text}}}}}");
    let is_object = text.starts_with(['{', '/']);
    let read = match read_json(text) {
        Ok(read) => read,
        Err(first) => {
            let inside = read_json(&format!("{{{text}}}")).ok();
            let alone = || {
                let read = read_json(&entry).ok()?;
                let sound = read.servers.iter().all(|server| server.found.is_ok());
                sound.then_some(read)
            };
            match inside.or_else(|| is_object.then(alone).flatten()) {
                Some(read) => read,
                None if text.starts_with('{') => return Pasted::Unclear(first.text()),
                None => return Pasted::Plain,
            }
        }
    };
    of_read(&read)
}

#[cfg(test)]
mod tests;
