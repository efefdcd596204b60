//! Decodes a stream of Server-Sent Events (WHATWG HTML, section 9.2.6) with a byte limit per event. No I/O.
//!
//! The decoder is our own: it is small, and the parsers found had no limit on the size of an event. Events come from a
//! lazy iterator over the bytes that were fed, so nothing is queued: a decoder holds one unfinished line and one
//! unfinished event, each at most the limit, and an event never has more bytes than the limit.

mod buffer;
mod decoder;

pub use decoder::{Decoder, Events};

/// The type of an event that names none.
pub const DEFAULT_EVENT: &str = "message";

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its type; [`DEFAULT_EVENT`] where none was given.
    pub event: String,
    /// Its data: the `data` lines joined by line breaks.
    pub data: String,
    /// The last event ID of the stream when the event came, its own or an earlier one; `None` where it is empty.
    pub id: Option<String>,
}

/// Why decoding ended. The decoder gives nothing more after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SseError {
    /// One line, or one event with its type and ID, has more bytes than the limit.
    #[error("an event of the stream is larger than {limit} bytes")]
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
}
