//! Parser for one server entry, in the formats of several programs. It never guesses: an unreadable entry has an error.

use std::path::Path;

use messages::{Phrase, phrases};
use secrets::Secret;
use serde_json::{Map, Value};

use super::{
    entries::{ForeignServer, Local, ReadServer, Remote, not_taken, shown},
    programs::is_empty,
    variables::{Piece, Style, pieces},
};

/// The type names of a local program.
const LOCAL: [&str; 3] = ["stdio", "local", "command"];
/// The type names of a remote server. The transport is detected when it is reached.
const REMOTE: [&str; 7] = [
    "http",
    "streamable-http",
    "streamableHttp",
    "streamable_http",
    "sse",
    "remote",
    "http-stream",
];
/// The fields that contain a URL, in order of precedence: Gemini CLI's `url` is the older one of two.
const URLS: [&str; 4] = ["httpUrl", "serverUrl", "url", "uri"];
const TYPES: [&str; 3] = ["type", "transport", "transportType"];
/// The fields that let tools run without an approval: of Gemini CLI, of Cline and similar, of Roo Code, of Codex.
const APPROVALS: [&str; 5] = [
    "trust",
    "autoApprove",
    "alwaysAllow",
    "default_tools_approval_mode",
    "tools.approval_mode",
];

/// Whether a value looks like a server.
pub(super) fn is_server(value: &Value) -> bool {
    value.as_object().is_some_and(is_launch)
}

/// Whether fields are those of a server.
pub(crate) fn is_launch(fields: &Map<String, Value>) -> bool {
    fields.contains_key("command") || URLS.iter().any(|field| fields.contains_key(*field))
}

/// Whether this is the type of a remote server.
pub(crate) fn is_remote_type(kind: &str) -> bool {
    REMOTE.contains(&kind)
}

/// Reads one entry.
pub(super) fn entry(name: String, value: Value, style: Style) -> ReadServer {
    let mut server = ReadServer {
        name,
        found: Err(phrases::host_import_not_object()),
        style,
        projects: Vec::new(),
        off: false,
        notes: Vec::new(),
    };
    let Value::Object(mut fields) = value else {
        return server;
    };
    server.off = fields.remove("disabled") == Some(Value::Bool(true))
        || fields.remove("enabled") == Some(Value::Bool(false));
    let kind = TYPES.iter().fold(None, |kind, field| {
        let value = fields.remove(*field);
        kind.or(value)
    });
    let url = URLS.iter().fold(None, |url, field| {
        let value = fields.remove(*field).filter(|v| !v.is_null());
        url.or(value)
    });
    server.found = match url {
        Some(url) => of_type(kind, &REMOTE, "http")
            .and_then(|()| remote(url, &mut fields, style, &mut server.notes))
            .map(ForeignServer::Remote),
        None => of_type(kind, &LOCAL, "stdio")
            .and_then(|()| local(&mut fields, style, &mut server.notes))
            .map(ForeignServer::Local),
    };
    let approvals: Vec<String> = APPROVALS
        .into_iter()
        .filter(|field| fields.remove(*field).is_some_and(|value| !is_empty(&value)))
        .map(str::to_owned)
        .collect();
    let approvals = shown(approvals.iter()).map(phrases::host_import_approvals);
    server.notes.extend(approvals);
    server.notes.extend(not_taken(fields.keys()));
    server
}

fn of_type(kind: Option<Value>, known: &[&str], wanted: &str) -> Result<(), Phrase> {
    match kind {
        None | Some(Value::Null) => Ok(()),
        Some(Value::String(kind)) if known.contains(&kind.as_str()) => Ok(()),
        Some(Value::String(kind)) => {
            let kind: String = domain::visible(&kind).chars().take(40).collect();
            Err(phrases::host_import_type(kind, wanted))
        }
        Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            Err(phrases::host_import_type_not_string())
        }
    }
}

/// Parses a remote server and removes the recognized fields from `fields`.
fn remote(
    url: Value,
    fields: &mut Map<String, Value>,
    style: Style,
    notes: &mut Vec<Phrase>,
) -> Result<Remote, Phrase> {
    let Value::String(url) = url else {
        return Err(phrases::host_import_url_not_string());
    };
    fillable(&url, style)?;
    if url.contains('?') {
        notes.push(phrases::host_import_query());
    }
    Ok(Remote {
        url: url.trim().to_owned(),
        headers: headers(fields.remove("headers"))?,
    })
}

