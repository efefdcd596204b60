//! The servers: one actor each, a registry of their handles, and what the user does with them.

mod account;
mod actor;
mod adding;
mod book;
mod bounds;
mod client;
mod commands;
mod diagnosis;
mod failure;
mod handle;
mod lists;
mod log;
mod notices;
mod offers;
mod page;
mod pins;
mod program;
mod remote;
mod removing;
mod sign_in;
mod signing;
mod snapshot;
mod starting;
mod traffic;

pub use adding::NewServer;
pub(crate) use adding::{check, kept_names};
pub use client::OwnClient;
pub(crate) use handle::{ServerHandle, StartBy};
pub(crate) use page::SCHEMA_BYTES;
pub(crate) use pins::instructions;
pub use remote::NewRemoteServer;
pub(crate) use remote::{check_remote, kept_as, normal, origin_of, same_origin, where_to};
pub(crate) use removing::forget_earlier;
pub use sign_in::SignInRequest;
pub(crate) use snapshot::{Connection, ServerSnapshot, server_view, tag};
pub use traffic::TrafficFeed;
