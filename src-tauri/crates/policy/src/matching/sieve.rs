//! Says which parts of a text are worth a closer look: those that share a few bytes with what is looked for. It looks only
//! here and there, for whatever is looked for is long enough to cover one of the places where it looks.

use std::{hash::Hasher, ops::Range};

/// Bits of the smallest and of the largest table.
const TABLE: Range<u32> = 16..23;
/// Bits of a table for each thing that is in it.
const ROOM: usize = 16;

/// Says whether a hash, the first bits of which depend on all of what it is of, may be among some; small enough to stay in the processor's cache.
pub(super) struct BloomFilter {
    words: Vec<u64>,
    shift: u32,
}

impl BloomFilter {
    /// One with room for so many.
    pub(super) fn new(many: usize) -> Self {
        let bits = (many.max(1) * ROOM).ilog2().clamp(TABLE.start, TABLE.end);
        Self {
            words: vec![0; 1 << (bits - 6)],
            shift: 64 - bits,
        }
    }

    fn place(&self, hash: u64) -> (usize, u64) {
        let bit = hash >> self.shift;
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

/// Keeps a hash that nobody can foresee, with what its bits say spread over all of them.
#[derive(Default)]
pub(super) struct Hashed(u64);

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

/// The bytes, so many in a row and at most 8, that what is looked for has.
pub(super) struct Sieve<const GRAM: usize> {
    table: BloomFilter,
    /// From one place where it looks to the next.
    step: usize,
    /// Another each time: who writes texts cannot prepare any that collide.
    base: u64,
}

impl<const GRAM: usize> Sieve<GRAM> {
    /// For texts that are found by `least` characters in a row; a character has at least a byte.
    pub(super) fn of(texts: &[Vec<u8>], least: usize, base: u64) -> Self {
        let mut sieve = Self {
            table: BloomFilter::new(texts.iter().map(Vec::len).sum()),
            step: least - GRAM + 1,
            base,
        };
        for text in texts {
            for bytes in text.windows(GRAM).filter_map(<[u8]>::first_chunk) {
                let hash = sieve.hash(bytes);
                sieve.table.set(hash);
            }
        }
        sieve
    }

    fn hash(&self, bytes: &[u8; GRAM]) -> u64 {
        let mut word = [0; 8];
        word[..GRAM].copy_from_slice(bytes);
        let word = u64::from_le_bytes(word);
        (word ^ word >> 29).wrapping_mul(self.base)
    }

    fn has(&self, bytes: &[u8; GRAM]) -> bool {
        self.table.may_hold(self.hash(bytes))
    }

    fn holds(&self, text: &[u8], at: Option<usize>) -> bool {
        let bytes = at.and_then(|at| text.get(at..)?.first_chunk());
        bytes.is_some_and(|bytes| self.has(bytes))
    }

    /// Whether something that is looked for may cover this place. What is short does so with all its bytes. What is three
    /// times as long as what is looked at covers more than that: two and a half times as much, in one of four ways, half of it
    /// by half of it.
    fn may_cover(&self, text: &[u8], at: usize) -> bool {
        let before = |halves: usize| self.holds(text, at.checked_sub(halves * GRAM / 2));
        let after = |halves: usize| self.holds(text, Some(at + halves * GRAM / 2));
        if !after(0) {
            return false;
        }
        if self.step < 2 * GRAM {
            let left = (1..self.step).take_while(|n| self.holds(text, at.checked_sub(*n)));
            let left = left.count();
            let right = (1..self.step - left).take_while(|n| self.holds(text, Some(at + n)));
            return left + right.count() + 1 >= self.step;
        }
        let (left, right) = (before(1), after(1));
        left && before(2) && (right || before(3)) || right && after(2) && (left || after(3))
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
        loop {
            // Nothing but this is done for nearly all places.
            let mut places = text.get(*at..)?;
            let passed = places.len();
            while !self.has(places.first_chunk::<GRAM>()?) {
                places = places.get(self.step..)?;
            }
            *at += passed - places.len();
            if self.may_cover(text, *at) {
                break;
            }
            *at += self.step;
        }
        let first = *at;
        let mut last = first;
        loop {
            *at += self.step;
            if *at > last + GRAM + 2 * margin || *at + GRAM > text.len() {
                break;
            }
            if self.may_cover(text, *at) {
                last = *at;
            }
        }
        let before = text.get(..first).unwrap_or_default();
        let after = text.get(last + GRAM..).unwrap_or_default();
        let (mut start, mut end) = (margin, margin);
        if wide {
            // As many characters have so many bytes more at most.
            let most = WIDEST * margin;
            let begin = before.len().saturating_sub(most);
            start += inside(before.get(begin..).unwrap_or_default());
            end += inside(after.get(..most.min(after.len())).unwrap_or_default());
        }
        Some(first.saturating_sub(start)..(last + GRAM + end).min(text.len()))
    }
}

/// The most bytes of a character.
pub(super) const WIDEST: usize = 4;

/// How many bytes are not the first of their character.
fn inside(text: &[u8]) -> usize {
    text.iter().filter(|byte| !begins(**byte)).count()
}

/// Whether a character begins with this byte.
pub(super) fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}
