//! Characters that are written as the numbers of their codes.

use std::ops::RangeInclusive;

use super::{
    bytes::legible,
    lengths::WHOLE,
    place::{Place, Placed},
};

/// How numbers are written: the base, what may stand before the digits, and how many digits there are.
const WRITTEN: [(u32, &[&str], RangeInclusive<usize>); 4] = [
    (2, &["0b", "b"], 7..=21),
    (8, &["0o", "o"], 2..=7),
    (10, &[], 1..=7),
    (16, &["0x", "x", "u", "h"], 2..=8),
];
/// The longest word that may be a number, in characters.
const WORD: usize = 24;

/// The characters whose codes a text holds, in any base, whatever stands between them.
pub(super) fn numbers<P: Place>(text: &[Placed<P>], out: &mut Vec<Vec<Placed<P>>>) {
    let words: Vec<(String, P)> = text
        .split(|(c, _)| !c.is_ascii_alphanumeric())
        .filter(|word| (1..=WORD).contains(&word.len()))
        .filter_map(|word| {
            let (first, last) = (word.first()?, word.last()?);
            let letters = word.iter().map(|(c, _)| c.to_ascii_lowercase()).collect();
            Some((letters, first.1.to(last.1)))
        })
        .collect();
    for (base, prefixes, length) in WRITTEN {
        let value = |word: &str| {
            let rest = prefixes.iter().find_map(|prefix| word.strip_prefix(prefix));
            let digits = rest.unwrap_or(word);
            let digits = digits
                .strip_suffix('h')
                .filter(|_| base == 16)
                .unwrap_or(digits);
            let fits = length.contains(&digits.len());
            u32::from_str_radix(digits, base).ok().filter(|_| fits)
        };
        let codes = words
            .iter()
            .filter_map(|(word, at)| Some((value(word)?, *at)));
        written(&codes.collect::<Vec<_>>(), out);
    }
}

/// The characters of codes that follow each other without anything between them: of two or three decimal digits, as many as
/// it takes, or of three digits each.
pub(super) fn packed<P: Place>(run: &[Placed<P>], out: &mut Vec<Vec<Placed<P>>>) {
    let digit = |at: usize, base: u32| run.get(at).and_then(|(c, _)| c.to_digit(base));
    let take = |at: usize, count: usize, base: u32| {
        let digits = (at..at + count).map(|at| digit(at, base));
        let value = digits.reduce(|sum, digit| Some(sum? * base + digit?))??;
        let (first, last) = (run.get(at)?, run.get(at + count - 1)?);
        Some((value, first.1.to(last.1)))
    };
    let mut codes = Vec::new();
    let mut at = 0;
    while let Some(first) = digit(at, 10) {
        let count = match first {
            0 => 1,
            1 => 3,
            _ => 2,
        };
        codes.extend(take(at, count, 10));
        at += count;
    }
    written(&codes, out);
    for base in [8, 10] {
        for skip in 0..3 {
            let starts = (skip..run.len()).step_by(3);
            let codes: Vec<_> = starts.filter_map(|at| take(at, 3, base)).collect();
            written(&codes, out);
        }
    }
}

/// Codes as characters, and as bytes of UTF-8 where that is something else.
fn written<P: Place>(codes: &[(u32, P)], out: &mut Vec<Vec<Placed<P>>>) {
    let shows = |c: &char| !c.is_control() || c.is_whitespace();
    let chars = codes.iter();
    let chars = chars.filter_map(|(code, at)| Some((char::from_u32(*code).filter(shows)?, *at)));
    let chars: Vec<Placed<P>> = chars.collect();
    if chars.len() < WHOLE {
        return;
    }
    out.push(chars);
    if codes.iter().any(|(code, _)| (0x80..0x100).contains(code)) {
        let bytes = codes.iter();
        let bytes = bytes.filter_map(|(code, at)| Some((u8::try_from(*code).ok()?, *at)));
        legible(&bytes.collect::<Vec<_>>(), out);
    }
}
