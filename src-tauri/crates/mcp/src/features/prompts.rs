//! Prompts: `prompts/list` and `prompts/get` (2025-03-26, server/prompts).
//!
//! Every message of a prompt is the server's own words, whichever role it gives it.

use std::collections::BTreeMap;

use domain::{Content, ServerId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    BoundHit, Bounds, CallError,
    bounds::{DEFINITION_BYTES, NAME_BYTES, PROMPT_ARGUMENTS, TEXT_CHARS},
    features::{content::read_block, listing::Item, resources::said},
    session::Meta,
    text::shown,
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

    fn read(raw: &RawValue, _: ServerId) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Described<'a> {
            name: String,
            #[serde(borrow, default)]
            title: Option<&'a RawValue>,
            #[serde(borrow, default)]
            description: Option<&'a RawValue>,
            #[serde(borrow, default)]
            arguments: Option<Vec<Argument<'a>>>,
        }
        #[derive(Deserialize)]
        struct Argument<'a> {
            name: String,
            #[serde(borrow, default)]
            description: Option<&'a RawValue>,
            #[serde(default)]
            required: Option<bool>,
        }
        if raw.get().len() > DEFINITION_BYTES {
            return Err(format!("its description has {} bytes", raw.get().len()));
        }
        let read: Described<'_> =
            serde_json::from_str(raw.get()).map_err(|e| shown(&e.to_string(), TEXT_CHARS))?;
        if read.name.is_empty() || read.name.len() > NAME_BYTES {
            return Err(format!("its name has {} bytes", read.name.len()));
        }
        let arguments = read.arguments.unwrap_or_default();
        if arguments.len() > PROMPT_ARGUMENTS {
            return Err(format!("it has {} arguments", arguments.len()));
        }
        Ok(Self {
            name: read.name,
            title: said(read.title),
            description: said(read.description),
            arguments: arguments
                .into_iter()
                .map(|a| PromptArgument {
                    name: a.name,
                    description: said(a.description),
                    required: a.required.unwrap_or(false),
                })
                .collect(),
            raw: raw.get().to_owned(),
        })
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

/// Reads the result of `prompts/get`.
pub(crate) fn read_prompt(raw: &RawValue, bounds: &Bounds) -> Result<PromptResult, CallError> {
    #[derive(Deserialize)]
    struct Got<'a> {
        #[serde(borrow, default)]
        description: Option<&'a RawValue>,
        #[serde(borrow)]
        messages: Vec<&'a RawValue>,
    }
    let got: Got<'_> = serde_json::from_str(raw.get())
        .map_err(|e| CallError::BadResult(shown(&e.to_string(), TEXT_CHARS)))?;
    if got.messages.len() > bounds.content_blocks {
        return Err(BoundHit::ContentBlocks.into());
    }
    Ok(PromptResult {
        description: said(got.description),
        messages: got
            .messages
            .into_iter()
            .map(|m| read_message(m, bounds))
            .collect(),
    })
}

fn read_message(raw: &RawValue, bounds: &Bounds) -> PromptMessage {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow, default)]
        role: Option<&'a RawValue>,
        #[serde(borrow)]
        content: &'a RawValue,
    }
    let Ok(message) = serde_json::from_str::<Message<'_>>(raw.get()) else {
        return PromptMessage {
            role: PromptRole::Other,
            content: Content::Unknown {
                raw: raw.get().to_owned(),
            },
        };
    };
    PromptMessage {
        role: match message.role.map(RawValue::get) {
            Some(r#""user""#) => PromptRole::User,
            Some(r#""assistant""#) => PromptRole::Assistant,
            Some(_) | None => PromptRole::Other,
        },
        content: read_block(message.content, bounds),
    }
}
