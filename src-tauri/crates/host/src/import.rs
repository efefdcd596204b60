//! Import of servers from other programs: read, preview, add. Nothing is started, and only selected servers are stored.

mod view;

use std::{
    collections::BTreeMap,
    io::Read as _,
    path::{Path, PathBuf},
};

use domain::ApprovalId;
use foreign::{LocalPlan, MAX_TEXT, Plan, Planned, ReadServer, RemotePlan, Values, places, read};
use host_api::{ApiError, ErrorCode, ImportChoice, ImportPlaceView, ImportView, ImportedView};
use messages::{Phrase, Text, Value, phrases};
use secrets::KeychainStatus;

use crate::{
    import::view::{asked_local, asked_remote, server_view},
    inner::Host,
    servers::{NewRemoteServer, NewServer, Stored},
    state::Draft,
};

impl Host {
    /// Returns the configuration files of other programs on this machine.
    #[must_use]
    pub fn import_places(&self) -> Vec<ImportPlaceView> {
        places::usual()
            .into_iter()
            .filter(|(_, path)| path.is_file())
            .map(|(program, path)| ImportPlaceView {
                program,
                path: path.display().to_string(),
            })
            .collect()
    }

    /// Reads a configuration file that [`Host::import_places`] returned, and no other file.
    ///
    /// # Errors
    /// It is not one of them, or as for [`Host::import_text`].
    pub async fn import_place(&self, path: &str) -> Result<ImportView, ApiError> {
        let known = places::usual()
            .into_iter()
            .find(|(_, known)| known.display().to_string() == path);
        match known {
            Some((program, path)) => self.import_of(Some(program), &path).await,
            None => Err(invalid(phrases::host_import_other_file())),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or as for [`Host::import_text`].
    pub async fn import_file(&self, path: &Path) -> Result<ImportView, ApiError> {
        let program = places::program_of(path).map(Text::from);
        self.import_of(program, path).await
    }

    /// Reads a program's file; errors name the program and the file.
    async fn import_of(&self, program: Option<Text>, path: &Path) -> Result<ImportView, ApiError> {
        let path = path.to_owned();
        let file = domain::visible(&path.display().to_string());
        let read = tokio::task::spawn_blocking(move || text_of(&path)).await;
        let read = match read {
            Ok(Ok(text)) => self.import_text(&text).await,
            Ok(Err(reason)) => Err(invalid(reason).hint(phrases::host_import_nothing_added())),
            Err(_) => Err(invalid(phrases::host_import_file_unread())),
        };
        match read {
            Ok(view) => Ok(ImportView { program, ..view }),
            Err(error) => {
                let message = match &program {
                    Some(program) => phrases::host_import_failed_of(file, program, &error.message),
                    None => phrases::host_import_failed(file, &error.message),
                };
                Err(ApiError {
                    message: message.into(),
                    ..error
                })
            }
        }
    }

    /// Parses a text and holds the result until it is added or another text is parsed. Adds and starts nothing.
    ///
    /// # Errors
    /// It is not JSON, or has no servers.
    pub async fn import_text(&self, text: &str) -> Result<ImportView, ApiError> {
        let read = read(text)
            .map_err(|error| invalid(error.text()).hint(phrases::host_import_nothing_added()))?;
        let stored = self.inner.store.servers().list().await?;
        let id = ApprovalId::new().to_string();
        let values = Values {
            environment: &variable,
            given: &BTreeMap::new(),
            inputs: &read.inputs,
            from_environment: false,
        };
        let servers = read.servers.iter().map(|server| {
            let plan = plan(server, &values);
            server_view(server, plan.as_ref(), &read.inputs, &stored)
        });
        let view = ImportView {
            id: id.clone(),
            format: read.format.clone().into(),
            program: None,
            servers: servers.collect(),
            keychain: self.inner.keychain.status() == KeychainStatus::Available,
            notes: read.notes.iter().cloned().map(Text::from).collect(),
        };
        self.inner.import.put(Draft { id, value: read });
        Ok(view)
    }

    /// Adds the named servers from the parse result `id`; values are stored in the keychain. A server with an existing name changes
    /// that server and keeps its stored values; where that makes it another program, a person approves it first. Each server has its own result, and a failure does not affect the others.
    ///
    /// # Errors
    /// Something else was parsed since.
    pub async fn import_add(
        &self,
        id: &str,
        choice: ImportChoice,
    ) -> Result<Vec<ImportedView>, ApiError> {
        let kept = self.inner.import.take_if(|kept| kept.id == id);
        let Some(kept) = kept else {
            return Err(
                invalid(phrases::host_import_outdated()).hint(phrases::host_import_outdated_hint())
            );
        };
        let given = choice.values.into_iter().map(|one| (one.name, one.value));
        let values = Values {
            environment: &variable,
            given: &given.collect(),
            inputs: &kept.value.inputs,
            from_environment: choice.from_environment,
        };
        let mut ended = Vec::new();
        for server in &kept.value.servers {
            let name = domain::visible(&server.name);
            if !choice.names.contains(&name) {
                continue;
            }
            let added = match (&server.found, plan(server, &values)) {
                (Ok(_), Some(plan)) => self.add_planned(&server.name, plan).await,
                (Err(reason), _) => Err(invalid(reason.clone())),
                (Ok(_), None) => continue,
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

    async fn add_planned(&self, name: &str, plan: Plan) -> Result<String, ApiError> {
        let missing: Vec<String> = plan.missing().into_iter().map(domain::visible).collect();
        if !missing.is_empty() {
            let message = phrases::host_import_missing(missing.len(), Value::list(missing));
            return Err(invalid(message).hint(phrases::host_import_missing_hint()));
        }
        let added = match plan.planned {
            Planned::Local(local) => self.add_or_change(name, local).await,
            Planned::Remote(remote) => self.add_or_change_remote(name, remote).await,
        };
        added.map_err(|error| {
            if error.code == ErrorCode::Keychain {
                error.hint(phrases::host_import_keychain_hint())
            } else {
                error
            }
        })
    }

    async fn add_or_change(&self, name: &str, plan: LocalPlan) -> Result<String, ApiError> {
        let stored = self.inner.store.servers().get_by_name(name.trim()).await?;
        let new = NewServer {
            server: asked_local(name, &plan),
            values: plan.kept,
            from_host: plan.from_host,
        };
        let view = match stored {
            Some(record) => self.change_local(record.id, new, Stored::Kept).await?,
            None => self.add_server(new).await?,
        };
        Ok(view.tag.id)
    }

    async fn add_or_change_remote(&self, name: &str, plan: RemotePlan) -> Result<String, ApiError> {
        let stored = self.inner.store.servers().get_by_name(name.trim()).await?;
        let new = NewRemoteServer {
            server: asked_remote(name, &plan),
            values: plan.kept,
            from_host: plan.from_host,
        };
        let view = match stored {
            Some(record) => self.change_remote(record.id, new, Stored::Kept).await?,
            None => self.add_remote_server(new).await?,
        };
        Ok(view.tag.id)
    }
}

fn plan(server: &ReadServer, values: &Values<'_>) -> Option<Plan> {
    let found = server.found.as_ref().ok()?;
    Some(Plan::of(&server.name, found, server.style, values))
}

/// Returns a variable of the user's environment.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn invalid(message: impl Into<Text>) -> ApiError {
    ApiError::new(ErrorCode::Invalid, message)
}

/// Returns a file's text. Only regular files are read, since others may never end.
fn text_of(path: &PathBuf) -> Result<String, Phrase> {
    let failed = |error: std::io::Error| phrases::host_import_file_error(error.to_string());
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(phrases::host_import_not_file());
    }
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_TEXT).unwrap_or(u64::MAX) + 1;
    std::fs::File::open(path)
        .and_then(|file| file.take(limit).read_to_end(&mut bytes))
        .map_err(failed)?;
    decoded(bytes).ok_or_else(phrases::host_import_not_text)
}

/// Decodes UTF-8, or UTF-16 with a byte order mark, which editors on Windows write.
fn decoded(bytes: Vec<u8>) -> Option<String> {
    let read: fn([u8; 2]) -> u16 = match bytes.get(..2) {
        Some([0xff, 0xfe]) => u16::from_le_bytes,
        Some([0xfe, 0xff]) => u16::from_be_bytes,
        _ => return String::from_utf8(bytes).ok(),
    };
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| read([pair[0], pair[1]]))
        .collect();
    String::from_utf16(&units).ok()
}
