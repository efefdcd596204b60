//! Content in any of its forms: a text, a part, or a list of parts.

use crate::fields::{Fields, Text, elements, is_nothing};

/// What was found in a content.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) text: Vec<Text>,
    pub(crate) reasoning: Vec<Text>,
    pub(crate) refusal: Vec<Text>,
    pub(crate) pictures: usize,
    /// Parts of other kinds.
    pub(crate) others: usize,
}

/// How deep parts are read inside of parts.
const DEEP: usize = 8;
/// Fields of a part that hold its text or its parts.
const INNER: [&str; 6] = [
    "text",
    "content",
    "thinking",
    "reasoning",
    "summary",
    "value",
];

impl Parts {
    /// Reads a content.
    pub(crate) fn read(&mut self, json: &str) {
        self.read_part(json, DEEP, "");
    }

    fn read_part(&mut self, json: &str, deep: usize, kind: &str) {
        if deep == 0 || is_nothing(json) {
            return;
        }
        if let Some(text) = Text::read(json) {
            self.keep(text, kind);
        } else if json.starts_with('[') {
            for part in elements(json) {
                self.read_part(part, deep - 1, kind);
            }
        } else if let Some(part) = Fields::read(json) {
            self.read_object(&part, deep, kind);
        }
    }

    fn read_object(&mut self, part: &Fields<'_>, deep: usize, outer: &str) {
        let kind = part
            .word("type")
            .unwrap_or_else(|| outer.to_owned())
            .to_lowercase();
        // Inside of a thought everything is one.
        let kind = if is_thought(outer) {
            outer.to_owned()
        } else {
            kind
        };
        if kind.contains("image") {
            self.pictures += 1;
            return;
        }
        if let Some(refusal) = part.text("refusal") {
            self.refusal.push(refusal);
            return;
        }
        let inner = INNER.iter().find_map(|name| Some((*name, part.get(name)?)));
        match inner {
            Some((name, value)) => {
                let kind = if is_thought(name) || name == "summary" {
                    "thinking"
                } else {
                    &kind
                };
                self.read_part(value, deep - 1, kind);
            }
            None if part.get("data").is_some() || is_thought(&kind) => {}
            None => self.others += 1,
        }
    }

    fn keep(&mut self, text: Text, kind: &str) {
        if is_thought(kind) {
            self.reasoning.push(text);
        } else {
            self.text.push(text);
        }
    }
}

fn is_thought(kind: &str) -> bool {
    ["think", "reason", "thought"]
        .iter()
        .any(|word| kind.contains(word))
}
