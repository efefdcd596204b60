//! Whether servers may ask this host for something at all.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::ServerTag;

/// What a server may ask for once it is switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FeatureView {
    /// Answers of the user's model.
    Sampling,
    /// Something of the user's.
    Elicitation,
}

/// A server shall be allowed to ask.
#[derive(Clone, Debug, Serialize, Type)]
pub struct FeatureApprovalView {
    /// The server.
    pub server: ServerTag,
    /// What for.
    pub feature: FeatureView,
}
