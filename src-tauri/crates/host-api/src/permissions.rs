//! Stored permissions that a person has to confirm.

use messages::Text;
use serde::Serialize;
use specta::Type;

use crate::ServerTag;

/// Servers whose stored permissions do not count until a person confirms them: the servers do not start, and their rules allow nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct UnconfirmedView {
    /// The servers, by identifier.
    pub servers: Vec<String>,
    /// Whether the key that vouches for permissions could be read from the keychain. If not, they may count once it can.
    pub keychain: bool,
}

/// What is stored for one server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct StoredPermissionsView {
    /// The server.
    pub server: ServerTag,
    /// How it starts: its command line, or its URL.
    pub start: String,
    /// Each permission, one sentence each.
    pub lines: Vec<Text>,
}
