//! The sandbox of local servers: which one works here, what a server gets in it, and what the user chose.

use std::{
    io,
    path::{Path, PathBuf},
};

use domain::{
    ApprovalId, Confinement, ConfinementChoice, Enforcement, LaunchDigest, LaunchSpec, LocalLaunch,
    RootAccess, RootGrant, ServerId,
};
use host_api::{ApiError, ConfinementChoiceView, ConfinementView, ErrorCode};
use launcher::Places;
use messages::phrases;
use policy::Walls;
use sandbox::{Access, FolderGrant};
use store::ServerRecord;

use crate::{
    inner::{Host, Inner},
    private_folder::MOST_GIB,
    problems::not_launched,
    server::{expected, running},
};

/// Where the private folders of servers are, in the data directory.
pub(crate) const FOLDER: &str = "sandbox";
/// Maximum number of program paths that the user adds to one server.
const MOST_PROGRAMS: usize = 32;

impl Host {
    /// Stores what the user chose about the sandbox of a local server, and restarts a running server whose launch it changes. What widens it is
    /// a changed launch: it does not start before that was accepted in the consent window. A server that runs without
    /// a sandbox does so no more, unless `choice` says of which launch that was accepted.
    ///
    /// # Errors
    /// There is no such server, it is a remote one, a path is not absolute, there are too many, or the choice could not be stored.
    pub async fn set_confinement(
        &self,
        id: ServerId,
        choice: ConfinementChoice,
    ) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        let before = handle.snapshot().record.confinement.clone();
        // Nothing but an accepted launch leads out of the sandbox.
        let choice = ConfinementChoice {
            unconfined: choice
                .unconfined
                .filter(|kept| before.unconfined == Some(*kept)),
            ..choice
        };
        let invalid = |phrase| Err(ApiError::new(ErrorCode::Invalid, phrase));
        if handle.snapshot().record.url.is_some() {
            return invalid(phrases::host_confinement_remote());
        }
        if choice.programs.len() > MOST_PROGRAMS {
            return invalid(phrases::host_confinement_too_many(MOST_PROGRAMS as f64));
        }
        if let Some(path) = choice
            .programs
            .iter()
            .find(|path| !Path::new(path).is_absolute())
        {
            return invalid(phrases::host_confinement_relative(domain::visible(path)));
        }
        let chosen_gib = choice.private_gib;
        if chosen_gib.is_some_and(|gib| !(1..=MOST_GIB).contains(&gib)) {
            return invalid(phrases::host_private_limit(MOST_GIB));
        }
        self.inner
            .store
            .servers()
            .set_confinement(id, &choice)
            .await?;
        // The limit of its private folder is no part of its launch.
        let limited_only = before
            == ConfinementChoice {
                private_gib: before.private_gib,
                ..choice.clone()
            };
        handle.settle(|record| record.confinement = choice);
        self.inner.tell_server(&handle);
        if !limited_only {
            handle.start_anew();
        }
        Ok(())
    }

    /// The same for what a window shows: a server that runs without a sandbox goes on so if `chosen` still says that it does.
    ///
    /// # Errors
    /// As for [`Host::set_confinement`].
    pub async fn choose_confinement(
        &self,
        id: ServerId,
        chosen: ConfinementChoiceView,
    ) -> Result<(), ApiError> {
        let stays = chosen.unconfined;
        let mut choice = ConfinementChoice::from(chosen);
        let now = self.confinement(id)?;
        if stays {
            choice.unconfined = now.unconfined;
        }
        // How its package is installed is chosen elsewhere.
        choice.fetches = now.fetches;
        self.set_confinement(id, choice).await
    }

    /// Requests approval of a local server's launch without a sandbox, as it is now, and restarts the server if it runs. Any other
    /// launch of the server runs in one again. `on_command_line` is set if the command line itself names it.
    ///
    /// # Errors
    /// There is no such server, it is a remote one or one that no sandbox is made for, its command cannot be resolved, or the launch
    /// was not accepted; then nothing changed.
    pub async fn run_unconfined(
        &self,
        id: ServerId,
        on_command_line: bool,
    ) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        if handle.snapshot().record.url.is_some() {
            let remote = phrases::host_confinement_remote();
            return Err(ApiError::new(ErrorCode::Invalid, remote));
        }
        Box::pin(self.review(id, on_command_line, true)).await?;
        handle.start_anew();
        Ok(())
    }

    /// Asks about a pending launch in its sandbox or, with `unconfined`, outside of it. Returns the new revision.
    ///
    /// # Errors
    /// It is not pending or was changed meanwhile, it is not a launch, or no sandbox is made for its program.
    pub fn switch_sandbox(
        &self,
        id: ApprovalId,
        revision: u32,
        unconfined: bool,
    ) -> Result<u32, ApiError> {
        Ok(self
            .inner
            .consent
            .switch_sandbox(id, revision, unconfined)?)
    }

    /// Returns the sandbox of a local server: as the guard found it while it runs, else the one that it would start with.
    ///
    /// # Errors
    /// There is no such server, it is a remote one, or its command cannot be resolved.
    pub async fn expected_confinement(&self, id: ServerId) -> Result<ConfinementView, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        if let Some(own) = &snapshot.sandbox {
            return Ok(running(own));
        }
        match self.inner.launch_spec(&snapshot.record).await {
            Ok(LaunchSpec::Local(local)) => {
                Ok(expected(&local, &self.inner.sandbox_folders(id).await))
            }
            Ok(LaunchSpec::Remote(_)) => Err(ApiError::new(
                ErrorCode::Invalid,
                phrases::host_confinement_remote(),
            )),
            Err(error) => Err(ApiError::new(ErrorCode::Server, not_launched(&error))),
        }
    }

    /// Returns what the user chose about the sandbox of a server.
    ///
    /// # Errors
    /// There is no such server.
    pub fn confinement(&self, id: ServerId) -> Result<ConfinementChoice, ApiError> {
        Ok(self
            .inner
            .servers
            .handle(id)?
            .snapshot()
            .record
            .confinement
            .clone())
    }
}

