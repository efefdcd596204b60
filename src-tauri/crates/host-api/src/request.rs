//! Permission for servers to send requests to this host.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::ServerTag;

/// A kind of server-initiated request that the user can enable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FeatureView {
    /// Sampling: replies of the user's model.
    Sampling,
    /// Elicitation: input from the user.
    Elicitation,
}

/// A pending permission for a kind of server-initiated request.
#[derive(Clone, Debug, Serialize, Type)]
pub struct FeatureApprovalView {
    /// The server.
    pub server: ServerTag,
    /// The kind of request.
    pub feature: FeatureView,
}
