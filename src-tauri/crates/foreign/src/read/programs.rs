//! Entries of programs with fields of their own, put into the fields that [`super::entry`] reads. What has no such field stays as
//! it is, so that it is listed as not imported.

use serde_json::{Map, Value};

use super::variables::{Style, is_name};

/// Types of Goose's extensions that are parts of Goose itself.
const PARTS_OF_GOOSE: [&str; 4] = ["builtin", "platform", "frontend", "inline_python"];
/// Types of Goose's extensions.
const OF_GOOSE: [&str; 3] = ["stdio", "sse", "streamable_http"];

/// Whether an object is the `extensions` of Goose.
pub(super) fn is_goose(extensions: &Map<String, Value>) -> bool {
    let known = |value: &Value| {
        let kind = value.get("type").and_then(Value::as_str);
        kind.is_some_and(|kind| PARTS_OF_GOOSE.contains(&kind) || OF_GOOSE.contains(&kind))
    };
    !extensions.is_empty()
        && extensions.values().all(Value::is_object)
        && extensions.values().any(known)
}

/// Converts an extension of Goose, with its name and its placeholder syntax; none if it is a part of Goose itself.
pub(super) fn goose(mut value: Value) -> Option<(Option<String>, Value, Style)> {
    let Value::Object(fields) = &mut value else {
        return Some((None, value, Style::Braces));
    };
    let kind = fields.get("type").and_then(Value::as_str);
    if kind.is_some_and(|kind| PARTS_OF_GOOSE.contains(&kind)) {
        return None;
    }
    let name = take_text(fields, "name");
    if fields.contains_key("uri") {
        for field in ["envs", "env_keys"] {
            if fields.get(field).is_some_and(is_empty) {
                fields.remove(field);
            }
        }
        return Some((name, value, Style::Dollar));
    }
    rename(fields, "cmd", "command");
    rename(fields, "envs", "env");
    // Their values are in Goose's own keychain.
    take_each(fields, "env_keys", |fields, name| {
        put(fields, "env", name.as_str()?, "").then_some(())
    });
    Some((name, value, Style::Braces))
}

/// Converts a server of Codex.
pub(super) fn codex(mut value: Value) -> Value {
    let Value::Object(fields) = &mut value else {
        return value;
    };
    rename(fields, "http_headers", "headers");
    if let Some(Value::Object(headers)) = fields.remove("env_http_headers") {
        let mut left = Map::new();
        for (header, variable) in headers {
            let text = variable.as_str().and_then(placeholder);
            if !text.is_some_and(|text| put(fields, "headers", &header, &text)) {
                left.insert(header, variable);
            }
        }
        if !left.is_empty() {
            fields.insert("env_http_headers".to_owned(), Value::Object(left));
        }
    }
    let token = fields.get("bearer_token_env_var").and_then(Value::as_str);
    if let Some(token) = token.and_then(placeholder)
        && put(
            fields,
            "headers",
            "Authorization",
            &format!("Bearer {token}"),
        )
    {
        fields.remove("bearer_token_env_var");
    }
    take_each(fields, "env_vars", |fields, variable| {
        let remote = variable
            .get("source")
            .is_some_and(|source| source != "local");
        let name = variable
            .as_str()
            .or_else(|| variable.get("name")?.as_str())?;
        let text = placeholder(name).filter(|_| !remote)?;
        put(fields, "env", name, &text).then_some(())
    });
    // Approvals of single tools.
    let modes = fields.get("tools").and_then(Value::as_object);
    let is_mode = |tool: &Value| tool.get("approval_mode").is_some();
    if modes.is_some_and(|tools| tools.values().any(is_mode)) {
        rename(fields, "tools", "tools.approval_mode");
    }
    value
}

/// Converts a server of Continue.
pub(super) fn continued(mut value: Value) -> Value {
    let Value::Object(fields) = &mut value else {
        return value;
    };
    if let Some(Value::Object(mut options)) = fields.remove("requestOptions") {
        if let Some(headers) = options.remove("headers") {
            fields.entry("headers").or_insert(headers);
        }
        let left = options
            .into_iter()
            .map(|(name, value)| (format!("requestOptions.{name}"), value));
        fields.extend(left);
    }
    value
}

/// Converts a server of Zed; none if an extension of Zed provides it.
pub(super) fn zed(mut value: Value) -> Option<Value> {
    let Value::Object(fields) = &mut value else {
        return Some(value);
    };
    let source = fields.get("source").and_then(Value::as_str);
    let provided = match source {
        Some(source) => source == "extension",
        None => {
            fields.contains_key("settings")
                && !fields.contains_key("command")
                && !fields.contains_key("url")
        }
    };
    if provided {
        return None;
    }
    if source == Some("custom") {
        fields.remove("source");
    }
    Some(value)
}

/// Removes a text and returns it, unless it is empty.
pub(super) fn take_text(fields: &mut Map<String, Value>, field: &str) -> Option<String> {
    let text = fields.get(field)?.as_str()?.to_owned();
    fields.remove(field);
    Some(text).filter(|text| !text.trim().is_empty())
}

/// Whether a value says nothing.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Number(_) => false,
    }
}

/// Renames a field, unless the new name is taken.
fn rename(fields: &mut Map<String, Value>, from: &str, to: &str) {
    if !fields.contains_key(to)
        && let Some(value) = fields.remove(from)
    {
        fields.insert(to.to_owned(), value);
    }
}

/// Moves the elements of a list elsewhere. Those that `take` refuses stay in it.
fn take_each(
    fields: &mut Map<String, Value>,
    field: &str,
    take: impl Fn(&mut Map<String, Value>, &Value) -> Option<()>,
) {
    if !fields.get(field).is_some_and(Value::is_array) {
        return;
    }
    if let Some(Value::Array(mut list)) = fields.remove(field) {
        list.retain(|element| take(fields, element).is_none());
        if !list.is_empty() {
            fields.insert(field.to_owned(), Value::Array(list));
        }
    }
}

/// Adds a text to an object in a field. Returns whether it had none of that name.
fn put(fields: &mut Map<String, Value>, field: &str, name: &str, text: &str) -> bool {
    let object = fields
        .entry(field)
        .or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(object) = object else {
        return false;
    };
    if object.keys().any(|other| other.eq_ignore_ascii_case(name)) {
        return false;
    }
    object.insert(name.to_owned(), Value::String(text.to_owned()));
    true
}

/// Returns the placeholder for a variable of the user.
fn placeholder(variable: &str) -> Option<String> {
    is_name(variable).then(|| format!("${{{variable}}}"))
}

#[cfg(test)]
mod tests;
