//! What changed between two definitions of a tool, in lines that a person can read.
//!
//! Nothing that differs is left out: what has no words of its own is a line of JSON, and where no line differs although
//! the definitions do, both are there whole.

mod path;
mod schema;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{canonical, jsontree::Json};
use path::{below, segment};

/// Definitions of more bytes together are not compared line by line.
const MAX_COMPARED: usize = 512 * 1024;
/// Most lines that one part of a definition is compared in.
const MAX_LINES: usize = 4_000;
/// Longest label of a line, in characters; of a longer one the end is kept.
const MAX_LABEL: usize = 300;

/// A part of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Its title.
    Title,
    /// Its description.
    Description,
    /// `inputSchema`.
    Arguments,
    /// `outputSchema`.
    Result,
    /// `annotations`: claims.
    Annotations,
    /// `_meta` and everything else.
    Other,
}

/// A line that differs: at least one side is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where: a field's path, empty for a text that is one.
    pub label: String,
    /// The text before.
    pub before: Option<String>,
    /// The text after.
    pub after: Option<String>,
}

/// A part with what differs in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartChange {
    /// The part.
    pub part: Part,
    /// The lines that differ.
    pub lines: Vec<Line>,
}

/// What differs between two definitions of a tool, raw JSON both; nothing if they mean the same to the letter.
#[must_use]
pub fn definition_changes(before: &str, after: &str) -> Vec<PartChange> {
    let texts = [before, after].map(|raw| canonical(raw).unwrap_or_else(|_| raw.to_owned()));
    if texts[0] == texts[1] {
        return Vec::new();
    }
    let whole = |[before, after]: [String; 2]| {
        vec![PartChange {
            part: Part::Other,
            lines: vec![Line {
                label: "definition".into(),
                before: Some(before),
                after: Some(after),
            }],
        }]
    };
    if before.len() + after.len() > MAX_COMPARED {
        return whole(texts);
    }
    let [Some(old), Some(new)] = [before, after].map(Sheet::of) else {
        return whole(texts);
    };
    let mut out = Vec::new();
    for part in [
        Part::Title,
        Part::Description,
        Part::Arguments,
        Part::Result,
        Part::Annotations,
        Part::Other,
    ] {
        let lines = compared(old.of_part(part), new.of_part(part));
        if !lines.is_empty() {
            out.push(PartChange { part, lines });
        }
    }
    if out.is_empty() {
        return whole(texts);
    }
    out
}

/// The fields that take more free text than before, or any where there was none: what could carry data of others.
#[must_use]
pub fn roomier_fields(changes: &[PartChange]) -> Vec<&str> {
    let arguments = changes.iter().filter(|c| c.part == Part::Arguments);
    let room =
        |line: &Line, text: Option<&String>| text.map_or(0, |text| schema::room(&line.label, text));
    arguments
        .flat_map(|change| &change.lines)
        .filter(|line| room(line, line.after.as_ref()) > room(line, line.before.as_ref()))
        .map(|line| line.label.as_str())
        .collect()
}

/// Every name and text in a JSON value as a reader gets it, a line each; escapes hide nothing.
#[must_use]
pub fn json_texts(raw: &str) -> String {
    fn collect(value: &Json, out: &mut Vec<String>) {
        match value {
            Json::Scalar(_) => out.extend(value.text()),
            Json::Array(items) => items.iter().for_each(|item| collect(item, out)),
            Json::Object(fields) => {
                for (key, value) in fields {
                    out.push(key.clone());
                    collect(value, out);
                }
            }
        }
    }
    let mut out = Vec::new();
    match Json::parse(raw) {
        Some(value) => collect(&value, &mut out),
        None => out.push(raw.to_owned()),
    }
    out.join("\n")
}

/// A definition as lines by part.
#[derive(Default)]
struct Sheet(BTreeMap<Part, Vec<(String, String)>>);

impl Sheet {
    fn of(raw: &str) -> Option<Self> {
        let mut sheet = Self::default();
        for (key, value) in Json::parse(raw)?.into_fields()? {
            let part = match key.as_str() {
                "title" => Part::Title,
                "description" => Part::Description,
                "inputSchema" => Part::Arguments,
                "outputSchema" => Part::Result,
                "annotations" => Part::Annotations,
                _ => Part::Other,
            };
            let lines = sheet.0.entry(part).or_default();
            match part {
                Part::Title | Part::Description => lines.push(match value.text() {
                    Some(text) => (String::new(), text),
                    None => ("JSON".into(), value.to_string()),
                }),
                Part::Arguments | Part::Result => schema::lines(&value, lines),
                Part::Annotations => leaves(&value, "", lines),
                Part::Other => leaves(&value, &segment(&key), lines),
            }
        }
        Some(sheet)
    }

    fn of_part(&self, part: Part) -> &[(String, String)] {
        self.0.get(&part).map_or(&[], Vec::as_slice)
    }
}

/// The lines that differ, those of the second side in its order, then those that are gone.
fn compared(before: &[(String, String)], after: &[(String, String)]) -> Vec<Line> {
    let (old, new) = (numbered(before), numbered(after));
    let known: BTreeMap<&(String, usize), &str> =
        old.iter().map(|(key, text)| (key, *text)).collect();
    let named: BTreeSet<&(String, usize)> = new.iter().map(|(key, _)| key).collect();
    let line = |label: &str, before: Option<&str>, after: Option<&str>| Line {
        label: shortened(label),
        before: before.map(str::to_owned),
        after: after.map(str::to_owned),
    };
    let mut out: Vec<Line> = Vec::new();
    for (key, text) in &new {
        let was = known.get(key).copied();
        if was != Some(text) {
            out.push(line(&key.0, was, Some(text)));
        }
    }
    let gone = old.iter().filter(|(key, _)| !named.contains(key));
    out.extend(gone.map(|(key, text)| line(&key.0, Some(text), None)));
    out.truncate(MAX_LINES);
    out
}

/// Lines with how often their label came before: two of one label are two.
fn numbered(lines: &[(String, String)]) -> Vec<((String, usize), &str)> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    lines
        .iter()
        .map(|(label, text)| {
            let count = seen.entry(label).or_default();
            *count += 1;
            ((label.clone(), *count), text.as_str())
        })
        .collect()
}

fn shortened(label: &str) -> String {
    let length = label.chars().count();
    if length <= MAX_LABEL {
        return label.to_owned();
    }
    let end: String = label.chars().skip(length - MAX_LABEL).collect();
    format!("…{end}")
}

/// Each value of a JSON tree that holds no others, by its path.
fn leaves(value: &Json, path: &str, out: &mut Vec<(String, String)>) {
    match value {
        Json::Object(fields) if !fields.is_empty() => {
            for (key, value) in fields {
                leaves(value, &below(path, &segment(key)), out);
            }
        }
        Json::Array(items) if !items.is_empty() => {
            for (at, item) in items.iter().enumerate() {
                leaves(item, &format!("{path}[{at}]"), out);
            }
        }
        Json::Object(_) | Json::Array(_) | Json::Scalar(_) => {
            out.push((path.to_owned(), value.to_string()));
        }
    }
}

#[cfg(test)]
#[path = "definition/tests.rs"]
mod tests;
