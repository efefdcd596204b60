//! Splits text and identifiers into words, folds case and accents, and stems English.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;

/// The longest word that is indexed, in characters. A longer one is cut.
const LONGEST: usize = 40;
/// The longest identifier with digits that is also one word, in characters: `s3`, `k8s`, `oauth2`.
const SHORT: usize = 6;

/// A run of letters and digits: `readTextFile` has three parts, `pods` has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The parts of the identifier, folded, in order. Never empty.
    pub parts: Vec<String>,
    /// The whole run, folded.
    pub whole: String,
    /// Whether it is written without spaces between words: Chinese or Japanese.
    pub unspaced: bool,
}

impl Run {
    /// Whether the run is an identifier whose parts say less than the whole: `GitHub`, `s3`.
    pub fn is_name(&self) -> bool {
        self.parts.len() == 2 || (self.parts.len() > 1 && self.whole.chars().count() <= SHORT)
    }
}

/// Calls `each` with each run of a text, at most `most` times.
pub(crate) fn runs(text: &str, most: usize, mut each: impl FnMut(Run)) {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|run| !run.is_empty())
        .flat_map(scripts)
        .take(most)
        .for_each(|(run, unspaced)| each(split(run, unspaced)));
}

/// The index terms of a text, in order, with repetitions.
pub(crate) fn terms(text: &str, most: usize, mut each: impl FnMut(String)) {
    runs(text, most, |run| {
        if run.unspaced {
            pairs(&run.whole, &mut each);
            return;
        }
        let named = run.is_name();
        if named || run.parts.len() == 1 {
            each(stem(&run.whole));
        }
        if run.parts.len() > 1 {
            let parts = run.parts.iter();
            let parts = parts.filter(|part| !named || part.chars().nth(1).is_some());
            parts.for_each(|part| each(stem(part)));
        }
    });
}

/// The pairs of neighbouring characters of a text without spaces.
pub(crate) fn pairs(text: &str, mut each: impl FnMut(String)) {
    let chars: Vec<char> = text.chars().take(LONGEST).collect();
    if let [one] = chars[..] {
        each(one.to_string());
    }
    chars.windows(2).for_each(|two| each(two.iter().collect()));
}

/// The stem of a folded word, by the rules of English. Words in other letters stay as they are.
pub(crate) fn stem(word: &str) -> String {
    let english = word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !english {
        return word.to_owned();
    }
    // "ies", "ing" and "ed" as Porter's second algorithm takes them off.
    Stemmer::create(Algorithm::English).stem(word).into_owned()
}

/// A word in lower case without accents, at most [`LONGEST`] characters.
pub(crate) fn fold(word: &str) -> String {
    let word: String = word.chars().take(LONGEST).collect();
    let lower = word.to_lowercase().replace('ß', "ss");
    if lower.is_ascii() {
        return lower;
    }
    let plain = lower
        .nfkd()
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c));
    plain.nfc().take(LONGEST).collect()
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Splits where a script without spaces begins or ends.
fn scripts(run: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    let mut rest = run;
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest.find(|c| is_unspaced(c) != unspaced);
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        found.push((part, unspaced));
        rest = after;
    }
    found
}

fn split(run: &str, unspaced: bool) -> Run {
    let run: String = run.chars().take(LONGEST).collect();
    let whole = fold(&run);
    if unspaced {
        let parts = vec![whole.clone()];
        return Run {
            parts,
            whole,
            unspaced,
        };
    }
    let chars: Vec<char> = run.chars().collect();
    let mut parts = vec![String::new()];
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1..).unwrap_or(&[]);
        if before.is_some_and(|&before| starts_part(before, c, after)) {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let parts = parts.iter().map(|part| fold(part));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return Run {
            parts: vec![whole.clone()],
            whole,
            unspaced,
        };
    }
    Run {
        parts,
        whole,
        unspaced,
    }
}

/// Whether a part of an identifier starts at `c`: `readText`, `HTTPServer`, `server2`. `PRs` is one part.
fn starts_part(before: char, c: char, after: &[char]) -> bool {
    let lower_to_upper = before.is_lowercase() && c.is_uppercase();
    let last_capital = before.is_uppercase()
        && c.is_uppercase()
        && after != ['s']
        && after.first().is_some_and(|after| after.is_lowercase());
    lower_to_upper || last_capital || before.is_numeric() != c.is_numeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        terms(text, 100, |term| found.push(term));
        found
    }

    #[test]
    fn identifiers_are_split_at_case_digits_and_separators() {
        assert_eq!(all("read_text_file"), ["read", "text", "file"]);
        assert_eq!(all("readTextFile"), ["read", "text", "file"]);
        assert_eq!(all("HTTPServer2"), ["http", "server", "2"]);
        assert_eq!(all("get-PRs"), ["get", "prs"]);
    }

    #[test]
    fn short_names_are_also_one_word() {
        assert_eq!(all("GitHub"), ["github", "git", "hub"]);
        assert_eq!(all("s3"), ["s3"]);
        assert_eq!(all("k8s pods"), ["k8s", "pod"]);
    }

    #[test]
    fn words_are_folded_and_stemmed() {
        assert_eq!(all("Creating entries Größe"), ["creat", "entri", "gross"]);
        assert_eq!(all("予定表 a"), ["予定", "定表", "a"]);
    }
}
