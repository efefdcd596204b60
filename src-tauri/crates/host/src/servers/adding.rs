//! Adding and changing servers: validation, storage, and spawning of their actors.

use std::{collections::BTreeSet, sync::Arc};

use domain::{ConfinementChoice, EnvEntry, EnvSource, ServerId};
use host_api::{AddServer, ApiError, ErrorCode, Event, ServerView};
use messages::{Phrase, phrases};
use secrets::{KeychainStatus, Secret};
use store::{ServerRecord, StoreError};

use crate::{
    addresses::same_origin,
    inner::{Host, Inner},
    server::server_view,
    servers::{
        actor::spawn,
        keys::take_keys,
        names::{MAX_NAME, check_name, kept_names},
        swapping::{as_new, restore, stop_for, stored as stored_server},
    },
};

/// Maximum number of arguments of a command.
const MAX_ARGS: usize = 256;
/// Maximum number of environment variables of a server.
const MAX_ENV: usize = 64;
/// Maximum number of servers.
const MAX_SERVERS: usize = 200;

/// What becomes of a server's stored values where a change has other values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// They are replaced.
    Replaced,
    /// They are kept: an import replaces no value that a person entered.
    Kept,
}

/// A server to add, with values from a command line.
pub struct NewServer {
    /// Name, command, arguments, working directory, and names of variables stored in the keychain.
    pub server: AddServer,
    /// Values for some of the variables in `server.env_names`.
    pub values: Vec<(String, Secret)>,
    /// Variables that are read from the host's own environment at each launch.
    pub from_host: Vec<String>,
}

impl Host {
    /// Adds a server without starting it.
    ///
    /// # Errors
    /// An invalid or taken name, too many of something, an invalid variable name, or a keychain that refuses the values.
    pub async fn add_server(&self, new: NewServer) -> Result<ServerView, ApiError> {
        check(&new.server, &new.from_host)?;
        let (record, values) = new.into_record(self.has_keychain());
        Box::pin(self.add_record(record, values)).await
    }

    pub(super) async fn add_record(
        &self,
        record: store::NewServer,
        values: Vec<(String, Secret)>,
    ) -> Result<ServerView, ApiError> {
        self.inner.room_for_one().await?;
        let taken = name_taken(&record.name);
        let record = self
            .inner
            .store
            .servers()
            .add(&record)
            .await
            .map_err(taken)?;
        let id = record.id;
        if let Err(error) = self.keep_values_of(id, &values).await {
            self.inner.store.servers().remove(id).await?;
            return Err(error);
        }
        Ok(self.inner.install(record))
    }

    /// Adds a copy of a server under the next free name. It has the same launch, the same tools off, and copies of the stored
    /// values under its own scope; it runs in the sandbox, even if the server runs outside of it. The copy is not started and inherits no permission: no accepted launch, no rule.
    ///
    /// # Errors
    /// There is no such server, there are too many, or the keychain refuses; then nothing was added.
    pub async fn duplicate_server(&self, id: ServerId) -> Result<ServerView, ApiError> {
        let inner = &self.inner;
        let old = inner.servers.handle(id)?.snapshot().record.clone();
        inner.room_for_one().await?;
        let mut values = Vec::new();
        for name in kept_names(&old.env, &old.headers) {
            // A value that was never entered is requested when the copy first starts.
            if let Some(value) = inner.keychain.server(id).get(&name).await? {
                values.push((name, value));
            }
        }
        let (tools_off, bounds) = (old.tools_off.clone(), old.bounds.clone());
        let era_choice = old.era_choice;
        let bundle = old.bundle.clone();
        // What the copy may run as is reviewed at its first start; nobody asked for a second server outside the sandbox.
        let confinement = ConfinementChoice {
            unconfined: None,
            ..old.confinement.clone()
        };
        let name = free_name(inner, &old.name).await?;
        let new = store::NewServer {
            name: name.clone(),
            ..as_new(old)
        };
        let servers = inner.store.servers();
        let mut record = servers.add(&new).await.map_err(name_taken(&name))?;
        let filled = async {
            servers.set_tools_off(record.id, &tools_off).await?;
            servers.set_bounds(record.id, &bounds).await?;
            servers.set_era_choice(record.id, era_choice).await?;
            servers.set_confinement(record.id, &confinement).await?;
            servers.set_bundle(record.id, bundle.as_ref()).await?;
            self.set_values(record.id, &values).await
        };
        if let Err(error) = filled.await {
            servers.remove(record.id).await?;
            return Err(error);
        }
        record.tools_off = tools_off;
        record.bounds = bounds;
        record.era_choice = era_choice;
        record.confinement = confinement;
        record.bundle = bundle;
        Ok(inner.install(record))
    }

