//! Signing in over real sockets: a server, an authorization server that is good or hostile as a test says, and a browser
//! that is a few lines. What reached the wire is asserted on the other side.
#![allow(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    clippy::panic,
    reason = "tests"
)]

mod bound;
mod callback;
mod flow;
mod guards;
mod hostile;
mod lab;
mod moving;
mod renewal;
mod surface;
mod workload;
