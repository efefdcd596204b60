//! Text as it may have been before it was encoded, each character with its place in the text as it stands.

use std::ops::Range;

/// Where a character came from.
pub(super) trait Place: Clone {
    /// From here to the end of another one.
    fn to(&self, last: &Self) -> Self;
}

/// The bytes of the text.
impl Place for Range<usize> {
    fn to(&self, last: &Self) -> Self {
        self.start..last.end
    }
}

/// It does not matter.
impl Place for () {
    fn to(&self, (): &Self) {}
}

/// A character and where it came from.
pub(super) type Placed<P> = (char, P);

/// Encodings inside encodings are looked into so often.
const DEPTH: usize = 3;
/// The shortest line after which base64 goes on in the next, in characters: encoders break lines at 60, 64 or 76.
const BASE64_LINE: usize = 40;

/// The characters of a text in their places.
pub(super) fn placed(text: &str) -> Vec<Placed<Range<usize>>> {
    text.char_indices()
        .map(|(at, c)| (c, at..at + c.len_utf8()))
        .collect()
}

/// What a text holds in other encodings, and these in others again: URL, JSON escapes, base64 and hexadecimal, the last two
/// in runs of at least so many digits. At most `budget` characters in all; whether that was enough.
pub(super) fn decoded<P: Place>(
    text: &[Placed<P>],
    least: usize,
    budget: usize,
) -> (Vec<Vec<Placed<P>>>, bool) {
    let mut all = Vec::new();
    let mut left = budget;
    let mut layer = once(text, least);
    for depth in 1..=DEPTH {
        for part in &layer {
            let Some(rest) = left.checked_sub(part.len()) else {
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

fn once<P: Place>(text: &[Placed<P>], least: usize) -> Vec<Vec<Placed<P>>> {
    let mut out = Vec::new();
    out.extend(percent(text));
    out.extend(escapes(text));
    let of_base64 = |c| is_base64(c) || matches!(c, '\r' | '\n');
    runs(text, of_base64, least, |lines| {
        for run in base64_runs(lines, least) {
            let digits: Vec<_> = run.iter().filter_map(base64_digit).collect();
            // Something may stand before what was encoded.
            out.extend((0..4).map(|skip| from_bits(digits.get(skip..).unwrap_or_default(), 6)));
        }
    });
    runs(text, is_hex, least, |run| {
        let digits = hex_digits(run);
        if digits.len() >= least {
            out.extend((0..2).map(|skip| from_bits(digits.get(skip..).unwrap_or_default(), 4)));
        }
    });
    out
}

/// The parts that may be base64: no white space in them, but for the ends of long lines.
fn base64_runs<P>(text: &[Placed<P>], least: usize) -> Vec<&[Placed<P>]> {
    let mut out = Vec::new();
    let (mut start, mut line) = (0, 0);
    let mut close = |from: usize, to: usize| {
        out.extend(text.get(from..to).filter(|run| run.len() >= least));
    };
    for (at, (c, _)) in text.iter().enumerate() {
        if is_base64(*c) {
            continue;
        }
        let goes_on = matches!(c, '\r' | '\n') && (at == line || at - line >= BASE64_LINE);
        if !goes_on {
            close(start, at);
            start = at + 1;
        }
        line = at + 1;
    }
    close(start, text.len());
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

/// Whether a character stands in a text, looked for in many at once.
fn has<P>(text: &[Placed<P>], wanted: char) -> bool {
    let mut parts = text.chunks(64);
    parts.any(|part| {
        part.iter()
            .fold(false, |found, (c, _)| found | (*c == wanted))
    })
}

fn is_base64(c: char) -> bool {
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
    Some((value, at.clone()))
}

/// Digits, and what often stands between two of them: `41 42`, `41:42`, `\x41\x42`, `0x41, 0x42`.
fn is_hex(c: char) -> bool {
    c.is_ascii_hexdigit() || matches!(c, ' ' | ':' | '-' | ',' | '\\' | 'x' | 'X' | '\r' | '\n')
}

fn hex_digits<P: Place>(run: &[Placed<P>]) -> Vec<(u32, P)> {
    let mut out = Vec::new();
    for (at, (c, range)) in run.iter().enumerate() {
        // The 0 of 0x is no digit.
        let prefix = *c == '0' && run.get(at + 1).is_some_and(|(c, _)| matches!(c, 'x' | 'X'));
        if let Some(value) = c.to_digit(16).filter(|_| !prefix) {
            out.push((value, range.clone()));
        }
    }
    out
}

/// Bytes of digits that stand for so many bits each, as text.
fn from_bits<P: Place>(digits: &[(u32, P)], bits: u32) -> Vec<Placed<P>> {
    let mut bytes: Vec<(u8, P)> = Vec::with_capacity(digits.len());
    let (mut value, mut have) = (0u32, 0u32);
    let mut from: Option<&P> = None;
    for (digit, at) in digits {
        let first = from.unwrap_or(at);
        value = (value << bits | digit) & 0xffff;
        have += bits;
        if have >= 8 {
            have -= 8;
            let byte = u8::try_from(value >> have & 0xff).unwrap_or_default();
            bytes.push((byte, first.to(at)));
            from = (have > 0).then_some(at);
        } else {
            from = Some(first);
        }
    }
    text(&bytes)
}

/// Bytes as text; what is no UTF-8 stands as one mark a byte.
fn text<P: Place>(bytes: &[(u8, P)]) -> Vec<Placed<P>> {
    let plain: Vec<u8> = bytes.iter().map(|(byte, _)| *byte).collect();
    let mut out = Vec::with_capacity(plain.len());
    let mut rest = bytes.iter().map(|(_, at)| at);
    for chunk in plain.utf8_chunks() {
        for c in chunk.valid().chars() {
            let first = rest.next();
            let last = rest.by_ref().take(c.len_utf8() - 1).last().or(first);
            out.extend(first.zip(last).map(|(first, last)| (c, first.to(last))));
        }
        let marks = rest.by_ref().take(chunk.invalid().len());
        out.extend(marks.map(|at| (char::REPLACEMENT_CHARACTER, at.clone())));
    }
    out
}

/// `%41` and `+`, if there is any of the first.
fn percent<P: Place>(source: &[Placed<P>]) -> Option<Vec<Placed<P>>> {
    let hex = |at: usize| source.get(at).and_then(|(c, _)| c.to_digit(16));
    let byte = |at: usize| match (source.get(at), hex(at + 1), hex(at + 2)) {
        (Some(('%', _)), Some(high), Some(low)) => u8::try_from(high << 4 | low).ok(),
        _ => None,
    };
    if !has(source, '%') {
        return None;
    }
    (0..source.len()).find(|at| byte(*at).is_some())?;
    let mut bytes = Vec::with_capacity(source.len());
    let mut at = 0;
    while let Some((c, range)) = source.get(at) {
        if let (Some(value), Some((_, last))) = (byte(at), source.get(at + 2)) {
            bytes.push((value, range.to(last)));
            at += 3;
            continue;
        }
        let c = if *c == '+' { ' ' } else { *c };
        let mut buffer = [0; 4];
        bytes.extend(
            c.encode_utf8(&mut buffer)
                .bytes()
                .map(|b| (b, range.clone())),
        );
        at += 1;
    }
    Some(text(&bytes))
}

/// `\n`, `\"`, `\u0041` and their like, if there is any.
fn escapes<P: Place>(source: &[Placed<P>]) -> Option<Vec<Placed<P>>> {
    if !has(source, '\\') {
        return None;
    }
    let mut out: Vec<Placed<P>> = Vec::with_capacity(source.len());
    let mut high: Option<(u32, &P)> = None;
    let mut at = 0;
    while let Some((c, range)) = source.get(at) {
        let Some((next, last)) = source.get(at + 1).filter(|_| *c == '\\') else {
            out.push((*c, range.clone()));
            at += 1;
            continue;
        };
        let simple = match next {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'u' => None,
            other => Some(*other),
        };
        if let Some(c) = simple {
            out.push((c, range.to(last)));
            at += 2;
            continue;
        }
        let digits = source.get(at + 2..at + 6);
        let unit = digits.and_then(|digits| {
            digits
                .iter()
                .try_fold(0, |sum, (c, _)| Some(sum << 4 | c.to_digit(16)?))
        });
        let (Some(unit), Some((_, last))) = (unit, source.get(at + 5)) else {
            out.push((*c, range.clone()));
            at += 1;
            continue;
        };
        at += 6;
        match (high.take(), unit) {
            (_, 0xd800..=0xdbff) => high = Some((unit, range)),
            (Some((first, from)), 0xdc00..=0xdfff) => {
                let c = char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (unit - 0xdc00));
                out.extend(c.map(|c| (c, from.to(last))));
            }
            (_, unit) => {
                let c = char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
                out.push((c, range.to(last)));
            }
        }
    }
    Some(out)
}
