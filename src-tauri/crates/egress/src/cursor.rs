//! Reading bytes of others: nothing panics, nothing is read twice.

/// Bytes that are not read yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a>(pub(crate) &'a [u8]);

impl<'a> Cursor<'a> {
    /// The next bytes; none if there are fewer.
    pub(crate) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        let bytes = self.take(2)?.try_into().ok()?;
        Some(u16::from_be_bytes(bytes))
    }

    /// The bytes after a length of one byte.
    pub(crate) fn short(&mut self) -> Option<Cursor<'a>> {
        let length = self.u8()?;
        self.take(length.into()).map(Cursor)
    }

    /// The bytes after a length of two bytes.
    pub(crate) fn long(&mut self) -> Option<Cursor<'a>> {
        let length = self.u16()?;
        self.take(length.into()).map(Cursor)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
