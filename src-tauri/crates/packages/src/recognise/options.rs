//! What the parsers of the package runners have in common.

use domain::{cut, visible};

use super::reason::AsWritten;
use crate::recipe::{Recipe, Runner};

/// Longest part of a command line in a reason, in bytes.
const PART_MAX: usize = 200;

/// What a parser makes of the words of a runner.
pub(super) enum Outcome {
    Recipe(Recipe),
    AsWritten(Runner, AsWritten),
}

impl Outcome {
    pub fn of(runner: Runner, parsed: Result<Recipe, AsWritten>) -> Self {
        match parsed {
            Ok(recipe) => Self::Recipe(recipe),
            Err(reason) => Self::AsWritten(runner, reason),
        }
    }
}

/// A part of a command line for a reason.
pub(super) fn shown(text: &str) -> String {
    visible(cut(text, PART_MAX))
}

/// An option with its value, where that is in the same word: `--name=value`.
pub(super) struct Flag<'a> {
    pub name: &'a str,
    pub value: Option<&'a str>,
}

/// Reads a word that begins with `-`.
pub(super) fn option(word: &str) -> Flag<'_> {
    match word.split_once('=') {
        Some((name, value)) => Flag {
            name,
            value: Some(value),
        },
        None => Flag {
            name: word,
            value: None,
        },
    }
}

/// The words of a command line, from left to right.
pub(super) struct Words<'a> {
    words: &'a [&'a str],
}

impl<'a> Words<'a> {
    pub fn new(words: &'a [&'a str]) -> Self {
        Self { words }
    }

    /// The next word.
    pub fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    /// The next word, without taking it.
    pub fn peek(&self) -> Option<&'a str> {
        self.words.first().copied()
    }

    /// Whatever is left, in order.
    pub fn rest(&self) -> Vec<String> {
        self.words.iter().map(|&word| word.to_owned()).collect()
    }

    /// The value of an option: in the same word, or the next word, which must not look like an option.
    pub fn value(&mut self, option: &Flag<'a>) -> Result<&'a str, AsWritten> {
        let value = option.value.or_else(|| {
            self.peek()
                .filter(|next| !next.starts_with('-'))
                .and_then(|_| self.next())
        });
        value
            .filter(|value| !value.is_empty())
            .ok_or_else(|| AsWritten::Option(shown(option.name)))
    }
}
