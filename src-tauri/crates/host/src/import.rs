//! Servers of other programs: read, looked at, added. Nothing is started, and nothing is kept that was not chosen.

mod places;
mod read;

use std::{
    collections::BTreeSet,
    io::Read as _,
    path::{Path, PathBuf},
};

use domain::{EnvSource, HeaderEntry, HeaderSource, PromptId};
use store::ServerRecord;

pub(crate) use read::{Found, Local, MAX_TEXT, Remote, read};
use read::{Read, ReadServer};

use crate::{
    Host,
    api::{
        AddRemoteServer, AddServer, ApiError, ErrorCode, ImportPlaceView, ImportServerView,
        ImportStateView, ImportView, ImportedView,
    },
    lock,
    prompts::segments,
    servers::{NewRemoteServer, NewServer, check, check_remote, normal, same_origin},
};

/// What was read last, until it is added or replaced.
#[derive(Debug)]
pub(crate) struct Kept {
    id: String,
    read: Read,
}

impl Host {
    /// The files of other programs that are on this machine.
    #[must_use]
    pub fn import_places(&self) -> Vec<ImportPlaceView> {
        places::usual()
            .into_iter()
            .filter(|(_, path)| path.is_file())
            .map(|(program, path)| ImportPlaceView {
                program: program.to_owned(),
                path: path.display().to_string(),
            })
            .collect()
    }

