//! JSON-RPC 2.0: encoding what we send, and decoding what a server sent without believing any of it
//! (2025-03-26, basic, "Messages").
//!
//! A message is checked by a linear scan first (depth, number of values), then opened one level deep; whatever is inside
//! stays raw until the one who knows its type decodes it. A message that must be refused still settles the request it
//! answers, if its identifier can be found.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    bounds::{BoundHit, Bounds, EDGE_BYTES, ERROR_DATA_BYTES, ID_BYTES, TEXT_CHARS},
    error::CallError,
    text::shown,
};

/// JSON-RPC's code for an unknown method.
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
/// JSON-RPC's code for parameters that are not as they must be.
pub(crate) const INVALID_PARAMS: i64 = -32602;
/// JSON-RPC's code for a failure inside the receiver.
pub(crate) const INTERNAL_ERROR: i64 = -32603;

/// The identifier of a server's request as JSON text, to be echoed as received.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ServerRequestId(Box<str>);

impl ServerRequestId {
    fn read(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        let token = matches!(text.as_bytes().first(), Some(b'"' | b'-' | b'0'..=b'9'));
        (token && text.len() <= ID_BYTES).then(|| Self(text.into()))
    }

    /// Whether it is this number, written as one or as a text.
    pub(crate) fn is_number(&self, number: u64) -> bool {
        self.0.trim_matches('"').parse() == Ok(number)
    }

    pub(crate) fn from_raw(raw: &RawValue) -> Option<Self> {
        Self::read(raw)
    }
}

/// The identifier of one of our requests, or a progress token, as a server echoed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OurId {
    pub(crate) number: u64,
    /// It came back as another type: a string, or a number with a fraction.
    pub(crate) odd: bool,
}

impl OurId {
    /// Reads an echoed identifier. Servers that turn numbers into strings or floats are understood.
    pub(crate) fn read(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        if let Ok(number) = text.parse() {
            return Some(Self { number, odd: false });
        }
        let inner = text
            .strip_prefix('"')
            .and_then(|t| t.strip_suffix('"'))
            .unwrap_or(text);
        let whole = inner.split_once('.').map_or(inner, |(whole, fraction)| {
            if !fraction.is_empty() && fraction.bytes().all(|b| b == b'0') {
                whole
            } else {
                ""
            }
        });
        whole.parse().ok().map(|number| Self { number, odd: true })
    }
}

/// One message of a server.
#[derive(Debug)]
pub(crate) enum Incoming<'a> {
    /// A request, to be answered.
    Request {
        id: ServerRequestId,
        method: String,
        params: Option<&'a RawValue>,
    },
    /// A notification.
    Notification {
        method: String,
        params: Option<&'a RawValue>,
    },
    /// The answer to a request of ours; an error if it is one, or if it cannot be read.
    Answer {
        id: OurId,
        outcome: Result<&'a RawValue, CallError>,
    },
    /// JSON, but no message.
    Malformed,
    /// Refused for a bound, and no request of ours could be found that it answers.
    Refused(BoundHit),
    /// Not JSON at all: something was printed.
    Noise,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