    /// Changes the name and the launch of a server. The server is stopped, its accepted launch is void, and values of removed
    /// variables are deleted. Other values are kept unless replaced. Where the server becomes another program, a person approves
    /// that first, and what they do not tick of the server's things is removed.
    ///
    /// # Errors
    /// As for [`Host::add_server`]; there is no such server, or another program was not approved. The server is then unchanged, except
    /// for values that were replaced.
    pub async fn change_server(
        &self,
        id: ServerId,
        new: NewServer,
    ) -> Result<ServerView, ApiError> {
        self.change_local(id, new, Stored::Replaced).await
    }

    /// Changes a server as [`Host::change_server`] does. `stored` says what becomes of stored values with other values in `new`.
    ///
    /// # Errors
    /// As for [`Host::change_server`].
    pub(crate) async fn change_local(
        &self,
        id: ServerId,
        new: NewServer,
        stored: Stored,
    ) -> Result<ServerView, ApiError> {
        check(&new.server, &new.from_host)?;
        let (record, values) = new.into_record(self.has_keychain());
        self.change_record(id, record, values, stored).await
    }

    pub(super) async fn change_record(
        &self,
        id: ServerId,
        record: store::NewServer,
        mut values: Vec<(String, Secret)>,
        stored: Stored,
    ) -> Result<ServerView, ApiError> {
        let handle = self.inner.servers.handle(id)?;
        let before = handle.snapshot().record.clone();
        let others = match stored {
            Stored::Replaced => values.clone(),
            Stored::Kept => self.without_stored(id, &values).await?,
        };
        self.can_keep(&others)?;
        let replaced = self.inner.replace_program(&before, &record).await?;
        match &replaced {
            Some(replaced) => values.retain(|(name, _)| !replaced.keeps_value(name)),
            None => values = others,
        }
        // Header values were entered for the origin that they were sent to.
        let stays = same_origin(before.url.as_deref(), record.url.as_deref());
        let mut kept = kept_names(&record.env, if stays { &record.headers } else { &[] });
        kept.extend(values.iter().map(|(name, _)| name.clone()));
        let gone: Vec<String> = kept_names(&before.env, &before.headers)
            .into_iter()
            .filter(|name| !kept.contains(name))
            .collect();
        let taken = name_taken(&record.name);
        let servers = self.inner.store.servers();
        servers.update(id, &record).await.map_err(taken)?;
        let settled = async {
            self.keep_values_of(id, &values).await?;
            if let Some(replaced) = &replaced {
                self.inner.accept_replacement(id, replaced).await?;
            }
            stored_server(&self.inner.store, id).await
        };
        let record = match settled.await {
            Ok(record) => record,
            Err(error) => {
                restore(&self.inner.store, &handle.snapshot().record).await;
                return Err(error);
            }
        };
        let stopped = async {
            if !gone.is_empty()
                && let Err(error) = self.inner.keychain.server(id).delete_all(&gone).await
            {
                tracing::warn!(%error, "the values of dropped variables are still in the keychain");
            }
            if before.account && !stays {
                self.inner.forget_account(id).await;
            }
        };
        let (known, store) = (&self.inner.servers, &self.inner.store);
        let record = stop_for(known, store, record, stopped).await?;
        Ok(self.inner.install(record))
    }

