//! Parser for the configuration files of other programs. It is pure (text in, servers out) and never guesses.

mod document;
mod entries;
mod entry;
pub(crate) mod variables;

use std::collections::{BTreeMap, BTreeSet};

use jsonc_parser::ParseOptions;
use messages::{Phrase, phrases};
use serde_json::Value;

use document::Document;
use entries::not_taken;
pub use entries::{ForeignServer, Input, Local, Read, ReadServer, Remote};

/// Maximum size of the text, in bytes. Claude Code stores its history in the same file as its servers.
pub const MAX_TEXT: usize = 16 * 1024 * 1024;
/// Maximum number of servers in one file.
const MAX_SERVERS: usize = 200;

/// Why a text could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// Larger than [`MAX_TEXT`].
    TooLarge,
    /// Not JSON, even with comments and trailing commas allowed. The error has the position only, since the text may be a secret.
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// JSON without servers.
    NoServers,
    /// Too many servers.
    TooMany,
}

impl ReadError {
    /// Returns the reason for display.
    #[must_use]
    pub fn text(&self) -> Phrase {
        match self {
            Self::TooLarge => phrases::host_import_too_large(MAX_TEXT / (1024 * 1024)),
            Self::NotJson { line, column } => phrases::host_import_not_json(*column, *line),
            Self::NoServers => phrases::host_import_no_servers(),
            Self::TooMany => phrases::host_import_too_many(MAX_SERVERS),
        }
    }
}

/// Parses a text.
///
/// # Errors
/// [`ReadError`]. An error in a single server is stored with that server instead.
pub fn read(text: &str) -> Result<Read, ReadError> {
    if text.len() > MAX_TEXT {
        return Err(ReadError::TooLarge);
    }
    let text = bare(text);
    let value = if text.starts_with('"') {
        // A snippet from the middle of a file, without the enclosing braces.
        parse(&format!("{{{text}\n}}"))?
    } else {
        parse(text)?
    };
    let Value::Object(mut root) = value else {
        return Err(ReadError::NoServers);
    };
    let Document {
        format,
        mut servers,
        inputs,
    } = Document::of(&mut root);
    let format = format.ok_or(ReadError::NoServers)?;
    if servers.len() > MAX_SERVERS {
        return Err(ReadError::TooMany);
    }
    tell_apart(&mut servers);
    root.remove("$schema");
    Ok(Read {
        format,
        servers,
        inputs,
        notes: not_taken(root.keys()).into_iter().collect(),
    })
}

/// Returns a text without its byte order mark and an enclosing code fence.
fn bare(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}').trim();
    let inside = text
        .strip_prefix("```")
        .and_then(|text| text.strip_suffix("```"));
    match inside.and_then(|inside| inside.split_once('\n')) {
        Some((_language, inside)) => inside.trim(),
        None => text,
    }
}

fn parse(text: &str) -> Result<Value, ReadError> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    jsonc_parser::parse_to_serde_value(text, &options).map_err(|error| ReadError::NotJson {
        line: error.line_display(),
        column: error.column_display(),
    })
}

/// Appends project names to servers with the same name. Of those that still share a name, the first is kept.
fn tell_apart(servers: &mut [ReadServer]) {
    let key = |name: &str| name.trim().to_lowercase();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for server in servers.iter() {
        *times.entry(key(&server.name)).or_default() += 1;
    }
    let mut seen = BTreeSet::new();
    for server in servers {
        let project = server.projects.first();
        if let Some(project) = project.filter(|_| times[&key(&server.name)] > 1) {
            let folder = project
                .trim_end_matches(['/', '\\'])
                .rsplit(['/', '\\'])
                .next();
            let named = format!("{} ({})", server.name, folder.unwrap_or(project));
            let numbered = (2..).map(|n| format!("{named} {n}"));
            let mut names = std::iter::once(named.clone()).chain(numbered);
            server.name = names
                .find(|name| !seen.contains(&key(name)))
                .unwrap_or(named);
        }
        if !seen.insert(key(&server.name)) {
            server.found = Err(phrases::host_import_same_name());
        }
    }
}

#[cfg(test)]
mod tests;
