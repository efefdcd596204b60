//! The search for everything at once. A few bytes here and there say no to nearly everything; where they do not, a hash rolls
//! over the characters around them, and what it finds is compared.

use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, RandomState},
    ops::Range,
};

use super::{
    folding::{FoldedText, Style},
    haystack::Haystack,
    lengths::{EDGE, LETTERS, SUBSTRING, WHOLE},
    needles::Set,
    place::Span,
    plain::{Letters, Plain},
    sieve::{BloomFilter, Hashed, Sieve},
};

/// So many bytes of a long text, or of the end of a short value, are looked at here and there.
const LONG_GRAM: usize = 8;
const SHORT_GRAM: usize = 4;
/// Two characters that are found one after the other and are further apart, in bytes, are marked on their own.
const APART: u32 = 64;

/// After so many letters it is seen what is left to look for.
const LOOK: usize = 16 * 1024;

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

/// Some characters in a row that are looked for.
struct Gram {
    /// The first text that has them, and the number of their first one there.
    text: usize,
    at: usize,
    /// The servers that returned them as part of a passage, a bit each.
    from: u64,
    /// A character that follows them in some text, and the gram that ends with it: what was found mostly goes on so.
    next: Option<(char, u32)>,
}

impl Gram {
    /// Its letters, if all are ASCII.
    fn plain(&self, set: &Set) -> Option<Letters> {
        let chars = &set.texts.get(self.text)?.chars;
        let mut letters = Letters::default();
        for (to, c) in letters.iter_mut().zip(chars.get(self.at..)?) {
            *to = u8::try_from(*c).ok().filter(u8::is_ascii)?;
        }
        Some(letters)
    }
}

/// A search of texts that are folded in one way.
pub(super) struct Search {
    style: Style,
    set: Set,
    long: Rolling,
    short: Rolling,
    grams: Vec<Gram>,
    /// The gram with a hash.
    by_hash: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
    of_grams: BloomFilter,
    /// The grams that are ASCII; of letters only.
    plain: Plain,
    /// The bit of the server of which `plain` leaves out what was found, and how much was found since it does.
    left_for: Option<u64>,
    fresh: usize,
    of_ends: BloomFilter,
    sieve_long: Sieve<LONG_GRAM>,
    sieve_short: Sieve<SHORT_GRAM>,
    /// The lengths of the whole values, a bit each.
    lengths: u64,
    /// The grams that were found one after the other.
    run: Vec<u32>,
}

impl Search {
    /// Prepares a search for all of a set.
    pub(super) fn new(set: Set, style: Style) -> Self {
        let gram = match style {
            Style::Letters => LETTERS,
            Style::Spelled => SUBSTRING,
        };
        // Another base each time: who writes texts cannot prepare any that collide.
        let base = RandomState::new().hash_one(gram) | 1;
        let (long, short) = (Rolling::new(base, gram), Rolling::new(base, WHOLE));
        let mut grams: Vec<Gram> = Vec::new();
        let mut by_hash: HashMap<u64, u32, BuildHasherDefault<Hashed>> = HashMap::default();
        for (text, folded) in set.texts.iter().enumerate() {
            let mut before: Option<u32> = None;
            long.each(&folded.chars, |last, hash| {
                let id = *by_hash.entry(hash).or_insert_with(|| {
                    grams.push(Gram {
                        text,
                        at: last + 1 - gram,
                        from: 0,
                        next: None,
                    });
                    u32::try_from(grams.len() - 1).unwrap_or(u32::MAX)
                });
                let before = before.replace(id).map(|id| id as usize);
                if let Some(before) = before.and_then(|id| grams.get_mut(id)) {
                    let next = folded.chars.get(last).map(|c| (*c, id));
                    before.next = before.next.or(next);
                }
            });
        }
        let plain = match style {
            Style::Letters => grams
                .iter()
                .zip(0..)
                .filter_map(|(gram, id)| Some((gram.plain(&set)?, id)))
                .collect(),
            Style::Spelled => Vec::new(),
        };
        let end = |value: &[char]| value[value.len().saturating_sub(WHOLE)..].to_vec();
        let ends: Vec<Vec<char>> = set.wholes.keys().map(|value| end(value)).collect();
        let (mut of_grams, mut of_ends) =
            (BloomFilter::new(grams.len()), BloomFilter::new(ends.len()));
        by_hash.keys().for_each(|hash| of_grams.set(*hash));
        ends.iter().for_each(|end| of_ends.set(short.of(end)));
        let utf8 = |chars: &[char]| chars.iter().collect::<String>().into_bytes();
        let texts: Vec<_> = set.texts.iter().map(|text| utf8(&text.chars)).collect();
        let values: Vec<_> = ends.iter().map(|end| utf8(end)).collect();
        let lengths = set.wholes.keys().map(|value| 1 << value.len().min(63));
        Self {
            style,
            sieve_long: Sieve::of(&texts, gram, base),
            sieve_short: Sieve::of(&values, WHOLE, base),
            lengths: lengths.fold(0, |all: u64, length: u64| all | length),
            set,
            long,
            short,
            grams,
            by_hash,
            of_grams,
            plain: Plain::new(plain),
            left_for: None,
            fresh: 0,
            of_ends,
            run: Vec::new(),
        }
    }

