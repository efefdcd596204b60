//! Data types for the contents of a configuration file.

use messages::{Phrase, Value, phrases};
use secrets::Secret;

use super::variables::Style;

/// Maximum number of names in one note.
const MAX_NAMES: usize = 12;

/// The contents of a text.
#[derive(Debug)]
pub struct Read {
    /// The program whose format it has.
    pub format: Phrase,
    /// Its servers.
    pub servers: Vec<ReadServer>,
    /// The inputs that the other program prompts for.
    pub inputs: Vec<Input>,
    /// Notes on other entries of the file.
    pub notes: Vec<Phrase>,
}

/// An input that the other program prompts for.
#[derive(Debug)]
pub struct Input {
    /// Its name in the file.
    pub id: String,
    /// The description from the file.
    pub description: Option<String>,
    /// The suggested value.
    pub default: Option<String>,
    /// Whether it is masked during input.
    pub password: bool,
}

/// One entry.
#[derive(Debug)]
pub struct ReadServer {
    /// Its name as written; a duplicate name is followed by its project.
    pub name: String,
    /// The launch or URL of the server, or why it cannot be read.
    pub found: Result<ForeignServer, Phrase>,
    /// The syntax of its placeholders.
    pub style: Style,
    /// The project folders it applies to; none if it applies to all.
    pub projects: Vec<String>,
    /// Whether it is disabled there.
    pub off: bool,
    /// Properties that are not imported.
    pub notes: Vec<Phrase>,
}

/// A server entry. Texts are verbatim, with placeholders.
#[derive(Debug)]
pub enum ForeignServer {
    /// A local program.
    Local(Local),
    /// A remote server.
    Remote(Remote),
}

/// A remote server.
#[derive(Debug, Default)]
pub struct Remote {
    /// The URL.
    pub url: String,
    /// Headers and their values.
    pub headers: Vec<(String, Secret)>,
}

/// A program to start.
#[derive(Debug, Default)]
pub struct Local {
    /// The command.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory.
    pub cwd: Option<String>,
    /// Environment variables and their values.
    pub env: Vec<(String, Secret)>,
}

/// Returns one line about fields that are not imported.
pub(crate) fn not_taken<'a>(names: impl Iterator<Item = &'a String>) -> Option<Phrase> {
    shown(names).map(phrases::host_import_not_imported)
}

/// Returns names for one line, at most [`MAX_NAMES`] of them; none if there are none.
pub(super) fn shown<'a>(names: impl Iterator<Item = &'a String>) -> Option<Value> {
    let mut names = names.map(|name| domain::visible(name).chars().take(60).collect());
    let mut shown: Vec<Value> = names
        .by_ref()
        .take(MAX_NAMES)
        .map(|name: String| name.into())
        .collect();
    let more = names.count();
    if more > 0 {
        shown.push(phrases::host_more(more).into());
    }
    (!shown.is_empty()).then_some(Value::List(shown))
}
