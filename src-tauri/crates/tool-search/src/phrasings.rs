//! The phrasings of a query, and their bounds.

use crate::document::cut;

/// The phrasings of a query that are used. Further ones are ignored.
pub const MAX_PHRASINGS: usize = 8;
/// The part of a phrasing that is used, in bytes.
pub const MAX_PHRASING_BYTES: usize = 512;

/// The phrasings within the bounds that have a word.
pub(crate) fn used_phrasings<'a>(phrasings: &[&'a str]) -> Vec<&'a str> {
    let phrasings = phrasings.iter().map(|text| cut(text, MAX_PHRASING_BYTES));
    let phrasings = phrasings.filter(|text| text.contains(char::is_alphanumeric));
    phrasings.take(MAX_PHRASINGS).collect()
}
