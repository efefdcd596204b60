//! Ranking: first the servers that can be meant, then their tools.

use std::{cmp::Ordering, collections::HashMap};

use crate::{
    document::cut,
    index::{Index, count},
    learned::Learned,
    phrasings::used_phrasings,
    query::{Analysis, Group},
};

/// The most hits of a search.
pub const MAX_HITS: usize = 50;

/// How much the server's evidence counts, to the tool's own.
const SERVER: f32 = 0.45;
/// How much a word counts that is in the server's name.
const SERVER_NAME: f32 = 1.0;
/// How much a tool gets for a word that is in its server's name.
const NAMED: f32 = 0.55;
/// Tools that a word must be in to count for the whole server: one stuffed definition is not a server about the word.
const SERVER_TOOLS: f32 = 4.0;
/// The most that a word counts that is in many tools of a server: a server of copies is not better than one about the word.
const SERVER_SHARE: f32 = 0.5;
/// How much the phrasings count that match less than the best one.
const OTHER_PHRASINGS: f32 = 0.35;
/// How much of a tool's score depends on the share of the query that it covers.
const COVERAGE: f32 = 0.4;
/// How much a learned word counts.
const LEARNED: f32 = 0.8;
/// The share of the hits that one server takes while another has a hit of at least [`RIVAL`] of its score.
const SHARE: f32 = 0.6;
/// See [`SHARE`].
const RIVAL: f32 = 0.5;

/// What to search for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query<'a> {
    /// The same need in several phrasings. The first [`MAX_PHRASINGS`](crate::MAX_PHRASINGS) count, and of each the first [`MAX_PHRASING_BYTES`](crate::MAX_PHRASING_BYTES).
    pub phrasings: &'a [&'a str],
    /// Only tools of this server.
    pub server: Option<&'a str>,
    /// The most hits to return, at most [`MAX_HITS`].
    pub limit: usize,
}

/// A tool that matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The caller's number of the tool.
    pub id: u64,
    /// Its server.
    pub server: String,
    /// Its name.
    pub tool: String,
    /// How well it matches, above 0. Comparable within one search only.
    pub score: f32,
}

/// A query that cannot be searched for. The text is for the model that sent it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// No phrasing has a letter or a digit.
    #[error("`queries` has no words; describe what the tool should do in several short phrasings")]
    Empty,
    /// The server has no tools in this index.
    #[error(
        "no server is named {0:?}; leave `server` out, or use the name of a server from an earlier result"
    )]
    UnknownServer(String),
}

impl Index {
    /// The tools that match a query, best first. Equal scores are in the order of server and tool names, so the result depends
    /// on the indexed definitions only, not on the order in which they were added.
    ///
    /// # Errors
    /// Fails if no phrasing has a word or the server is unknown. The error's text tells a model what to do.
    pub fn search(&self, query: &Query<'_>) -> Result<Vec<Hit>, QueryError> {
        self.search_with(query, &Learned::default())
    }

