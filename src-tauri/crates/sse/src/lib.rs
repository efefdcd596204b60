//! Incremental decoder of Server-Sent Events (WHATWG HTML, section 9.2.6) with a byte limit per event. No I/O.
//!
//! The decoder is our own: it is small, and the parsers we found do not limit the size of an event. Events come from a lazy iterator over the
//! bytes that were fed, so nothing is queued. A decoder holds one unfinished line and one unfinished event, each at most the limit.
//!
//! ```
//! use sse::Decoder;
//!
//! let mut decoder = Decoder::new(1024);
//! assert_eq!(decoder.feed(b"event: note\ndata: hel").count(), 0);
//! let events: Vec<_> = decoder.feed(b"lo\n\n").collect::<Result<_, _>>()?;
//! assert_eq!(events[0].event, "note");
//! assert_eq!(events[0].data, "hello");
//!
//! // A line without end stops at the limit.
//! let mut decoder = Decoder::new(8);
//! assert!(decoder.feed(b"data: far too long").any(|event| event.is_err()));
//! # Ok::<(), sse::SseError>(())
//! ```

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
