//! The state after the kill switch.

use serde::Serialize;
use specta::Type;

/// What remains stopped or suspended after the kill switch, until the user resumes.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct StoppedView {
    /// When the kill switch was used.
    pub at_ms: f64,
    /// The servers that were running then and have not been started since, by identifier.
    pub servers: Vec<String>,
    /// Whether rules are suspended, so that none allows anything.
    pub rules: bool,
}