    /// Reads the file of another program that [`Host::import_places`] found, and no other file.
    ///
    /// # Errors
    /// It is not one of them, or as for [`Host::import_text`].
    pub async fn import_place(&self, path: &str) -> Result<ImportView, ApiError> {
        let known = places::usual()
            .into_iter()
            .find(|(_, known)| known.display().to_string() == path);
        match known {
            Some((_, path)) => self.import_file(&path).await,
            None => Err(invalid("This is not one of the files that were found.")),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or as for [`Host::import_text`].
    pub async fn import_file(&self, path: &Path) -> Result<ImportView, ApiError> {
        let path = path.to_owned();
        match tokio::task::spawn_blocking(move || text_of(&path)).await {
            Ok(text) => self.import_text(&text?).await,
            Err(_) => Err(invalid("The file could not be read.")),
        }
    }

    /// Reads a text and keeps what it holds until it is added, or another is read. Adds and starts nothing.
    ///
    /// # Errors
    /// It is not JSON, or has no servers.
    pub async fn import_text(&self, text: &str) -> Result<ImportView, ApiError> {
        let read =
            read(text).map_err(|error| invalid(error.to_string()).hint("Nothing was added."))?;
        let stored = self.inner.store.servers().list().await?;
        let id = PromptId::new().to_string();
        let view = ImportView {
            id: id.clone(),
            format: read.format.to_owned(),
            servers: read
                .servers
                .iter()
                .map(|server| server_view(server, &stored))
                .collect(),
            notes: read.notes.clone(),
        };
        *lock(&self.inner.import) = Some(Kept { id, read });
        Ok(view)
    }

    /// Adds the servers of these names from what was read as `id`; values go to the keychain. A server of the same name
    /// is changed; values it has stay. Each is told how it ended: one that fails leaves the others.
    ///
    /// # Errors
    /// Something else was read since.
    pub async fn import_add(
        &self,
        id: &str,
        names: &[String],
    ) -> Result<Vec<ImportedView>, ApiError> {
        let kept = lock(&self.inner.import).take_if(|kept| kept.id == id);
        let Some(kept) = kept else {
            return Err(
                invalid("This was added already, or something else was read since.")
                    .hint("Read it again."),
            );
        };
        let mut ended = Vec::new();
        for server in kept.read.servers {
            let name = domain::visible(&server.name);
            if !names.contains(&name) {
                continue;
            }
            let added = match server.found {
                Ok(Found::Local(local)) => self.add_or_change(&server.name, local).await,
                Ok(Found::Remote(remote)) => self.add_or_change_remote(&server.name, remote).await,
                Err(reason) => Err(invalid(reason)),
            };
            ended.push(match added {
                Ok(server) => ImportedView {
                    name,
                    server: Some(server),
                    error: None,
                },
                Err(error) => ImportedView {
                    name,
                    server: None,
                    error: Some(error),
                },
            });
        }
        Ok(ended)
    }

    async fn add_or_change(&self, name: &str, local: Local) -> Result<String, ApiError> {
        let stored = self.inner.store.servers().get_by_name(name.trim()).await?;
        let mut new = new_server(name, local);
        let view = match stored {
            Some(record) => {
                // What a person entered is never replaced by a text that came from elsewhere.
                let secrets = self.inner.keychain.server(record.id);
                let mut values = Vec::new();
                for (name, value) in std::mem::take(&mut new.values) {
                    if secrets.get(&name).await?.is_none() {
                        values.push((name, value));
                    }
                }
                new.values = values;
                self.change_server(record.id, new).await?
            }
            None => self.add_server(new).await?,
        };
        Ok(view.tag.id)
    }
}

impl Host {
    async fn add_or_change_remote(&self, name: &str, remote: Remote) -> Result<String, ApiError> {
        let stored = self.inner.store.servers().get_by_name(name.trim()).await?;
        let mut new = NewRemoteServer {
            server: asked_remote(name, &remote),
            values: remote.kept,
            from_host: remote.from_host,
        };
        let view = match stored {
            Some(record) => {
                // What a person entered is never replaced by a text that came from elsewhere: unless it was for another
                // origin, where it is not sent any more.
                if same_origin(record.url.as_deref(), Some(&new.server.url)) {
                    let secrets = self.inner.keychain.server(record.id);
                    let mut values = Vec::new();
                    for (name, value) in std::mem::take(&mut new.values) {
                        let source = HeaderSource::Keychain;
                        let entry = HeaderEntry { name, source };
                        if secrets.get(&entry.kept_as()).await?.is_none() {
                            values.push((entry.name, value));
                        }
                    }
                    new.values = values;
                }
                self.change_remote_server(record.id, new).await?
            }
            None => self.add_remote_server(new).await?,
        };
        Ok(view.tag.id)
    }
}

/// A server at a URL as it would be added.
fn asked_remote(name: &str, remote: &Remote) -> AddRemoteServer {
    let kept = remote.kept.iter().map(|(name, _)| name);
    AddRemoteServer {
        name: name.trim().to_owned(),
        url: remote.url.clone(),
        header_names: kept.chain(&remote.asked).cloned().collect(),
    }
}

fn invalid(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorCode::Invalid, message)
}

/// A file's text. Only a regular file is read: another kind may never end.
fn text_of(path: &PathBuf) -> Result<String, ApiError> {
    let failed =
        |error: std::io::Error| invalid(format!("{} could not be read: {error}.", path.display()));
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(invalid(format!("{} is not a file.", path.display())));
    }
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_TEXT).unwrap_or(u64::MAX) + 1;
    std::fs::File::open(path)
        .and_then(|file| file.take(limit).read_to_end(&mut bytes))
        .map_err(failed)?;
    String::from_utf8(bytes)
        .map_err(|_| invalid(format!("{} is not a text in UTF-8.", path.display())))
}

fn new_server(name: &str, local: Local) -> NewServer {
    let kept = local.kept.iter().map(|(name, _)| name.clone());
    NewServer {
        server: AddServer {
            name: name.trim().to_owned(),
            command: local.command,
            args: local.args,
            cwd: local.cwd,
            env_names: kept.chain(local.asked).collect(),
        },
        values: local.kept,
        from_host: local.from_host,
    }
}

