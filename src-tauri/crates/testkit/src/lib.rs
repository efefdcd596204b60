//! The other side, for tests: an MCP server that does what a test says, well behaved or hostile.
//!
//! Four ways in: a [`Peer`] is driven by hand, message by message, inside a test; [`serve`] plays a [`Script`] over any two
//! byte streams; the program `testkit-server` plays a script over its standard streams, and can also misbehave as a
//! process does; a [`Web`] server does it over HTTP.

mod binary;
mod peer;
mod process;
mod schema;
mod script;
mod server;
mod web;

pub use binary::{program, server_binary};
pub use peer::Peer;
pub use process::{idle, run};
pub use schema::SchemaCheck;
pub use script::{Act, Initialize, Paging, Process, Script, Tool};
pub use server::{Ended, OUTSIDE_SCHEMA, serve, serve_duplex};
pub use web::{Exchange, Handled, Seen, Web};

/// How much a pair of test streams holds before a writer has to wait, in bytes.
pub const DUPLEX_BYTES: usize = 64 * 1024;

/// The far end of a connection in memory.
pub type ReadHalf = tokio::io::ReadHalf<tokio::io::DuplexStream>;
/// The far end of a connection in memory.
pub type WriteHalf = tokio::io::WriteHalf<tokio::io::DuplexStream>;