    /// Changes a server from a form that has only the names of variables: each keeps its source and its value.
    ///
    /// # Errors
    /// As for [`Host::change_server`].
    pub async fn edit_server(&self, id: ServerId, to: AddServer) -> Result<ServerView, ApiError> {
        let record = self.inner.servers.handle(id)?.snapshot().record.clone();
        let is_host = |name: &String| {
            let same = |e: &EnvEntry| e.source == EnvSource::Host && e.name == *name;
            record.env.iter().any(same)
        };
        let (from_host, env_names) = to.env_names.into_iter().partition(is_host);
        let new = NewServer {
            server: AddServer { env_names, ..to },
            values: Vec::new(),
            from_host,
        };
        Box::pin(self.change_server(id, new)).await
    }

    /// Returns the values that are not stored under their names yet.
    async fn without_stored(
        &self,
        id: ServerId,
        values: &[(String, Secret)],
    ) -> Result<Vec<(String, Secret)>, ApiError> {
        let secrets = self.inner.keychain.server(id);
        let mut others = Vec::new();
        for (name, value) in values {
            if secrets.get(name).await?.is_none() {
                others.push((name.clone(), value.clone()));
            }
        }
        Ok(others)
    }

    async fn keep_values_of(
        &self,
        id: ServerId,
        values: &[(String, Secret)],
    ) -> Result<(), ApiError> {
        self.can_keep(values)?;
        self.set_values(id, values).await
    }

    pub(super) fn has_keychain(&self) -> bool {
        self.inner.keychain.status() == KeychainStatus::Available
    }

    /// Values are stored in a keychain or not at all.
    pub(super) fn can_keep(&self, values: &[(String, Secret)]) -> Result<(), ApiError> {
        if !values.is_empty() && !self.has_keychain() {
            let message = phrases::host_no_keychain_values();
            let hint = phrases::host_hint_own_environment();
            return Err(ApiError::new(ErrorCode::Keychain, message).hint(hint));
        }
        Ok(())
    }

    pub(super) async fn set_values(
        &self,
        id: ServerId,
        values: &[(String, Secret)],
    ) -> Result<(), ApiError> {
        let secrets = self.inner.keychain.server(id);
        for (at, (name, value)) in values.iter().enumerate() {
            if let Err(error) = secrets.set(name, value).await {
                // The values stored so far belong to no server.
                let kept: Vec<&str> = values[..at].iter().map(|(name, _)| name.as_str()).collect();
                secrets.delete_all(&kept).await?;
                return Err(error.into());
            }
        }
        Ok(())
    }
}

impl NewServer {
    /// Splits it into the stored record and the values for the keychain. With one, credentials in the arguments are among them.
    pub(super) fn into_record(
        mut self,
        has_keychain: bool,
    ) -> (store::NewServer, Vec<(String, Secret)>) {
        if has_keychain {
            let mut taken = self.server.env_names.clone();
            taken.extend(self.from_host.iter().cloned());
            let found = take_keys(&mut self.server.args, &taken);
            let names = found.iter().map(|(name, _)| name.clone());
            self.server.env_names.extend(names);
            self.values.extend(found);
        }
        let named = |source: EnvSource| move |name: String| EnvEntry { name, source };
        let kept = self
            .server
            .env_names
            .into_iter()
            .map(named(EnvSource::Keychain));
        let mut env: Vec<EnvEntry> = kept
            .chain(self.from_host.into_iter().map(named(EnvSource::Host)))
            .collect();
        env.sort();
        let cwd = self.server.cwd.map(|c| c.trim().to_owned());
        let record = store::NewServer {
            name: self.server.name.trim().to_owned(),
            command: self.server.command.trim().to_owned(),
            args: self.server.args,
            cwd: cwd.filter(|c| !c.is_empty()),
            env,
            url: None,
            headers: Vec::new(),
        };
        (record, self.values)
    }
}

