//! The servers: one actor each, a registry of their handles, and the user's actions on them.

mod actor;
mod adding;
mod bounds;
mod client;
mod commands;
mod connecting;
mod diagnosis;
mod failure;
mod folders;
mod following;
mod names;
mod notices;
mod offers;
mod page;
mod pinning;
mod program;
mod remote;
mod removing;
mod replacing;
mod sign_in;
mod sign_in_request;
mod signing;
mod starting;
mod state;
mod watching;

pub(crate) use actor::spawn;
pub use adding::NewServer;
pub(crate) use adding::{Stored, check};
pub use client::OwnClient;
pub(crate) use diagnosis::stopped_at_limit;
pub(crate) use failure::failure as failure_of;
pub(crate) use names::kept_names;
pub use remote::NewRemoteServer;
pub(crate) use remote::check_remote;
pub(crate) use removing::forget_earlier;
pub use sign_in_request::SignInRequest;
