//! Parser for one server entry, in the formats of several programs. It never guesses: an unreadable entry has an error.

use std::path::Path;

use secrets::Secret;
use serde_json::{Map, Value};

use super::{
    entries::{Found, Local, ReadServer, Remote, not_taken},
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

/// Whether a value looks like a server.
pub(super) fn is_server(value: &Value) -> bool {
    value.get("command").is_some() || URLS.iter().any(|field| value.get(field).is_some())
}

/// Reads one entry.
pub(super) fn entry(name: String, value: Value, style: Style) -> ReadServer {
    let mut server = ReadServer {
        name,
        found: Err("It is not an object.".into()),
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
            .map(Found::Remote),
        None => of_type(kind, &LOCAL, "stdio")
            .and_then(|()| local(&mut fields, style, &mut server.notes))
            .map(Found::Local),
    };
    server.notes.extend(not_taken(fields.keys()));
    server
}

fn of_type(kind: Option<Value>, known: &[&str], wanted: &str) -> Result<(), String> {
    match kind {
        None | Some(Value::Null) => Ok(()),
        Some(Value::String(kind)) if known.contains(&kind.as_str()) => Ok(()),
        Some(other) => Err(format!("Its type is {}, not {wanted}.", brief(&other))),
    }
}

/// Parses a remote server and removes the recognized fields from `fields`.
fn remote(
    url: Value,
    fields: &mut Map<String, Value>,
    style: Style,
    notes: &mut Vec<String>,
) -> Result<Remote, String> {
    let Value::String(url) = url else {
        return Err("Its URL is not a text.".into());
    };
    fillable(&url, style)?;
    if url.contains('?') {
        notes.push(
            "Its URL has a part after “?”, which is stored with it. Keys belong into headers."
                .into(),
        );
    }
    Ok(Remote {
        url: url.trim().to_owned(),
        headers: values(fields.remove("headers"), "headers", "header")?,
    })
}

/// Parses the launch of a local server and removes the recognized fields from `fields`.
fn local(
    fields: &mut Map<String, Value>,
    style: Style,
    notes: &mut Vec<String>,
) -> Result<Local, String> {
    let (command, mut args) = command(fields)?;
    if command.trim().contains(char::is_whitespace) {
        notes.push("The command has spaces in it: it is taken as the name of one file.".into());
    }
    match fields.remove("args") {
        None | Some(Value::Null) => {}
        Some(Value::Array(words)) => args.extend(texts(words)?),
        Some(_) => return Err("Its arguments are not a list.".into()),
    }
    let cwd = match fields.remove("cwd") {
        None | Some(Value::Null) => None,
        Some(Value::String(cwd)) if cwd.trim().is_empty() => None,
        Some(Value::String(cwd)) => Some(cwd),
        Some(_) => return Err("Its working folder is not a text.".into()),
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
    let env = values(env, "variables", "variable")?;
    Ok(Local {
        command,
        args,
        cwd,
        env,
    })
}

/// Parses the command: a text; a list with its arguments, as in OpenCode; or an object with them, as in older files of Zed.
fn command(fields: &mut Map<String, Value>) -> Result<(String, Vec<String>), String> {
    match fields.remove("command") {
        Some(Value::String(command)) if !command.trim().is_empty() => Ok((command, Vec::new())),
        Some(Value::Array(words)) => {
            let mut words = texts(words)?;
            if words
                .first()
                .is_none_or(|command| command.trim().is_empty())
            {
                return Err("It has no command.".into());
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
                _ => Err("It has no command.".into()),
            }
        }
        Some(Value::String(_)) | None => Err("It has no command.".into()),
        Some(_) => Err("Its command is not a text.".into()),
    }
}

fn texts(words: Vec<Value>) -> Result<Vec<String>, String> {
    let text = |(at, word): (usize, Value)| match word {
        Value::String(word) => Ok(word),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err(format!("Argument {} is not a text.", at + 1))
        }
    };
    words.into_iter().enumerate().map(text).collect()
}

/// Parses names and their values.
fn values(given: Option<Value>, all: &str, one: &str) -> Result<Vec<(String, Secret)>, String> {
    let given = match given {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(given)) => given,
        Some(_) => return Err(format!("Its {all} are not an object.")),
    };
    let value = |(name, value): (String, Value)| match value {
        Value::Null => Ok((name, Secret::new(String::new()))),
        Value::String(text) => Ok((name, Secret::new(text))),
        // Booleans and numbers have one text form each, so nothing is guessed.
        Value::Bool(_) | Value::Number(_) if one == "variable" => {
            Ok((name, Secret::new(value.to_string())))
        }
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            let name = domain::visible(&name);
            Err(format!("The {one} {name} is not a text."))
        }
    };
    given.into_iter().map(value).collect()
}

/// Rejects placeholders that only the other program can fill in.
fn fillable(text: &str, style: Style) -> Result<(), String> {
    pieces(text, style).map(drop).map_err(|what| {
        let what: String = domain::visible(what).chars().take(80).collect();
        format!("It uses {what}, which only the other program can fill in.")
    })
}

/// Rejects a working folder that begins where only the other program knows. The value of a placeholder is not known yet.
fn full_path(cwd: &str, style: Style) -> Result<(), String> {
    let filled_in = matches!(pieces(cwd, style).as_deref(), Ok([Piece::Variable(_), ..]));
    if filled_in || Path::new(cwd.trim()).is_absolute() {
        return Ok(());
    }
    let cwd: String = domain::visible(cwd).chars().take(80).collect();
    Err(format!(
        "Its working folder “{cwd}” is not a full path, and only the other program knows where it begins. Write the full path in that file, or add the server by hand."
    ))
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
