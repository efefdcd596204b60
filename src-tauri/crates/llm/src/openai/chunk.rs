//! The chunks of a streamed chat completion, as tolerant as the servers in the field need.

use serde::Deserialize;
use serde_json::{Number, value::RawValue};

use crate::{
    Usage,
    json::{Loose, loosely},
};

#[derive(Deserialize)]
pub(super) struct Chunk {
    #[serde(default)]
    pub(super) choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Loose,
    #[serde(default)]
    pub(super) error: Loose,
}

#[derive(Deserialize)]
pub(super) struct Choice {
    #[serde(default)]
    pub(super) index: Option<Number>,
    #[serde(default)]
    pub(super) delta: Option<Delta>,
    #[serde(default)]
    pub(super) finish_reason: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Delta {
    #[serde(default)]
    content: Loose,
    #[serde(default)]
    reasoning_content: Loose,
    #[serde(default)]
    reasoning: Loose,
    #[serde(default)]
    pub(super) refusal: Option<String>,
    #[serde(default)]
    pub(super) tool_calls: Option<Vec<CallPiece>>,
}

/// A piece of a call; every field may be missing.
#[derive(Deserialize)]
pub(super) struct CallPiece {
    #[serde(default)]
    pub(super) index: Option<Number>,
    #[serde(default)]
    pub(super) id: Option<String>,
    #[serde(default)]
    pub(super) function: Option<FunctionPiece>,
    /// Gemini's signature of its thought, which it wants back.
    #[serde(default)]
    pub(super) extra_content: Loose,
}

#[derive(Deserialize)]
pub(super) struct FunctionPiece {
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    arguments: Loose,
}

#[derive(Deserialize)]
struct Tokens {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    #[serde(default)]
    prompt_tokens_details: Loose,
    /// DeepSeek's name for what OpenAI calls `cached_tokens`.
    #[serde(default)]
    prompt_cache_hit_tokens: Loose,
}

#[derive(Deserialize)]
struct PromptTokens {
    #[serde(default)]
    cached_tokens: Option<u64>,
}

/// Mistral's content: a list of text and thinking parts.
#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thinking: Option<Vec<Part>>,
}

impl Chunk {
    pub(super) fn usage(&self) -> Option<Usage> {
        let tokens: Tokens = loosely(&self.usage)?;
        let details: Option<PromptTokens> = loosely(&tokens.prompt_tokens_details);
        let cached = details.and_then(|details| details.cached_tokens);
        Some(Usage {
            input_tokens: tokens.prompt_tokens,
            output_tokens: tokens.completion_tokens,
            cached_tokens: cached.or_else(|| loosely(&tokens.prompt_cache_hit_tokens)),
        })
    }
}

impl Choice {
    /// Only one answer is asked for; further ones are not read.
    pub(super) fn is_first(&self) -> bool {
        self.index.as_ref().is_none_or(|i| i.as_u64() == Some(0))
    }
}

impl Delta {
    /// Text and reasoning, each possibly empty.
    pub(super) fn texts(&self) -> (String, String) {
        let reasoning = loosely(&self.reasoning_content).or_else(|| loosely(&self.reasoning));
        let mut reasoning: String = reasoning.unwrap_or_default();
        let text = loosely::<String>(&self.content).unwrap_or_else(|| {
            let parts: Vec<Part> = loosely(&self.content).unwrap_or_default();
            let thoughts = parts.iter().filter_map(|p| p.thinking.as_ref()).flatten();
            reasoning.extend(thoughts.filter_map(|p| p.text.as_deref()));
            parts.into_iter().filter_map(|p| p.text).collect()
        });
        (text, reasoning)
    }
}

impl FunctionPiece {
    /// Arguments as text; some servers send the object itself.
    pub(super) fn arguments(&self) -> Option<String> {
        let raw: &RawValue = self.arguments.as_deref()?;
        Some(loosely::<String>(&self.arguments).unwrap_or_else(|| raw.get().to_owned()))
    }
}
