//! User actions on servers: start, stop, enable, inspect.

use std::{borrow::Cow, path::PathBuf, sync::Arc};

use domain::{
    EnvSource, LaunchSpec, LocalLaunch, PassedRoot, ServerId, VariableValue, is_argument_value,
    is_credential_name, variable_risk,
};
use host_api::{ApiError, ErrorCode, ServerStateView, ServerView};
use launcher::LaunchError;
use messages::phrases;
use secrets::without_keys;
use store::ServerRecord;
use tokio::sync::watch;

use crate::{
    bundles::{finds_own_modules, package_of_bundle},
    inner::{Host, Inner},
    packages::installed_for,
    problems::not_launched,
    server::{ServerSnapshot, StartBy, server_view},
    servers::{
        diagnosis::{hint_of, in_one_text},
        failure::tail,
        remote::remote_spec,
        state::is_starting,
    },
};

/// Maximum number of disabled tools of one server.
const MAX_TOOLS_OFF: usize = 1_000;
/// Maximum length of a stored tool name, in bytes.
const MAX_TOOL_NAME: usize = 1_024;

impl Host {
    /// Requests a start. The launch is reviewed in the consent window unless it was accepted before.
    ///
    /// # Errors
    /// There is no such server.
    pub fn start_server(&self, id: ServerId) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        handle.switched_on()?;
        handle.start(StartBy::Person);
        self.inner.decided_since(id);
        Ok(())
    }

    /// Starts a server and waits until it is ready, failed or refused. `allowed` is set when the command line itself allows the
    /// launch.
    ///
    /// # Errors
    /// There is no such server, or it is not ready in the end; the state says why.
    pub async fn start_and_wait(
        &self,
        id: ServerId,
        allowed: bool,
    ) -> Result<ServerView, ApiError> {
        let handle = self.inner.servers.handle(id)?;
        handle.switched_on()?;
        let mut watch = handle.watch();
        let before = Arc::clone(&watch.borrow_and_update());
        // A server that is about to stop is not ready any more, and a restart of it is waited for.
        if before.stopping || !matches!(before.state, ServerStateView::Ready { .. }) {
            handle.start(if allowed {
                StartBy::CommandLine
            } else {
                StartBy::Person
            });
            tokio::select! {
                () = wait_for_end_of_start(&mut watch, &before) => {}
                // The server was removed meanwhile.
                () = handle.ended() => {}
            }
        }
        let snapshot = handle.snapshot();
        match &snapshot.state {
            ServerStateView::Ready { .. } => Ok(server_view(&snapshot)),
            ServerStateView::Failed { failure } | ServerStateView::BackingOff { failure, .. } => {
                let code = if failure.kind == host_api::FailureKind::TimedOut {
                    ErrorCode::Timeout
                } else {
                    ErrorCode::Server
                };
                let name = &snapshot.record.name;
                let message = phrases::host_not_started(in_one_text(failure), name);
                let hint =
                    phrases::host_hint_doctor(hint_of(failure), domain::in_double_quotes(name));
                Err(ApiError::new(code, message).hint(hint))
            }
            ServerStateView::NeedsSignIn { reason } => {
                let name = &snapshot.record.name;
                let problem = snapshot.account.as_ref().and_then(|own| own.view().problem);
                let message = match &problem {
                    Some(problem) => phrases::host_needs_sign_in(&problem.message, name),
                    None => phrases::host_not_connected(reason, name),
                };
                let hint = problem.map_or_else(
                    || {
                        let challenge = snapshot.account.as_ref().and_then(|own| own.challenge());
                        match challenge {
                            Some(challenge) if !challenge.names_metadata() => {
                                phrases::host_hint_login_or_key().into()
                            }
                            Some(_) | None => phrases::host_hint_login().into(),
                        }
                    },
                    |problem| problem.hint,
                );
                Err(ApiError::new(ErrorCode::Server, message).hint(hint))
            }
            ServerStateView::Stopped { reason } => Err(ApiError::new(
                ErrorCode::Denied,
                phrases::host_was_not_started(reason, &snapshot.record.name),
            )),
            ServerStateView::Asleep
            | ServerStateView::Starting { .. }
            | ServerStateView::AwaitingReview => Err(ApiError::new(
                ErrorCode::Timeout,
                phrases::host_still_starting(&snapshot.record.name),
            )),
        }
    }

    /// Requests a stop.
    ///
    /// # Errors
    /// There is no such server.
    pub fn stop_server(&self, id: ServerId) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        if let Some(account) = &handle.snapshot().account {
            account.cancel();
        }
        handle.stop(phrases::host_stopped_by_you());
        self.inner.decided_since(id);
        Ok(())
    }

    /// Restarts a server with its current settings.
    ///
    /// # Errors
    /// There is no such server, or it is disabled.
    pub fn restart_server(&self, id: ServerId) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        handle.switched_on()?;
        handle.stop(phrases::host_restarted_by_you());
        handle.start(StartBy::Person);
        self.inner.decided_since(id);
        Ok(())
    }

    /// Enables or disables a server. A disabled server is stopped, offered to no model, and not started with the program.
    ///
    /// # Errors
    /// There is no such server, or the switch could not be stored; then nothing changed.
    pub async fn set_server_enabled(&self, id: ServerId, enabled: bool) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        self.inner.store.servers().set_enabled(id, enabled).await?;
        handle.settle(|record| record.enabled = enabled);
        if !enabled {
            if let Some(account) = &handle.snapshot().account {
                account.cancel();
            }
            handle.stop(phrases::host_switched_off_by_you());
        }
        self.inner.tell_server(&handle);
        Ok(())
    }

    /// Enables or disables one tool of a server, by its name as the server returns it. A disabled tool is offered to no model, and
    /// calls to it are not sent.
    ///
    /// # Errors
    /// There is no such server, too many tools are off, or the switch could not be stored; then nothing changed.
    pub async fn set_tool_enabled(
        &self,
        id: ServerId,
        tool: &str,
        enabled: bool,
    ) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        let _one_at_a_time = self.inner.servers.switch().await;
        let mut tools_off = handle.snapshot().record.tools_off.clone();
        if enabled {
            tools_off.remove(tool);
        } else {
            tools_off.insert(tool.to_owned());
        }
        if tools_off.len() > MAX_TOOLS_OFF || tool.len() > MAX_TOOL_NAME {
            return Err(ApiError::new(
                ErrorCode::Invalid,
                phrases::host_max_tools_off(MAX_TOOLS_OFF),
            ));
        }
        self.inner
            .store
            .servers()
            .set_tools_off(id, &tools_off)
            .await?;
        handle.settle(|record| record.tools_off = tools_off);
        self.inner.tell_server(&handle);
        Ok(())
    }

    /// Returns the last lines of a server's standard error.
    ///
    /// # Errors
    /// There is no such server.
    pub fn server_log_tail(&self, id: ServerId) -> Result<String, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        Ok(snapshot
            .stderr
            .as_ref()
            .map(|ring| tail(&ring.text()))
            .unwrap_or_default())
    }

    /// Returns all servers, in the user's order.
    #[must_use]
    pub fn servers(&self) -> Vec<ServerView> {
        self.inner
            .servers
            .snapshots()
            .iter()
            .map(|s| server_view(s))
            .collect()
    }

    /// Returns the server with this name, ignoring case and the isolation marks that surround a name in a message: a command
    /// that is pasted from a message works.
    ///
    /// # Errors
    /// There is none.
    pub fn server_named(&self, name: &str) -> Result<(ServerId, ServerView), ApiError> {
        let servers = self.inner.servers.snapshots();
        let called = |name: &str| {
            let name = name.to_lowercase();
            servers
                .iter()
                .find(|s| s.record.name.to_lowercase() == name)
        };
        called(name)
            .or_else(|| called(&messages::without_isolation(name)))
            .map(|s| (s.record.id, server_view(s)))
            .ok_or_else(|| {
                let message = phrases::host_no_server_named(domain::visible(name));
                ApiError::new(ErrorCode::NotFound, message).hint(phrases::host_hint_servers_list())
            })
    }

    /// Returns the file that a server's command resolves to now; none for a remote server.
    ///
    /// # Errors
    /// There is no such server, or no such program.
    pub async fn server_program(&self, id: ServerId) -> Result<Option<PathBuf>, ApiError> {
        let record = self.inner.servers.handle(id)?.snapshot().record.clone();
        match self.inner.launch_spec(&record).await {
            Ok(LaunchSpec::Local(launch)) => Ok(Some(launch.program.path)),
            Ok(LaunchSpec::Remote(_)) => Ok(None),
            Err(error) => {
                let message = phrases::host_sentence(not_launched(&error));
                Err(ApiError::new(ErrorCode::Server, message))
            }
        }
    }

    /// Returns variables that servers often need and the user has set, but that are not passed to this server. Returns none for a
    /// remote server, or where its command cannot be resolved.
    pub async fn not_given(&self, id: ServerId) -> Vec<String> {
        let Ok(handle) = self.inner.servers.handle(id) else {
            return Vec::new();
        };
        let record = handle.snapshot().record.clone();
        match self.inner.launch_spec(&record).await {
            Ok(LaunchSpec::Local(launch)) => {
                let names = launcher::not_given(&launch);
                names.into_iter().map(str::to_owned).collect()
            }
            Ok(LaunchSpec::Remote(_)) | Err(_) => Vec::new(),
        }
    }

    /// Returns the directories in which commands are searched.
    #[must_use]
    pub fn search_path(&self) -> Vec<PathBuf> {
        std::env::split_paths(&self.inner.path_value).collect()
    }
}

