//! Parser for the configuration files of other programs. It is pure (text in, servers out) and never guesses.

mod document;
mod entries;
mod entry;
mod error;
mod programs;
mod toml;
pub(crate) mod variables;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};

use jsonc_parser::ParseOptions;
use messages::phrases;
use serde_json::{Map, Value};

use document::Document;
pub(crate) use entries::not_taken;
pub use entries::{ForeignServer, Input, Local, Read, ReadServer, Remote};
pub(crate) use entry::{is_launch, is_remote_type};
use error::MAX_SERVERS;
pub use error::ReadError;

/// Maximum size of the text, in bytes. Claude Code stores its history in the same file as its servers.
pub const MAX_TEXT: usize = 16 * 1024 * 1024;

/// Parses a text: JSON, also with comments and trailing commas, TOML or YAML.
///
/// # Errors
/// [`ReadError`]. An error in a single server is stored with that server instead.
pub fn read(text: &str) -> Result<Read, ReadError> {
    if text.len() > MAX_TEXT {
        return Err(ReadError::TooLarge { most: MAX_TEXT });
    }
    let text = bare(text);
    let value = match syntax(text) {
        Syntax::Toml => toml::parse(text)?,
        Syntax::Yaml => yaml::parse(text)?,
        // A snippet from the middle of a file, without the enclosing braces.
        Syntax::Json if text.starts_with('"') => parse(&format!("{{{text}\n}}"))?,
        Syntax::Json => parse(text)?,
    };
    let Value::Object(root) = value else {
        return Err(ReadError::NoServers);
    };
    read_root(root)
}

/// Reads a parsed text.
///
/// # Errors
/// It has no servers, or too many.
pub(crate) fn read_root(mut root: Map<String, Value>) -> Result<Read, ReadError> {
    let Document {
        format,
        mut servers,
        inputs,
        mut notes,
    } = Document::of(&mut root);
    let format = format.ok_or(ReadError::NoServers)?;
    if servers.len() > MAX_SERVERS {
        return Err(ReadError::TooMany);
    }
    tell_apart(&mut servers);
    root.remove("$schema");
    notes.extend(not_taken(root.keys()));
    Ok(Read {
        format,
        servers,
        inputs,
        notes,
    })
}

/// The syntax of a text.
enum Syntax {
    Json,
    Toml,
    Yaml,
}

/// Recognizes the syntax of a text by its first line that says something.
fn syntax(text: &str) -> Syntax {
    if text.starts_with(['{', '"', '/']) {
        return Syntax::Json;
    }
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let line = line.unwrap_or_default();
    let header = |line: &str| {
        let key = line.trim_start_matches('[').split(']').next();
        let key = key.filter(|key| line.contains(']') && key.starts_with(char::is_alphanumeric));
        key.is_some_and(|key| !key.contains([',', '[', '{']))
    };
    if line.starts_with('[') {
        return if header(line) {
            Syntax::Toml
        } else {
            Syntax::Json
        };
    }
    match line.find([':', '=']).map(|at| &line[at..]) {
        Some(rest) if rest.starts_with('=') => Syntax::Toml,
        Some(rest) if rest == ":" || rest.starts_with(": ") => Syntax::Yaml,
        _ if line.starts_with("---") || line.starts_with("%YAML") => Syntax::Yaml,
        _ => Syntax::Json,
    }
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
