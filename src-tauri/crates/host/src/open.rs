//! Startup and shutdown of the host: the data directory, the keychain, the audit log, and servers started automatically.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use archive::OpenError;
use audit::Audit;
use consent::Consent;
use host_api::{ApiError, AppState};
use messages::{Text, phrases};
use secrets::Keychain;
use store::{Program, RepairReport, Store};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::{
    calls, care, checkpoint,
    config::HostConfig,
    conversations::{follow_approvals, purge_deleted},
    inner::{EVENT_BUFFER, Host, Inner},
    keychain::keychain_view,
    ledger::AuditLedger,
    pending, permissions,
    server::{KnownOffers, StartBy, server_view},
    servers,
    servers::forget_earlier,
    state::{
        Browser, Calls, Changes, Compacting, CurrentSettings, DamageReport, Flows, Folders,
        InstalledPackages, KnownEnforcement, Permissions, Reachable, RuleCache, RunOutflow,
        RunProviders, RunRules, Servers, Settings, Slot, Suspension, ToolIndex, TourProgress,
        TrialRuns, TrialStarts, Turns, UnpackedBundles,
    },
};

/// Time limit for ending each server when the host closes.
const SERVER_END: Duration = Duration::from_secs(8);

/// Time limit for each final keychain operation when the host closes: deleting removed secrets, and saving the log's head.
const LAST_SAVE: Duration = Duration::from_secs(1);
/// Time limit for closing each of the two files.
const CLOSE: Duration = Duration::from_secs(5);

impl Host {
    /// Opens the data directory, repairs the effects of a crash, and makes the enabled servers whose launch is accepted available: those of
    /// which the tools are known sleep, unless the user wants them to run; the others are started.
    ///
    /// Does not wait for servers, and waits at most a few seconds for the keychain.
    ///
    /// # Errors
    /// Another process holds the directory, or its data is damaged, newer, or cannot be read; a backup before the first start of this version
    /// could not be made. Nothing is changed.
    pub async fn open(config: HostConfig) -> Result<Self, OpenError> {
        Self::open_data(config, true).await
    }

    /// The same without a backup before the first start of this version, which the user chose.
    ///
    /// # Errors
    /// As [`Host::open`].
    pub async fn open_without_backup(config: HostConfig) -> Result<Self, OpenError> {
        Self::open_data(config, false).await
    }

    async fn open_data(config: HostConfig, backup: bool) -> Result<Self, OpenError> {
        let program = Program {
            version: &config.version,
            backup,
        };
        let store = Store::open_by(&config.data_dir, &program).await?;
        crate::registry::remove_leftovers(&config.data_dir).await;
        let settings = CurrentSettings::new(Settings::load(&store).await);
        let audit = Audit::open(&store.audit_path()).await?;
        let last = audit.row(audit.head().seq).await?;
        let recorded_ms = last.map(|row| row.entry.at_ms);
        let repaired = repaired(&Box::pin(calls::recover(&store, &audit)).await?);
        // Both wait for other programs and are independent of each other.
        let namespace = namespace(&config);
        let (keychain, path_value) =
            tokio::join!(Keychain::open(&namespace), launcher::search_path());
        let tour = TourProgress::load(&store).await?;
        let consent = Consent::new(Arc::new(AuditLedger {
            audit: audit.clone(),
        }));
        let inner = Arc::new(Inner {
            store,
            audit,
            keychain,
            consent,
            llm: llm::Llm::new().map_err(|error| OpenError::Http(error.to_string()))?,
            path_value,
            repaired,
            settings,
            events: broadcast::Sender::new(EVENT_BUFFER),
            servers: Servers::default(),
            turns: Turns::default(),
            compacting: Compacting::default(),
            calls: Calls::default(),
            import: Slot::default(),
            importing: Slot::default(),
            pasted: Slot::default(),
            link: crate::state::WaitingLink::default(),
            browsing: crate::state::Browsing::default(),
            suspension: Suspension::default(),
            run_rules: RunRules::default(),
            run_providers: RunProviders::default(),
            run_outflow: RunOutflow::default(),
            active_rules: RuleCache::default(),
            flows: Flows::default(),
            tool_index: ToolIndex::default(),
            changes: Changes::default(),
            tour,
            forgetting: Slot::default(),
            damage: DamageReport::default(),
            folders: Folders::default(),
            reach: Reachable::default(),
            enforcement: KnownEnforcement::default(),
            packages: InstalledPackages::default(),
            trial_runs: TrialRuns::default(),
            trial_starts: TrialStarts::default(),
            bundles: UnpackedBundles::default(),
            permissions: Permissions::default(),
            browser: Browser::default(),
            client_document: Slot::default(),
            finds_titles: AtomicBool::new(false),
            attaching: crate::state::Attaching::default(),
            closing: CancellationToken::new(),
            config,
        });
        let host = Self { inner };
        host.inner.open_permissions().await?;
        let clock = host.inner.run_rules.clock();
        for ended in crate::timed_rules::resume(clock, &host.inner.store, recorded_ms).await? {
            let word = crate::ledger::RuleWord::Revoked;
            host.inner.record_rule(word, &ended).await;
        }
        let earlier = host.inner.store.servers().set_aside().await?;
        host.inner.load_roots(None).await?;
        host.inner.load_reach(None).await?;
        host.spawn_servers().await?;
        calls::resume_tasks(&host.inner).await?;
        let inner = Arc::clone(&host.inner);
        let forgetting = tokio::spawn(async move {
            purge_deleted(&inner).await;
            forget_earlier(inner, earlier).await;
        });
        host.inner.forgetting.put(forgetting);
        tokio::spawn(follow_approvals(Arc::clone(&host.inner)));
        tokio::spawn(checkpoint::keep(Arc::clone(&host.inner)));
        tokio::spawn(crate::roots::follow(Arc::clone(&host.inner)));
        tokio::spawn(permissions::follow(Arc::clone(&host.inner)));
        tokio::spawn(care::care(Arc::clone(&host.inner)));
        tokio::spawn(crate::attaching::follow(Arc::clone(&host.inner)));
        Ok(host)
    }

