//! Texts folded to what counts, and the search for all of them at once. A few bytes here and there say no to nearly
//! everything; where they do not, a hash rolls over the characters around them, and what it finds is compared.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, RandomState},
    ops::Range,
};

use domain::is_hidden;

use super::{
    decode::Placed,
    lengths::{SUBSTRING, WHOLE, WORD},
    sieve::{BloomFilter, Sieve, WIDEST, begins},
};

/// So many bytes of a long text, or of the end of a short value, are looked at here and there.
const LONG_GRAM: usize = 8;
const SHORT_GRAM: usize = 4;
/// So many characters of ASCII are folded at once.
const CHUNK: usize = 32;

/// Gives a character as it is compared, if it is seen. White space in a row counts once.
fn fold(c: char, before: Option<char>, mut give: impl FnMut(char)) {
    if c.is_whitespace() {
        if before != Some(' ') {
            give(' ');
        }
    } else if c.is_ascii_graphic() {
        give(c.to_ascii_lowercase());
    } else if !is_hidden(c) {
        c.to_lowercase().for_each(give);
    }
}

/// A text as it is compared, with the places its characters came from.
pub(super) struct Folded {
    chars: Vec<char>,
    at: Vec<Range<usize>>,
}

impl Folded {
    pub(super) fn of(text: &[Placed<Range<usize>>]) -> Self {
        let mut out = Self {
            chars: Vec::with_capacity(text.len()),
            at: Vec::with_capacity(text.len()),
        };
        for (c, at) in text {
            let Self { chars, at: places } = &mut out;
            fold(*c, chars.last().copied(), |folded| {
                chars.push(folded);
                places.push(at.clone());
            });
        }
        out
    }

    /// Without white space at both ends.
    fn trimmed(&self) -> (&[char], &[Range<usize>]) {
        let from = self.chars.iter().take_while(|c| **c == ' ').count();
        let blank = self.chars.iter().rev().take_while(|c| **c == ' ').count();
        let to = self.chars.len().saturating_sub(blank).max(from);
        (
            self.chars.get(from..to).unwrap_or_default(),
            self.at.get(from..to).unwrap_or_default(),
        )
    }
}

/// A hash of the last `length` characters.
#[derive(Clone, Copy)]
struct Rolling {
    base: u64,
    length: usize,
    /// `base` to the power of the length.
    leaving: u64,
}

impl Rolling {
    fn new(base: u64, length: usize) -> Self {
        Self {
            base,
            length,
            leaving: (0..length).fold(1, |power: u64, _| power.wrapping_mul(base)),
        }
    }

    fn step(self, hash: u64, coming: char, going: char) -> u64 {
        // Two products that do not wait for each other.
        let leaves = (u64::from(going) + 1).wrapping_mul(self.leaving);
        let comes = (u64::from(coming) + 1).wrapping_sub(leaves);
        hash.wrapping_mul(self.base).wrapping_add(comes)
    }

    /// Calls `act` with the hash of each part of a text, and the place of its last character.
    fn each(self, chars: &[char], mut act: impl FnMut(usize, u64)) {
        let Some((first, rest)) = chars.split_at_checked(self.length) else {
            return;
        };
        let mut hash = self.of(first);
        let mut last = self.length - 1;
        act(last, hash);
        for (going, coming) in chars.iter().zip(rest) {
            hash = self.step(hash, *coming, *going);
            last += 1;
            act(last, hash);
        }
    }

    fn of(self, chars: &[char]) -> u64 {
        chars.iter().fold(0, |hash: u64, c| {
            hash.wrapping_mul(self.base).wrapping_add(u64::from(*c) + 1)
        })
    }
}

/// A text to be found in parts.
struct Text {
    given: usize,
    folded: Folded,
}

/// A value to be found as a whole.
struct Whole {
    given: usize,
    chars: Vec<char>,
    at: Range<usize>,
    /// The servers that returned it, a bit each.
    from: u64,
}

/// Everything that is looked for.
pub(super) struct Needles {
    texts: Vec<Text>,
    wholes: Vec<Whole>,
}

impl Needles {
    pub(super) fn new() -> Self {
        Self {
            texts: Vec::new(),
            wholes: Vec::new(),
        }
    }

    /// Every part of a text.
    pub(super) fn text(&mut self, given: usize, folded: Folded) {
        if folded.chars.len() >= SUBSTRING {
            self.texts.push(Text { given, folded });
        }
    }

    /// All of a text, if it is short and says something.
    pub(super) fn whole(&mut self, given: usize, folded: &Folded) {
        let (chars, at) = folded.trimmed();
        let least = if chars.iter().all(|c| c.is_alphabetic()) {
            WORD
        } else {
            WHOLE
        };
        if let (Some(first), Some(last)) = (at.first(), at.last())
            && (least..SUBSTRING).contains(&chars.len())
        {
            self.wholes.push(Whole {
                given,
                chars: chars.to_vec(),
                at: first.start..last.end,
                from: 0,
            });
        }
    }

