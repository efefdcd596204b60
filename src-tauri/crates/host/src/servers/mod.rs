//! The servers: one actor each, a registry of their handles, and what the user does with them.

mod actor;
mod adding;
mod bounds;
mod client;
mod commands;
mod diagnosis;
mod failure;
mod following;
mod notices;
mod offers;
mod page;
mod pinning;
mod program;
mod remote;
mod removing;
mod sign_in;
mod signing;
mod starting;
mod watching;

pub(crate) use actor::spawn;
pub use adding::NewServer;
pub(crate) use adding::{check, kept_names};
pub use client::OwnClient;
pub use remote::NewRemoteServer;
pub(crate) use remote::check_remote;
pub(crate) use removing::forget_earlier;
pub use sign_in::SignInRequest;
