//! The input of a model: which parts a request has, in which order, and an account of each.
//!
//! [`assemble`] builds one request from a [`Snapshot`] within a [`Budget`]; [`transcript`] builds the one that asks for a summary of a long conversation. No I/O and no async. The host takes the facts from its records; this crate decides what a
//! model sees. The [`Manifest`] names every part of the request with its origin and its [`Label`], and everything that was left out with the reason.
//! Only the host's own text is in the system role. Text of a server is in a tool definition, in a tool result, or in a message of the user within a frame that
//! its author cannot close.
//!
//! ```
//! use context::{Budget, Message, Snapshot, Text, assemble};
//! use domain::{ConversationId, MessageId, Provenance};
//!
//! let words = Text { text: "Hello", origin: &Provenance::User, server_name: "" };
//! let snapshot = Snapshot {
//!     conversation: ConversationId::new(),
//!     model: "qwen3",
//!     tools: Vec::new(),
//!     project: None,
//!     instructions: Vec::new(),
//!     pinned: Vec::new(),
//!     summary: None,
//!     messages: vec![Message::User { id: MessageId::new(), texts: vec![words], attached: Vec::new() }],
//! };
//! let budget = Budget { window: Some(8_192), answer: 1_024, tools: 40, bytes: 1 << 20, result: 1 << 16 };
//! let assembled = assemble(&snapshot, &budget);
//! assert_eq!(assembled.manifest.parts.len(), 2, "the system text and the message");
//! assert!(assembled.manifest.tokens() <= 8_192 - 1_024);
//! ```

mod assemble;
mod budget;
mod contents;
mod draft;
mod fit;
mod frame;
mod manifest;
mod results;
mod share;
mod slot;
mod snapshot;
mod system;
mod tokens;
mod transcript;

pub use assemble::{Assembled, assemble};
pub use budget::{ANSWER_TOKENS, Budget, COMPACT_PERCENT, MAX_BYTES, MIN_BYTES, MIN_TOKENS};
pub use contents::Content;
pub use frame::framed;
pub use manifest::{Group, Label, Manifest, Omission, Part, PartDigest, PartKind, Reason};
pub use slot::MAX_DESCRIPTION;
pub use snapshot::{
    AnswerPiece, Attached, AttachedPiece, Block, Call, End, Message, Outcome, Snapshot, Summary,
    Text, Tool,
};
pub use system::{SYSTEM, project_words};
pub use tokens::estimated_tokens;
pub use transcript::{Asked, Transcript, transcript};
