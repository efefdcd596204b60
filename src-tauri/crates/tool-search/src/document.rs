//! What is indexed of a tool, and its bounds.

use std::collections::HashSet;

use crate::words::terms;

/// The most tools that are indexed of one server.
pub const MAX_TOOLS_PER_SERVER: usize = 2_000;
/// The most tools in an index.
pub const MAX_TOOLS: usize = 50_000;

/// The part of a description that is read, in bytes.
const DESCRIPTION_BYTES: usize = 4_096;
/// The part of any other text that is read, in bytes.
const TEXT_BYTES: usize = 512;
/// The parameters of a tool that are read.
const PARAMETERS: usize = 64;
/// The words of a field that are read.
const WORDS: usize = 400;

/// One tool, as its server defines it. Every text is untrusted: only the first part is read, within the bounds of this module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Any number of the caller, returned in a [`Hit`](crate::Hit).
    pub id: u64,
    /// The name by which it is called, for example `read_text_file`.
    pub name: String,
    /// The name for people. Empty if the server states none.
    pub title: String,
    /// What the tool does. Empty if the server states nothing.
    pub description: String,
    /// The parameters of its input schema.
    pub parameters: Vec<Parameter>,
}

/// One parameter of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, for example `startDate`.
    pub name: String,
    /// What it is. Empty if the server states nothing.
    pub description: String,
}

/// A part of a definition, with what a word in it counts.
struct Field {
    weight: f32,
    /// The number of distinct words that a usual definition has here. More words count less each.
    usual: f32,
    /// The distinct words that are indexed.
    most: usize,
}

const NAME: Field = Field {
    weight: 3.0,
    usual: 3.0,
    most: 16,
};
const TITLE: Field = Field {
    weight: 1.5,
    usual: 3.0,
    most: 16,
};
const SUMMARY: Field = Field {
    weight: 2.0,
    usual: 10.0,
    most: 40,
};
const DETAILS: Field = Field {
    weight: 0.6,
    usual: 40.0,
    most: 160,
};
const PARAMETER: Field = Field {
    weight: 0.8,
    usual: 6.0,
    most: 80,
};
const PARAMETER_DETAILS: Field = Field {
    weight: 0.4,
    usual: 40.0,
    most: 160,
};

/// How fast further fields with the same word add less.
const SATURATION: f32 = 1.5;

/// The words of a definition, each with a weight between 0 and 1. A word counts once in a field, however often it is repeated.
pub(crate) fn weights(tool: &Document) -> Vec<(String, f32)> {
    let mut all = Weights::default();
    let description = cut(&tool.description, DESCRIPTION_BYTES);
    let (summary, details) = description.split_at(summary_end(description));
    all.add(&NAME, &[cut(&tool.name, TEXT_BYTES)]);
    all.add(&TITLE, &[cut(&tool.title, TEXT_BYTES)]);
    all.add(&SUMMARY, &[summary]);
    all.add(&DETAILS, &[details]);
    let parameters = || tool.parameters.iter().take(PARAMETERS);
    let names: Vec<&str> = parameters().map(|p| cut(&p.name, TEXT_BYTES)).collect();
    let texts: Vec<&str> = parameters()
        .map(|p| cut(&p.description, TEXT_BYTES))
        .collect();
    all.add(&PARAMETER, &names);
    all.add(&PARAMETER_DETAILS, &texts);
    all.done()
}

#[derive(Default)]
struct Weights {
    order: Vec<String>,
    sums: std::collections::HashMap<String, f32>,
}

impl Weights {
    fn add(&mut self, field: &Field, texts: &[&str]) {
        let mut distinct = HashSet::new();
        for text in texts {
            terms(text, WORDS, |term| {
                if distinct.len() < field.most {
                    distinct.insert(term);
                }
            });
        }
        let length = u16::try_from(distinct.len()).map_or(f32::MAX, f32::from);
        let each = field.weight / (0.4 + 0.6 * (length / field.usual).max(0.6));
        for term in distinct {
            if let Some(sum) = self.sums.get_mut(&term) {
                *sum += each;
            } else {
                self.order.push(term.clone());
                self.sums.insert(term, each);
            }
        }
    }

    fn done(self) -> Vec<(String, f32)> {
        let Self { mut order, sums } = self;
        order.sort_unstable();
        let weight = |sum: f32| sum / (SATURATION + sum);
        let of = |term: String| sums.get(&term).map(|sum| (term.clone(), weight(*sum)));
        order.into_iter().filter_map(of).collect()
    }
}

/// The first bytes of a text, whole characters only.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    let end = text.floor_char_boundary(most);
    text.get(..end).unwrap_or("")
}

/// The end of the first sentence or paragraph, in bytes.
fn summary_end(description: &str) -> usize {
    let ends = [". ", ".\n", "\n\n", "。"];
    let text = description.trim_start();
    let skipped = description.len() - text.len();
    let end = ends.iter().filter_map(|end| text.find(end)).min();
    end.map_or(description.len(), |end| skipped + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_word_counts_once_in_a_field() {
        let tool = |description: String| Document {
            description,
            ..Document::default()
        };
        let once = weights(&tool("reads".into()));
        assert_eq!(once, weights(&tool("reads ".repeat(100_000))));
    }
}
