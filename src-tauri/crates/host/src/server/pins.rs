//! Pinning: comparison of a server's current definitions with the accepted ones.
//!
//! The definitions of a server's first listing are accepted without an approval, since each call requests approval and shows the
//! description anyway. Later, a tool with another definition is *changed*: the accepted definition stays in effect until a person
//! accepts the change. A tool with another name is *new*: no model sees it until a person accepts it. The first listing includes tools
//! that a server adds right after its first start, before any model saw one.

use std::collections::{BTreeMap, BTreeSet};

use domain::{DefinitionDigest, ToolDefinition};
use mcp::ServerInfo;

/// An accepted definition that differs from the current one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Accepted<T> {
    /// The accepted definition.
    pub was: T,
    /// When it was accepted, in milliseconds since the Unix epoch.
    pub accepted_ms: i64,
}

/// A server's text that is pinned as a whole: its instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// The text; none if there was none.
    pub text: Option<String>,
    /// Its digest.
    pub digest: DefinitionDigest,
}

impl Words {
    /// Creates the pinned form of a server's text.
    pub fn of(text: Option<String>) -> Option<Self> {
        let digest = DefinitionDigest::of(&serde_json::to_string(&text).ok()?).ok()?;
        Some(Self { text, digest })
    }

    /// Reads the stored form of accepted ones; none if they do not have the accepted digest.
    pub fn accepted(raw: &str, digest: DefinitionDigest) -> Option<Self> {
        let words = Self::of(serde_json::from_str(raw).ok()?)?;
        (words.digest == digest).then_some(words)
    }

    /// Returns the stored form, as JSON text.
    pub fn raw(&self) -> String {
        serde_json::Value::from(self.text.clone()).to_string()
    }
}

/// The result of comparing a server's current definitions with the accepted ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pins {
    /// Changed tools, with their accepted definitions.
    pub changed: BTreeMap<String, Accepted<ToolDefinition>>,
    /// Tools that the server did not offer when its definitions were accepted.
    pub new: BTreeSet<String>,
    /// Tools without an accepted definition that cannot be accepted either.
    pub unpinned: BTreeSet<String>,
    /// The accepted instructions, if the current ones differ.
    pub instructions: Option<Accepted<Words>>,
    /// Whether the user lets models read the accepted instructions.
    pub for_models: bool,
}

impl Pins {
    /// Returns the accepted definition of a changed tool.
    pub fn changed(&self, tool: &str) -> Option<&Accepted<ToolDefinition>> {
        self.changed.get(tool)
    }

    /// Whether a tool has no accepted definition and cannot get one; it is not called.
    pub fn is_unpinned(&self, tool: &str) -> bool {
        self.unpinned.contains(tool)
    }

    /// Whether a tool waits for a person to accept it.
    pub fn is_new(&self, tool: &str) -> bool {
        self.new.contains(tool)
    }

    /// Whether a tool has an accepted definition, which may differ from the current one. Models see no others.
    pub fn is_accepted(&self, tool: &str) -> bool {
        !self.is_new(tool) && !self.is_unpinned(tool)
    }

    /// Returns the accepted definition of a tool, which is the one shown to users and models.
    pub fn accepted<'a>(&'a self, now: &'a ToolDefinition) -> &'a ToolDefinition {
        self.changed(&now.tool.name).map_or(now, |a| &a.was)
    }

    /// Returns the accepted instructions, if the current ones differ.
    pub fn instructions(&self) -> Option<&Accepted<Words>> {
        self.instructions.as_ref()
    }

    /// Returns the number of changes of the server that a person can accept. New tools are one.
    pub fn count(&self) -> usize {
        let whole = [self.instructions.is_some(), !self.new.is_empty()];
        self.changed.len() + whole.into_iter().filter(|any| *any).count()
    }

    /// Creates a result in which no tool is accepted.
    pub fn none_of(tools: &[ToolDefinition]) -> Self {
        Self {
            unpinned: tools.iter().map(|t| t.tool.name.clone()).collect(),
            ..Self::default()
        }
    }
}

/// Returns the instructions that a server sent.
pub(crate) fn instructions(info: &ServerInfo) -> Option<Words> {
    Words::of(
        info.instructions
            .as_ref()
            .map(|text| text.as_data().clone()),
    )
}
