//! Another program in the place of a server's: what it gets of what the old one was given is approved entry by entry, and
//! everything else is removed.

use std::sync::Arc;

use consent::{Holding, Replacement, ReplacementApproval};
use domain::{
    Confinement, ConfinementChoice, HeaderEntry, HeaderSource, LaunchFacts, LaunchSpec,
    LocalLaunch, ResolvedProgram, RootPass, ServerId, is_another_program,
};
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use store::{Moved, NewServer, SamplingLimits, ServerRecord, StoreError};

use crate::{
    inner::Inner,
    servers::{adding::name_taken, names::kept_names, remote::remote_spec},
    state::HeldRoot,
};

/// Another program that a person approved, or one whose server had nothing.
#[derive(Debug)]
pub(super) struct Replaced {
    spec: LaunchSpec,
    /// What moves to it.
    moved: Vec<Holding>,
    /// Whether a person approved the launch as it will be.
    accepted: bool,
}

impl Replaced {
    /// Whether the stored value of this name moved.
    pub(super) fn keeps_value(&self, kept_as: &str) -> bool {
        self.moved
            .iter()
            .any(|one| value_of(one).as_deref() == Some(kept_as))
    }
}

impl Inner {
    /// Removes what does not move to another program, where a change makes a server that, after a person approved it. None where
    /// the server stays the same program.
    ///
    /// # Errors
    /// A person did not approve it, the other program cannot be found, or what the server has cannot be read or removed.
    pub(super) async fn replace_program(
        &self,
        before: &ServerRecord,
        to: &NewServer,
    ) -> Result<Option<Replaced>, ApiError> {
        let now = changed(before, to);
        if now == *before {
            return Ok(None);
        }
        let named = self.store.servers().get_by_name(&to.name).await?;
        if named.is_some_and(|other| other.id != before.id) {
            return Err(name_taken(&to.name)(StoreError::NameTaken));
        }
        let was = self.launch_spec(before).await.ok();
        let (was, spec) = match (was, self.launch_spec(&now).await) {
            (was, Ok(spec)) => (was.map(|was| was.facts()), spec),
            // What is not found now may be installed later.
            (_, Err(_)) => {
                let (was, spec) = (unresolved(before), unresolved(&now));
                if is_another_program(&was.facts(), &spec.facts())
                    && !self.held(before, &now).await?.is_empty()
                {
                    return Err(not_found(before, &now));
                }
                (Some(was.facts()), spec)
            }
        };
        if was
            .as_ref()
            .is_some_and(|was| !is_another_program(was, &spec.facts()))
        {
            return Ok(None);
        }
        let replaced = self.ask_what_moves(before, &now, spec, was).await?;
        let current = self.store.servers().get(before.id).await?;
        if current.is_none_or(|current| changed(&current, to) != now) {
            let message = phrases::host_replacement_outdated(&before.name);
            return Err(ApiError::new(ErrorCode::Stale, message));
        }
        self.settle_replacement(before, &replaced).await?;
        Ok(Some(replaced))
    }

    /// Requests approval where the launch of an accepted server leads to another program now, and removes what did not move.
    /// Returns whether something was settled: then the launch must be prepared again.
    ///
    /// # Errors
    /// A person did not approve it, or it could not be settled; nothing may be started.
    pub(super) async fn replaced_since_accepted(
        self: &Arc<Self>,
        record: &ServerRecord,
        spec: &LaunchSpec,
    ) -> Result<bool, ApiError> {
        if record
            .launch_grant
            .is_none_or(|grant| grant == spec.digest())
        {
            return Ok(false);
        }
        let was = self
            .accepted_launch(record.id)
            .await
            .map(|(facts, _)| facts);
        if was
            .as_ref()
            .is_some_and(|was| !is_another_program(was, &spec.facts()))
        {
            return Ok(false);
        }
        if self.held(record, record).await?.is_empty() {
            return Ok(false);
        }
        let replaced = self
            .ask_what_moves(record, record, spec.clone(), was)
            .await?;
        self.settle_replacement(record, &replaced).await?;
        self.accept_replacement(record.id, &replaced).await?;
        if let Some(stored) = self.store.servers().get(record.id).await?
            && let Ok(handle) = self.servers.handle(record.id)
        {
            handle.settle(|record| *record = stored);
        }
        Ok(true)
    }

