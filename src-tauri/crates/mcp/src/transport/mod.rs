//! How messages travel, whatever carries them. A transport knows framing and nothing of JSON-RPC.
//!
//! A transport is two halves that the connection drives from one loop. Both must be cancel-safe: the loop drops their
//! futures whenever something else happens first.

mod stdio;

use std::{future::Future, io};

pub(crate) use stdio::{StdioReceiver, StdioSender};

/// What arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// One complete text, within the bound; perhaps a message.
    Text(String),
    /// A complete frame that is not UTF-8, decoded with replacement characters.
    BadUtf8(String),
    /// A frame passed the bound; `head` is how it began. The rest is skipped.
    TooLong {
        /// Its first bytes.
        head: Vec<u8>,
    },
    /// The over-long frame announced before ended so.
    TooLongEnd {
        /// Its last bytes.
        tail: Vec<u8>,
    },
}

/// Why nothing more will arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The peer closed its side.
    Closed,
    /// Reading failed.
    Failed(io::ErrorKind),
}

/// The half that receives.
pub(crate) trait Receive: Send + 'static {
    /// The next frame. Cancel-safe: a dropped future loses nothing.
    fn receive(&mut self) -> impl Future<Output = Result<Frame, End>> + Send;
}

/// The half that sends.
pub(crate) trait Deliver: Send + 'static {
    /// Sends one message, or continues with it: if the future is dropped, the next call must pass the same message.
    fn send(&mut self, message: &str) -> impl Future<Output = io::Result<()>> + Send;

    /// Whether part of a message has left already.
    fn in_progress(&self) -> bool;
}
