//! What text that servers returned holds in other encodings. Such a text is long, and mostly plain: its bytes tell what is worth reading.

use super::{
    decode::{DEPTH, base64, base64_runs, hex_run, is_base64, is_hex},
    escapes::{LONGEST, entity, escape, percent, short},
    place::Placed,
};

/// What a text holds in other encodings, and these in others again: URL, JSON escapes, base64 and hexadecimal, the last two
/// in runs of at least so many digits. At most `budget` characters in all; whether that was enough.
pub(super) fn decoded(text: &str, least: usize, budget: usize) -> (Vec<String>, bool) {
    let mut all = Vec::new();
    let mut left = budget;
    let mut layer = once(text, least);
    for depth in 1..=DEPTH {
        for part in &layer {
            let Some(rest) = left.checked_sub(part.chars().count()) else {
                return (all, false);
            };
            left = rest;
        }
        let next = if depth < DEPTH {
            layer.iter().flat_map(|part| once(part, least)).collect()
        } else {
            Vec::new()
        };
        all.append(&mut layer);
        layer = next;
    }
    (all, true)
}

/// What a text holds in other encodings, one of them taken off, in runs of at least so many digits.
fn once(text: &str, least: usize) -> Vec<String> {
    let mut out = Vec::new();
    if text.contains('%') {
        out.extend(percent(&placed(text), '%').map(unplaced));
    }
    out.extend(replaced(text, '\\', escape));
    out.extend(replaced(text, '&', entity));
    let mut made = Vec::new();
    runs(text, &BASE64, least, |lines| {
        for run in base64_runs(lines.bytes().map(char::from), least) {
            base64(&placed(lines.get(run).unwrap_or_default()), &mut made);
        }
    });
    runs(text, &HEX, least, |run| {
        hex_run(&placed(run), least, &mut made);
    });
    out.extend(made.into_iter().map(unplaced));
    out
}

fn placed(text: &str) -> Vec<Placed<()>> {
    text.chars().map(|c| (c, ())).collect()
}

fn unplaced(text: Vec<Placed<()>>) -> String {
    text.into_iter().map(|(c, ())| c).collect()
}

/// A text in which the escapes that begin with a sign are replaced, if there are any: `read` gets an escape and what follows it.
fn replaced(
    text: &str,
    sign: char,
    read: impl Fn(&[Placed<()>]) -> Option<(Option<char>, usize)>,
) -> Option<String> {
    if !text.contains(sign) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut any = false;
    // They stand close together where there are any.
    while let Some(at) = rest.bytes().position(|byte| char::from(byte) == sign) {
        let (plain, escaped) = rest.split_at(at);
        let after = escaped.get(sign.len_utf8()..).unwrap_or_default();
        out.push_str(plain);
        let mut chars = after.chars();
        let short = chars.next().filter(|_| sign == '\\').and_then(short);
        if let Some(c) = short {
            out.push(c);
            rest = chars.as_str();
            any = true;
            continue;
        }
        let mut near = [('\0', ()); LONGEST];
        let mut count = 0;
        for (to, c) in near.iter_mut().zip(escaped.chars()) {
            to.0 = c;
            count += 1;
        }
        let near = near.get(..count).unwrap_or_default();
        match read(near).filter(|(_, length)| *length > 0) {
            Some((c, length)) => {
                out.extend(c);
                let length: usize = near.iter().take(length).map(|(c, ())| c.len_utf8()).sum();
                rest = escaped.get(length..).unwrap_or_default();
                any = true;
            }
            None => {
                out.push(sign);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    any.then_some(out)
}

/// Bytes of a kind.
type Kind = [bool; 256];

/// The digits of base64, and line ends.
const BASE64: Kind = {
    let mut table = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = is_base64(byte as char) || matches!(byte, b'\r' | b'\n');
        byte += 1;
    }
    table
};

/// Hexadecimal digits, and what often stands between two of them.
const HEX: Kind = {
    let mut table = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = is_hex(byte as char);
        byte += 1;
    }
    table
};

/// Calls `act` with each longest part whose bytes are of a kind, if it is so long: short words are most of a text, and the last
/// byte of a part tells first that it is one.
fn runs(text: &str, of: &Kind, least: usize, mut act: impl FnMut(&str)) {
    let other = |byte: &u8| !of[usize::from(*byte)];
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(part) = bytes.get(from..from + least) {
        if let Some(gap) = part.iter().rposition(other) {
            from += gap + 1;
            continue;
        }
        let after = bytes.get(from + least..).unwrap_or_default();
        let more = after.iter().position(other).unwrap_or(after.len());
        let end = from + least + more;
        act(text.get(from..end).unwrap_or_default());
        from = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::decode;

    proptest::proptest! {
        #[test]
        fn text_is_decoded_as_what_is_given_is(
            text in "([a-zA-Z0-9+/=ö€😀 &;%\\\\]|\\\\[nrtuxU01234567{}]|\\\\u[0-9a-f]{4}|\\\\ud83d\\\\ude00|\\\\u\\{1f60[0-9]\\}|&#x?[0-9]{2,3};|&(amp|auml|nbsp);|%[0-9a-f]{2}|[0-9a-f ]{6,30}|[A-Za-z0-9+/\r\n-]{8,60}){0,40}",
        ) {
            let placed = placed(&text);
            let expected: Vec<String> = decode::once(&placed, 8).into_iter().map(unplaced).collect();
            proptest::prop_assert_eq!(once(&text, 8), expected);
        }
    }
}