    async fn ask_what_moves(
        &self,
        before: &ServerRecord,
        now: &ServerRecord,
        spec: LaunchSpec,
        was: Option<LaunchFacts>,
    ) -> Result<Replaced, ApiError> {
        let held = self.held(before, now).await?;
        let spec = without_roots(spec);
        if held.is_empty() {
            return Ok(Replaced {
                spec,
                moved: Vec::new(),
                accepted: false,
            });
        }
        let request = ReplacementApproval {
            spec: spec.clone(),
            server_name: before.name.clone(),
            before: was,
            held,
        };
        let denied = |_| {
            let message = phrases::host_replacement_denied(&before.name);
            ApiError::new(ErrorCode::Denied, message).hint(phrases::host_replacement_denied_hint())
        };
        let allowed = self.consent.decide(request).await.map_err(denied)?;
        let Replacement { moved, .. } = allowed.approved.into_payload();
        // A folder that it is started with makes another launch, which is reviewed as a whole.
        let roots = self.folders.of(before.id);
        let passed = |root: &HeldRoot| root.grant.pass != RootPass::Asked;
        let accepted = !roots.iter().any(|root| passed(root) && moves(&moved, root));
        Ok(Replaced {
            spec,
            moved,
            accepted,
        })
    }

    /// Removes what did not move: values first, then everything else at once.
    ///
    /// # Errors
    /// The keychain or the store refuse: the other program must not start.
    async fn settle_replacement(
        &self,
        before: &ServerRecord,
        replaced: &Replaced,
    ) -> Result<(), ApiError> {
        let id = before.id;
        let mut gone = kept_names(&before.env, &before.headers);
        gone.retain(|name| !replaced.keeps_value(name));
        if before.account {
            gone.extend(oauth::SECRET_NAMES.iter().map(|&name| name.to_owned()));
        }
        if !gone.is_empty() {
            self.keychain.server(id).delete_all(&gone).await?;
        }
        if !replaced.moved.contains(&Holding::PrivateFolder {}) {
            let deleted = self.delete_private_folder(id).await;
            deleted.map_err(|error| {
                let message =
                    phrases::host_replacement_private_folder(error.to_string(), &before.name);
                ApiError::new(ErrorCode::Data, message)
                    .hint(phrases::host_replacement_private_folder_hint())
            })?;
        }
        for root in self.folders.of(id) {
            if !moves(&replaced.moved, &root) {
                self.folders.remove(id, &root.grant.path);
            }
        }
        for host in self.reach.allowed(id) {
            let same = |one: &Holding| matches!(one, Holding::Reach { to } if *to == host.to);
            if !replaced.moved.iter().any(same) {
                self.drop_host(id, &host.to);
            }
        }
        let limits = self.store.samplings().limits(id).await?;
        let moved = stored(&replaced.moved, limits);
        self.store
            .holdings()
            .settle(id, replaced.spec.digest(), &moved)
            .await?;
        self.rules_changed();
        self.emit(host_api::Event::Roots {
            server: id.to_string(),
        });
        Ok(())
    }

    /// Stores the launch as accepted, if a person approved it as it will be.
    ///
    /// # Errors
    /// It could not be stored.
    pub(super) async fn accept_replacement(
        &self,
        id: ServerId,
        replaced: &Replaced,
    ) -> Result<(), ApiError> {
        if replaced.accepted {
            let launch = replaced.spec.digest();
            self.store
                .servers()
                .update_launch_grant(id, Some(launch))
                .await?;
            self.keep_launch(id, launch, &replaced.spec.facts()).await;
        }
        Ok(())
    }
}

