//! The tour: a practice model that follows a script, and a sample server to practise on.
//!
//! Both take the road of everything else. The practice model yields the bytes of a streamed chat completion, which the
//! decoder of real endpoints reads; it is used in the tour's own conversation and nowhere else. The sample server is
//! this program, started again: it speaks MCP over stdio, keeps nothing and reaches nothing.

mod model;
mod server;

pub use model::{Fate, MODEL, NOT_AN_AI, Seen, answer};
pub use server::{COUNT_WORDS, KEEP_NOTE, SAMPLE_SERVER_ARG, run_sample_server_if_asked};
