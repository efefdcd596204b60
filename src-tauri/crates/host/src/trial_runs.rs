//! Trial runs: a confined server starts with what it has and nothing more, and everything else that it looks for is refused and listed.
//! The user picks from the list what the server is to get; each pick is an approval of its own kind.

mod proposals;

use std::{path::Path, sync::Arc, time::Duration};

use domain::{ConfinementChoice, Enforcement, LaunchSpec, LocalNetwork, ServerId};
use host_api::{
    ApiError, ErrorCode, Event, RootAccessView, RootChoiceView, RootPassView, TrialNoteView,
    TrialProposalView, TrialRunView,
};
use messages::{Phrase, phrases};
use store::ServerRecord;

use self::proposals::{Proposal, Surroundings};
use crate::{
    inner::{Host, Inner},
    server::StartBy,
    state::TrialRun,
};

/// Time limit for looking at the places that a server looked for: their disk may hang.
const LOOK: Duration = Duration::from_secs(5);

impl Host {
    /// Begins a trial run and restarts the server in it. What an earlier one found is forgotten.
    ///
    /// # Errors
    /// There is no such server or it is disabled, or it cannot have a trial run: it is remote, runs without a sandbox, or this system lacks
    /// user namespaces.
    pub async fn start_trial_run(&self, id: ServerId) -> Result<(), ApiError> {
        self.begin_trial_run(id).await?;
        self.inner.servers.handle(id)?.start(StartBy::Person);
        self.inner.decided_since(id);
        Ok(())
    }

    /// Begins a trial run and stops the server. Its next start is in it.
    ///
    /// # Errors
    /// As for [`Host::start_trial_run`].
    pub async fn begin_trial_run(&self, id: ServerId) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        handle.switched_on()?;
        let record = handle.snapshot().record.clone();
        let why = match self.inner.no_trial_run(&record).await {
            None => match self.inner.launch_spec(&record).await {
                Ok(LaunchSpec::Local(launch)) if launch.confinement.confined().is_none() => {
                    Some(phrases::host_trial_run_unconfined())
                }
                // What is wrong with its command is said when it starts.
                Ok(_) | Err(_) => None,
            },
            why => why,
        };
        if let Some(why) = why {
            return Err(ApiError::new(ErrorCode::Invalid, why));
        }
        self.inner.trial_runs.begin(id);
        handle.stop(phrases::host_trial_run_begins());
        self.inner.tell_trial_run(id);
        Ok(())
    }

    /// Ends a trial run and stops the server, which starts as usual from then on. What was found is kept until the next one.
    ///
    /// # Errors
    /// There is no such server.
    pub fn end_trial_run(&self, id: ServerId) -> Result<(), ApiError> {
        let handle = self.inner.servers.handle(id)?;
        if self.inner.trial_runs.end(id) {
            handle.stop(phrases::host_trial_run_ended());
            self.inner.tell_trial_run(id);
        }
        Ok(())
    }

    /// Returns the trial run of a server: whether one is on, and what the last one found.
    ///
    /// # Errors
    /// There is no such server, or a disk does not answer.
    pub async fn trial_run(&self, id: ServerId) -> Result<TrialRunView, ApiError> {
        let snapshot = self.inner.servers.handle(id)?.snapshot();
        let run = self.inner.trial_runs.of(id);
        let refused = self.inner.no_trial_run(&snapshot.record).await;
        let found = self.inner.trial_findings(id).await?;
        Ok(TrialRunView {
            on: run.as_ref().is_some_and(|run| run.on),
            since_ms: run.as_ref().map(|run| run.since_ms as f64),
            refused: refused.map(Into::into),
            proposals: found.proposals.iter().map(proposals::view).collect(),
            notes: found.notes,
            more: run.is_some_and(|run| run.more),
        })
    }

    /// Requests approval of one thing that a trial run found, by its key, as if the user had asked for it. What changes the launch is
    /// reviewed at the next start.
    ///
    /// # Errors
    /// There is no such server or proposal, or it was not allowed; then nothing changed.
    pub async fn allow_proposal(
        &self,
        id: ServerId,
        key: &str,
        on_command_line: bool,
    ) -> Result<(), ApiError> {
        let found = self.inner.trial_findings(id).await?;
        let mut proposals = found.proposals.into_iter();
        let Some(proposed) = proposals.find(|proposed| proposed.key() == key) else {
            let gone = phrases::host_trial_run_no_proposal();
            return Err(ApiError::new(ErrorCode::NotFound, gone));
        };
        match proposed.what {
            Proposal::Folder { path, write } => {
                let access = if write {
                    RootAccessView::Write
                } else {
                    RootAccessView::Read
                };
                let chosen = RootChoiceView {
                    name: String::new(),
                    access,
                    pass: self.inner.passed_now(id, &path),
                    typed: String::new(),
                };
                let path = path.to_string_lossy();
                self.grant_root(id, &path, Some(chosen), on_command_line)
                    .await
            }
            Proposal::Host { host, asks } => {
                if !asks {
                    let network = Some(LocalNetwork::Asked);
                    self.change_confinement(id, |choice| choice.network = network)
                        .await?;
                }
                self.allow_reach(id, &host, on_command_line).await
            }
            Proposal::Program(path) => {
                let path = path.to_string_lossy().into_owned();
                self.change_confinement(id, |choice| {
                    if !choice.programs.contains(&path) {
                        choice.programs.push(path);
                    }
                })
                .await
            }
            Proposal::RunInHome => {
                self.change_confinement(id, |choice| choice.run_in_home = true)
                    .await
            }
        }
    }

    async fn change_confinement(
        &self,
        id: ServerId,
        change: impl FnOnce(&mut ConfinementChoice),
    ) -> Result<(), ApiError> {
        let mut choice = self.confinement(id)?;
        change(&mut choice);
        self.set_confinement(id, choice).await
    }
}

