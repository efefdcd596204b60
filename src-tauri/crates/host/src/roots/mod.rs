//! Folder grants: requested, watched, listed to the server they belong to, revoked.
//!
//! A root tells a server where to work. In the sandbox of a local server it is also what the server sees: while it runs, its folders
//! follow its grants (`servers::folders`). Nothing restricts an unconfined or remote server to it, and every place that shows a root
//! says so.

mod facts;
mod finding;
mod links;
mod page;
mod places;
mod staged;
mod suggest;
mod watch;

use std::{path::PathBuf, sync::Arc, time::Duration};

use consent::RootApproval;
use domain::{ApprovalId, LocalLaunch, PassedRoot, Root, RootGrant, RootPass, ServerId, visible};
use host_api::{ApiError, ErrorCode, Event, LogLevelView, RootChoiceView, ServerStateView};
use messages::{Phrase, Text, phrases};
use url::Url;

pub(crate) use self::{
    facts::secret,
    places::{Place, Places},
    watch::follow,
};
use crate::{
    inner::{Host, Inner},
    ledger,
    server::StartBy,
    state::RootState,
};

/// Time limit of inspecting a folder, since its disk may hang.
const FIND_OUT: Duration = Duration::from_secs(5);

/// Maximum number of folders that are offered with a launch.
const OFFERED: usize = 8;

fn invalid(message: impl Into<Text>) -> ApiError {
    ApiError::new(ErrorCode::Invalid, message)
}

impl Host {
    /// Requests approval of a folder grant, and grants the folder. `chosen` holds the initial choices of the approval.
    /// `on_command_line` is set if the command line itself contains the grant.
    ///
    /// # Errors
    /// There is no such server or folder, the location can never be granted, the grant was not allowed, or it could not be stored;
    /// then nothing changed.
    pub async fn grant_root(
        &self,
        server: ServerId,
        path: &str,
        chosen: Option<RootChoiceView>,
        on_command_line: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let mut question = inner.root_question(server, path).await?;
        if let Some(chosen) = chosen {
            let choice = inner.root_choice(&question, chosen).await?;
            question.grant.name = choice.name;
            question.grant.access = choice.access;
            question.grant.pass = choice.pass;
        }
        let allowed = inner
            .consent
            .decide_named(question, on_command_line)
            .await
            .map_err(|_| ApiError::new(ErrorCode::Denied, phrases::host_root_denied()))?;
        inner.keep_root(allowed.approved.into_payload()).await
    }

    /// Replaces the folder of a pending approval with another one.
    ///
    /// # Errors
    /// As for [`Host::grant_root`]; or the approval is no longer pending, or was edited since. The approval then keeps its first
    /// folder.
    pub async fn another_root(
        &self,
        id: ApprovalId,
        revision: u32,
        path: &str,
    ) -> Result<u32, ApiError> {
        let server = self.root_asked(id)?.grant.server;
        let other = self.inner.root_question(server, path).await?;
        Ok(self.inner.consent.another_root(id, revision, other)?)
    }

    /// Returns the folder of a pending approval, as the starting point for choosing another one.
    ///
    /// # Errors
    /// The approval is no longer pending, or does not concern a folder.
    pub fn root_asked(&self, id: ApprovalId) -> Result<RootApproval, ApiError> {
        let prompt = self.prompt(id)?;
        let question = prompt.question.root().cloned();
        question.ok_or_else(|| invalid(phrases::host_root_other_approval()))
    }

    /// Grants the folder of an approval with the person's choices in the consent window.
    ///
    /// # Errors
    /// A choice is invalid, or the answer is not accepted; the approval then stays pending.
    pub(crate) async fn answer_root(
        &self,
        id: ApprovalId,
        revision: u32,
        chosen: RootChoiceView,
    ) -> Result<(), ApiError> {
        let question = self.root_asked(id)?;
        let choice = self.inner.root_choice(&question, chosen).await?;
        Ok(self.inner.consent.grant_root(id, revision, choice)?)
    }

