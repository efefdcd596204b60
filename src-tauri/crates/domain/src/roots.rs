//! Folders that a person grants to one server (2025-03-26, client/roots).

use serde::{Deserialize, Serialize};

use crate::ServerId;

/// What a server is to do in a folder. It is the user's word: nothing holds a server to it yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootAccess {
    /// Read names and contents.
    #[default]
    Read,
    /// Also create, change and delete, but in a layer of its own: the folder changes when the user applies what was reviewed.
    Staged,
    /// Also create, change and delete.
    Write,
}

/// How a server learns of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootPass {
    /// When it asks for its roots.
    #[default]
    Asked,
    /// Also as one of its last arguments, for a server that never asks.
    Argument,
    /// Also as the value of this environment variable.
    Variable(String),
}

/// A folder of one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootGrant {
    /// The server it is granted to, and no other.
    pub server: ServerId,
    /// Its canonical path: absolute, no link in it.
    pub path: String,
    /// The user's name for it, which the server sees.
    pub name: String,
    /// What the server is to do there.
    pub access: RootAccess,
    /// How the server learns of it.
    pub pass: RootPass,
    /// Which folder it was when it was granted, where the system can tell: another one in its place is not granted.
    pub identity: Option<String>,
}

/// A folder that is passed to a program at its start, whether it asks for it or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedRoot {
    /// Its path.
    pub path: String,
    /// The variable that holds it; none if it is an argument, which then stands among the arguments too.
    pub variable: Option<String>,
}
