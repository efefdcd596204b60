//! The tests of the client against scripted servers, in one program, so that linking is done once.

mod caching;
mod common;
mod eras;
mod features;
mod floods;
mod handshake;
mod hostile;
#[path = "http/main.rs"]
mod http;
mod process;
mod requests;
mod shortfalls;
mod stateless;
mod storms;
mod tasks;
mod time;
mod tools;
mod wire;
