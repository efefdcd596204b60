//! The features of requests, and what an endpoint with its model was found to lack.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A feature of requests that an endpoint may lack. Without it, a request says the same in another way, or says less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Answers in pieces. Without it: one document.
    Stream,
    /// `stream_options`. Without it: no count of tokens from some endpoints.
    StreamOptions,
    /// The bound of an answer by the name that the address suggests. Without it: the other name.
    UsualBound,
    /// A bound of the answer by any name, where the wire does not need one.
    Bound,
    /// A temperature.
    Temperature,
    /// A choice of how much the model reasons.
    Effort,
    /// The same in a request with tools. Without it: such a request says `none`.
    EffortWithTools,
    /// The role of the system. Without it: its text begins the first message of the user.
    System,
    /// An answer without content beside its calls. Without it: empty text.
    NullContent,
    /// Empty text there. Without it: one space.
    EmptyContent,
    /// Tools.
    Tools,
    /// Letters beyond ASCII in the names of tools.
    ToolLetters,
    /// Several calls in one answer. Without it: earlier ones are told one by one.
    ParallelCalls,
    /// Tools whose definitions are read where a result refers to them.
    DeferredTools,
    /// Descriptions of tools with more than 1,024 characters.
    LongDescriptions,
    /// All of JSON Schema. Without it: definitions say types, names, descriptions and choices.
    RichSchemas,
    /// A choice whether a tool has to be used.
    ToolChoice,
    /// Texts that end the answer.
    Stop,
    /// Images.
    Images,
    /// Images in the results of calls. Without it: in a message after them.
    ResultImages,
    /// Documents.
    Documents,
    /// Sounds.
    Audio,
    /// Marks of what is to be cached.
    CacheMarkers,
    /// The key of a cache.
    CacheKey,
    /// What an answer is to bring beside itself, such as its reasoning in a form that can come back.
    Include,
    /// State of the provider, such as reasoning, that comes back with an answer.
    State,
    /// The same, where the endpoint says that it was not its own. Not kept: the next conversation has other state.
    Signatures,
    /// Answers without reasoning. Without it: every answer with calls comes back with some.
    NoReasoning,
    /// Calls without a signature. Without it: each call without one says that there is none.
    NoSignature,
    /// Identifiers of calls as another endpoint made them. Without it: nine letters and digits.
    LongIds,
    /// A message of the user after the result of a call. Without it: a word of the model between them.
    UserAfterTool,
}

/// One thing that an endpoint lacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lack {
    /// A feature.
    Feature(Feature),
    /// Longer answers, in tokens.
    Answer(u32),
    /// More tools in one request.
    Tools(u32),
    /// More images in one request.
    Images(u32),
    /// A tool with its definition as it is, by its alias: it is sent with a plain one.
    PlainTool(String),
    /// A tool in any form, by its alias: it is left out.
    Tool(String),
}

/// What an endpoint with a model was found to lack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lacks {
    features: BTreeSet<Feature>,
    answer: Option<u32>,
    tools: Option<u32>,
    images: Option<u32>,
    plain: BTreeSet<String>,
    aside: BTreeSet<String>,
}

impl Lacks {
    /// Whether it lacks a feature.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Returns the longest answer that it takes to be asked for, in tokens.
    #[must_use]
    pub fn answer(&self) -> Option<u32> {
        self.answer
    }

    /// Returns the most tools that it takes in one request.
    #[must_use]
    pub fn tools(&self) -> Option<u32> {
        self.tools
    }

    /// Returns the most images that it takes in one request.
    #[must_use]
    pub fn images(&self) -> Option<u32> {
        self.images
    }

    /// Whether a tool is sent with a plain definition.
    #[must_use]
    pub fn is_plain(&self, alias: &str) -> bool {
        self.has(Feature::RichSchemas) || self.plain.contains(alias)
    }

    /// Whether a tool is left out.
    #[must_use]
    pub fn is_aside(&self, alias: &str) -> bool {
        self.has(Feature::Tools) || self.aside.contains(alias)
    }

    /// Whether a tool was refused before.
    pub(crate) fn any_tool(&self) -> bool {
        !self.plain.is_empty() || !self.aside.is_empty()
    }

    /// Takes one more thing away. Returns whether that makes another request.
    pub fn add(&mut self, lack: Lack) -> bool {
        match lack {
            Lack::Feature(feature) => self.features.insert(feature),
            Lack::Answer(most) => lower(&mut self.answer, most),
            Lack::Tools(most) => lower(&mut self.tools, most),
            Lack::Images(most) => lower(&mut self.images, most),
            Lack::PlainTool(alias) => self.plain.insert(alias),
            Lack::Tool(alias) => self.aside.insert(alias),
        }
    }
}

impl Extend<Lack> for Lacks {
    fn extend<T: IntoIterator<Item = Lack>>(&mut self, all: T) {
        for lack in all {
            self.add(lack);
        }
    }
}

fn lower(known: &mut Option<u32>, most: u32) -> bool {
    let lowers = known.is_none_or(|known| most < known);
    if lowers {
        *known = Some(most);
    }
    lowers
}
