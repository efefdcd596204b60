//! Approval requests for folder access.

use std::fmt;

use domain::{RootAccess, RootGrant, RootPass, ServerId};
use serde::{Deserialize, Serialize};

use crate::{AnswerError, Decide, GrantScope, Log, LogSection};

/// The kind of a probable secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretKind {
    /// Keys for other machines, such as SSH keys.
    MachineKeys,
    /// Keys for encryption and signatures.
    EncryptionKeys,
    /// Keys of a cloud account.
    CloudKeys,
    /// Keys of clusters.
    ClusterKeys,
    /// Keys of package or container registries.
    RegistryKeys,
    /// A single private key.
    PrivateKey,
    /// Passwords.
    Passwords,
    /// The system keychain.
    Keychain,
    /// A browser profile: sessions, passwords, history.
    BrowserProfile,
    /// Mail.
    Mail,
    /// The data of many apps.
    AppData,
    /// A file of environment variables.
    EnvironmentFile,
    /// A wallet.
    Wallet,
}

/// Something in a folder that looks like a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretFound {
    /// Where, beneath the folder.
    pub path: String,
    /// What it looks like.
    pub what: SecretKind,
}

/// Why the name of a folder must be typed. [`fmt::Display`] is what the log keeps of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RootRisk {
    /// It is the user's whole home.
    Home,
    /// Programs keep their settings in it.
    Settings,
    /// It contains a known location of secrets.
    Secret {
        /// The location.
        path: String,
        /// What is there.
        what: SecretKind,
    },
    /// It contains the data of this program.
    OwnData {
        /// The folder of that data.
        path: String,
    },
}

impl fmt::Display for RootRisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("home folder"),
            Self::Settings => f.write_str("settings folder"),
            Self::Secret { path, .. } | Self::OwnData { path } => write!(f, "contains {path}"),
        }
    }
}

/// What was found of a folder before it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootFacts {
    /// What the person picked, if that led elsewhere.
    pub picked: Option<String>,
    /// How many files were counted.
    pub files: u64,
    /// How large they are together, in bytes.
    pub bytes: u64,
    /// Whether the counting ended before the folder did.
    pub more: bool,
    /// What looks like secrets, the first of them.
    pub secrets: Vec<SecretFound>,
    /// How many more of these there are.
    pub more_secrets: u64,
    /// Why the folder's name must be typed, if it must.
    pub risk: Option<RootRisk>,
    /// The folder of the repository that it is in, if it is in one.
    pub repository: Option<String>,
    /// What the server has of it already.
    pub had: Option<RootAccess>,
    /// The servers whose data this one was sent before, with their names. It may have kept that data, and could write it there.
    pub holds: Vec<(ServerId, String)>,
}

/// A folder to be granted to one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootApproval {
    /// The user's name for the server.
    pub server_name: String,
    /// The grant as it would be.
    pub grant: RootGrant,
    /// What must be typed before it can be granted: the folder's name.
    pub typed: Option<String>,
    /// Whether the server is a program of this machine, which can be started with the folder.
    pub local: bool,
    /// What was found of the folder.
    pub facts: RootFacts,
}

/// What a person chooses with a yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootChoice {
    /// The name that the server sees.
    pub name: String,
    /// What the server is to do there.
    pub access: RootAccess,
    /// How it learns of the folder.
    pub pass: RootPass,
    /// What was typed to confirm it.
    pub typed: String,
}

/// A folder grant in the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GrantedRoot {
    /// Its canonical path.
    pub path: String,
    /// The name that the server sees.
    pub name: String,
    /// What the server is to do there.
    pub access: RootAccess,
    /// How the server learns of it.
    pub pass: RootPass,
}

impl From<&RootGrant> for GrantedRoot {
    fn from(grant: &RootGrant) -> Self {
        Self {
            path: grant.path.clone(),
            name: grant.name.clone(),
            access: grant.access,
            pass: grant.pass.clone(),
        }
    }
}

/// What the log keeps of a folder grant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RootDetail {
    /// The grant.
    pub root: GrantedRoot,
    /// Why its name had to be typed, if it had to.
    pub risk: Option<String>,
}

impl Decide for RootApproval {
    type Action = RootGrant;
    type Detail = RootDetail;
    const NAMED: Option<GrantScope> = Some(GrantScope::Standing);

    fn server(&self) -> Option<ServerId> {
        Some(self.grant.server)
    }

    /// A name that must be typed is asked for, even if the command line names the action.
    fn needs_a_person(&self) -> bool {
        self.typed.is_some()
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Standing
    }

    fn complete(&self) -> Result<(), AnswerError> {
        match self.typed {
            Some(_) => Err(AnswerError::NotTyped),
            None => Ok(()),
        }
    }

    fn action(&self) -> RootGrant {
        self.grant.clone()
    }

    fn log(&self) -> Log {
        Log::of(LogSection::Rule, format!("folder {}", self.grant.path))
    }

    fn detail(&self) -> RootDetail {
        RootDetail {
            root: (&self.grant).into(),
            risk: self.facts.risk.as_ref().map(ToString::to_string),
        }
    }
}
