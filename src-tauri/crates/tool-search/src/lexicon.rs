//! The curated words: synonyms, words of other languages, hints and stop words. Plain text in `data/`, read once.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::LazyLock,
};

use crate::{
    spelling::Spelling,
    words::{fold, stem},
};

/// The lexicon of this crate.
pub(crate) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::parse(
        include_str!("../data/synonyms.txt"),
        include_str!("../data/hints.txt"),
        include_str!("../data/stopwords.txt"),
    )
});

/// How much an English synonym counts, to the word itself.
const SYNONYM: f32 = 0.5;
/// How much the first translations of a word count. Each further one counts a little less.
const TRANSLATION: f32 = 1.0;
/// How much the least translation counts.
const LAST_TRANSLATION: f32 = 0.5;
/// How much a suggested word counts.
const HINT: f32 = 0.5;
/// The longest word of a language without spaces, in characters.
const LONGEST_UNSPACED: usize = 8;
/// The corrections of a word, from this lexicon.
const CORRECTIONS: usize = 3;
/// The shortest part of a compound word, in characters.
const SHORTEST_PART: usize = 4;

/// A stem to look for, and how much it counts: 1 for the word of the query itself.
pub(crate) type Weighted = (String, f32);

/// Entries with a word each, exact or as a beginning.
#[derive(Default)]
struct Entries {
    exact: HashMap<String, Vec<Weighted>>,
    beginnings: HashMap<String, Vec<Weighted>>,
}

impl Entries {
    fn add(&mut self, word: &str, targets: &[Weighted]) {
        let (map, word) = match word.strip_suffix('*') {
            Some(beginning) => (&mut self.beginnings, beginning),
            None => (&mut self.exact, word),
        };
        map.entry(fold(word))
            .or_default()
            .extend_from_slice(targets);
    }

    /// The targets of a folded word: of the entry itself, else of the longest beginning.
    fn of(&self, word: &str) -> Option<&[Weighted]> {
        if let Some(targets) = self.exact.get(word) {
            return Some(targets);
        }
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
        let ends: Vec<usize> = ends.collect();
        ends.iter()
            .rev()
            .find_map(|&end| self.beginnings.get(word.get(..end)?))
            .map(Vec::as_slice)
    }
}

/// Synonyms, translations, hints and stop words.
pub(crate) struct Lexicon {
    /// Synonyms of an English stem.
    english: HashMap<String, Vec<Weighted>>,
    /// English stems of a word of another language.
    foreign: Entries,
    hints: Entries,
    stop: HashSet<String>,
    /// The English words before stemming, for corrections.
    spelled: Vec<String>,
    spelling: Spelling,
}

impl Lexicon {
    fn parse(synonyms: &str, hints: &str, stop: &str) -> Self {
        let stop: HashSet<String> = entries(stop)
            .flat_map(str::split_whitespace)
            .map(fold)
            .collect();
        let mut lexicon = Self {
            english: HashMap::new(),
            foreign: Entries::default(),
            hints: Entries::default(),
            stop,
            spelled: Vec::new(),
            spelling: Spelling::default(),
        };
        entries(synonyms).for_each(|line| lexicon.concept(line));
        lexicon.spelled.sort_unstable();
        lexicon.spelled.dedup();
        for (word, number) in lexicon.spelled.iter().zip(0_u32..) {
            lexicon.spelling.add(number, word);
        }
        for line in entries(hints) {
            let (words, suggested) = line.split_once('>').unwrap_or((line, ""));
            let suggested: Vec<Weighted> = suggested
                .split_whitespace()
                .map(|word| (stem(&fold(word)), HINT))
                .collect();
            words
                .split_whitespace()
                .for_each(|word| lexicon.hints.add(word, &suggested));
        }
        lexicon
    }

    fn concept(&mut self, line: &str) {
        let (english, foreign) = line.split_once('|').unwrap_or((line, ""));
        let stems: Vec<String> = english
            .split_whitespace()
            .filter(|word| !self.stop.contains(*word) || *word == "get")
            .map(|word| stem(&fold(word)))
            .collect();
        let spelled = english.split_whitespace().map(fold);
        self.spelled.extend(spelled);
        for word in &stems {
            let others = stems.iter().filter(|other| *other != word);
            let others = others.map(|other| (other.clone(), SYNONYM));
            self.english.entry(word.clone()).or_default().extend(others);
        }
        let ranked = stems.iter().zip(0_u8..).map(|(word, rank)| {
            let weight = TRANSLATION - 0.1 * f32::from(rank);
            (word.clone(), weight.max(LAST_TRANSLATION))
        });
        let ranked: Vec<Weighted> = ranked.collect();
        let foreign = foreign.split_whitespace();
        foreign.for_each(|word| self.foreign.add(word, &ranked));
    }

    /// Whether a folded word says nothing of a tool.
    pub fn is_stop(&self, word: &str) -> bool {
        self.stop.contains(word)
    }

