//! Other ways to read the same text: its pieces put together, without what is between digits, with look-alikes as letters.

use std::hash::{BuildHasher, RandomState};

use domain::{ascii_look, is_hidden};
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

use super::{
    escapes::escapes,
    place::{Place, Placed},
};

/// Part of a text.
pub(super) type Piece<P> = Vec<Placed<P>>;

/// A scalar of JSON text.
struct Scalar<P> {
    text: Piece<P>,
    is_text: bool,
    /// The field it is the value of, or its number in a list.
    column: u64,
}

/// The values in JSON text, in their order, and the names of fields.
struct Tree<P> {
    values: Vec<Scalar<P>>,
    names: Vec<Piece<P>>,
}

/// A list or an object that is read.
struct Level {
    is_list: bool,
    number: u64,
    name: u64,
}

/// Whether a text could be a list or an object.
fn is_json<P>(text: &[Placed<P>]) -> bool {
    let first = text.iter().find(|(c, _)| !c.is_whitespace());
    first.is_some_and(|(c, _)| matches!(c, '[' | '{'))
}

impl<P: Place> Tree<P> {
    /// Reads JSON text, or what resembles it.
    fn of(text: &[Placed<P>]) -> Self {
        let hasher = RandomState::new();
        let mut out = Self {
            values: Vec::new(),
            names: Vec::new(),
        };
        let mut levels: Vec<Level> = Vec::new();
        let mut rest = text;
        while let Some(((c, _), after)) = rest.split_first() {
            let level = |is_list| Level {
                is_list,
                number: 0,
                name: 0,
            };
            rest = after;
            match c {
                '[' | '{' => levels.push(level(*c == '[')),
                ']' | '}' => {
                    levels.pop();
                }
                ',' => levels
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|l| l.number += 1),
                '"' => {
                    let (inner, after) = string(after);
                    rest = after;
                    let text = escapes(inner).unwrap_or_else(|| inner.to_vec());
                    let next = rest.iter().find(|(c, _)| !c.is_whitespace());
                    let level = levels.last_mut().filter(|level| !level.is_list);
                    match level.filter(|_| next.is_some_and(|(c, _)| *c == ':')) {
                        Some(level) => {
                            level.name = hasher.hash_one(chars(&text));
                            out.names.push(text);
                        }
                        None => out.push(text, true, levels.last()),
                    }
                }
                c if c.is_alphanumeric() || *c == '-' => {
                    let ends = |(c, _): &Placed<P>| c.is_whitespace() || ",:[]{}\"".contains(*c);
                    let token = rest.iter().position(ends).unwrap_or(rest.len());
                    let start = text.len() - rest.len() - 1;
                    let end = start + 1 + token;
                    let token = text.get(start..end).unwrap_or_default();
                    out.push(token.to_vec(), false, levels.last());
                    rest = text.get(end..).unwrap_or_default();
                }
                _ => {}
            }
        }
        out
    }

    fn push(&mut self, text: Piece<P>, is_text: bool, level: Option<&Level>) {
        let column = level.map_or(0, |level| {
            if level.is_list {
                level.number
            } else {
                level.name
            }
        });
        self.values.push(Scalar {
            text,
            is_text,
            column,
        });
    }
}

/// The inside of a string whose quotation mark was read, and what follows it.
fn string<P>(text: &[Placed<P>]) -> (&[Placed<P>], &[Placed<P>]) {
    let mut at = 0;
    while let Some((c, _)) = text.get(at) {
        match c {
            '"' => {
                let (inner, rest) = text.split_at(at);
                return (inner, rest.get(1..).unwrap_or_default());
            }
            '\\' => at += 2,
            _ => at += 1,
        }
    }
    (text, &[])
}

fn chars<P>(text: &[Placed<P>]) -> String {
    text.iter().map(|(c, _)| *c).collect()
}

