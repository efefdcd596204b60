//! The tour: a practice model that follows a script, and a sample server to practise on.
//!
//! Both use the same pipeline as everything else. The practice model yields the bytes of a streamed chat completion, which the
//! decoder of real providers reads; only the tour's own conversation uses it. The sample server is this program, started again: it speaks MCP over
//! stdio, stores nothing and connects to nothing.
//!
//! ```
//! use std::pin::pin;
//!
//! use futures_util::StreamExt;
//! use tour::{Seen, answer};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let seen = Seen { said: "Hello".to_owned(), ..Seen::default() };
//! let mut bytes = pin!(answer(&seen));
//! let first = bytes.next().await.unwrap();
//! assert!(first.starts_with(b"data: "), "an event of a streamed chat completion");
//! # }
//! ```

mod model;
mod server;

pub use model::{Fate, MODEL, NOT_AN_AI, Seen, answer};
pub use server::{COUNT_WORDS, KEEP_NOTE, SAMPLE_SERVER_ARG, run_sample_server_if_asked};