pub(super) async fn wait_for_end_of_start(
    watch: &mut watch::Receiver<Arc<ServerSnapshot>>,
    before: &ServerSnapshot,
) {
    // Waiting for a person has its own time limit.
    let mut started = is_starting(&before.state);
    while watch.changed().await.is_ok() {
        let now = watch.borrow_and_update();
        started |= now.starts > before.starts;
        match &now.state {
            ServerStateView::Starting { .. } | ServerStateView::AwaitingReview => {}
            // The sign-in that a start caused belongs to the start.
            ServerStateView::NeedsSignIn { .. } => {
                if started && !now.account.as_ref().is_some_and(|own| own.under_way()) {
                    return;
                }
            }
            ServerStateView::Stopped { .. }
            | ServerStateView::Asleep
            | ServerStateView::Ready { .. }
            | ServerStateView::BackingOff { .. }
            | ServerStateView::Failed { .. } => {
                if started {
                    return;
                }
            }
        }
    }
}

impl Inner {
    /// Returns the current launch of a stored server.
    pub(crate) async fn launch_spec(
        &self,
        stored: &ServerRecord,
    ) -> Result<LaunchSpec, LaunchError> {
        if let Some(spec) = remote_spec(stored) {
            return Ok(spec);
        }
        let (id, record, path_value) = (stored.id, stored.clone(), self.path_value.clone());
        let data_dir = self.config.data_dir.clone();
        let resolve = move || {
            let installed = installed_for(&record);
            let bundle = package_of_bundle(&record, installed.clone(), &data_dir, &path_value);
            let package = bundle.or(installed.map(Ok)).transpose()?;
            let cwd = record.cwd.map(PathBuf::from);
            if let Some(package) = package {
                return launcher::package_spec(
                    record.id,
                    (&record.command, record.args),
                    package,
                    cwd.as_deref(),
                    record.env,
                    &path_value,
                );
            }
            launcher::local_spec(
                record.id,
                &record.command,
                record.args,
                cwd.as_deref(),
                record.env,
                &path_value,
            )
        };
        let roots = self.passed_roots(id).await;
        let reviewed = self.reviewed_roots(id);
        let Ok(spec) = tokio::task::spawn_blocking(resolve).await else {
            return Err(LaunchError::GuardSilent);
        };
        let plain = spec?;
        let spec = self.with_roots(plain.clone(), roots, stored).await?;
        if spec.confinement.confined().is_some() || reviewed.is_empty() {
            return Ok(LaunchSpec::Local(spec));
        }
        // Outside of a sandbox nothing holds it to the review: it is not told of such a folder.
        let roots = self.passed_roots(id).await;
        let roots = roots
            .into_iter()
            .filter(|root| !reviewed.contains(&root.path));
        let spec = self.with_roots(plain, roots.collect(), stored).await?;
        Ok(LaunchSpec::Local(spec))
    }