    /// Revokes a folder grant at once: the server is notified, and the folder is no longer listed to it.
    ///
    /// # Errors
    /// The server has no such folder, or it could not be stored.
    pub async fn revoke_root(&self, server: ServerId, path: &str) -> Result<(), ApiError> {
        let inner = &self.inner;
        inner.servers.handle(server)?;
        // The grant in memory is removed before the stored one: a failure to write cannot leave it in effect.
        let grant = inner.folders.remove(server, path);
        let none = || ApiError::new(ErrorCode::NotFound, phrases::host_root_unknown());
        let grant = grant.ok_or_else(none)?;
        inner.roots_changed(server);
        inner.apply_folders(server).await;
        inner.recount_links(server);
        inner.store.roots().remove(server, path).await?;
        inner.note_root(&grant).await;
        // A server that was started with the folder restarts without it.
        if grant.pass != RootPass::Asked {
            inner.restart_running(server, phrases::host_root_restart_without());
        }
        Ok(())
    }
}

impl Inner {
    /// Loads the stored grants and marks each for a check.
    pub(crate) async fn load_roots(&self, only: Option<ServerId>) -> Result<(), store::StoreError> {
        for (grant, created_ms) in self.store.roots().all().await? {
            if only.is_none_or(|server| server == grant.server) {
                self.folders.put(grant, created_ms);
            }
        }
        Ok(())
    }

    async fn keep_root(self: &Arc<Self>, grant: RootGrant) -> Result<(), ApiError> {
        let server = grant.server;
        let created_ms = self.store.roots().put(&grant).await?;
        let before = self.folders.put(grant.clone(), created_ms);
        // It can look into the folder once it is told of it.
        self.apply_folders(server).await;
        self.roots_changed(server);
        self.recount_links(server);
        let passed = before.as_ref().is_some_and(|b| b.pass != RootPass::Asked);
        let same = before.is_some_and(|b| b.pass == grant.pass);
        if !same && (passed || grant.pass != RootPass::Asked) {
            self.restart_running(server, phrases::host_root_restart());
        }
        Ok(())
    }

    /// Restarts a server if it is ready, with the reason to show.
    pub(crate) fn restart_running(&self, server: ServerId, why: Phrase) {
        if let Some(handle) = self.servers.get(server)
            && matches!(handle.snapshot().state, ServerStateView::Ready { .. })
        {
            handle.stop(why);
            handle.start(StartBy::Person);
        }
    }

    /// Applies the state of a folder: a change is sent to the server and shown.
    fn root_is(&self, grant: &RootGrant, state: RootState) {
        if !self.folders.set_state(grant, state) {
            return;
        }
        if let Some(server) = self.servers.snapshot(grant.server) {
            let path = visible(&grant.path);
            let (level, text) = match watch::trouble(state) {
                Some(why) => (
                    LogLevelView::Warning,
                    phrases::host_root_withdrawn(path, why),
                ),
                None => (LogLevelView::Info, phrases::host_root_back(path)),
            };
            server.book.log.note(level, text);
        }
        self.roots_changed(grant.server);
    }

    /// Has the folders of a running confined server follow its grants.
    pub(crate) async fn apply_folders(&self, server: ServerId) {
        if let Some(handle) = self.servers.get(server) {
            handle.apply_folders().await;
        }
    }

    /// Requests approval for each folder that the command of a program names and that the program would not see. A folder that is not
    /// granted stays invisible.
    pub(crate) async fn offer_folders(self: &Arc<Self>, launch: &LocalLaunch) {
        for path in self.unseen_folders(launch).await {
            let Some(path) = path.to_str() else { continue };
            let Ok(question) = self.root_question(launch.server, path).await else {
                continue;
            };
            if let Ok(allowed) = self.consent.decide_named(question, false).await
                && let Err(error) = self.keep_root(allowed.approved.into_payload()).await
            {
                tracing::warn!(%error, "a folder that was granted could not be stored");
            }
        }
    }

