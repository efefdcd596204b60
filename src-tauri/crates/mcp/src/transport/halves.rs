//! The two halves of a transport, and the frames that they carry.

use std::{future::Future, io};

use super::wire::Wire;
use crate::{CallError, header::Header};

/// One message on its way out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutboundFrame<'a> {
    pub(crate) text: &'a str,
    /// The request of ours it is, if it is one.
    pub(crate) request: Option<u64>,
    /// What a transport with headers says of it beside it.
    pub(crate) headers: &'a [Header],
    /// It was sent before, to a session that was gone, so that it was certainly not processed.
    pub(crate) again: bool,
}

/// A request that a server refused unread, because its session was gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Returned {
    pub(crate) text: String,
    pub(crate) request: u64,
    /// It was sent again already.
    pub(crate) again: bool,
}

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
    /// A request ended; nothing more comes for it. Its answer may stand in a frame before.
    Failed {
        /// The request.
        request: u64,
        /// Why.
        error: CallError,
    },
    /// What carried the answer of a request ended and can be resumed. Its answer may stand in a frame before; if it does
    /// not, the connection says [`TransportWriter::go_on`].
    Paused {
        /// The request.
        request: u64,
    },
    /// The server knows the session no more.
    SessionGone {
        /// Which session, counted from 0.
        generation: u32,
        /// The request that was refused for it.
        returned: Option<Returned>,
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
pub(crate) trait TransportWriter: Send + 'static {
    /// Takes the messages that the next write may carry, in place of those taken before and not written. Those that
    /// [`TransportWriter::begun`] counts must stand first.
    fn load<'a>(&mut self, messages: impl Iterator<Item = OutboundFrame<'a>>);

    /// Writes once what was loaded, at least one message; gives how many of them have left whole. Cancel-safe: a dropped
    /// future has written nothing that is not counted by [`TransportWriter::begun`].
    fn send(&mut self) -> impl Future<Output = io::Result<usize>> + Send;

    /// Of how many messages, from the first that was not reported as sent, something has left.
    fn begun(&self) -> usize;

    /// The next request finds out what the server speaks: a refusal says nothing of the transport.
    fn probes(&mut self) {}

    /// The next request opens a session.
    fn opens(&mut self) {}

    /// The session is open and speaks this version. `greets`: the next message is the notification that says so; otherwise there
    /// is no session, and nothing of one is kept.
    fn opened(&mut self, _version: &str, _greets: bool) {}

    /// Nobody waits for this request any more: it was answered, or given up.
    fn settled(&mut self, _request: u64, _answered: bool) {}

    /// A paused request is still waited for.
    fn go_on(&mut self, _request: u64) {}

    /// Which session this is, counted from 0.
    fn generation(&self) -> u32 {
        0
    }

    /// Leaves a session that is gone: the next request opens another one.
    fn renew(&mut self) {}

    /// What carries the messages.
    fn wire(&self) -> Wire {
        Wire::Stdio
    }

    /// Says goodbye, within a bound of its own.
    fn close(self) -> impl Future<Output = ()> + Send
    where
        Self: Sized,
    {
        std::future::ready(())
    }
}
