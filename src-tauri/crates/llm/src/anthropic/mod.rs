//! Anthropic's wire format: Messages.

mod answer;
mod event;
mod request;

pub(crate) use answer::Answer;
pub(crate) use request::body;
