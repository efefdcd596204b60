//! The host runtime: servers, tool catalog, turns, approvals and the audit log. Shells call [`Host`] and receive [`api::Event`]s.
//!
//! Nothing here draws anything. The desktop app and the terminal program are two shells over the same [`Host`].
//!
//! ```no_run
//! use host::{GuardProgram, Host, HostConfig};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let host = Host::open(HostConfig {
//!     data_dir: "/tmp/innkeeper-example".into(),
//!     version: "0.1.0".to_owned(),
//!     guard: GuardProgram::current_exe()?,
//!     start_servers: false,
//! })
//! .await?;
//! let mut events = host.events();
//! let state = host.state().await.map_err(|error| error.message)?;
//! println!("{} servers", state.servers.len());
//! while let Ok(event) = events.recv().await {
//!     println!("{event:?}");
//! }
//! host.close().await;
//! # Ok(())
//! # }
//! ```

pub mod api;
mod approvals;
mod archive;
mod audit_trail;
mod calls;
mod care;
mod catalog;
mod checkpoint;
mod content;
mod conversations;
mod data;
mod door;
mod export;
mod history;
mod import;
mod ledger;
mod mutex;
mod open;
mod outflow;
mod pasted;
mod pretty;
mod process;
mod providers;
mod recovery;
mod redact;
mod requests;
mod roots;
mod rules;
mod sampling;
mod schema;
mod servers;
mod settings;
mod state;
mod stopping;
mod tour;
mod turns;
mod views;

use std::sync::Arc;

pub use ::tour::run_sample_server_if_asked;
pub use audit_trail::{AuditRowView, AuditVerdict, audit_save, audit_write};
pub use calls::DirectCall;
pub use consent::Unasked;
pub use data::data_view;
pub use door::{Door, InstanceRequest, knock, open_door};
pub use export::export;
pub use launcher::{GuardProgram, run_guard_if_asked};
pub use open::{HostConfig, OpenError};
pub use process::begin_process;
pub use providers::{ModelChoice, SessionProvider};
pub use recovery::Recovery;
pub use secrets::Secret;
pub use servers::{NewRemoteServer, NewServer, OwnClient, SignInRequest, TrafficFeed};
pub use settings::AppearanceFeed;
pub use stopping::StoppedFrom;
pub use store::{Holder, StoreError, held_by, holder};

use api::Event;
use consent::Consent;
use state::{
    Browser, Calls, Changes, CurrentSettings, Flows, Folders, RuleCache, RunOutflow, RunProviders,
    RunRules, Servers, Slot, Suspension, TourProgress, Turns,
};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Events a slow shell may be behind before it has to ask for the whole state again.
const EVENT_BUFFER: usize = 4_096;

/// The host. Cheap to clone; the last clone does not end it, [`Host::close`] does.
#[derive(Clone)]
pub struct Host {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub config: HostConfig,
    pub store: store::Store,
    pub audit: audit::Audit,
    pub keychain: secrets::Keychain,
    pub consent: Consent,
    pub llm: llm::Llm,
    pub path_value: String,
    pub repaired: Option<String>,
    pub settings: CurrentSettings,
    events: broadcast::Sender<Event>,
    pub servers: Servers,
    pub turns: Turns,
    pub calls: Calls,
    /// The configuration that was read last, until its servers are added.
    pub import: Slot<import::Kept>,
    /// Values that were pasted into the form of a server.
    pub pasted: Slot<pasted::PastedValues>,
    pub suspension: Suspension,
    pub run_rules: RunRules,
    pub run_providers: RunProviders,
    pub run_outflow: RunOutflow,
    pub active_rules: RuleCache,
    pub flows: Flows,
    pub changes: Changes,
    pub tour: TourProgress,
    pub damage: care::DamageReport,
    /// The task that deletes what earlier runs left to delete.
    pub forgetting: Slot<tokio::task::JoinHandle<()>>,
    pub folders: Folders,
    pub browser: Browser,
    /// The public document about this program, if there is one.
    pub client_document: Slot<url::Url>,
    pub closing: CancellationToken,
}

impl Inner {
    /// Whether anybody follows what happens.
    pub(crate) fn is_followed(&self) -> bool {
        self.events.receiver_count() > 0
    }

    pub(crate) fn emit(&self, event: Event) {
        // Without a listener there is nobody to tell.
        let _ = self.events.send(event);
    }
}

impl Host {
    /// Follows everything that happens from now on.
    #[must_use]
    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.inner.events.subscribe()
    }
}