    /// [`search`](Self::search) that also uses the words of past successful calls.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn search_with(
        &self,
        query: &Query<'_>,
        learned: &Learned,
    ) -> Result<Vec<Hit>, QueryError> {
        let scores = self.scores(query, learned)?;
        Ok(self.pick(&scores, query))
    }

    /// The score of each tool, by its slot.
    pub(crate) fn scores(
        &self,
        query: &Query<'_>,
        learned: &Learned,
    ) -> Result<Vec<f32>, QueryError> {
        let only = match query.server {
            None => None,
            Some(name) => Some(
                self.number_of_server(name)
                    .ok_or_else(|| QueryError::UnknownServer(cut(name, 64).to_owned()))?,
            ),
        };
        let phrasings: Vec<&str> = used_phrasings(query.phrasings);
        if phrasings.is_empty() {
            return Err(QueryError::Empty);
        }
        let mut best = vec![0.0_f32; self.tools.len()];
        let mut sums = best.clone();
        let named = learned.in_index(self);
        for phrasing in &phrasings {
            let groups = Analysis::of(self, phrasing);
            let of_one = Scoring::new(self, &named).phrasing(&groups);
            for ((best, sum), score) in best.iter_mut().zip(&mut sums).zip(of_one) {
                *best = best.max(score);
                *sum += score;
            }
        }
        let others = OTHER_PHRASINGS / count(phrasings.len().max(2) - 1);
        for (tool, (best, sum)) in self.tools.iter().zip(best.iter_mut().zip(sums)) {
            let wanted = tool
                .as_ref()
                .is_some_and(|tool| only.is_none_or(|only| tool.server == only));
            *best = if wanted {
                *best + others * (sum - *best)
            } else {
                0.0
            };
        }
        Ok(best)
    }

    /// The best tools by score.
    pub(crate) fn pick(&self, scores: &[f32], query: &Query<'_>) -> Vec<Hit> {
        let limit = query.limit.min(MAX_HITS);
        let ranked: Vec<Ranked<'_>> = self
            .tools
            .iter()
            .zip(scores)
            .filter_map(|(tool, &score)| Some((tool.as_ref()?, score)))
            .filter(|&(_, score)| score > 0.0)
            .map(|(tool, score)| {
                (
                    score,
                    self.server_name(tool.server),
                    tool.name.as_str(),
                    tool.id,
                )
            })
            .collect();
        let mut ranked = best_of_each_server(ranked, limit.max(1));
        ranked.sort_unstable_by(order);
        let ranked = if query.server.is_none() {
            shared_out(ranked, limit)
        } else {
            ranked
        };
        let hit = |(score, server, tool, id): Ranked<'_>| Hit {
            id,
            server: server.to_owned(),
            tool: tool.to_owned(),
            score,
        };
        ranked.into_iter().take(limit).map(hit).collect()
    }

    pub(crate) fn server_name(&self, server: u32) -> &str {
        self.servers
            .get(server as usize)
            .map_or("", |server| server.name.as_str())
    }
}

/// Score, server, name and number of a tool.
type Ranked<'a> = (f32, &'a str, &'a str, u64);

/// Best first, then by names.
fn order(a: &Ranked<'_>, b: &Ranked<'_>) -> Ordering {
    b.0.total_cmp(&a.0)
        .then_with(|| (a.1, a.2, a.3).cmp(&(b.1, b.2, b.3)))
}

