//! The tools of one turn: their definitions, and the aliases that a model may use.
//!
//! No map is keyed by a tool's name alone. A model sees aliases created here, and they resolve only through the same turn's
//! catalog. A server that appears or changes during a turn therefore cannot take over another tool's name.

mod entry;
mod names;
mod room;
mod whole;

use std::collections::{BTreeMap, BTreeSet};

use context::{Budget, MAX_DESCRIPTION, Omission, PartKind, Text, Tool, estimated_tokens};
use domain::{Provenance, ServerId, ToolDefinition, ToolRef};

pub(crate) use entry::Entry;
pub(crate) use names::{Letters, Names};
pub(crate) use room::Cut;
use whole::Whole;
pub(crate) use whole::{WHOLE_TOOLS, is_host_tool};

/// Maximum number of tools in one turn, where the endpoint accepts more.
pub(crate) const MAX_TOOLS: usize = 256;
/// Maximum number of tools known by name in one turn, offered or not.
const MAX_KNOWN: usize = 8_192;

/// The tools of one turn.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    by_alias: BTreeMap<String, Entry>,
    selection: Selection,
    /// Whether the model reads deferred definitions.
    deferring: bool,
    /// The aliases that the request left out.
    left: BTreeSet<String>,
    cut: Option<Cut>,
    instructions: Vec<Instructions>,
}

/// The definitions of a request. Each list has aliases, in the order in which they are sent.
#[derive(Debug, Default)]
enum Selection {
    /// All on offer.
    #[default]
    All,
    /// The host's two tools, and those that were used.
    Used(Vec<String>),
    /// The host's search, and those that it found: the model reads each where it was found, and calls it by its alias.
    Found(Vec<String>),
}

/// Tools of the messages that a request repeats, each list with the oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Earlier {
    /// Those that were called, once per call.
    pub used: Vec<ToolRef>,
    /// Those that searches found.
    pub found: Vec<ToolRef>,
}

/// Instructions of a server that the user lets the model read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Instructions {
    /// The server, as their origin.
    pub origin: Provenance,
    /// The user's name for it.
    pub server_name: String,
    /// The accepted text.
    pub text: String,
}

