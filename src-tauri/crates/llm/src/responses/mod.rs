//! OpenAI's Responses wire, stateless: the whole conversation goes with each request, and reasoning comes back encrypted.

mod answer;
mod request;

pub(crate) use answer::ResponseReader;
pub(crate) use request::body;
