//! What every command gets: the shell, and identifiers that a window sends.

use std::{str::FromStr, sync::Arc};

use host::{
    Host,
    api::{ApiError, ErrorCode},
};
use tauri::State;

use crate::shell::Shell;

/// The shell's state in a command.
pub(crate) type Held<'a> = State<'a, Arc<Shell>>;

pub(crate) fn host<'a>(held: &'a Held<'_>) -> &'a Host {
    &held.inner().host
}

/// An identifier from a window: text until it is checked.
pub(crate) fn id<T: FromStr>(text: &str) -> Result<T, ApiError> {
    text.parse()
        .map_err(|_| ApiError::new(ErrorCode::NotFound, "This is not there any more."))
}
