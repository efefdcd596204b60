//! The list of models of an endpoint, the same in both wire formats.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

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
    /// What it takes beside text, as far as the endpoint says so. It is the endpoint's claim.
    pub inputs: Option<BTreeSet<Input>>,
}

/// What a model can take beside text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// Images.
    Image,
    /// Sounds.
    Audio,
    /// Files, such as PDF.
    File,
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
    /// llama.cpp.
    #[serde(default)]
    meta: Loose,
    /// OpenRouter, llama.cpp.
    #[serde(default)]
    architecture: Loose,
    /// Mistral.
    #[serde(default)]
    capabilities: Loose,
}

#[derive(Deserialize)]
struct Meta {
    #[serde(default)]
    n_ctx: Loose,
}

#[derive(Deserialize)]
struct Architecture {
    input_modalities: Vec<String>,
}

#[derive(Deserialize)]
struct Capabilities {
    vision: bool,
}

impl Entry {
    /// The window, by the first name that holds a number above zero.
    fn window(&self) -> Option<u64> {
        let meta: Option<Meta> = loosely(&self.meta);
        let loaded = meta.map(|meta| meta.n_ctx).unwrap_or_default();
        let fields = [
            &self.loaded_context_length,
            &self.context_length,
            &self.context_window,
            &self.max_model_len,
            &self.max_context_length,
            &self.max_input_tokens,
            &loaded,
        ];
        let mut numbers = fields.into_iter().filter_map(loosely::<u64>);
        numbers.find(|tokens| *tokens > 0)
    }

    /// What the model takes beside text, if the endpoint says it.
    fn inputs(&self) -> Option<BTreeSet<Input>> {
        if let Some(architecture) = loosely::<Architecture>(&self.architecture) {
            let named = architecture.input_modalities.iter();
            return Some(named.filter_map(|name| Input::named(name)).collect());
        }
        let capabilities: Capabilities = loosely(&self.capabilities)?;
        Some(
            capabilities
                .vision
                .then_some(Input::Image)
                .into_iter()
                .collect(),
        )
    }
}

impl Input {
    fn named(name: &str) -> Option<Self> {
        match name {
            "image" => Some(Self::Image),
            "audio" => Some(Self::Audio),
            "file" => Some(Self::File),
            _ => None,
        }
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
        let inputs = entry.inputs();
        Some(ModelInfo { id, window, inputs })
    });
    Ok(models.take(MAX_MODELS).collect())
}

fn is_plain(id: &str) -> bool {
    let hidden = |c| domain::is_hidden(c) || matches!(c, '\n' | '\t');
    !id.is_empty() && id.len() <= MAX_NAME_BYTES && !id.chars().any(hidden)
}
