//! Attachments from their source to the request, against a scripted model endpoint and scripted servers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod files;
mod granted;
mod place;
mod prompts;
