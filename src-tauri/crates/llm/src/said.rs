//! What an endpoint's error says, in any of its shapes: a text, a document, a document inside a text, a list of them, or a web page.

use serde_json::Value;

use crate::{Refusal, error::shown};

/// How deep a document is read.
const DEEP: usize = 8;
/// Most entries of a list that are told.
const MOST: usize = 3;
/// Fields that hold the error or its words, the first that says something.
const WORDS: [&str; 14] = [
    "error",
    "errors",
    "message",
    "msg",
    "detail",
    "details",
    "error_message",
    "error_description",
    "error_msg",
    "errorMessage",
    "description",
    "reason",
    "text",
    "title",
];
/// Words of an answer that is too long for the model, as they all write it.
const TOO_LONG: [&str; 16] = [
    "context length",
    "context_length",
    "context window",
    "context size",
    "maximum context",
    "prompt is too long",
    "prompt too long",
    "input is too long",
    "input too long",
    "too many tokens",
    "tokens exceed",
    "exceeds the token",
    "exceed the token",
    "request too large",
    "reduce the length",
    "token count exceeds",
];

/// The words and the meaning of an error.
pub(crate) struct Said {
    pub(crate) message: Option<String>,
    pub(crate) kind: Option<Refusal>,
}

impl Said {
    /// Reads a body, or the value of an `error` field.
    pub(crate) fn read(body: &str) -> Self {
        let text = body.trim();
        match serde_json::from_str::<Value>(text) {
            Ok(value) => Self::of(&value),
            Err(_) if text.starts_with('<') => Self::of_page(text),
            Err(_) => Self {
                message: None,
                kind: kind_of_words(&text.to_lowercase()),
            },
        }
    }

    fn of_page(page: &str) -> Self {
        Self {
            message: Some(page_title(page)),
            kind: None,
        }
    }

    fn of(value: &Value) -> Self {
        let message = words_of(value, DEEP).filter(|words| !words.trim().is_empty());
        let lower = message.as_deref().unwrap_or_default().to_lowercase();
        let code = |name| find(value, name, DEEP);
        let codes = ["code", "type", "status", "error_code", "error_type"];
        let kind = codes.into_iter().filter_map(code).find_map(kind_of_value);
        Self {
            kind: kind_of_words(&lower).or(kind),
            message,
        }
    }
}

