//! Shared parameters of the commands: the shell's state, and identifiers from a window.

use std::{str::FromStr, sync::Arc};

use host::Host;
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use tauri::State;

use crate::shell::Shell;

/// The shell's state in a command.
pub(crate) type Held<'a> = State<'a, Arc<Shell>>;

pub(crate) fn host<'a>(held: &'a Held<'_>) -> &'a Host {
    &held.inner().host
}

/// Parses an identifier from a window.
pub(crate) fn id<T: FromStr>(text: &str) -> Result<T, ApiError> {
    text.parse()
        .map_err(|_| ApiError::new(ErrorCode::NotFound, phrases::desktop_gone()))
}

/// Parses identifiers from a window.
pub(crate) fn ids<T: FromStr>(texts: &[String]) -> Result<Vec<T>, ApiError> {
    texts.iter().map(|text| id(text)).collect()
}

/// Returns a time from a window, in whole milliseconds since the Unix epoch.
#[allow(clippy::cast_possible_truncation, reason = "saturates")]
pub(crate) fn time(ms: f64) -> i64 {
    ms as i64
}
