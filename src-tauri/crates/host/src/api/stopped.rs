//! What stopping everything left behind.

use serde::Serialize;
use specta::Type;

/// What stays stopped or suspended since everything was stopped, until the user starts again.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct StoppedView {
    /// When everything was stopped.
    pub at_ms: f64,
    /// The servers that ran and were not started since, by their ids.
    pub servers: Vec<String>,
    /// Whether rules are suspended: none allows anything.
    pub rules: bool,
}
