//! Prompts: `prompts/list` and `prompts/get` (2025-03-26, server/prompts).
//!
//! Every message of a prompt is the server's own words, whichever role it gives it.

use std::collections::BTreeMap;

use domain::{Content, ServerId};
use lenient::Fields;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    Bounds,
    bounds::{DEFINITION_BYTES, NAME_BYTES, PROMPT_ARGUMENTS},
    features::{content::read_block, listing::Item},
    session::Meta,
};

/// A prompt as its server describes it. All text in it is the server's claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptTemplate {
    /// Its name, at most 4 KiB.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// What the server says about it.
    pub description: Option<String>,
    /// What can be given to it, at most 100.
    pub arguments: Vec<PromptArgument>,
    /// The whole description as received.
    pub raw: String,
}

/// An argument of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptArgument {
    /// Its name.
    pub name: String,
    /// What the server says about it.
    pub description: Option<String>,
    /// Whether it has to be given.
    pub required: bool,
}

/// What a prompt became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptResult {
    /// What the server says about it.
    pub description: Option<String>,
    /// Its messages, in order.
    pub messages: Vec<PromptMessage>,
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptMessage {
    /// Its role, as the server claims.
    pub role: PromptRole,
    /// What it holds; what cannot be read is kept as received.
    pub content: Content,
}

/// The role of a message of a prompt, as the server claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptRole {
    /// As if the user had written it.
    User,
    /// As if a model had answered it: fabricated, for no model did.
    Assistant,
    /// None that the protocol knows.
    Other,
}

impl Item for PromptTemplate {
    const METHOD: &'static str = "prompts/list";
    const FIELD: &'static str = "prompts";
    const WHAT: &'static str = "prompt";

    fn read(raw: &RawValue, _: ServerId, odd: &mut Vec<&'static str>) -> Result<Self, String> {
        if raw.get().len() > DEFINITION_BYTES {
            return Err(format!(
                "its description has {} bytes, more than {DEFINITION_BYTES}",
                raw.get().len()
            ));
        }
        let mut fields = Fields::of(raw).ok_or("it is no object")?;
        let name = fields.text("name").ok_or("it has no name")?;
        if name.is_empty() || name.len() > NAME_BYTES {
            return Err(format!("its name has {} bytes", name.len()));
        }
        let this = Self {
            name,
            title: fields.text("title"),
            description: fields.text("description"),
            arguments: arguments(&mut fields),
            raw: raw.get().to_owned(),
        };
        odd.extend(fields.odd());
        Ok(this)
    }

    fn key(&self) -> &str {
        &self.name
    }
}

#[derive(Serialize)]
pub(crate) struct GetParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    pub(crate) name: &'a str,
    // Always, even when empty: servers that validate it refuse a request without it.
    pub(crate) arguments: &'a BTreeMap<String, String>,
}

/// Reads the arguments: a list, names alone, or a JSON Schema whose properties they are. The first ones, up to the bound.
fn arguments(fields: &mut Fields<'_>) -> Vec<PromptArgument> {
    let mut all = Vec::new();
    if let Some(mut schema) = fields.object("arguments") {
        let required = schema.texts("required");
        let properties = match schema.object("properties") {
            Some(properties) => properties,
            None => schema,
        };
        for (name, raw) in properties.into_all() {
            let argument = argument(Some(name), raw);
            all.extend(argument.map(|a| PromptArgument {
                required: a.required || required.contains(&a.name),
                ..a
            }));
        }
    } else {
        let listed = fields.list("arguments").into_iter();
        all.extend(listed.filter_map(|raw| argument(None, raw)));
    }
    all.truncate(PROMPT_ARGUMENTS);
    all
}

/// One argument; a name alone is one.
fn argument(name: Option<String>, raw: &RawValue) -> Option<PromptArgument> {
    let mut fields = Fields::of(raw).unwrap_or_default();
    let alone = || serde_json::from_str(raw.get()).ok();
    Some(PromptArgument {
        name: name.or_else(|| fields.text("name")).or_else(alone)?,
        description: fields.text("description"),
        required: fields.flag("required").unwrap_or(false),
    })
}

/// Reads the result of `prompts/get`. One message, or its words alone, are a list of one.
pub(crate) fn read_prompt(raw: &RawValue, bounds: &Bounds) -> PromptResult {
    let mut fields = Fields::of(raw).unwrap_or_default();
    let description = fields.text("description");
    let all = fields.list("messages");
    let mut messages = Vec::new();
    for raw in &all {
        read_message(raw, bounds, &mut messages);
        if messages.len() >= bounds.content_blocks {
            break;
        }
    }
    PromptResult {
        description,
        messages,
    }
}

/// Reads a message; its blocks are one message each.
fn read_message(raw: &RawValue, bounds: &Bounds, messages: &mut Vec<PromptMessage>) {
    let mut fields = Fields::of(raw).unwrap_or_default();
    let role = match fields.text("role").as_deref() {
        Some("user") => PromptRole::User,
        Some("assistant") => PromptRole::Assistant,
        Some(_) | None => PromptRole::Other,
    };
    let mut blocks = fields.list("content");
    if blocks.is_empty() {
        // Its words alone, or something that is no message.
        blocks.push(raw);
    }
    let room = bounds.content_blocks.saturating_sub(messages.len());
    messages.extend(blocks.into_iter().take(room).map(|block| PromptMessage {
        role,
        content: read_block(block, bounds),
    }));
}