    /// Requests approval of a folder for a server, and grants it.
    ///
    /// # Errors
    /// As for [`Host::grant_root`].
    pub(crate) async fn grant_folder(
        self: &Arc<Self>,
        server: ServerId,
        path: &str,
    ) -> Result<(), ApiError> {
        let question = self.root_question(server, path).await?;
        let allowed = self.consent.decide_named(question, false).await;
        let allowed =
            allowed.map_err(|_| ApiError::new(ErrorCode::Denied, phrases::host_root_denied()))?;
        self.keep_root(allowed.approved.into_payload()).await
    }

    /// Returns the folders that the command of a confined program names and that it would not see.
    pub(crate) async fn unseen_folders(&self, launch: &LocalLaunch) -> Vec<PathBuf> {
        let Some(confined) = launch.confinement.confined() else {
            return Vec::new();
        };
        let (args, cwd) = (launch.args.clone(), launch.cwd.clone());
        let looking = tokio::task::spawn_blocking(move || suggest::named_by(&args, cwd.to_str()));
        let named = tokio::time::timeout(FIND_OUT, looking).await;
        let named = named.ok().and_then(Result::ok).unwrap_or_default();
        let granted = self.folders.of(launch.server);
        let seen = |path: &PathBuf| {
            let mut grants = granted.iter();
            grants.any(|root| path.starts_with(&root.grant.path))
                || confined
                    .programs
                    .iter()
                    .any(|program| path.starts_with(program))
        };
        named
            .into_iter()
            .filter(|path| !seen(path))
            .take(OFFERED)
            .collect()
    }

    /// Notifies the server and the window that the server's folders changed.
    pub(crate) fn roots_changed(&self, server: ServerId) {
        let snapshot = self.servers.snapshot(server);
        if let Some(connection) = snapshot.and_then(|s| s.connection.clone()) {
            connection.client.roots_changed();
        }
        self.emit(Event::Roots {
            server: server.to_string(),
        });
    }

    /// Returns the folders listed to a server now: those granted to it that are unchanged since.
    pub(crate) async fn named_roots(&self, server: ServerId) -> Vec<Root> {
        let here = self.look_at_roots(server).await;
        here.into_iter()
            .filter(|grant| !self.is_unseen_stage(grant))
            .filter_map(|grant| {
                let uri = Url::from_file_path(&grant.path).ok()?;
                Some(Root {
                    uri: uri.into(),
                    name: Some(grant.name),
                })
            })
            .collect()
    }

    /// Returns the folders that a program is started with.
    pub(crate) async fn passed_roots(&self, server: ServerId) -> Vec<PassedRoot> {
        let here = self.look_at_roots(server).await;
        here.into_iter()
            .filter_map(|grant| {
                let variable = match grant.pass {
                    RootPass::Asked => return None,
                    RootPass::Argument => None,
                    RootPass::Variable(name) => Some(name),
                };
                Some(PassedRoot {
                    path: grant.path,
                    variable,
                })
            })
            .collect()
    }

    /// Checks the folders of a server. Returns those that are unchanged.
    pub(crate) async fn look_at_roots(&self, server: ServerId) -> Vec<RootGrant> {
        let held = self.folders.of(server);
        let looks = held.into_iter().map(|root| async move {
            let state = watch::look_at(root.eye, root.grant.clone()).await;
            (root.grant, state)
        });
        let mut here = Vec::new();
        for (grant, state) in futures_util::future::join_all(looks).await {
            self.root_is(&grant, state);
            if state == RootState::Here {
                here.push(grant);
            }
        }
        here
    }

    async fn note_root(&self, grant: &RootGrant) {
        let about = ledger::About::server(grant.server, format!("folder {}", grant.path));
        let event = ledger::Event::RootRevoked { root: grant.into() };
        if let Err(error) = ledger::record(&self.audit, about, event).await {
            tracing::warn!(%error, "a revoked folder could not be noted");
        }
    }
}
