//! Approval requests for the launch of a server.

use std::{collections::BTreeSet, path::PathBuf};

use domain::{LaunchDigest, LaunchFacts, LaunchSpec, ServerId, VariableValue};
use serde::{Deserialize, Serialize};

use crate::{AnswerError, Decide, DecidedBy, GrantScope, Log, LogSection, Settled};

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
    /// The risky variables that the person ticked one by one.
    pub ticked: BTreeSet<String>,
}

/// What the log keeps of a launch. Never a value of a variable or a header.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LaunchDetail {
    /// The digest of everything that was accepted.
    pub launch: LaunchDigest,
    /// What is started or connected to.
    #[serde(flatten)]
    pub spec: LaunchedSpec,
}

/// A program of this machine, or a server at a URL.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LaunchedSpec {
    /// A program.
    Local {
        /// The command.
        command: String,
        /// The program file that it is.
        program: PathBuf,
        /// How many arguments it gets.
        args: usize,
        /// The working directory.
        cwd: PathBuf,
        /// The names of its variables.
        env: Vec<String>,
    },
    /// A server at a URL.
    Remote {
        /// The URL.
        url: String,
        /// The names of its headers.
        headers: Vec<String>,
    },
}

impl LaunchApproval {
    /// The variables of it that load code or redirect requests.
    #[must_use]
    pub fn risky(&self) -> &[VariableValue] {
        match &self.spec {
            LaunchSpec::Local(local) => &local.risky,
            LaunchSpec::Remote(_) => &[],
        }
    }

    /// Whether it was accepted for good: as it is started, and with what its files hold.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        let accepted = self.accepted.as_ref();
        self.authority.standing == Some(self.spec.digest())
            && accepted.is_none_or(|(facts, _)| facts.has_contents_of(&self.spec.facts()))
    }

    /// Whether each of them is among those that a person ticked.
    ///
    /// # Errors
    /// One is not.
    pub fn check_ticks(&self, ticked: &BTreeSet<String>) -> Result<(), AnswerError> {
        let mut risky = self.risky().iter();
        match risky.all(|variable| ticked.contains(&variable.name)) {
            true => Ok(()),
            false => Err(AnswerError::NotTicked),
        }
    }

    /// The whole command or the URL as JSON, without the credentials that a name beside them tells.
    fn command(&self) -> String {
        let mut words = match &self.spec {
            LaunchSpec::Local(local) => {
                let program = local.program.path.display().to_string();
                std::iter::once(program)
                    .chain(local.args.iter().cloned())
                    .collect()
            }
            LaunchSpec::Remote(remote) => vec![remote.url.clone()],
        };
        for (at, range) in domain::named_secrets(&words).into_iter().rev() {
            if let Some(word) = words.get_mut(at) {
                word.replace_range(range, "(redacted)");
            }
        }
        serde_json::json!({ "command": words }).to_string()
    }

    /// Asks about the same program in its sandbox or, with `unconfined`, outside of it.
    pub(crate) fn switch(&mut self, unconfined: bool) -> Result<(), AnswerError> {
        match &mut self.spec {
            LaunchSpec::Local(local) if local.confinement.can_switch() => {
                *local = local.clone().switched(unconfined);
                Ok(())
            }
            LaunchSpec::Local(_) | LaunchSpec::Remote(_) => Err(AnswerError::NotEditable),
        }
    }
}

impl Decide for LaunchApproval {
    type Action = LaunchSpec;
    type Detail = LaunchDetail;

    fn server(&self) -> Option<ServerId> {
        Some(self.spec.server())
    }

    /// The permanent grant, or the command line: that action, and nothing after it.
    fn settled(&self) -> Option<Settled> {
        let complete = self.missing_values.is_empty();
        if complete && self.is_accepted() {
            Some(Settled::Allowed(DecidedBy::Rule, GrantScope::Standing))
        } else if complete && self.authority.on_command_line && self.risky().is_empty() {
            Some(Settled::Allowed(DecidedBy::CommandLine, GrantScope::Once))
        } else {
            None
        }
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Standing
    }

    fn complete(&self) -> Result<(), AnswerError> {
        self.check_ticks(&self.ticked)
    }

    fn action(&self) -> LaunchSpec {
        self.spec.clone()
    }

    fn log(&self) -> Log {
        Log {
            content: Some(self.command()),
            ..Log::of(LogSection::Launch, self.server_name.clone())
        }
    }

    fn detail(&self) -> LaunchDetail {
        LaunchDetail {
            launch: self.spec.digest(),
            spec: match &self.spec {
                LaunchSpec::Local(local) => LaunchedSpec::Local {
                    command: local.command.clone(),
                    program: local.program.path.clone(),
                    args: local.args.len(),
                    cwd: local.cwd.clone(),
                    env: local.env.iter().map(|entry| entry.name.clone()).collect(),
                },
                LaunchSpec::Remote(remote) => LaunchedSpec::Remote {
                    url: remote.url.clone(),
                    headers: remote
                        .headers
                        .iter()
                        .map(|header| header.name.clone())
                        .collect(),
                },
            },
        }
    }
}
