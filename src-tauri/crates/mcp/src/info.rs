//! What a server says about itself. Claims, all of it.

use domain::Untrusted;

/// The `tools` capability (2025-03-26, server/tools, "Capabilities").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolsCapability {
    /// The server says when its tools change.
    pub list_changed: bool,
}

/// What the server declared that it can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// It offers tools.
    pub tools: Option<ToolsCapability>,
    /// The whole declaration as received, JSON text.
    pub raw: String,
}

/// A server's answer to the handshake (2025-03-26, basic/lifecycle, "Initialization").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerInfo {
    /// The name it gives itself, at most 300 characters. Never an identity.
    pub name: Untrusted<String>,
    /// The title it gives itself.
    pub title: Option<Untrusted<String>>,
    /// The version it says it has.
    pub version: Untrusted<String>,
    /// The protocol version both sides speak from now on; one this host knows.
    pub protocol_version: String,
    /// What it declared.
    pub capabilities: Capabilities,
    /// Its words to a model, at most 32,000 characters.
    pub instructions: Option<Untrusted<String>>,
}

impl ServerInfo {
    /// Whether it declared that it offers tools.
    #[must_use]
    pub fn offers_tools(&self) -> bool {
        self.capabilities.tools.is_some()
    }
}
