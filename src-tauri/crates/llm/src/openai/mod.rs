//! OpenAI-compatible chat completions: writing a request, reading an answer.

mod answer;
mod calls;
mod choices;
mod request;

pub(crate) use answer::CompletionReader;
pub(crate) use request::body;
