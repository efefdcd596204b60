//! Parser for the configuration files of other programs. It is pure (text in, servers out) and never guesses.

mod document;
mod entries;
mod entry;
pub(crate) mod variables;

use std::collections::{BTreeMap, BTreeSet};

use jsonc_parser::ParseOptions;
use serde_json::Value;

use document::Document;
use entries::not_taken;
pub(crate) use entries::{Found, Input, Local, Read, ReadServer, Remote};

/// Maximum size of the text, in bytes. Claude Code stores its history in the same file as its servers.
pub(crate) const MAX_TEXT: usize = 16 * 1024 * 1024;
/// Maximum number of servers in one file.
const MAX_SERVERS: usize = 200;

/// Why a text could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    /// Larger than [`MAX_TEXT`].
    #[error("It is larger than 16 MiB.")]
    TooLarge,
    /// Not JSON, even with comments and trailing commas allowed. The error has the position only, since the text may be a secret.
    #[error("It is not JSON: {0}.")]
    NotJson(String),
    /// JSON without servers.
    #[error(
        "It has no servers: none of `mcpServers`, `servers`, `mcp` and `context_servers` is an object in it."
    )]
    NoServers,
    /// Too many servers.
    #[error("It has more than 200 servers.")]
    TooMany,
}

/// Parses a text.
///
/// # Errors
/// [`ReadError`]. An error in a single server is stored with that server instead.
pub(crate) fn read(text: &str) -> Result<Read, ReadError> {
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
    jsonc_parser::parse_to_serde_value(text, &options).map_err(|error| {
        ReadError::NotJson(format!(
            "line {}, column {}",
            error.line_display(),
            error.column_display()
        ))
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
            server.found = Err("Another one here has the same name.".into());
        }
    }
}

#[cfg(test)]
mod tests;
