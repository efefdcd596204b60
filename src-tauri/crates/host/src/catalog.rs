//! The tools of one turn: their definitions, and the aliases that a model may use.
//!
//! No map is keyed by a tool's name alone. A model sees aliases created here, and they resolve only through the same turn's
//! catalog. A server that appears or changes during a turn therefore cannot take over another tool's name.

mod entry;
mod names;
mod room;

use std::collections::BTreeMap;

use context::{MAX_DESCRIPTION, Omission, PartKind, Tool, estimated_tokens};
use domain::{ServerId, ToolDefinition};

pub(crate) use entry::Entry;
pub(crate) use names::{Letters, Names};
pub(crate) use room::Cut;

/// Maximum number of tools in one turn, where the endpoint accepts more.
pub(crate) const MAX_TOOLS: usize = 256;
/// Maximum number of tools known by name in one turn, offered or not.
const MAX_KNOWN: usize = 8_192;

/// The tools of one turn.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    by_alias: BTreeMap<String, Entry>,
    cut: Option<Cut>,
}

impl Catalog {
    /// Creates an alias for each tool.
    pub fn new(entries: Vec<Entry>, names: &Names) -> Self {
        let mut entries = entries;
        // Sorted by name, so that the order in which a server lists its tools changes no alias. Offered tools count before the
        // limit applies.
        entries.sort_by(|a, b| {
            let key = |e: &Entry| (!e.offered, e.definition.tool.clone());
            key(a).cmp(&key(b))
        });
        entries.truncate(MAX_KNOWN);
        entries.sort_by(|a, b| a.definition.tool.cmp(&b.definition.tool));
        let mut by_alias = BTreeMap::new();
        for entry in entries {
            let alias = names.alias(&entry.definition.tool, |alias| by_alias.contains_key(alias));
            by_alias.entry(alias).or_insert(entry);
        }
        Self {
            by_alias,
            cut: None,
        }
    }

    /// Withholds the tools that a request left out. They stay known.
    pub fn withhold(&mut self, omitted: &[Omission]) {
        let left: Vec<&str> = omitted
            .iter()
            .filter(|one| one.kind == PartKind::Tool && one.kept == 0)
            .map(|one| one.name.as_str())
            .collect();
        let offered = self.by_alias.iter().filter(|(_, entry)| entry.offered);
        self.cut = Cut::of(offered.map(|(alias, entry)| (alias.as_str(), entry)), &left);
        for alias in left {
            if let Some(entry) = self.by_alias.get_mut(alias) {
                entry.offered = false;
            }
        }
    }

    /// Returns what was omitted, if the tools did not all fit.
    pub fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// Returns how many tools are offered.
    pub fn offered(&self) -> usize {
        self.by_alias.values().filter(|e| e.offered).count()
    }

    /// Whether an offered name has letters beyond ASCII.
    pub fn has_other_letters(&self) -> bool {
        let mut offered = self.by_alias.iter().filter(|(_, entry)| entry.offered);
        offered.any(|(alias, _)| !alias.is_ascii())
    }

    /// Resolves an alias of this turn.
    pub fn resolve(&self, alias: &str) -> Option<&Entry> {
        self.by_alias.get(alias)
    }

    /// Returns the alias of a tool of this turn.
    pub fn alias_of(&self, server: ServerId, tool: &str) -> Option<String> {
        let is = |entry: &Entry| {
            entry.definition.tool.server == server && entry.definition.tool.name == tool
        };
        let found = self.by_alias.iter().find(|(_, entry)| is(entry));
        found.map(|(alias, _)| alias.clone())
    }

    /// Returns the tools on offer, as the servers define them.
    pub fn tools(&self) -> Vec<Tool<'_>> {
        self.by_alias
            .iter()
            .filter(|(_, entry)| entry.offered)
            .map(|(alias, entry)| Tool {
                server: entry.definition.tool.server,
                name: &entry.definition.tool.name,
                alias,
                description: entry.definition.description.as_deref().unwrap_or_default(),
                schema: &entry.definition.input_schema,
            })
            .collect()
    }
}

