//! Text in bytes that were decoded, each character with its place.

use super::{
    lengths::WHOLE,
    place::{Place, Placed},
};

/// Bytes as text; what is no UTF-8 stands as one mark a byte.
pub(super) fn text<P: Place>(bytes: &[(u8, P)]) -> Vec<Placed<P>> {
    let plain: Vec<u8> = bytes.iter().map(|(byte, _)| *byte).collect();
    let mut out = Vec::with_capacity(plain.len());
    let mut rest = bytes.iter().map(|(_, at)| at);
    for chunk in plain.utf8_chunks() {
        for c in chunk.valid().chars() {
            let first = rest.next();
            let last = rest.by_ref().take(c.len_utf8() - 1).last().or(first);
            out.extend(first.zip(last).map(|(first, last)| (c, first.to(*last))));
        }
        let marks = rest.by_ref().take(chunk.invalid().len());
        out.extend(marks.map(|at| (char::REPLACEMENT_CHARACTER, *at)));
    }
    out
}

/// The parts of bytes that are UTF-8 and long enough to be looked at; what was no encoding at all has few.
pub(super) fn legible<P: Place>(bytes: &[(u8, P)], out: &mut Vec<Vec<Placed<P>>>) {
    let text = text(bytes);
    let parts = text.split(|(c, _)| *c == char::REPLACEMENT_CHARACTER);
    out.extend(parts.filter(|part| part.len() >= WHOLE).map(<[_]>::to_vec));
}
