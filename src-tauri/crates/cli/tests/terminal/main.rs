//! `innkeeper-cli` as it is used: the built program, real servers, what it prints and how it ends.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(unix)]

mod asked;
mod attaching;
mod audit;
mod backups;
mod bundles;
mod chat;
mod client;
mod context;
mod data;
mod documents;
mod earlier;
mod failing;
mod import;
mod installing;
mod language;
mod login;
mod many_tools;
mod model;
mod offers;
mod packages;
mod person;
mod place;
mod prompting;
mod registry;
mod remote;
mod replacing;
mod roots;
mod rules;
mod secret;
mod servers;
mod stopping;
mod tasks;
mod together;
mod tools;
mod tty;
mod updates;
mod usage;

/// Exit codes, as promised.
mod code {
    pub const DONE: i32 = 0;
    pub const USAGE: i32 = 2;
    pub const DENIED: i32 = 3;
    pub const FAILED: i32 = 4;
    pub const TIMEOUT: i32 = 5;
    pub const DATA: i32 = 6;
    pub const HOST_REFUSED: i32 = 7;
}
