//! How a sign-in is wanted.

use oauth::ClientCredentials;

/// How a sign-in is wanted.
#[derive(Clone, Debug, Default)]
pub struct SignInRequest {
    /// Scopes beyond those that the server asks for.
    pub scopes: Vec<String>,
    /// Whether the act itself stands on a command line, which then answers the question.
    pub on_command_line: bool,
    /// Whether a call waits for it, and not a person who asked for it.
    pub(crate) for_a_call: bool,
    /// What this program shows where it signs in as itself.
    pub(crate) program: Option<ClientCredentials>,
}

impl SignInRequest {
    /// A sign-in that a person wants. `on_command_line` if the act itself stands there, which then answers the question.
    #[must_use]
    pub fn new(scopes: Vec<String>, on_command_line: bool) -> Self {
        Self {
            scopes,
            on_command_line,
            for_a_call: false,
            program: None,
        }
    }
}
