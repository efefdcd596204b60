//! Texts folded to what counts, and the search for all of them at once: a hash that rolls over what is searched, a small
//! table that says no to nearly everything, and a comparison for the rest.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, RandomState},
    ops::Range,
};

use super::{SUBSTRING, WHOLE, WORD, decode::Placed};

/// Bits of the smallest and of the largest table.
const TABLE: Range<u32> = 16..23;

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

fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e01ef}')
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
    /// Who gave it, a bit each.
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

    /// Makes ready to search what `origins` servers gave.
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
        let many = (grams.len().max(1) * 16).ilog2();
        let bits = many.clamp(TABLE.start, TABLE.end);
        let (mut of_grams, mut of_ends) = (Table::new(bits), Table::new(TABLE.start));
        grams.keys().for_each(|hash| of_grams.set(*hash));
        ends.keys().for_each(|hash| of_ends.set(*hash));
        Search {
            needles: self,
            long,
            short,
            grams,
            ends,
            of_grams,
            of_ends,
            folded: Vec::new(),
        }
    }
}

/// Says whether a hash may be among some; small enough to stay in the processor's cache.
struct Table {
    words: Vec<u64>,
    shift: u32,
}

impl Table {
    fn new(bits: u32) -> Self {
        Self {
            words: vec![0; 1 << (bits - 6)],
            shift: 64 - bits,
        }
    }

    fn place(&self, hash: u64) -> (usize, u64) {
        let bit = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        ((bit >> 6) as usize, 1 << (bit & 63))
    }

    fn set(&mut self, hash: u64) {
        let (word, bit) = self.place(hash);
        if let Some(word) = self.words.get_mut(word) {
            *word |= bit;
        }
    }

    fn may_hold(&self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }
}

/// A search under way.
pub(super) struct Search {
    needles: Needles,
    long: Rolling,
    short: Rolling,
    /// By the hash of so many characters: the first text and place that has them, and who gave them, a bit each.
    grams: HashMap<u64, (usize, usize, u64)>,
    /// By the hash of their last characters: values.
    ends: BTreeMap<u64, Vec<usize>>,
    of_grams: Table,
    of_ends: Table,
    /// What is searched, as it is compared.
    folded: Vec<char>,
}

impl Search {
    /// Searches what one server gave.
    pub(super) fn scan(&mut self, origin: usize, text: impl Iterator<Item = char>) {
        self.folded.clear();
        self.folded.reserve(text.size_hint().1.unwrap_or(0));
        let folded = &mut self.folded;
        let mut before = None;
        for c in text {
            if c.is_ascii_graphic() {
                before = Some(c.to_ascii_lowercase());
                folded.extend(before);
                continue;
            }
            fold(c, before, |c| {
                folded.push(c);
                before = Some(c);
            });
        }
        // More servers than bits share the last one.
        let bit = 1 << origin.min(63);
        if !self.grams.is_empty() {
            self.scan_grams(bit);
        }
        if !self.ends.is_empty() {
            self.scan_wholes(bit);
        }
    }

    fn scan_grams(&mut self, bit: u64) {
        let Self {
            needles,
            long,
            grams,
            of_grams,
            folded,
            ..
        } = self;
        long.each(folded, |last, hash| {
            if of_grams.may_hold(hash)
                && let Some((text, at, from)) = grams.get_mut(&hash)
                && *from & bit == 0
                && let Some(text) = needles.texts.get(*text)
                && text.folded.chars.get(*at..*at + SUBSTRING)
                    == folded.get(last + 1 - SUBSTRING..=last)
            {
                *from |= bit;
            }
        });
    }

    fn scan_wholes(&mut self, bit: u64) {
        let Self {
            needles,
            short,
            ends,
            of_ends,
            folded,
            ..
        } = self;
        short.each(folded, |last, hash| {
            if !of_ends.may_hold(hash) {
                return;
            }
            for index in ends.get(&hash).into_iter().flatten() {
                if let Some(whole) = needles.wholes.get_mut(*index)
                    && stands_alone(&whole.chars, folded, last + 1)
                {
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
