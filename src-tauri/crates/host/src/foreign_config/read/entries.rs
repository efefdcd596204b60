//! What a configuration file holds.

use secrets::Secret;

use super::variables::Style;

/// The most names of one note.
const MAX_NAMES: usize = 12;

/// What a text holds.
#[derive(Debug)]
pub(crate) struct Read {
    /// Whose way of writing it is.
    pub format: &'static str,
    /// Its servers.
    pub servers: Vec<ReadServer>,
    /// What the other program asks its user for.
    pub inputs: Vec<Input>,
    /// What else stood there.
    pub notes: Vec<String>,
}

/// Something that the other program asks its user for.
#[derive(Debug)]
pub(crate) struct Input {
    /// Its name in the file.
    pub id: String,
    /// What it is, in the words of the file.
    pub description: Option<String>,
    /// What is proposed.
    pub default: Option<String>,
    /// Whether it is hidden while it is written.
    pub password: bool,
}

/// One entry.
#[derive(Debug)]
pub(crate) struct ReadServer {
    /// Its name, as it stands there; where it comes twice, with its project.
    pub name: String,
    /// How it is started or reached, or why that cannot be said.
    pub found: Result<Found, String>,
    /// How its variables are written.
    pub style: Style,
    /// The folders of the projects that it is for; none if it is for all.
    pub projects: Vec<String>,
    /// Whether it is switched off there.
    pub off: bool,
    /// What is not taken.
    pub notes: Vec<String>,
}

/// What a server is. Texts are as they stand in the file, with places for variables.
#[derive(Debug)]
pub(crate) enum Found {
    /// A program of this machine.
    Local(Local),
    /// At a URL.
    Remote(Remote),
}

/// A server at a URL.
#[derive(Debug, Default)]
pub(crate) struct Remote {
    /// The URL.
    pub url: String,
    /// Headers and their values.
    pub headers: Vec<(String, Secret)>,
}

/// A program to start.
#[derive(Debug, Default)]
pub(crate) struct Local {
    /// The command.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory.
    pub cwd: Option<String>,
    /// Variables and their values.
    pub env: Vec<(String, Secret)>,
}

/// One line about fields that are not taken.
pub(super) fn not_taken<'a>(names: impl Iterator<Item = &'a String>) -> Option<String> {
    let all: Vec<String> = names
        .map(|name| domain::visible(name).chars().take(60).collect())
        .collect();
    let more = match all.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown = &all[..all.len().min(MAX_NAMES)];
    (!all.is_empty()).then(|| format!("Not taken: {}{more}.", shown.join(", ")))
}