impl Inner {
    /// Returns what the system keeps a server from now.
    pub(crate) fn walls(&self, server: ServerId) -> Walls {
        let snapshot = self.servers.snapshot(server);
        snapshot.map_or(Walls::None, |snapshot| snapshot.walls())
    }

    /// Returns the strongest enforcement that works here.
    pub(crate) async fn enforcement(&self) -> Enforcement {
        let find = async {
            match self.private_folder("probe") {
                Ok(home) => launcher::strongest_enforcement(&self.config.guard, &home).await,
                Err(error) => {
                    tracing::warn!(%error, "no folder for a sandbox could be made");
                    Enforcement::Advisory
                }
            }
        };
        self.enforcement.known_or(find).await
    }

    /// Returns a launch as it is confined now. Where it was accepted with a weaker enforcement than the one that works here, it
    /// still is the launch that was accepted.
    pub(crate) async fn confined(
        &self,
        launch: LocalLaunch,
        record: &ServerRecord,
    ) -> Option<LocalLaunch> {
        let strongest = self.enforcement().await;
        let (choice, accepted) = (record.confinement.clone(), record.launch_grant);
        let private = [self.config.data_dir.clone()];
        let confine = move || {
            let launch = launcher::with_contents(launch);
            let launch = launcher::confine(launch, &choice, strongest, &private);
            let launch = as_accepted(launch, accepted, strongest);
            let unconfined = choice.unconfined.is_some() && choice.unconfined == sandboxed(&launch);
            launch.switched(unconfined)
        };
        tokio::task::spawn_blocking(confine).await.ok()
    }

    /// Keeps whether an accepted launch runs without a sandbox, which holds for this very launch.
    pub(crate) async fn keep_sandbox(&self, id: ServerId, accepted: &LaunchSpec) {
        let LaunchSpec::Local(accepted) = accepted else {
            return;
        };
        let unconfined = match accepted.confinement {
            Confinement::Unconfined { .. } => sandboxed(accepted),
            Confinement::Confined(_) => None,
        };
        let Some(handle) = self.servers.get(id) else {
            return;
        };
        let mut choice = handle.snapshot().record.confinement.clone();
        if std::mem::replace(&mut choice.unconfined, unconfined) == unconfined {
            return;
        }
        // Without it the server is confined, and reviewed, at its next start.
        if let Err(error) = self.store.servers().set_confinement(id, &choice).await {
            tracing::warn!(%error, "a launch without a sandbox could not be stored");
        }
        handle.settle(|record| record.confinement = choice);
        self.tell_server(&handle);
    }

    /// Returns the private folder and the granted folders of a server, as they are now.
    pub(crate) async fn sandbox_places(&self, server: ServerId) -> io::Result<Places> {
        self.prepare_layers(server).await;
        Ok(Places {
            home: self.private_folder(&server.to_string())?,
            grants: self.sandbox_folders(server).await,
            ports: self.reach.ports(server),
            recorded: self.trial_runs.is_on(server),
        })
    }

    /// Returns the folders that are granted to a server and unchanged. This program's own data in them is hidden; where nothing
    /// can be hidden, a folder that holds it is not among them.
    pub(crate) async fn sandbox_folders(&self, server: ServerId) -> Vec<FolderGrant> {
        let here = self.look_at_roots(server).await;
        let mut folders = Vec::new();
        for grant in &here {
            if self.folders.is_reviewed(server, &grant.path) {
                continue;
            }
            let access = match grant.access {
                RootAccess::Read => Some(Access::Read),
                RootAccess::Write => Some(Access::Write),
                RootAccess::Staged => self.staged_access(grant).await,
            };
            let folder = access.and_then(|access| folder_grant(grant, access));
            folders.extend(folder);
        }
        let Ok(own) = dunce::canonicalize(&self.config.data_dir) else {
            return Vec::new();
        };
        for folder in &mut folders {
            if let Ok(inside) = own.strip_prefix(&folder.path) {
                folder.hidden.push(inside.to_owned());
            }
        }
        if self.enforcement().await != Enforcement::Full {
            folders.retain(|folder| folder.hidden.is_empty());
        }
        folders
    }

