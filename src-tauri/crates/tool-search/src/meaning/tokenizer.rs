//! The tokens of a text, by a `tokenizer.json` with a Unigram or a WordPiece model.

use std::collections::HashMap;

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use super::error::ModelError;

/// The most tokens in a vocabulary.
const VOCABULARY: usize = 1 << 20;
/// The longest token, in bytes.
const TOKEN: usize = 64;
/// The longest text, in characters.
const TEXT: usize = 1_000;
/// What a character that no token has costs, in log probability.
const UNKNOWN: f32 = -20.0;

enum Kind {
    /// Words start with `▁`; the likeliest split is taken. Log probability of each token.
    Unigram(Vec<f32>),
    /// Words continue with `##`; the longest token is taken.
    WordPiece,
}

/// Splits text into token numbers.
pub(super) struct Tokenizer {
    vocabulary: HashMap<String, u32>,
    kind: Kind,
    lowercase: bool,
}

impl Tokenizer {
    pub fn parse(file: &[u8]) -> Result<Self, ModelError> {
        let json: Value =
            serde_json::from_slice(file).map_err(|_| ModelError::Tokenizer("it is not JSON"))?;
        let model = json
            .get("model")
            .ok_or(ModelError::Tokenizer("it has no model"))?;
        let normalizer = json
            .get("normalizer")
            .map_or(String::new(), Value::to_string);
        let lowercase =
            normalizer.contains("\"lowercase\":true") || normalizer.contains("\"Lowercase\"");
        let (vocabulary, kind) = match (
            model.get("type").and_then(Value::as_str),
            model.get("vocab"),
        ) {
            (Some("Unigram"), Some(Value::Array(entries))) => unigram(entries)?,
            (Some("WordPiece"), Some(Value::Object(entries))) => {
                let number = |number: &Value| u32::try_from(number.as_u64()?).ok();
                let entries = entries.iter();
                let tokens = entries.filter_map(|(token, n)| Some((token.clone(), number(n)?)));
                (tokens.collect(), Kind::WordPiece)
            }
            _ => {
                return Err(ModelError::Tokenizer(
                    "its model is neither Unigram nor WordPiece",
                ));
            }
        };
        if vocabulary.len() > VOCABULARY {
            return Err(ModelError::Tokenizer("its vocabulary is too large"));
        }
        Ok(Self {
            vocabulary,
            kind,
            lowercase,
        })
    }

    /// The number of the last token, plus one.
    pub fn len(&self) -> usize {
        self.vocabulary
            .values()
            .max()
            .map_or(0, |&last| last as usize + 1)
    }

    /// The tokens of a text, without those that it does not know.
    pub fn tokens(&self, text: &str) -> Vec<u32> {
        let mut text: String = text.nfkc().take(TEXT).collect();
        if self.lowercase {
            text = text.to_lowercase();
        }
        let mut found = Vec::new();
        match &self.kind {
            Kind::Unigram(scores) => text
                .split_whitespace()
                .for_each(|word| self.likeliest(word, scores, &mut found)),
            Kind::WordPiece => pieces(&text)
                .into_iter()
                .for_each(|word| self.longest(word, &mut found)),
        }
        found
    }

    fn likeliest(&self, word: &str, scores: &[f32], found: &mut Vec<u32>) {
        let word = format!("▁{word}");
        let ends: Vec<usize> = word
            .char_indices()
            .map(|(at, c)| at + c.len_utf8())
            .collect();
        // For each end: the best score, the start of the last token, and the token.
        let mut best: Vec<(f32, usize, Option<u32>)> =
            vec![(f32::NEG_INFINITY, 0, None); word.len() + 1];
        if let Some(first) = best.first_mut() {
            first.0 = 0.0;
        }
        let starts = std::iter::once(0).chain(ends.iter().copied());
        for (at, start) in starts.enumerate() {
            let before = best.get(start).map_or(f32::NEG_INFINITY, |best| best.0);
            for (n, &end) in ends.iter().skip(at).enumerate() {
                if end - start > TOKEN {
                    break;
                }
                let token = word
                    .get(start..end)
                    .and_then(|token| self.vocabulary.get(token))
                    .copied();
                let score = token.and_then(|token| scores.get(token as usize)).copied();
                let score = score.or((n == 0).then_some(UNKNOWN));
                if let (Some(score), Some(best)) = (score, best.get_mut(end))
                    && before + score > best.0
                {
                    *best = (before + score, start, token);
                }
            }
        }
        let (mut end, first) = (word.len(), found.len());
        while let Some(&(_, start, token)) = best.get(end).filter(|_| end > 0) {
            found.extend(token);
            end = start;
        }
        if let Some(new) = found.get_mut(first..) {
            new.reverse();
        }
    }

    fn longest(&self, word: &str, found: &mut Vec<u32>) {
        let first = found.len();
        let mut start = 0;
        while start < word.len() {
            let ends = (start + 1..=word.len().min(start + TOKEN)).rev();
            let token = ends
                .filter_map(|end| Some((end, word.get(start..end)?)))
                .find_map(|(end, part)| {
                    let part = if start == 0 {
                        part.to_owned()
                    } else {
                        format!("##{part}")
                    };
                    Some((end, *self.vocabulary.get(&part)?))
                });
            let Some((end, token)) = token else {
                found.truncate(first);
                return;
            };
            found.push(token);
            start = end;
        }
    }
}

fn unigram(entries: &[Value]) -> Result<(HashMap<String, u32>, Kind), ModelError> {
    let mut vocabulary = HashMap::with_capacity(entries.len().min(VOCABULARY));
    let mut scores = Vec::with_capacity(entries.len().min(VOCABULARY));
    for (entry, number) in entries.iter().zip(0_u32..).take(VOCABULARY + 1) {
        let token = entry.get(0).and_then(Value::as_str);
        let score = entry.get(1).and_then(Value::as_f64);
        let (Some(token), Some(score)) = (token, score) else {
            return Err(ModelError::Tokenizer("a token has no text or no score"));
        };
        vocabulary.insert(token.to_owned(), number);
        scores.push(score as f32);
    }
    Ok((vocabulary, Kind::Unigram(scores)))
}

/// Words, and each punctuation mark by itself.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let end = if first.is_alphanumeric() {
                rest.find(|c: char| !c.is_alphanumeric())
                    .unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            let (part, after) = rest.split_at(end);
            found.push(part);
            rest = after;
        }
    }
    found
}
