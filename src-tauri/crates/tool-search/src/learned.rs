//! Words of past successful calls.

use std::collections::{BTreeMap, HashMap};

use crate::{
    index::{Index, count},
    lexicon::LEXICON,
    phrasings::used_phrasings,
    words::terms,
};

/// The pairs of a word and a tool that are remembered. The least used are forgotten first.
pub const MAX_LEARNED: usize = 20_000;
/// The words of a phrasing that are remembered.
const WORDS: usize = 16;
/// Uses after which a word counts no more.
const ENOUGH: u32 = 8;

/// Which words led to which tools. The caller records a query when the user approved a call that it led to, and stores the pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// Stem, server and tool, with the number of uses.
    pairs: BTreeMap<(String, String, String), u32>,
}

impl Learned {
    /// Nothing learned.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Remembers that these phrasings led to a successful call of a tool.
    pub fn record(&mut self, phrasings: &[&str], server: &str, tool: &str) {
        let mut stems = Vec::new();
        for phrasing in used_phrasings(phrasings) {
            terms(phrasing, WORDS, |stem| stems.push(stem));
        }
        stems.sort_unstable();
        stems.dedup();
        for stem in stems {
            if !LEXICON.is_stop(&stem) {
                self.restore(stem, server, tool, 1);
            }
        }
    }

    /// Adds a stored pair.
    pub fn restore(&mut self, stem: String, server: &str, tool: &str, uses: u32) {
        let key = (stem, server.to_owned(), tool.to_owned());
        let known = self.pairs.entry(key).or_default();
        *known = known.saturating_add(uses).min(ENOUGH);
        if self.pairs.len() > MAX_LEARNED {
            self.forget();
        }
    }

    /// Every pair: stem, server, tool and number of uses, at most 8.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str, &str, u32)> {
        let pairs = self.pairs.iter();
        pairs.map(|((stem, server, tool), uses)| {
            (stem.as_str(), server.as_str(), tool.as_str(), *uses)
        })
    }

    /// Forgets what was learned of a server, for example when it is removed.
    pub fn forget_server(&mut self, server: &str) {
        self.pairs.retain(|(_, of, _), _| of != server);
    }

    /// Forgets a tenth: the least used.
    fn forget(&mut self) {
        let mut uses: Vec<_> = self
            .pairs
            .iter()
            .map(|(key, uses)| (*uses, key.clone()))
            .collect();
        uses.sort_unstable();
        for (_, key) in uses.into_iter().take(MAX_LEARNED / 10) {
            self.pairs.remove(&key);
        }
    }

    /// The tools of an index for each learned stem, with a weight between 0 and 1.
    pub(crate) fn in_index<'a>(&'a self, index: &Index) -> HashMap<&'a str, Vec<(u32, f32)>> {
        let mut found: HashMap<&str, Vec<(u32, f32)>> = HashMap::new();
        if self.pairs.is_empty() {
            return found;
        }
        let tools = index
            .tools
            .iter()
            .zip(0_u32..)
            .filter_map(|(tool, number)| {
                let tool = tool.as_ref()?;
                Some(((index.server_name(tool.server), tool.name.as_str()), number))
            });
        let tools: HashMap<(&str, &str), u32> = tools.collect();
        for (stem, server, tool, uses) in self.pairs() {
            if let Some(&number) = tools.get(&(server, tool)) {
                let uses = count(uses as usize);
                found
                    .entry(stem)
                    .or_default()
                    .push((number, uses / (uses + 1.0)));
            }
        }
        found
    }
}
