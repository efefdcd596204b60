//! Known words that a misspelled one may be, found by trigrams and an edit distance.

use std::collections::HashMap;

/// The shortest word that is corrected, in characters.
const SHORTEST: usize = 4;
/// From this length on, two edits are corrected instead of one.
const LONG: usize = 6;
/// The candidates whose distance is measured.
const MEASURED: usize = 40;

type Trigram = [char; 3];

/// The trigrams of known words.
#[derive(Default)]
pub(crate) struct Spelling {
    known: HashMap<Trigram, Vec<u32>>,
}

impl Spelling {
    /// Adds a word under its number.
    pub fn add(&mut self, number: u32, word: &str) {
        for trigram in trigrams(word) {
            self.known.entry(trigram).or_default().push(number);
        }
    }

    /// Removes a word.
    pub fn remove(&mut self, number: u32, word: &str) {
        for trigram in trigrams(word) {
            if let Some(numbers) = self.known.get_mut(&trigram) {
                numbers.retain(|&other| other != number);
                if numbers.is_empty() {
                    self.known.remove(&trigram);
                }
            }
        }
    }

    /// The nearest known words, each with its number of edits: all at the least distance, at most `most`.
    pub fn nearest<'a>(
        &self,
        word: &str,
        most: usize,
        text: impl Fn(u32) -> &'a str,
    ) -> Vec<(u32, usize)> {
        let length = word.chars().count();
        if length < SHORTEST {
            return Vec::new();
        }
        let edits = if length < LONG { 1 } else { 2 };
        let lists: Vec<&[u32]> = trigrams(word)
            .iter()
            .filter_map(|trigram| self.known.get(trigram))
            .map(Vec::as_slice)
            .collect();
        let last = lists.iter().flat_map(|list| list.iter().max()).max();
        let mut shared = vec![0_u8; last.map_or(0, |&last| last as usize + 1)];
        for &number in lists.iter().copied().flatten() {
            if let Some(shared) = shared.get_mut(number as usize) {
                *shared += 1;
            }
        }
        let least = if length < LONG { 1 } else { 2 };
        let mut candidates: Vec<(u8, &str, u32)> = shared
            .into_iter()
            .zip(0_u32..)
            .filter(|&(shared, _)| shared >= least)
            .map(|(shared, number)| (shared, text(number), number))
            .filter(|(_, known, _)| known.chars().count().abs_diff(length) <= edits)
            .collect();
        candidates.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
        candidates.truncate(MEASURED);
        let measured = candidates
            .into_iter()
            .map(|(_, known, number)| (number, distance(word, known)));
        let mut near: Vec<_> = measured
            .filter(|&(_, distance)| distance <= edits)
            .collect();
        near.sort_by_key(|&(_, distance)| distance);
        let least = near.first().map(|&(_, distance)| distance);
        near.retain(|&(_, distance)| Some(distance) == least);
        near.truncate(most);
        near
    }
}

/// The distinct trigrams of a word with its beginning and end marked.
fn trigrams(word: &str) -> Vec<Trigram> {
    let marked: Vec<char> = format!("^{word}$").chars().collect();
    let mut found: Vec<Trigram> = marked
        .windows(3)
        .filter_map(|three| three.try_into().ok())
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The edits between two words: insert, delete, replace a character, or swap two neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = vec![usize::MAX / 2; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = before.clone();
    for (i, x) in a.iter().enumerate() {
        row.clear();
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
            let mut least = at(&last, j) + usize::from(x != y);
            least = least.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last.last().copied().unwrap_or(a.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits_and_swaps() {
        for (a, b, edits) in [
            ("calender", "calendar", 1),
            ("isseu", "issue", 1),
            ("wether", "weather", 1),
            ("", "ab", 2),
        ] {
            assert_eq!(distance(a, b), edits, "{a} {b}");
        }
    }

    #[test]
    fn nearest_words_are_those_with_the_fewest_edits() {
        let words = ["calendar", "weather", "calend", "issue"];
        let mut spelling = Spelling::default();
        (0_u32..)
            .zip(words)
            .for_each(|(number, word)| spelling.add(number, word));
        let text = |number: u32| words[number as usize];
        assert_eq!(spelling.nearest("calender", 3, text), [(0, 1)]);
        assert_eq!(spelling.nearest("xyz", 3, text), []);
        spelling.remove(0, "calendar");
        assert_eq!(spelling.nearest("calender", 3, text), [(2, 2)]);
    }
}
