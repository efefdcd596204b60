//! The other side, for tests: an MCP server that does what a test says, well behaved or hostile.
//!
//! Four ways in: a [`Peer`] is driven by hand, message by message, inside a test; [`serve`] plays a [`Script`] over any two
//! byte streams; the program `testkit-server` plays a script over its standard streams, and can also misbehave as a
//! process does; a [`Web`] server does it over HTTP, a [`Protected`] one behind
//! a sign-in, a [`Bound`] one that takes only tokens bound to a key.
//!
//! And for looks at the program under test: on which ports it listens, where a secret of the test was left, and a session of
//! its own with a keychain in the state a test wants.

mod binary;
mod bound;
mod canary;
mod listening;
mod model;
mod peer;
mod process;
mod proof;
mod protected;
mod schema;
mod script;
mod server;
#[cfg(unix)]
mod session;
mod web;

pub use binary::{program, server_binary};
pub use bound::{Bound, Wants};
pub use canary::{Canary, found_below};
pub use listening::listening;
pub use model::{model_list, model_request};
pub use peer::Peer;
pub use process::{idle, run};
pub use proof::{SeenProof, proof_of};
pub use protected::{Protected, browse};
pub use schema::SchemaCheck;
pub use script::{Act, Initialize, Paging, Process, Script, Tool};
pub use server::{Ended, OUTSIDE_SCHEMA, serve, serve_duplex};
#[cfg(unix)]
pub use session::{Owned, Session};
pub use web::{Exchange, Handled, Seen, Web};

/// How much a pair of test streams holds before a writer has to wait, in bytes.
pub const DUPLEX_BYTES: usize = 64 * 1024;

/// The far end of a connection in memory.
pub type ReadHalf = tokio::io::ReadHalf<tokio::io::DuplexStream>;
/// The far end of a connection in memory.
pub type WriteHalf = tokio::io::WriteHalf<tokio::io::DuplexStream>;
