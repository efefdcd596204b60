//! Exact values.

use std::collections::BTreeMap;

use domain::canonical;
use serde_json::value::RawValue;

use super::{loose::alike, number, truth::Truth};

/// Most lists and objects in each other that are compared.
const DEPTH: usize = 16;

/// Whether a value is another one, both as JSON text. What is of another kind may be read as it: `"true"`, `1` and `[true]` as
/// `true`.
pub(super) fn is(raw: &str, wanted: &str) -> Truth {
    match (canonical(raw), canonical(wanted)) {
        (Ok(given), Ok(wanted)) if given == wanted => Truth::Holds,
        (Ok(given), Ok(wanted)) => differs(&given, &wanted, DEPTH),
        (Err(_), _) | (_, Err(_)) => Truth::Unclear,
    }
}

/// [`Truth::Fails`] if a value, as canonical text, is certainly not another one.
fn differs(given: &str, wanted: &str, depth: usize) -> Truth {
    let Some(depth) = depth.checked_sub(1) else {
        return Truth::Unclear;
    };
    let differ = |unclear: bool| {
        if unclear {
            Truth::Unclear
        } else {
            Truth::Fails
        }
    };
    match (kind(given), kind(wanted)) {
        (Kind::Truth, Kind::Truth) => differ(given == wanted),
        (Kind::Number, Kind::Number) => number::is(given, wanted),
        (Kind::Text, Kind::Text) => {
            let text = |raw: &str| serde_json::from_str::<String>(raw).unwrap_or_default();
            let (given, wanted) = (text(given), text(wanted));
            let steps = |text: &str| text.split(['/', '\\']).any(|part| part == "..");
            let paths = wanted.contains(['/', '\\']) && steps(&given);
            differ(paths || alike(&given, &wanted))
        }
        (Kind::List, Kind::List) => {
            let items = |raw| serde_json::from_str::<Vec<&RawValue>>(raw).unwrap_or_default();
            let (given, wanted) = (items(given), items(wanted));
            let mut pairs = given.iter().zip(&wanted);
            let same_length = given.len() == wanted.len();
            let fails = |(given, wanted): (&&RawValue, &&RawValue)| {
                differs(given.get(), wanted.get(), depth) == Truth::Fails
            };
            differ(!(same_length && pairs.any(fails)))
        }
        (Kind::Object, Kind::Object) => {
            let fields = |raw| {
                let fields = serde_json::from_str::<BTreeMap<String, &RawValue>>(raw);
                fields.unwrap_or_default()
            };
            let (given, wanted) = (fields(given), fields(wanted));
            let mut all = wanted.iter();
            let fails = |(name, wanted): (&String, &&RawValue)| {
                let value = given.get(name);
                value.is_some_and(|v| differs(v.get(), wanted.get(), depth) == Truth::Fails)
            };
            differ(!all.any(fails))
        }
        _ => Truth::Unclear,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Truth,
    Number,
    Text,
    List,
    Object,
    Null,
}

/// The kind of a value, given as JSON text.
fn kind(raw: &str) -> Kind {
    match raw.as_bytes().first() {
        Some(b't' | b'f') => Kind::Truth,
        Some(b'"') => Kind::Text,
        Some(b'[') => Kind::List,
        Some(b'{') => Kind::Object,
        Some(b'-' | b'0'..=b'9') => Kind::Number,
        Some(_) | None => Kind::Null,
    }
}
