//! Characters that are written as escapes among others: URL encoding, quoted-printable, JSON, programs, HTML.

use super::{
    bytes::text,
    place::{Place, Placed},
};

/// Longest name of an HTML entity that is read, in characters.
const NAME: usize = 10;

/// Whether a character stands in a text, looked for in many at once.
fn has<P>(text: &[Placed<P>], wanted: char) -> bool {
    let mut parts = text.chunks(64);
    parts.any(|part| {
        part.iter()
            .fold(false, |found, (c, _)| found | (*c == wanted))
    })
}

/// The number that so many digits write.
fn number<P>(source: &[Placed<P>], at: usize, count: usize, base: u32) -> Option<u32> {
    let digits = source.get(at..at + count).filter(|d| !d.is_empty())?;
    digits.iter().try_fold(0u32, |sum, (c, _)| {
        sum.checked_mul(base)?.checked_add(c.to_digit(base)?)
    })
}

/// How many digits follow, at most so many.
fn digits<P>(source: &[Placed<P>], at: usize, most: usize, base: u32) -> usize {
    let rest = source.iter().skip(at).take(most);
    rest.take_while(|(c, _)| c.is_digit(base)).count()
}

/// A text in which some characters are replaced: those that `read` finds at the begin of what follows, and how many stand for them.
fn replace<P: Place>(
    source: &[Placed<P>],
    sign: char,
    read: impl Fn(&[Placed<P>]) -> Option<(Option<char>, usize)>,
) -> Option<Vec<Placed<P>>> {
    if !has(source, sign) {
        return None;
    }
    let mut out = Vec::with_capacity(source.len());
    let (mut at, mut any) = (0, false);
    while let Some((c, place)) = source.get(at) {
        let found = source.get(at..).filter(|_| *c == sign).and_then(&read);
        let Some((c, length)) = found.filter(|(_, length)| *length > 0) else {
            out.push((*c, *place));
            at += 1;
            continue;
        };
        let last = source
            .get(at + length - 1)
            .map_or(*place, |(_, last)| *last);
        out.extend(c.map(|c| (c, place.to(last))));
        at += length;
        any = true;
    }
    any.then_some(out)
}

/// `%41`, `%u0041` and `+`, or `=41` and line ends after `=`, if there is any with this sign.
pub(super) fn percent<P: Place>(source: &[Placed<P>], sign: char) -> Option<Vec<Placed<P>>> {
    let at = |source: &[Placed<P>], at: usize| source.get(at).map(|(c, _)| *c);
    // Bytes as characters, which they are not yet.
    let read = |source: &[Placed<P>]| match (at(source, 1), at(source, 2)) {
        (Some('u'), _) if sign == '%' => {
            let c = char::from_u32(number(source, 2, 4, 16)?)?;
            Some((Some(c), 6))
        }
        (Some('\n'), _) if sign == '=' => Some((None, 2)),
        (Some('\r'), Some('\n')) if sign == '=' => Some((None, 3)),
        _ => {
            let byte = u8::try_from(number(source, 1, 2, 16)?).ok()?;
            let c = match byte {
                0x80.. => char::from_u32(BYTES + u32::from(byte)),
                _ => Some(char::from(byte)),
            };
            Some((c, 3))
        }
    };
    let read = replace(source, sign, read)?;
    let mut bytes = Vec::with_capacity(read.len());
    for (c, place) in read {
        let byte = u32::from(c).checked_sub(BYTES).map(u8::try_from);
        if let Some(Ok(byte)) = byte {
            bytes.push((byte, place));
            continue;
        }
        let c = if c == '+' && sign == '%' { ' ' } else { c };
        bytes.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|b| (b, place)));
    }
    Some(text(&bytes))
}

/// Private characters that hold a byte each while escapes are read.
const BYTES: u32 = 0x10_fe00;

/// Most characters of an escape or an entity, and one after it.
pub(super) const LONGEST: usize = 13;

/// `\n`, `\"`, `\u0041`, `\u{41}`, `\x41`, `\101` and their like, if there is any.
pub(super) fn escapes<P: Place>(source: &[Placed<P>]) -> Option<Vec<Placed<P>>> {
    replace(source, '\\', escape)
}

