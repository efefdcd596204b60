//! Recall by group.

use std::collections::BTreeMap;

use tool_search::{Learned, Query};

use super::corpus::Corpus;

/// Which half of the needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Split {
    /// Weights and words were adjusted on these.
    Tuning,
    /// Nothing was adjusted on these.
    HeldOut,
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The need itself.
    AsWritten,
    /// The phrasings of a model.
    Phrased,
}

/// The hits at 1 and at 5, and the number of needs, by group and split.
pub struct Figures(BTreeMap<(String, Split), [usize; 3]>);

impl Figures {
    /// Recall at 1 and at 5.
    pub fn total(&self, split: Split) -> (f64, f64) {
        let groups = self.0.iter().filter(|((_, of), _)| *of == split);
        let sum = groups.fold([0; 3], |sum, (_, group)| added(sum, *group));
        shares(sum)
    }

    /// Prints a table.
    pub fn print(&self, title: &str, corpus: &Corpus) {
        println!(
            "\n{title}: {} tools of {} servers",
            corpus.tools, corpus.servers
        );
        println!(
            "{:<18} {:>14} {:>22}",
            "recall at 1 / 5", "tuning", "held out"
        );
        let mut groups: Vec<&String> = self.0.keys().map(|(group, _)| group).collect();
        groups.dedup();
        let row = |name: &str, tuning: (f64, f64), held: (f64, f64)| {
            println!(
                "{name:<18} {:>8.2} / {:.2} {:>14.2} / {:.2}",
                tuning.0, tuning.1, held.0, held.1
            );
        };
        for group in groups {
            let of = |split| {
                shares(
                    self.0
                        .get(&(group.clone(), split))
                        .copied()
                        .unwrap_or_default(),
                )
            };
            row(group, of(Split::Tuning), of(Split::HeldOut));
        }
        row("all", self.total(Split::Tuning), self.total(Split::HeldOut));
    }
}

fn added(a: [usize; 3], b: [usize; 3]) -> [usize; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn shares([first, five, all]: [usize; 3]) -> (f64, f64) {
    let share = |part: usize| part as f64 / all.max(1) as f64;
    (share(first), share(five))
}

/// Searches for every need.
pub fn measure(corpus: &Corpus, asked: Asked) -> Figures {
    let misses = std::env::var("RECALL_MISSES").unwrap_or_default();
    let mut figures = Figures(BTreeMap::new());
    let (mut group, mut split) = (String::new(), Split::HeldOut);
    let lines = include_str!("queries.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            group = name.trim_end_matches(']').to_owned();
        }
        let [need, phrasings, right] = line.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            continue;
        };
        split = if split == Split::Tuning {
            Split::HeldOut
        } else {
            Split::Tuning
        };
        let phrasings: Vec<&str> = match asked {
            Asked::AsWritten => vec![need],
            Asked::Phrased => phrasings.split(';').map(str::trim).collect(),
        };
        let right: Vec<&str> = right.split_whitespace().collect();
        assert!(right.iter().any(|right| exists(corpus, right)), "{right:?}");
        let query = Query {
            phrasings: &phrasings,
            server: None,
            limit: 10,
        };
        let hits = match &corpus.meanings {
            None => corpus.index.search(&query).unwrap(),
            Some(meanings) => {
                let learned = Learned::default();
                corpus
                    .index
                    .search_fused(&query, &learned, meanings)
                    .unwrap()
            }
        };
        let found: Vec<String> = hits
            .iter()
            .map(|hit| format!("{}/{}", hit.server, hit.tool))
            .collect();
        let rank = found
            .iter()
            .position(|name| right.iter().any(|right| is(name, right)));
        let counts = figures.0.entry((group.clone(), split)).or_default();
        *counts = added(
            *counts,
            [
                usize::from(rank == Some(0)),
                usize::from(rank.is_some_and(|r| r < 5)),
                1,
            ],
        );
        if split == Split::Tuning && misses == "tuning" && rank.is_none_or(|rank| rank >= 5) {
            println!(
                "missed: {need} -> {}\n  found: {}",
                right.join(" "),
                found.join(" ")
            );
        }
    }
    figures
}

fn is(name: &str, right: &str) -> bool {
    right
        .strip_suffix('*')
        .map_or(name == right, |start| name.starts_with(start))
}

fn exists(corpus: &Corpus, right: &str) -> bool {
    corpus.names.iter().any(|name| is(name, right))
}
