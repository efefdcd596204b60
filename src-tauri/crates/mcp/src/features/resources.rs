//! Resources and their templates: `resources/list`, `resources/templates/list`, `resources/read`, `resources/subscribe`
//! (2025-03-26, server/resources).
//!
//! A URI is text of the server that lists it. It is read through that server alone and never followed.

use domain::{Content, ServerId};
use lenient::Fields;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    Bounds,
    bounds::{DEFINITION_BYTES, NAME_BYTES, URI_BYTES},
    features::{
        content::{note_of, read_block, read_resource},
        listing::Item,
        template,
    },
    session::Meta,
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

/// The fields of either, and the text that identifies it.
fn described<'a>(raw: &'a RawValue, what: &'static str) -> Result<(Fields<'a>, String), String> {
    if raw.get().len() > DEFINITION_BYTES {
        return Err(format!(
            "its description has {} bytes, more than {DEFINITION_BYTES}",
            raw.get().len()
        ));
    }
    let mut fields = Fields::of(raw).ok_or("it is no object")?;
    let text = fields
        .text(what)
        .ok_or_else(|| format!("it has no {what}"))?;
    if text.is_empty() || text.len() > URI_BYTES {
        return Err(format!("its {what} has {} bytes", text.len()));
    }
    Ok((fields, text))
}

/// The name, which most servers give; one without is named by what identifies it.
fn name(fields: &mut Fields<'_>, otherwise: &str) -> String {
    let name = fields.text("name").unwrap_or_else(|| otherwise.to_owned());
    domain::cut(&name, NAME_BYTES).to_owned()
}

impl Item for Resource {
    const METHOD: &'static str = "resources/list";
    const FIELD: &'static str = "resources";
    const WHAT: &'static str = "resource";

    fn read(raw: &RawValue, _: ServerId, odd: &mut Vec<&'static str>) -> Result<Self, String> {
        let (mut fields, uri) = described(raw, "uri")?;
        let this = Self {
            name: name(&mut fields, &uri),
            uri,
            title: fields.text("title"),
            description: fields.text("description"),
            mime_type: fields.text("mimeType"),
            size: fields.number("size").filter(|size| *size >= 0.0),
            raw: raw.get().to_owned(),
        };
        odd.extend(fields.odd());
        Ok(this)
    }

    fn key(&self) -> &str {
        &self.uri
    }
}

impl Item for ResourceTemplate {
    const METHOD: &'static str = "resources/templates/list";
    const FIELD: &'static str = "resourceTemplates";
    const WHAT: &'static str = "template";

    fn read(raw: &RawValue, _: ServerId, odd: &mut Vec<&'static str>) -> Result<Self, String> {
        let (mut fields, uri_template) = described(raw, "uriTemplate")?;
        let this = Self {
            variables: template::variables(&uri_template),
            name: name(&mut fields, &uri_template),
            uri_template,
            title: fields.text("title"),
            description: fields.text("description"),
            mime_type: fields.text("mimeType"),
            raw: raw.get().to_owned(),
        };
        odd.extend(fields.odd());
        Ok(this)
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
pub(crate) fn read_contents(raw: &RawValue, bounds: &Bounds) -> Vec<Content> {
    let mut fields = Fields::of(raw).unwrap_or_default();
    let mut all = fields.list("contents");
    if all.is_empty() && (fields.declares("uri") || fields.declares("text")) {
        // The contents in the place of the result.
        all.push(raw);
    }
    let left_out = all.len().saturating_sub(bounds.content_blocks);
    all.truncate(bounds.content_blocks);
    // One of them is as the block of a result that holds a resource.
    let read = all.into_iter().map(|raw| {
        let block = format!(r#"{{"type":"resource","resource":{}}}"#, raw.get());
        read_resource(raw, block, bounds).unwrap_or_else(|| read_block(raw, bounds))
    });
    read.chain(note_of(left_out, bounds.content_blocks))
        .collect()
}
