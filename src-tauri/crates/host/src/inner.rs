//! The shared state of the host.

use std::sync::{Arc, atomic::AtomicBool};

use consent::{Consent, PendingApproval};
use domain::{ApprovalId, ConversationId, ServerId};
use foreign::{Planned, Read};
use host_api::{ApiError, ErrorCode, Event, TurnStateView};
use messages::{Text, phrases};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::{
    config::HostConfig,
    server::{ServerHandle, server_view},
    state::{
        Attaching, Browser, Browsing, Calls, Changes, Compacting, CurrentSettings, DamageReport,
        Draft, Flows, Folders, InstalledPackages, KnownEnforcement, Permissions, Reachable,
        RuleCache, RunOutflow, RunProviders, RunRules, Servers, Slot, Suspension, ToolIndex,
        TourProgress, TrialRuns, TrialStarts, Turns, UnpackedBundles, WaitingLink,
    },
};

/// How many events a slow shell may lag behind before it must request the full state again.
pub(crate) const EVENT_BUFFER: usize = 4_096;

/// The host. Cloning is cheap. Dropping the last clone does not close it; [`Host::close`] does.
#[derive(Clone)]
pub struct Host {
    pub(crate) inner: Arc<Inner>,
}

/// The state behind every clone of a [`Host`].
pub(crate) struct Inner {
    pub config: HostConfig,
    pub store: store::Store,
    pub audit: audit::Audit,
    pub keychain: secrets::Keychain,
    pub consent: Consent,
    pub llm: llm::Llm,
    pub path_value: String,
    pub repaired: Option<Text>,
    pub settings: CurrentSettings,
    pub events: broadcast::Sender<Event>,
    pub servers: Servers,
    pub turns: Turns,
    pub compacting: Compacting,
    pub calls: Calls,
    /// The last parsed configuration, until its servers are added.
    pub import: Slot<Draft<Read>>,
    /// Cancels the import of conversations that runs.
    pub importing: Slot<CancellationToken>,
    /// Values that were pasted into the server form.
    pub pasted: Slot<Draft<Arc<Planned>>>,
    /// The link for adding a server that waits for the window.
    pub link: WaitingLink,
    /// What was read from the registry of servers.
    pub browsing: Browsing,
    pub suspension: Suspension,
    pub run_rules: RunRules,
    pub run_providers: RunProviders,
    pub run_outflow: RunOutflow,
    pub active_rules: RuleCache,
    pub flows: Flows,
    pub tool_index: ToolIndex,
    pub changes: Changes,
    pub tour: TourProgress,
    pub damage: DamageReport,
    /// The task that finishes the deletions of earlier runs.
    pub forgetting: Slot<tokio::task::JoinHandle<()>>,
    pub folders: Folders,
    pub reach: Reachable,
    pub enforcement: KnownEnforcement,
    pub packages: InstalledPackages,
    pub trial_runs: TrialRuns,
    pub trial_starts: TrialStarts,
    pub bundles: UnpackedBundles,
    pub permissions: Permissions,
    pub browser: Browser,
    /// The URL of this program's public client metadata document, if there is one.
    pub client_document: Slot<url::Url>,
    /// Whether models are asked for titles in this run, if the setting says so.
    pub finds_titles: AtomicBool,
    /// The reader of attachments, and what it looked at.
    pub attaching: Attaching,
    pub closing: CancellationToken,
}

impl Inner {
    /// Whether anybody subscribes to events.
    pub(crate) fn is_followed(&self) -> bool {
        self.events.receiver_count() > 0
    }

    pub(crate) fn emit(&self, event: Event) {
        // Fails only without subscribers.
        let _ = self.events.send(event);
    }

    pub(crate) fn tell_server(&self, handle: &ServerHandle) {
        self.emit(Event::Server {
            server: Box::new(server_view(&handle.snapshot())),
        });
    }

    /// Returns a stored conversation.
    pub(crate) async fn conversation(
        &self,
        id: ConversationId,
    ) -> Result<store::ConversationRecord, ApiError> {
        let found = self.store.conversations().get(id).await?;
        found.ok_or_else(|| ApiError::new(ErrorCode::NotFound, phrases::host_conversation_gone()))
    }

    /// Records that a person decided about this server since the kill switch: it no longer counts as stopped by it.
    pub(crate) fn decided_since(&self, server: ServerId) {
        if self.suspension.remove(server) {
            self.tell_stopped();
        }
    }

    /// Emits the stopped state. Once nothing remains stopped, it is cleared.
    pub(crate) fn tell_stopped(&self) {
        self.emit(Event::Stopped {
            stopped: self.suspension.settle(),
        });
    }

    /// Cancels the turn of a conversation. Received text is kept.
    pub(crate) fn stop_turn(&self, id: ConversationId) {
        if self.turns.stop(id) {
            self.emit(Event::Turn {
                conversation: id.to_string(),
                state: TurnStateView::Idle,
            });
        }
    }
}

impl Host {
    /// Subscribes to all later events.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.inner.events.subscribe()
    }

    /// Returns an approval that is pending.
    pub(crate) fn prompt(&self, id: ApprovalId) -> Result<PendingApproval, ApiError> {
        let found = self
            .inner
            .consent
            .prompts()
            .into_iter()
            .find(|p| p.id == id);
        found.ok_or_else(|| consent::AnswerError::Gone.into())
    }
}
