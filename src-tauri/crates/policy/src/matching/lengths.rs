//! The shortest passages and values that the search finds.

/// Length of a passage that is found at any position, in characters.
pub const SUBSTRING: usize = 24;
/// Letters and digits that such a passage needs to be found however it is spelled.
pub const LETTERS: usize = 12;
/// Length of the shortest whole value that is found, in characters, unless it consists of letters alone; see [`WORD`].
pub const WHOLE: usize = 6;
/// Length of the shortest whole value of letters alone: shorter ones are words of every text.
pub const WORD: usize = 10;
/// Visible characters next to the letters of a passage that count towards its length, at each end.
pub(super) const EDGE: usize = 3;
