//! The broker over real sockets of the loopback interface.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]

mod addresses;
mod bounds;
mod dns;
mod http;
mod socks;
mod stage;
mod tls;
mod transparent;
mod tunnels;
