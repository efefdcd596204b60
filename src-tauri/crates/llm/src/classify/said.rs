//! The words of a refusal, prepared for the rows of the table.

use std::collections::BTreeSet;

use crate::Complaint;

/// Beginnings of words that say that something is refused.
const REFUSING: [&str; 38] = [
    "support",
    "not allowed",
    "not permitted",
    "unknown",
    "unrecogni",
    "unexpected",
    "invalid",
    "extra",
    "must ",
    "cannot",
    "can't",
    "can not",
    "not available",
    "unavailable",
    "not enabled",
    "disabled",
    "only ",
    "deprecat",
    "forbid",
    "additional propert",
    "not valid",
    "exceed",
    "missing",
    "required",
    "reject",
    "not accept",
    "doesn't",
    "does not",
    "not implement",
    "refus",
    "should be",
    "not compatible",
    "incompatible",
    "not configured",
    "unable",
    "not a multimodal",
    "no such",
    "undefined",
];

/// What a refusal says.
pub(super) struct Said<'a> {
    /// As it was written.
    pub(super) raw: &'a str,
    pub(super) lower: String,
    param: Vec<String>,
    code: String,
    /// The identifiers in the text, paths taken apart.
    names: BTreeSet<String>,
}

impl<'a> Said<'a> {
    pub(super) fn new(complaint: &'a Complaint) -> Self {
        let lower = complaint.words.to_lowercase();
        let param = complaint.param.as_deref().unwrap_or_default();
        Self {
            raw: &complaint.words,
            param: identifiers(&param.to_lowercase()).collect(),
            code: complaint.code.as_deref().unwrap_or_default().to_lowercase(),
            names: identifiers(&lower).collect(),
            lower,
        }
    }

    /// Whether one of these texts occurs, in lower case.
    pub(super) fn any(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.lower.contains(text))
    }

    /// Whether one of these identifiers stands alone or in a path.
    pub(super) fn names(&self, fields: &[&str]) -> bool {
        fields.iter().any(|field| self.names.contains(*field))
    }

    /// Whether the field that is named by itself is one of these, or ends in one of these.
    pub(super) fn is_about(&self, fields: &[&str]) -> bool {
        let last = self
            .param
            .iter()
            .rev()
            .find(|name| !name.chars().all(|c| c.is_ascii_digit()));
        last.is_some_and(|last| fields.contains(&last.as_str()))
    }

    /// Whether one of these identifiers occurs in quotes or as the end of a path: an English word that means a field.
    pub(super) fn quotes(&self, fields: &[&str]) -> bool {
        fields.iter().any(|field| {
            self.is_about(&[field])
                || ['\'', '"', '`']
                    .iter()
                    .any(|mark| self.lower.contains(&format!("{mark}{field}{mark}")))
                || self.lower.lines().any(|line| {
                    let path = line.split([':', ' ']).next().unwrap_or_default();
                    path.len() > field.len() && path.ends_with(&format!(".{field}"))
                })
        })
    }

    pub(super) fn code_has(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.code.contains(text))
    }

    /// Whether something is refused at all, and not merely told.
    pub(super) fn refuses(&self) -> bool {
        self.any(&REFUSING)
            || self.code_has(&["unsupported", "unknown", "invalid", "not_supported"])
    }

    /// The numbers in the text, in order. Those that are parts of identifiers or of paths are none.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let text = self.lower.as_bytes();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(start) =
            (at..text.len()).find(|i| text.get(*i).is_some_and(u8::is_ascii_digit))
        {
            let is_digit = |i: &usize| {
                text.get(*i)
                    .is_some_and(|b| b.is_ascii_digit() || *b == b',')
            };
            let end = (start..text.len())
                .find(|i| !is_digit(i))
                .unwrap_or(text.len());
            at = end;
            let before = start.checked_sub(1).and_then(|i| text.get(i)).copied();
            let within = before
                .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'))
                || (before == Some(b'[') && text.get(end) == Some(&b']'))
                || text
                    .get(end)
                    .is_some_and(|b| b.is_ascii_alphabetic() && *b != b'k');
            if within {
                continue;
            }
            let digits: String = self.lower[start..end]
                .chars()
                .filter(|c| *c != ',')
                .collect();
            found.extend(digits.parse::<u32>().ok());
        }
        found
    }
}

/// The identifiers of a text: letters, digits, `_` and `$`. A path gives one for each part.
fn identifiers(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
}