/// Returns the name itself, or the name with the first free number, within the length limit.
pub(super) async fn free_name(inner: &Inner, name: &str) -> Result<String, ApiError> {
    let servers = inner.store.servers().list().await?;
    let taken: BTreeSet<String> = servers.iter().map(|s| s.name.to_lowercase()).collect();
    // A copy of "Files 2" is "Files 3"; one of "Invoices 2026" is "Invoices 2026 2".
    let stem = match name.rsplit_once(' ') {
        Some((stem, number))
            if number.bytes().all(|b| b.is_ascii_digit())
                && taken.contains(&stem.to_lowercase()) =>
        {
            stem
        }
        Some(_) | None => name,
    };
    // There are at most as many taken names as servers.
    let numbered = (2..).map(|number| {
        let suffix = format!(" {number}");
        let kept: String = stem.chars().take(MAX_NAME - suffix.len()).collect();
        format!("{}{suffix}", kept.trim_end())
    });
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    candidates
        .find(|candidate| !taken.contains(&candidate.to_lowercase()))
        .ok_or_else(|| ApiError::new(ErrorCode::Invalid, phrases::host_no_free_name()))
}

/// Returns an error that states the taken name.
pub(super) fn name_taken(name: &str) -> impl FnOnce(StoreError) -> ApiError {
    let message = phrases::host_name_taken(name);
    move |error| {
        if matches!(error, StoreError::NameTaken) {
            ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_hint_another_name())
        } else {
            error.into()
        }
    }
}

/// Validates a server before it is added.
///
/// # Errors
/// What is wrong with it, one sentence.
pub(crate) fn check(server: &AddServer, from_host: &[String]) -> Result<(), ApiError> {
    let invalid = |message: Phrase| Err(ApiError::new(ErrorCode::Invalid, message));
    check_name(&server.name)?;
    if server.command.trim().is_empty() {
        return invalid(phrases::host_command_missing());
    }
    if server.args.len() > MAX_ARGS {
        return invalid(phrases::host_max_arguments(MAX_ARGS));
    }
    if server.env_names.len() + from_host.len() > MAX_ENV {
        return invalid(phrases::host_max_variables(MAX_ENV));
    }
    for name in server.env_names.iter().chain(from_host) {
        let fits = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !name.starts_with(|c: char| c.is_ascii_digit());
        if name.is_empty() || !fits {
            let message = phrases::host_variable_name(domain::visible(name));
            return Err(
                ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_hint_variable_name())
            );
        }
    }
    Ok(())
}

impl Inner {
    /// Deletes the account of a server whose origin changed, since it belongs to the old origin.
    async fn forget_account(&self, id: ServerId) {
        let secrets = self.keychain.server(id);
        if let Err(error) = secrets.delete_all(&oauth::SECRET_NAMES).await {
            // The flag remains: the rest is deleted with the server. No account reads tokens of another resource.
            tracing::warn!(%error, "an account of an earlier address is still in the keychain");
            return;
        }
        if let Err(error) = self.store.servers().set_account(id, false).await {
            tracing::warn!(%error, "it could not be stored that an account is gone");
        }
    }

    async fn room_for_one(&self) -> Result<(), ApiError> {
        if self.store.servers().list().await?.len() < MAX_SERVERS {
            return Ok(());
        }
        let message = phrases::host_max_servers(MAX_SERVERS);
        Err(ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_hint_remove_one()))
    }

    /// Registers a stored server and spawns its actor.
    pub(super) fn install(self: &Arc<Self>, record: ServerRecord) -> ServerView {
        let id = record.id;
        let handle = spawn(self, record);
        let view = server_view(&handle.snapshot());
        self.servers.insert(id, handle);
        self.emit(Event::Server {
            server: Box::new(view.clone()),
        });
        view
    }
}