/// Returns the approximate number of tokens that a tool's definition takes in each request.
pub(crate) fn tokens(definition: &ToolDefinition) -> u64 {
    /// Tokens for punctuation and keys around name, description and schema.
    const FRAME: u64 = 16;
    let claim = definition.description.as_deref().unwrap_or_default();
    let end = claim.char_indices().nth(MAX_DESCRIPTION);
    let described = &claim[..end.map_or(claim.len(), |(at, _)| at)];
    FRAME + estimated_tokens(&[described, &definition.tool.name, &definition.input_schema])
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

    fn catalog(entries: &[Entry], letters: Letters, most: usize) -> Catalog {
        let servers = entries
            .iter()
            .map(|e| (e.definition.tool.server, e.server_name.as_str()));
        let mut catalog = Catalog::new(entries.to_vec(), &Names::new(servers, letters));
        let snapshot = context::Snapshot {
            conversation: domain::ConversationId::new(),
            model: "m",
            tools: catalog.tools(),
            messages: vec![],
        };
        let budget = context::Budget {
            window: None,
            answer: 0,
            tools: most,
            bytes: usize::MAX,
            result: usize::MAX,
        };
        let omitted = context::assemble(&snapshot, &budget).manifest.omitted;
        catalog.withhold(&omitted);
        catalog
    }

    fn aliases(catalog: &Catalog) -> Vec<String> {
        catalog
            .tools()
            .iter()
            .map(|tool| tool.alias.to_owned())
            .collect()
    }

    proptest! {
        #[test]
        fn every_tool_has_its_own_alias_that_providers_accept(names in prop::collection::vec((".{0,80}", ".{0,80}"), 0..30)) {
            let entries: Vec<Entry> = names.iter().map(|(s, t)| entry(s, t)).collect();
            let catalog = catalog(&entries, Letters::Ascii, MAX_TOOLS);
            let specs = aliases(&catalog);
            prop_assert_eq!(specs.len(), entries.len());
            let mut servers: Vec<_> = specs.iter().map(|s| catalog.resolve(s).unwrap().definition.tool.server).collect();
            servers.sort();
            servers.dedup();
            prop_assert_eq!(servers.len(), entries.len(), "no tool took another's place");
            for alias in specs {
                prop_assert!(!alias.is_empty() && alias.len() <= names::MAX_ALIAS);
                prop_assert!(alias.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-'));
            }
        }
    }

    proptest! {
        #[test]
        fn alias_does_not_depend_on_other_tools(names in prop::collection::vec(".{0,20}", 1..12), other in ".{0,20}") {
            let server = ServerId::new();
            let of = |name: &String| {
                let mut entry = entry("Srv", name);
                entry.definition.tool.server = server;
                entry
            };
            let entries: Vec<Entry> = names.iter().chain([&other]).map(of).collect();
            let all = catalog(&entries, Letters::Ascii, MAX_TOOLS);
            let fewer = catalog(&entries[..names.len()], Letters::Ascii, MAX_TOOLS);
            for name in &names {
                prop_assert_eq!(all.alias_of(server, name), fewer.alias_of(server, name));
            }
        }
    }

    #[test]
    fn withheld_tool_is_known_and_not_offered() {
        let withheld = Entry {
            offered: false,
            ..entry("Mail", "send")
        };
        let catalog = catalog(
            &[withheld, entry("Other", "send")],
            Letters::Ascii,
            MAX_TOOLS,
        );
        assert_eq!(aliases(&catalog), ["Other_send"]);
        assert!(catalog.resolve("Other_send").unwrap().offered);
        assert!(!catalog.resolve("Mail_send").unwrap().offered);
    }

    #[test]
    fn cut_starves_no_server_and_does_not_depend_on_the_order_of_a_listing() {
        let (many, few) = (ServerId::new(), ServerId::new());
        let of = |server, server_name: &str, name: String| {
            let mut entry = entry(server_name, &name);
            entry.definition.tool.server = server;
            entry
        };
        let mut entries: Vec<Entry> = (0..300)
            .map(|n| of(many, "Many", format!("t{n:03}")))
            .collect();
        entries.extend((0..6).map(|n| of(few, "Few", format!("f{n}"))));
        let within = |entries: &[Entry]| aliases(&catalog(entries, Letters::Ascii, 128));
        let offered = within(&entries);
        assert_eq!(offered.len(), 128);
        assert_eq!(offered.iter().filter(|a| a.starts_with("Few_")).count(), 6);
        entries.reverse();
        assert_eq!(within(&entries), offered);
        let catalog = catalog(&entries, Letters::Ascii, 128);
        assert!(
            catalog.resolve("Many_t299").is_some_and(|e| !e.offered),
            "known all the same"
        );
        assert_eq!(catalog.cut().unwrap().shares.len(), 2);
    }

    #[test]
    fn unknown_name_resolves_to_nothing() {
        let catalog = catalog(&[entry("Files", "read")], Letters::Ascii, MAX_TOOLS);
        assert!(catalog.resolve("Files_read").is_some());
        assert!(catalog.resolve("read").is_none());
    }
}
