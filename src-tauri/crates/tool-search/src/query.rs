//! A query as groups of alternatives: the word itself, its synonyms, translations and corrections.

use crate::{
    index::Index,
    lexicon::{LEXICON, Weighted},
    words::{Run, pairs, runs, stem},
};

/// The words of a phrasing that are used.
const WORDS: usize = 32;
/// The groups that a phrasing can have.
const GROUPS: usize = 32;
/// The alternatives in a group.
const ALTERNATIVES: usize = 32;
/// The misspelled words of a phrasing that are corrected.
const CORRECTED: usize = 8;
/// The corrections of a word.
const CORRECTIONS: usize = 4;
/// How much a word with one and with two edits counts.
const EDITED: [f32; 2] = [0.8, 0.55];
/// How much a translation counts if the word is also an English one: by its beginning, or by the whole word.
const ALSO_ENGLISH: f32 = 0.5;
/// How much two neighbouring words count as one: `screen shot`.
const JOINED: f32 = 0.8;

/// Words of which a tool needs one, each with how much it counts, and the stem of the word in the query.
pub(crate) struct Group {
    /// Number of the known word and weight, the best first.
    pub alternatives: Vec<(u32, f32)>,
    /// The word of the query, for learned words.
    pub stem: String,
}

/// Turns phrasings into groups.
pub(crate) struct Analysis<'a> {
    index: &'a Index,
    groups: Vec<Group>,
    corrected: usize,
}

impl<'a> Analysis<'a> {
    /// The groups of one phrasing, in the order of its words.
    pub fn of(index: &'a Index, phrasing: &str) -> Vec<Group> {
        let mut all = Vec::new();
        runs(phrasing, WORDS, |run| all.push(run));
        let mut analysis = Self {
            index,
            groups: Vec::new(),
            corrected: 0,
        };
        let mut before: Option<&Run> = None;
        for run in &all {
            if run.unspaced {
                analysis.unspaced(&run.whole);
            } else {
                before
                    .into_iter()
                    .for_each(|before| analysis.joined(before, run));
                analysis.run(run);
            }
            before = Some(run);
        }
        analysis.groups.truncate(GROUPS);
        analysis.groups
    }

    fn run(&mut self, run: &Run) {
        let known = self.index.word(&stem(&run.whole)).is_some();
        if run.parts.len() == 1 || known {
            self.word(&run.whole);
        } else {
            run.parts.iter().for_each(|part| self.word(part));
        }
    }

    /// Adds the group of a folded word.
    fn word(&mut self, word: &str) {
        if LEXICON.is_stop(word) || word.chars().nth(1).is_none() {
            // "why" names no tool, but suggests some.
            self.add(word, LEXICON.hints(word).to_vec());
            return;
        }
        let stem = stem(word);
        let english = LEXICON.is_english(&stem);
        let known = english || self.index.word(&stem).is_some();
        let mut found = Vec::new();
        if known {
            found.push((stem.clone(), 1.0));
            found.extend_from_slice(LEXICON.synonyms(&stem));
        }
        if !english {
            let scale = if known { ALSO_ENGLISH } else { 1.0 };
            found.extend(scaled(LEXICON.translations(word), scale));
        }
        found.extend_from_slice(LEXICON.hints(word));
        if found.is_empty() && !self.compound(word) {
            found = self.corrections(word, &stem);
        }
        self.add(&stem, found);
    }

    /// Adds the groups of a compound word's parts. Says whether there are any.
    fn compound(&mut self, word: &str) -> bool {
        let parts = LEXICON.compound(word);
        for part in parts.iter().flatten() {
            self.add(word, part.to_vec());
        }
        parts.is_some()
    }

    fn corrections(&mut self, word: &str, stem: &str) -> Vec<Weighted> {
        if self.corrected >= CORRECTED {
            return Vec::new();
        }
        self.corrected += 1;
        let mut near = LEXICON.corrections(word);
        // Most words end in a regular "s" only.
        let singular = word.strip_suffix('s').filter(|_| near.is_empty());
        near.extend(
            singular
                .into_iter()
                .flat_map(|word| LEXICON.corrections(word)),
        );
        let text = |number: u32| {
            let word = self.index.words.get(number as usize);
            word.map_or("", |word| word.text.as_str())
        };
        for word in [word, stem] {
            let known = self.index.spelling.nearest(word, CORRECTIONS, text);
            let known = known
                .into_iter()
                .map(|(number, edits)| (text(number).to_owned(), edits));
            near.extend(known);
        }
        near.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        near.dedup();
        near.truncate(CORRECTIONS);
        let mut found = Vec::new();
        for (stem, edits) in near {
            let scale = edits.checked_sub(1).and_then(|at| EDITED.get(at));
            let scale = scale.copied().unwrap_or(1.0);
            found.extend(scaled(LEXICON.synonyms(&stem), scale));
            found.push((stem, scale));
        }
        found
    }

    /// Adds a group for two neighbouring words that are one in a definition.
    fn joined(&mut self, before: &Run, run: &Run) {
        if before.unspaced || LEXICON.is_stop(&before.whole) || LEXICON.is_stop(&run.whole) {
            return;
        }
        let joined = stem(&format!("{}{}", before.whole, run.whole));
        if self.index.word(&joined).is_some() {
            self.add(&joined.clone(), vec![(joined, JOINED)]);
        }
    }

    /// Adds the groups of a text that is written without spaces.
    fn unspaced(&mut self, text: &str) {
        for (part, targets) in LEXICON.segments(text) {
            let mut found = targets.to_vec();
            found.extend_from_slice(LEXICON.hints(part));
            let mut own = Vec::new();
            pairs(part, |pair| own.push(pair));
            let known = own
                .into_iter()
                .filter(|pair| self.index.word(pair).is_some());
            let known: Vec<Weighted> = known.map(|pair| (pair, 1.0)).collect();
            if found.is_empty() {
                known
                    .into_iter()
                    .for_each(|pair| self.add(&pair.0.clone(), vec![pair]));
            } else {
                found.extend(known);
                self.add(part, found);
            }
        }
    }

    fn add(&mut self, stem: &str, words: Vec<Weighted>) {
        let mut alternatives: Vec<(u32, f32)> = Vec::new();
        for (word, weight) in words {
            let Some(number) = self.index.word(&word) else {
                continue;
            };
            match alternatives.iter_mut().find(|(other, _)| *other == number) {
                Some((_, other)) => *other = other.max(weight),
                None => alternatives.push((number, weight)),
            }
        }
        alternatives.sort_by(|a, b| b.1.total_cmp(&a.1));
        alternatives.truncate(ALTERNATIVES);
        let empty = alternatives.is_empty() && (stem.is_empty() || LEXICON.is_stop(stem));
        let repeated = self
            .groups
            .iter()
            .any(|group| group.stem == stem && group.alternatives == alternatives);
        if !empty && !repeated {
            self.groups.push(Group {
                alternatives,
                stem: stem.to_owned(),
            });
        }
    }
}

fn scaled(words: &[Weighted], scale: f32) -> impl Iterator<Item = Weighted> {
    words
        .iter()
        .map(move |(word, weight)| (word.clone(), weight * scale))
}
