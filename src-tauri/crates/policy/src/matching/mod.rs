//! Finds text that servers returned earlier in data that is about to be sent to another server. The result explains a
//! flow; labels decide about it, because paraphrased text is not detected.
//!
//! Whole values, and any [`SUBSTRING`] characters in a row, are found: however they are spaced or capitalised, with
//! hidden characters between them, and encoded as JSON escapes, base64, hexadecimal digits or for URLs, three deep.

mod decode;
mod grams;
mod lengths;
mod sieve;

use std::{collections::BTreeSet, ops::Range};

use decode::{Placed, decoded, placed};
use grams::{Folded, Needles};
pub use lengths::{SUBSTRING, WHOLE, WORD};

/// Most characters of what is given that are looked at, decoded ones included.
pub const GIVEN: usize = 2 * 1024 * 1024;

/// The shortest run of digits in what is given that may be an encoded value.
const RUN_GIVEN: usize = 8;
/// What was given earlier is decoded in pieces of so many bytes, each with the end of the one before it.
const PIECE: usize = 256 * 1024;
/// How much of the piece before: a passage that is encoded and as long is found wherever it stands.
const OVERLAP: usize = 4 * 1024;
/// A piece may become so many times as long by decoding it: beyond that the search says that it is not whole.
const EARLIER_DECODED: usize = 16;

/// Text that a server returned earlier.
#[derive(Clone, Copy, Debug)]
pub struct Earlier<'a, O> {
    /// The server that returned it.
    pub from: O,
    /// It, as text.
    pub text: &'a str,
}

/// What is about to be given.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// It, as it is shown.
    pub text: &'a str,
    /// Whether it is JSON text, whose strings and numbers are values of their own.
    pub json: bool,
}

/// A part of the data to be sent that earlier text contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<O> {
    /// Where, in bytes of the text.
    pub at: Range<usize>,
    /// The servers that returned it, each once.
    pub from: Vec<O>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matches<O> {
    /// For each text that is given, in its order: parts in their order, none over another.
    pub found: Vec<Vec<Match<O>>>,
    /// Not all of it could be looked at: it is longer than [`GIVEN`], or what was given earlier holds encodings within
    /// encodings beyond measure.
    pub too_long: bool,
}

impl<O: Copy + Ord> Matches<O> {
    /// Everybody whose text was found.
    pub fn origins(&self) -> BTreeSet<O> {
        let all = self.found.iter().flatten();
        all.flat_map(|found| found.from.iter().copied()).collect()
    }
}

/// Looks for earlier text in what is given. Takes time in proportion to both, not to their product.
pub fn find<O: Copy + Ord>(earlier: &[Earlier<'_, O>], given: &[Given<'_>]) -> Matches<O> {
    let mut budget = GIVEN;
    let mut too_long = false;
    let mut needles = Needles::new();
    for (index, one) in given.iter().enumerate() {
        let text = placed(one.text);
        if text.len() > budget {
            too_long = true;
            continue;
        }
        budget -= text.len();
        for value in values(one, &text) {
            needles.whole(index, &Folded::of(value));
        }
        let (variants, all) = decoded(&text, RUN_GIVEN, budget);
        too_long |= !all;
        for variant in &variants {
            budget = budget.saturating_sub(variant.len());
            let folded = Folded::of(variant);
            needles.whole(index, &folded);
            needles.text(index, folded);
        }
        needles.text(index, Folded::of(&text));
    }
    let origins: Vec<O> = earlier
        .iter()
        .map(|e| e.from)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut search = needles.search(origins.len());
    for one in earlier {
        let origin = origins.binary_search(&one.from).unwrap_or_default();
        search.text(origin, one.text);
        // Most texts hold nothing encoded, and looking costs little. Piece by piece: what is decoded is many times as large.
        for piece in pieces(one.text).filter(|piece| may_be_encoded(piece)) {
            let text: Vec<Placed<()>> = piece.chars().map(|c| (c, ())).collect();
            let (variants, all) = decoded(&text, SUBSTRING, EARLIER_DECODED * text.len());
            too_long |= !all;
            for variant in variants {
                search.chars(origin, variant.iter().map(|(c, ())| *c));
            }
        }
    }
    let parts = search.parts(given.len());
    let found = parts
        .into_iter()
        .map(|parts| split(parts, &origins))
        .collect();
    Matches { found, too_long }
}

/// A text in pieces that overlap.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    (0..text.len()).step_by(PIECE).filter_map(|at| {
        let from = text.floor_char_boundary(at.saturating_sub(OVERLAP));
        text.get(from..text.floor_char_boundary(at + PIECE))
    })
}

/// The values of a text: itself, and in JSON text its strings and numbers.
fn values<'a, P>(given: &Given<'_>, text: &'a [Placed<P>]) -> Vec<&'a [Placed<P>]> {
    if !given.json {
        return vec![text];
    }
    let mut out = Vec::new();
    let mut from = 0;
    let mut inside = false;
    let mut at = 0;
    while let Some((c, _)) = text.get(at) {
        match (*c, inside) {
            ('\\', true) => at += 1,
            ('"', _) => {
                out.extend(text.get(from..at));
                inside = !inside;
                from = at + 1;
            }
            (',' | ':' | '[' | ']' | '{' | '}' | ' ' | '\n', false) => {
                out.extend(text.get(from..at));
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    out.extend(text.get(from.min(text.len())..));
    out
}

/// Whether a text has anything that looking for encodings could find: escapes, or a long run without spaces.
fn may_be_encoded(text: &str) -> bool {
    let digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let bytes = text.as_bytes();
    if bytes.contains(&b'\\') || bytes.contains(&b'%') {
        return true;
    }
    // A run that long covers one of these places.
    (SUBSTRING - 1..bytes.len()).step_by(SUBSTRING).any(|at| {
        let (before, after) = bytes.split_at(at);
        let run = before.iter().rev().take_while(|b| digit(b)).count();
        run + after.iter().take_while(|b| digit(b)).count() >= SUBSTRING
    })
}

/// Overlapping parts of several origins as parts in a row.
fn split<O: Copy>(mut parts: Vec<(Range<usize>, usize)>, origins: &[O]) -> Vec<Match<O>> {
    parts.sort_by_key(|(at, origin)| (at.start, at.end, *origin));
    let mut edges: Vec<usize> = parts
        .iter()
        .flat_map(|(at, _)| [at.start, at.end])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let mut out: Vec<(Range<usize>, BTreeSet<usize>)> = Vec::new();
    let mut open: Vec<&(Range<usize>, usize)> = Vec::new();
    let mut next = parts.iter().peekable();
    for pair in edges.windows(2) {
        let &[start, end] = pair else { continue };
        while let Some(part) = next.next_if(|(at, _)| at.start <= start) {
            open.push(part);
        }
        open.retain(|(at, _)| at.end > start);
        let from: BTreeSet<usize> = open.iter().map(|(_, origin)| *origin).collect();
        if from.is_empty() {
            continue;
        }
        match out.last_mut() {
            Some((at, same)) if at.end == start && *same == from => at.end = end,
            _ => out.push((start..end, from)),
        }
    }
    out.into_iter()
        .map(|(at, from)| Match {
            at,
            from: from
                .into_iter()
                .filter_map(|o| origins.get(o).copied())
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests;
