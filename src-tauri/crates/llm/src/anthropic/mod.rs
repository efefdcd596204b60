//! Anthropic's wire format: Messages.

mod answer;
mod blocks;
mod request;

pub(crate) use answer::MessageReader;
pub(crate) use request::body;
