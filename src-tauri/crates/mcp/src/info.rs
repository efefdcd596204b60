//! What a server says about itself. Claims, all of it.

use domain::Untrusted;

/// The `tools` capability (2025-03-26, server/tools, "Capabilities").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolsCapability {
    /// The server says when its tools change.
    pub list_changed: bool,
}

/// The `resources` capability (2025-03-26, server/resources, "Capabilities").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourcesCapability {
    /// The server tells of changes of single resources.
    pub subscribe: bool,
    /// The server says when its resources change.
    pub list_changed: bool,
}

/// The `prompts` capability (2025-03-26, server/prompts, "Capabilities").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PromptsCapability {
    /// The server says when its prompts change.
    pub list_changed: bool,
}

/// What the server declared that it can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// It offers tools.
    pub tools: Option<ToolsCapability>,
    /// It offers resources.
    pub resources: Option<ResourcesCapability>,
    /// It offers prompts.
    pub prompts: Option<PromptsCapability>,
    /// It sends log messages, and takes a level.
    pub logging: bool,
    /// It proposes values for arguments. A revision before this capability existed counts as offering it wherever there
    /// are prompts or resources.
    pub completions: bool,
    /// It may answer a call with a task (extension `io.modelcontextprotocol/tasks`).
    pub tasks: bool,
    /// The whole declaration as received, JSON text.
    pub raw: String,
}

/// An icon that a server names (2025-11-25, `Icon`). Data: nothing here ever fetches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Where it is, perhaps a `data:` URL; at most 64 KiB.
    pub source: Untrusted<String>,
    /// The type it claims to have.
    pub mime_type: Option<Untrusted<String>>,
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
    /// What it says it is, at most 2,000 characters.
    pub description: Option<Untrusted<String>>,
    /// The website it names.
    pub website: Option<Untrusted<String>>,
    /// The icons it names, at most 16.
    pub icons: Vec<Icon>,
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
