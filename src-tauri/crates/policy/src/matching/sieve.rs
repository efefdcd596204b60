//! Says which parts of a text are worth a closer look: those that share a few bytes with what is looked for. It looks only
//! here and there, for whatever is looked for is long enough to cover one of the places where it looks.

use std::ops::Range;

/// Bits of the smallest and of the largest table.
const TABLE: Range<u32> = 16..23;
/// Bits of a table for each thing that is in it.
const ROOM: usize = 16;

/// Says whether a hash may be among some; small enough to stay in the processor's cache.
pub(super) struct Table {
    words: Vec<u64>,
    shift: u32,
}

impl Table {
    /// One with room for so many.
    pub(super) fn new(many: usize) -> Self {
        let bits = (many.max(1) * ROOM).ilog2().clamp(TABLE.start, TABLE.end);
        Self {
            words: vec![0; 1 << (bits - 6)],
            shift: 64 - bits,
        }
    }

    fn place(&self, hash: u64) -> (usize, u64) {
        let bit = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        ((bit >> 6) as usize, 1 << (bit & 63))
    }

    pub(super) fn set(&mut self, hash: u64) {
        let (word, bit) = self.place(hash);
        if let Some(word) = self.words.get_mut(word) {
            *word |= bit;
        }
    }

    pub(super) fn may_hold(&self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }
}

/// The bytes, so many in a row and at most 8, that what is looked for has.
pub(super) struct Sieve<const GRAM: usize> {
    table: Table,
    /// From one place where it looks to the next.
    step: usize,
    /// Another each time: who writes texts cannot prepare any that collide.
    base: u64,
}

impl<const GRAM: usize> Sieve<GRAM> {
    /// For texts that are found by `least` characters in a row; a character has at least a byte.
    pub(super) fn of(texts: &[Vec<u8>], least: usize, base: u64) -> Self {
        let mut sieve = Self {
            table: Table::new(texts.iter().map(Vec::len).sum()),
            step: least - GRAM + 1,
            base,
        };
        for text in texts {
            for at in 0..text.len() {
                if let Some(hash) = sieve.hash(text, at) {
                    sieve.table.set(hash);
                }
            }
        }
        sieve
    }

    /// A hash of the bytes at a place, if there are as many.
    fn hash(&self, text: &[u8], at: usize) -> Option<u64> {
        let bytes = text.get(at..)?.first_chunk::<GRAM>()?;
        let word = bytes
            .iter()
            .rev()
            .fold(0, |word, byte| word << 8 | u64::from(*byte));
        Some((word ^ word >> 29).wrapping_mul(self.base))
    }

    fn holds(&self, text: &[u8], at: Option<usize>) -> bool {
        at.and_then(|at| self.hash(text, at))
            .is_some_and(|hash| self.table.may_hold(hash))
    }

    /// Whether something that is looked for may cover this place. It is longer than twice the bytes that are looked at, or it
    /// is not asked: then those before or those after are part of it, too.
    fn may_cover(&self, text: &[u8], at: usize) -> bool {
        self.holds(text, Some(at))
            && (self.step < 2 * GRAM
                || self.holds(text, at.checked_sub(GRAM))
                || self.holds(text, Some(at + GRAM)))
    }

    /// The next part in which something may be found, with so many characters around what was seen; parts that touch are one.
    /// Looks from `at` on, which is where it looks next time. In a `wide` text a character may have more than a byte.
    pub(super) fn next(
        &self,
        text: &[u8],
        at: &mut usize,
        margin: usize,
        wide: bool,
    ) -> Option<Range<usize>> {
        while !self.may_cover(text, *at) {
            *at += self.step;
            if *at + GRAM > text.len() {
                return None;
            }
        }
        let after = |at: usize| {
            let from = at + GRAM;
            if wide {
                let rest = text.get(from..).unwrap_or_default();
                let over = rest
                    .iter()
                    .enumerate()
                    .filter(|(_, byte)| begins(**byte))
                    .nth(margin);
                over.map_or(text.len(), |(at, _)| from + at)
            } else {
                (from + margin).min(text.len())
            }
        };
        let start = if wide {
            let rest = text.get(..*at).unwrap_or_default();
            let over = rest
                .iter()
                .enumerate()
                .rev()
                .filter(|(_, byte)| begins(**byte))
                .nth(margin);
            over.map_or(0, |(at, _)| at)
        } else {
            at.saturating_sub(margin)
        };
        let mut end = after(*at);
        loop {
            *at += self.step;
            if *at >= end + margin || *at + GRAM > text.len() {
                return Some(start..end);
            }
            if self.may_cover(text, *at) {
                end = after(*at);
            }
        }
    }
}

/// Whether a character begins with this byte.
pub(super) fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}
