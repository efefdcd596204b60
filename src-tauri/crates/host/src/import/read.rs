//! Reads the files in which other programs keep their servers. Pure: text in, servers out; nothing is guessed.

use std::collections::BTreeSet;

use jsonc_parser::ParseOptions;
use secrets::Secret;
use serde_json::{Map, Value};

/// The largest text that is read, in bytes.
pub(crate) const MAX_TEXT: usize = 1024 * 1024;
/// The most servers in one file.
const MAX_SERVERS: usize = 200;
/// The most names of one note.
const MAX_NAMES: usize = 12;

/// Why nothing could be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    /// Larger than [`MAX_TEXT`].
    #[error("It is larger than 1 MiB.")]
    TooLarge,
    /// Not JSON, comments and trailing commas aside. The position only: what stands there may be a secret.
    #[error("It is not JSON: {0}.")]
    NotJson(String),
    /// JSON, but no servers in it.
    #[error("It has no servers: neither `mcpServers` nor `servers` is an object in it.")]
    NoServers,
    /// Too many of them.
    #[error("It has more than 200 servers.")]
    TooMany,
}

/// What a text holds.
#[derive(Debug)]
pub(crate) struct Read {
    /// Whose way of writing it is.
    pub format: &'static str,
    /// Its servers.
    pub servers: Vec<ReadServer>,
    /// What else stood there.
    pub notes: Vec<String>,
}

/// One entry.
#[derive(Debug)]
pub(crate) struct ReadServer {
    /// Its name, as it stands there.
    pub name: String,
    /// How it is started or reached, or why that cannot be said.
    pub found: Result<Found, String>,
    /// Whether it is switched off there.
    pub off: bool,
    /// What is not taken.
    pub notes: Vec<String>,
}

/// What a server is.
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
    /// Headers with the values that stand there.
    pub kept: Vec<(String, Secret)>,
    /// Headers without a value.
    pub asked: Vec<String>,
    /// Headers to take from the host's environment, with the variable.
    pub from_host: Vec<(String, String)>,
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
    /// Variables with the values that stand there.
    pub kept: Vec<(String, Secret)>,
    /// Variables without a value.
    pub asked: Vec<String>,
    /// Variables to take from the host's environment.
    pub from_host: Vec<String>,
}

/// Reads a text.
///
/// # Errors
/// [`ReadError`]; what is wrong with a single server stands with it instead.
pub(crate) fn read(text: &str) -> Result<Read, ReadError> {
    if text.len() > MAX_TEXT {
        return Err(ReadError::TooLarge);
    }
    let text = text.trim_start_matches('\u{feff}');
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
    let value: Value = jsonc_parser::parse_to_serde_value(text, &options).map_err(|error| {
        ReadError::NotJson(format!(
            "line {}, column {}",
            error.line_display(),
            error.column_display()
        ))
    })?;
    let Value::Object(mut root) = value else {
        return Err(ReadError::NoServers);
    };
    let (format, servers) = servers_of(&mut root).ok_or(ReadError::NoServers)?;
    if servers.len() > MAX_SERVERS {
        return Err(ReadError::TooMany);
    }
    root.remove("inputs");
    root.remove("$schema");
    let mut seen = BTreeSet::new();
    let servers = servers
        .into_iter()
        .map(|(name, value)| {
            let twice = !seen.insert(name.trim().to_lowercase());
            entry(name, value, twice)
        })
        .collect();
    Ok(Read {
        format,
        servers,
        notes: not_taken(root.keys()).into_iter().collect(),
    })
}

/// Takes the servers out of a document.
fn servers_of(root: &mut Map<String, Value>) -> Option<(&'static str, Map<String, Value>)> {
    if let Some(Value::Object(servers)) = take_object(root, "mcpServers") {
        return Some(("mcpServers, as in Claude Desktop and Cursor", servers));
    }
    if let Some(Value::Object(servers)) = take_object(root, "servers") {
        return Some(("servers, as in VS Code", servers));
    }
    if let Some(Value::Object(mcp)) = root.get_mut("mcp")
        && let Some(Value::Object(servers)) = take_object(mcp, "servers")
    {
        root.remove("mcp");
        return Some(("the settings of VS Code", servers));
    }
    let is_server = |value: &Value| value.get("command").is_some() || value.get("url").is_some();
    (!root.is_empty() && root.values().all(is_server))
        .then(|| ("servers by their names", std::mem::take(root)))
}

fn take_object(map: &mut Map<String, Value>, key: &str) -> Option<Value> {
    map.get(key)?.is_object().then(|| map.remove(key))?
}

fn entry(name: String, value: Value, twice: bool) -> ReadServer {
    let mut server = ReadServer {
        name,
        found: Err("It is not an object.".into()),
        off: false,
        notes: Vec::new(),
    };
    let Value::Object(mut fields) = value else {
        return server;
    };
    server.off = fields.remove("disabled") == Some(Value::Bool(true))
        || fields.remove("enabled") == Some(Value::Bool(false));
    server.found = match (twice, fields.remove("url")) {
        (true, _) => Err("Another one here has the same name.".into()),
        (false, Some(url)) => remote(url, &mut fields, &mut server.notes).map(Found::Remote),
        (false, None) => local(&mut fields, &mut server.notes).map(Found::Local),
    };
    server.notes.extend(not_taken(fields.keys()));
    server
}

