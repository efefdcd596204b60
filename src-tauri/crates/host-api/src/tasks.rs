//! Calls that their servers answered with tasks.

use serde::Serialize;
use specta::Type;

use super::CallView;

/// A call that became a task.
#[derive(Clone, Debug, Serialize, Type)]
pub struct TaskView {
    /// The call, with its state.
    pub call: CallView,
    /// The conversation; none for a call from a terminal or a server's page.
    pub conversation: Option<String>,
    /// When the server returned it, in milliseconds since the Unix epoch.
    pub begun_ms: f64,
    /// Whether it runs and waits for input.
    pub needs_input: bool,
    /// What the server last said of it, hidden characters made visible: an unverified claim.
    pub message: Option<String>,
}
