//! Text as it is compared: as its letters and digits alone, or as it is spelled.

use domain::is_hidden;
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

use super::place::{Placed, Span};

/// The letter or digit that each byte of ASCII is compared as; 0 for any other character.
pub(super) const ASCII: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            table[byte as usize] = alike(byte.to_ascii_lowercase());
        }
        byte += 1;
    }
    table
};

/// One of the letters and digits that many fonts draw alike.
const fn alike(letter: u8) -> u8 {
    match letter {
        b'l' | b'1' => b'i',
        b'0' => b'o',
        other => other,
    }
}

/// What becomes of a character when letters are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LetterKind {
    /// One letter or digit.
    One(char),
    /// More than one: see [`letters_of`].
    Many,
    /// White space.
    Space,
    /// A visible character that is left out.
    Other,
    /// One that is part of a word all the same: an underscore, a mark on the letter before.
    Joiner,
    /// A character that nobody sees.
    Unseen,
}

/// What becomes of each byte of ASCII.
const KINDS: [LetterKind; 128] = {
    let mut table = [LetterKind::Other; 128];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'\t'..=b'\r' | b' ' => LetterKind::Space,
            b'_' => LetterKind::Joiner,
            _ if ASCII[byte as usize] != 0 => LetterKind::One(ASCII[byte as usize] as char),
            _ if byte.is_ascii_graphic() => LetterKind::Other,
            _ => LetterKind::Unseen,
        };
        byte += 1;
    }
    table
};

impl LetterKind {
    pub(super) fn of(c: char) -> Self {
        if let Some(kind) = KINDS.get(c as usize) {
            return *kind;
        }
        if is_hidden(c) && !c.is_whitespace() {
            return Self::Unseen;
        }
        if c.is_whitespace() {
            return Self::Space;
        }
        let (mut only, mut count) = (None, 0);
        letters_of(c, |letter| {
            only = Some(letter);
            count += 1;
        });
        match (only, count) {
            (Some(letter), 1) => Self::One(letter),
            (Some(_), _) => Self::Many,
            (None, _) if is_combining_mark(c) => Self::Joiner,
            (None, _) => Self::Other,
        }
    }
}

/// Calls `act` with the letters and digits of a character: compatibility forms resolved, without marks, in one case.
pub(crate) fn letters_of(c: char, mut act: impl FnMut(char)) {
    if let Some(letter) = ASCII.get(c as usize) {
        if *letter != 0 {
            act(char::from(*letter));
        }
        return;
    }
    if is_hidden(c) {
        return;
    }
    decompose_compatible(c, |part| {
        // By way of the capital: the small forms of some letters have one in common.
        for folded in part.to_uppercase().flat_map(char::to_lowercase) {
            if is_combining_mark(folded) || is_hidden(folded) || !folded.is_alphanumeric() {
                continue;
            }
            match ASCII.get(folded as usize) {
                Some(letter) => act(char::from(*letter)),
                None => act(folded),
            }
        }
    });
}

/// Gives a character as it is spelled, if it is seen: in lower case, white space in a row once.
pub(super) fn spelled(c: char, before: Option<char>, mut give: impl FnMut(char)) {
    if c.is_whitespace() {
        if before != Some(' ') {
            give(' ');
        }
    } else if c.is_ascii_graphic() {
        give(c.to_ascii_lowercase());
    } else if !is_hidden(c) {
        c.to_lowercase().for_each(give);
    }
}

/// A text as it is compared, with the places its characters came from.
#[derive(Clone, Debug, Default)]
pub(super) struct Folded {
    pub chars: Vec<char>,
    pub at: Vec<Span>,
}

impl Folded {
    /// Its letters and digits.
    pub(super) fn letters(text: &[Placed<Span>]) -> Self {
        let mut out = Self::default();
        for (c, at) in text {
            letters_of(*c, |letter| out.push(letter, *at));
        }
        out
    }

    /// Its spelling.
    pub(super) fn spelled(text: &[Placed<Span>]) -> Self {
        let mut out = Self::default();
        for (c, at) in text {
            let before = out.chars.last().copied();
            spelled(*c, before, |folded| out.push(folded, *at));
        }
        out
    }

    fn push(&mut self, c: char, at: Span) {
        self.chars.push(c);
        self.at.push(at);
    }

    /// In the opposite order.
    pub(super) fn reversed(&self) -> Self {
        Self {
            chars: self.chars.iter().rev().copied().collect(),
            at: self.at.iter().rev().copied().collect(),
        }
    }

    /// The part with these numbers.
    pub(super) fn part(&self, of: std::ops::Range<usize>) -> Self {
        Self {
            chars: self.chars.get(of.clone()).unwrap_or_default().to_vec(),
            at: self.at.get(of).unwrap_or_default().to_vec(),
        }
    }

    /// Only what is ASCII, if there is anything else.
    pub(super) fn ascii(&self) -> Option<Self> {
        if self.chars.iter().all(char::is_ascii) {
            return None;
        }
        let mut out = Self::default();
        let both = self.chars.iter().zip(&self.at);
        both.filter(|(c, _)| c.is_ascii())
            .for_each(|(c, at)| out.push(*c, *at));
        Some(out)
    }

    /// Without white space at both ends, which is one blank at most.
    pub(super) fn trimmed(&self) -> Self {
        let from = usize::from(self.chars.first() == Some(&' '));
        let to = self.chars.len() - usize::from(self.chars.last() == Some(&' '));
        self.part(from..to.max(from))
    }
}
