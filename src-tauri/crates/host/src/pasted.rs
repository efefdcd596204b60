//! Interpretation of text pasted into the server form: a command line, a part of another program's configuration, or a URL. Parsing
//! is pure: nothing is added, started or requested, and no variable is read.

mod line;
mod name;
mod server;
mod words;

use std::sync::Arc;

use domain::ApprovalId;
use host_api::{AddRemoteServer, AddServer, PasteField, PastedServerView, PastedView};
use messages::{Phrase, Text, phrases};
use secrets::{KeychainStatus, Secret};

pub(crate) use server::Server;

use crate::{
    foreign_config::{LocalPlan, MAX_TEXT, Planned, RemotePlan, plan_alone, read as read_json},
    inner::Host,
    servers::{NewRemoteServer, NewServer},
    state::Draft,
};
use line::{begins_a_command, begins_with_a_path, header, is_url, is_whole_path, variable};
use words::{Style, split};

/// Maximum length of a command line, in bytes.
const MAX_LINE: usize = 32 * 1024;
/// Maximum number of variables or headers in one text.
const MAX_NAMES: usize = 64;

/// The interpretation of pasted text.
#[derive(Debug)]
pub(crate) enum Pasted {
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

/// Parses a pasted text. `command` is the form's current command.
pub(crate) fn read(text: &str, field: PasteField, command: &str) -> Pasted {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() || text.len() > MAX_TEXT || text.contains('\0') {
        return Pasted::Plain;
    }
    let argument = field == PasteField::Args && !command.trim().is_empty();
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
        PasteField::Args if argument => {
            let first = text.split(char::is_whitespace).next().unwrap_or_default();
            name::program(first) == name::program(command.trim()) && begins_a_command(text)
        }
        PasteField::Args | PasteField::Command => {
            begins_a_command(text) || begins_with_a_path(text)
        }
        // A name may contain a slash, but no name begins with an absolute path.
        PasteField::Name | PasteField::Url => {
            begins_a_command(text) || (is_whole_path(text) && begins_with_a_path(text))
        }
        PasteField::Headers | PasteField::Cwd | PasteField::Env => begins_a_command(text),
    };
    if !wanted {
        return Pasted::Plain;
    }
    match line::read(text) {
        Ok(server) => Pasted::Server(Box::new(server)),
        Err(reason) => Pasted::Unclear(reason),
    }
}

