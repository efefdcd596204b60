//! Folder grants of a server: granted folders, a pending folder grant, and the user's choice.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{SegmentView, ServerTag};

/// The access that a server is intended to have to a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RootAccessView {
    /// Reading.
    Read,
    /// Also creating, changing and deleting, in a layer of its own that the user reviews.
    Staged,
    /// Also creating, changing and deleting.
    Write,
}

/// How a server learns of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RootPassView {
    /// When it requests its roots.
    Asked,
    /// Also as one of its last arguments.
    Argument,
    /// Also as an environment variable.
    Variable {
        /// The variable's name.
        name: String,
    },
}

/// A granted folder.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RootRowView {
    /// Its path, as the key for revoking it.
    pub key: String,
    /// Its path, hidden characters made visible.
    pub path: String,
    /// The name that the server sees.
    pub name: String,
    /// The intended access of the server.
    pub access: RootAccessView,
    /// How the server learns of it.
    pub pass: RootPassView,
    /// When it was granted, in milliseconds since the Unix epoch.
    pub since_ms: f64,
    /// Why it is temporarily withdrawn, if it is.
    pub trouble: Option<Text>,
    /// The links in it that its server's sandbox does not follow; none until they were counted, and for a server without one.
    pub outside_links: Option<OutsideLinksView>,
    /// How many changes of the folder are pending; none until they were counted, and for a folder without review.
    pub pending: Option<u32>,
}

/// How many links in a folder lead to what its server does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
pub struct OutsideLinksView {
    /// How many were found.
    pub count: u32,
    /// Whether there may be more: the search ended before the folder did.
    pub at_least: bool,
}

/// The folders of a server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RootsView {
    /// The folders, in the order they were granted.
    pub roots: Vec<RootRowView>,
}

/// A suggested folder.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SuggestedRootView {
    /// Its path, as the key for requesting it.
    pub key: String,
    /// Its path, hidden characters made visible.
    pub path: String,
    /// Why it is suggested.
    pub why: Text,
}

/// A probable secret in a folder.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct SecretFoundView {
    /// Its path, relative to the folder.
    pub path: String,
    /// The kind of secret.
    pub what: Text,
}

/// A pending folder grant.
#[derive(Clone, Debug, Serialize, Type)]
pub struct RootApprovalView {
    /// The server.
    pub server: ServerTag,
    /// The folder's canonical path.
    pub path: Vec<SegmentView>,
    /// The picked path, if it is a link to the folder.
    pub picked: Option<Vec<SegmentView>>,
    /// How many files it contains.
    pub files: u32,
    /// The total size of these files, in bytes.
    pub bytes: f64,
    /// Whether the count is incomplete.
    pub more: bool,
    /// The name that the server would see.
    pub name: String,
    /// The preselected access.
    pub access: RootAccessView,
    /// Why writing under review is not offered, as a sentence; none if it is.
    pub unstaged: Option<Text>,
    /// The preselected way of passing it.
    pub pass: RootPassView,
    /// Whether the server is a local program, which can be started with the folder.
    pub local: bool,
    /// The first probable secrets.
    pub secrets: Vec<SecretFoundView>,
    /// How many more of these there are.
    pub more_secrets: u32,
    /// Why the folder is a risk, if it is one, without a full stop.
    pub risk: Option<Text>,
    /// The text that must be typed before it can be granted, if any.
    pub typed: Option<String>,
    /// The server's existing access to it.
    pub had: Option<RootAccessView>,
    /// The servers whose data the server was sent before: it could write that data there.
    pub holds: Vec<ServerTag>,
    /// The repository that contains it.
    pub repository: Option<String>,
    /// Whether the folder is that repository.
    pub is_repository: bool,
    /// The server's other folders.
    pub others: Vec<RootRowView>,
}

/// The user's choices for a folder grant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Type)]
pub struct RootChoiceView {
    /// The name that the server sees; the folder's own name if empty.
    pub name: String,
    /// The intended access of the server.
    pub access: RootAccessView,
    /// How the server learns of the folder.
    pub pass: RootPassView,
    /// The typed confirmation.
    pub typed: String,
}
