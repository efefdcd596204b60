//! Tools: `tools/list` and `tools/call` (2025-03-26, server/tools).
//!
//! Reading is lenient per item: a tool or a block that cannot be read costs itself alone.

use std::{borrow::Cow, collections::BTreeMap};

use domain::{
    Annotations, DefinitionDigest, Rest, ServerId, ToolDefinition, ToolOutcome, ToolRef, Untrusted,
};
use lenient::Fields;
use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};

use crate::{
    Bounds, Wire,
    bounds::{DEFINITION_BYTES, TEXT_CHARS, TOOL_NAME_BYTES},
    features::{
        content::{note_of, read_blocks},
        listing::{Item, Listed},
    },
    session::{Meta, Session},
    text::shown,
};

/// The schema of a tool that declares none: it takes no parameters.
pub(crate) const NO_PARAMETERS: &str = r#"{"type":"object"}"#;

/// The tools of a server.
pub type ToolList = Listed<ToolDefinition>;

/// How far a call is (2025-03-26, basic/utilities/progress).
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Rises with each update.
    pub progress: f64,
    /// What it rises to, if known.
    pub total: Option<f64>,
    /// The server's words, at most 2,000 characters.
    pub message: Option<Untrusted<String>>,
}

#[derive(Serialize)]
pub(crate) struct CallParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    pub(crate) name: &'a str,
    /// The approved bytes.
    pub(crate) arguments: &'a RawValue,
}

impl Item for ToolDefinition {
    const METHOD: &'static str = "tools/list";
    const FIELD: &'static str = "tools";
    const WHAT: &'static str = "tool";

    fn read(raw: &RawValue, server: ServerId, odd: &mut Vec<&'static str>) -> Result<Self, String> {
        read_tool(raw, server, odd)
    }

    fn key(&self) -> &str {
        &self.tool.name
    }

    fn admitted(&self, session: &dyn Session, wire: Wire) -> Result<(), String> {
        session.admits(self, wire)
    }
}

/// Reads a definition that was kept as it came.
///
/// # Errors
/// In words, as for a definition in a list.
pub fn read_definition(raw: &str, server: ServerId) -> Result<ToolDefinition, String> {
    let raw: &RawValue =
        serde_json::from_str(raw).map_err(|e| shown(&e.to_string(), TEXT_CHARS))?;
    read_tool(raw, server, &mut Vec::new())
}

fn read_tool(
    raw: &RawValue,
    server: ServerId,
    not_used: &mut Vec<&'static str>,
) -> Result<ToolDefinition, String> {
    if raw.get().len() > DEFINITION_BYTES {
        return Err(format!(
            "its definition has {} bytes, more than {DEFINITION_BYTES}",
            raw.get().len()
        ));
    }
    let mut fields = Fields::of(raw).ok_or("it is no object")?;
    let name = fields.text("name").ok_or("it has no name")?;
    if name.is_empty() || name.len() > TOOL_NAME_BYTES {
        return Err(format!("its name has {} bytes", name.len()));
    }
    let description = fields.text("description");
    let title = fields.text("title");
    let input = fields.object_text("inputSchema").map(with_maps);
    let output = fields.object_text("outputSchema");
    // Annotations that cannot be read count as none: the cautious reading.
    let mut hints = fields.object("annotations").unwrap_or_default();
    let titled = hints.text("title");
    let annotations = Annotations {
        read_only_hint: hints.any("readOnlyHint"),
        destructive_hint: hints.any("destructiveHint"),
        idempotent_hint: hints.any("idempotentHint"),
        open_world_hint: hints.any("openWorldHint"),
    };
    // What is approved and pinned is what is used: fields that count as absent are not in it.
    let odd = fields.odd();
    not_used.extend(odd);
    let as_it_is = matches!(input, Some(Cow::Borrowed(_))) && odd.is_empty();
    let input = input.unwrap_or(Cow::Borrowed(NO_PARAMETERS));
    let raw = match as_it_is {
        true => raw.get().to_owned(),
        false => as_used(raw, odd, &input).ok_or("it cannot be read")?,
    };
    let digest = DefinitionDigest::of(&raw).map_err(|e| shown(&e.to_string(), TEXT_CHARS))?;
    Ok(ToolDefinition {
        tool: ToolRef { server, name },
        title: title.or(titled),
        description,
        input_schema: input.into_owned(),
        output_schema: output.map(str::to_owned),
        annotations,
        raw,
        digest,
    })
}

