//! Model providers over two wire formats: OpenAI-compatible chat completions and Anthropic Messages.
//!
//! This crate sends a conversation and yields the model's answer as [`StreamEvent`]s. It never runs a tool: a call leaves as a [`domain::ToolIntent`], untrusted,
//! and only after the stream reached its end mark with every call complete. Each event, answer, argument text and wait has a bound
//! ([`Limits`]), and a broken stream ends in a typed [`LlmError`]. Keys go to the origin they were entered for, over TLS or to this machine. Redirects are not followed.
//!
//! ```
//! use bytes::Bytes;
//! use futures_util::{StreamExt, stream};
//! use llm::{ChatRequest, StreamEvent, Tuning, Wire, decode};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), llm::LlmError> {
//! let request = ChatRequest {
//!     model: "qwen3".to_owned(),
//!     system: None,
//!     messages: Vec::new(),
//!     tools: Vec::new(),
//!     max_tokens: None,
//!     tuning: Tuning::default(),
//! };
//! let answer = r#"data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}
//!
//! data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
//!
//! data: [DONE]
//!
//! "#;
//! let bytes = stream::iter([Bytes::from_static(answer.as_bytes())]);
//! let mut events = decode(Wire::OpenAiChat, &request, bytes);
//! let mut text = String::new();
//! while let Some(event) = events.next().await {
//!     if let StreamEvent::Text(more) = event? {
//!         text.push_str(&more);
//!     }
//! }
//! assert_eq!(text, "Hello");
//! # Ok(())
//! # }
//! ```

mod answer;
mod anthropic;
mod chat;
mod client;
mod discover;
mod effort;
mod endpoint;
mod error;
mod image;
mod json;
mod known;
mod limits;
mod models;
mod openai;
mod progress;
mod reply;
mod status;
mod stream;
mod tools_refused;

pub use chat::{
    AssistantPiece, ChatMessage, ChatRequest, Finish, Piece, StreamEvent, ToolChoice, ToolResult,
    ToolSpec, Tuning, Usage, Waiting,
};
pub use client::Llm;
pub use discover::{Candidate, DISCOVERY_LIMIT, LOCAL_SERVERS, LocalServer};
pub use domain::Wire;
pub use effort::Effort;
pub use endpoint::{ApiKey, Endpoint};
pub use error::{LlmError, Refusal};
pub use known::{KnownModel, ListPrice, LongPrice};
pub use limits::{
    CONNECT_LIMIT, DEFAULT_MAX_TOKENS, Limits, MAX_EVENT_BYTES, MAX_MODELS, MAX_REPLY_BYTES,
    MAX_RETRIES, MAX_RETRY_WAIT, MAX_STREAM_BYTES, MAX_TOOL_CALLS,
};
pub use models::{Input, ModelInfo};
pub use stream::{ChatStream, decode};
