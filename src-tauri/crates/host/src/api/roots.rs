//! Folders of a server: granted ones, the question about one, and what a person chooses.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{SegmentView, ServerTag};

/// What a server is to do in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RootAccessView {
    /// Read.
    Read,
    /// Also create, change and delete.
    Write,
}

/// How a server learns of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RootPassView {
    /// When it asks for its roots.
    Asked,
    /// Also as one of its last arguments.
    Argument,
    /// Also as a variable of its environment.
    Variable {
        /// The variable's name.
        name: String,
    },
}

/// A granted folder.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RootRowView {
    /// Its path, as it is named to take it back.
    pub key: String,
    /// Its path, hidden characters made visible.
    pub path: String,
    /// The name that the server sees.
    pub name: String,
    /// What the server is to do there.
    pub access: RootAccessView,
    /// How the server learns of it.
    pub pass: RootPassView,
    /// Since when, in milliseconds since the Unix epoch.
    pub since_ms: f64,
    /// Why it is withdrawn for now, if it is.
    pub trouble: Option<String>,
}

/// The folders of a server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RootsView {
    /// They, the first granted first.
    pub roots: Vec<RootRowView>,
}

/// A folder that may be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct SuggestedRootView {
    /// Its path, as it is named to be asked about.
    pub key: String,
    /// Its path, hidden characters made visible.
    pub path: String,
    /// Why it may be meant.
    pub why: String,
}

/// Something in a folder that looks like a secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct SecretFoundView {
    /// Where, beneath the folder.
    pub path: String,
    /// What it looks like.
    pub what: String,
}

/// May a server know of this folder?
#[derive(Clone, Debug, Serialize, Type)]
pub struct RootApprovalView {
    /// The server.
    pub server: ServerTag,
    /// The folder's canonical path.
    pub path: Vec<SegmentView>,
    /// What was picked, if it led there.
    pub picked: Option<Vec<SegmentView>>,
    /// How many files are in it.
    pub files: u32,
    /// How large they are together, in bytes.
    pub bytes: f64,
    /// Whether there are more.
    pub more: bool,
    /// The name that the server would see.
    pub name: String,
    /// What is preselected.
    pub access: RootAccessView,
    /// The same.
    pub pass: RootPassView,
    /// Whether the server is a program of this machine, which can be started with the folder.
    pub local: bool,
    /// What looks like secrets, the first of them.
    pub secrets: Vec<SecretFoundView>,
    /// How many more of these there are.
    pub more_secrets: u32,
    /// Why the place is a risk, if it is one.
    pub risk: Option<String>,
    /// What must be typed before it can be granted, if something must.
    pub typed: Option<String>,
    /// What the server has of it already.
    pub had: Option<RootAccessView>,
    /// The repository that it is in.
    pub repository: Option<String>,
    /// Whether the folder is that repository.
    pub is_repository: bool,
    /// The server's other folders.
    pub others: Vec<RootRowView>,
}

/// What a person chooses with a yes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Type)]
pub struct RootChoiceView {
    /// The name that the server sees; the folder's own if it is empty.
    pub name: String,
    /// What the server is to do there.
    pub access: RootAccessView,
    /// How it learns of the folder.
    pub pass: RootPassView,
    /// What was typed to confirm it.
    pub typed: String,
}
