//! The user's settings for the whole program.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{RegistrySettingView, UpdateSetting};

/// Every setting, with its possible values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct SettingsView {
    /// The appearance of the windows.
    pub appearance: Appearance,
    /// The limits that a user may change.
    pub limits: Vec<LimitView>,
    /// Whether system notifications announce pending approvals.
    pub notify: bool,
    /// Whether older messages are summarized when a model's window is nearly full.
    pub compact: bool,
    /// Whether the model of a conversation is asked for a title after its first answer.
    pub titles: bool,
    /// The global shortcut of *Quick ask*, such as `Ctrl+Alt+Space`; none while it is off.
    pub quick: Option<String>,
    /// The registry of servers.
    pub registry: RegistrySettingView,
    /// When to look for updates of the program.
    pub updates: UpdateSetting,
}

/// The registration of the global shortcut of *Quick ask*.
#[derive(Clone, Debug, Serialize, Type)]
pub struct QuickKeysView {
    /// Whether it is registered with the system.
    pub held: bool,
    /// The shortcut in the words of the desktop, where that chooses it; empty if it does not say.
    pub desktop: Option<String>,
    /// Whether the desktop asks the user for permission, and may choose another shortcut.
    pub by_desktop: bool,
    /// Why the stored shortcut is not registered, if it is not.
    pub failure: Option<Text>,
}

/// What *Quick ask* would send to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct QuickModelView {
    /// The endpoint.
    pub provider: String,
    /// Its name.
    pub name: String,
    /// Its model.
    pub model: String,
}

/// The appearance of the windows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Appearance {
    /// The color theme.
    pub theme: Theme,
    /// The size of text in percent, 90 to 200.
    pub text_percent: u16,
    /// The spacing of elements.
    pub density: Density,
    /// The amount of animation.
    pub motion: Motion,
    /// The language of the windows.
    pub language: Language,
    /// Whether the main window shows beside a conversation what its model sees.
    pub panel: bool,
}

impl Default for Appearance {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            text_percent: 100,
            density: Density::default(),
            motion: Motion::default(),
            language: Language::default(),
            panel: false,
        }
    }
}

/// The color theme of the windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Follows the system.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The spacing of elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// The default spacing.
    #[default]
    Comfortable,
    /// Lower rows, less space.
    Compact,
}

/// The amount of animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// Follows the system.
    #[default]
    System,
    /// As little as possible.
    Reduce,
}

/// The language of the windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// The first system language that has a catalogue, else English.
    #[default]
    System,
    /// English.
    En,
    /// German.
    De,
    /// A pseudo-locale for layout tests: English with accents, longer, and right to left.
    Pseudo,
}

/// Which limit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LimitKey {
    /// Timeout of a server's handshake, in seconds.
    StartSeconds,
    /// Timeout of a call without progress, in seconds.
    QuietSeconds,
    /// Timeout of a call regardless of progress, in minutes.
    CallMinutes,
    /// Maximum size of a server's message, in MiB.
    MessageMib,
    /// Maximum size of one text of a result that is sent to a model, in KiB.
    ModelKib,
    /// Time without use before a server sleeps, in minutes; 0 if none does.
    IdleMinutes,
    /// Longest silence of a model endpoint on the internet, in seconds.
    ModelSeconds,
    /// Longest silence of a model endpoint on this machine or in its network, in minutes.
    NearModelMinutes,
}

/// A limit that a user may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
pub struct LimitView {
    /// Which limit it is.
    pub key: LimitKey,
    /// The current value.
    pub value: u32,
    /// The default value.
    pub default: u32,
    /// The minimum value.
    pub min: u32,
    /// The maximum value.
    pub max: u32,
}

/// A window whose position is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellWindow {
    /// The chat window.
    Main,
    /// The consent window.
    Consent,
}

/// Whether the user is at the consent window, which an answer requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// The window is hidden, or another one has the focus.
    #[default]
    Away,
    /// It has the focus, but the user was typing or clicking in the chat window a moment ago.
    Busy,
    /// It is visible and has the focus, and the user is not busy in another window of the program.
    Present,
}

/// The position of a window, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// The left edge of its frame.
    pub x: f64,
    /// The top edge of its frame.
    pub y: f64,
    /// Its width inside the frame.
    pub width: f64,
    /// Its height inside the frame.
    pub height: f64,
    /// Whether it was maximized. The other values are those from before.
    pub maximized: bool,
}
