//! Model providers over two wire formats: OpenAI-compatible chat completions, and Anthropic Messages.
//!
//! This crate sends a conversation and yields what the model answers, as [`StreamEvent`]s. It never runs a tool: a call
//! leaves as a [`domain::ToolIntent`], untrusted, and only after the stream reached its end mark with every call
//! complete. What comes from an endpoint is hostile: each event, answer, argument text and wait has a bound
//! ([`Limits`]), and a broken stream ends in a typed [`LlmError`]. Keys go to the origin they were entered for, over
//! TLS or to this machine, and redirects are not followed.

mod answer;
mod anthropic;
mod chat;
mod client;
mod discover;
mod endpoint;
mod error;
mod image;
mod json;
mod limits;
mod models;
mod openai;
mod reply;
mod status;
mod stream;
mod tools_refused;

pub use chat::{
    AssistantPiece, ChatMessage, ChatRequest, Finish, Piece, StreamEvent, ToolChoice, ToolResult,
    ToolSpec, Tuning, Usage,
};
pub use client::Llm;
pub use discover::{Candidate, DISCOVERY_LIMIT, Found, LOCAL_SERVERS};
pub use endpoint::{ApiKey, Endpoint, Wire};
pub use error::{LlmError, Refusal};
pub use limits::{
    CONNECT_LIMIT, DEFAULT_MAX_TOKENS, Limits, MAX_EVENT_BYTES, MAX_MODELS, MAX_REPLY_BYTES,
    MAX_RETRIES, MAX_RETRY_WAIT, MAX_STREAM_BYTES, MAX_TOOL_CALLS,
};
pub use models::ModelInfo;
pub use stream::{ChatStream, decode};
