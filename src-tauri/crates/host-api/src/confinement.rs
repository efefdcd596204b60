//! The sandbox of a local server as a shell sees it.

use domain::{ConfinementChoice, LocalNetwork};
use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What a local server reaches over the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum NetworkView {
    /// Nothing.
    None,
    /// The hosts that the user allows; each is asked about.
    Asked,
    /// Whatever this machine reaches.
    Open,
}

/// What a local server can read, write and reach beside the system's programs and its private folder.
///
/// While it runs, these are the facts that the guard read back; before, what it would start with.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ConfinementView {
    /// Whether it has a sandbox at all. Without one it may do whatever the user may, and the other fields say nothing.
    pub confined: bool,
    /// Its own files, and the folders that it may read.
    pub reads: Vec<String>,
    /// The folders that it may change as well.
    pub writes: Vec<String>,
    /// The folders that it may change under review: its changes go to a layer of their own.
    pub reviewed: Vec<String>,
    /// What it reaches.
    pub network: NetworkView,
    /// Whether it may run what it downloads into its private folder.
    pub runs_downloads: bool,
    /// Whether it may make Unix sockets, and so reaches those in granted folders.
    pub unix_sockets: bool,
    /// Whether the system enforces what it can read and write.
    pub files_enforced: bool,
    /// Whether the system enforces what it can reach.
    pub network_enforced: bool,
    /// Whether the system keeps it from other programs, the session and the keychain.
    pub processes_enforced: bool,
    /// What limits the enforcement, a sentence each.
    pub limits: Vec<Text>,
}

/// What the user chose about the sandbox of a local server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ConfinementChoiceView {
    /// Whether it runs without one, which only an accepted launch leads to.
    pub unconfined: bool,
    /// What it reaches; none: what fits its command.
    pub network: Option<NetworkView>,
    /// More files and folders of its program, as absolute paths.
    pub programs: Vec<String>,
    /// Whether it may make Unix sockets.
    pub unix_sockets: bool,
    /// Whether it may run files of its private folder even where its command is no package runner.
    pub run_in_home: bool,
    /// How much its private folder may hold when it starts, in gibibytes; none: the usual limit.
    pub private_gib: Option<u32>,
}

/// The private folder of a local server.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct PrivateFolderView {
    /// Where it is on this machine.
    pub path: String,
    /// What it takes on the disk, in bytes.
    pub bytes: f64,
    /// Whether there may be more: the measurement ended before the folder did.
    pub at_least: bool,
    /// How much it may hold when the server starts, in gibibytes.
    pub limit_gib: u32,
    /// Whether it holds more than that, so that the server does not start.
    pub over: bool,
}

impl From<ConfinementChoiceView> for ConfinementChoice {
    fn from(view: ConfinementChoiceView) -> Self {
        Self {
            unconfined: None,
            network: view.network.map(|network| match network {
                NetworkView::None => LocalNetwork::None,
                NetworkView::Asked => LocalNetwork::Asked,
                NetworkView::Open => LocalNetwork::Open,
            }),
            programs: view.programs,
            unix_sockets: view.unix_sockets,
            run_in_home: view.run_in_home,
            private_gib: view.private_gib,
            fetches: false,
        }
    }
}