/// Parses the launch of a local server and removes the recognized fields from `fields`.
fn local(
    fields: &mut Map<String, Value>,
    style: Style,
    notes: &mut Vec<Phrase>,
) -> Result<Local, Phrase> {
    let (command, mut args) = command(fields)?;
    if command.trim().contains(char::is_whitespace) {
        notes.push(phrases::host_import_spaces());
    }
    match fields.remove("args") {
        None | Some(Value::Null) => {}
        Some(Value::Array(words)) => args.extend(texts(words)?),
        Some(_) => return Err(phrases::host_import_arguments_not_list()),
    }
    let cwd = match fields.remove("cwd") {
        None | Some(Value::Null) => None,
        Some(Value::String(cwd)) if cwd.trim().is_empty() => None,
        Some(Value::String(cwd)) => Some(cwd),
        Some(_) => return Err(phrases::host_import_folder_not_string()),
    };
    for word in args.iter().chain([&command]).chain(cwd.as_ref()) {
        fillable(word, style)?;
    }
    if let Some(cwd) = &cwd {
        full_path(cwd, style)?;
    }
    let env = match fields.remove("env") {
        Some(env) => Some(env),
        None => fields.remove("environment"),
    };
    let env = variables(env)?;
    Ok(Local {
        command,
        args,
        cwd,
        env,
    })
}

/// Parses the command: a text; a list with its arguments, as in OpenCode; or an object with them, as in older files of Zed.
fn command(fields: &mut Map<String, Value>) -> Result<(String, Vec<String>), Phrase> {
    match fields.remove("command") {
        Some(Value::String(command)) if !command.trim().is_empty() => Ok((command, Vec::new())),
        Some(Value::Array(words)) => {
            let mut words = texts(words)?;
            if words
                .first()
                .is_none_or(|command| command.trim().is_empty())
            {
                return Err(phrases::host_import_no_command());
            }
            let args = words.split_off(1);
            Ok((words.swap_remove(0), args))
        }
        Some(Value::Object(mut inner)) => {
            for field in ["args", "env"] {
                if let Some(value) = inner.remove(field) {
                    fields.entry(field).or_insert(value);
                }
            }
            match inner.remove("path") {
                Some(Value::String(path)) if !path.trim().is_empty() => Ok((path, Vec::new())),
                _ => Err(phrases::host_import_no_command()),
            }
        }
        Some(Value::String(_)) | None => Err(phrases::host_import_no_command()),
        Some(_) => Err(phrases::host_import_command_not_string()),
    }
}

fn texts(words: Vec<Value>) -> Result<Vec<String>, Phrase> {
    let text = |(at, word): (usize, Value)| match word {
        Value::String(word) => Ok(word),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err(phrases::host_import_argument_not_string(at + 1))
        }
    };
    words.into_iter().enumerate().map(text).collect()
}

/// Parses the names of headers and their values.
fn headers(given: Option<Value>) -> Result<Vec<(String, Secret)>, Phrase> {
    let given = match given {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(given)) => given,
        Some(_) => return Err(phrases::host_import_headers_not_object()),
    };
    given.into_iter().map(text_value).collect()
}

/// Parses the names of variables and their values.
fn variables(given: Option<Value>) -> Result<Vec<(String, Secret)>, Phrase> {
    let given = match given {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(given)) => given,
        Some(_) => return Err(phrases::host_import_variables_not_object()),
    };
    let value = |(name, value): (String, Value)| match value {
        // Booleans and numbers have one text form each, so nothing is guessed.
        Value::Bool(_) | Value::Number(_) => Ok((name, Secret::new(value.to_string()))),
        Value::Null | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            text_value((name, value))
        }
    };
    given.into_iter().map(value).collect()
}

fn text_value((name, value): (String, Value)) -> Result<(String, Secret), Phrase> {
    match value {
        Value::Null => Ok((name, Secret::new(String::new()))),
        Value::String(text) => Ok((name, Secret::new(text))),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            let name = domain::visible(&name);
            Err(phrases::host_import_value_not_string(name))
        }
    }
}

/// Rejects placeholders that only the other program can fill in.
fn fillable(text: &str, style: Style) -> Result<(), Phrase> {
    pieces(text, style).map(drop).map_err(|what| {
        let what: String = domain::visible(what).chars().take(80).collect();
        phrases::host_import_not_fillable(what)
    })
}

/// Rejects a working folder that begins where only the other program knows. The value of a placeholder is not known yet.
fn full_path(cwd: &str, style: Style) -> Result<(), Phrase> {
    let filled_in = matches!(pieces(cwd, style).as_deref(), Ok([Piece::Variable(_), ..]));
    if filled_in || Path::new(cwd.trim()).is_absolute() {
        return Ok(());
    }
    let cwd: String = domain::visible(cwd).chars().take(80).collect();
    Err(phrases::host_import_folder_relative(cwd))
}
