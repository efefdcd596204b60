//! Updates of the program itself.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

/// When the program looks for updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpdateEvery {
    /// Only when the user chooses it.
    #[default]
    Never,
    /// Once a day.
    Day,
    /// Once a week.
    Week,
}

/// Which versions are offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpdateChannelView {
    /// Finished versions only.
    #[default]
    Stable,
    /// Versions before they are finished as well.
    Beta,
}

/// The setting of updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct UpdateSetting {
    /// Whether the user was asked when to look for updates, and answered.
    pub answered: bool,
    /// When the program looks for them.
    pub every: UpdateEvery,
    /// Which versions it takes.
    pub channel: UpdateChannelView,
}

/// What is done at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum UpdatePhase {
    /// Nothing.
    #[default]
    Idle,
    /// The server is asked.
    Checking,
    /// A file is downloaded.
    Downloading,
    /// A file is verified and can be installed.
    Ready,
    /// A file is installed.
    Installing,
}

/// The last check.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct UpdateCheckView {
    /// When it was, in milliseconds since the Unix epoch.
    pub at_ms: f64,
    /// Whether it failed.
    pub failed: bool,
    /// Its result.
    pub result: Text,
}

/// A newer version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct UpdateOfferView {
    /// The version.
    pub version: String,
    /// What is new, as the server says it: plain text.
    pub notes: String,
    /// Whether the notes were cut.
    pub cut: bool,
}

/// Everything about updates.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct UpdatesView {
    /// The host of the update server; none if this build has no updates.
    pub host: Option<String>,
    /// Why this copy cannot replace itself, if it cannot.
    pub blocked: Option<Text>,
    /// The setting.
    pub setting: UpdateSetting,
    /// What is done at the moment.
    pub phase: UpdatePhase,
    /// The last check.
    pub last: Option<UpdateCheckView>,
    /// The newer version.
    pub offer: Option<UpdateOfferView>,
    /// How many bytes were downloaded.
    pub done: f64,
    /// Of how many, if the server says so.
    pub total: Option<f64>,
    /// Why the last download or installation failed.
    pub failure: Option<Text>,
    /// How many tool calls an installation would stop.
    pub calls: u32,
}
