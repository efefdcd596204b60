//! Every way to read what is given.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
    ops::Range,
};

use super::{
    decode::{DEPTH, base64_value, once_bare, once_given},
    needles::Needles,
    place::{Placed, Span, reversed},
    views::{Piece, bare, joined, json_pieces, looks, parts, resolved, squeezed},
};

/// The longest decoded text whose words and lines are read by themselves, in characters.
const DIVIDED: usize = 16 * 1024;
/// What is read again around a decoded character of a long text, in characters.
const AROUND: usize = 128;
/// The shortest run of digits that may be an encoded value.
const RUN: usize = 8;

/// Reads what is given in every way and keeps what is to be looked for.
pub(super) struct Reader {
    pub needles: Needles,
    /// Whether everything was read: nothing exceeded the bound.
    pub complete: bool,
    /// How many characters may still be read.
    left: usize,
    /// Texts that were read.
    seen: HashSet<u64>,
    hasher: RandomState,
}

impl Reader {
    pub(super) fn new(most: usize) -> Self {
        Self {
            needles: Needles::default(),
            complete: true,
            left: most,
            seen: HashSet::new(),
            hasher: RandomState::new(),
        }
    }

    /// Whether a text was not read before.
    fn is_new(&mut self, text: &[Placed<Span>]) -> bool {
        let chars: Vec<char> = text.iter().map(|(c, _)| *c).collect();
        self.seen.insert(self.hasher.hash_one(chars))
    }

    /// Whether a text is to be kept: it is another one than those before, and there is room for it.
    fn admits(&mut self, text: &[Placed<Span>]) -> bool {
        let left = self.left.checked_sub(text.len());
        self.complete &= left.is_some();
        let Some(left) = left.filter(|_| self.is_new(text)) else {
            return false;
        };
        self.left = left;
        true
    }

    /// Reads a text, and what it may stand for.
    pub(super) fn text(&mut self, text: &[Placed<Span>], depth: usize) {
        if depth == 0 || text.len() <= DIVIDED {
            self.lists(text, depth);
        }
        self.flat(text, depth);
    }

    /// Reads JSON text: the signs between its values are not the sender's.
    pub(super) fn json(&mut self, text: &[Placed<Span>]) {
        self.lists(text, 0);
        if self.admits(text) {
            self.needles.letters(text);
            self.decoded(text, 0);
        }
    }

    fn lists(&mut self, text: &[Placed<Span>], depth: usize) {
        for list in json_pieces(text) {
            self.list(&list, depth);
        }
    }

    /// Reads a text that is no list of others.
    fn flat(&mut self, text: &[Placed<Span>], depth: usize) {
        if !self.admits(text) {
            return;
        }
        self.needles.text(text);
        self.needles.whole(text);
        if depth == 0 || text.len() <= DIVIDED {
            self.pieces(&parts(text, char::is_whitespace), depth);
            self.pieces(&parts(text, |c| matches!(c, '\n' | '\r')), depth);
        }
        self.decoded(text, depth);
        if let Some(looks) = looks(text) {
            self.flat(&looks, depth);
        }
    }

    /// Reads pieces of text one after the other, and each by itself.
    pub(super) fn list(&mut self, pieces: &[Piece<Span>], depth: usize) {
        self.flat(&joined(pieces, None), depth);
        // Numbers and encodings may end where a piece does.
        let divided = joined(pieces, Some('\n'));
        if self.is_new(&divided) {
            self.decoded(&divided, depth);
            self.pieces(pieces, depth);
        }
    }

    /// Reads what the pieces of a text stand for that was divided first: in the opposite order of letters, or as base64.
    fn pieces(&mut self, pieces: &[Piece<Span>], depth: usize) {
        let backwards: Vec<_> = pieces.iter().map(|piece| reversed(piece)).collect();
        let backwards = joined(&backwards, None);
        if !backwards.is_empty() && self.admits(&backwards) {
            self.needles.letters(&backwards);
        }
        let values: Vec<_> = pieces
            .iter()
            .filter_map(|piece| base64_value(piece))
            .collect();
        if depth < DEPTH && values.len() > 1 {
            self.text(&joined(&values, None), depth + 1);
        }
    }

    /// Reads what a text is an encoding of; what is given itself also backwards.
    fn decoded(&mut self, text: &[Placed<Span>], depth: usize) {
        if depth >= DEPTH || text.len() < RUN {
            return;
        }
        let resolved = resolved(text);
        let text = resolved.as_deref().unwrap_or(text);
        self.decoded_forwards(text, depth);
        if depth == 0 {
            self.decoded_forwards(&reversed(text), depth);
        }
    }

    fn decoded_forwards(&mut self, text: &[Placed<Span>], depth: usize) {
        let squeezed = squeezed(text);
        let mut found = once_given(text, RUN);
        if let Some(squeezed) = squeezed.as_ref().filter(|_| depth == 0) {
            found.extend(once_given(squeezed, RUN));
        }
        for digits in bare(squeezed.as_deref().unwrap_or(text)) {
            found.extend(once_bare(&digits, RUN));
        }
        let key = |(c, at): &Placed<Span>| (at.from, at.to, *c);
        let mut old: Vec<_> = match found.iter().any(|found| found.len() > DIVIDED) {
            true => text.iter().map(key).collect(),
            false => Vec::new(),
        };
        old.sort_unstable();
        for found in found {
            let is_new = |c: &Placed<Span>| old.binary_search(&key(c)).is_err();
            for found in changed(&found, is_new) {
                self.text(found, depth + 1);
            }
        }
    }
}

/// The parts of a long text that are new, with what is around them: the rest was read. All of a short one.
fn changed(made: &[Placed<Span>], is_new: impl Fn(&Placed<Span>) -> bool) -> Vec<&[Placed<Span>]> {
    if made.len() <= DIVIDED {
        return vec![made];
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    for at in (0..made.len()).filter(|at| made.get(*at).is_some_and(&is_new)) {
        let around = at.saturating_sub(AROUND)..(at + AROUND).min(made.len());
        match parts.last_mut() {
            Some(part) if around.start <= part.end => part.end = around.end,
            _ => parts.push(around),
        }
    }
    parts
        .into_iter()
        .filter_map(|part| made.get(part))
        .collect()
}