/// Parses variables or headers, one per line, in the field for their names.
fn names(text: &str, field: PasteField) -> Option<Planned> {
    let mut notes = Vec::new();
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    match field {
        PasteField::Env => {
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
        PasteField::Headers => {
            let mut remote = RemotePlan::default();
            for line in lines.take(MAX_NAMES) {
                let fits = header(line, &[], &mut remote, &mut notes);
                fits.then_some(())?;
            }
            Some(Planned::Remote(remote))
        }
        PasteField::Name
        | PasteField::Url
        | PasteField::Command
        | PasteField::Args
        | PasteField::Cwd => None,
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
    let (found, planned_notes) = plan_alone(&read, server, found);
    let words: Vec<&String> = match &found {
        Planned::Local(local) => std::iter::once(&local.command)
            .chain(&local.args)
            .chain(&local.cwd)
            .collect(),
        Planned::Remote(remote) => vec![&remote.url],
    };
    let expands = left_in(&words);
    let notes = [&server.notes, &read.notes, &planned_notes];
    let notes = notes.into_iter().flatten().cloned().collect();
    Pasted::Server(Box::new(Server {
        name: Some(server.name.clone()).filter(|name| !name.trim().is_empty()),
        found,
        notes,
        expands,
    }))
}

/// Returns expressions in the words that some programs expand and Innkeeper does not.
fn left_in(words: &[&String]) -> Vec<String> {
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

impl Host {
    /// Parses text pasted into a field of the server form. Its values are held in memory until a server is added with them. The
    /// text has no other effect.
    #[must_use]
    pub fn read_pasted(&self, text: &str, field: PasteField, command: &str) -> PastedView {
        match read(text, field, command) {
            Pasted::Plain => PastedView::Plain,
            Pasted::Several(servers) => PastedView::Several {
                servers: u32::try_from(servers).unwrap_or(u32::MAX),
            },
            Pasted::Unclear(reason) => PastedView::Unclear {
                reason: reason.into(),
            },
            Pasted::Server(server) => {
                let server = *server;
                PastedView::Server {
                    server: Box::new(self.hold(server)),
                }
            }
            Pasted::Names(found) => PastedView::Names {
                server: Box::new(self.hold(Server {
                    name: None,
                    found,
                    notes: Vec::new(),
                    expands: Vec::new(),
                })),
            },
        }
    }

    fn hold(&self, server: Server) -> PastedServerView {
        let id = ApprovalId::new().to_string();
        let view = view(&id, &server);
        self.inner.pasted.put(Draft {
            id,
            value: Arc::new(server.found),
        });
        view
    }

    /// Returns a local server as in the form, with the values that were pasted for its variables.
    #[must_use]
    pub fn with_pasted(&self, mut server: AddServer, pasted: Option<&str>) -> NewServer {
        let mut new = (Vec::new(), Vec::new());
        if let Some(Planned::Local(local)) = self.pasted(pasted).as_deref() {
            let has = |name: &String| server.env_names.contains(name);
            let from_host: Vec<String> =
                local.from_host.iter().filter(|n| has(n)).cloned().collect();
            let kept = local.kept.iter().filter(|(name, _)| has(name));
            new = (self.kept_if_possible(kept), from_host);
        }
        let (values, from_host) = new;
        server.env_names.retain(|name| !from_host.contains(name));
        NewServer {
            server,
            values,
            from_host,
        }
    }

    /// Returns a remote server as in the form, with the values that were pasted for its headers.
    #[must_use]
    pub fn with_pasted_remote(
        &self,
        mut server: AddRemoteServer,
        pasted: Option<&str>,
    ) -> NewRemoteServer {
        let mut new = (Vec::new(), Vec::new());
        if let Some(Planned::Remote(remote)) = self.pasted(pasted).as_deref() {
            let same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
            let has = |name: &str| server.header_names.iter().any(|other| same(name, other));
            let from_host = remote.from_host.iter().filter(|(name, _)| has(name));
            let from_host: Vec<(String, String)> = from_host.cloned().collect();
            // A value belongs to the URL that it was pasted with.
            let here = remote.url.is_empty() || remote.url.trim() == server.url.trim();
            let kept = remote.kept.iter().filter(|(name, _)| here && has(name));
            new = (self.kept_if_possible(kept), from_host);
        }
        let (values, from_host) = new;
        let by_host = |name: &String| {
            from_host
                .iter()
                .any(|(other, _)| name.eq_ignore_ascii_case(other))
        };
        server.header_names.retain(|name| !by_host(name));
        NewRemoteServer {
            server,
            values,
            from_host,
        }
    }

    /// Forgets the pasted values, after the server was added.
    pub fn forget_pasted(&self) {
        self.inner.pasted.take();
    }

    fn pasted(&self, id: Option<&str>) -> Option<Arc<Planned>> {
        let held = self.inner.pasted.get()?;
        (Some(held.id.as_str()) == id).then_some(held.value)
    }

    /// Returns values for the keychain; none without an unlocked keychain. Those values are requested when the server starts.
    fn kept_if_possible<'a>(
        &self,
        kept: impl Iterator<Item = &'a (String, Secret)>,
    ) -> Vec<(String, Secret)> {
        if self.inner.keychain.status() == KeychainStatus::Available {
            kept.cloned().collect()
        } else {
            Vec::new()
        }
    }
}

/// Returns the view for the form: names of variables and headers, never values.
fn view(id: &str, server: &Server) -> PastedServerView {
    let mut view = PastedServerView {
        id: id.to_owned(),
        name: String::new(),
        command: String::new(),
        args: Vec::new(),
        cwd: None,
        url: None,
        names: Vec::new(),
        kept: Vec::new(),
        from_host: Vec::new(),
        expands: server
            .expands
            .iter()
            .map(|one| domain::visible(one))
            .collect(),
        notes: server.notes.iter().cloned().map(Text::from).collect(),
    };
    let guess = match &server.found {
        Planned::Local(local) => {
            view.command.clone_from(&local.command);
            view.args.clone_from(&local.args);
            view.cwd.clone_from(&local.cwd);
            view.kept = local.kept.iter().map(|(name, _)| name.clone()).collect();
            view.from_host.clone_from(&local.from_host);
            view.names = [&view.kept, &local.asked, &view.from_host]
                .into_iter()
                .flatten()
                .cloned()
                .collect();
            name::of_command(&local.command, &local.args)
        }
        Planned::Remote(remote) => {
            view.url = Some(remote.url.clone());
            view.kept = remote.kept.iter().map(|(name, _)| name.clone()).collect();
            view.from_host = remote
                .from_host
                .iter()
                .map(|(name, _)| name.clone())
                .collect();
            view.names = [&view.kept, &remote.asked, &view.from_host]
                .into_iter()
                .flatten()
                .cloned()
                .collect();
            name::of_url(&remote.url)
        }
    };
    view.name = server.name.clone().or(guess).unwrap_or_default();
    view
}

#[cfg(test)]
mod tests;
