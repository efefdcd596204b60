//! What an error reply says: its kind by status and code, how long to wait, its text.

use std::time::{Duration, SystemTime};

use reqwest::{
    StatusCode,
    header::{HeaderMap, LOCATION, RETRY_AFTER},
};
use serde_json::Value;

use crate::{LlmError, Refusal, error::shown, tools_refused::tools_refused};

/// The error for a reply that is no success. `body` may be cut.
pub(crate) fn refused(status: StatusCode, headers: &HeaderMap, body: &str) -> LlmError {
    let said = Said::read(body);
    let message = match said.message {
        Some(message) => shown(&message),
        None if status.is_redirection() => redirect_text(headers),
        None if body.trim().is_empty() => status
            .canonical_reason()
            .unwrap_or("no reason given")
            .to_owned(),
        None => shown(body),
    };
    LlmError::Status {
        status: status.as_u16(),
        retry_after: retry_after(headers),
        message,
        kind: kind_of_status(status.as_u16())
            .filter(|_| said.kind.is_none_or(Refusal::is_of_tools))
            .or(said.kind)
            .unwrap_or(Refusal::Other),
    }
}

/// The error that a JSON document reports in its `error` field, if it has one.
pub(crate) fn reported(document: &str) -> Option<LlmError> {
    let value: Value = serde_json::from_str(document).ok()?;
    let error = first(&value).get("error").filter(|e| !e.is_null())?;
    let said = Said::of(error);
    Some(said.reported(&error.to_string()))
}

/// The error of an event that is called `error`, whatever its data look like.
pub(crate) fn reported_event(data: &str) -> LlmError {
    Said::read(data).reported(data)
}

struct Said {
    message: Option<String>,
    kind: Option<Refusal>,
}

impl Said {
    fn read(body: &str) -> Self {
        match serde_json::from_str::<Value>(body) {
            Ok(value) => {
                let top = first(&value);
                Self::of(top.get("error").filter(|e| !e.is_null()).unwrap_or(top))
            }
            Err(_) => Self {
                message: None,
                kind: None,
            },
        }
    }

    /// Reads `{"message", "code", "type"}`, or a plain string.
    fn of(error: &Value) -> Self {
        let text = |name: &str| error.get(name).and_then(Value::as_str);
        let codes = [text("code"), text("type"), text("status")];
        let message = error
            .as_str()
            .or_else(|| text("message"))
            .or_else(|| text("detail"));
        let number = error
            .get("code")
            .and_then(Value::as_u64)
            .and_then(|code| u16::try_from(code).ok());
        Self {
            message: message.map(str::to_owned),
            kind: codes
                .into_iter()
                .flatten()
                .find_map(kind_of_code)
                .or_else(|| number.and_then(kind_of_status))
                .or_else(|| tools_refused(message?, text("param"))),
        }
    }

    fn reported(self, otherwise: &str) -> LlmError {
        LlmError::Reported {
            message: shown(self.message.as_deref().unwrap_or(otherwise)),
            kind: self.kind.unwrap_or(Refusal::Other),
        }
    }
}

/// Gemini's compatible endpoint wraps its errors in an array.
fn first(value: &Value) -> &Value {
    value.get(0).unwrap_or(value)
}

fn kind_of_code(code: &str) -> Option<Refusal> {
    match code {
        "context_length_exceeded" | "exceed_context_size_error" | "request_too_large" => {
            Some(Refusal::ContextTooLong)
        }
        "overloaded_error" | "server_overloaded" | "UNAVAILABLE" => Some(Refusal::Overloaded),
        "rate_limit_error" | "rate_limit_exceeded" | "RESOURCE_EXHAUSTED" => {
            Some(Refusal::RateLimited)
        }
        "insufficient_quota" | "billing_error" => Some(Refusal::NoCredit),
        "authentication_error"
        | "permission_error"
        | "invalid_api_key"
        | "UNAUTHENTICATED"
        | "PERMISSION_DENIED" => Some(Refusal::Auth),
        "not_found_error" | "model_not_found" | "NOT_FOUND" => Some(Refusal::NotFound),
        _ => None,
    }
}

fn kind_of_status(status: u16) -> Option<Refusal> {
    match status {
        401 | 403 => Some(Refusal::Auth),
        404 => Some(Refusal::NotFound),
        402 => Some(Refusal::NoCredit),
        429 => Some(Refusal::RateLimited),
        413 => Some(Refusal::ContextTooLong),
        503 | 529 => Some(Refusal::Overloaded),
        _ => None,
    }
}

fn redirect_text(headers: &HeaderMap) -> String {
    let target = headers
        .get(LOCATION)
        .map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned());
    match target {
        Some(target) => shown(&format!(
            "a redirect to {target}; redirects are not followed"
        )),
        None => "a redirect; redirects are not followed".to_owned(),
    }
}

/// RFC 9110, section 10.2.3: seconds or a date; `retry-after-ms` is finer and goes first.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|v| v.to_str().ok())
            .map(str::trim)
    };
    let number = |text: &str| text.parse::<f64>().ok();
    let seconds = |s: f64| Duration::try_from_secs_f64(s).ok();
    let fine = text("retry-after-ms")
        .and_then(number)
        .and_then(|ms| seconds(ms / 1000.0));
    fine.or_else(|| {
        let value = text(RETRY_AFTER.as_str())?;
        number(value).and_then(seconds).or_else(|| {
            let date = httpdate::parse_http_date(value).ok()?;
            Some(date.duration_since(SystemTime::now()).unwrap_or_default())
        })
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    fn kind(status: u16, body: &str) -> (Refusal, String) {
        let status = StatusCode::from_u16(status).unwrap();
        let LlmError::Status { kind, message, .. } = refused(status, &HeaderMap::new(), body)
        else {
            panic!("a reply of failure is a status error");
        };
        (kind, message)
    }

    #[test]
    fn kinds_come_from_codes_then_from_the_status() {
        let long = r#"{"error":{"message":"too long","type":"invalid_request_error","code":"context_length_exceeded"}}"#;
        assert_eq!(
            kind(400, long),
            (Refusal::ContextTooLong, "too long".into())
        );
        assert_eq!(
            kind(
                400,
                r#"[{"error":{"code":400,"message":"m","status":"PERMISSION_DENIED"}}]"#
            ),
            (Refusal::Auth, "m".into())
        );
        assert_eq!(
            kind(404, r#"{"error":"model 'x' not found"}"#),
            (Refusal::NotFound, "model 'x' not found".into())
        );
        assert_eq!(
            kind(529, "busy\u{1b}[2J"),
            (Refusal::Overloaded, "busy⟨U+001B⟩[2J".into())
        );
        assert_eq!(kind(500, "").1, "Internal Server Error");
    }

    #[test]
    fn retry_after_in_seconds_or_as_a_date() {
        let wait = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            retry_after(&headers)
        };
        assert_eq!(wait("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(
            wait("retry-after-ms", "1500"),
            Some(Duration::from_millis(1500))
        );
        assert_eq!(
            wait("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"),
            Some(Duration::ZERO)
        );
        for hostile in ["-1", "1e300", "NaN", "inf", "soon"] {
            assert_eq!(wait("retry-after", hostile), None, "{hostile}");
        }
    }
}
