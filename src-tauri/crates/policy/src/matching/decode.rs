//! Text as it may have been before it was encoded, each character with its place in the text as it stands.

use std::ops::Range;

use super::{
    bytes::{legible, text},
    codes,
    escapes::{entities, escapes, percent},
    place::{Place, Placed},
};

/// Encodings inside encodings are looked into so often.
pub(super) const DEPTH: usize = 3;
/// The shortest line after which base64 goes on in the next, in characters: encoders break lines at 60, 64 or 76.
const BASE64_LINE: usize = 40;

/// What a text holds in other encodings, one of them taken off, in runs of at least so many digits.
pub(super) fn once<P: Place>(text: &[Placed<P>], least: usize) -> Vec<Vec<Placed<P>>> {
    let mut out = Vec::new();
    out.extend(percent(text, '%'));
    out.extend(escapes(text));
    out.extend(entities(text));
    let of_base64 = |c| is_base64(c) || matches!(c, '\r' | '\n');
    runs(text, of_base64, least, |lines| {
        for run in base64_runs(lines.iter().map(|(c, _)| *c), least) {
            base64(lines.get(run).unwrap_or_default(), &mut out);
        }
    });
    runs(text, is_hex, least, |run| hex_run(run, least, &mut out));
    out
}

/// What a part stands for that consists of hexadecimal digits and what is between them.
pub(super) fn hex_run<P: Place>(run: &[Placed<P>], least: usize, out: &mut Vec<Vec<Placed<P>>>) {
    let digits = hex_digits(run);
    if digits.len() >= least {
        digits_as_bytes(&digits, 4, out);
    }
}

/// The same of what is given, which may have been encoded in ways that no server would use.
pub(super) fn once_given<P: Place>(text: &[Placed<P>], least: usize) -> Vec<Vec<Placed<P>>> {
    let mut out = once(text, least);
    out.extend(percent(text, '='));
    codes::numbers(text, &mut out);
    out
}

/// What digits alone stand for, which had other characters between them.
pub(super) fn once_bare<P: Place>(digits: &[Placed<P>], least: usize) -> Vec<Vec<Placed<P>>> {
    let mut out = Vec::new();
    if digits.len() >= least {
        base64(digits, &mut out);
    }
    runs(
        digits,
        |c| c.is_ascii_hexdigit(),
        least,
        |run| {
            digits_as_bytes(&hex_digits(run), 4, &mut out);
        },
    );
    runs(
        digits,
        |c| c.is_ascii_digit(),
        least,
        |run| {
            codes::packed(run, &mut out);
        },
    );
    runs(
        digits,
        |c| matches!(c, '0' | '1'),
        least,
        |run| {
            let bits: Vec<_> = run
                .iter()
                .map(|(c, at)| (u32::from(*c == '1'), *at))
                .collect();
            digits_as_bytes(&bits, 1, &mut out);
        },
    );
    out
}

/// What base64 digits stand for, wherever the first of them begins; padding ends a part, and the next one begins after it.
pub(super) fn base64<P: Place>(run: &[Placed<P>], out: &mut Vec<Vec<Placed<P>>>) {
    for skip in 0..4 {
        // Something may stand before what was encoded.
        let mut bytes = Vec::with_capacity(run.len());
        for part in run
            .get(skip..)
            .unwrap_or_default()
            .split(|(c, _)| *c == '=')
        {
            let digits: Vec<_> = part.iter().filter_map(base64_digit).collect();
            bits(&digits, 6, &mut bytes);
        }
        legible(&bytes, out);
    }
}

/// The text of digits that stand for so many bits each, wherever its first byte begins.
fn digits_as_bytes<P: Place>(digits: &[(u32, P)], each: u32, out: &mut Vec<Vec<Placed<P>>>) {
    for skip in 0..8 / each as usize {
        let mut bytes = Vec::with_capacity(digits.len());
        bits(digits.get(skip..).unwrap_or_default(), each, &mut bytes);
        legible(&bytes, out);
    }
}