/// Decodes one frame, a message or a batch, and hands each message to `each` in order.
pub(crate) fn decode(text: &str, bounds: &Bounds, each: &mut dyn FnMut(Incoming<'_>)) {
    let scan = scan(text.as_bytes(), bounds);
    match (text.trim_start().as_bytes().first(), scan) {
        (Some(b'{'), Ok(())) => each(open(text)),
        (Some(b'{'), Err(hit)) => each(refuse(text, hit)),
        (Some(b'['), Ok(())) => batch(text, bounds, each),
        (Some(b'['), Err(hit)) => each(Incoming::Refused(hit)),
        _ => each(Incoming::Noise),
    }
}

/// A batch (2025-03-26, basic, "Batching"): every message of it, each on its own. A batch above the bound is refused, but
/// the requests it answers end at once.
fn batch(text: &str, bounds: &Bounds, each: &mut dyn FnMut(Incoming<'_>)) {
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) else {
        return each(Incoming::Noise);
    };
    if items.is_empty() {
        return each(Incoming::Malformed);
    }
    let too_many = items.len() > bounds.batch_messages;
    if too_many {
        each(Incoming::Refused(BoundHit::BatchMessages));
    }
    for item in items {
        let message = match item.get().as_bytes().first() {
            Some(b'{') => open(item.get()),
            _ => Incoming::Malformed,
        };
        if !too_many {
            each(message);
        } else if let Incoming::Answer { id, .. } = message {
            each(Incoming::Answer {
                id,
                outcome: Err(BoundHit::BatchMessages.into()),
            });
        }
    }
}

fn open(text: &str) -> Incoming<'_> {
    let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(text) else {
        return match edge_id(text.as_bytes(), text.as_bytes()) {
            Some(id) if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() => {
                bad_answer(id)
            }
            _ if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() => Incoming::Malformed,
            _ => Incoming::Noise,
        };
    };
    if let Some(method) = envelope.method {
        let Ok(method) = serde_json::from_str::<String>(method.get()) else {
            return Incoming::Malformed;
        };
        return match envelope.id {
            None => Incoming::Notification {
                method,
                params: envelope.params,
            },
            Some(id) => {
                ServerRequestId::read(id).map_or(Incoming::Malformed, |id| Incoming::Request {
                    id,
                    method,
                    params: envelope.params,
                })
            }
        };
    }
    let outcome = match (envelope.result, envelope.error) {
        // An answer must not set both; the error is what must not be missed.
        (_, Some(error)) => Err(read_error(error)),
        (Some(result), None) => Ok(result),
        (None, None) if envelope.jsonrpc.is_some() => Err(CallError::BadResult(
            "it has neither a result nor an error".into(),
        )),
        // Programs print JSON log lines, some with an "id".
        (None, None) => return Incoming::Malformed,
    };
    match envelope.id.and_then(OurId::read) {
        Some(id) => Incoming::Answer { id, outcome },
        None => Incoming::Malformed,
    }
}

fn refuse(text: &str, hit: BoundHit) -> Incoming<'_> {
    match open(text) {
        Incoming::Answer { id, .. } => Incoming::Answer {
            id,
            outcome: Err(hit.into()),
        },
        Incoming::Noise => Incoming::Noise,
        Incoming::Request { .. }
        | Incoming::Notification { .. }
        | Incoming::Malformed
        | Incoming::Refused(_) => Incoming::Refused(hit),
    }
}

fn bad_answer(id: OurId) -> Incoming<'static> {
    Incoming::Answer {
        id,
        outcome: Err(CallError::BadResult("the message is malformed".into())),
    }
}

/// Reads an error of a server.
pub(crate) fn read_error(raw: &RawValue) -> CallError {
    #[derive(Deserialize)]
    struct RpcError<'a> {
        code: i64,
        message: String,
        #[serde(borrow, default)]
        data: Option<&'a RawValue>,
    }
    match serde_json::from_str::<RpcError<'_>>(raw.get()) {
        Ok(error) => CallError::Rpc {
            code: error.code,
            message: shown(&error.message, TEXT_CHARS),
            data: error
                .data
                .filter(|d| d.get().len() <= ERROR_DATA_BYTES)
                .map(|d| domain::Untrusted::new(d.get().to_owned())),
        },
        Err(_) => CallError::BadResult(format!(
            "a malformed error: {}",
            shown(raw.get(), TEXT_CHARS)
        )),
    }
}

/// One pass over the bytes: how deep, how many values. Knows strings; does not check the JSON otherwise.
pub(crate) fn scan(bytes: &[u8], bounds: &Bounds) -> Result<(), BoundHit> {
    let (mut depth, mut nodes) = (0usize, 1usize);
    let (mut in_string, mut escaped) = (false, false);
    for &byte in bytes {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => {
                depth += 1;
                nodes += 1;
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => nodes += 1,
            _ => {}
        }
        if depth > bounds.json_depth {
            return Err(BoundHit::JsonDepth);
        }
        if nodes > bounds.json_nodes {
            return Err(BoundHit::JsonNodes);
        }
    }
    Ok(())
}

/// Finds the request of ours that a message answers from its two ends alone.
///
/// Servers write `id` first or last. Only a hint: a wrong one can only end a request of that same server.
pub(crate) fn edge_id(head: &[u8], tail: &[u8]) -> Option<OurId> {
    let head = String::from_utf8_lossy(&head[..head.len().min(EDGE_BYTES)]).into_owned();
    let tail = String::from_utf8_lossy(&tail[tail.len().saturating_sub(EDGE_BYTES)..]).into_owned();
    id_at_head(&head).or_else(|| id_at_tail(&tail))
}

