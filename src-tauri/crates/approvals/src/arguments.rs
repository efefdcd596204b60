//! Arguments for display: each in full, with marks on text that came from other servers.

use std::collections::BTreeSet;

use domain::{ServerId, ToolCall, pretty};
use host_api::{ArgumentView, SegmentView, ServerTag};
use messages::{Phrase, phrases};
use policy::matching::Match;

use crate::{Servers, wording::segments};

/// The positions of other servers' text in each argument, in its displayed form ([`shown`]).
pub type Marks = Vec<Vec<Match<ServerId>>>;

/// Maximum number of marked passages in one argument; the rest is shown as one passage.
const MARKS: usize = 500;

/// Returns the arguments of a call, in order. Missing marks hide nothing: the reasons still name the servers whose text it contains.
pub(crate) fn arguments(
    call: &ToolCall,
    marks: &[Vec<Match<ServerId>>],
    servers: &Servers,
) -> Vec<ArgumentView> {
    let fields = call.arguments.fields().into_iter().enumerate();
    fields
        .map(|(at, (key, raw))| {
            let marks = marks.get(at).map_or(&[][..], Vec::as_slice);
            argument(&key, &raw, marks, servers)
        })
        .collect()
}

/// Limits the marks; the rest becomes one passage that names all its sources.
fn at_most(marks: &[Match<ServerId>]) -> Vec<Match<ServerId>> {
    let (first, rest) = marks.split_at(marks.len().min(MARKS));
    let mut out = first.to_vec();
    if let (Some(begin), Some(end)) = (rest.first(), rest.last()) {
        let from: BTreeSet<ServerId> = rest.iter().flat_map(|f| f.from.iter().copied()).collect();
        out.push(Match {
            at: begin.at.start..end.at.end,
            from: from.into_iter().collect(),
        });
    }
    out
}

/// Returns one argument, with marks on text that came from other servers.
fn argument(key: &str, raw: &str, marks: &[Match<ServerId>], servers: &Servers) -> ArgumentView {
    let (text, is_json) = shown(raw);
    let size = if is_json {
        kind(raw)
    } else {
        phrases::host_size_characters(text.chars().count())
    };
    let value = marked(&text, marks, servers);
    let hidden = value
        .iter()
        .map(|segment| match segment {
            SegmentView::Hidden { count, .. } => *count,
            SegmentView::Text { .. } => 0,
        })
        .fold(0u32, u32::saturating_add);
    ArgumentView {
        key: segments(key),
        size: size.into(),
        value,
        hidden,
    }
}

/// Returns a text in segments, with marks on parts that came from servers.
pub(crate) fn marked(text: &str, marks: &[Match<ServerId>], servers: &Servers) -> Vec<SegmentView> {
    let mut value = Vec::new();
    let mut shown = 0;
    let mut put = |part: Option<&str>, from: &[ServerTag]| {
        let mut parts = segments(part.unwrap_or_default());
        for part in &mut parts {
            if let SegmentView::Text { from: origin, .. } = part {
                *origin = from.to_vec();
            }
        }
        value.extend(parts);
    };
    for mark in &at_most(marks) {
        let tags = mark.from.iter();
        let from: Vec<ServerTag> = tags
            .map(|id| servers.tag(*id, "a removed server"))
            .collect();
        put(text.get(shown..mark.at.start), &[]);
        put(text.get(mark.at.clone()), &from);
        shown = mark.at.end;
    }
    put(text.get(shown..), &[]);
    value
}

fn kind(raw: &str) -> Phrase {
    match raw.as_bytes().first() {
        Some(b'[') => {
            let items = serde_json::from_str::<Vec<&serde_json::value::RawValue>>(raw)
                .map_or(0, |v| v.len());
            phrases::host_size_items(items)
        }
        Some(b'{') => {
            let fields = domain::JsonObjectText::parse(raw).map_or(0, |o| o.fields().len());
            phrases::host_size_fields(fields)
        }
        Some(b't' | b'f') => phrases::host_size_boolean(),
        Some(b'n') => phrases::host_size_null(),
        Some(_) | None => phrases::host_size_number(),
    }
}

/// Returns an argument in its displayed form, and whether that is JSON: strings as plain text, other values as indented JSON.
#[must_use]
pub fn shown(raw: &str) -> (String, bool) {
    let text: Option<String> = raw
        .starts_with('"')
        .then(|| serde_json::from_str(raw).ok())
        .flatten();
    match text {
        Some(text) => (text, false),
        None => (pretty(raw), true),
    }
}