/// One value encoded as base64 by itself, or as nothing else.
pub(super) fn base64_value<P: Place>(value: &[Placed<P>]) -> Option<Vec<Placed<P>>> {
    let digits: Vec<_> = value.iter().filter_map(base64_digit).collect();
    let padding = value.iter().filter(|(c, _)| *c == '=').count();
    if digits.len() < 2 || digits.len() + padding != value.len() {
        return None;
    }
    let mut bytes = Vec::new();
    bits(&digits, 6, &mut bytes);
    Some(text(&bytes)).filter(|text| text.iter().all(|(c, _)| *c != char::REPLACEMENT_CHARACTER))
}

/// The parts that may be base64 of digits and line ends, by the numbers of their characters: only long lines go on in the next.
pub(super) fn base64_runs(text: impl Iterator<Item = char>, least: usize) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let (mut start, mut line, mut end) = (0, 0, 0);
    let mut close = |run: Range<usize>| out.extend(Some(run).filter(|run| run.len() >= least));
    for (at, c) in text.enumerate() {
        end = at + 1;
        if !matches!(c, '\r' | '\n') {
            continue;
        }
        if at != line && at - line < BASE64_LINE {
            close(start..at);
            start = at + 1;
        }
        line = at + 1;
    }
    close(start..end);
    out
}

/// Calls `act` with each longest part whose characters all are of a kind, if it is so long: short words are most of a text,
/// and the last character of a part tells first that it is one.
fn runs<P>(
    text: &[Placed<P>],
    of: impl Fn(char) -> bool,
    least: usize,
    mut act: impl FnMut(&[Placed<P>]),
) {
    let mut rest = text;
    while let Some((part, after)) = rest.split_at_checked(least) {
        if let Some(gap) = part.iter().rposition(|(c, _)| !of(*c)) {
            rest = rest.get(gap + 1..).unwrap_or_default();
            continue;
        }
        let more = after.iter().position(|(c, _)| !of(*c));
        let (run, after) = rest.split_at(least + more.unwrap_or(after.len()));
        act(run);
        rest = after;
    }
}

pub(super) const fn is_base64(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_' | '=')
}

fn base64_digit<P: Place>((c, at): &Placed<P>) -> Option<(u32, P)> {
    let value = match *c {
        'A'..='Z' => u32::from(*c) - 65,
        'a'..='z' => u32::from(*c) - 71,
        '0'..='9' => u32::from(*c) + 4,
        '+' | '-' => 62,
        '/' | '_' => 63,
        _ => return None,
    };
    Some((value, *at))
}

/// Digits, and what often stands between two of them: `41 42`, `41:42`, `\x41\x42`, `0x41, 0x42`.
pub(super) const fn is_hex(c: char) -> bool {
    c.is_ascii_hexdigit() || matches!(c, ' ' | ':' | '-' | ',' | '\\' | 'x' | 'X' | '\r' | '\n')
}

fn hex_digits<P: Place>(run: &[Placed<P>]) -> Vec<(u32, P)> {
    let mut out = Vec::new();
    for (at, (c, range)) in run.iter().enumerate() {
        // The 0 of 0x is no digit.
        let prefix = *c == '0' && run.get(at + 1).is_some_and(|(c, _)| matches!(c, 'x' | 'X'));
        if let Some(value) = c.to_digit(16).filter(|_| !prefix) {
            out.push((value, *range));
        }
    }
    out
}

/// Adds the bytes of digits that stand for so many bits each.
fn bits<P: Place>(digits: &[(u32, P)], each: u32, bytes: &mut Vec<(u8, P)>) {
    let (mut value, mut have) = (0u32, 0u32);
    let mut from: Option<P> = None;
    for (digit, at) in digits {
        let first = from.unwrap_or(*at);
        value = (value << each | digit) & 0xffff;
        have += each;
        if have >= 8 {
            have -= 8;
            let byte = u8::try_from(value >> have & 0xff).unwrap_or_default();
            bytes.push((byte, first.to(*at)));
            from = (have > 0).then_some(*at);
        } else {
            from = Some(first);
        }
    }
}
