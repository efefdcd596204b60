//! One server as it is known: the way to its actor, its last snapshot, its history of this run.

mod account;
mod book;
mod handle;
mod lists;
mod log;
mod pins;
mod snapshot;
mod traffic;

pub(crate) use account::{
    Begun, ServerAccount, SignInEnd, Step, account_of, ended_by, problem, signed_out, why_none,
};
pub(crate) use book::{SecretRedactor, ServerHistory};
pub(crate) use handle::{AT_ONCE, Command, Orders, ServerHandle, StartBy};
pub(crate) use lists::SUBSCRIPTIONS;
pub(crate) use log::{ServerLog, follow_stderr, level};
pub(crate) use pins::{Accepted, Pins, Words, instructions};
pub(crate) use snapshot::{Connection, HTTP_SSE, ServerSnapshot, capabilities, server_view, tag};
pub use traffic::TrafficFeed;
