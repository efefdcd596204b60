//! The search for passages in texts whose letters are all ASCII: there they are bytes, and a few in a row are two words.

use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, RandomState},
};

use super::{
    lengths::LETTERS,
    sieve::{BloomFilter, Hashed},
};

/// Letters that are looked for.
pub(super) type Letters = [u8; LETTERS];
/// So many of them are looked at here and there.
const GRAM: usize = 8;
/// From one place that is looked at to the next: whatever is looked for covers one of them.
const STEP: usize = LETTERS - GRAM + 1;

/// Says where a closer look is worth it.
struct Filters {
    of_letters: BloomFilter,
    of_grams: BloomFilter,
}

/// Everything that is looked for, by its bytes.
pub(super) struct Plain {
    /// Others each time: who writes texts cannot prepare any that collide.
    keys: [u64; 2],
    /// The number of what has a hash.
    by_hash: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
    letters: Vec<(Letters, u32)>,
    all: Filters,
    /// Only what [`Self::next`] still looks for.
    left: Filters,
}

impl Filters {
    fn new(many: usize) -> Self {
        Self {
            of_letters: BloomFilter::new(many),
            of_grams: BloomFilter::new(many * STEP),
        }
    }
}

impl Plain {
    /// For these, with their numbers.
    pub(super) fn new(letters: Vec<(Letters, u32)>) -> Self {
        let random = RandomState::new();
        let mut plain = Self {
            keys: [random.hash_one(0), random.hash_one(1) | 1],
            by_hash: HashMap::with_capacity_and_hasher(
                letters.len(),
                BuildHasherDefault::default(),
            ),
            all: Filters::new(0),
            left: Filters::new(0),
            letters,
        };
        for ((one, _), at) in plain.letters.iter().zip(0..) {
            plain.by_hash.insert(plain.hash(one), at);
        }
        plain.all = plain.filters(|_| true);
        plain.look_for(|_| true);
        plain
    }

    /// Has [`Self::next`] look for some of them only.
    pub(super) fn look_for(&mut self, is_left: impl Fn(u32) -> bool) {
        self.left = self.filters(is_left);
    }

    fn filters(&self, of: impl Fn(u32) -> bool) -> Filters {
        let some = self.letters.iter().filter(|(_, number)| of(*number));
        let mut filters = Filters::new(some.clone().count());
        for (one, _) in some {
            filters.of_letters.set(self.hash(one));
            for gram in one.windows(GRAM).filter_map(<[u8]>::first_chunk) {
                filters.of_grams.set(self.of_gram(*gram));
            }
        }
        filters
    }

    fn of_gram(&self, gram: [u8; GRAM]) -> u64 {
        let [key, base] = self.keys;
        let word = u64::from_le_bytes(gram) ^ key;
        (word ^ word >> 29).wrapping_mul(base)
    }

    fn hash(&self, letters: &Letters) -> u64 {
        let word =
            |bytes: Option<&[u8; GRAM]>| u64::from_le_bytes(bytes.copied().unwrap_or_default());
        let [first, second] = self.keys;
        let first = word(letters.first_chunk()) ^ first;
        let second = word(letters.last_chunk()) ^ second;
        let product = u128::from(first) * u128::from(second);
        (product >> 64) as u64 ^ product as u64
    }

    /// The number of what is at this place, if it is looked for.
    pub(super) fn at(&self, text: &[u8], at: usize) -> Option<u32> {
        let letters = text.get(at..)?.first_chunk::<LETTERS>()?;
        let hash = self.hash(letters);
        if !self.all.of_letters.may_hold(hash) {
            return None;
        }
        self.number(letters, hash)
    }

    fn number(&self, letters: &Letters, hash: u64) -> Option<u32> {
        let (own, number) = self.letters.get(*self.by_hash.get(&hash)? as usize)?;
        (own == letters).then_some(*number)
    }

    /// The first of the next places where something is that may be left to look for, and its number.
    fn first(&self, text: &[u8]) -> Option<(usize, u32)> {
        // All of them are looked at before any is: what is there follows no pattern that a processor could foresee.
        let mut hashes = [0; STEP];
        let mut any = false;
        for (hash, letters) in hashes.iter_mut().zip(text.windows(LETTERS)) {
            *hash = letters
                .first_chunk()
                .map_or(0, |letters| self.hash(letters));
            any |= self.left.of_letters.may_hold(*hash);
        }
        if !any {
            return None;
        }
        let places = hashes.into_iter().zip(text.windows(LETTERS)).enumerate();
        places
            .filter(|(_, (hash, _))| self.left.of_letters.may_hold(*hash))
            .find_map(|(at, (hash, letters))| {
                Some((at, self.number(letters.first_chunk()?, hash)?))
            })
    }

    /// The first place from this one on where something may begin that is left to look for, and its number.
    pub(super) fn next(&self, text: &[u8], from: usize) -> Option<(usize, u32)> {
        // What begins in these places covers the next that is looked at.
        let mut from = from;
        loop {
            let mut places = text.get(from + STEP - 1..)?;
            let passed = places.len();
            while let Some(gram) = places.first_chunk::<GRAM>() {
                if self.left.of_grams.may_hold(self.of_gram(*gram)) {
                    break;
                }
                places = places.get(STEP..)?;
            }
            if places.len() < GRAM {
                return None;
            }
            from += passed - places.len();
            let near = text.get(from..)?;
            if let Some((at, number)) = self.first(near.get(..STEP + LETTERS - 1).unwrap_or(near)) {
                return Some((from + at, number));
            }
            from += STEP;
        }
    }
}
