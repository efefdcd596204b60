//! What a test of an argument says.

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// It cannot be decided: no such argument, another kind of value, or a text that programs read in different ways.
    Unclear,
}
