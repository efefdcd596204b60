//! Resources and their templates: `resources/list`, `resources/templates/list`, `resources/read`, `resources/subscribe`
//! (2025-03-26, server/resources).
//!
//! A URI is text of the server that lists it. It is read through that server alone and never followed.

use domain::{Content, ServerId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    BoundHit, Bounds, CallError,
    bounds::{DEFINITION_BYTES, NAME_BYTES, TEXT_CHARS, URI_BYTES},
    features::{content::is_media, listing::Item, template},
    session::Meta,
    text::shown,
};

/// A resource as its server describes it. All text in it is the server's claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    /// Its URI on its own server, at most 8 KiB.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// What the server says about it.
    pub description: Option<String>,
    /// The type it claims to have.
    pub mime_type: Option<String>,
    /// The size in bytes it claims to have.
    pub size: Option<f64>,
    /// The whole description as received.
    pub raw: String,
}

/// A template of resources as its server describes it (RFC 6570). All text in it is the server's claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceTemplate {
    /// The template, at most 8 KiB.
    pub uri_template: String,
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// What the server says about it.
    pub description: Option<String>,
    /// The type that all of it claims to have.
    pub mime_type: Option<String>,
    /// The names of its variables, in order, each once; or why it is no template.
    pub variables: Result<Vec<String>, template::TemplateError>,
    /// The whole description as received.
    pub raw: String,
}

/// What both have in common. Fields that are only told to people count as absent if they have another type.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Described<'a> {
    #[serde(borrow, default)]
    uri: Option<&'a RawValue>,
    #[serde(borrow, default)]
    uri_template: Option<&'a RawValue>,
    name: String,
    #[serde(borrow, default)]
    title: Option<&'a RawValue>,
    #[serde(borrow, default)]
    description: Option<&'a RawValue>,
    #[serde(borrow, default)]
    mime_type: Option<&'a RawValue>,
    #[serde(borrow, default)]
    size: Option<&'a RawValue>,
}

impl<'a> Described<'a> {
    fn read(raw: &'a RawValue) -> Result<Self, String> {
        if raw.get().len() > DEFINITION_BYTES {
            return Err(format!("its description has {} bytes", raw.get().len()));
        }
        let this: Self =
            serde_json::from_str(raw.get()).map_err(|e| shown(&e.to_string(), TEXT_CHARS))?;
        if this.name.len() > NAME_BYTES {
            return Err(format!("its name has {} bytes", this.name.len()));
        }
        Ok(this)
    }
}

/// A string that tells something to people; anything else counts as absent.
pub(super) fn said(raw: Option<&RawValue>) -> Option<String> {
    serde_json::from_str(raw?.get()).ok()
}

/// The text that names an item, which has to be there.
fn named(raw: Option<&RawValue>, what: &str) -> Result<String, String> {
    let text = said(raw).ok_or_else(|| format!("it has no {what}"))?;
    if text.is_empty() || text.len() > URI_BYTES {
        return Err(format!("its {what} has {} bytes", text.len()));
    }
    Ok(text)
}

impl Item for Resource {
    const METHOD: &'static str = "resources/list";
    const FIELD: &'static str = "resources";
    const WHAT: &'static str = "resource";

    fn read(raw: &RawValue, _: ServerId) -> Result<Self, String> {
        let read = Described::read(raw)?;
        Ok(Self {
            uri: named(read.uri, "uri")?,
            name: read.name,
            title: said(read.title),
            description: said(read.description),
            mime_type: said(read.mime_type),
            size: read
                .size
                .and_then(|s| serde_json::from_str(s.get()).ok())
                .filter(|size: &f64| *size >= 0.0),
            raw: raw.get().to_owned(),
        })
    }

    fn key(&self) -> &str {
        &self.uri
    }
}

impl Item for ResourceTemplate {
    const METHOD: &'static str = "resources/templates/list";
    const FIELD: &'static str = "resourceTemplates";
    const WHAT: &'static str = "template";

    fn read(raw: &RawValue, _: ServerId) -> Result<Self, String> {
        let read = Described::read(raw)?;
        let uri_template = named(read.uri_template, "uriTemplate")?;
        Ok(Self {
            variables: template::variables(&uri_template),
            uri_template,
            name: read.name,
            title: said(read.title),
            description: said(read.description),
            mime_type: said(read.mime_type),
            raw: raw.get().to_owned(),
        })
    }

    fn key(&self) -> &str {
        &self.uri_template
    }
}

/// The parameters of `resources/read`, `resources/subscribe` and `resources/unsubscribe`.
#[derive(Serialize)]
pub(crate) struct UriParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    pub(crate) uri: &'a str,
}

/// Reads the result of `resources/read`. Contents that are neither text nor base64 within the bound are kept as received.
pub(crate) fn read_contents(raw: &RawValue, bounds: &Bounds) -> Result<Vec<Content>, CallError> {
    #[derive(Deserialize)]
    struct Read<'a> {
        #[serde(borrow)]
        contents: Vec<&'a RawValue>,
    }
    let read: Read<'_> = serde_json::from_str(raw.get())
        .map_err(|e| CallError::BadResult(shown(&e.to_string(), TEXT_CHARS)))?;
    if read.contents.len() > bounds.content_blocks {
        return Err(BoundHit::ContentBlocks.into());
    }
    Ok(read
        .contents
        .into_iter()
        .map(|c| content(c, bounds))
        .collect())
}

/// One of them, as the block of a result that holds a resource.
fn content(raw: &RawValue, bounds: &Bounds) -> Content {
    #[derive(Deserialize)]
    struct Held<'a> {
        uri: String,
        text: Option<String>,
        #[serde(borrow, default)]
        blob: Option<std::borrow::Cow<'a, str>>,
    }
    let as_block = || format!(r#"{{"type":"resource","resource":{}}}"#, raw.get());
    match serde_json::from_str::<Held<'_>>(raw.get()) {
        Ok(Held {
            uri,
            text: Some(text),
            ..
        }) => Content::Resource {
            uri,
            text: Some(text),
            raw: as_block(),
        },
        Ok(Held {
            uri,
            text: None,
            blob: Some(blob),
        }) if is_media(&blob, bounds) => Content::Resource {
            uri,
            text: None,
            raw: as_block(),
        },
        Ok(_) | Err(_) => Content::Unknown {
            raw: raw.get().to_owned(),
        },
    }
}
