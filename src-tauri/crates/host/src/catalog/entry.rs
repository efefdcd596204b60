//! A tool in the catalog.

use domain::{LaunchDigest, ToolDefinition};

/// A tool as of the start of the turn.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The user's name for the server.
    pub server_name: String,
    /// The digest of the server's launch.
    pub launch: LaunchDigest,
    /// The tool.
    pub definition: ToolDefinition,
    /// Whether it is on offer to a model, sent whole or found by a search. A withheld tool keeps its alias, so that a model that calls
    /// it is told why it is unavailable.
    pub offered: bool,
}
