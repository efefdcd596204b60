//! Servers of another program's file, before they are added.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ApiError, GivenValue, SegmentView};

/// A file of another program that was found on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ImportPlaceView {
    /// The program.
    pub program: String,
    /// The file.
    pub path: String,
}

/// What was read, nothing of it added yet.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ImportView {
    /// Names what was read, for the adding; the next reading replaces it.
    pub id: String,
    /// Whose way of writing it is.
    pub format: String,
    /// The program that the file belongs to, as far as its name says so.
    pub program: Option<String>,
    /// The servers, in the order of their names.
    pub servers: Vec<ImportServerView>,
    /// Whether there is a keychain for the values that stand in it.
    pub keychain: bool,
    /// What else stood there and is not taken, a line each.
    pub notes: Vec<String>,
}

/// A server that could be added.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ImportServerView {
    /// Its name, hidden characters made visible.
    pub name: String,
    /// Whether it can be added, and what that would do.
    pub state: ImportStateView,
    /// Command and arguments as they stand there, word by word; empty for one that cannot be read.
    pub argv: Vec<Vec<SegmentView>>,
    /// Its URL, if it is a server at one: then there is no command, and the names below are those of headers.
    pub url: Option<Vec<SegmentView>>,
    /// Its working directory, if one is given.
    pub cwd: Option<String>,
    /// Variables whose values stand in the file and would go to the keychain.
    pub kept: Vec<String>,
    /// The same with the variables of your environment that they are read from where the values are left out.
    pub kept_from: Vec<String>,
    /// Variables whose values would be asked for when it is first started.
    pub asked: Vec<String>,
    /// Variables that would be read from your own environment at each start.
    pub from_host: Vec<String>,
    /// What is filled in, with where it is used and whether there is a value now.
    pub variables: Vec<ImportVariableView>,
    /// The folders of the projects that the other program uses it in; none if it is for all.
    pub projects: Vec<String>,
    /// Whether the other program has it switched off.
    pub off: bool,
    /// What stood there and is not taken, a line each.
    pub notes: Vec<String>,
}

/// A value that is filled in where a server is started or reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct ImportVariableView {
    /// Its name, with hidden characters made visible.
    pub name: String,
    /// Its name as it stands there: a value for it is given under this name.
    pub key: String,
    /// Where its value comes from.
    pub source: ImportSourceView,
    /// Whether there is a value now, its default aside.
    pub set: bool,
    /// What it is where there is no value.
    pub default: Option<String>,
    /// What it is, in the words of the file.
    pub description: Option<String>,
    /// Whether the other program hides it while it is written.
    pub password: bool,
    /// Where it is used: `argument 2`, `variable TOKEN`, `the URL`.
    pub places: Vec<String>,
    /// Whether it is read at each start; otherwise once, when the server is added.
    pub live: bool,
    /// Whether the server cannot be added before a value is given.
    pub needs_value: bool,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ImportSourceView {
    /// A variable of the user's environment.
    Environment,
    /// The user: the other program asks for it.
    Input,
    /// The user's home folder.
    Home,
}

/// What of a file is added, and how.
#[derive(Clone, Debug, Default, Deserialize, Type)]
pub struct ImportChoice {
    /// The names of the servers.
    pub names: Vec<String>,
    /// Values for variables that need one.
    pub values: Vec<GivenValue>,
    /// Whether values that stand in the file are not taken: their variables are read from the user's environment at each
    /// start.
    pub from_environment: bool,
}

/// Whether a server can be added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ImportStateView {
    /// No server has this name.
    New,
    /// A server of this name is started the same way.
    Same,
    /// A server of this name is started differently; importing changes it, and its launch is reviewed again.
    Changed {
        /// What differs: `command`, `arguments`, `folder`, `variables`, `URL`, `headers`.
        what: Vec<String>,
    },
    /// It cannot be added.
    Unreadable {
        /// Why, one sentence.
        reason: String,
    },
}

/// How the adding of one server ended.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ImportedView {
    /// Its name.
    pub name: String,
    /// The server, if it was added or changed.
    pub server: Option<String>,
    /// Why not, otherwise.
    pub error: Option<ApiError>,
}

/// A field of the form of a server, into which something was pasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PasteField {
    /// Its name.
    Name,
    /// Its URL.
    Url,
    /// Names of headers.
    Headers,
    /// The command.
    Command,
    /// The arguments.
    Args,
    /// The working folder.
    Cwd,
    /// Names of variables.
    Env,
}

/// What a pasted text is.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PastedView {
    /// A text as any other: it stays where it was pasted.
    Plain,
    /// A server: the form is filled in with it.
    Server {
        /// What it is.
        server: Box<PastedServerView>,
    },
    /// Variables or headers only.
    Names {
        /// Their names; all other fields are empty.
        server: Box<PastedServerView>,
    },
    /// The configuration of several servers.
    Several {
        /// How many.
        servers: u32,
    },
    /// It is meant as a server, and cannot be read.
    Unclear {
        /// Why, as a sentence.
        reason: String,
    },
}

/// A server as it was pasted: names of variables and headers, no value of one.
#[derive(Clone, Debug, Serialize, Type)]
pub struct PastedServerView {
    /// Under which the values are held until the server is added.
    pub id: String,
    /// A name for it; empty if there is none to propose.
    pub name: String,
    /// The command; empty for a server at a URL.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working folder.
    pub cwd: Option<String>,
    /// The URL of a server that is reached over the network.
    pub url: Option<String>,
    /// Every variable of a program, or every header of a server at a URL.
    pub names: Vec<String>,
    /// Those whose values were pasted too: they go to the keychain with the server.
    pub kept: Vec<String>,
    /// Those that are taken from Innkeeper's own environment at each start.
    pub from_host: Vec<String>,
    /// What a shell would have expanded, as it was written.
    pub expands: Vec<String>,
    /// What was left out or is asked for, in sentences.
    pub notes: Vec<String>,
}