    /// Prepares a search of the texts that `origins` servers returned.
    pub(super) fn search(self, origins: usize) -> Search {
        // Another base each time: who writes texts cannot prepare any that collide.
        let base = RandomState::new().hash_one(origins) | 1;
        let (long, short) = (Rolling::new(base, SUBSTRING), Rolling::new(base, WHOLE));
        let mut grams: HashMap<u64, (usize, usize, u64)> = HashMap::new();
        for (index, text) in self.texts.iter().enumerate() {
            long.each(&text.folded.chars, |last, hash| {
                grams
                    .entry(hash)
                    .or_insert((index, last + 1 - SUBSTRING, 0));
            });
        }
        let mut ends: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (index, whole) in self.wholes.iter().enumerate() {
            let end = whole
                .chars
                .get(whole.chars.len() - WHOLE..)
                .unwrap_or_default();
            ends.entry(short.of(end)).or_default().push(index);
        }
        let (mut of_grams, mut of_ends) =
            (BloomFilter::new(grams.len()), BloomFilter::new(ends.len()));
        grams.keys().for_each(|hash| of_grams.set(*hash));
        ends.keys().for_each(|hash| of_ends.set(*hash));
        let utf8 = |chars: &[char]| chars.iter().collect::<String>().into_bytes();
        let texts: Vec<_> = self.texts.iter().map(|t| utf8(&t.folded.chars)).collect();
        let values = self.wholes.iter().map(|whole| {
            let from = whole.chars.len() - WHOLE;
            utf8(whole.chars.get(from..).unwrap_or_default())
        });
        let values: Vec<_> = values.collect();
        Search {
            sieve_long: Sieve::of(&texts, SUBSTRING, base),
            sieve_short: Sieve::of(&values, WHOLE, base),
            needles: self,
            long,
            short,
            grams,
            ends,
            of_grams,
            of_ends,
            folded: Vec::new(),
            wide: false,
            near: Vec::new(),
        }
    }
}

/// A search under way.
pub(super) struct Search {
    needles: Needles,
    long: Rolling,
    short: Rolling,
    /// By the hash of so many characters: the first text and place that has them, and the servers that returned them, a bit each.
    grams: HashMap<u64, (usize, usize, u64)>,
    /// By the hash of their last characters: values.
    ends: BTreeMap<u64, Vec<usize>>,
    of_grams: BloomFilter,
    of_ends: BloomFilter,
    sieve_long: Sieve<LONG_GRAM>,
    sieve_short: Sieve<SHORT_GRAM>,
    /// What is searched, as it is compared, in UTF-8; and whether any of it is more than ASCII.
    folded: Vec<u8>,
    wide: bool,
    /// The characters of a part of it.
    near: Vec<char>,
}

impl Search {
    /// Searches text that one server returned.
    pub(super) fn text(&mut self, origin: usize, text: &str) {
        self.begin();
        let mut rest = text;
        while !rest.is_empty() {
            let ascii = rest.bytes().position(|byte| !byte.is_ascii());
            let (plain, other) = rest.split_at(ascii.unwrap_or(rest.len()));
            self.fold_ascii(plain.as_bytes());
            let mut chars = other.chars();
            // Words of other alphabets come in a row.
            while let Some(c) = chars.as_str().chars().next().filter(|c| !c.is_ascii()) {
                self.fold_char(c);
                chars.next();
            }
            rest = chars.as_str();
        }
        self.scan(origin);
    }

    /// The same, character by character.
    pub(super) fn chars(&mut self, origin: usize, text: impl Iterator<Item = char>) {
        self.begin();
        for c in text {
            if c.is_ascii_graphic() {
                self.folded.push(c.to_ascii_lowercase() as u8);
            } else {
                self.fold_char(c);
            }
        }
        self.scan(origin);
    }

    fn begin(&mut self) {
        self.folded.clear();
        self.wide = false;
    }

