//! JSON-RPC 2.0: encoding what we send, and decoding what a server sent without believing any of it
//! (2025-03-26, basic, "Messages").
//!
//! [`lenient`] finds the messages in a frame and repairs them. Each is checked by a linear scan (depth, number of values), then
//! opened one level deep; whatever is inside stays raw until the one who knows its type decodes it. A message that must be
//! refused still settles the request it answers, if its identifier can be found.

use std::{borrow::Cow, collections::BTreeMap};

use lenient::{Fields, Piece, names_surrogates, pieces, shorten};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::{
    bounds::{BoundHit, Bounds, EDGE_BYTES, ERROR_DATA_BYTES, ID_BYTES, TEXT_CHARS},
    counters::Repair,
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
    /// An error that does not say which request it answers.
    AnswerToNone(CallError),
    /// JSON, but no message.
    Malformed(&'a str),
    /// Refused for a bound, and no request of ours could be found that it answers.
    Refused(BoundHit),
    /// It begins as JSON and does not end.
    Unfinished(&'a str),
    /// What follows was not as it must be and was read anyway; why.
    Repaired(Repair),
    /// Not JSON at all: something was printed.
    Noise(&'a str),
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
    /// `null` is a result.
    #[serde(borrow, default, deserialize_with = "there")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

fn there<'de: 'a, 'a, D: Deserializer<'de>>(from: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

impl<'a> Envelope<'a> {
    fn read(text: &'a str) -> Option<Self> {
        if let Ok(this) = serde_json::from_str(text) {
            return Some(this);
        }
        // A member that comes twice: the last one counts.
        let mut all: BTreeMap<String, &'a RawValue> = serde_json::from_str(text).ok()?;
        let mut take = |name| all.remove(name);
        let result = take("result");
        let mut some = |name| take(name).filter(|raw| raw.get() != "null");
        Some(Self {
            jsonrpc: some("jsonrpc"),
            id: some("id"),
            method: some("method"),
            params: some("params"),
            result,
            error: some("error"),
        })
    }
}

/// Decodes one frame, which holds messages, batches and whatever else was printed, and hands each message to `each` in order.
pub(crate) fn decode(text: &str, bounds: &Bounds, each: &mut dyn FnMut(Incoming<'_>)) {
    // Nearly every frame is one message, and as it must be.
    if text.starts_with('{')
        && !names_surrogates(text)
        && bounds.admit(text).is_ok()
        && let Ok(envelope) = serde_json::from_str(text)
    {
        return each(message(envelope, text));
    }
    pieces(text, &mut |piece| match piece {
        Piece::Json { text, quoted } => {
            if let Cow::Owned(_) = text {
                each(Incoming::Repaired(Repair::NotJson));
            }
            value(&text, bounds, &mut |message| {
                // A line of log may repeat what was sent to the server, or what it sends: only an answer is of use then.
                let of_use = matches!(message, Incoming::Answer { .. } | Incoming::Refused(_));
                each(match quoted && !of_use {
                    true => Incoming::Noise(&text),
                    false => message,
                });
            });
        }
        Piece::Broken(text) => each(broken(text)),
        Piece::Unfinished(text) => each(Incoming::Unfinished(text)),
        Piece::Printed(text) => each(Incoming::Noise(text)),
    });
}

/// What of a frame is not as it must be and is read anyway; the first thing, if there are several.
pub(crate) fn repaired(text: &str, bounds: &Bounds) -> Option<Repair> {
    let mut first = None;
    decode(text, bounds, &mut |message| {
        let repair = match message {
            Incoming::Repaired(repair) => Some(repair),
            Incoming::Answer { id, .. } if id.odd => Some(Repair::OddId),
            Incoming::Answer { .. }
            | Incoming::AnswerToNone(_)
            | Incoming::Request { .. }
            | Incoming::Notification { .. }
            | Incoming::Malformed(_)
            | Incoming::Refused(_)
            | Incoming::Unfinished(_)
            | Incoming::Noise(_) => None,
        };
        first = first.or(repair);
    });
    first
}

/// A message that is no JSON, or was cut off: it ends the request that it answers.
pub(crate) fn broken(text: &str) -> Incoming<'_> {
    match edge_id(text.as_bytes(), text.as_bytes()) {
        Some(id) => Incoming::Answer {
            id,
            outcome: Err(CallError::BadResult("it is not valid JSON".into())),
        },
        None => Incoming::Noise(text),
    }
}

fn value(text: &str, bounds: &Bounds, each: &mut dyn FnMut(Incoming<'_>)) {
    let fits = bounds.admit(text);
    match (text.starts_with('{'), fits) {
        (true, Ok(())) => each(open(text)),
        (true, Err(hit)) => match shorten(text, bounds.json_depth, bounds.json_nodes) {
            Some(shorter) => {
                each(Incoming::Repaired(Repair::PastBound));
                each(open(&shorter.text));
            }
            None => each(refuse(text, hit)),
        },
        (false, Ok(())) => batch(text, bounds, each),
        (false, Err(hit)) => each(Incoming::Refused(hit)),
    }
}

/// A batch (2025-03-26, basic, "Batching"): every message of it, each on its own. A batch above the bound is refused, but
/// the requests it answers end at once.
fn batch(text: &str, bounds: &Bounds, each: &mut dyn FnMut(Incoming<'_>)) {
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) else {
        return each(Incoming::Noise(text));
    };
    if items.is_empty() {
        return each(Incoming::Malformed(text));
    }
    let too_many = items.len() > bounds.batch_messages;
    if too_many {
        each(Incoming::Refused(BoundHit::BatchMessages));
    }
    for item in items {
        let message = match item.get().as_bytes().first() {
            Some(b'{') => open(item.get()),
            _ => Incoming::Malformed(item.get()),
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
    Envelope::read(text).map_or(Incoming::Malformed(text), |envelope| {
        message(envelope, text)
    })
}

fn message<'a>(envelope: Envelope<'a>, text: &'a str) -> Incoming<'a> {
    if let Some(method) = envelope.method {
        let Ok(method) = serde_json::from_str::<String>(method.get()) else {
            return Incoming::Malformed(text);
        };
        return match envelope.id {
            None => Incoming::Notification {
                method,
                params: envelope.params,
            },
            Some(id) => ServerRequestId::read(id).map_or(Incoming::Malformed(text), |id| {
                Incoming::Request {
                    id,
                    method,
                    params: envelope.params,
                }
            }),
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
        (None, None) => return Incoming::Malformed(text),
    };
    match (envelope.id, outcome) {
        (Some(id), outcome) => match OurId::read(id) {
            Some(id) => Incoming::Answer { id, outcome },
            None => Incoming::Malformed(text),
        },
        (None, Err(error @ CallError::Rpc { .. })) if envelope.jsonrpc.is_some() => {
            Incoming::AnswerToNone(error)
        }
        (None, _) => Incoming::Malformed(text),
    }
}

fn refuse(text: &str, hit: BoundHit) -> Incoming<'_> {
    let Incoming::Answer { id, .. } = open(text) else {
        return Incoming::Refused(hit);
    };
    Incoming::Answer {
        id,
        outcome: Err(hit.into()),
    }
}

/// Whether a text of HTTP holds the answer to this request.
pub(crate) fn answers(text: &str, request: u64, bounds: &Bounds) -> bool {
    let mut found = false;
    decode(text, bounds, &mut |message| {
        found |= matches!(message, Incoming::Answer { id, .. } if id.number == request);
    });
    found
}

/// The code of an error that has none that can be read.
const NO_CODE: i64 = 0;

/// Reads an error of a server: an object, or only its words.
pub(crate) fn read_error(raw: &RawValue) -> CallError {
    let mut fields = Fields::of(raw).unwrap_or_default();
    let code = fields.number("code").map_or(NO_CODE, |code| code as i64);
    let words = fields.shown("message").unwrap_or_else(|| {
        serde_json::from_str(raw.get()).unwrap_or_else(|_| raw.get().to_owned())
    });
    let data = fields.raw("data").map(|data| match data.get() {
        data if data.len() <= ERROR_DATA_BYTES => data.to_owned(),
        data => format!(
            "\"(left out by Innkeeper: {} bytes, more than {ERROR_DATA_BYTES})\"",
            data.len()
        ),
    });
    CallError::Rpc {
        code,
        message: shown(&words, TEXT_CHARS),
        data: data.map(domain::Untrusted::new),
    }
}

/// Finds the request of ours that a message answers from its two ends alone.
///
/// Servers write `id` first or last. Only a hint: a wrong one can only end a request of that same server.
pub(crate) fn edge_id(head: &[u8], tail: &[u8]) -> Option<OurId> {
    let found = lenient::id_at_edges(head, tail, EDGE_BYTES)?;
    OurId::read(serde_json::from_str(&found).ok()?)
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
