//! Links that the desktop opens with this program.

use serde::Serialize;
use specta::Type;

/// What the desktop does with `innkeeper:` links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct LinksView {
    /// What it does.
    pub state: LinksStateView,
    /// The other program that opens them, if one does.
    pub other: Option<String>,
}

/// What the desktop does with `innkeeper:` links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LinksStateView {
    /// It opens them with this program.
    On,
    /// It does not open them with this program.
    Off,
    /// It opens them with this program at another place.
    Elsewhere,
    /// Links cannot be registered on this system.
    Unsupported,
}
