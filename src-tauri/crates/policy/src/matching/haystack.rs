//! Text of a server as it is searched, and the part of it that is looked at closely.

use std::ops::Range;

use super::{
    fold::{LetterKind, letters_of},
    folding::{FoldedText, Style},
    sieve::begins,
};

/// A text that is searched.
pub(super) struct Haystack<'a> {
    style: Style,
    /// As it stands.
    text: &'a str,
    /// As it is compared.
    pub folded: &'a FoldedText,
    /// The characters of a part, and the numbers of their first bytes and of the byte after the last.
    pub near: Vec<char>,
    places: Vec<usize>,
}

/// What was left out between two letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Gap {
    /// So many characters, white space in a row once.
    length: usize,
    /// Whether a word ends there.
    divides: bool,
}

impl<'a> Haystack<'a> {
    /// A text and what it was folded to.
    pub(super) fn new(style: Style, text: &'a str, folded: &'a FoldedText) -> Self {
        Self {
            style,
            text,
            folded,
            near: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Takes the characters of a part, those at its edges included.
    pub(super) fn take(&mut self, part: Range<usize>) {
        let edge = |at: &usize| self.folded.bytes.get(*at).is_none_or(|byte| begins(*byte));
        let start = (0..=part.start).rev().find(edge).unwrap_or(0);
        let end = (part.end..self.folded.bytes.len()).find(edge);
        let end = end.unwrap_or(self.folded.bytes.len());
        let bytes = self.folded.bytes.get(start..end).unwrap_or_default();
        self.near.clear();
        self.places.clear();
        if bytes.is_ascii() {
            self.near.extend(bytes.iter().map(|byte| char::from(*byte)));
            self.places.extend(start..=end);
        } else {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            for (at, c) in text.char_indices() {
                self.near.push(c);
                self.places.push(start + at);
            }
            self.places.push(end);
        }
    }

    /// Calls `act` with what was left out before each of some characters of the part, and after the last of them.
    fn gaps(&self, near: Range<usize>, mut act: impl FnMut(Gap)) {
        let place = |near: usize| self.places.get(near).copied();
        let (Some(from), Some(to)) = (place(near.start), place(near.end)) else {
            return;
        };
        // From a letter before the first one on, to see what is between them.
        let before = |(_, folded): &(usize, usize)| *folded < from;
        let passed = self.folded.milestones.partition_point(before);
        let (at, mut folded) = passed
            .checked_sub(1)
            .and_then(|n| self.folded.milestones.get(n))
            .copied()
            .unwrap_or_default();
        let begins = Gap {
            length: 0,
            divides: at == 0,
        };
        let (mut gap, mut space) = (begins, false);
        for c in self.text.get(at..).unwrap_or_default().chars() {
            match LetterKind::of(c) {
                LetterKind::Unseen => continue,
                LetterKind::Space => {
                    gap.length += usize::from(!space);
                    (gap.divides, space) = (true, true);
                    continue;
                }
                LetterKind::Other => {
                    gap.length += 1;
                    (gap.divides, space) = (true, false);
                    continue;
                }
                LetterKind::Joiner => {
                    gap.length += 1;
                    space = false;
                    continue;
                }
                LetterKind::One(letter) => {
                    if (from..=to).contains(&folded) {
                        act(gap);
                    }
                    folded += letter.len_utf8();
                }
                LetterKind::Many => letters_of(c, |letter| {
                    if (from..=to).contains(&folded) {
                        act(gap);
                    }
                    folded += letter.len_utf8();
                    gap = Gap::default();
                }),
            }
            (gap, space) = (Gap::default(), false);
            if folded > to {
                return;
            }
        }
        gap.divides = true;
        act(gap);
    }

    /// How many characters some of the part were, with at most so many that were left out at each end.
    pub(super) fn length(&self, near: Range<usize>, edge: usize) -> usize {
        let letters = near.len();
        if self.style == Style::Spelled {
            return letters;
        }
        let (mut number, mut length) = (0, letters);
        self.gaps(near, |gap| {
            let inner = (1..letters).contains(&number);
            length += if inner {
                gap.length
            } else {
                gap.length.min(edge)
            };
            number += 1;
        });
        length
    }

    /// Whether some of the part may be a value of its own.
    pub(super) fn stands_alone(&self, near: Range<usize>) -> bool {
        if self.style == Style::Spelled {
            let at_edge = |at: usize, edge: usize| self.places.get(at) == Some(&edge);
            // At an edge within the text it cannot be seen: there it is looked for in another part.
            return match near.start.checked_sub(1) {
                Some(before) => self.divides(before, near.start),
                None => at_edge(0, 0),
            } && match near.end == self.near.len() {
                true => at_edge(near.end, self.folded.bytes.len()),
                false => self.divides(near.end - 1, near.end),
            };
        }
        let (mut first, mut last) = (None, false);
        self.gaps(near, |gap| {
            first.get_or_insert(gap.divides);
            last = gap.divides;
        });
        first == Some(true) && last
    }

    /// Whether no value goes on from one character to the next.
    fn divides(&self, one: usize, next: usize) -> bool {
        let continues = |at: usize| {
            let c = self.near.get(at);
            c.is_some_and(|c| c.is_alphanumeric() || *c == '_')
        };
        !(continues(one) && continues(next))
    }
}
