//! The inverted index over the definitions of all servers, updated one server at a time.

use std::collections::{BTreeMap, HashMap};

use crate::{
    document::{Document, MAX_TOOLS, MAX_TOOLS_PER_SERVER, cut, weights},
    spelling::Spelling,
    words::terms,
};

/// The most tools of one server that count for how rare a word is: a server cannot make the words of others common.
const COUNTED_PER_SERVER: usize = 40;
/// The part of a server's name that is read, in bytes, and its words.
const SERVER_NAME: (usize, usize) = (128, 12);

/// A server's tools could not be indexed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The server has more tools than [`MAX_TOOLS_PER_SERVER`].
    #[error(
        "the server has {tools} tools, and at most {MAX_TOOLS_PER_SERVER} are searchable; switch off tools of this server"
    )]
    TooManyTools {
        /// How many it has.
        tools: usize,
    },
    /// The index would hold more tools than [`MAX_TOOLS`].
    #[error(
        "more than {MAX_TOOLS} tools cannot be searched; switch off servers that this conversation does not need"
    )]
    Full,
}

/// A tool in the index.
pub(crate) struct Tool {
    pub id: u64,
    pub name: String,
    pub server: u32,
    /// Its words, by number.
    words: Vec<u32>,
}

/// Where a word occurs, with a weight between 0 and 1.
#[derive(Clone, Copy)]
pub(crate) struct Posting {
    pub tool: u32,
    pub weight: f32,
}

/// A known word.
#[derive(Default)]
pub(crate) struct Word {
    pub text: String,
    pub postings: Vec<Posting>,
    /// The servers in whose name it is.
    pub names: Vec<u32>,
    /// The tools that have it, at most [`COUNTED_PER_SERVER`] of each server.
    counted: usize,
}

/// A server in the index.
#[derive(Default)]
pub(crate) struct Server {
    pub name: String,
    pub tools: Vec<u32>,
    words: Vec<u32>,
    counted: Vec<(u32, usize)>,
}

/// Searchable tool definitions. Memory follows the number of tools, which is bounded by [`MAX_TOOLS`], times the bounded words of each.
#[derive(Default)]
pub struct Index {
    pub(crate) tools: Vec<Option<Tool>>,
    free_tools: Vec<u32>,
    pub(crate) words: Vec<Word>,
    free_words: Vec<u32>,
    numbers: HashMap<String, u32>,
    pub(crate) servers: Vec<Server>,
    free_servers: Vec<u32>,
    by_name: BTreeMap<String, u32>,
    pub(crate) spelling: Spelling,
    /// The tools that count for how rare a word is.
    counted: usize,
}

