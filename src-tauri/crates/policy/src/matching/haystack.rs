//! Text of a server as it is searched: folded, in UTF-8.

use std::ops::Range;

use super::{
    fold::{ASCII, LetterKind, letters_of, spelled},
    sieve::{WIDEST, begins},
};

/// So many characters of ASCII are folded at once.
const CHUNK: usize = 32;
/// How far apart, in bytes of the text at least, the places are whose folded ones are kept.
const MILESTONE: usize = 64;
/// Characters whose letters are kept, so that they are not decomposed again.
const KNOWN: usize = 1024;

/// How texts are folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Style {
    /// To their letters and digits.
    #[default]
    Letters,
    /// To their spelling.
    Spelled,
}

/// A text that is searched.
pub(super) struct Haystack {
    style: Style,
    /// As it is compared.
    pub folded: Vec<u8>,
    /// Whether any of it is more than ASCII.
    pub wide: bool,
    /// Bytes of the text and of what was folded before them, in their order. Of letters only.
    milestones: Vec<(usize, usize)>,
    known: Vec<(char, LetterKind)>,
    /// The letters of a few bytes.
    kept: [u8; MILESTONE],
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

impl Haystack {
    pub(super) fn new(style: Style) -> Self {
        Self {
            style,
            known: vec![('\0', LetterKind::Unseen); KNOWN],
            kept: [0; MILESTONE],
            folded: Vec::new(),
            wide: false,
            milestones: Vec::new(),
            near: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Takes a text.
    pub(super) fn read(&mut self, text: &str) {
        self.folded.clear();
        self.folded.reserve(text.len());
        self.milestones.clear();
        self.wide = false;
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let chunk = rest.get(..MILESTONE).unwrap_or(rest);
            let plain = chunk.get(..ascii(chunk)).unwrap_or_default();
            match self.style {
                Style::Letters => self.ascii_letters(plain, at),
                Style::Spelled => self.ascii_spelled(plain),
            }
            at += plain.len();
            if plain.len() == chunk.len() {
                continue;
            }
            // Words of other alphabets come in a row.
            let other = text.get(at..).unwrap_or_default().chars();
            for c in other.take_while(|c| !c.is_ascii()) {
                self.milestone(at);
                self.push(c);
                at += c.len_utf8();
            }
        }
    }

    fn milestone(&mut self, at: usize) {
        let far = |(last, _): &(usize, usize)| at >= last + MILESTONE;
        if self.milestones.last().is_none_or(far) {
            self.milestones.push((at, self.folded.len()));
        }
    }

    fn push(&mut self, c: char) {
        match self.style {
            Style::Spelled => {
                let before = self.folded.last().map(|byte| char::from(*byte));
                let (folded, wide) = (&mut self.folded, &mut self.wide);
                spelled(c, before, |c| put(c, folded, wide));
            }
            Style::Letters => match self.letter(c) {
                LetterKind::One(letter) if letter.is_ascii() => self.folded.push(letter as u8),
                LetterKind::One(letter) => put(letter, &mut self.folded, &mut self.wide),
                LetterKind::Many => letters_of(c, |c| put(c, &mut self.folded, &mut self.wide)),
                LetterKind::Space | LetterKind::Other | LetterKind::Joiner | LetterKind::Unseen => {
                }
            },
        }
    }

    fn letter(&mut self, c: char) -> LetterKind {
        match self.known.get_mut(c as usize % KNOWN) {
            Some((known, letter)) if *known == c => *letter,
            Some(place) => {
                *place = (c, LetterKind::of(c));
                place.1
            }
            None => LetterKind::of(c),
        }
    }

    /// Keeps the letters of at most [`MILESTONE`] characters of ASCII, without a branch for each.
    fn ascii_letters(&mut self, plain: &[u8], at: usize) {
        self.milestone(at);
        let mut count = 0;
        for byte in plain {
            let letter = ASCII[usize::from(byte & 0x7f)];
            self.kept[count % MILESTONE] = letter;
            count += usize::from(letter != 0);
        }
        let kept = self.kept.get(..count).unwrap_or_default();
        self.folded.extend_from_slice(kept);
    }

    /// Folds characters of ASCII, many at once where that only changes them.
    fn ascii_spelled(&mut self, plain: &[u8]) {
        for chunk in plain.chunks(CHUNK) {
            // After the one before, to see blanks in a row.
            let mut folded = [0; CHUNK + 1];
            folded[0] = self.folded.last().copied().unwrap_or_default();
            for (to, byte) in folded.iter_mut().skip(1).zip(chunk) {
                *to = match byte {
                    b'\t'..=b'\r' => b' ',
                    _ => byte.to_ascii_lowercase(),
                };
            }
            let seen = folded.get(1..=chunk.len()).unwrap_or_default();
            let pairs = folded.iter().zip(seen);
            let odd = pairs.fold(false, |odd, (before, byte)| {
                odd | (*byte < b' ') | (*byte == 127) | (*byte == b' ' && *before == b' ')
            });
            if odd {
                chunk.iter().for_each(|byte| self.push(char::from(*byte)));
            } else {
                self.folded.extend_from_slice(seen);
            }
        }
    }

    /// Takes the characters of a part, those at its edges included.
    pub(super) fn take(&mut self, part: Range<usize>) {
        let edge = |at: &usize| self.folded.get(*at).is_none_or(|byte| begins(*byte));
        let start = (0..=part.start).rev().find(edge).unwrap_or(0);
        let end = (part.end..self.folded.len()).find(edge);
        let end = end.unwrap_or(self.folded.len());
        let bytes = self.folded.get(start..end).unwrap_or_default();
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

    /// Calls `act` with what was left out before each of some characters of the part, and after the last of them. `text` is
    /// the one that was read.
    fn gaps(&self, text: &str, near: Range<usize>, mut act: impl FnMut(Gap)) {
        let place = |near: usize| self.places.get(near).copied();
        let (Some(from), Some(to)) = (place(near.start), place(near.end)) else {
            return;
        };
        // From a letter before the first one on, to see what is between them.
        let before = |(_, folded): &(usize, usize)| *folded < from;
        let passed = self.milestones.partition_point(before);
        let (at, mut folded) = passed
            .checked_sub(1)
            .and_then(|n| self.milestones.get(n))
            .copied()
            .unwrap_or_default();
        let begins = Gap {
            length: 0,
            divides: at == 0,
        };
        let (mut gap, mut space) = (begins, false);
        for c in text.get(at..).unwrap_or_default().chars() {
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
    pub(super) fn length(&self, text: &str, near: Range<usize>, edge: usize) -> usize {
        let letters = near.len();
        if self.style == Style::Spelled {
            return letters;
        }
        let (mut number, mut length) = (0, letters);
        self.gaps(text, near, |gap| {
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
    pub(super) fn stands_alone(&self, text: &str, near: Range<usize>) -> bool {
        if self.style == Style::Spelled {
            let at_edge = |at: usize, edge: usize| self.places.get(at) == Some(&edge);
            // At an edge within the text it cannot be seen: there it is looked for in another part.
            return match near.start.checked_sub(1) {
                Some(before) => self.divides(before, near.start),
                None => at_edge(0, 0),
            } && match near.end == self.near.len() {
                true => at_edge(near.end, self.folded.len()),
                false => self.divides(near.end - 1, near.end),
            };
        }
        let (mut first, mut last) = (None, false);
        self.gaps(text, near, |gap| {
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

/// How many bytes in a row are ASCII.
fn ascii(bytes: &[u8]) -> usize {
    let (words, _) = bytes.as_chunks::<8>();
    let wide = |word: &[u8; 8]| u64::from_le_bytes(*word) & 0x8080_8080_8080_8080 != 0;
    let words = words.iter().position(wide).unwrap_or(words.len());
    let rest = bytes.iter().skip(8 * words);
    8 * words + rest.take_while(|byte| byte.is_ascii()).count()
}

fn put(c: char, folded: &mut Vec<u8>, wide: &mut bool) {
    *wide |= !c.is_ascii();
    folded.extend_from_slice(c.encode_utf8(&mut [0; WIDEST]).as_bytes());
}
