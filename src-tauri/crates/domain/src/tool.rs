//! Tools: what a server offers, and one call of one of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    CallId, ConversationId, JsonError, JsonObjectText, LaunchDigest, ServerId, canonical,
    digest::digest,
};

digest!(
    /// SHA-256 over the canonical text of a tool's raw definition: name, title, description, schemas,
    /// annotations, `_meta` and whatever else the server sent.
    DefinitionDigest
);

digest!(
    /// SHA-256 over everything that was approved to be sent to a model for a server.
    DraftDigest
);

impl DraftDigest {
    /// The digest of what is sent, as JSON text.
    #[must_use]
    pub fn of(sent: &str) -> Self {
        Self(Sha256::digest(sent.as_bytes()).into())
    }
}

impl DefinitionDigest {
    /// The digest of a raw definition.
    ///
    /// # Errors
    /// The text is not JSON this host accepts.
    pub fn of(raw_definition: &str) -> Result<Self, JsonError> {
        Ok(Self(
            Sha256::digest(canonical(raw_definition)?.as_bytes()).into(),
        ))
    }

    /// The first 8 digits in two groups, for people to compare.
    #[must_use]
    pub fn short(&self) -> String {
        let hex = self.to_string();
        format!("{} {}", &hex[..4], &hex[4..8])
    }
}

/// A tool of one server. Never a name alone: two servers may use the same name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ToolRef {
    /// The server that offers it.
    pub server: ServerId,
    /// The tool's name on that server.
    pub name: String,
}

impl fmt::Debug for ToolRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{:?}", self.server, self.name)
    }
}

/// A server's hints about a tool (2025-03-26, server/tools, "Annotations"). Claims: they only ever raise protection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Annotations {
    /// Claims not to change anything.
    pub read_only_hint: Option<bool>,
    /// Claims that it may destroy; absent means true.
    pub destructive_hint: Option<bool>,
    /// Claims that repeating it changes nothing more.
    pub idempotent_hint: Option<bool>,
    /// Claims that it reaches outside.
    pub open_world_hint: Option<bool>,
}

/// A tool as its server defines it. All text in it is the server's claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolDefinition {
    /// Where it lives.
    pub tool: ToolRef,
    /// The server's title for it.
    pub title: Option<String>,
    /// The server's description of it.
    pub description: Option<String>,
    /// `inputSchema` as received; that of a tool without parameters if there is none.
    pub input_schema: String,
    /// `outputSchema` as received.
    pub output_schema: Option<String>,
    /// The server's hints.
    pub annotations: Annotations,
    /// The whole definition as it is used: as received, without fields of another type than they must be.
    pub raw: String,
    /// The digest of `raw`.
    pub digest: DefinitionDigest,
}

impl ToolDefinition {
    /// Whether the server means the tool for models. One whose `_meta.ui.visibility` does not name `model` is for the
    /// server's own interface (MCP Apps, SEP-1865). What cannot be read says nothing.
    #[must_use]
    pub fn is_for_models(&self) -> bool {
        #[derive(Deserialize)]
        struct Raw {
            #[serde(rename = "_meta")]
            meta: Option<Meta>,
        }
        #[derive(Deserialize)]
        struct Meta {
            ui: Option<Ui>,
        }
        #[derive(Deserialize)]
        struct Ui {
            visibility: Option<Vec<String>>,
        }
        let raw: Option<Raw> = serde_json::from_str(&self.raw).ok();
        let ui = raw.and_then(|raw| raw.meta).and_then(|meta| meta.ui);
        let visibility = ui.and_then(|ui| ui.visibility);
        visibility.is_none_or(|to| to.iter().any(|who| who == "model"))
    }
}

/// One call of one tool: what a person or a rule approves, and what is then sent unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall {
    /// This call.
    pub id: CallId,
    /// The tool to call.
    pub tool: ToolRef,
    /// The definition the call was made for; a changed one voids it.
    pub definition: DefinitionDigest,
    /// How the server that will get it was started.
    pub launch: LaunchDigest,
    /// The conversation it belongs to; none for a call from a terminal.
    pub conversation: Option<ConversationId>,
    /// The arguments: these bytes are sent.
    pub arguments: JsonObjectText,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_without_model_visibility_is_not_for_models() {
        let of = |raw: &str| ToolDefinition {
            tool: ToolRef {
                server: ServerId::new(),
                name: "t".into(),
            },
            title: None,
            description: None,
            input_schema: "{}".into(),
            output_schema: None,
            annotations: Annotations::default(),
            raw: raw.into(),
            digest: DefinitionDigest::of(raw).unwrap(),
        };
        for (raw, offered) in [
            (r#"{"name":"t"}"#, true),
            (r#"{"_meta":{"ui":{}}}"#, true),
            (r#"{"_meta":{"ui":{"visibility":["model","app"]}}}"#, true),
            (r#"{"_meta":{"ui":{"visibility":"app"}}}"#, true),
            (r#"{"_meta":{"ui":{"visibility":["app"]}}}"#, false),
            (r#"{"_meta":{"ui":{"visib\u0069lity":[]}}}"#, false),
        ] {
            assert_eq!(of(raw).is_for_models(), offered, "{raw}");
        }
    }

    #[test]
    fn a_digest_sees_every_field_and_round_trips() {
        let a = DefinitionDigest::of(r#"{"name":"t","_meta":{"x":1}}"#).unwrap();
        let b = DefinitionDigest::of(r#"{"_meta":{"x":1}, "name":"t"}"#).unwrap();
        let c = DefinitionDigest::of(r#"{"name":"t","_meta":{"x":2}}"#).unwrap();
        assert_eq!(a, b);
        assert_ne!(a, c);
        assert_eq!(a.to_string().parse::<DefinitionDigest>().unwrap(), a);
    }
}
