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

    /// Takes tools off the offer.
    pub fn without(mut self, tools: &BTreeSet<ToolRef>) -> Self {
        for entry in self.by_alias.values_mut() {
            entry.offered &= !tools.contains(&entry.definition.tool);
        }
        self
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
        let name = tool.to_owned();
        let found = self.entry_of(&ToolRef { server, name })?;
        Some(found.0.to_owned())
    }

    /// Returns a tool of this turn and its alias, whether it is on offer or not.
    pub fn entry_of(&self, tool: &ToolRef) -> Option<(&str, &Entry)> {
        let found = self
            .by_alias
            .iter()
            .find(|(_, entry)| entry.definition.tool == *tool)?;
        Some((found.0, found.1))
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
mod tests;