impl Index {
    /// An index without tools.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of tools.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len() - self.free_tools.len()
    }

    /// Whether it has no tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The names of all servers with tools, sorted.
    pub fn servers(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// Replaces the tools of one server. The time it takes depends on this server's tools and those that share words with them.
    ///
    /// # Errors
    /// Fails without a change if the server or the index would have too many tools.
    pub fn set_server(&mut self, name: &str, tools: &[Document]) -> Result<(), IndexError> {
        if tools.len() > MAX_TOOLS_PER_SERVER {
            return Err(IndexError::TooManyTools { tools: tools.len() });
        }
        let before = self.number_of_server(name);
        let before = before.and_then(|server| self.servers.get(server as usize));
        let replaced = before.map_or(0, |server| server.tools.len());
        if self.len() - replaced + tools.len() > MAX_TOOLS {
            return Err(IndexError::Full);
        }
        self.remove_server(name);
        if !tools.is_empty() {
            self.add_server(name, tools);
        }
        Ok(())
    }

    /// Removes the tools of one server. Does nothing if there is no such server.
    pub fn remove_server(&mut self, name: &str) {
        let Some(number) = self.by_name.remove(name) else {
            return;
        };
        let Some(server) = self.servers.get_mut(number as usize) else {
            return;
        };
        let server = std::mem::take(server);
        self.free_servers.push(number);
        self.counted -= server.tools.len().min(COUNTED_PER_SERVER);
        for &(word, times) in &server.counted {
            if let Some(word) = self.words.get_mut(word as usize) {
                word.counted -= times;
                let tools = &self.tools;
                let stays = |posting: &Posting| {
                    let tool = tools.get(posting.tool as usize).and_then(Option::as_ref);
                    tool.is_some_and(|tool| tool.server != number)
                };
                word.postings.retain(stays);
            }
        }
        for &word in &server.words {
            if let Some(word) = self.words.get_mut(word as usize) {
                word.names.retain(|&other| other != number);
            }
        }
        let counted = server.counted.iter().map(|&(word, _)| word);
        for word in counted.chain(server.words.iter().copied()) {
            self.forget_if_unused(word);
        }
        for &tool in &server.tools {
            if let Some(slot) = self.tools.get_mut(tool as usize) {
                *slot = None;
                self.free_tools.push(tool);
            }
        }
    }

    fn add_server(&mut self, name: &str, tools: &[Document]) {
        let number = slot(&mut self.servers, &mut self.free_servers);
        self.by_name.insert(name.to_owned(), number);
        let mut times: BTreeMap<u32, usize> = BTreeMap::new();
        let mut numbers = Vec::with_capacity(tools.len());
        for tool in tools {
            let added = self.add_tool(number, tool);
            let words = self.tool(added).map_or(&[][..], |tool| &tool.words);
            words
                .iter()
                .for_each(|&word| *times.entry(word).or_default() += 1);
            numbers.push(added);
        }
        let mut words = Vec::new();
        terms(cut(name, SERVER_NAME.0), SERVER_NAME.1, |term| {
            words.push(term)
        });
        words.sort_unstable();
        words.dedup();
        let words: Vec<u32> = words.into_iter().map(|word| self.add_word(word)).collect();
        for &word in &words {
            if let Some(word) = self.words.get_mut(word as usize) {
                word.names.push(number);
            }
        }
        self.counted += tools.len().min(COUNTED_PER_SERVER);
        let counted: Vec<(u32, usize)> = times
            .into_iter()
            .map(|(word, times)| (word, times.min(COUNTED_PER_SERVER)))
            .collect();
        for &(word, times) in &counted {
            if let Some(word) = self.words.get_mut(word as usize) {
                word.counted += times;
            }
        }
        if let Some(server) = self.servers.get_mut(number as usize) {
            *server = Server {
                name: name.to_owned(),
                tools: numbers,
                words,
                counted,
            };
        }
    }

    fn add_tool(&mut self, server: u32, tool: &Document) -> u32 {
        let number = slot(&mut self.tools, &mut self.free_tools);
        let weighted: Vec<(u32, f32)> = weights(tool)
            .into_iter()
            .map(|(word, weight)| (self.add_word(word), weight))
            .collect();
        for &(word, weight) in &weighted {
            if let Some(word) = self.words.get_mut(word as usize) {
                word.postings.push(Posting {
                    tool: number,
                    weight,
                });
            }
        }
        if let Some(slot) = self.tools.get_mut(number as usize) {
            *slot = Some(Tool {
                id: tool.id,
                name: tool.name.clone(),
                server,
                words: weighted.into_iter().map(|(word, _)| word).collect(),
            });
        }
        number
    }

    fn add_word(&mut self, text: String) -> u32 {
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        let number = slot(&mut self.words, &mut self.free_words);
        self.spelling.add(number, &text);
        self.numbers.insert(text.clone(), number);
        if let Some(word) = self.words.get_mut(number as usize) {
            word.text = text;
        }
        number
    }

    fn forget_if_unused(&mut self, number: u32) {
        let Some(word) = self.words.get_mut(number as usize) else {
            return;
        };
        if word.text.is_empty() || !word.postings.is_empty() || !word.names.is_empty() {
            return;
        }
        let word = std::mem::take(word);
        self.spelling.remove(number, &word.text);
        self.numbers.remove(&word.text);
        self.free_words.push(number);
    }

    pub(crate) fn number_of_server(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The tool in a slot.
    pub(crate) fn tool(&self, number: u32) -> Option<&Tool> {
        self.tools.get(number as usize).and_then(Option::as_ref)
    }

    /// The number of a stem.
    pub(crate) fn word(&self, stem: &str) -> Option<u32> {
        self.numbers.get(stem).copied()
    }

    /// How rare a word is: 0 if every tool has it, more the fewer have it.
    pub(crate) fn rarity(&self, word: &Word) -> f32 {
        let all = count(self.counted);
        let with = count(word.counted.max(word.names.len()).min(self.counted));
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }
}

/// A number as a factor. Counts in this crate are far below 2^24.
pub(crate) fn count(number: usize) -> f32 {
    number as f32
}

/// A free place, reused or new. Fewer than 2^32 exist: words and tools are bounded.
fn slot<T: Default>(all: &mut Vec<T>, free: &mut Vec<u32>) -> u32 {
    free.pop().unwrap_or_else(|| {
        all.push(T::default());
        u32::try_from(all.len() - 1).unwrap_or(u32::MAX)
    })
}
