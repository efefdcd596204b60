//! Servers from another program's configuration file, before they are added.

use messages::Text;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ApiError, GivenValue, SegmentView};

/// A configuration file of another program, detected on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ImportPlaceView {
    /// The program.
    pub program: Text,
    /// The file.
    pub path: String,
}

/// A parsed configuration. Nothing of it is added yet.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ImportView {
    /// The identifier of this parse result, for adding servers from it. The next parse replaces it.
    pub id: String,
    /// The program whose configuration format it has.
    pub format: Text,
    /// The program that the file belongs to, as far as its name tells.
    pub program: Option<Text>,
    /// The servers, sorted by name.
    pub servers: Vec<ImportServerView>,
    /// Whether a keychain is available for the secrets in the file.
    pub keychain: bool,
    /// Entries that are not imported, one line each.
    pub notes: Vec<Text>,
}

/// A server that could be added.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ImportServerView {
    /// Its name, hidden characters made visible.
    pub name: String,
    /// Whether it can be added, and the effect of adding it.
    pub state: ImportStateView,
    /// Command and arguments as written, word by word; empty if the entry cannot be read.
    pub argv: Vec<Vec<SegmentView>>,
    /// Its URL, if it is a remote server. Then there is no command, and the names below are header names.
    pub url: Option<Vec<SegmentView>>,
    /// Its working directory, if one is given.
    pub cwd: Option<String>,
    /// Variables whose values are in the file and would be stored in the keychain.
    pub kept: Vec<String>,
    /// The environment variables from which those are read where the values are not imported.
    pub kept_from: Vec<String>,
    /// Variables whose values Innkeeper requests at the first start.
    pub asked: Vec<String>,
    /// Variables that are read from the user's environment at each start.
    pub from_host: Vec<String>,
    /// The placeholders, with their uses and whether a value exists now.
    pub variables: Vec<ImportVariableView>,
    /// The project folders in which the other program uses it; none if it applies to all.
    pub projects: Vec<String>,
    /// Whether the other program has it disabled.
    pub off: bool,
    /// Properties that are not imported, one line each.
    pub notes: Vec<Text>,
}

/// A placeholder whose value is filled in when a server starts or connects.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
pub struct ImportVariableView {
    /// Its name, with hidden characters made visible.
    pub name: String,
    /// Its name as written; a value for it is passed under this name.
    pub key: String,
    /// The source of its value.
    pub source: ImportSourceView,
    /// Whether a value exists now, apart from the default.
    pub set: bool,
    /// The default where no value exists.
    pub default: Option<String>,
    /// The description from the file.
    pub description: Option<String>,
    /// Whether the other program masks it during input.
    pub password: bool,
    /// Where it is used: `argument 2`, `variable TOKEN`, `the URL`.
    pub places: Vec<Text>,
    /// Whether it is read at each start; otherwise it is read once, when the server is added.
    pub live: bool,
    /// Whether the server cannot be added without a value.
    pub needs_value: bool,
}

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ImportSourceView {
    /// An environment variable of the user.
    Environment,
    /// User input: the other program prompts for it.
    Input,
    /// The user's home folder.
    Home,
}

/// Which servers of a file are added, and how.
#[derive(Clone, Debug, Default, Deserialize, Type)]
pub struct ImportChoice {
    /// The names of the servers.
    pub names: Vec<String>,
    /// Values for placeholders that need one.
    pub values: Vec<GivenValue>,
    /// Whether values in the file are not imported; then the variables are read from the user's environment at each start.
    pub from_environment: bool,
}

/// Whether a server can be added.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ImportStateView {
    /// A new server: no existing one has this name.
    New,
    /// Unchanged: the server with this name has the same launch.
    Same,
    /// Changed: the server with this name has another launch. Importing changes it, and its launch is reviewed again.
    Changed {
        /// What differs: `command`, `arguments`, `working directory`, `variables`, `URL`, `headers`.
        what: Vec<Text>,
    },
    /// It cannot be added.
    Unreadable {
        /// Why, one sentence.
        reason: Text,
    },
}

/// The result of adding one server.
#[derive(Clone, Debug, Serialize, Type)]
pub struct ImportedView {
    /// Its name.
    pub name: String,
    /// The server, if it was added or changed.
    pub server: Option<String>,
    /// Why it was not, otherwise.
    pub error: Option<ApiError>,
}

/// A field of the server form that received pasted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PasteField {
    /// The name.
    Name,
    /// The URL.
    Url,
    /// The header names.
    Headers,
    /// The command.
    Command,
    /// The arguments.
    Args,
    /// The working directory.
    Cwd,
    /// The variable names.
    Env,
}

/// The interpretation of pasted text.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PastedView {
    /// Ordinary text: it stays in the field.
    Plain,
    /// One server: it fills in the form.
    Server {
        /// The server.
        server: Box<PastedServerView>,
    },
    /// Variables or headers only.
    Names {
        /// Their names; all other fields are empty.
        server: Box<PastedServerView>,
    },
    /// The configuration of several servers.
    Several {
        /// How many servers there are.
        servers: u32,
    },
    /// Recognized as a server, but unreadable.
    Unclear {
        /// Why, as a sentence.
        reason: Text,
    },
}

/// A pasted server: names of variables and headers without values.
#[derive(Clone, Debug, Serialize, Type)]
pub struct PastedServerView {
    /// The identifier under which the values are held until the server is added.
    pub id: String,
    /// A suggested name; empty if there is none.
    pub name: String,
    /// The command; empty for a remote server.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory.
    pub cwd: Option<String>,
    /// The URL of a remote server.
    pub url: Option<String>,
    /// Every environment variable of a program, or every header of a remote server.
    pub names: Vec<String>,
    /// The names whose values were pasted too; the values are stored in the keychain with the server.
    pub kept: Vec<String>,
    /// The names whose values are read from Innkeeper's own environment at each start.
    pub from_host: Vec<String>,
    /// Shell expansions, as written.
    pub expands: Vec<String>,
    /// Omissions and required input, as sentences.
    pub notes: Vec<Text>,
}
