//! Characters with the place they came from.

/// Where a character came from.
pub(super) trait Place: Copy {
    /// From here to there, whichever comes first in the text.
    fn to(self, other: Self) -> Self;
}

/// Bytes of everything that is given, one text after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The first byte.
    pub from: u32,
    /// The byte after the last one.
    pub to: u32,
}

impl Place for Span {
    fn to(self, other: Self) -> Self {
        Self {
            from: self.from.min(other.from),
            to: self.to.max(other.to),
        }
    }
}

/// It does not matter.
impl Place for () {
    fn to(self, (): Self) {}
}

/// A character and where it came from.
pub(super) type Placed<P> = (char, P);

/// The characters of a text whose first byte has this number; none if there is no room for the numbers of its bytes.
pub(super) fn placed(text: &str, first: usize) -> Option<Vec<Placed<Span>>> {
    u32::try_from(first.checked_add(text.len())?).ok()?;
    let number = |at: usize| u32::try_from(first + at).unwrap_or(u32::MAX);
    let place = |(at, c): (usize, char)| {
        let (from, to) = (number(at), number(at + c.len_utf8()));
        (c, Span { from, to })
    };
    Some(text.char_indices().map(place).collect())
}

/// The characters in the opposite order.
pub(super) fn reversed<P: Place>(text: &[Placed<P>]) -> Vec<Placed<P>> {
    text.iter().rev().copied().collect()
}
