//! The OpenAI-compatible wire format: chat completions.

mod answer;
mod calls;
mod chunk;
mod request;

pub(crate) use answer::CompletionReader;
pub(crate) use request::body;
