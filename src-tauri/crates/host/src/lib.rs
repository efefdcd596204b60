//! The host runtime: servers, tool catalog, turns, approvals and the audit log. Shells call [`Host`] and receive [`host_api::Event`]s.
//!
//! This crate has no user interface. The desktop app and the terminal program are two shells over the same [`Host`].
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
//! let state = host.state().await?;
//! println!("{} servers", state.servers.len());
//! while let Ok(event) = events.recv().await {
//!     println!("{event:?}");
//! }
//! host.close().await;
//! # Ok(())
//! # }
//! ```

mod addresses;
mod answering;
mod answers;
mod attaching;
mod audit_trail;
mod bundles;
mod calls;
mod care;
mod catalog;
mod checkpoint;
mod config;
mod confinement;
mod content;
mod conversations;
mod data;
mod door;
mod eye;
mod features;
mod finding;
mod history;
mod import;
mod incoming;
mod inner;
mod inspector;
mod keychain;
mod ledger;
mod links;
mod mutex;
mod open;
mod outflow;
mod outlook;
mod packages;
mod pasted;
mod pending;
mod permissions;
mod presets;
mod private_folder;
mod problems;
mod process;
mod projects;
mod prompts;
mod providers;
mod quick;
mod reach;
mod registry;
mod requests;
mod roots;
mod rounds;
mod rules;
mod sampling;
mod serial;
mod server;
mod servers;
mod settings;
mod spending;
mod state;
mod stopping;
mod switches;
mod timed_rules;
mod tour;
mod trial;
mod trial_runs;
mod turns;
mod updates;
mod views;
mod walk;

pub use ::attachments::{Limits as ReaderLimits, Reader, run_reader_if_asked};
pub use ::tour::run_sample_server_if_asked;
pub use approvals::estimate::dollars;
pub use archive::OpenError;
pub use attaching::AttachFor;
pub use audit_trail::{AuditRowView, AuditVerdict};
pub use calls::DirectCall;
pub use config::HostConfig;
pub use consent::{ChangedPart, Unasked};
pub use data::data_view;
pub use door::{Door, InstanceRequest, knock, open_door};
pub use incoming::MAX_LINK;
pub use inner::Host;
pub use launcher::{GuardProgram, run_guard_if_asked};
pub use ledger::{ProgramUpdate, StoppedFrom};
pub use process::begin_process;
pub use providers::{ModelChoice, SessionProvider};
pub use registry::DownloadedBundle;
pub use secrets::{Secret, scrub};
pub use server::TrafficFeed;
pub use servers::{NewBundle, NewRemoteServer, NewServer, OwnClient, SignInRequest};
pub use settings::AppearanceFeed;
pub use store::SearchFilter;
pub use store::{Holder, StoreError, held_by, holder};
pub use turns::Destination;
pub use updates::LastUpdateCheck;