/// The character of an escape that a text begins with, and how many it takes.
pub(super) fn escape<P: Place>(source: &[Placed<P>]) -> Option<(Option<char>, usize)> {
    let unit = |at: usize| number(source, at, 4, 16);
    let is = |at: usize, wanted: char| source.get(at).is_some_and(|(c, _)| *c == wanted);
    let long = |at: usize| {
        let high = unit(at).filter(|high| (0xd800..0xdc00).contains(high));
        let low = unit(at + 6).filter(|low| (0xdc00..0xe000).contains(low));
        match (high, low) {
            (Some(high), Some(low)) if is(at + 4, '\\') && is(at + 5, 'u') => {
                let c = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                Some((c, 12))
            }
            _ => {
                let c = char::from_u32(unit(at)?).unwrap_or(char::REPLACEMENT_CHARACTER);
                Some((Some(c), 6))
            }
        }
    };
    let (next, _) = source.get(1)?;
    if let Some(c) = short(*next) {
        return Some((Some(c), 2));
    }
    match next {
        'u' if is(2, '{') => {
            let count = digits(source, 3, 6, 16);
            let c = char::from_u32(number(source, 3, count, 16)?)?;
            is(3 + count, '}').then_some((Some(c), count + 4))
        }
        'u' => long(2),
        'U' => Some((char::from_u32(number(source, 2, 8, 16)?), 10)),
        'x' => match number(source, 2, 2, 16) {
            Some(code) => Some((char::from_u32(code), 4)),
            None => Some((Some('x'), 2)),
        },
        _ => {
            let count = digits(source, 1, 3, 8);
            let c = char::from_u32(number(source, 1, count, 8)?);
            Some((c, 1 + count))
        }
    }
}

/// What an escape of this one character stands for; none if more belong to it.
pub(super) fn short(c: char) -> Option<char> {
    match c {
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'u' | 'U' | 'x' | '0'..='7' => None,
        other => Some(other),
    }
}

/// `&#65;`, `&#x41;`, `&amp;`, `&auml;` and their like, if there is any.
pub(super) fn entities<P: Place>(source: &[Placed<P>]) -> Option<Vec<Placed<P>>> {
    replace(source, '&', entity)
}

/// The character of an entity that a text begins with, and how many it takes.
pub(super) fn entity<P: Place>(source: &[Placed<P>]) -> Option<(Option<char>, usize)> {
    let is = |at: usize, wanted: char| source.get(at).is_some_and(|(c, _)| *c == wanted);
    if is(1, '#') {
        let (from, base) = match is(2, 'x') || is(2, 'X') {
            true => (3, 16),
            false => (2, 10),
        };
        let count = digits(source, from, 8, base);
        let c = char::from_u32(number(source, from, count, base)?)?;
        let end = from + count;
        return Some((Some(c), end + usize::from(is(end, ';'))));
    }
    let rest = source.iter().skip(1).take(NAME).map(|(c, _)| *c);
    let name: String = rest.take_while(char::is_ascii_alphanumeric).collect();
    let c = named(&name)?;
    let end = 1 + name.len();
    is(end, ';').then_some((Some(c), end + 1))
}

/// The character of an entity's name: signs, and letters of Western Europe, whose marks do not matter.
fn named(name: &str) -> Option<char> {
    const MARKS: [&str; 8] = [
        "uml", "acute", "grave", "circ", "tilde", "ring", "cedil", "caron",
    ];
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" | "shy" | "ensp" | "emsp" | "thinsp" | "Tab" | "NewLine" => ' ',
        "period" => '.',
        "comma" => ',',
        "colon" => ':',
        "sol" => '/',
        "commat" => '@',
        "hyphen" | "dash" => '-',
        "lowbar" => '_',
        "szlig" => 'ß',
        "AElig" => 'Æ',
        "aelig" => 'æ',
        "OElig" => 'Œ',
        "oelig" => 'œ',
        "Oslash" => 'Ø',
        "oslash" => 'ø',
        _ => {
            let mut chars = name.chars();
            let letter = chars.next()?;
            MARKS.contains(&chars.as_str()).then_some(letter)?
        }
    })
}