    /// Returns where the private folder of a server is, whether or not it exists.
    pub(crate) fn private_path(&self, server: ServerId) -> PathBuf {
        let own = self.config.data_dir.join(FOLDER);
        own.join(server.to_string()).join("home")
    }

    /// The private folder of a server, made if it does not exist.
    pub(crate) fn private_folder(&self, name: &str) -> io::Result<PathBuf> {
        let home = dunce::canonicalize(&self.config.data_dir)?
            .join(FOLDER)
            .join(name)
            .join("home");
        let mut folder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder.recursive(true).create(&home)?;
        Ok(home)
    }

    /// Whether a server keeps anything in its private folder.
    pub(crate) async fn has_private_data(&self, server: ServerId) -> bool {
        match tokio::fs::read_dir(self.private_path(server)).await {
            Ok(mut entries) => !matches!(entries.next_entry().await, Ok(None)),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        }
    }

    /// Deletes the private folder of a server.
    ///
    /// # Errors
    /// It could not be deleted, or not all of it.
    pub(crate) async fn delete_private_folder(&self, server: ServerId) -> io::Result<()> {
        self.delete_layers(server).await;
        let folder = self.config.data_dir.join(FOLDER).join(server.to_string());
        match tokio::fs::remove_dir_all(&folder).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// Returns the digest of a launch as it would be confined; none if no sandbox is made for it.
fn sandboxed(launch: &LocalLaunch) -> Option<LaunchDigest> {
    let can = launch.confinement.can_switch();
    can.then(|| LaunchSpec::Local(launch.clone().switched(false)).digest())
}

/// The launch with the weakest enforcement that was accepted, if only that differs.
fn as_accepted(
    launch: LocalLaunch,
    accepted: Option<LaunchDigest>,
    strongest: Enforcement,
) -> LocalLaunch {
    let weaker = [
        Enforcement::Full,
        Enforcement::Partial,
        Enforcement::Advisory,
    ];
    let mut candidates = weaker
        .into_iter()
        .filter(|weaker| *weaker <= strongest)
        .filter_map(|weakest| {
            let mut launch = launch.clone();
            match &mut launch.confinement {
                Confinement::Unconfined { .. } => return None,
                Confinement::Confined(confined) => confined.weakest = weakest,
            }
            Some(LaunchSpec::Local(launch))
        });
    match candidates.find(|candidate| Some(candidate.digest()) == accepted) {
        Some(LaunchSpec::Local(found)) => found,
        Some(LaunchSpec::Remote(_)) | None => launch,
    }
}

/// A grant as the sandbox takes it. Another folder at its path is refused there.
fn folder_grant(grant: &RootGrant, access: Access) -> Option<FolderGrant> {
    Some(FolderGrant {
        access,
        ..identified(grant)?
    })
}

/// A folder to read with the identity that it had when it was granted.
pub(crate) fn identified(grant: &RootGrant) -> Option<FolderGrant> {
    let mut folder = FolderGrant::new(Path::new(&grant.path), Access::Read).ok()?;
    let identity = grant
        .identity
        .as_deref()
        .and_then(|text| text.split_once(':'));
    if let Some((device, inode)) = identity {
        folder.device = device.parse().ok()?;
        folder.inode = inode.parse().ok()?;
    }
    Some(folder)
}

#[cfg(test)]
mod tests {
    use domain::{Confined, LocalNetwork, ResolvedProgram};

    use super::*;

    fn launch(weakest: Enforcement) -> LocalLaunch {
        LocalLaunch {
            server: ServerId::new(),
            command: "server".into(),
            program: ResolvedProgram {
                path: "/usr/bin/server".into(),
                target: None,
                searched: Vec::new(),
            },
            args: Vec::new(),
            cwd: "/".into(),
            env: Vec::new(),
            risky: Vec::new(),
            plain: Vec::new(),
            roots: Vec::new(),
            contents: Vec::new(),
            path_value: "/usr/bin".into(),
            confinement: Confinement::Confined(Confined {
                programs: Vec::new(),
                network: LocalNetwork::None,
                run_in_home: false,
                unix_sockets: false,
                weakest,
            }),
            package: None,
        }
    }

    #[test]
    fn weaker_enforcement_than_accepted_is_another_launch_and_stronger_is_not() {
        let digest = |weakest| Some(LaunchSpec::Local(launch(weakest)).digest());
        let found = |accepted, strongest| {
            let launch = as_accepted(launch(strongest), digest(accepted), strongest);
            Some(LaunchSpec::Local(launch).digest())
        };
        let (full, partial) = (Enforcement::Full, Enforcement::Partial);
        assert_eq!(found(partial, full), digest(partial));
        assert_eq!(found(full, full), digest(full));
        assert_eq!(found(full, partial), digest(partial));
        assert_ne!(digest(full), digest(partial));
    }
}
