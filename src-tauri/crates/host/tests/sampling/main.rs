//! A server asks for an answer of the user's model: what a person makes of the request is what the model gets, and what they
//! make of the answer is what the server gets; each server has a budget, a history and nothing of any other.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]

mod context;
mod ends;
mod limits;
mod place;
mod review;