/// `{"jsonrpc":"2.0","id":7,…` with the two fields in either order.
fn id_at_head(head: &str) -> Option<OurId> {
    let mut rest = head.trim_start().strip_prefix('{')?;
    let mut found = None;
    for _ in 0..2 {
        let (key, value, after) = scalar_field(rest)?;
        match key {
            "jsonrpc" => {}
            "id" => found = Some(value),
            _ => return None,
        }
        if found.is_some() {
            break;
        }
        rest = after.trim_start().strip_prefix(',')?;
    }
    read_id(found?)
}

/// `…,"jsonrpc":"2.0","id":7}` with the two fields in either order.
fn id_at_tail(tail: &str) -> Option<OurId> {
    let at = tail.rfind("\"id\"")?;
    let (_, value, after) = scalar_field(&tail[at..])?;
    let after: String = after.chars().filter(|c| !c.is_whitespace()).collect();
    let last = after == "}" || after == ",\"jsonrpc\":\"2.0\"}";
    let id = last.then(|| read_id(value)).flatten();
    id.filter(|_| tail.contains("\"jsonrpc\""))
}

fn read_id(text: &str) -> Option<OurId> {
    let raw: &RawValue = serde_json::from_str(text).ok()?;
    OurId::read(raw)
}

/// Splits `"key": value rest`, for a value that is a short string or a number.
fn scalar_field(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim_start().strip_prefix('"')?;
    let (key, rest) = text.split_once('"')?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    let end = match rest.strip_prefix('"') {
        Some(inner) => inner.find('"')? + 2,
        None => rest.find([',', '}', ' '])?,
    };
    Some((key, &rest[..end], &rest[end..]))
}

/// The text of a request.
pub(crate) fn request<P: Serialize>(
    id: u64,
    method: &str,
    params: Option<&P>,
) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Request<'a, P> {
        jsonrpc: &'static str,
        id: u64,
        method: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        params: Option<&'a P>,
    }
    serde_json::to_string(&Request {
        jsonrpc: "2.0",
        id,
        method,
        params,
    })
}

/// The text of a request of ours once more: with another identifier and `_meta`, and with what the server needs first. Everything
/// else stays byte for byte as it was.
pub(crate) fn again<M: Serialize>(
    text: &str,
    id: u64,
    meta: Option<M>,
    given: Option<&BTreeMap<String, String>>,
    state: Option<&RawValue>,
) -> serde_json::Result<String> {
    #[derive(Deserialize)]
    struct Sent<'a> {
        method: &'a str,
        #[serde(borrow)]
        params: BTreeMap<&'a str, &'a RawValue>,
    }
    let Sent { method, mut params } = serde_json::from_str(text)?;
    let meta = to_raw_value(&meta)?;
    let given = given
        .map(|given| {
            let read = |(key, text): (&String, &String)| {
                Ok((key.clone(), RawValue::from_string(text.clone())?))
            };
            let all = given.iter().map(read);
            to_raw_value(&all.collect::<serde_json::Result<BTreeMap<_, _>>>()?)
        })
        .transpose()?;
    params.insert("_meta", &meta);
    if let Some(given) = &given {
        params.insert("inputResponses", given);
    }
    if let Some(state) = state {
        params.insert("requestState", state);
    }
    request(id, method, Some(&params))
}

/// The text of a notification.
pub(crate) fn notification<P: Serialize>(
    method: &str,
    params: Option<&P>,
) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Notification<'a, P> {
        jsonrpc: &'static str,
        method: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        params: Option<&'a P>,
    }
    serde_json::to_string(&Notification {
        jsonrpc: "2.0",
        method,
        params,
    })
}

/// The text of an answer to a server's request; `result` is JSON text of our own.
pub(crate) fn answer(id: &ServerRequestId, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.0)
}

/// The text of an error answer to a server's request.
pub(crate) fn error_answer(id: &ServerRequestId, code: i64, message: &str) -> String {
    let message = serde_json::Value::from(message);
    format!(
        r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":{code},"message":{message}}}}}"#,
        id.0
    )
}

#[cfg(test)]
mod tests;
