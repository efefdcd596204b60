//! Names of servers, and of their values in the keychain.

use domain::{EnvEntry, EnvSource, HeaderEntry, HeaderSource};
use host_api::{ApiError, ErrorCode};
use messages::{Phrase, phrases};

/// Maximum length of a server's name, in characters.
pub(super) const MAX_NAME: usize = 80;

/// Validates a server's name.
///
/// # Errors
/// What is wrong with it, one sentence.
pub(super) fn check_name(name: &str) -> Result<(), ApiError> {
    let invalid = |message: Phrase| Err(ApiError::new(ErrorCode::Invalid, message));
    let name = name.trim();
    if name.is_empty() {
        return invalid(phrases::host_name_missing());
    }
    if name.chars().count() > MAX_NAME {
        return invalid(phrases::host_name_long(MAX_NAME));
    }
    if name
        .chars()
        .any(|c| domain::is_hidden(c) || c == '\n' || c == '\t')
    {
        return invalid(phrases::host_name_hidden());
    }
    Ok(())
}

/// Returns the names under which a server's values are stored.
pub(crate) fn kept_names(env: &[EnvEntry], headers: &[HeaderEntry]) -> Vec<String> {
    let variables = env.iter().filter(|e| e.source == EnvSource::Keychain);
    let headers = headers
        .iter()
        .filter(|h| h.source == HeaderSource::Keychain);
    variables
        .map(|e| e.name.clone())
        .chain(headers.map(HeaderEntry::kept_as))
        .collect()
}
