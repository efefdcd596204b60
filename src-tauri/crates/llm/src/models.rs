//! The list of models of an endpoint, the same in both wire formats.

use serde::Deserialize;

use crate::{
    LlmError, MAX_MODELS, json,
    json::{Loose, loosely},
    limits::MAX_NAME_BYTES,
    status,
};

/// A model of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelInfo {
    /// Its identifier: at most 512 bytes, without hidden characters or line breaks.
    pub id: String,
    /// The size of its window in tokens, as far as the endpoint says so. It is the endpoint's claim.
    pub window: Option<u64>,
}

#[derive(Deserialize)]
struct List {
    #[serde(default)]
    data: Option<Vec<Entry>>,
    #[serde(default)]
    error: Loose,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    id: Loose,
    /// Loaded by LM Studio; the model could have more.
    #[serde(default)]
    loaded_context_length: Loose,
    /// OpenRouter, Together.
    #[serde(default)]
    context_length: Loose,
    /// Groq.
    #[serde(default)]
    context_window: Loose,
    /// vLLM, SGLang.
    #[serde(default)]
    max_model_len: Loose,
    /// Mistral, LM Studio.
    #[serde(default)]
    max_context_length: Loose,
    /// Anthropic.
    #[serde(default)]
    max_input_tokens: Loose,
}

impl Entry {
    /// The window, by the first name that holds a number above zero.
    fn window(&self) -> Option<u64> {
        let fields = [
            &self.loaded_context_length,
            &self.context_length,
            &self.context_window,
            &self.max_model_len,
            &self.max_context_length,
            &self.max_input_tokens,
        ];
        let mut numbers = fields.into_iter().filter_map(loosely::<u64>);
        numbers.find(|tokens| *tokens > 0)
    }
}

/// Reads a list. An identifier that cannot be shown as it is sent is left out.
pub(crate) fn read(document: &str) -> Result<Vec<ModelInfo>, LlmError> {
    let list: List = json::read(document)?;
    if list.error.is_some() {
        return Err(status::reported_event(document));
    }
    let entries = list
        .data
        .ok_or_else(|| LlmError::malformed("it is not a list of models"))?;
    let models = entries.iter().filter_map(|entry| {
        let id = loosely::<String>(&entry.id).filter(|id| is_plain(id))?;
        let window = entry.window();
        Some(ModelInfo { id, window })
    });
    Ok(models.take(MAX_MODELS).collect())
}

fn is_plain(id: &str) -> bool {
    let hidden = |c| domain::is_hidden(c) || matches!(c, '\n' | '\t');
    !id.is_empty() && id.len() <= MAX_NAME_BYTES && !id.chars().any(hidden)
}
