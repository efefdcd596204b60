//! An optional second ranking by meaning, with a static embedding model from a file of the user.
//!
//! A static model has one vector for each token; a text is the mean of its tokens' vectors. The formats are those of `model2vec`:
//! `model.safetensors` with `embeddings` (and optionally `weights` and `mapping`) beside a `tokenizer.json` with a Unigram or WordPiece
//! vocabulary. Nothing is bundled and nothing is downloaded.

mod error;
mod tensors;
mod tokenizer;

use std::{
    collections::{BTreeMap, HashMap},
    fs::File,
    io::Read,
    path::Path,
    sync::Arc,
};

use crate::{
    document::{Document, cut},
    index::{Index, count},
    learned::Learned,
    phrasings::used_phrasings,
    search::{Hit, MAX_HITS, Query, QueryError},
    words::runs,
};
pub use error::ModelError;
use tensors::Tensors;
use tokenizer::Tokenizer;

/// The largest file of weights, in bytes.
const WEIGHTS: u64 = 512 << 20;
/// The largest file of a tokenizer, in bytes.
const TOKENIZER: u64 = 64 << 20;
/// The longest vector.
const DIMENSIONS: usize = 1_024;
/// The part of a description that is embedded, in bytes.
const DESCRIPTION: usize = 400;
/// The constant of reciprocal rank fusion.
const RANK: f32 = 10.0;
/// How much the ranking by meaning counts, to the one by words.
const MEANING: f32 = 0.35;

/// A static embedding model in memory: about the size of its files.
pub struct StaticModel {
    tokenizer: Tokenizer,
    vectors: Vec<f32>,
    dimensions: usize,
    weights: Option<Vec<f32>>,
    mapping: Option<Vec<f32>>,
}

impl StaticModel {
    /// Reads `model.safetensors` and `tokenizer.json` of a folder. The only function of this crate that reads files.
    ///
    /// # Errors
    /// Fails if a file is missing, larger than 512 MB and 64 MB, damaged, or not of a static model.
    pub fn load(folder: &Path) -> Result<Self, ModelError> {
        let weights = read(folder, "model.safetensors", WEIGHTS)?;
        let tokenizer = read(folder, "tokenizer.json", TOKENIZER)?;
        Self::from_bytes(&weights, &tokenizer)
    }

    /// A model from the contents of its two files.
    ///
    /// # Errors
    /// Fails if they are damaged or not of a static model.
    pub fn from_bytes(weights: &[u8], tokenizer: &[u8]) -> Result<Self, ModelError> {
        let tokenizer = Tokenizer::parse(tokenizer)?;
        let tensors = Tensors::parse(weights)?;
        let embeddings = match tensors.read("embeddings")? {
            None => tensors.read("embedding.weight")?,
            found => found,
        };
        let (shape, vectors) = embeddings.ok_or(ModelError::Weights("it has no `embeddings`"))?;
        let &[rows, dimensions @ 1..=DIMENSIONS] = shape else {
            return Err(ModelError::Weights(
                "its `embeddings` are no rows of at most 1024 numbers",
            ));
        };
        let mapping = tensors.read("mapping")?.map(|(_, numbers)| numbers);
        let weights = tensors.read("weights")?.map(|(_, numbers)| numbers);
        let tokens = mapping.as_ref().map_or(rows, Vec::len);
        if tokens < tokenizer.len()
            || weights
                .as_ref()
                .is_some_and(|weights| weights.len() < tokenizer.len())
        {
            return Err(ModelError::Weights(
                "it has fewer vectors than the tokenizer has tokens",
            ));
        }
        Ok(Self {
            tokenizer,
            vectors,
            dimensions,
            weights,
            mapping,
        })
    }

    /// The vector of a text, of length 1, or 0 if the model knows no word of it.
    #[must_use]
    pub fn embed(&self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions];
        for token in self.tokenizer.tokens(text) {
            let weight = self
                .weights
                .as_ref()
                .and_then(|weights| weights.get(token as usize));
            let weight = weight.copied().unwrap_or(1.0);
            for (sum, number) in sum.iter_mut().zip(self.row(token)) {
                *sum += weight * number;
            }
        }
        unit(sum)
    }

    fn row(&self, token: u32) -> &[f32] {
        let row = match &self.mapping {
            None => token as usize,
            Some(mapping) => mapping
                .get(token as usize)
                .map_or(usize::MAX, |&row| row as usize),
        };
        let start = row.checked_mul(self.dimensions);
        let range = start.and_then(|start| Some(start..start.checked_add(self.dimensions)?));
        range
            .and_then(|range| self.vectors.get(range))
            .unwrap_or(&[])
    }
}

