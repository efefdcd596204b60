//! Approval requests for the launch of a server.

use domain::{LaunchDigest, LaunchFacts, LaunchSpec};

/// Existing authority for a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchAuthority {
    /// The digest of the launch that was accepted last, if one was.
    pub standing: Option<LaunchDigest>,
    /// Whether the command line names the action.
    pub on_command_line: bool,
}

/// A launch to be decided.
#[derive(Clone, Debug)]
pub struct LaunchApproval {
    /// What would be started.
    pub spec: LaunchSpec,
    /// The user's name for the server.
    pub server_name: String,
    /// Existing authority for it.
    pub authority: LaunchAuthority,
    /// What was accepted last, in words, and when in milliseconds since the Unix epoch; if that is known.
    pub accepted: Option<(LaunchFacts, i64)>,
    /// Variables whose values are not in the keychain yet and must be entered with the answer.
    pub missing_values: Vec<String>,
}