/// Reads how a server at a URL is reached and takes the fields it understands out of `fields`.
fn remote(
    url: Value,
    fields: &mut Map<String, Value>,
    notes: &mut Vec<String>,
) -> Result<Remote, String> {
    let Value::String(url) = url else {
        return Err("Its URL is not a text.".into());
    };
    // Which of the two ways it speaks is found out when it is reached.
    let kinds = [
        "http",
        "streamable-http",
        "streamableHttp",
        "streamable_http",
        "sse",
    ];
    match fields.remove("type").or_else(|| fields.remove("transport")) {
        None => {}
        Some(Value::String(kind)) if kinds.contains(&kind.as_str()) => {}
        Some(other) => return Err(format!("Its type is {}, not http.", brief(&other))),
    }
    if let Some(name) = placeholder(&url) {
        return Err(format!(
            "It uses {}, which only the other program can fill in.",
            domain::visible(name)
        ));
    }
    if url::Url::parse(url.trim()).is_ok_and(|url| url.query().is_some()) {
        notes.push(
            "Its URL has a part after “?”, which is stored with it. Keys belong into headers."
                .into(),
        );
    }
    let mut remote = Remote {
        url: url.trim().to_owned(),
        ..Remote::default()
    };
    match fields.remove("headers") {
        None | Some(Value::Null) => {}
        Some(Value::Object(headers)) => {
            for (name, value) in headers {
                header(name, value, &mut remote, notes)?;
            }
        }
        Some(_) => return Err("Its headers are not an object.".into()),
    }
    Ok(remote)
}

fn header(
    name: String,
    value: Value,
    remote: &mut Remote,
    notes: &mut Vec<String>,
) -> Result<(), String> {
    let Value::String(text) = value else {
        let name = domain::visible(&name);
        return Err(format!("The header {name} is not a text."));
    };
    let variable = text
        .strip_prefix("${env:")
        .and_then(|rest| rest.strip_suffix('}'))
        .filter(|variable| !variable.contains(['$', '{', '}']));
    if let Some(variable) = variable {
        remote.from_host.push((name, variable.to_owned()));
    } else if text.is_empty() || placeholder(&text).is_some() {
        if !text.is_empty() && !text.starts_with("${input:") {
            notes.push(format!(
                "The value of {} is made of another one; you are asked for it.",
                domain::visible(&name)
            ));
        }
        remote.asked.push(name);
    } else {
        remote.kept.push((name, Secret::new(text)));
    }
    Ok(())
}

/// Reads how a server is started and takes the fields it understands out of `fields`.
fn local(fields: &mut Map<String, Value>, notes: &mut Vec<String>) -> Result<Local, String> {
    match fields.remove("type") {
        None => {}
        Some(Value::String(kind)) if kind == "stdio" => {}
        Some(other) => return Err(format!("Its type is {}, not stdio.", brief(&other))),
    }
    let command = match fields.remove("command") {
        Some(Value::String(command)) if !command.trim().is_empty() => command,
        Some(Value::String(_)) | None => return Err("It has no command.".into()),
        Some(_) => return Err("Its command is not a text.".into()),
    };
    if command.trim().contains(char::is_whitespace) {
        notes.push("The command has spaces in it: it is taken as the name of one file.".into());
    }
    let args = match fields.remove("args") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(words)) => words
            .into_iter()
            .enumerate()
            .map(|(at, word)| match word {
                Value::String(word) => Ok(word),
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Array(_)
                | Value::Object(_) => Err(format!("Argument {} is not a text.", at + 1)),
            })
            .collect::<Result<_, _>>()?,
        Some(_) => return Err("Its arguments are not a list.".into()),
    };
    let cwd = match fields.remove("cwd") {
        None | Some(Value::Null) => None,
        Some(Value::String(cwd)) => Some(cwd),
        Some(_) => return Err("Its working folder is not a text.".into()),
    };
    let words = args.iter().chain([&command]).chain(cwd.as_ref());
    if let Some(name) = words.filter_map(|word| placeholder(word)).next() {
        return Err(format!(
            "It uses {}, which only the other program can fill in.",
            domain::visible(name)
        ));
    }
    let mut local = Local {
        command,
        args,
        cwd,
        ..Local::default()
    };
    match fields.remove("env") {
        None | Some(Value::Null) => {}
        Some(Value::Object(env)) => {
            for (name, value) in env {
                variable(name, value, &mut local, notes)?;
            }
        }
        Some(_) => return Err("Its variables are not an object.".into()),
    }
    Ok(local)
}

fn variable(
    name: String,
    value: Value,
    local: &mut Local,
    notes: &mut Vec<String>,
) -> Result<(), String> {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        // One way to write each of them: nothing is guessed.
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(_) | Value::Object(_) => {
            return Err(format!(
                "The variable {} is not a text.",
                domain::visible(&name)
            ));
        }
    };
    if text == format!("${{env:{name}}}") {
        local.from_host.push(name);
    } else if text.is_empty() || placeholder(&text).is_some() {
        if !text.is_empty() && !text.starts_with("${input:") {
            notes.push(format!(
                "The value of {} is made of another one; you are asked for it.",
                domain::visible(&name)
            ));
        }
        local.asked.push(name);
    } else {
        local.kept.push((name, Secret::new(text)));
    }
    Ok(())
}

/// The first `${…}` of a text.
fn placeholder(text: &str) -> Option<&str> {
    let begin = text.find("${")?;
    let end = text[begin..].find('}')?;
    Some(&text[begin..=begin + end])
}

fn brief(value: &Value) -> String {
    match value {
        Value::String(text) => format!(
            "“{}”",
            domain::visible(text).chars().take(40).collect::<String>()
        ),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            "no text".into()
        }
    }
}

/// One line about fields that are not taken.
fn not_taken<'a>(names: impl Iterator<Item = &'a String>) -> Option<String> {
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

#[cfg(test)]
mod tests;
