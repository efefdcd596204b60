//! The shortest passages and values that the search finds.

/// Length of a passage that is found at any position, in characters.
pub const SUBSTRING: usize = 24;
/// Length of the shortest whole value that is found, in characters, unless it consists of letters alone; see [`WORD`].
pub const WHOLE: usize = 6;
/// Length of the shortest whole value of letters alone: shorter ones are words of every text.
pub const WORD: usize = 10;
