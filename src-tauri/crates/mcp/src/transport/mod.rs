//! How messages travel, whatever carries them. A transport knows framing and nothing of JSON-RPC.
//!
//! A transport is two halves that the connection drives from one loop. Both must be cancel-safe: the loop drops their
//! futures whenever something else happens first.

mod halves;
mod http;
mod stdio;
mod wire;

pub(crate) use halves::{End, Frame, OutboundFrame, Receive, Returned, TransportWriter};
pub(crate) use http::parse_url;
pub use http::{HttpOptions, header_name_problem, url_problem};
pub(crate) use http::{HttpStart, open as open_http};
pub(crate) use stdio::{StdioReceiver, StdioSender};
pub use wire::Wire;