impl Inner {
    /// Returns why a server cannot have a trial run, as far as that is known without looking at its program.
    async fn no_trial_run(&self, record: &ServerRecord) -> Option<Phrase> {
        if record.url.is_some() {
            return Some(phrases::host_confinement_remote());
        }
        if self.enforcement().await != Enforcement::Full {
            return Some(phrases::host_trial_run_weak());
        }
        let unconfined = record.confinement.unconfined.is_some();
        unconfined.then(phrases::host_trial_run_unconfined)
    }

    /// Returns what a trial run found, as far as it can be allowed; nothing before its first start.
    async fn trial_findings(&self, id: ServerId) -> Result<proposals::Findings, ApiError> {
        self.servers.handle(id)?;
        match self.trial_runs.of(id) {
            Some(run) => self.sorted_out(id, run).await,
            None => Ok(proposals::Findings::default()),
        }
    }

    /// Returns what a server looked for beyond what it has, and what of it would not be proposed.
    ///
    /// # Errors
    /// There is no such server, or a disk does not answer.
    pub(crate) async fn looked_for(
        &self,
        id: ServerId,
        run: TrialRun,
    ) -> Result<(Vec<TrialProposalView>, Vec<TrialNoteView>), ApiError> {
        let found = self.sorted_out(id, run).await?;
        let views = found.proposals.iter().map(proposals::view).collect();
        Ok((views, found.notes))
    }

    async fn sorted_out(
        &self,
        id: ServerId,
        run: TrialRun,
    ) -> Result<proposals::Findings, ApiError> {
        let snapshot = self.servers.handle(id)?.snapshot();
        let granted = self.folders.of(id).into_iter();
        let surroundings = Surroundings {
            granted: granted.map(|held| held.grant).collect(),
            allowed: self.reach.allowed(id).into_iter().map(|it| it.to).collect(),
            data: self.config.data_dir.clone(),
            choice: snapshot.record.confinement.clone(),
        };
        let silent = |_| ApiError::new(ErrorCode::Timeout, phrases::host_root_silent());
        let looking = async {
            // The thread keeps it for as long as it looks, also past the limit: one thread at a time hangs on a disk.
            let diagnosis = Arc::clone(&snapshot.book.diagnosis);
            let permit = diagnosis.acquire_owned().await.ok();
            let look = move || {
                let _permit = permit;
                proposals::found(&run, &surroundings)
            };
            tokio::task::spawn_blocking(look).await.unwrap_or_default()
        };
        tokio::time::timeout(LOOK, looking).await.map_err(silent)
    }

    /// How a server learns of a folder now, for a grant that is widened.
    fn passed_now(&self, id: ServerId, path: &Path) -> RootPassView {
        let mut roots = self.folders.of(id).into_iter();
        let had = roots.find(|root| Path::new(&root.grant.path) == path);
        had.map_or(RootPassView::Asked, |root| root.grant.pass.into())
    }

    pub(crate) fn tell_trial_run(&self, id: ServerId) {
        let server = id.to_string();
        self.emit(Event::TrialRun { server });
    }
}
