//! What the user set for this program as a whole.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Every setting, with what is possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct SettingsView {
    /// How the windows look.
    pub appearance: Appearance,
    /// The bounds a user may move.
    pub limits: Vec<LimitView>,
    /// Whether the system's notifications say that a question waits.
    pub notify: bool,
}

/// How the windows look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Appearance {
    /// Light or dark.
    pub theme: Theme,
    /// The size of text in percent, 90 to 200.
    pub text_percent: u16,
    /// How close things stand.
    pub density: Density,
    /// How much moves.
    pub motion: Motion,
    /// The language of the windows.
    pub language: Language,
}

impl Default for Appearance {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            text_percent: 100,
            density: Density::default(),
            motion: Motion::default(),
            language: Language::default(),
        }
    }
}

/// The colours of the windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How close things stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// As designed.
    #[default]
    Comfortable,
    /// Lower rows, less space.
    Compact,
}

/// How much moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// As the system says.
    #[default]
    System,
    /// As little as possible.
    Reduce,
}

/// The language of the windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// The first of the system's that there is a catalogue for, else English.
    #[default]
    System,
    /// English.
    En,
    /// German.
    De,
    /// English with accents, longer and right to left, for tests of the layout.
    Pseudo,
}

/// Which bound it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LimitKey {
    /// How long a server may take to introduce itself, in seconds.
    StartSeconds,
    /// How long a call waits without progress, in seconds.
    QuietSeconds,
    /// How long a call waits whatever progress it makes, in minutes.
    CallMinutes,
    /// The largest message of a server, in MiB.
    MessageMib,
    /// How much of one text of a result a model reads, in KiB.
    ModelKib,
}

/// A bound a user may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
pub struct LimitView {
    /// Which.
    pub key: LimitKey,
    /// What holds now.
    pub value: u32,
    /// What holds if nothing was chosen.
    pub default: u32,
    /// The least that can be chosen.
    pub min: u32,
    /// The most that can be chosen.
    pub max: u32,
}

/// A window whose place is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellWindow {
    /// The chat window.
    Main,
    /// The consent window.
    Consent,
}

/// Whether the user is at the consent window, which is what an answer needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// The window is hidden, or another one has the focus.
    #[default]
    Away,
    /// It has the focus, but a moment ago the user was typing or clicking in the chat window.
    Busy,
    /// It is visible, has the focus, and the user is not busy elsewhere in the program.
    Present,
}

/// Where a window was, in logical pixels.
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
    /// Whether it filled the screen. The other numbers are of the time before.
    pub maximized: bool,
}
