//! The end of a server's process.

/// How a server ended. `code` and `signal` are `None` when that could not be learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExitReport {
    /// The exit code, when it ended without a signal.
    pub code: Option<i32>,
    /// The signal that ended it (Unix).
    pub signal: Option<i32>,
    /// Whether it was ended because it and all it started had used up their memory (Linux, in a sandbox with such a limit).
    pub out_of_memory: bool,
}
