//! A tool in the catalog.

use domain::{LaunchDigest, ToolDefinition};

/// A tool as it was when the turn began.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The user's name for the server.
    pub server_name: String,
    /// How the server was started.
    pub launch: LaunchDigest,
    /// The tool.
    pub definition: ToolDefinition,
    /// Whether a model is told of it. What is withheld keeps its name: a model that asks for it all the same is told why.
    pub offered: bool,
}
