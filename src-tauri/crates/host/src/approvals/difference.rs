//! Diffs for display: removed and added lines, with the differing words marked.

use std::time::{Duration, Instant};

use domain::{Change, Line, Part, PartChange, Piece, word_changes};
use host_api::{DifferenceLineView, DifferencePieceView, DifferenceView};

use crate::wording::{count, segments};

/// Maximum number of lines of one part; the full text is shown separately.
const MAX_LINES: usize = 500;
/// Time limit of the word diff in one part; lines after that are marked as a whole.
const WORDS_TIME: Duration = Duration::from_millis(20);
/// Maximum number of pieces of one line; the rest becomes one piece.
const MAX_PIECES: usize = 600;

/// Returns the changes of a definition, part by part.
pub(super) fn parts(changes: &[PartChange]) -> Vec<DifferenceView> {
    changes.iter().map(part).collect()
}

fn part(change: &PartChange) -> DifferenceView {
    let (title, code) = match change.part {
        Part::Title => ("Title", false),
        Part::Description => ("Description", false),
        Part::Arguments => ("Arguments", true),
        Part::Result => ("Result", true),
        Part::Annotations => ("Annotations", true),
        Part::Other => ("Other fields", true),
    };
    let note = match change.part {
        Part::Title | Part::Description => words_note(&change.lines),
        Part::Annotations => "claims of the server".to_owned(),
        Part::Arguments | Part::Result | Part::Other => lines_note(&change.lines),
    };
    view(title, note, code, &change.lines)
}

/// Returns the difference between two texts.
pub(super) fn text(title: &str, before: Option<&str>, now: Option<&str>) -> DifferenceView {
    let line = Line {
        label: String::new(),
        before: before.map(str::to_owned),
        after: now.map(str::to_owned),
    };
    let lines = [line];
    view(title, words_note(&lines), false, &lines)
}

/// Returns lines for display, at most [`MAX_LINES`].
pub(super) fn view(title: &str, note: String, code: bool, lines: &[Line]) -> DifferenceView {
    let end = Instant::now() + WORDS_TIME;
    let more = lines.len().saturating_sub(MAX_LINES);
    DifferenceView {
        title: title.to_owned(),
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
fn words_note(lines: &[Line]) -> String {
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
        (0, 0) => "characters changed".to_owned(),
        (added, 0) => format!("{} added", count(added, "word")),
        (0, removed) => format!("{} removed", count(removed, "word")),
        (added, removed) => format!("{} added, {removed} removed", count(added, "word")),
    }
}

/// Describes a line diff: `1 added, 1 changed`.
fn lines_note(lines: &[Line]) -> String {
    let of = |which: fn(&Line) -> bool| lines.iter().filter(|l| which(l)).count();
    [
        (of(|l| l.before.is_none()), "added"),
        (of(|l| l.before.is_some() && l.after.is_some()), "changed"),
        (of(|l| l.after.is_none()), "removed"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, word)| format!("{n} {word}"))
    .collect::<Vec<_>>()
    .join(", ")
}
