//! What changed from one text to another, word by word, and from one list to another, item by item.
//!
//! Nothing is lost: what is kept and removed gives back the one side, what is kept and added the other. A hostile text
//! costs no more than [`DIFFERENCE_TIME`]: what is left then is shown as replaced.

use std::{
    hash::Hash,
    time::{Duration, Instant},
};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

/// The longest that one difference is looked for; after that it gets coarser instead of better.
pub const DIFFERENCE_TIME: Duration = Duration::from_millis(5);
/// Texts of more bytes together are shown as replaced.
const MAX_BYTES: usize = 1024 * 1024;

/// What became of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// It is in both.
    Kept,
    /// It is in the first only.
    Removed,
    /// It is in the second only.
    Added,
}

/// A piece of one of two texts, or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What became of it.
    pub change: Change,
    /// The text.
    pub text: String,
}

/// What became of an item of a list, by its place in the first and in the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is in both.
    Kept(usize, usize),
    /// Another item replaced it.
    Replaced(usize, usize),
    /// It is in the first only.
    Removed(usize),
    /// It is in the second only.
    Added(usize),
}

/// What changed between two texts. Pieces of the same kind do not follow each other, and none is empty.
#[must_use]
pub fn word_changes(before: &str, after: &str) -> Vec<Piece> {
    if before.len() + after.len() > MAX_BYTES {
        return pieces(vec![Run::changed(before, after)]);
    }
    let (old, new) = (tokens(before), tokens(after));
    let deadline = Instant::now() + DIFFERENCE_TIME;
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(deadline));
    let mut runs: Vec<Run> = Vec::new();
    for op in ops {
        let (_, from, to) = op.as_tag_tuple();
        match op {
            DiffOp::Equal { .. } => runs.push(Run::Kept(old[from].concat())),
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                runs.push(Run::changed(&old[from].concat(), &new[to].concat()));
            }
        }
    }
    pieces(joined(runs))
}

/// What changed between two lists, in the order of the second.
#[must_use]
pub fn list_changes<T: Eq + Hash + Ord>(before: &[T], after: &[T]) -> Vec<Step> {
    let deadline = Instant::now() + DIFFERENCE_TIME;
    let mut out = Vec::new();
    for op in capture_diff_slices_deadline(Algorithm::Myers, before, after, Some(deadline)) {
        let (_, from, to) = op.as_tag_tuple();
        let same = matches!(op, DiffOp::Equal { .. });
        let both = from.len().min(to.len());
        let pairs = from.clone().zip(to.clone());
        out.extend(pairs.map(|(f, t)| match same {
            true => Step::Kept(f, t),
            false => Step::Replaced(f, t),
        }));
        out.extend(from.skip(both).map(Step::Removed));
        out.extend(to.skip(both).map(Step::Added));
    }
    out
}

/// A stretch that is in both texts, or a replacement of one stretch by another.
enum Run {
    Kept(String),
    Changed { removed: String, added: String },
}

impl Run {
    fn changed(removed: &str, added: &str) -> Self {
        Self::Changed {
            removed: removed.to_owned(),
            added: added.to_owned(),
        }
    }
}

/// Changes with nothing but white space between them are one: words that follow each other read as one passage.
fn joined(runs: Vec<Run>) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    let mut runs = runs.into_iter().peekable();
    while let Some(run) = runs.next() {
        match (run, out.last_mut()) {
            (Run::Kept(space), Some(Run::Changed { removed, added }))
                if space.chars().all(char::is_whitespace) =>
            {
                let Some(Run::Changed {
                    removed: next_removed,
                    added: next_added,
                }) = runs.peek()
                else {
                    out.push(Run::Kept(space));
                    continue;
                };
                let one_sided = removed.is_empty() && next_removed.is_empty()
                    || added.is_empty() && next_added.is_empty();
                if one_sided {
                    out.push(Run::Kept(space));
                    continue;
                }
                for (side, next) in [(removed, next_removed), (added, next_added)] {
                    side.push_str(&space);
                    side.push_str(next);
                }
                runs.next();
            }
            (run, _) => out.push(run),
        }
    }
    out
}

