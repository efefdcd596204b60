//! The tools of one turn: names a model may use, and what each of them is.
//!
//! No map is keyed by a tool's name alone. A model sees aliases minted here, resolved back only through the same turn's
//! catalog, so that a server that comes or changes during a turn takes over nobody's name.

use std::collections::BTreeMap;

use domain::{LaunchDigest, ServerId, ToolDefinition};
use llm::ToolSpec;

/// Longest alias that every provider accepts, in bytes.
const MAX_ALIAS: usize = 64;
/// Longest description passed to a model, in characters.
const MAX_DESCRIPTION: usize = 4_000;
/// The most tools of one turn.
const MAX_TOOLS: usize = 256;

/// A tool as it was when the turn began.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The user's name for the server.
    pub server_name: String,
    /// How the server was started.
    pub launch: LaunchDigest,
    /// The tool.
    pub definition: ToolDefinition,
    /// Whether a model is told of it. What is withheld keeps its name: a model that asks for it all the same is told why.
    pub offered: bool,
}

/// The tools of one turn.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    by_alias: BTreeMap<String, Entry>,
}

impl Catalog {
    /// Mints an alias for each tool, those on offer first; of these and of the others each, what passes [`MAX_TOOLS`] is
    /// left out.
    pub fn new(entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut by_alias = BTreeMap::new();
        let (offered, withheld): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| entry.offered);
        let kept = offered
            .into_iter()
            .take(MAX_TOOLS)
            .chain(withheld.into_iter().take(MAX_TOOLS));
        for entry in kept {
            let wanted = format!(
                "{}_{}",
                clean(&entry.server_name),
                clean(&entry.definition.tool.name)
            );
            let mut alias = cut(&wanted, MAX_ALIAS).to_owned();
            let mut number = 2;
            while by_alias.contains_key(&alias) {
                let suffix = format!("_{number}");
                alias = format!("{}{suffix}", cut(&wanted, MAX_ALIAS - suffix.len()));
                number += 1;
            }
            by_alias.insert(alias, entry);
        }
        Self { by_alias }
    }

    /// The tool an alias of this turn stands for.
    pub fn resolve(&self, alias: &str) -> Option<&Entry> {
        self.by_alias.get(alias)
    }

    /// The alias of a tool of this turn.
    pub fn alias_of(&self, server: ServerId, tool: &str) -> Option<String> {
        let is = |entry: &Entry| {
            entry.definition.tool.server == server && entry.definition.tool.name == tool
        };
        let found = self.by_alias.iter().find(|(_, entry)| is(entry));
        found.map(|(alias, _)| alias.clone())
    }

    /// The tools as a model is told of them. Descriptions are the servers' words, cut to a bound.
    pub fn specs(&self) -> Vec<ToolSpec> {
        self.by_alias
            .iter()
            .filter(|(_, entry)| entry.offered)
            .map(|(alias, entry)| {
                let claim = entry.definition.description.as_deref().unwrap_or_default();
                ToolSpec {
                    alias: alias.clone(),
                    description: domain::visible_block(claim)
                        .chars()
                        .take(MAX_DESCRIPTION)
                        .collect(),
                    input_schema: entry.definition.input_schema.clone(),
                }
            })
            .collect()
    }
}

/// Letters, digits, `_` and `-`; everything else becomes `-`.
fn clean(name: &str) -> String {
    let kept: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
                c
            } else {
                '-'
            }
        })
        .collect();
    let kept = kept.trim_matches('-');
    if kept.is_empty() {
        "x".to_owned()
    } else {
        cut(kept, 40).to_owned()
    }
}

fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.len().min(bytes)]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use domain::{Annotations, DefinitionDigest, LaunchSpec, RemoteLaunch, ToolRef};
    use proptest::prelude::*;

    fn entry(server_name: &str, tool: &str) -> Entry {
        let server = ServerId::new();
        Entry {
            server_name: server_name.into(),
            launch: LaunchSpec::Remote(RemoteLaunch {
                server,
                url: "https://h.example".into(),
                headers: vec![],
            })
            .digest(),
            definition: ToolDefinition {
                tool: ToolRef {
                    server,
                    name: tool.into(),
                },
                title: None,
                description: None,
                input_schema: "{}".into(),
                output_schema: None,
                annotations: Annotations::default(),
                raw: "{}".into(),
                digest: DefinitionDigest::of("{}").unwrap(),
            },
            offered: true,
        }
    }

    proptest! {
        #[test]
        fn every_tool_has_its_own_alias_that_providers_accept(names in prop::collection::vec((".{0,80}", ".{0,80}"), 0..30)) {
            let entries: Vec<Entry> = names.iter().map(|(s, t)| entry(s, t)).collect();
            let catalog = Catalog::new(entries.clone());
            let specs = catalog.specs();
            prop_assert_eq!(specs.len(), entries.len());
            let mut servers: Vec<_> = specs.iter().map(|s| catalog.resolve(&s.alias).unwrap().definition.tool.server).collect();
            servers.sort();
            servers.dedup();
            prop_assert_eq!(servers.len(), entries.len(), "no tool took another's place");
            for spec in specs {
                prop_assert!(!spec.alias.is_empty() && spec.alias.len() <= MAX_ALIAS);
                prop_assert!(spec.alias.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-'));
            }
        }
    }

    #[test]
    fn what_is_withheld_is_known_and_told_to_nobody() {
        let withheld = |server: &str, tool: &str| Entry {
            offered: false,
            ..entry(server, tool)
        };
        let catalog = Catalog::new([withheld("Mail", "send"), entry("Mail", "send")]);
        let told: Vec<String> = catalog.specs().into_iter().map(|s| s.alias).collect();
        assert_eq!(told, ["Mail_send"]);
        assert!(catalog.resolve("Mail_send").unwrap().offered);
        assert!(!catalog.resolve("Mail_send_2").unwrap().offered);
    }

    #[test]
    fn a_name_from_elsewhere_resolves_to_nothing() {
        let catalog = Catalog::new([entry("Files", "read")]);
        assert!(catalog.resolve("Files_read").is_some());
        assert!(catalog.resolve("read").is_none());
    }
}
