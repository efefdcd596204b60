//! What an error reply says: its kind by status and code, how long to wait, its text.

use std::time::{Duration, SystemTime};

use crate::{
    Complaint, LlmError, Refusal,
    error::shown,
    fields::{Fields, elements, is_nothing},
    said::{Said, kind_of_status},
};
use reqwest::{
    StatusCode,
    header::{HeaderMap, LOCATION, RETRY_AFTER},
};

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
        kind: kind(status.as_u16(), said.kind),
        said: Box::new(Complaint::read(body)),
    }
}

/// A size or a key that the status names is meant; else what was said is more exact than the status.
fn kind(status: u16, said: Option<Refusal>) -> Refusal {
    let by_status = kind_of_status(status);
    match said {
        _ if matches!(status, 401 | 413) => by_status,
        Some(said) => Some(said),
        None => by_status,
    }
    .unwrap_or(Refusal::Other)
}

/// The error that a JSON document of a stream reports, if it is one.
pub(crate) fn reported(document: &str) -> Option<LlmError> {
    let first = elements(document).into_iter().next()?;
    reported_in(&Fields::read(first)?, first)
}

/// The error in the fields of a document: `error` with something in it, or words where an answer should be.
pub(crate) fn reported_in(fields: &Fields<'_>, document: &str) -> Option<LlmError> {
    let named = |name: &str| fields.get(name).filter(|value| !is_nothing(value));
    if let Some(error) = named("error").or_else(|| named("errors")) {
        let said = Said::read(error);
        let outer = Said::read(document);
        return Some(error_of(
            Said {
                message: said.message.or(outer.message),
                kind: said.kind.or(outer.kind),
            },
            error,
        ));
    }
    let is = |name: &str| fields.word(name).is_some_and(|word| word.contains("error"));
    let marked = named("error_code").is_some() || is("type") || is("object") || is("status");
    let answers = [
        "choices", "content", "output", "delta", "usage", "type", "object", "response",
    ];
    let worded = ["message", "msg", "detail"]
        .iter()
        .any(|name| named(name).is_some_and(|value| value.starts_with(['"', '['])));
    let alone = worded && !answers.iter().any(|name| fields.has(name));
    (marked || alone).then(|| error_of(Said::read(document), document))
}

/// The error of an event that is called `error`, whatever its data look like.
pub(crate) fn reported_event(data: &str) -> LlmError {
    error_of(Said::read(data), data)
}

/// The error of an answer that ended in a failure, by its reason and what was said of it.
pub(crate) fn failed(reason: &str, said: &str) -> LlmError {
    let words = Said::read(said);
    let code = Said::read(&serde_json::json!({ "code": reason }).to_string());
    error_of(
        Said {
            message: words.message,
            kind: words.kind.or(code.kind).or(Some(Refusal::Failed)),
        },
        reason,
    )
}

fn error_of(said: Said, otherwise: &str) -> LlmError {
    LlmError::Reported {
        message: shown(said.message.as_deref().unwrap_or(otherwise)),
        kind: said.kind.unwrap_or(Refusal::Other),
        said: Box::new(Complaint::read(otherwise)),
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