    async fn with_roots(
        &self,
        spec: LocalLaunch,
        roots: Vec<PassedRoot>,
        stored: &ServerRecord,
    ) -> Result<LocalLaunch, LaunchError> {
        let spec = launcher::with_roots(spec, roots)?;
        let spec = self.with_values(spec).await?;
        let spec = self.confined(spec, stored).await;
        spec.ok_or(LaunchError::GuardSilent)
    }

    /// Adds the kept values of variables that the approval shows and covers: those that load code or redirect requests, and those
    /// that hold no credential.
    async fn with_values(&self, spec: LocalLaunch) -> Result<LocalLaunch, LaunchError> {
        let secrets = self.keychain.server(spec.server);
        let (mut risky, mut plain) = (Vec::new(), Vec::new());
        for entry in &spec.env {
            let name = &entry.name;
            let is_risky = variable_risk(name).is_some();
            let hidden = is_argument_value(name) || (is_credential_name(name) && !is_risky);
            if entry.source != EnvSource::Keychain || hidden {
                continue;
            }
            let value = secrets.get(&entry.name).await;
            let value = value.map_err(|source| LaunchError::Secrets {
                name: entry.name.clone(),
                source,
            })?;
            let Some(value) = value else {
                continue;
            };
            let value = value.expose();
            let shown = VariableValue {
                name: name.clone(),
                value: value.to_owned(),
            };
            let package = spec.package.as_ref();
            if is_risky && !package.is_some_and(|own| finds_own_modules(own, name, value)) {
                risky.push(shown);
            } else if matches!(without_keys(value), Cow::Borrowed(_)) {
                plain.push(shown);
            }
        }
        Ok(LocalLaunch {
            risky,
            plain,
            ..spec
        })
    }

    /// Stores the protocol revision of a server. Returns the previous one if that was newer.
    pub(crate) async fn remember_revision(
        &self,
        snapshot: &watch::Sender<Arc<ServerSnapshot>>,
        revision: &str,
    ) -> Option<String> {
        let record = snapshot.borrow().record.clone();
        let stored = self.store.servers();
        if let Err(error) = stored.set_last_revision(record.id, revision).await {
            tracing::debug!(%error, "a protocol revision could not be stored");
        }
        snapshot.send_modify(|old| {
            let mut new = (**old).clone();
            new.record.last_revision = Some(revision.to_owned());
            *old = Arc::new(new);
        });
        // Revisions are dates, so their text order is their time order.
        record
            .last_revision
            .filter(|before| before.as_str() > revision)
    }
}
