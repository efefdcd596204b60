//! The limits of one request.

use serde::{Deserialize, Serialize};

/// Smallest size of a request, in bytes: room for the system text and the start of the last message.
pub const MIN_BYTES: usize = 4 * 1024;
/// Smallest room for a request in the model's window, in tokens.
pub const MIN_TOKENS: u64 = 1_024;
/// Largest size of a request, in bytes, images included.
pub const MAX_BYTES: usize = 48 * 1024 * 1024;
/// The room kept free for the answer where the window is known, in tokens.
pub const ANSWER_TOKENS: u64 = 4_096;

/// The share of the window beyond which older messages are summarized, in percent.
pub const COMPACT_PERCENT: u64 = 80;

/// The limits of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The size of the model's window, in tokens, if it is known.
    pub window: Option<u64>,
    /// The room kept free for the answer, in tokens.
    pub answer: u64,
    /// Most tools.
    pub tools: usize,
    /// Most bytes of all parts together.
    pub bytes: usize,
    /// Most bytes of one text of a tool result.
    pub result: usize,
}

impl Budget {
    /// Returns the most tokens of a request, at least [`MIN_TOKENS`]; none where the window is not known.
    #[must_use]
    pub fn tokens(&self) -> Option<u64> {
        let window = self.window?;
        Some(window.saturating_sub(self.answer).max(MIN_TOKENS))
    }

    /// Whether a request of so many tokens takes more than [`COMPACT_PERCENT`] of the window; never where the window is not known.
    #[must_use]
    pub fn is_nearly_full(&self, tokens: u64) -> bool {
        let share = |window: u64| u128::from(window) * u128::from(COMPACT_PERCENT);
        self.window
            .is_some_and(|window| u128::from(tokens) * 100 > share(window))
    }

    /// Returns the most bytes of a request, from [`MIN_BYTES`] to [`MAX_BYTES`].
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        self.bytes.clamp(MIN_BYTES, MAX_BYTES)
    }
}
