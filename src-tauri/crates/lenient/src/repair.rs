//! JSON that is not quite JSON, as common programs write it.

use std::borrow::Cow;

use serde::de::IgnoredAny;

/// The text as JSON that can be read to the end, if it is one JSON value or nearly one.
///
/// Repaired are: half a surrogate pair (which becomes U+FFFD), `NaN` and infinite numbers (`null`), control characters and
/// unknown escapes within a text, and a comma before a closing bracket. Borrowed if there was nothing to repair.
#[must_use]
pub fn whole(text: &str) -> Option<Cow<'_, str>> {
    if !is_json(text) {
        let mended = mend(text);
        return is_json(&mended).then_some(Cow::Owned(mended));
    }
    if names_surrogates(text) {
        let mended = mend(text);
        if mended != text {
            return Some(Cow::Owned(mended));
        }
    }
    Some(Cow::Borrowed(text))
}

/// Whether a text names halves of surrogate pairs, which may stand alone.
#[must_use]
pub fn names_surrogates(text: &str) -> bool {
    text.contains("\\ud") || text.contains("\\uD")
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

fn mend(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(['"', ',', 'N', 'I', '-', 'u']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        rest = match from.as_bytes().first() {
            Some(b'"') => string(from, &mut out),
            Some(b',') => comma(from, &mut out),
            _ => word(from, &mut out),
        };
    }
    out.push_str(rest);
    out
}

/// A comma, unless a closing bracket follows.
fn comma<'a>(from: &'a str, out: &mut String) -> &'a str {
    let rest = &from[1..];
    if !rest.trim_start().starts_with([']', '}']) {
        out.push(',');
    }
    rest
}

/// What JavaScript and Python write for a number that is none.
fn word<'a>(from: &'a str, out: &mut String) -> &'a str {
    for none in ["NaN", "-Infinity", "Infinity", "undefined"] {
        if let Some(rest) = from.strip_prefix(none) {
            out.push_str("null");
            return rest;
        }
    }
    out.push_str(&from[..1]);
    &from[1..]
}

/// A string, with its quotes.
fn string<'a>(from: &'a str, out: &mut String) -> &'a str {
    out.push('"');
    let mut rest = &from[1..];
    loop {
        let Some(at) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') else {
            out.push_str(rest);
            return "";
        };
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match rest.as_bytes().first() {
            Some(b'"') => {
                out.push('"');
                return &rest[1..];
            }
            Some(b'\\') => rest = escape(rest, out),
            Some(control) => {
                out.push_str(&format!("\\u{control:04x}"));
                rest = &rest[1..];
            }
            None => return "",
        }
    }
}

fn escape<'a>(from: &'a str, out: &mut String) -> &'a str {
    let known = matches!(
        from.as_bytes().get(1),
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')
    );
    if known {
        out.push_str(&from[..2]);
        return &from[2..];
    }
    let Some(unit) = unit(from) else {
        out.push_str("\\\\");
        return &from[1..];
    };
    let rest = &from[6..];
    match unit {
        0xD800..=0xDBFF => match self::unit(rest) {
            Some(0xDC00..=0xDFFF) => {
                out.push_str(&from[..12]);
                &rest[6..]
            }
            _ => {
                out.push_str("\\ufffd");
                rest
            }
        },
        0xDC00..=0xDFFF => {
            out.push_str("\\ufffd");
            rest
        }
        _ => {
            out.push_str(&from[..6]);
            rest
        }
    }
}

/// The unit of UTF-16 that an escape names.
fn unit(from: &str) -> Option<u16> {
    let digits = from.strip_prefix("\\u")?.get(..4)?;
    let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    hex.then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_programs_write_in_place_of_json_is_read() {
        let cases = [
            (
                r#"{"a":NaN,"b":[-Infinity,Infinity]}"#,
                r#"{"a":null,"b":[null,null]}"#,
            ),
            ("{\"a\":\"x\ty\n\"}", r#"{"a":"x\u0009y\u000a"}"#),
            (r#"{"a":[1,2,],}"#, r#"{"a":[1,2]}"#),
            (r#"{"a":"C:\dir"}"#, r#"{"a":"C:\\dir"}"#),
            (r#""half \ud83d and \ude00""#, r#""half \ufffd and \ufffd""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
        ];
        for (sent, read) in cases {
            assert_eq!(whole(sent).unwrap(), read, "{sent}");
        }
    }

    #[test]
    fn what_is_json_stays_as_it_is_and_what_is_none_is_none() {
        for same in [r#"{"a":"NaN, ]\ud83d\ude00"}"#, "[1,2]", "null"] {
            assert!(matches!(whole(same), Some(Cow::Borrowed(text)) if text == same));
        }
        for none in ["", "{", r#"{"a":"#, "NaNa", "{'a':1}", "1 2"] {
            assert_eq!(whole(none), None, "{none}");
        }
    }
}