fn pieces(runs: Vec<Run>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut put = |change: Change, text: String| match out.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.change == change => last.text.push_str(&text),
        Some(_) | None => out.push(Piece { change, text }),
    };
    for run in runs {
        match run {
            Run::Kept(text) => put(Change::Kept, text),
            Run::Changed { removed, added } => {
                put(Change::Removed, removed);
                put(Change::Added, added);
            }
        }
    }
    out
}

/// Words, runs of white space, and everything else character by character.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            1
        } else if c.is_whitespace() {
            2
        } else {
            0
        }
    };
    let mut out = Vec::new();
    let (mut start, mut last) = (0, 0);
    for (at, c) in text.char_indices() {
        let now = kind(c);
        if at > start && (now != last || now == 0) {
            out.push(&text[start..at]);
            start = at;
        }
        last = now;
    }
    if start < text.len() {
        out.push(&text[start..]);
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn side(pieces: &[Piece], gone: Change) -> String {
        let kept = pieces.iter().filter(|p| p.change != gone);
        kept.map(|p| p.text.as_str()).collect()
    }

    fn gives_back_both_sides(before: &str, after: &str) -> Vec<Piece> {
        let found = word_changes(before, after);
        assert_eq!(side(&found, Change::Added), before);
        assert_eq!(side(&found, Change::Removed), after);
        assert!(found.iter().all(|p| !p.text.is_empty()));
        assert!(found.windows(2).all(|two| two[0].change != two[1].change));
        found
    }

    proptest! {
        #[test]
        fn nothing_is_lost(before in ".{0,200}", after in ".{0,200}") {
            gives_back_both_sides(&before, &after);
        }

        #[test]
        fn an_edit_of_words_is_found_and_nothing_is_lost(
            text in prop::collection::vec("[a-zåñ]{1,6}|[ .,\u{200b}\n]{1,3}", 0..60),
            (cut, put) in (0usize..60, "[a-z ]{0,20}"),
        ) {
            let at = cut.min(text.len());
            let before = text.concat();
            let after = format!("{}{put}{}", text[..at].concat(), text[at..].concat());
            let found = gives_back_both_sides(&before, &after);
            prop_assert_eq!(found.iter().all(|p| p.change == Change::Kept), before == after);
        }

        #[test]
        fn each_item_of_both_lists_is_met_once_and_in_order(
            before in prop::collection::vec(0u8..6, 0..40),
            after in prop::collection::vec(0u8..6, 0..40),
        ) {
            let (mut first, mut second) = (Vec::new(), Vec::new());
            for step in list_changes(&before, &after) {
                match step {
                    Step::Kept(f, t) => {
                        prop_assert_eq!(before[f], after[t]);
                        first.push(f);
                        second.push(t);
                    }
                    Step::Replaced(f, t) => {
                        first.push(f);
                        second.push(t);
                    }
                    Step::Removed(f) => first.push(f),
                    Step::Added(t) => second.push(t),
                }
            }
            prop_assert_eq!(first, (0..before.len()).collect::<Vec<_>>());
            prop_assert_eq!(second, (0..after.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_passage_is_one_piece() {
        let found = word_changes("returns its text.", "returns its content as Markdown.");
        let changed: Vec<_> = found.iter().map(|p| (p.change, p.text.as_str())).collect();
        assert_eq!(
            changed,
            [
                (Change::Kept, "returns its "),
                (Change::Removed, "text"),
                (Change::Added, "content as Markdown"),
                (Change::Kept, "."),
            ]
        );
    }

    #[test]
    fn texts_made_to_be_slow_are_not() {
        let many = |from: u32, step: u32| -> String {
            (0..25_000)
                .map(|n| format!("{} ", (n * step + from) % 977))
                .collect()
        };
        let (before, after) = (many(1, 31), many(500, 57));
        assert!(before.len() > 90_000);
        let start = Instant::now();
        gives_back_both_sides(&before, &after);
        let took = start.elapsed();
        println!("two texts of {} bytes: {took:?}", before.len());
        // Most of it in a build without optimisation; a loop without the deadline takes minutes.
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}
