//! The events of a streamed message.
//!
//! Flat structures with every field optional: the `type` says which of them count, and kinds to come are ignored.

use serde::Deserialize;
use serde_json::Number;

use crate::{
    Usage,
    json::{Loose, loosely},
};

#[derive(Deserialize)]
pub(super) struct Event {
    #[serde(default)]
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) index: Option<Number>,
    #[serde(default)]
    pub(super) content_block: Option<Block>,
    #[serde(default)]
    pub(super) delta: Option<Delta>,
    #[serde(default)]
    message: Option<Message>,
    #[serde(default)]
    usage: Loose,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    usage: Loose,
}

/// The start of a block: text, `tool_use`, `thinking` or `redacted_thinking`.
#[derive(Deserialize)]
pub(super) struct Block {
    #[serde(default)]
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) text: Option<String>,
    #[serde(default)]
    pub(super) id: Option<String>,
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) input: Loose,
    #[serde(default)]
    pub(super) thinking: Option<String>,
    #[serde(default)]
    pub(super) signature: Option<String>,
    #[serde(default)]
    pub(super) data: Option<String>,
}

/// More of a block, or the end of the message.
#[derive(Deserialize)]
pub(super) struct Delta {
    #[serde(default)]
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) text: Option<String>,
    #[serde(default)]
    pub(super) partial_json: Option<String>,
    #[serde(default)]
    pub(super) thinking: Option<String>,
    #[serde(default)]
    pub(super) signature: Option<String>,
    #[serde(default)]
    pub(super) stop_reason: Option<String>,
}

#[derive(Deserialize)]
struct Tokens {
    input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    output_tokens: Option<u64>,
}

impl Event {
    /// Puts the totals of this event, where it has some, over those known so far.
    pub(super) fn count(&self, usage: &mut Option<Usage>) {
        let own: Option<Tokens> = loosely(&self.usage);
        let started: Option<Tokens> = self.message.as_ref().and_then(|m| loosely(&m.usage));
        let Some(tokens) = own.or(started) else {
            return;
        };
        let usage = usage.get_or_insert_default();
        if let Some(input) = tokens.input_tokens {
            let cached = [
                tokens.cache_creation_input_tokens,
                tokens.cache_read_input_tokens,
            ];
            usage.input_tokens = cached
                .into_iter()
                .flatten()
                .fold(input, u64::saturating_add);
        }
        usage.cached_tokens = tokens.cache_read_input_tokens.or(usage.cached_tokens);
        usage.output_tokens = tokens.output_tokens.unwrap_or(usage.output_tokens);
    }
}