fn server_view(server: &ReadServer, stored: &[ServerRecord]) -> ImportServerView {
    let mut view = ImportServerView {
        name: domain::visible(&server.name),
        state: ImportStateView::New,
        argv: Vec::new(),
        url: None,
        cwd: None,
        kept: Vec::new(),
        asked: Vec::new(),
        from_host: Vec::new(),
        off: server.off,
        notes: server.notes.clone(),
    };
    let unreadable = |reason: String| ImportStateView::Unreadable { reason };
    let same_name =
        |record: &&ServerRecord| record.name.to_lowercase() == server.name.trim().to_lowercase();
    let same_name = stored.iter().find(same_name);
    let local = match &server.found {
        Ok(Found::Local(local)) => local,
        Ok(Found::Remote(remote)) => return remote_view(view, server, remote, same_name),
        Err(reason) => {
            view.state = unreadable(reason.clone());
            return view;
        }
    };
    view.argv = std::iter::once(&local.command)
        .chain(&local.args)
        .map(|word| segments(word))
        .collect();
    view.cwd = local.cwd.as_deref().map(domain::visible);
    let shown = |name: &String| domain::visible(name);
    view.kept = local.kept.iter().map(|(name, _)| shown(name)).collect();
    view.asked = local.asked.iter().map(shown).collect();
    view.from_host = local.from_host.iter().map(shown).collect();
    let asked = AddServer {
        name: server.name.clone(),
        command: local.command.clone(),
        args: local.args.clone(),
        cwd: local.cwd.clone(),
        env_names: local
            .kept
            .iter()
            .map(|(name, _)| name)
            .chain(&local.asked)
            .cloned()
            .collect(),
    };
    view.state = match (check(&asked, &local.from_host), same_name) {
        (Err(error), _) => unreadable(error.message),
        (Ok(()), None) => ImportStateView::New,
        (Ok(()), Some(record)) => difference(record, &asked, &local.from_host),
    };
    view
}

/// The rest of the view of a server at a URL.
fn remote_view(
    mut view: ImportServerView,
    server: &ReadServer,
    remote: &Remote,
    same_name: Option<&ServerRecord>,
) -> ImportServerView {
    let shown = |name: &String| domain::visible(name);
    view.url = Some(segments(&remote.url));
    view.kept = remote.kept.iter().map(|(name, _)| shown(name)).collect();
    view.asked = remote.asked.iter().map(shown).collect();
    view.from_host = remote
        .from_host
        .iter()
        .map(|(name, _)| shown(name))
        .collect();
    let asked = asked_remote(&server.name, remote);
    view.state = match (check_remote(&asked, &remote.from_host), same_name) {
        (Err(error), _) => ImportStateView::Unreadable {
            reason: error.message,
        },
        (Ok(()), None) => ImportStateView::New,
        (Ok(()), Some(record)) => {
            let names = |names: &mut dyn Iterator<Item = &String>| -> BTreeSet<String> {
                names.map(|name| name.to_lowercase()).collect()
            };
            let wanted = names(
                &mut asked
                    .header_names
                    .iter()
                    .chain(remote.from_host.iter().map(|(name, _)| name)),
            );
            let headers = names(&mut record.headers.iter().map(|h| &h.name)) != wanted;
            let url = record.url.as_deref() != Some(normal(&asked.url).as_str());
            let what: Vec<String> = [("URL", url), ("headers", headers)]
                .into_iter()
                .filter(|(_, differs)| *differs)
                .map(|(name, _)| name.to_owned())
                .collect();
            if what.is_empty() {
                ImportStateView::Same
            } else {
                ImportStateView::Changed { what }
            }
        }
    };
    view
}

/// What would change. Values are not compared: they stay in the keychain.
fn difference(record: &ServerRecord, asked: &AddServer, from_host: &[String]) -> ImportStateView {
    let names = |source: EnvSource| {
        let of = record.env.iter().filter(move |e| e.source == source);
        of.map(|e| e.name.clone()).collect::<BTreeSet<_>>()
    };
    let cwd = asked
        .cwd
        .as_deref()
        .map(str::trim)
        .filter(|cwd| !cwd.is_empty());
    let variables = names(EnvSource::Keychain) != asked.env_names.iter().cloned().collect()
        || names(EnvSource::Host) != from_host.iter().cloned().collect();
    let what: Vec<String> = [
        ("URL", record.url.is_some()),
        ("command", record.command != asked.command.trim()),
        ("arguments", record.args != asked.args),
        ("folder", record.cwd.as_deref() != cwd),
        ("variables", variables),
    ]
    .into_iter()
    .filter(|(_, differs)| *differs)
    .map(|(name, _)| name.to_owned())
    .collect();
    if what.is_empty() {
        ImportStateView::Same
    } else {
        ImportStateView::Changed { what }
    }
}
