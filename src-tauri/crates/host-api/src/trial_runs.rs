//! Trial runs of servers, as a shell sees them.

use messages::Text;
use serde::Serialize;
use specta::Type;

/// The trial run of a local server: it starts with what it has, and what else it looks for is refused and listed.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrialRunView {
    /// Whether the server starts in it.
    pub on: bool,
    /// When it began; none if there was none since the program started.
    pub since_ms: Option<f64>,
    /// Why the server cannot have one.
    pub refused: Option<Text>,
    /// What can be allowed. Nothing of it is allowed yet.
    pub proposals: Vec<TrialProposalView>,
    /// What else the server looked for, at most 100.
    pub notes: Vec<TrialNoteView>,
    /// Whether it looked for more than was kept.
    pub more: bool,
}

/// One thing that can be allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrialProposalView {
    /// What names it.
    pub key: String,
    /// What it is.
    pub what: TrialWantView,
    /// How often the server looked for it.
    pub times: u32,
    /// Files that it looked for, at most 5, hidden characters made visible.
    pub examples: Vec<String>,
}

/// What can be allowed. Paths and hosts have their hidden characters made visible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TrialWantView {
    /// A folder.
    Folder {
        /// Its path.
        path: String,
        /// Whether the server wanted to change something in it.
        write: bool,
    },
    /// A host with its port.
    Host {
        /// `HOST:PORT`.
        host: String,
    },
    /// A program that the server does not see.
    Program {
        /// Its path.
        path: String,
    },
    /// Programs in the server's private folder.
    RunInHome,
}

/// Something that a server looked for and that is not proposed.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct TrialNoteView {
    /// A path, a host, or words for something without a name; hidden characters made visible.
    pub what: Text,
    /// How often the server looked for it.
    pub times: u32,
    /// Why it is not proposed.
    pub why: Text,
}
