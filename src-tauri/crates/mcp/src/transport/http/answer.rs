//! What an answer is and says: its kind, a challenge, an error.

use std::time::Duration;

use bytes::Bytes;
use lenient::Fields;
use netcheck::{LinkProblem, is_tls_port};
use oauth::Challenge;
use reqwest::{
    Response,
    header::{
        CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
    },
};
use serde_json::value::RawValue;

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
    Empty,
}

/// How much of a body is looked at for its kind, in bytes.
const PEEKED: usize = 1024;

/// The body of an answer, with what was read of it to know its kind.
pub(super) struct Body {
    first: Option<Bytes>,
    response: Response,
}

impl Body {
    /// With a part that was read.
    pub(super) fn with(first: Bytes, response: Response) -> Self {
        let first = Some(first);
        Self { first, response }
    }

    /// Looks at what a successful answer holds. Its type says so, or else its first bytes.
    pub(super) async fn open(mut response: Response) -> Result<(Kind, Self), HttpError> {
        let named = named_kind(&response)?;
        let mut first = Vec::new();
        while named.is_none() && start_of_text(&first).is_empty() && first.len() < PEEKED {
            match response.chunk().await {
                Ok(Some(bytes)) => first.extend_from_slice(&bytes),
                Ok(None) => break,
                Err(_) => return Err(HttpError::CutOff),
            }
        }
        let kind = match named {
            Some(kind) => kind,
            None => match seen_kind(&first) {
                Some(kind) => kind,
                None if says_json(&response) => Kind::Json,
                None => return Err(HttpError::ContentType(type_of(&response))),
            },
        };
        Ok((kind, Self::with(first.into(), response)))
    }

    /// The next bytes; none at the end.
    pub(super) async fn chunk(&mut self) -> Result<Option<Bytes>, HttpError> {
        match self.first.take().filter(|first| !first.is_empty()) {
            Some(first) => Ok(Some(first)),
            None => self.response.chunk().await.map_err(|_| HttpError::CutOff),
        }
    }

    /// How long it says it is, in bytes.
    pub(super) fn length(&self) -> Option<u64> {
        self.response.content_length()
    }

    pub(super) fn into_response(self) -> Response {
        self.response
    }
}

/// What the type of an answer says that it holds, if it says so.
fn named_kind(response: &Response) -> Result<Option<Kind>, HttpError> {
    if let Some(packed) = response.headers().get(CONTENT_ENCODING)
        && !packed.as_bytes().eq_ignore_ascii_case(b"identity")
        && !packed.is_empty()
    {
        return Err(HttpError::Packed(header_text(packed)));
    }
    let essence = type_of(response);
    Ok(match essence.as_str() {
        _ if essence.eq_ignore_ascii_case("text/event-stream") => Some(Kind::Events),
        _ if response.content_length() == Some(0) => Some(Kind::Empty),
        _ => None,
    })
}

fn says_json(response: &Response) -> bool {
    let essence = type_of(response).to_ascii_lowercase();
    essence == "application/json" || essence.ends_with("+json")
}

/// The type of an answer without its parameters, in words.
fn type_of(response: &Response) -> String {
    let named = response.headers().get(CONTENT_TYPE);
    let named = named.map_or_else(String::new, header_text);
    match named.split(';').next().unwrap_or_default().trim() {
        "" => "of no type".into(),
        essence => essence.to_owned(),
    }
}

/// What begins so.
pub(super) fn seen_kind(bytes: &[u8]) -> Option<Kind> {
    const FIELDS: [&[u8]; 5] = [b"event:", b"data:", b"id:", b"retry:", b":"];
    let start = start_of_text(bytes);
    match start.first() {
        None => Some(Kind::Empty),
        Some(b'{' | b'[') => Some(Kind::Json),
        Some(_) => FIELDS
            .iter()
            .any(|field| start.starts_with(field))
            .then_some(Kind::Events),
    }
}

/// The bytes from the first that is neither white space nor a byte-order mark.
fn start_of_text(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.trim_ascii_start();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start()
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
    let body = start_of(&mut response).await;
    let is_json = seen_kind(&body) == Some(Kind::Json);
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

/// The words of an error body: those of a JSON-RPC error, those that common frameworks write, or short plain text.
fn message_of(body: &str) -> Option<String> {
    let words = |mut fields: Fields<'_>| {
        let names = ["message", "error_description", "detail", "error"];
        names.into_iter().find_map(|name| fields.text(name))
    };
    let read: Option<&RawValue> = serde_json::from_str(body.trim_start_matches('\u{feff}')).ok();
    let of_body = read.and_then(Fields::of);
    let of_error = of_body.clone().and_then(|mut body| body.object("error"));
    let said = of_error.and_then(words).or_else(|| of_body.and_then(words));
    let message = match said {
        Some(said) => said,
        None if body.len() <= CLAIM_CHARS && !body.trim_start().starts_with('<') => {
            body.trim().to_owned()
        }
        None => return None,
    };
    (!message.is_empty()).then(|| shown(&message, TEXT_CHARS))
}