    async fn spawn_servers(&self) -> Result<(), OpenError> {
        let known = KnownOffers::default();
        for record in self.inner.store.servers().list().await? {
            let id = record.id;
            let start =
                self.inner.config.start_servers && record.enabled && record.launch_grant.is_some();
            let sleeps = self.inner.sleeps(&record);
            let handle = servers::spawn(&self.inner, record);
            match (start, sleeps) {
                (true, true) => handle.sleep_as(Arc::clone(&known)),
                (true, false) => handle.start(StartBy::AppStart),
                (false, _) => {}
            }
            self.inner.servers.insert(id, handle);
        }
        Ok(())
    }

    /// Stops turns and servers, saves the head of the audit log, closes the files and releases the directory, even if clones of
    /// this host exist. Takes less than ten seconds.
    pub async fn close(&self) {
        // An unfinished write keeps the directory locked.
        if self.shut().await
            && let Err(error) = self.inner.store.release()
        {
            tracing::warn!(%error, "the data directory is held until the program ends");
        }
    }

    /// Closes the host but keeps the directory locked, so that nobody else can open it. Returns whether this call closed both
    /// files.
    pub(crate) async fn shut(&self) -> bool {
        if self.inner.closing.is_cancelled() {
            return false;
        }
        self.inner.closing.cancel();
        self.inner.turns.stop_all();
        self.inner.consent.stop_all();
        let handles = self.inner.servers.take_all().into_iter();
        futures_util::future::join_all(handles.map(|h| h.shut_down(SERVER_END))).await;
        self.wait_for_turns().await;
        // Each step has a time limit, because the user and the next start wait for it.
        let forgetting = self.inner.forgetting.take();
        if let Some(forgetting) = forgetting {
            let _ = tokio::time::timeout(LAST_SAVE, forgetting).await;
        }
        let _ = tokio::time::timeout(LAST_SAVE, checkpoint::save(&self.inner)).await;
        let audit = tokio::time::timeout(CLOSE, self.inner.audit.clone().close()).await;
        let store = tokio::time::timeout(CLOSE, self.inner.store.clone().close()).await;
        audit.is_ok() && store.is_ok()
    }

    /// Returns the full state that a window needs to render.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn state(&self) -> Result<AppState, ApiError> {
        let inner = &self.inner;
        let servers = inner
            .servers
            .snapshots()
            .iter()
            .map(|s| server_view(s))
            .collect();
        Ok(AppState {
            servers,
            providers: inner.provider_views().await?,
            conversations: inner.conversation_summaries().await?,
            projects: inner.project_views().await?,
            archived: inner.archived().await?,
            waiting: pending::waiting(inner),
            keychain: keychain_view(&inner.keychain.status()),
            settings: self.settings(),
            tour: inner.tour_view(),
            stopped: inner.suspension.view(),
            unconfirmed: inner.permissions.view(),
            repaired: inner.repaired.clone(),
            link: inner.link.is_waiting(),
            version: inner.config.version.clone(),
            data_dir: inner.config.data_dir.display().to_string(),
        })
    }
}

/// Describes what an earlier process left unfinished.
fn repaired(report: &RepairReport) -> Option<Text> {
    let (calls, messages) = (report.calls_unknown, report.messages_stopped);
    (calls > 0 || messages > 0).then(|| phrases::host_repaired(messages, calls).into())
}

/// Returns the namespace of this data directory's keychain entries. Two directories never share one.
fn namespace(config: &HostConfig) -> String {
    let path = dunce::canonicalize(&config.data_dir).unwrap_or_else(|_| config.data_dir.clone());
    format!("innkeeper {}", path.display())
}
