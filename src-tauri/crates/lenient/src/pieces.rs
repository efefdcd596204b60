//! Messages in a text that may hold other things: log lines, banners, colour codes, byte-order marks.

use std::borrow::Cow;

use crate::repair::whole;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A JSON object or array, repaired where it was not quite one.
    Json {
        /// Its text.
        text: Cow<'a, str>,
        /// Whether words stand before it: it may be quoted in a line of log.
        quoted: bool,
    },
    /// It begins as JSON and is none.
    Broken(&'a str),
    /// It begins as JSON and ends between two values: more may come.
    Unfinished(&'a str),
    /// Words.
    Printed(&'a str),
}

/// Hands the parts of a text to `each`, in order. White space, byte-order marks and terminal sequences between them are
/// left out.
pub fn pieces<'a>(text: &'a str, each: &mut dyn FnMut(Piece<'a>)) {
    let mut rest = text;
    let mut quoted = false;
    loop {
        rest = bare(rest);
        if rest.is_empty() {
            return;
        }
        if !begins_json(rest) {
            let at = message_in(rest).unwrap_or(rest.len());
            each(Piece::Printed(rest[..at].trim_end()));
            rest = &rest[at..];
            quoted = true;
            continue;
        }
        let mut depth = Depth::default();
        let Some(end) = depth.end_in(rest) else {
            return each(match depth.is_in_string() {
                true => Piece::Broken(rest),
                false => Piece::Unfinished(rest),
            });
        };
        let (value, after) = rest.split_at(end);
        each(match whole(value) {
            Some(text) => Piece::Json { text, quoted },
            None => Piece::Broken(value),
        });
        rest = after;
    }
}

/// How deep a text is in JSON, over several pieces of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    open: usize,
    in_string: bool,
    escaped: bool,
}

impl Depth {
    /// The place after the value that the text ends, if it ends one.
    pub fn end_in(&mut self, text: &str) -> Option<usize> {
        for (at, byte) in text.bytes().enumerate() {
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.open += 1,
                b'}' | b']' => {
                    self.open = self.open.saturating_sub(1);
                    if self.open == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether what follows is within a string.
    #[must_use]
    pub fn is_in_string(&self) -> bool {
        self.in_string
    }
}

/// The text without white space, marks and terminal sequences at its start.
fn bare(mut text: &str) -> &str {
    loop {
        let trimmed = text.trim_start_matches(|c: char| {
            c.is_whitespace()
                || c == '\u{feff}'
                || c == '\u{fffd}'
                || (c.is_control() && c != '\u{1b}')
        });
        let rest = match trimmed.strip_prefix('\u{1b}') {
            Some(sequence) => after_sequence(sequence),
            None => trimmed,
        };
        if rest.len() == text.len() {
            return rest;
        }
        text = rest;
    }
}

/// What follows a terminal sequence (ECMA-48), whose first character was taken.
fn after_sequence(text: &str) -> &str {
    if let Some(parameters) = text.strip_prefix('[') {
        let end = parameters.find(|c: char| ('@'..='~').contains(&c) || !c.is_ascii());
        return match end {
            Some(at) if parameters.as_bytes()[at].is_ascii() => &parameters[at + 1..],
            Some(at) => &parameters[at..],
            None => "",
        };
    }
    if let Some(command) = text.strip_prefix(']') {
        return match command.find(['\u{7}', '\u{1b}']) {
            Some(at) => command[at..].trim_start_matches(['\u{7}', '\u{1b}', '\\']),
            None => "",
        };
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if first.is_ascii() => chars.as_str(),
        Some(_) | None => text,
    }
}

/// Whether a JSON object begins here, or an array of objects: not `[INFO]`, not `{name}`.
fn begins_json(text: &str) -> bool {
    let after = |open| text.strip_prefix(open).map(str::trim_start);
    match (after('{'), after('[')) {
        (Some(rest), _) => rest.is_empty() || rest.starts_with(['"', '}']),
        (None, Some(rest)) => rest.is_empty() || rest.starts_with(['{', ']']),
        (None, None) => false,
    }
}

/// Where a message of JSON-RPC begins in a line of words.
fn message_in(text: &str) -> Option<usize> {
    let names = ["\"jsonrpc\"", "\"id\"", "\"result\""];
    let mut from = 0;
    while let Some(at) = text[from..].find('{') {
        let rest = text[from + at + 1..].trim_start();
        if names.iter().any(|name| rest.starts_with(name)) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        pieces(text, &mut |piece| {
            all.push(match piece {
                Piece::Json {
                    text,
                    quoted: false,
                } => format!("json {text}"),
                Piece::Json { text, quoted: true } => format!("quoted {text}"),
                Piece::Broken(text) => format!("broken {text}"),
                Piece::Unfinished(text) => format!("unfinished {text}"),
                Piece::Printed(text) => format!("printed {text}"),
            });
        });
        all
    }

    #[test]
    fn messages_are_found_among_other_things() {
        let cases: [(&str, &[&str]); 11] = [
            ("\u{feff}{\"a\":1}\r", &["json {\"a\":1}"]),
            (
                "\u{1b}[0m\u{1b}[?25h{\"a\":1}\u{1b}[0m",
                &["json {\"a\":1}"],
            ),
            ("\u{1b}]0;title\u{7}{\"a\":1}", &["json {\"a\":1}"]),
            (
                "{\"a\":1}{\"b\":2} done",
                &["json {\"a\":1}", "json {\"b\":2}", "printed done"],
            ),
            ("[INFO] started", &["printed [INFO] started"]),
            (
                "ready {\"jsonrpc\":\"2.0\"}",
                &["printed ready", "quoted {\"jsonrpc\":\"2.0\"}"],
            ),
            ("{name} is ready", &["printed {name} is ready"]),
            ("{\"a\":[1,", &["unfinished {\"a\":[1,"]),
            ("{\"a\":\"b", &["broken {\"a\":\"b"]),
            ("[{\"a\":1},]", &["json [{\"a\":1}]"]),
            ("", &[]),
        ];
        for (text, wanted) in cases {
            assert_eq!(found(text), wanted, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_is_taken_apart(text in "[\\[\\]{}\"a,:\\\\\u{1b}\u{feff} é1]{0,80}") {
            pieces(&text, &mut |_| {});
        }
    }
}
