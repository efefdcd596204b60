//! Parameters of a sign-in.

use oauth::ClientCredentials;

/// Parameters of a sign-in.
#[derive(Clone, Debug, Default)]
pub struct SignInRequest {
    /// Scopes in addition to those that the server requires.
    pub scopes: Vec<String>,
    /// Whether the action itself is on a command line, which then approves it.
    pub on_command_line: bool,
    /// Whether a call waits for it, and not a person who requested it.
    pub(crate) for_a_call: bool,
    /// The credentials with which this program signs in as itself.
    pub(crate) program: Option<ClientCredentials>,
}

impl SignInRequest {
    /// Creates a sign-in that a person requests. `on_command_line` is set if the action itself is on the command line, which then
    /// approves it.
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