/// Returns a server as a change would leave it, its name aside. The choice of its sandbox belongs to its command line.
fn changed(record: &ServerRecord, to: &NewServer) -> ServerRecord {
    let same = (&record.command, &record.args) == (&to.command, &to.args);
    ServerRecord {
        confinement: match same {
            true => record.confinement.clone(),
            false => ConfinementChoice::default(),
        },
        command: to.command.clone(),
        args: to.args.clone(),
        cwd: to.cwd.clone(),
        env: to.env.clone(),
        url: to.url.clone(),
        headers: to.headers.clone(),
        ..record.clone()
    }
}

/// Returns a launch whose program file is the command itself.
fn unresolved(record: &ServerRecord) -> LaunchSpec {
    if let Some(spec) = remote_spec(record) {
        return spec;
    }
    LaunchSpec::Local(LocalLaunch {
        server: record.id,
        command: record.command.clone(),
        program: ResolvedProgram {
            path: record.command.clone().into(),
            target: None,
            searched: Vec::new(),
        },
        args: record.args.clone(),
        cwd: record.cwd.clone().unwrap_or_default().into(),
        env: record.env.clone(),
        risky: Vec::new(),
        plain: Vec::new(),
        roots: Vec::new(),
        contents: Vec::new(),
        path_value: String::new(),
        confinement: Confinement::Unconfined { instead: None },
        package: None,
    })
}

fn not_found(before: &ServerRecord, now: &ServerRecord) -> ApiError {
    let message = phrases::host_replacement_not_found(&before.name, &now.command);
    ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_replacement_not_found_hint())
}

/// The name under which a value is stored that is a holding.
fn value_of(holding: &Holding) -> Option<String> {
    if let Holding::Variable { name } = holding {
        return Some(name.clone());
    }
    if let Holding::Header { name } = holding {
        let source = HeaderSource::Keychain;
        let name = name.clone();
        return Some(HeaderEntry { name, source }.kept_as());
    }
    None
}

fn moves(moved: &[Holding], root: &HeldRoot) -> bool {
    let same =
        |one: &Holding| matches!(one, Holding::Root { path, .. } if *path == root.grant.path);
    moved.iter().any(same)
}

/// Returns what moves, for the store.
fn stored(moved: &[Holding], limits: SamplingLimits) -> Moved {
    let usual = SamplingLimits::default();
    let mut out = Moved {
        limits: SamplingLimits {
            review: true,
            minute: limits.minute.min(usual.minute),
            day: limits.day.min(usual.day),
        },
        ..Moved::default()
    };
    for one in moved {
        match one {
            Holding::Variable { .. }
            | Holding::Header { .. }
            | Holding::Account { .. }
            | Holding::PrivateFolder {} => {}
            Holding::Root { path, .. } => out.roots.push(path.clone()),
            Holding::Reach { to } => out.reach.push(to.clone()),
            Holding::Sampling {} => out.sampling = true,
            Holding::Elicitation {} => out.elicitation = true,
            Holding::Unreviewed {} => out.limits.review = limits.review,
            Holding::Budget { .. } => {
                (out.limits.minute, out.limits.day) = (limits.minute, limits.day);
            }
            Holding::Rule { rule, .. } => out.rules.push(*rule),
            Holding::Tier {
                tool, definition, ..
            } => out.tiers.push((tool.clone(), *definition)),
            Holding::Trusted {} => out.trusted = true,
            Holding::Unguarded { from, to, .. } => out.unguarded.push((*from, *to)),
        }
    }
    out
}

/// A launch without the folders that it is started with: they are entries of their own.
fn without_roots(spec: LaunchSpec) -> LaunchSpec {
    match spec {
        LaunchSpec::Local(mut local) => {
            let arguments = local.roots.iter().filter(|root| root.variable.is_none());
            let kept = local.args.len().saturating_sub(arguments.count());
            local.args.truncate(kept);
            local.roots.clear();
            LaunchSpec::Local(local)
        }
        LaunchSpec::Remote(_) => spec,
    }
}
