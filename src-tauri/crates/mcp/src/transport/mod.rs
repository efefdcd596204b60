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

    /// The next frame, if it arrived together with one before.
    fn at_hand(&mut self) -> Option<Frame>;
}

/// The half that sends.
pub(crate) trait Deliver: Send + 'static {
    /// Takes the messages that the next write may carry, in place of those taken before and not written. Those that
    /// [`Deliver::begun`] counts must stand first.
    fn load<'a>(&mut self, messages: impl Iterator<Item = &'a str>);

    /// Writes once what was loaded, at least one message; gives how many of them have left whole. Cancel-safe: a dropped
    /// future has written nothing that is not counted by [`Deliver::begun`].
    fn send(&mut self) -> impl Future<Output = io::Result<usize>> + Send;

    /// Of how many messages, from the first that was not reported as sent, something has left.
    fn begun(&self) -> usize;
}