    /// Whether nothing is looked for.
    pub(super) fn is_idle(&self) -> bool {
        self.grams.is_empty() && self.set.wholes.is_empty()
    }

    /// Searches text that one server returned, and what it was folded to.
    pub(super) fn text(&mut self, origin: usize, text: &str, folded: &FoldedText) {
        self.scan(&mut Haystack::new(self.style, text, folded), origin);
    }

    fn scan(&mut self, hay: &mut Haystack<'_>, origin: usize) {
        // More servers than bits share the last one.
        let bit = 1 << origin.min(63);
        let wide = hay.folded.wide;
        if self.is_plain(hay) {
            self.scan_plain(hay, bit);
        } else if !self.grams.is_empty() {
            let gram = self.long.length;
            let margin = if wide { gram } else { gram - LONG_GRAM };
            let mut at = 0;
            while let Some(part) = self
                .sieve_long
                .next(&hay.folded.bytes, &mut at, margin, wide)
            {
                hay.take(part);
                self.scan_grams(hay, bit);
            }
        }
        if !self.set.wholes.is_empty() {
            // A value, and one more at each end: whether it goes on there.
            let mut at = 0;
            while let Some(part) =
                self.sieve_short
                    .next(&hay.folded.bytes, &mut at, SUBSTRING, wide)
            {
                hay.take(part);
                self.scan_wholes(hay, bit);
            }
        }
    }

    /// Whether passages are looked for as bytes.
    fn is_plain(&self, hay: &Haystack<'_>) -> bool {
        self.long.length == LETTERS && !hay.folded.wide
    }

    fn scan_plain(&mut self, hay: &mut Haystack<'_>, bit: u64) {
        if self.left_for.is_some_and(|of| of != bit) {
            self.left_for = None;
            self.plain.look_for(|_| true);
        }
        self.fresh = 0;
        let every = LOOK.max(8 * self.grams.len());
        let (mut from, mut look) = (0, every);
        while let Some((place, id)) = self.plain.next(&hay.folded.bytes, from) {
            // What was found of this server before may stand before it.
            let mut begin = place;
            let before = |at: usize| self.plain.at(&hay.folded.bytes, at.checked_sub(1)?);
            while let Some(id) = before(begin).filter(|_| begin > from) {
                self.run.push(id);
                begin -= 1;
            }
            self.run.reverse();
            self.run.push(id);
            let (mut at, mut last) = (place + 1, id);
            while let Some(id) = self
                .follows(last, hay.folded.bytes.get(at + LETTERS - 1))
                .or_else(|| self.plain.at(&hay.folded.bytes, at))
            {
                self.run.push(id);
                (at, last) = (at + 1, id);
            }
            from = at;
            let end = at + LETTERS - 1;
            self.close(bit, |letters| {
                letters >= SUBSTRING || {
                    hay.take(begin..end);
                    hay.length(0..letters, EDGE) >= SUBSTRING
                }
            });
            if from >= look {
                look = from + every;
                self.narrow(bit);
            }
        }
    }

    /// Has grams not be looked for any more by themselves that a server is known to have returned, if there are more such than before.
    fn narrow(&mut self, bit: u64) {
        if self.fresh > 0 {
            (self.left_for, self.fresh) = (Some(bit), 0);
            let grams = &self.grams;
            let is_left = |id: u32| grams.get(id as usize).is_some_and(|g| g.from & bit == 0);
            self.plain.look_for(is_left);
        }
    }

    /// The gram after this one, if what mostly follows does.
    fn follows(&self, id: u32, byte: Option<&u8>) -> Option<u32> {
        let (c, next) = self.grams.get(id as usize)?.next?;
        byte.is_some_and(|byte| char::from(*byte) == c)
            .then_some(next)
    }

