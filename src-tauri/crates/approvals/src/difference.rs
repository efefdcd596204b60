//! Diffs for display: removed and added lines, with the differing words marked.

use std::time::{Duration, Instant};

use consent::LoggedDifference;
use domain::{Change, Line, Part, PartChange, Piece, ToolDefinition, pretty, word_changes};
use host_api::{DifferenceLineView, DifferencePieceView, DifferenceView};

use messages::{Phrase, Text, Value, phrases};

use policy::{Walls, effective_tier};

use crate::wording::{segments, tier};

/// Maximum number of lines of one part; the full text is shown separately.
const MAX_LINES: usize = 500;
/// Time limit of the word diff in one part; lines after that are marked as a whole.
const WORDS_TIME: Duration = Duration::from_millis(20);
/// Maximum number of pieces of one line; the rest becomes one piece.
const MAX_PIECES: usize = 600;

/// Returns the changes of a definition, part by part.
pub(crate) fn parts(changes: &[PartChange]) -> Vec<DifferenceView> {
    changes.iter().map(part).collect()
}

/// Returns the lines that the audit log keeps of a change, part by part.
pub(crate) fn logged(difference: &LoggedDifference) -> Vec<DifferenceView> {
    let parts = difference.parts().into_iter();
    parts
        .map(|(of, lines)| match of {
            Some(of) => part(&PartChange { part: of, lines }),
            None => {
                let title = phrases::host_part_instructions().into();
                view(title, words_note(&lines).into(), false, &lines)
            }
        })
        .collect()
}

fn part(change: &PartChange) -> DifferenceView {
    let (title, code) = match change.part {
        Part::Title => (phrases::host_part_title(), false),
        Part::Description => (phrases::host_part_description(), false),
        Part::Arguments => (phrases::host_part_arguments(), true),
        Part::Result => (phrases::host_part_result(), true),
        Part::Annotations => (phrases::host_part_annotations(), true),
        Part::Other => (phrases::host_part_other(), true),
    };
    let note = match change.part {
        Part::Title | Part::Description => words_note(&change.lines),
        Part::Annotations => phrases::host_difference_claims(),
        Part::Arguments | Part::Result | Part::Other => lines_note(&change.lines),
    };
    view(title.into(), note.into(), code, &change.lines)
}

/// Returns the difference between two texts.
pub(crate) fn text(title: Phrase, before: Option<&str>, now: Option<&str>) -> DifferenceView {
    let line = Line {
        label: String::new(),
        before: before.map(str::to_owned),
        after: now.map(str::to_owned),
    };
    let lines = [line];
    view(title.into(), words_note(&lines).into(), false, &lines)
}

/// Returns a new tool: its description, then its arguments.
pub(crate) fn new_tool(tool: &ToolDefinition) -> DifferenceView {
    let risk = effective_tier(None, &tool.annotations, false, Walls::None);
    let (_, word) = tier(risk);
    let added = |label: &str, text: String| Line {
        label: label.to_owned(),
        before: None,
        after: Some(text),
    };
    let described = tool.description.clone().filter(|text| !text.is_empty());
    let described = described.map(|text| added("description", text));
    let schema = added("inputSchema", pretty(&tool.input_schema));
    let lines: Vec<Line> = described.into_iter().chain([schema]).collect();
    let name = domain::tool_label(&tool.tool.name);
    view(name.into(), word, false, &lines)
}

/// Returns lines for display, at most [`MAX_LINES`].
pub(crate) fn view(title: Text, note: Text, code: bool, lines: &[Line]) -> DifferenceView {
    let end = Instant::now() + WORDS_TIME;
    let more = lines.len().saturating_sub(MAX_LINES);
    DifferenceView {
        title,
        note,
        code,
        lines: lines
            .iter()
            .take(MAX_LINES)
            .flat_map(|line| sides(line, end))
            .collect(),
        more: u32::try_from(more).unwrap_or(u32::MAX),
    }
}

/// Returns the removed line, then the added line, with a word diff until `end`.
fn sides(line: &Line, end: Instant) -> Vec<DifferenceLineView> {
    let label = segments(&line.label);
    let side = |added: bool, pieces: Vec<DifferencePieceView>| DifferenceLineView {
        added,
        label: label.clone(),
        pieces,
    };
    let alone = |text: &String| {
        vec![DifferencePieceView {
            marked: true,
            segments: segments(text),
        }]
    };
    match (&line.before, &line.after) {
        (Some(before), Some(after)) if Instant::now() >= end => {
            vec![side(false, alone(before)), side(true, alone(after))]
        }
        (Some(before), Some(after)) => {
            let pieces = word_changes(before, after);
            vec![
                side(false, shown(&pieces, Change::Removed)),
                side(true, shown(&pieces, Change::Added)),
            ]
        }
        (Some(before), None) => vec![side(false, alone(before))],
        (None, Some(after)) => vec![side(true, alone(after))],
        (None, None) => Vec::new(),
    }
}

/// Returns the pieces of one side.
fn shown(pieces: &[Piece], own: Change) -> Vec<DifferencePieceView> {
    let mut out: Vec<DifferencePieceView> = Vec::new();
    let mut rest = String::new();
    let mine = pieces
        .iter()
        .filter(|p| p.change == Change::Kept || p.change == own);
    for piece in mine {
        if out.len() < MAX_PIECES {
            out.push(DifferencePieceView {
                marked: piece.change == own,
                segments: segments(&piece.text),
            });
        } else {
            rest.push_str(&piece.text);
        }
    }
    if !rest.is_empty() {
        out.push(DifferencePieceView {
            marked: true,
            segments: segments(&rest),
        });
    }
    out
}

/// Describes a word diff: `16 words added, 1 removed`.
fn words_note(lines: &[Line]) -> Phrase {
    let (mut added, mut removed) = (0, 0);
    let words = |text: &str| text.split_whitespace().count();
    for line in lines {
        match (&line.before, &line.after) {
            (Some(before), Some(after)) => {
                for piece in word_changes(before, after) {
                    match piece.change {
                        Change::Kept => {}
                        Change::Removed => removed += words(&piece.text),
                        Change::Added => added += words(&piece.text),
                    }
                }
            }
            (Some(before), None) => removed += words(before),
            (None, Some(after)) => added += words(after),
            (None, None) => {}
        }
    }
    match (added, removed) {
        (0, 0) => phrases::host_difference_characters(),
        (added, 0) => phrases::host_difference_words_added(added),
        (0, removed) => phrases::host_difference_words_removed(removed),
        (added, removed) => phrases::host_difference_words(added, removed),
    }
}

/// Describes a line diff: `1 added and 1 changed`.
pub(crate) fn lines_note(lines: &[Line]) -> Phrase {
    let of = |which: fn(&Line) -> bool| lines.iter().filter(|l| which(l)).count();
    let (added, removed) = (of(|l| l.before.is_none()), of(|l| l.after.is_none()));
    let changed = of(|l| l.before.is_some() && l.after.is_some());
    let changes = [
        (added, phrases::host_difference_added(added)),
        (changed, phrases::host_difference_changed(changed)),
        (removed, phrases::host_difference_removed(removed)),
    ];
    let changes = changes.into_iter().filter(|(count, _)| *count > 0);
    phrases::host_difference_lines(Value::list(changes.map(|(_, phrase)| phrase)))
}
