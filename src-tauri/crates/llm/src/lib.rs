//! Model providers over three wire formats: OpenAI-compatible chat completions, Anthropic Messages and OpenAI Responses.
//!
//! This crate sends a conversation and yields the model's answer as [`StreamEvent`]s. It never runs a tool: a call leaves as a [`CallItem`], untrusted, and only after the
//! stream reached its end mark. What endpoints send is read tolerantly: whatever carried text is shown, or an event says that something was left out. Each event, answer, argument text and wait has a bound
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
//!     lacks: llm::Lacks::default(),
//!     cache_key: None,
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
mod caching;
mod chat;
mod classify;
mod client;
mod complaint;
mod credentials;
mod discover;
mod effort;
mod endpoint;
mod error;
mod fields;
mod finish;
mod frames;
mod gather;
mod image;
mod item;
mod json;
mod known;
mod lacks;
mod limits;
mod models;
mod openai;
mod parts;
mod progress;
mod reply;
mod responses;
mod said;
mod schema_copy;
mod shape;
mod state;
mod status;
mod stream;
mod think;
mod tries;
mod unpack;
mod whole;

pub use chat::{
    AssistantPiece, ChatMessage, ChatRequest, Finish, Piece, StreamEvent, ToolChoice, ToolResult,
    ToolSpec, Tuning, Usage, Waiting,
};
pub use classify::{Sent, lack};
pub use client::Llm;
pub use complaint::Complaint;
pub use credentials::ApiKey;
pub use discover::{Candidate, DISCOVERY_LIMIT, LOCAL_SERVERS, LocalServer};
pub use domain::Wire;
pub use effort::Effort;
pub use endpoint::Endpoint;
pub use error::{LlmError, Refusal};
pub use item::{CallItem, CallProblem, Item, LeftOut, State};
pub use known::{KnownModel, ListPrice, LongPrice};
pub use lacks::{Feature, Lack, Lacks};
pub use limits::{
    CONNECT_LIMIT, DEFAULT_MAX_TOKENS, IDLE, IDLE_NEARBY, Limits, MAX_EVENT_BYTES, MAX_MODELS,
    MAX_REPLY_BYTES, MAX_RETRIES, MAX_RETRY_WAIT, MAX_STREAM_BYTES, MAX_TOOL_CALLS,
};
pub use models::{Input, ModelInfo};
pub use shape::short_id;
pub use stream::{ChatStream, decode};
