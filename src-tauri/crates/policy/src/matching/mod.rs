//! Finds text that servers returned earlier in data that is about to be sent to another server. The result explains a
//! flow; labels decide about it, because paraphrased text is not detected.
//!
//! Whole values, and any [`SUBSTRING`] characters in a row of which [`LETTERS`] are letters or digits, are found however they
//! are spelled: only letters and digits are compared, without case, marks and compatibility forms. What is given is also read
//! backwards, word by word, with its values and arguments put together, with look-alikes as ASCII letters, and decoded: escapes
//! of JSON, URLs, HTML and programs, codes of characters in four bases, base64 and hexadecimal digits, three deep.

mod bytes;
mod codes;
mod decode;
mod earlier;
mod escapes;
mod fold;
mod folding;
mod given;
mod haystack;
mod layers;
mod lengths;
mod marks;
mod needles;
mod place;
mod plain;
mod search;
mod sieve;
mod views;

use std::collections::BTreeSet;

pub use earlier::EarlierText;
use earlier::Foldings;
use escapes::{entities, escapes, percent};
pub(crate) use fold::letters_of;
use folding::Style;
use given::Reader;
pub use lengths::{LETTERS, SUBSTRING, WHOLE, WORD};
pub use marks::Match;
use marks::{Page, split};
use needles::Needles;
use place::{Placed, placed};
use search::Search;
use views::spread;

/// Most characters of what is given that are looked at, in all ways to read it together.
pub const GIVEN: usize = 4 * 1024 * 1024;

/// Text that a server returned earlier.
#[derive(Clone, Copy, Debug)]
pub struct Earlier<'a, O> {
    /// The server that returned it.
    pub from: O,
    /// It, as text.
    pub text: &'a EarlierText,
}

/// What is about to be given.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// It, as it is shown.
    pub text: &'a str,
    /// Whether it is JSON text, whose strings and numbers are values of their own.
    pub json: bool,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matches<O> {
    /// For each text that is given, in its order: parts in their order, none over another.
    pub found: Vec<Vec<Match<O>>>,
    /// Not all of it could be looked at: it is longer than [`GIVEN`], or what was given earlier holds encodings within
    /// encodings beyond measure.
    pub too_long: bool,
}

impl<O: Copy + Ord> Matches<O> {
    /// Everybody whose text was found.
    pub fn origins(&self) -> BTreeSet<O> {
        let all = self.found.iter().flatten();
        all.flat_map(|found| found.from.iter().copied()).collect()
    }
}

/// Looks for earlier text in what is given. Takes time in proportion to both, not to their product.
pub fn find<O: Copy + Ord>(earlier: &[Earlier<'_, O>], given: &[Given<'_>]) -> Matches<O> {
    let (needles, page, mut complete) = read(given);
    let origins: Vec<O> = earlier
        .iter()
        .map(|e| e.from)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut letters = Search::new(needles.letters, Style::Letters);
    let mut spelled = Search::new(needles.spelled, Style::Spelled);
    if !letters.is_idle() || !spelled.is_idle() {
        let mut foldings = Foldings::new();
        for one in earlier {
            let origin = origins.binary_search(&one.from).unwrap_or_default();
            complete &= one.text.each(&mut foldings, |text, forms| {
                letters.text(origin, text, &forms.letters);
                spelled.text(origin, text, &forms.spelled);
            });
        }
    }
    let mut marks = Vec::new();
    letters.marks(&mut marks);
    spelled.marks(&mut marks);
    let parts = page.marks(marks).into_iter();
    Matches {
        found: parts.map(|parts| split(parts, &origins)).collect(),
        too_long: !complete,
    }
}

/// What is to be looked for, where each text begins, and whether all of it was read.
fn read(given: &[Given<'_>]) -> (Needles, Page, bool) {
    let mut reader = Reader::new(GIVEN);
    let mut page = Page(Vec::with_capacity(given.len()));
    let (mut first, mut all) = (0, Vec::new());
    for one in given {
        let place = first..first + one.text.len();
        first = place.end;
        match placed(one.text, place.start).filter(|text| text.len() <= GIVEN) {
            Some(text) => {
                for value in values(one, &text) {
                    reader.needles.whole(value);
                }
                match one.json {
                    true => reader.json(&text),
                    false => reader.text(&text, 0),
                }
                all.extend(spread(&text));
            }
            None => reader.complete = false,
        }
        page.0.push(place);
    }
    if given.len() > 1 && reader.complete {
        reader.list(&all, 0);
    }
    (reader.needles, page, reader.complete)
}

/// A text with the escapes in it read: of URLs, HTML and programs, and of URLs twice.
pub(crate) fn unescaped(text: &str) -> Vec<String> {
    let source: Vec<Placed<()>> = text.chars().map(|c| (c, ())).collect();
    let once = percent(&source, '%');
    let twice = once.as_ref().and_then(|once| percent(once, '%'));
    let all = [once, twice, entities(&source), escapes(&source)];
    let chars = |text: Vec<Placed<()>>| text.into_iter().map(|(c, ())| c).collect();
    all.into_iter().flatten().map(chars).collect()
}

/// The values of a text: itself, and in JSON text its strings and numbers.
fn values<'a, P>(given: &Given<'_>, text: &'a [Placed<P>]) -> Vec<&'a [Placed<P>]> {
    if !given.json {
        return vec![text];
    }
    let mut out = Vec::new();
    let mut from = 0;
    let mut inside = false;
    let mut at = 0;
    while let Some((c, _)) = text.get(at) {
        match (*c, inside) {
            ('\\', true) => at += 1,
            ('"', _) => {
                out.extend(text.get(from..at));
                inside = !inside;
                from = at + 1;
            }
            (',' | ':' | '[' | ']' | '{' | '}' | ' ' | '\n', false) => {
                out.extend(text.get(from..at));
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    out.extend(text.get(from.min(text.len())..));
    out
}

#[cfg(test)]
mod tests;