/// A schema whose empty maps are objects: PHP writes them as empty arrays, which models refuse.
fn with_maps(schema: &str) -> Cow<'_, str> {
    fn mend(at: &mut Value) -> bool {
        const MAPS: [&str; 4] = ["properties", "patternProperties", "$defs", "definitions"];
        match at {
            Value::Array(items) => items.iter_mut().fold(false, |any, item| mend(item) | any),
            Value::Object(fields) => fields.iter_mut().fold(false, |any, (name, field)| {
                let empty = field.as_array().is_some_and(Vec::is_empty);
                if empty && MAPS.contains(&name.as_str()) {
                    *field = Value::Object(Map::new());
                    return true;
                }
                mend(field) | any
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }
    if schema.contains("[]")
        && let Ok(mut value) = serde_json::from_str(schema)
        && mend(&mut value)
    {
        return Cow::Owned(value.to_string());
    }
    Cow::Borrowed(schema)
}

/// A definition without the fields that count as absent, and with the schema that is used.
fn as_used(raw: &RawValue, odd: &[&str], input: &str) -> Option<String> {
    let mut all: BTreeMap<String, &RawValue> = serde_json::from_str(raw.get()).ok()?;
    all.retain(|name, _| !odd.contains(&name.as_str()));
    let input: &RawValue = serde_json::from_str(input).ok()?;
    all.insert("inputSchema".to_owned(), input);
    serde_json::to_string(&all).ok()
}

/// Reads the result of a call. Whatever it is, something of it is one: a result without anything is an empty one.
pub(crate) fn read_outcome(raw: &RawValue, bounds: &Bounds) -> ToolOutcome {
    let Some(mut fields) = Fields::of(raw) else {
        // A list of blocks, a text, nothing.
        let blocks = match raw.get() {
            "null" => Vec::new(),
            text => serde_json::from_str(text).unwrap_or_else(|_| vec![raw]),
        };
        return outcome(&blocks, bounds);
    };
    let structured = fields.raw("structuredContent");
    let is_error = fields.flag("isError").unwrap_or(false);
    let blocks = fields.list("content");
    ToolOutcome {
        structured: structured.map(|s| s.get().to_owned()),
        is_error,
        rest: fields.rest().map_or_else(Rest::default, Rest::of),
        ..outcome(&blocks, bounds)
    }
}

fn outcome(blocks: &[&RawValue], bounds: &Bounds) -> ToolOutcome {
    let (mut content, left_out) = read_blocks(blocks, bounds);
    content.extend(note_of(left_out, bounds.content_blocks));
    ToolOutcome {
        content,
        structured: None,
        is_error: false,
        misfit: None,
        rest: Rest::default(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
    use domain::Content;

    use super::*;

    fn outcome(text: &str) -> ToolOutcome {
        let raw = RawValue::from_string(text.to_owned()).unwrap();
        read_outcome(
            &raw,
            &Bounds {
                media_bytes: 6_000,
                ..Bounds::default()
            },
        )
    }

    #[test]
    fn a_block_that_cannot_be_read_is_kept_as_received() {
        let large = "A".repeat(8_004);
        let fits = "QUJD".repeat(2_000);
        let blocks = [
            r#"{"type":"text","text":"hi","annotations":{"priority":1}}"#.to_owned(),
            r#"{"type":"text","text":7}"#.to_owned(),
            r#"{"type":"hologram","x":1}"#.to_owned(),
            r#"{"type":"image","mimeType":"image/png","data":"QUJD"}"#.to_owned(),
            r#"{"type":"image","mimeType":"image/png","data":"no base64!"}"#.to_owned(),
            format!(r#"{{"type":"image","mimeType":"image/png","data":"{large}"}}"#),
            format!(r#"{{"type":"audio","mimeType":"audio/wav","data":"{fits}"}}"#),
            r#"{"type":"resource","resource":{"uri":"a:b","text":"t"}}"#.to_owned(),
            r#"{"type":"resource_link","uri":"a:c","name":"n"}"#.to_owned(),
            "7".to_owned(),
        ];
        let got = outcome(&format!(r#"{{"content":[{}]}}"#, blocks.join(",")));
        let kinds: Vec<&str> = got
            .content
            .iter()
            .map(|c| match c {
                Content::Text { .. } => "text",
                Content::Image { .. } => "image",
                Content::Audio { .. } => "audio",
                Content::Resource { .. } => "resource",
                Content::Unknown { .. } => "unknown",
            })
            .collect();
        assert_eq!(
            kinds,
            [
                "text", "text", "unknown", "image", "unknown", "unknown", "audio", "resource",
                "resource", "text"
            ]
        );
        assert_eq!(
            got.content[2],
            Content::Unknown {
                raw: blocks[2].clone()
            }
        );
    }

    #[test]
    fn whatever_a_result_is_something_of_it_is_one() {
        let texts = |text: &str| -> Vec<String> {
            let texts = outcome(text).content.into_iter().map(|c| match c {
                Content::Text { text, .. } => text,
                other @ (Content::Image { .. }
                | Content::Audio { .. }
                | Content::Resource { .. }
                | Content::Unknown { .. }) => panic!("{other:?}"),
            });
            texts.collect()
        };
        for none in ["null", "{}", "[]", r#"{"content":null}"#] {
            assert!(texts(none).is_empty(), "{none}");
        }
        assert_eq!(texts(r#"{"content":"plain"}"#), ["plain"]);
        assert_eq!(
            texts(r#"[{"type":"text","text":"a"},{"text":"b"}]"#),
            ["a", "b"]
        );
        assert_eq!(
            texts(r#"{"content":{"type":"text","text":"one"}}"#),
            ["one"]
        );
        assert!(outcome(r#"{"content":[],"isError":1}"#).is_error);
        assert!(!outcome(r#"{"content":[],"isError":"no"}"#).is_error);
        let structured = outcome(r#"{"structuredContent":{"a":1.0},"isError":true}"#);
        assert_eq!(
            (structured.structured.as_deref(), structured.is_error),
            (Some(r#"{"a":1.0}"#), true)
        );
    }

    #[test]
    fn more_blocks_than_fit_are_joined_or_left_out_with_a_note() {
        let many = vec!["1"; 1_001].join(",");
        let joined = outcome(&format!(r#"{{"content":[{many}]}}"#)).content;
        assert!(
            matches!(&joined[..], [Content::Text { text, .. }] if text.lines().count() == 1_001)
        );
        let many = vec![r#"{"type":"hologram"}"#; 1_005].join(",");
        let cut = outcome(&format!(r#"{{"content":[{many}]}}"#)).content;
        assert_eq!(cut.len(), 1_001);
        assert!(
            matches!(&cut[1_000], Content::Text { text, .. } if text.contains("5 more blocks"))
        );
    }

    #[test]
    fn a_field_of_another_type_costs_itself_and_is_not_in_what_is_approved() {
        let raw = r#"{"name":"t","title":5,"inputSchema":[],"description":"d","x":1}"#;
        let tool = read_definition(raw, ServerId::new()).unwrap();
        assert_eq!(
            (tool.title.as_deref(), tool.description.as_deref()),
            (None, Some("d"))
        );
        assert_eq!(tool.input_schema, "{}");
        assert_eq!(
            tool.raw,
            r#"{"description":"d","inputSchema":{},"name":"t","x":1}"#
        );
        let again = read_definition(&tool.raw, ServerId::new()).unwrap();
        assert_eq!((again.raw, again.digest), (tool.raw, tool.digest));
        let php = r#"{"name":"t","inputSchema":{"type":"object","properties":[],"required":[]}}"#;
        let php = read_definition(php, ServerId::new()).unwrap();
        assert!(
            php.input_schema.contains(r#""properties":{}"#),
            "{}",
            php.input_schema
        );
        assert!(
            php.input_schema.contains(r#""required":[]"#),
            "{}",
            php.input_schema
        );
        let none = read_definition(r#"{"name":"t"}"#, ServerId::new()).unwrap();
        assert_eq!(none.input_schema, NO_PARAMETERS);
        assert!(read_definition(r#"{"name":5,"inputSchema":{}}"#, ServerId::new()).is_err());
    }
}