    /// The synonyms of an English stem.
    pub fn synonyms(&self, stem: &str) -> &[Weighted] {
        self.english.get(stem).map_or(&[], Vec::as_slice)
    }

    /// Whether a stem is an English word of the lexicon.
    pub fn is_english(&self, stem: &str) -> bool {
        self.english.contains_key(stem)
    }

    /// The stems of English words that a misspelled one may be, each with its number of edits.
    pub fn corrections(&self, word: &str) -> Vec<(String, usize)> {
        let text = |number: u32| self.spelled.get(number as usize).map_or("", String::as_str);
        let near = self.spelling.nearest(word, CORRECTIONS, text);
        let stemmed = |(number, edits)| (stem(text(number)), edits);
        near.into_iter().map(stemmed).collect()
    }

    /// The English stems of a folded word of another language, best first.
    pub fn translations(&self, word: &str) -> &[Weighted] {
        self.foreign.of(word).unwrap_or(&[])
    }

    /// The stems that a folded word suggests.
    pub fn hints(&self, word: &str) -> &[Weighted] {
        self.hints.of(word).unwrap_or(&[])
    }

    /// The parts of a compound word that are each in the lexicon: `Kalendereintrag`. None if a part is unknown.
    pub fn compound(&self, word: &str) -> Option<Vec<&[Weighted]>> {
        let ends: BTreeMap<usize, usize> = word.char_indices().map(|(at, _)| at).zip(0..).collect();
        let length = word.chars().count();
        let inner = ends
            .iter()
            .filter(|&(_, &n)| n >= SHORTEST_PART && n + SHORTEST_PART <= length);
        for (&at, _) in inner.rev() {
            let (first, rest) = word.split_at(at);
            let first = self
                .part(first)
                .or_else(|| self.part(first.strip_suffix('s')?));
            if let (Some(first), Some(rest)) = (first, self.part(rest)) {
                return Some(vec![first, rest]);
            }
        }
        None
    }

    fn part(&self, word: &str) -> Option<&[Weighted]> {
        self.foreign.of(word)
    }

    /// Cuts a text of a language without spaces into the longest words that the lexicon has, and the rest.
    pub fn segments<'a>(&self, text: &'a str) -> Vec<(&'a str, &[Weighted])> {
        let mut found: Vec<(&str, &[Weighted])> = Vec::new();
        let (mut rest, mut unknown) = (text, 0);
        while let Some(after) = rest.get(unknown..).filter(|after| !after.is_empty()) {
            let Some((word, targets)) = self.longest(after) else {
                unknown += after.chars().next().map_or(1, char::len_utf8);
                continue;
            };
            let (before, tail) = rest.split_at(unknown);
            if !before.is_empty() {
                found.push((before, &[]));
            }
            found.push((word, targets));
            rest = tail.get(word.len()..).unwrap_or("");
            unknown = 0;
        }
        if !rest.is_empty() {
            found.push((rest, &[]));
        }
        found
    }

    fn longest<'a>(&self, text: &'a str) -> Option<(&'a str, &[Weighted])> {
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
        let ends: Vec<usize> = ends.take(LONGEST_UNSPACED).collect();
        ends.iter().rev().find_map(|&end| {
            let word = text.get(..end)?;
            let targets = self
                .foreign
                .exact
                .get(word)
                .or_else(|| self.hints.exact.get(word));
            Some((word, targets?.as_slice()))
        })
    }
}

fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(targets: &[Weighted]) -> Option<&str> {
        targets.first().map(|(word, _)| word.as_str())
    }

    #[test]
    fn words_of_other_languages_lead_to_english_stems() {
        for (word, english) in [
            ("loschen", "delet"),
            ("supprimer", "delet"),
            ("удалить", "delet"),
            ("削除", "delet"),
            ("일정을", "event"),
        ] {
            assert_eq!(
                first(LEXICON.translations(&fold(word))),
                Some(english),
                "{word}"
            );
        }
    }

    #[test]
    fn compounds_and_unspaced_texts_are_cut_into_known_words() {
        let parts = LEXICON.compound(&fold("Kalendereintrag")).unwrap();
        assert_eq!(
            parts
                .iter()
                .filter_map(|part| first(part))
                .collect::<Vec<_>>(),
            ["event", "row"]
        );
        let words: Vec<_> = LEXICON
            .segments("ファイルを削除")
            .into_iter()
            .map(|(word, _)| word)
            .collect();
        assert_eq!(words, ["ファイル", "を", "削除"]);
        assert!(LEXICON.compound("zzzzzzzzzz").is_none());
    }

    #[test]
    fn every_line_of_the_data_is_used() {
        for line in entries(include_str!("../data/synonyms.txt")) {
            assert!(line.matches('|').count() == 1, "{line}");
        }
        for line in entries(include_str!("../data/hints.txt")) {
            assert!(line.matches('>').count() == 1, "{line}");
        }
    }
}
