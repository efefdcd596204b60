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
    let ids = entries
        .iter()
        .filter_map(|entry| loosely::<String>(&entry.id))
        .filter(|id| is_plain(id));
    Ok(ids.take(MAX_MODELS).map(|id| ModelInfo { id }).collect())
}

fn is_plain(id: &str) -> bool {
    let hidden = |c| domain::is_hidden(c) || matches!(c, '\n' | '\t');
    !id.is_empty() && id.len() <= MAX_NAME_BYTES && !id.chars().any(hidden)
}