impl Instructions {
    /// Returns them as a request has them.
    pub fn as_text(&self) -> Text<'_> {
        Text {
            text: &self.text,
            origin: &self.origin,
            server_name: &self.server_name,
        }
    }
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
            ..Self::default()
        }
    }

    /// Adds the instructions that the model reads, in the order in which they are sent.
    pub fn with_instructions(self, instructions: Vec<Instructions>) -> Self {
        Self {
            instructions,
            ..self
        }
    }

    /// Returns the instructions that the model reads.
    pub fn instructions(&self) -> Vec<Text<'_>> {
        self.instructions
            .iter()
            .map(Instructions::as_text)
            .collect()
    }

    /// Notes whether the model reads deferred definitions.
    pub fn deferring(self, deferring: bool) -> Self {
        Self { deferring, ..self }
    }

    /// Decides which definitions a request within `budget` has. All on offer, if they fit. If not, the host's search with the tools that
    /// it found, deferred; or, for a model without deferred definitions, the host's tools and the latest used tools that fit. They are sent in
    /// the order of their first call, so a tool that joins them changes nothing before it.
    pub fn select(&mut self, budget: &Budget, earlier: &Earlier) {
        let whole = Whole::of(budget);
        self.selection = match whole.beside_host_tools() {
            _ if self.all_fit(whole) => Selection::All,
            Some(beside) if self.deferring => Selection::Found(self.found(budget, beside, earlier)),
            Some(beside) => Selection::Used(self.latest(beside, &earlier.used)),
            None => Selection::All,
        };
    }

    /// Whether the last selection has deferred definitions.
    pub fn defers(&self) -> bool {
        matches!(&self.selection, Selection::Found(found) if !found.is_empty())
    }

    /// Returns the aliases of the tools that were found, in the order in which they were found first: the latest ones, as many as the endpoint accepts.
    fn found(&self, budget: &Budget, beside: Whole, earlier: &Earlier) -> Vec<String> {
        let most = MAX_TOOLS
            .min(budget.tools)
            .saturating_sub(1)
            .max(beside.tools);
        let mut seen = BTreeSet::new();
        let first = earlier.found.iter().filter(|tool| seen.insert(*tool));
        let on_offer = first.filter_map(|tool| self.on_offer(tool));
        let mut found: Vec<String> = on_offer.map(|(alias, _)| alias.to_owned()).collect();
        found.drain(..found.len().saturating_sub(most));
        found
    }

    fn all_fit(&self, mut whole: Whole) -> bool {
        let mut entries = self.by_alias.values().filter(|entry| entry.offered);
        entries.all(|entry| whole.take(tokens(&entry.definition)))
    }

    /// Returns the aliases of the latest tools that fit, in the order of their first call.
    fn latest(&self, mut room: Whole, calls: &[ToolRef]) -> Vec<String> {
        let (mut seen, mut kept) = (BTreeSet::new(), BTreeSet::new());
        for tool in calls.iter().rev() {
            if room.tools > 0
                && seen.insert(tool)
                && let Some((_, entry)) = self.on_offer(tool)
                && room.take(tokens(&entry.definition))
            {
                kept.insert(tool);
            }
        }
        let in_order = calls.iter().filter(|tool| kept.remove(tool));
        in_order
            .filter_map(|tool| self.on_offer(tool))
            .map(|(alias, _)| alias.to_owned())
            .collect()
    }

    /// Notes which tools a request left out. They stay on offer.
    pub fn leave_out(&mut self, omitted: &[Omission]) {
        let left = omitted
            .iter()
            .filter(|one| one.kind == PartKind::Tool && one.kept == 0);
        self.left = left.map(|one| one.name.clone()).collect();
        // A tool that can be searched for is not missing.
        let searched = !matches!(self.selection, Selection::All);
        let offered = self.by_alias.iter().filter(|(_, entry)| entry.offered);
        let offered = offered.map(|(alias, entry)| (alias.as_str(), entry));
        self.cut = (!searched).then(|| Cut::of(offered, &self.left)).flatten();
    }

    /// Returns what was omitted, if the tools did not all fit and cannot be searched for.
    pub fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// Returns how many tools the request has.
    pub fn sent(&self) -> usize {
        self.sent_aliases().count()
    }

    /// Whether a name in the request has letters beyond ASCII.
    pub fn has_other_letters(&self) -> bool {
        self.sent_aliases().any(|alias| !alias.is_ascii())
    }

    fn sent_aliases(&self) -> impl Iterator<Item = &str> {
        let all = self.tools().into_iter().map(|tool| tool.alias);
        all.filter(|alias| !self.left.contains(*alias))
    }

    /// Returns the servers with tools on offer.
    pub fn servers(&self) -> BTreeSet<ServerId> {
        let offered = self.by_alias.values().filter(|entry| entry.offered);
        offered.map(|entry| entry.definition.tool.server).collect()
    }

    /// Returns a tool and its alias, if it is on offer.
    pub fn on_offer(&self, tool: &ToolRef) -> Option<(&str, &Entry)> {
        let mut offered = self.by_alias.iter().filter(|(_, entry)| entry.offered);
        let found = offered.find(|(_, entry)| entry.definition.tool == *tool)?;
        Some((found.0, found.1))
    }

    /// Resolves an alias of this turn, if its tool is on offer.
    pub fn offered(&self, alias: &str) -> Option<&Entry> {
        self.by_alias.get(alias).filter(|entry| entry.offered)
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

    /// Returns the tools that are sent whole, in order: those on offer by alias, or the host's tools and then those in use.
    pub fn tools(&self) -> Vec<Tool<'_>> {
        let of = |aliases: &'_ [String]| -> Vec<Tool<'_>> {
            let entries = aliases
                .iter()
                .filter_map(|alias| self.by_alias.get_key_value(alias));
            entries.map(tool).collect()
        };
        match &self.selection {
            Selection::All => {
                let offered = self.by_alias.iter().filter(|(_, entry)| entry.offered);
                offered.map(tool).collect()
            }
            Selection::Used(used) => whole::host_tools().into_iter().chain(of(used)).collect(),
            Selection::Found(found) => {
                let found = of(found).into_iter();
                let deferred = found.map(|tool| Tool {
                    deferred: true,
                    ..tool
                });
                std::iter::once(whole::search_tool())
                    .chain(deferred)
                    .collect()
            }
        }
    }
}