    /// Folds characters of ASCII, many at once where that only changes them.
    fn fold_ascii(&mut self, plain: &[u8]) {
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
                chunk
                    .iter()
                    .for_each(|byte| self.fold_char(char::from(*byte)));
            } else {
                self.folded.extend_from_slice(seen);
            }
        }
    }

    fn fold_char(&mut self, c: char) {
        let before = self.folded.last().map(|byte| char::from(*byte));
        let (folded, wide) = (&mut self.folded, &mut self.wide);
        fold(c, before, |c| {
            *wide |= !c.is_ascii();
            folded.extend_from_slice(c.encode_utf8(&mut [0; WIDEST]).as_bytes());
        });
    }

    fn scan(&mut self, origin: usize) {
        // More servers than bits share the last one.
        let bit = 1 << origin.min(63);
        let wide = self.wide;
        if !self.grams.is_empty() {
            let margin = if wide {
                SUBSTRING
            } else {
                SUBSTRING - LONG_GRAM
            };
            let mut at = 0;
            while let Some(part) = self.sieve_long.next(&self.folded, &mut at, margin, wide) {
                self.scan_grams(part, bit);
            }
        }
        if !self.ends.is_empty() {
            // A value, and one more at each end: whether it goes on there.
            let margin = SUBSTRING;
            let mut at = 0;
            while let Some(part) = self.sieve_short.next(&self.folded, &mut at, margin, wide) {
                self.scan_wholes(part, bit);
            }
        }
    }

    /// Takes the characters of a part, those at its edges included, and gives where it is.
    fn take(&mut self, part: Range<usize>) -> Range<usize> {
        let edge = |at: &usize| self.folded.get(*at).is_none_or(|byte| begins(*byte));
        let start = (0..=part.start).rev().find(edge).unwrap_or(0);
        let end = (part.end..self.folded.len()).find(edge);
        let end = end.unwrap_or(self.folded.len());
        let bytes = self.folded.get(start..end).unwrap_or_default();
        self.near.clear();
        if bytes.is_ascii() {
            self.near.extend(bytes.iter().map(|byte| char::from(*byte)));
        } else {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            self.near.extend(text.chars());
        }
        start..end
    }

    fn scan_grams(&mut self, part: Range<usize>, bit: u64) {
        self.take(part);
        let Self {
            needles,
            long,
            grams,
            of_grams,
            near,
            ..
        } = self;
        long.each(near, |last, hash| {
            if of_grams.may_hold(hash)
                && let Some((text, at, from)) = grams.get_mut(&hash)
                && *from & bit == 0
                && let Some(text) = needles.texts.get(*text)
                && text.folded.chars.get(*at..*at + SUBSTRING)
                    == near.get(last + 1 - SUBSTRING..=last)
            {
                *from |= bit;
            }
        });
    }

    fn scan_wholes(&mut self, part: Range<usize>, bit: u64) {
        let part = self.take(part);
        let (begins, ends_here) = (part.start == 0, part.end == self.folded.len());
        let Self {
            needles,
            short,
            ends,
            of_ends,
            near,
            ..
        } = self;
        short.each(near, |last, hash| {
            if !of_ends.may_hold(hash) {
                return;
            }
            for index in ends.get(&hash).into_iter().flatten() {
                let Some(whole) = needles.wholes.get_mut(*index) else {
                    continue;
                };
                // At an edge within the text it cannot be seen whether the value goes on: there it is looked for in another part.
                let inside = (begins || last + 1 > whole.chars.len())
                    && (ends_here || last + 1 < near.len());
                if inside && stands_alone(&whole.chars, near, last + 1) {
                    whole.from |= bit;
                }
            }
        });
    }

    /// For each text that was given: which bytes of it whom they came from.
    pub(super) fn parts(self, given: usize) -> Vec<Vec<(Range<usize>, usize)>> {
        let mut out: Vec<Vec<(Range<usize>, usize)>> = vec![Vec::new(); given];
        let mut put = |given: usize, at: Range<usize>, from: u64| {
            let Some(parts) = out.get_mut(given) else {
                return;
            };
            for origin in (0..64).filter(|origin| from & (1 << origin) != 0) {
                // The one before of this origin, if this only makes it longer.
                let last = parts.iter_mut().rev().take(8).find(|(_, of)| *of == origin);
                match last {
                    Some((before, _)) if before.start <= at.start && at.start <= before.end => {
                        before.end = before.end.max(at.end);
                    }
                    _ => parts.push((at.clone(), origin)),
                }
            }
        };
        for whole in &self.needles.wholes {
            put(whole.given, whole.at.clone(), whole.from);
        }
        for text in &self.needles.texts {
            self.long.each(&text.folded.chars, |last, hash| {
                let at = &text.folded.at;
                if let Some((_, _, from)) = self.grams.get(&hash).filter(|(.., from)| *from != 0)
                    && let (Some(first), Some(last)) = (at.get(last + 1 - SUBSTRING), at.get(last))
                {
                    put(text.given, first.start..last.end, *from);
                }
            });
        }
        out
    }
}

/// Whether a value would go on with this character.
fn continues(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a value stands before a place in a text, and neither of its ends goes on.
fn stands_alone(value: &[char], text: &[char], end: usize) -> bool {
    let Some(start) = end.checked_sub(value.len()) else {
        return false;
    };
    let goes_on = |own: Option<&char>, next: Option<&char>| {
        own.is_some_and(|c| continues(*c)) && next.is_some_and(|c| continues(*c))
    };
    text.get(start..end) == Some(value)
        && !goes_on(value.last(), text.get(end))
        && !goes_on(
            value.first(),
            start.checked_sub(1).and_then(|at| text.get(at)),
        )
}