fn read(folder: &Path, file: &'static str, most: u64) -> Result<Vec<u8>, ModelError> {
    let failed = |source| ModelError::Read { file, source };
    let mut bytes = Vec::new();
    let opened = File::open(folder.join(file)).map_err(failed)?;
    opened
        .take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > most {
        return Err(ModelError::TooLarge(file));
    }
    Ok(bytes)
}

fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    if length > 0.0 && length.is_finite() {
        vector.iter_mut().for_each(|number| *number /= length);
    } else {
        vector.fill(0.0);
    }
    vector
}

/// The vectors of tools, by server. Kept beside an [`Index`] with the same tools.
pub struct Meanings {
    model: Arc<StaticModel>,
    servers: BTreeMap<String, Vec<Meaning>>,
}

struct Meaning {
    id: u64,
    tool: String,
    vector: Vec<f32>,
}

impl Meanings {
    /// No tools yet.
    #[must_use]
    pub fn new(model: Arc<StaticModel>) -> Self {
        Self {
            model,
            servers: BTreeMap::new(),
        }
    }

    /// Replaces the tools of one server. Call it after [`Index::set_server`] succeeded, which bounds their number.
    pub fn set_server(&mut self, name: &str, tools: &[Document]) {
        let tools = tools.iter().map(|tool| Meaning {
            id: tool.id,
            tool: tool.name.clone(),
            vector: self.model.embed(&sentence(name, tool)),
        });
        let tools = tools.collect();
        self.servers.insert(name.to_owned(), tools);
    }

    /// Removes the tools of one server.
    pub fn remove_server(&mut self, name: &str) {
        self.servers.remove(name);
    }

    /// The tools nearest to the mean of the phrasings.
    fn nearest(&self, query: &Query<'_>, most: usize) -> Vec<Hit> {
        let mut sum: Vec<f32> = Vec::new();
        for phrasing in used_phrasings(query.phrasings) {
            let vector = self.model.embed(phrasing);
            sum.resize(vector.len(), 0.0);
            sum.iter_mut()
                .zip(vector)
                .for_each(|(sum, number)| *sum += number);
        }
        let wanted = unit(sum);
        let servers = self.servers.iter();
        let servers = servers.filter(|(name, _)| query.server.is_none_or(|only| only == *name));
        let mut near: Vec<(f32, &str, &Meaning)> = servers
            .flat_map(|(name, tools)| tools.iter().map(move |tool| (name.as_str(), tool)))
            .map(|(name, tool)| (product(&wanted, &tool.vector), name, tool))
            .filter(|(score, ..)| *score > 0.0)
            .collect();
        near.sort_by(|a, b| {
            b.0.total_cmp(&a.0)
                .then_with(|| (a.1, &a.2.tool, a.2.id).cmp(&(b.1, &b.2.tool, b.2.id)))
        });
        let hit = |(score, server, tool): (f32, &str, &Meaning)| Hit {
            id: tool.id,
            server: server.to_owned(),
            tool: tool.tool.clone(),
            score,
        };
        near.into_iter().take(most).map(hit).collect()
    }
}

/// What is embedded of a tool.
fn sentence(server: &str, tool: &Document) -> String {
    let mut text = String::new();
    for part in [server, &tool.name] {
        runs(cut(part, 128), 16, |run| {
            text.push_str(&run.parts.join(" "));
            text.push(' ');
        });
    }
    format!(
        "{text}{} {}",
        cut(&tool.title, 128),
        cut(&tool.description, DESCRIPTION)
    )
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Index {
    /// [`search_with`](Self::search_with), fused with a ranking by meaning by reciprocal rank. Scores are comparable within one search only.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn search_fused(
        &self,
        query: &Query<'_>,
        learned: &Learned,
        meanings: &Meanings,
    ) -> Result<Vec<Hit>, QueryError> {
        let wide = Query {
            limit: MAX_HITS,
            ..query.clone()
        };
        let words = self.search_with(&wide, learned)?;
        let mut fused: HashMap<(String, String, u64), f32> = HashMap::new();
        for (hits, weight) in [(words, 1.0), (meanings.nearest(query, MAX_HITS), MEANING)] {
            for (rank, hit) in hits.into_iter().enumerate() {
                *fused.entry((hit.server, hit.tool, hit.id)).or_default() +=
                    weight / (RANK + count(rank));
            }
        }
        let hit = |((server, tool, id), score)| Hit {
            id,
            server,
            tool,
            score,
        };
        let mut hits: Vec<Hit> = fused.into_iter().map(hit).collect();
        hits.sort_by(|a, b| {
            let names = || (&a.server, &a.tool, a.id).cmp(&(&b.server, &b.tool, b.id));
            b.score.total_cmp(&a.score).then_with(names)
        });
        hits.truncate(query.limit.min(MAX_HITS));
        Ok(hits)
    }
}
