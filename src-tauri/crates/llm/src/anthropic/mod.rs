//! Anthropic's wire format: Messages.

mod answer;
mod event;
mod request;

pub(crate) use answer::MessageReader;
pub(crate) use request::body;
