//! What an answer is and says: its kind, a challenge, an error.

use std::time::Duration;

use netcheck::{LinkProblem, is_tls_port};
use oauth::Challenge;
use reqwest::{
    Response,
    header::{
        CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
    },
};

use crate::{
    HttpError,
    bounds::{CLAIM_CHARS, HTTP_ERROR_BYTES, HTTP_HEADER_BYTES, TEXT_CHARS},
    text::shown,
};

/// What an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Events,
}

/// What the body of a successful answer is.
pub(super) fn kind(response: &Response) -> Result<Kind, HttpError> {
    if let Some(packed) = response.headers().get(CONTENT_ENCODING)
        && !packed.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        return Err(HttpError::Packed(header_text(packed)));
    }
    let named = response.headers().get(CONTENT_TYPE);
    let named = named.map_or_else(String::new, header_text);
    let essence = named.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("text/event-stream") {
        Ok(Kind::Events)
    } else if essence.eq_ignore_ascii_case("application/json") {
        Ok(Kind::Json)
    } else {
        Err(HttpError::ContentType(if essence.is_empty() {
            "of no type".into()
        } else {
            essence.to_owned()
        }))
    }
}

fn header_text(value: &HeaderValue) -> String {
    shown(&String::from_utf8_lossy(value.as_bytes()), CLAIM_CHARS)
}

/// What an answer says that wants a sign-in, or one that reaches further.
pub(super) fn challenge(response: &Response) -> Option<Challenge> {
    let status = response.status().as_u16();
    if !matches!(status, 401 | 403) {
        return None;
    }
    let header = challenge_text(response.headers()).map(domain::Untrusted::new);
    let challenge = Challenge {
        status,
        header,
        said: None,
    };
    (status == 401 || challenge.wants_more_scopes()).then_some(challenge)
}

/// The same with what the body says, for a person.
pub(super) async fn with_words(challenge: Challenge, response: &mut Response) -> Challenge {
    let body = start_of(response).await;
    Challenge {
        said: message_of(&String::from_utf8_lossy(&body)),
        ..challenge
    }
}

/// Reads what an error answer says: the error, and its body if it is a JSON document.
pub(super) async fn refusal(mut response: Response) -> (HttpError, Option<String>) {
    if let Some(challenge) = challenge(&response) {
        let challenge = with_words(challenge, &mut response).await;
        return (HttpError::SignIn(challenge), None);
    }
    let status = response.status().as_u16();
    let retry_after = retry_after(response.headers());
    if is_tls_port(&response).await {
        return (HttpError::Link(LinkProblem::TlsPort), None);
    }
    let is_json = kind(&response) == Ok(Kind::Json);
    let body = start_of(&mut response).await;
    let text = String::from_utf8_lossy(&body).into_owned();
    let message = message_of(&text);
    let error = HttpError::Status {
        status,
        message,
        retry_after,
    };
    (error, is_json.then_some(text))
}

/// The first bytes of a body, as far as they come in a moment.
async fn start_of(response: &mut Response) -> Vec<u8> {
    let mut body = Vec::new();
    let read = async {
        while let Ok(Some(bytes)) = response.chunk().await {
            let room = HTTP_ERROR_BYTES - body.len();
            body.extend_from_slice(&bytes[..bytes.len().min(room)]);
            if body.len() == HTTP_ERROR_BYTES {
                return;
            }
        }
    };
    // What came in time is enough to say what happened.
    let _ = tokio::time::timeout(Duration::from_secs(2), read).await;
    body
}

fn challenge_text(headers: &HeaderMap) -> Option<String> {
    let all: Vec<_> = headers
        .get_all(WWW_AUTHENTICATE)
        .iter()
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    let mut text = all.join(", ");
    text.truncate(text.floor_char_boundary(HTTP_HEADER_BYTES));
    (!all.is_empty()).then_some(text)
}

/// Seconds only: a date would need the server's clock.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    text.trim().parse().ok().map(Duration::from_secs)
}

/// The words of an error body: those of a JSON-RPC error, or short plain text.
fn message_of(body: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Body {
        error: RpcError,
    }
    #[derive(serde::Deserialize)]
    struct RpcError {
        message: String,
    }
    let message = match serde_json::from_str::<Body>(body) {
        Ok(body) => body.error.message,
        Err(_) if body.len() <= CLAIM_CHARS && !body.trim_start().starts_with('<') => {
            body.trim().to_owned()
        }
        Err(_) => return None,
    };
    (!message.is_empty()).then(|| shown(&message, TEXT_CHARS))
}
