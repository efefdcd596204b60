//! The available evidence on a failed start.

use std::path::{Path, PathBuf};

use domain::LocalLaunch;
use launcher::{ExitReport, PackageRun};

use crate::server::SecretRedactor;

/// The available evidence on a failed start.
pub(in crate::servers) struct Evidence<'a> {
    /// The user's name for the server.
    pub server: &'a str,
    /// The launch.
    pub launch: &'a LocalLaunch,
    /// Its private folder, if it is confined.
    pub home: Option<&'a Path>,
    /// The folders that were granted to it when it started.
    pub granted: &'a [PathBuf],
    /// The package that is downloaded first, if any.
    pub run: Option<&'a PackageRun>,
    /// How it ended; none if it was still running.
    pub exit: Option<ExitReport>,
    /// Its standard error.
    pub stderr: &'a str,
    /// Lines on its standard output that are not protocol messages.
    pub printed: Vec<String>,
    /// The enabled kinds of server-initiated requests.
    pub may_ask: mcp::MayAsk,
    /// The hosts that Innkeeper refused to it because they are not allowed.
    pub refused: Vec<String>,
    /// The redactor for displayed text.
    pub veil: &'a SecretRedactor,
}

impl Evidence<'_> {
    /// Returns the exit code, if it ended with one.
    pub fn code(&self) -> Option<i32> {
        self.exit.and_then(|exit| exit.code)
    }
}
