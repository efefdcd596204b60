//! The servers: one actor each, a registry of their handles, and what the user does with them.

mod actor;
mod commands;
mod failure;
mod snapshot;

pub(crate) use actor::{ServerHandle, StartBy};
pub use commands::NewServer;
pub(crate) use snapshot::{Connection, ServerSnapshot, server_view, tag};
