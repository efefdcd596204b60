//! Errors of the crates below as messages of the catalogue: what happened, and what to do.
//!
//! What happened is a clause or a sentence without its full stop, so that it can follow another one. What to do is whole sentences.
//! Words of a server, of a file or of the system are values in them.

mod attachment;
mod connection;
mod http;
mod launch;
mod link;
mod request;
mod sign_in;

pub(crate) use attachment::refused;
pub(crate) use connection::{bad_header_name, bad_url, closed, not_connected};
pub(crate) use http::http_hint;
pub(crate) use launch::{launch_hint, not_launched};
pub(crate) use request::{input, not_answered, stopped};
pub(crate) use sign_in::{not_signed_in, sign_in_hint};