/// The pieces in JSON text in the orders in which they may be read: all values, those that are text, field by field, and the
/// names of fields. Nothing of what is no JSON text.
pub(super) fn json_pieces<P: Place>(text: &[Placed<P>]) -> Vec<Vec<Piece<P>>> {
    if !is_json(text) {
        return Vec::new();
    }
    let Tree { mut values, names } = Tree::of(text);
    let of = |values: &[Scalar<P>], all: bool| -> Vec<Piece<P>> {
        let kept = values.iter().filter(|value| all || value.is_text);
        kept.map(|value| value.text.clone()).collect()
    };
    let mut out = vec![of(&values, true), names];
    if values.iter().any(|value| !value.is_text) {
        out.push(of(&values, false));
    }
    let column = values.first().map(|value| value.column);
    if values.iter().any(|value| Some(value.column) != column) {
        values.sort_by_key(|value| value.column);
        out.push(of(&values, true));
    }
    out.retain(|pieces| pieces.len() > 1);
    out
}

/// What one argument adds to a text that is spread over several: its values if it is JSON text, else itself.
pub(super) fn spread<P: Place>(text: &[Placed<P>]) -> Vec<Piece<P>> {
    if is_json(text) {
        let values = Tree::of(text).values.into_iter();
        return values.map(|value| value.text).collect();
    }
    vec![text.to_vec()]
}

/// Pieces as one text, with this between them.
pub(super) fn joined<P: Place>(pieces: &[Piece<P>], between: Option<char>) -> Piece<P> {
    let mut out: Piece<P> = Vec::with_capacity(pieces.iter().map(|piece| piece.len() + 1).sum());
    for piece in pieces {
        if let Some((_, at)) = out.last().copied() {
            out.extend(between.map(|c| (c, at)));
        }
        out.extend_from_slice(piece);
    }
    out
}

/// The words of a text, or its lines, if there are several.
pub(super) fn parts<P: Place>(text: &[Placed<P>], divides: impl Fn(char) -> bool) -> Vec<Piece<P>> {
    let parts = text.split(|(c, _)| divides(*c));
    let parts: Vec<Piece<P>> = parts.filter(|p| !p.is_empty()).map(<[_]>::to_vec).collect();
    if parts.len() > 1 { parts } else { Vec::new() }
}

/// A text with the ASCII letters and digits that its characters are used for, if there are any.
pub(super) fn looks<P: Place>(text: &[Placed<P>]) -> Option<Piece<P>> {
    text.iter().find(|(c, _)| ascii_look(*c).is_some())?;
    let look = |(c, at): &Placed<P>| (ascii_look(*c).unwrap_or(*c), *at);
    Some(text.iter().map(look).collect())
}

/// A text without hidden characters and marks, and with compatibility characters resolved, if that changes it.
pub(super) fn resolved<P: Place>(text: &[Placed<P>]) -> Option<Piece<P>> {
    let plain = |c: char| c.is_ascii_graphic() || matches!(c, ' ' | '\n' | '\r' | '\t');
    text.iter().find(|(c, _)| !plain(*c))?;
    let mut out = Vec::with_capacity(text.len());
    for (c, at) in text {
        if plain(*c) {
            out.push((*c, *at));
        } else if c.is_whitespace() {
            out.push((' ', *at));
        } else if !is_hidden(*c) {
            decompose_compatible(*c, |c| {
                out.extend(Some((c, *at)).filter(|(c, _)| !is_combining_mark(*c)));
            });
        }
    }
    Some(out)
}

/// A text without white space, if it has any.
pub(super) fn squeezed<P: Place>(text: &[Placed<P>]) -> Option<Piece<P>> {
    text.iter().find(|(c, _)| c.is_whitespace())?;
    let kept = text.iter().filter(|(c, _)| !c.is_whitespace());
    Some(kept.copied().collect())
}

/// Only what digits of base64 could be, with each pair of its signs that there is.
pub(super) fn bare<P: Place>(text: &[Placed<P>]) -> Vec<Piece<P>> {
    let with = |signs: [char; 2]| -> Piece<P> {
        let digit = |c: char| c.is_ascii_alphanumeric() || c == '=' || signs.contains(&c);
        text.iter().filter(|(c, _)| digit(*c)).copied().collect()
    };
    let mut out = vec![with(['+', '/'])];
    if text.iter().any(|(c, _)| matches!(c, '-' | '_')) {
        out.push(with(['-', '_']));
    }
    out
}
