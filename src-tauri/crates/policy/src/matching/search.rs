//! The search for everything at once. A few bytes here and there say no to nearly everything; where they do not, a hash rolls
//! over the characters around them, and what it finds is compared.

use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState},
    ops::Range,
};

use super::{
    haystack::{Haystack, Style},
    lengths::{EDGE, LETTERS, SUBSTRING, WHOLE},
    needles::Set,
    place::Span,
    sieve::{BloomFilter, Sieve},
};

/// So many bytes of a long text, or of the end of a short value, are looked at here and there.
const LONG_GRAM: usize = 8;
const SHORT_GRAM: usize = 4;
/// Two characters that are found one after the other and are further apart, in bytes, are marked on their own.
const APART: u32 = 64;

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

/// Keeps a hash that nobody can foresee, with what its bits say spread over all of them.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = (self.0 ^ hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Some characters in a row that are looked for.
struct Gram {
    /// The first text that has them, and the number of their first one there.
    text: usize,
    at: usize,
    /// The servers that returned them as part of a passage, a bit each.
    from: u64,
}

/// A search of texts that are folded in one way.
pub(super) struct Search {
    set: Set,
    long: Rolling,
    short: Rolling,
    grams: Vec<Gram>,
    /// The gram with a hash.
    by_hash: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
    of_grams: BloomFilter,
    of_ends: BloomFilter,
    sieve_long: Sieve<LONG_GRAM>,
    sieve_short: Sieve<SHORT_GRAM>,
    /// The lengths of the whole values, a bit each.
    lengths: u64,
    hay: Haystack,
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
            long.each(&folded.chars, |last, hash| {
                by_hash.entry(hash).or_insert_with(|| {
                    let at = last + 1 - gram;
                    grams.push(Gram { text, at, from: 0 });
                    u32::try_from(grams.len() - 1).unwrap_or(u32::MAX)
                });
            });
        }
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
            sieve_long: Sieve::of(&texts, gram, base),
            sieve_short: Sieve::of(&values, WHOLE, base),
            lengths: lengths.fold(0, |all: u64, length: u64| all | length),
            set,
            long,
            short,
            grams,
            by_hash,
            of_grams,
            of_ends,
            hay: Haystack::new(style),
            run: Vec::new(),
        }
    }

    /// Whether nothing is looked for.
    fn is_idle(&self) -> bool {
        self.grams.is_empty() && self.set.wholes.is_empty()
    }

    /// Searches text that one server returned.
    pub(super) fn text(&mut self, origin: usize, text: &str) {
        if !self.is_idle() {
            self.hay.read(text);
            self.scan(text, origin);
        }
    }

    fn scan(&mut self, text: &str, origin: usize) {
        // More servers than bits share the last one.
        let bit = 1 << origin.min(63);
        let mut hay = std::mem::take(&mut self.hay);
        let wide = hay.wide;
        if !self.grams.is_empty() {
            let gram = self.long.length;
            let margin = if wide { gram } else { gram - LONG_GRAM };
            let mut at = 0;
            while let Some(part) = self.sieve_long.next(&hay.folded, &mut at, margin, wide) {
                hay.take(part);
                self.scan_grams(&hay, text, bit);
            }
        }
        if !self.set.wholes.is_empty() {
            // A value, and one more at each end: whether it goes on there.
            let mut at = 0;
            while let Some(part) = self.sieve_short.next(&hay.folded, &mut at, SUBSTRING, wide) {
                hay.take(part);
                self.scan_wholes(&hay, text, bit);
            }
        }
        self.hay = hay;
    }

    fn scan_grams(&mut self, hay: &Haystack, text: &str, bit: u64) {
        let Self {
            set,
            long,
            grams,
            by_hash,
            of_grams,
            run,
            ..
        } = self;
        let close = |grams: &mut Vec<Gram>, run: &mut Vec<u32>, end: usize| {
            let begin = (end + 1).saturating_sub(run.len() + long.length);
            let is_new = |id: &u32| grams.get(*id as usize).is_some_and(|g| g.from & bit == 0);
            if run.iter().any(is_new) && hay.length(text, begin..end, EDGE) >= SUBSTRING {
                for id in run.iter() {
                    if let Some(gram) = grams.get_mut(*id as usize) {
                        gram.from |= bit;
                    }
                }
            }
            run.clear();
        };
        long.each(&hay.near, |last, hash| {
            let found = of_grams
                .may_hold(hash)
                .then(|| by_hash.get(&hash))
                .flatten();
            let found = found.filter(|id| {
                let same = grams.get(**id as usize).and_then(|gram| {
                    let text = set.texts.get(gram.text)?;
                    let own = text.chars.get(gram.at..gram.at + long.length)?;
                    Some(own == hay.near.get(last + 1 - long.length..=last)?)
                });
                same == Some(true)
            });
            match found {
                Some(id) => run.push(*id),
                None => close(grams, run, last),
            }
        });
        close(grams, run, hay.near.len());
    }

    fn scan_wholes(&mut self, hay: &Haystack, text: &str, bit: u64) {
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
                    && hay.stands_alone(text, start..last + 1)
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