/// The words of an error, with the provider's name and its own words where a gateway hides them.
fn words_of(value: &Value, deep: usize) -> Option<String> {
    let deep = deep.checked_sub(1)?;
    match value {
        Value::String(text) => match serde_json::from_str(text) {
            Ok(inner @ (Value::Object(_) | Value::Array(_))) => {
                words_of(&inner, deep).or_else(|| Some(text.clone()))
            }
            _ => Some(text.clone()),
        },
        Value::Array(list) => {
            let words: Vec<String> = list
                .iter()
                .filter_map(|one| words_of(one, deep))
                .take(MOST)
                .collect();
            (!words.is_empty()).then(|| words.join("; "))
        }
        Value::Object(fields) => {
            let mut names = WORDS.iter().filter_map(|name| fields.get(*name));
            let own =
                names.find_map(|inner| words_of(inner, deep).filter(|words| !words.is_empty()));
            let place = fields.get("loc").and_then(Value::as_array).map(|path| {
                let path: Vec<String> = path.iter().map(plain).collect();
                path.join(".")
            });
            let own = match (own, place) {
                (Some(own), Some(place)) => Some(format!("{place}: {own}")),
                (own, _) => own,
            };
            match fields.get("metadata") {
                Some(metadata) => with_provider(own, metadata, deep),
                None => own,
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// OpenRouter names the provider and what it said beside its own words.
fn with_provider(own: Option<String>, metadata: &Value, deep: usize) -> Option<String> {
    let name = metadata.get("provider_name").and_then(Value::as_str);
    let raw = metadata.get("raw").and_then(|raw| words_of(raw, deep));
    let mut words = own.unwrap_or_default();
    if let Some(name) = name {
        words = format!("{words} ({name})");
    }
    if let Some(raw) = raw.filter(|raw| !words.contains(raw.as_str())) {
        words = format!("{words}: {raw}");
    }
    Some(words.trim().to_owned()).filter(|words| !words.is_empty())
}

/// The first field of a name that says something, the outermost first.
fn find<'a>(value: &'a Value, name: &str, deep: usize) -> Option<&'a Value> {
    let deep = deep.checked_sub(1)?;
    match value {
        Value::Object(fields) => {
            let own = fields
                .get(name)
                .filter(|own| kind_of_value(own).is_some() || name == "param");
            own.or_else(|| fields.values().find_map(|inner| find(inner, name, deep)))
        }
        Value::Array(list) => list.iter().find_map(|inner| find(inner, name, deep)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// The title of a web page, else its first words.
pub(crate) fn page_title(page: &str) -> String {
    let lower = page.to_ascii_lowercase();
    let inside = |name: &str| {
        let start = lower.find(&format!("<{name}"))?;
        let start = start + lower.get(start..)?.find('>')? + 1;
        let end = start + lower.get(start..)?.find(&format!("</{name}"))?;
        let text = without_tags(page.get(start..end)?);
        (!text.is_empty()).then_some(text)
    };
    let title = inside("title")
        .or_else(|| inside("h1"))
        .or_else(|| inside("body"));
    shown(&title.unwrap_or_else(|| "a web page".to_owned()))
}

fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            c if !inside => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn kind_of_value(value: &Value) -> Option<Refusal> {
    match value {
        Value::String(code) => kind_of_code(code).or_else(|| kind_of_status(code.parse().ok()?)),
        Value::Number(number) => kind_of_status(u16::try_from(number.as_u64()?).ok()?),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn kind_of_code(code: &str) -> Option<Refusal> {
    let code = code.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| code.contains(word));
    if has(&[
        "context_length",
        "context_size",
        "context_window",
        "request_too_large",
        "string_above_max",
    ]) {
        Some(Refusal::ContextTooLong)
    } else if has(&[
        "overloaded",
        "unavailable",
        "slow_down",
        "insufficient_system",
    ]) {
        Some(Refusal::Overloaded)
    } else if has(&[
        "rate_limit",
        "resource_exhausted",
        "too_many_requests",
        "ratelimit",
        "throttl",
    ]) {
        Some(Refusal::RateLimited)
    } else if has(&[
        "insufficient_quota",
        "billing",
        "insufficient_balance",
        "payment",
        "credit",
    ]) {
        Some(Refusal::NoCredit)
    } else if has(&[
        "authentication",
        "permission",
        "api_key",
        "unauthenticated",
        "unauthorized",
        "forbidden",
    ]) {
        Some(Refusal::Auth)
    } else if has(&[
        "content_filter",
        "content_policy",
        "responsibleai",
        "moderation",
    ]) {
        Some(Refusal::Filtered)
    } else if has(&[
        "model_not_found",
        "model_not_loaded",
        "deploymentnotfound",
        "model_not_exist",
    ]) {
        Some(Refusal::NoModel)
    } else if has(&["not_found"]) {
        Some(Refusal::NotFound)
    } else {
        None
    }
}

/// What words say that no code says; only what leads to other advice.
fn kind_of_words(words: &str) -> Option<Refusal> {
    let has = |any: &[&str]| any.iter().any(|word| words.contains(word));
    if has(&TOO_LONG) {
        return Some(Refusal::ContextTooLong);
    }
    let of_key = has(&["api key", "api-key", "apikey", "credentials"]);
    if of_key
        && has(&[
            "invalid",
            "not valid",
            "incorrect",
            "missing",
            "expired",
            "wrong",
            "no api",
        ])
    {
        return Some(Refusal::Auth);
    }
    if has(&["content management policy", "content policy"]) {
        return Some(Refusal::Filtered);
    }
    let of_model = has(&["model"]);
    (of_model
        && has(&[
            "no models loaded",
            "not a chat model",
            "model not found",
            "not loaded",
        ]))
    .then_some(Refusal::NoModel)
}

/// What a status means.
pub(crate) fn kind_of_status(status: u16) -> Option<Refusal> {
    match status {
        401 | 403 => Some(Refusal::Auth),
        404 => Some(Refusal::NotFound),
        402 => Some(Refusal::NoCredit),
        429 => Some(Refusal::RateLimited),
        413 => Some(Refusal::ContextTooLong),
        503 | 529 => Some(Refusal::Overloaded),
        500..=599 => Some(Refusal::Failed),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_every_shape() {
        for (body, words) in [
            (r#"{"error":{"message":"a","type":"b"}}"#, "a"),
            (r#"{"error":"a"}"#, "a"),
            (r#"[{"error":{"code":400,"message":"a"}}]"#, "a"),
            (r#"{"object":"error","message":"a"}"#, "a"),
            (r#"{"detail":[{"loc":["body",0],"msg":"a"}]}"#, "body.0: a"),
            (r#"{"detail":"a"}"#, "a"),
            (r#"{"code":1,"msg":"a","data":null}"#, "a"),
            (
                r#"{"error":{"message":"{\"error\":{\"message\":\"a\"}}"}}"#,
                "a",
            ),
            (r#"{"error":{},"message":"a"}"#, "a"),
            (
                r#"{"error":{"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"a\"}}","provider_name":"P"}}}"#,
                "Provider returned error (P): a",
            ),
            (
                "<!DOCTYPE html><html><head><TITLE>x | 502: <b>Bad</b> gateway</TITLE></head>",
                "x | 502: Bad gateway",
            ),
        ] {
            assert_eq!(Said::read(body).message.as_deref(), Some(words), "{body}");
        }
    }

    #[test]
    fn kinds_are_found_in_codes_and_words() {
        for (body, kind) in [
            (
                r#"{"message":"This model's maximum context length is 4096 tokens.","code":400}"#,
                Refusal::ContextTooLong,
            ),
            (
                r#"{"error":{"code":"400","message":"x: {\"message\":\"prompt is too long: 2 > 1\"}"}}"#,
                Refusal::ContextTooLong,
            ),
            (
                r#"{"error":{"code":429,"message":"a"}}"#,
                Refusal::RateLimited,
            ),
            (
                r#"{"error":{"status":"UNAVAILABLE","message":"a"}}"#,
                Refusal::Overloaded,
            ),
            (
                r#"{"error":{"type":"overloaded_error"}}"#,
                Refusal::Overloaded,
            ),
            (
                r#"[{"error":{"code":400,"message":"API key not valid."}}]"#,
                Refusal::Auth,
            ),
            (
                r#"{"error":{"code":"content_filter","message":"a"}}"#,
                Refusal::Filtered,
            ),
        ] {
            assert_eq!(Said::read(body).kind, Some(kind), "{body}");
        }
    }
}