fn tool<'a>((alias, entry): (&'a String, &'a Entry)) -> Tool<'a> {
    let definition = &entry.definition;
    Tool {
        server: Some(definition.tool.server),
        name: &definition.tool.name,
        alias,
        description: definition.description.as_deref().unwrap_or_default(),
        schema: &definition.input_schema,
        deferred: false,
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
            project: None,
            instructions: vec![],
            pinned: vec![],
            summary: None,
            messages: vec![],
        };
        let omitted = context::assemble(&snapshot, &budget(most, None))
            .manifest
            .omitted;
        catalog.leave_out(&omitted);
        catalog
    }

    fn budget(tools: usize, window: Option<u64>) -> Budget {
        Budget {
            window,
            answer: 0,
            tools,
            bytes: usize::MAX,
            result: usize::MAX,
        }
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
        let within = |entries: &[Entry]| {
            let catalog = catalog(entries, Letters::Ascii, 128);
            catalog
                .sent_aliases()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let offered = within(&entries);
        assert_eq!(offered.len(), 128);
        assert_eq!(offered.iter().filter(|a| a.starts_with("Few_")).count(), 6);
        entries.reverse();
        assert_eq!(within(&entries), offered);
        let catalog = catalog(&entries, Letters::Ascii, 128);
        assert!(catalog.left.contains("Many_t299") && catalog.offered("Many_t299").is_some());
        assert_eq!(catalog.sent(), 128);
        assert_eq!(catalog.cut().unwrap().shares.len(), 2);
    }

    #[test]
    fn more_than_fit_are_searched_and_used_tools_are_appended_in_the_order_of_their_first_call() {
        let server = ServerId::new();
        let entries: Vec<Entry> = (0..60)
            .map(|n| {
                let mut entry = entry("Many", &format!("t{n:02}"));
                entry.definition.tool.server = server;
                entry
            })
            .collect();
        let mut few = catalog(&entries[..WHOLE_TOOLS], Letters::Ascii, MAX_TOOLS);
        few.select(&budget(128, Some(200_000)), &Earlier::default());
        assert_eq!(few.sent(), WHOLE_TOOLS);
        few.select(&budget(39, None), &Earlier::default());
        assert_eq!(aliases(&few), ["find_tools", "call_tool"]);
        few.select(&budget(1, None), &Earlier::default());
        assert_eq!(
            few.tools().len(),
            WHOLE_TOOLS,
            "the host's tools do not fit"
        );

        let mut many = catalog(&entries, Letters::Ascii, MAX_TOOLS);
        let call = |n: usize| entries[n].definition.tool.clone();
        let gone = ToolRef {
            server: ServerId::new(),
            name: "t01".into(),
        };
        let used = |used: &[ToolRef]| Earlier {
            used: used.to_vec(),
            found: Vec::new(),
        };
        many.select(
            &budget(128, None),
            &used(&[call(9), gone.clone(), call(3), call(9)]),
        );
        let two = ["find_tools", "call_tool", "Many_t09", "Many_t03"];
        assert_eq!(aliases(&many), two);
        many.select(
            &budget(128, None),
            &used(&[call(9), call(3), call(9), call(5)]),
        );
        assert_eq!(aliases(&many)[..4], two, "the beginning stays");
        many.select(&budget(4, None), &used(&[call(1), call(2), call(3)]));
        assert_eq!(aliases(&many)[2..], ["Many_t02", "Many_t03"], "the latest");
        assert!(many.offered("Many_t59").is_some() && many.cut().is_none());

        let found = |found: &[ToolRef]| Earlier {
            used: vec![call(1)],
            found: found.to_vec(),
        };
        let mut many = catalog(&entries, Letters::Ascii, MAX_TOOLS).deferring(true);
        many.select(&budget(128, None), &Earlier::default());
        assert_eq!(aliases(&many), ["find_tools"]);
        assert!(!many.defers());
        many.select(
            &budget(128, None),
            &found(&[call(9), gone, call(3), call(9)]),
        );
        assert_eq!(aliases(&many), ["find_tools", "Many_t09", "Many_t03"]);
        let deferred: Vec<bool> = many.tools().iter().map(|tool| tool.deferred).collect();
        assert_eq!(deferred, [false, true, true]);
        assert!(many.defers() && many.cut().is_none());
        let all: Vec<ToolRef> = (0..60).map(call).collect();
        many.select(&budget(41, None), &found(&all));
        assert_eq!(
            aliases(&many).len(),
            41,
            "never more than the endpoint accepts"
        );
        assert_eq!(aliases(&many)[40], "Many_t59", "the latest stay");
    }

    #[test]
    fn definitions_beyond_a_share_of_the_window_are_searched() {
        let mut large = entry("Large", "t");
        large.definition.input_schema = format!(r#"{{"description":"{}"}}"#, "word ".repeat(4_000));
        let mut one = catalog(&[large], Letters::Ascii, MAX_TOOLS);
        one.select(&budget(128, Some(1_000_000)), &Earlier::default());
        assert_eq!(aliases(&one), ["Large_t"]);
        one.select(&budget(128, Some(32_000)), &Earlier::default());
        assert_eq!(aliases(&one), ["find_tools", "call_tool"]);
        let mut small = catalog(&[entry("Small", "t")], Letters::Ascii, MAX_TOOLS);
        small.select(&budget(128, Some(2_000)), &Earlier::default());
        assert_eq!(aliases(&small), ["Small_t"], "a few fit in any window");
    }

    #[test]
    fn names_of_the_host_tools_are_no_aliases() {
        for (server, tool) in [("find", "tools"), ("Call", "tool"), ("call", "TOOL")] {
            let catalog = catalog(&[entry(server, tool)], Letters::Ascii, MAX_TOOLS);
            let [alias] = &aliases(&catalog)[..] else {
                panic!("one tool");
            };
            assert!(!is_host_tool(alias), "{alias}");
            assert!(alias.starts_with(&format!("{server}_{tool}_")), "{alias}");
        }
    }

    #[test]
    fn unknown_name_resolves_to_nothing() {
        let catalog = catalog(&[entry("Files", "read")], Letters::Ascii, MAX_TOOLS);
        assert!(catalog.resolve("Files_read").is_some());
        assert!(catalog.resolve("read").is_none());
    }
}