    /// Ends the grams that were found one after the other; `is_long` says of so many characters whether they were a passage.
    fn close(&mut self, bit: u64, is_long: impl FnOnce(usize) -> bool) {
        let grams = &mut self.grams;
        let is_new = |id: &u32| grams.get(*id as usize).is_some_and(|g| g.from & bit == 0);
        if self.run.iter().any(is_new) && is_long(self.run.len() + self.long.length - 1) {
            for id in &self.run {
                if let Some(gram) = grams.get_mut(*id as usize) {
                    self.fresh += usize::from(gram.from & bit == 0);
                    gram.from |= bit;
                }
            }
        }
        self.run.clear();
    }

    fn scan_grams(&mut self, hay: &Haystack<'_>, bit: u64) {
        let long = self.long;
        let close = |search: &mut Self, end: usize| {
            search.close(bit, |chars| hay.length(end - chars..end, EDGE) >= SUBSTRING);
        };
        long.each(&hay.near, |last, hash| match self.gram(hay, last, hash) {
            Some(id) => self.run.push(id),
            None if self.run.is_empty() => {}
            None => close(self, last),
        });
        if !self.run.is_empty() {
            close(self, hay.near.len());
        }
    }

    /// The gram that ends with this character of the part.
    fn gram(&self, hay: &Haystack<'_>, last: usize, hash: u64) -> Option<u32> {
        let id = self
            .of_grams
            .may_hold(hash)
            .then(|| self.by_hash.get(&hash));
        let id = *id.flatten()?;
        let gram = self.grams.get(id as usize)?;
        let own = &self.set.texts.get(gram.text)?.chars;
        let own = own.get(gram.at..gram.at + self.long.length)?;
        (own == hay.near.get(last + 1 - self.long.length..=last)?).then_some(id)
    }

    fn scan_wholes(&mut self, hay: &Haystack<'_>, bit: u64) {
        let Self {
            set,
            short,
            of_ends,
            lengths,
            ..
        } = self;
        short.each(&hay.near, |last, hash| {
            if !of_ends.may_hold(hash) {
                return;
            }
            for length in (WHOLE..SUBSTRING).filter(|length| *lengths & 1 << length != 0) {
                let Some(start) = (last + 1).checked_sub(length) else {
                    break;
                };
                if let Some(value) = hay.near.get(start..=last)
                    && let Some(whole) = set.wholes.get_mut(value)
                    && whole.from & bit == 0
                    && hay.stands_alone(start..last + 1)
                {
                    whole.from |= bit;
                }
            }
        });
    }

    /// Where what was given came from which server.
    pub(super) fn marks(&self, out: &mut Vec<(Span, usize)>) {
        for whole in self.set.wholes.values().filter(|whole| whole.from != 0) {
            for origin in origins(whole.from) {
                out.extend(whole.at.iter().map(|at| (*at, origin)));
            }
        }
        if self.grams.iter().all(|gram| gram.from == 0) {
            return;
        }
        for text in &self.set.texts {
            let mut from = vec![0u64; text.chars.len()];
            let mut any = 0;
            self.long.each(&text.chars, |last, hash| {
                let gram = self.by_hash.get(&hash).map(|id| *id as usize);
                let found = gram.and_then(|id| self.grams.get(id)).map_or(0, |g| g.from);
                if found != 0 {
                    any |= found;
                    let covered = from.get_mut(last + 1 - self.long.length..=last);
                    covered.into_iter().flatten().for_each(|of| *of |= found);
                }
            });
            for origin in origins(any) {
                mark(
                    &text.at,
                    |at| from.get(at).is_some_and(|f| f & 1 << origin != 0),
                    |at| {
                        out.push((at, origin));
                    },
                );
            }
        }
    }
}

/// The bits that are set.
fn origins(from: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |origin| from & (1 << origin) != 0)
}

/// Calls `act` with each part that is found, with what stands between two of its characters.
fn mark(places: &[Span], found: impl Fn(usize) -> bool, mut act: impl FnMut(Span)) {
    let mut open: Option<(Range<usize>, Span)> = None;
    for (at, place) in places.iter().enumerate().filter(|(at, _)| found(*at)) {
        if let Some((numbers, so_far)) = &mut open
            && numbers.end == at
            && place.from <= so_far.to.saturating_add(APART)
            && so_far.from <= place.to.saturating_add(APART)
        {
            numbers.end = at + 1;
            so_far.from = so_far.from.min(place.from);
            so_far.to = so_far.to.max(place.to);
            continue;
        }
        if let Some((_, done)) = open.replace((at..at + 1, *place)) {
            act(done);
        }
    }
    if let Some((_, done)) = open {
        act(done);
    }
}
