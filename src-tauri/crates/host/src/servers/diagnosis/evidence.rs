//! What is known of a start that failed.

use domain::LocalLaunch;
use launcher::{ExitReport, PackageRun};

use crate::server::SecretRedactor;

/// What is known of a start that failed.
pub(in crate::servers) struct Evidence<'a> {
    /// What was started.
    pub launch: &'a LocalLaunch,
    /// What it downloads first, if it does.
    pub run: Option<&'a PackageRun>,
    /// How it ended; none if it was running still.
    pub exit: Option<ExitReport>,
    /// Its error output.
    pub stderr: &'a str,
    /// What it printed on its standard output that is no message.
    pub printed: Vec<String>,
    /// What the server may ask for: answers of a model, and of the user.
    pub may_ask: mcp::MayAsk,
    /// Takes secrets out of what is shown.
    pub veil: &'a SecretRedactor,
}

impl Evidence<'_> {
    /// The exit code, if it ended with one.
    pub fn code(&self) -> Option<i32> {
        self.exit.and_then(|exit| exit.code)
    }
}
