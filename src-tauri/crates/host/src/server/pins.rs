//! What was accepted of a server, held against what it says now.
//!
//! What is seen for the first time is accepted silently: each call asks and shows the description anyway. From then on a
//! tool with another definition is *changed*: what was accepted stands in its place until a person accepts the change.

use std::collections::{BTreeMap, BTreeSet};

use domain::{DefinitionDigest, ToolDefinition};
use mcp::ServerInfo;

/// What was accepted and is another now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Accepted<T> {
    /// As it was accepted.
    pub was: T,
    /// When, in milliseconds since the Unix epoch.
    pub accepted_ms: i64,
}

/// A server's words of a kind that are pinned whole: its instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// The text; none if it had none.
    pub text: Option<String>,
    /// Its digest.
    pub digest: DefinitionDigest,
}

impl Words {
    /// The words of a server as they are pinned.
    pub fn of(text: Option<String>) -> Option<Self> {
        let digest = DefinitionDigest::of(&serde_json::to_string(&text).ok()?).ok()?;
        Some(Self { text, digest })
    }

    /// As they are kept, JSON text.
    pub fn raw(&self) -> String {
        serde_json::Value::from(self.text.clone()).to_string()
    }
}

/// How what a server says now stands to what was accepted of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pins {
    /// Tools that are others now, as they were accepted.
    pub changed: BTreeMap<String, Accepted<ToolDefinition>>,
    /// Tools of which nothing was accepted.
    pub unpinned: BTreeSet<String>,
    /// The instructions that were accepted, if they are others now.
    pub instructions: Option<Accepted<Words>>,
}

impl Pins {
    /// What was accepted of a tool that is another now.
    pub fn changed(&self, tool: &str) -> Option<&Accepted<ToolDefinition>> {
        self.changed.get(tool)
    }

    /// Whether nothing was accepted of a tool, and nothing could be: it is not called.
    pub fn is_unpinned(&self, tool: &str) -> bool {
        self.unpinned.contains(tool)
    }

    /// A tool as it was accepted, which is what is shown and told of it.
    pub fn accepted<'a>(&'a self, now: &'a ToolDefinition) -> &'a ToolDefinition {
        self.changed(&now.tool.name).map_or(now, |a| &a.was)
    }

    /// The instructions that were accepted, if they are others now.
    pub fn instructions(&self) -> Option<&Accepted<Words>> {
        self.instructions.as_ref()
    }

    /// How much of the server changed.
    pub fn count(&self) -> usize {
        self.changed.len() + usize::from(self.instructions.is_some())
    }

    /// Nothing can be said to be accepted.
    pub fn none_of(tools: &[ToolDefinition]) -> Self {
        Self {
            unpinned: tools.iter().map(|t| t.tool.name.clone()).collect(),
            ..Self::default()
        }
    }
}

/// The instructions a server gave.
pub(crate) fn instructions(info: &ServerInfo) -> Option<Words> {
    Words::of(
        info.instructions
            .as_ref()
            .map(|text| text.as_data().clone()),
    )
}