/// Keeps the best tools of each server, so that many copies of one push out none of another.
fn best_of_each_server(ranked: Vec<Ranked<'_>>, most: usize) -> Vec<Ranked<'_>> {
    let mut servers: HashMap<&str, Vec<Ranked<'_>>> = HashMap::new();
    for tool in ranked {
        servers.entry(tool.1).or_default().push(tool);
    }
    let mut best = Vec::new();
    for mut tools in servers.into_values() {
        if tools.len() > most {
            tools.select_nth_unstable_by(most - 1, order);
            tools.truncate(most);
        }
        best.append(&mut tools);
    }
    best
}

/// Moves tools of a server that has its share behind those of others that match nearly as well.
fn shared_out(ranked: Vec<Ranked<'_>>, limit: usize) -> Vec<Ranked<'_>> {
    let share = ((count(limit) * SHARE).ceil() as usize).max(1);
    let mut taken: HashMap<&str, usize> = HashMap::new();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for hit in ranked {
        let taken = taken.entry(hit.1).or_default();
        if *taken < share {
            *taken += 1;
            first.push(hit);
        } else {
            later.push(hit);
        }
    }
    // What is deferred precedes hits that match much less.
    let mut merged = Vec::with_capacity(first.len() + later.len());
    let mut later = later.into_iter().peekable();
    for hit in first {
        while let Some(deferred) = later.next_if(|deferred| hit.0 < deferred.0 * RIVAL) {
            merged.push(deferred);
        }
        merged.push(hit);
    }
    merged.extend(later);
    merged
}

/// Scores the tools for one phrasing.
struct Scoring<'a> {
    index: &'a Index,
    learned: &'a HashMap<&'a str, Vec<(u32, f32)>>,
    /// For each tool: the sum over groups, and of the rarities that it covers.
    tools: Vec<(f32, f32)>,
    servers: Vec<f32>,
    /// Of the group at work, cleared after it.
    group: Vec<f32>,
    touched: Vec<u32>,
}

impl<'a> Scoring<'a> {
    fn new(index: &'a Index, learned: &'a HashMap<&'a str, Vec<(u32, f32)>>) -> Self {
        Self {
            index,
            learned,
            tools: vec![(0.0, 0.0); index.tools.len()],
            servers: vec![0.0; index.servers.len()],
            group: vec![0.0; index.tools.len()],
            touched: Vec::new(),
        }
    }

    fn phrasing(mut self, groups: &[Group]) -> Vec<f32> {
        let mut all = 0.0;
        for group in groups {
            all += self.group(group);
        }
        if all <= 0.0 {
            return vec![0.0; self.tools.len()];
        }
        let tools = self.index.tools.iter().zip(&self.tools);
        tools
            .map(|(tool, &(sum, covered))| {
                let server = tool
                    .as_ref()
                    .and_then(|tool| self.servers.get(tool.server as usize));
                if sum <= 0.0 {
                    return 0.0;
                }
                let coverage = 1.0 - COVERAGE + COVERAGE * (covered / all).min(1.0);
                (sum * coverage + SERVER * server.copied().unwrap_or(0.0)) / all
            })
            .collect()
    }

    /// Adds what a group finds. Returns how much a tool could get for it.
    fn group(&mut self, group: &Group) -> f32 {
        let rarity = |number: u32| {
            let word = self.index.words.get(number as usize);
            word.map_or(0.0, |word| self.index.rarity(word))
        };
        let worth = group
            .alternatives
            .iter()
            .map(|&(word, weight)| weight * rarity(word))
            .fold(0.0, f32::max);
        let own = group
            .alternatives
            .first()
            .map_or(0.0, |&(word, _)| rarity(word));
        let mut servers = vec![0.0_f32; self.servers.len()];
        for &(word, weight) in &group.alternatives {
            // A rare synonym is no better evidence than the word itself.
            let value = weight * rarity(word).min(own.max(worth));
            self.word(word, value, &mut servers);
        }
        let learned = self.learned.get(group.stem.as_str());
        // A word that no definition has counts like a usual one once it was learned.
        let worth = match learned {
            Some(_) if worth <= 0.0 => 1.0,
            _ => worth,
        };
        for &(tool, weight) in learned.into_iter().flatten() {
            self.raise(tool, LEARNED * weight * worth);
        }
        for tool in self.touched.drain(..) {
            let (Some(best), Some(sums)) = (
                self.group.get_mut(tool as usize),
                self.tools.get_mut(tool as usize),
            ) else {
                continue;
            };
            sums.0 += *best;
            sums.1 += best.min(worth);
            *best = 0.0;
        }
        for (sum, server) in self.servers.iter_mut().zip(servers) {
            *sum += server;
        }
        worth
    }

    fn word(&mut self, number: u32, value: f32, servers: &mut [f32]) {
        let Some(word) = self.index.words.get(number as usize) else {
            return;
        };
        let mut with = vec![0_usize; self.servers.len()];
        for posting in &word.postings {
            self.raise(posting.tool, value * posting.weight);
            let tool = self.index.tool(posting.tool);
            if let Some(with) = tool.and_then(|tool| with.get_mut(tool.server as usize)) {
                *with += 1;
            }
        }
        let all = self.index.servers.iter().map(|server| server.tools.len());
        for ((with, all), best) in with.into_iter().zip(all).zip(servers.iter_mut()) {
            let share = (count(with) / (count(all) + SERVER_TOOLS)).min(SERVER_SHARE);
            *best = best.max(value * share);
        }
        for &server in &word.names {
            if let Some(best) = servers.get_mut(server as usize) {
                *best = best.max(value * SERVER_NAME);
            }
            // Definitions often leave out what the server's name says.
            let named = self.index.servers.get(server as usize);
            for &tool in named.map_or(&[][..], |server| &server.tools) {
                self.raise(tool, value * NAMED);
            }
        }
    }

    fn raise(&mut self, tool: u32, value: f32) {
        if let Some(best) = self.group.get_mut(tool as usize) {
            if *best == 0.0 {
                self.touched.push(tool);
            }
            *best = best.max(value);
        }
    }
}
