//! Everything that is looked for: passages and whole values.

use std::collections::HashMap;

use super::{
    fold::{Folded, LetterKind},
    lengths::{EDGE, LETTERS, SUBSTRING, WHOLE, WORD},
    place::{Placed, Span},
};

/// What is looked for in texts that are folded in one way.
#[derive(Default)]
pub(super) struct Set {
    /// Texts any part of which is looked for.
    pub texts: Vec<Folded>,
    /// Values that are looked for as a whole.
    pub wholes: HashMap<Box<[char]>, Whole>,
}

/// A value to be found as a whole.
#[derive(Default)]
pub(super) struct Whole {
    /// Where it is.
    pub at: Vec<Span>,
    /// The servers that returned it, a bit each.
    pub from: u64,
}

impl Set {
    fn text(&mut self, text: Folded, least: usize) {
        if text.chars.len() >= least {
            self.texts.push(text);
        }
    }

    fn whole(&mut self, value: &Folded) {
        if let (Some(first), Some(last)) = (value.at.first(), value.at.last()) {
            let at = Span {
                from: first.from.min(last.from),
                to: first.to.max(last.to),
            };
            let key = value.chars.clone().into_boxed_slice();
            self.wholes.entry(key).or_default().at.push(at);
        }
    }
}

/// Everything that is looked for.
#[derive(Default)]
pub(super) struct Needles {
    /// By letters and digits.
    pub letters: Set,
    /// By spelling: what has too few letters and digits for the other search.
    pub spelled: Set,
}

impl Needles {
    /// Every part of a text, forwards and backwards.
    pub(super) fn text(&mut self, text: &[Placed<Span>]) {
        for part in few_letters(&Folded::spelled(text)) {
            self.spelled.text(part, SUBSTRING);
        }
        self.letters(text);
    }

    /// Every part of the letters and digits of a text, forwards and backwards.
    pub(super) fn letters(&mut self, text: &[Placed<Span>]) {
        let letters = Folded::letters(text);
        for letters in letters.ascii().into_iter().chain([letters]) {
            self.letters.text(letters.reversed(), LETTERS);
            self.letters.text(letters, LETTERS);
        }
    }

    /// All of a text, if it is short and says something.
    pub(super) fn whole(&mut self, text: &[Placed<Span>]) {
        // What is much longer is no short value however it is spelled.
        if text.len() > SUBSTRING * SUBSTRING {
            return;
        }
        let spelled = Folded::spelled(text).trimmed();
        let sign = |c: &char| !c.is_alphanumeric();
        let from = spelled.chars.iter().take_while(|c| sign(c)).count();
        let after = spelled.chars.iter().rev().take_while(|c| sign(c)).count();
        let inner = spelled
            .chars
            .get(from..spelled.chars.len() - after.min(spelled.chars.len()));
        let word = inner.is_some_and(|inner| inner.iter().all(|c| c.is_alphabetic()));
        if spelled.chars.len() < if word { WORD } else { WHOLE } {
            return;
        }
        let letters = Folded::letters(text);
        match letters.chars.len() {
            WHOLE..SUBSTRING => {
                self.letters.whole(&letters);
                self.letters.whole(&letters.reversed());
            }
            0..WHOLE if spelled.chars.len() < SUBSTRING => self.spelled.whole(&spelled),
            _ => {}
        }
    }
}

/// The parts of a text in which a passage may not have enough letters and digits to be found by them.
fn few_letters(spelled: &Folded) -> Vec<Folded> {
    let letter = |c: &char| matches!(LetterKind::of(*c), LetterKind::One(_) | LetterKind::Many);
    let is_letter: Vec<bool> = spelled.chars.iter().map(letter).collect();
    let enough = |passage: &[bool]| {
        let letters = passage.iter().filter(|letter| **letter).count();
        let before = passage.iter().take_while(|letter| !**letter).count();
        let after = passage.iter().rev().take_while(|letter| !**letter).count();
        letters >= LETTERS && before <= EDGE && after <= EDGE
    };
    let mut out = Vec::new();
    let mut open: Option<usize> = None;
    for (at, passage) in is_letter.windows(SUBSTRING).enumerate() {
        match (enough(passage), open) {
            (false, None) => open = Some(at),
            (true, Some(from)) => {
                out.push(spelled.part(from..at - 1 + SUBSTRING));
                open = None;
            }
            (true, None) | (false, Some(_)) => {}
        }
    }
    out.extend(open.map(|from| spelled.part(from..spelled.chars.len())));
    out
}
