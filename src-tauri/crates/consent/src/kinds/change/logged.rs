//! The text of a change as the audit log keeps it, in at most [`MAX_BYTES`].

use domain::{Line, Part, PartChange, cut, definition_changes};
use serde::{Deserialize, Serialize};

/// Most bytes of text that one row keeps, labels included.
const MAX_BYTES: usize = 32 * 1024;
/// Most bytes of one side of a line.
const MAX_SIDE: usize = 8 * 1024;
/// Most lines of one row.
const MAX_LINES: usize = 200;
/// Bytes that are kept of what both sides begin with, where a side is too long.
const KEPT_BEFORE: usize = 200;

/// The lines that differ between what was accepted and what is there now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedDifference {
    /// The lines, part by part, in the order of a definition.
    pub lines: Vec<LoggedLine>,
    /// How many more differ. Only the digests of the row tell of them.
    pub more: usize,
}

/// A line that differs; at least one side is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedLine {
    /// The part of the tool's definition; none for instructions.
    pub part: Option<Part>,
    /// Its position: a field's path, empty for a text.
    pub label: String,
    /// The text that was accepted, at most 8 KiB.
    pub before: Option<String>,
    /// The text that is there now, at most 8 KiB.
    pub after: Option<String>,
    /// Whether a side is not whole.
    pub cut: bool,
}

impl LoggedDifference {
    /// Whether nothing was kept and nothing left out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.more == 0
    }

    /// The lines with their parts, in the form that [`definition_changes`] has.
    #[must_use]
    pub fn parts(&self) -> Vec<(Option<Part>, Vec<Line>)> {
        let mut out: Vec<(Option<Part>, Vec<Line>)> = Vec::new();
        for line in &self.lines {
            let it = Line {
                label: line.label.clone(),
                before: line.before.clone(),
                after: line.after.clone(),
            };
            match out.last_mut() {
                Some((part, lines)) if *part == line.part => lines.push(it),
                _ => out.push((line.part, vec![it])),
            }
        }
        out
    }

    /// What differs between two definitions of a tool, raw JSON both.
    pub(super) fn of_tool(before: &str, now: &str) -> Self {
        let parts = definition_changes(before, now).into_iter();
        Self::bounded(parts.flat_map(|PartChange { part, lines }| {
            lines.into_iter().map(move |line| (Some(part), line))
        }))
    }

    /// What differs between two texts that are one line each.
    pub(super) fn of_text(before: Option<&str>, now: Option<&str>) -> Self {
        let line = Line {
            label: String::new(),
            before: before.map(str::to_owned),
            after: now.map(str::to_owned),
        };
        Self::bounded([(None, line)])
    }

    fn bounded(lines: impl IntoIterator<Item = (Option<Part>, Line)>) -> Self {
        let mut out = Self::default();
        let mut left = MAX_BYTES;
        for (part, line) in lines {
            let line = LoggedLine::of(part, line);
            let bytes = line.bytes();
            if bytes > left || out.lines.len() == MAX_LINES {
                // Nothing after it is kept either: a reader takes what is there for the beginning.
                left = 0;
                out.more += 1;
            } else {
                left -= bytes;
                out.lines.push(line);
            }
        }
        out
    }
}

impl LoggedLine {
    fn of(part: Option<Part>, line: Line) -> Self {
        let long = |side: &Option<String>| side.as_ref().is_some_and(|text| text.len() > MAX_SIDE);
        let too_long = long(&line.before) || long(&line.after);
        let skip = match (&line.before, &line.after) {
            (Some(before), Some(after)) if too_long => {
                common(before, after).saturating_sub(KEPT_BEFORE)
            }
            _ => 0,
        };
        let side = |text: String| {
            if !too_long {
                return text;
            }
            let from = &text[cut(&text, skip).len()..];
            cut(from, MAX_SIDE).to_owned()
        };
        Self {
            part,
            label: line.label,
            before: line.before.map(side),
            after: line.after.map(side),
            cut: too_long,
        }
    }

    fn bytes(&self) -> usize {
        let side = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.label.len() + side(&self.before) + side(&self.after)
    }
}

/// How many bytes both texts begin with alike.
fn common(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(before: &str, after: &str) -> Line {
        Line {
            label: "inputSchema.properties.path".to_owned(),
            before: Some(before.to_owned()),
            after: Some(after.to_owned()),
        }
    }

    #[test]
    fn a_long_text_keeps_the_place_that_differs() {
        let same = "ä".repeat(20_000);
        let it = line(&format!("{same} old"), &format!("{same} new"));
        let kept = LoggedLine::of(Some(Part::Description), it);
        assert!(kept.cut);
        assert!(kept.before.is_some_and(|text| text.ends_with(" old")));
        assert!(kept.after.is_some_and(|text| text.ends_with(" new")));
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let lines = (0..500).map(|n| (Some(Part::Arguments), line(&n.to_string(), "x")));
        let kept = LoggedDifference::bounded(lines);
        assert_eq!((kept.lines.len(), kept.more), (MAX_LINES, 500 - MAX_LINES));
        let long = "x".repeat(MAX_SIDE - 1);
        let lines = (0..10).map(|n| (None, line(&long, &n.to_string())));
        let kept = LoggedDifference::bounded(lines);
        assert_eq!((kept.lines.len(), kept.more), (3, 7));
    }

    proptest! {
        #[test]
        fn a_row_never_keeps_more_than_its_bound(
            lengths in prop::collection::vec((0_usize..9_000, 0_usize..9_000), 0..12),
        ) {
            let text = |length: usize| "aß€🦀".chars().cycle().take(length).collect::<String>();
            let texts: Vec<_> = lengths.iter().map(|(a, b)| (text(*a), text(*b))).collect();
            let count = texts.len();
            let lines = texts.iter().map(|(before, after)| (None, line(before, after)));
            let kept = LoggedDifference::bounded(lines);
            let bytes: usize = kept.lines.iter().map(LoggedLine::bytes).sum();
            prop_assert!(bytes <= MAX_BYTES);
            prop_assert_eq!(kept.lines.len() + kept.more, count);
            for it in &kept.lines {
                prop_assert!(it.before.as_ref().is_none_or(|text| text.len() <= MAX_SIDE));
                prop_assert!(it.cut || it.before.as_ref().is_none_or(|text| texts.iter().any(|(one, _)| one == text)));
            }
        }
    }
}
