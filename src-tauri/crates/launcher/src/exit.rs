//! The end of a server's process.

/// How a server ended. Both are `None` when that could not be learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExitReport {
    /// The exit code, when it ended without a signal.
    pub code: Option<i32>,
    /// The signal that ended it (Unix).
    pub signal: Option<i32>,
}
