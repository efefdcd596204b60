//! Finds tools by what they do, among the accepted definitions of many servers. Pure: no I/O except [`StaticModel::load`], no clock, no async, no model needed.
//!
//! A host that knows hundreds of tools cannot send every definition to a model. It sends [`FIND_TOOLS`] and [`CALL_TOOL`] instead, and answers
//! the first one with [`Index::search`]:
//!
//! ```
//! use tool_search::{Document, Index, Query};
//!
//! let tool = |id, name: &str, description: &str| Document {
//!     id,
//!     name: name.to_owned(),
//!     description: description.to_owned(),
//!     ..Document::default()
//! };
//! let mut index = Index::new();
//! index.set_server("kubernetes", &[
//!     tool(1, "kubectl_logs", "Get logs from Kubernetes resources like pods or deployments"),
//!     tool(2, "kubectl_scale", "Scale a Kubernetes deployment"),
//! ])?;
//! index.set_server("calendar", &[tool(3, "createEvent", "Create an event with attendees")])?;
//!
//! let best = |phrasing: &str| {
//!     let query = Query { phrasings: &[phrasing], server: None, limit: 5 };
//!     index.search(&query).map(|hits| hits.first().map(|hit| hit.id))
//! };
//! assert_eq!(best("my pod keeps restarting, why"), Ok(Some(1))); // a goal
//! assert_eq!(best("Termin anlegen"), Ok(Some(3))); // German
//! assert_eq!(best("shcedule a meetting"), Ok(Some(3))); // misspelled
//! # Ok::<(), tool_search::IndexError>(())
//! ```
//!
//! # How it ranks
//! 1. Each phrasing becomes groups of alternatives: the word, its synonyms, its English translations, suggested words, or known words with a
//!    similar spelling. The curated words are in `data/`.
//! 2. Each group scores tools like BM25 over weighted fields: name, title, first sentence, the rest, parameters. A tool gets the best alternative of a
//!    group, not their sum.
//! 3. Servers whose name or many of whose tools match raise all of their tools that match.
//! 4. The best phrasing of a tool counts most, the others a little.
//!
//! [`Learned`] adds words of past successful calls. [`StaticModel`] adds a second ranking by meaning, from a file of the user.
//!
//! # Hostile definitions
//! Servers write the definitions. A word counts once in a field, fields are cut, further words make each count less, and constants replace the
//! averages that BM25 takes from the collection, so that a server cannot shift them. How rare a word is depends on at most 40 tools of a server. No server takes
//! more than 60 % of the hits while another matches nearly as well. A server can still describe a tool as something that it is not: a hit is
//! a suggestion, and the host shows and decides the call that follows.

mod document;
mod host_tools;
mod index;
mod learned;
mod lexicon;
mod meaning;
mod phrasings;
mod query;
mod search;
mod spelling;
mod words;

pub use document::{Document, MAX_TOOLS, MAX_TOOLS_PER_SERVER, Parameter};
pub use host_tools::{
    CALL_TOOL, CALL_TOOL_DESCRIPTION, FIND_TOOLS, FIND_TOOLS_DESCRIPTION, LOAD_TOOLS_DESCRIPTION,
    call_tool_schema, find_tools_schema,
};
pub use index::{Index, IndexError};
pub use learned::{Learned, MAX_LEARNED};
pub use meaning::{Meanings, ModelError, StaticModel};
pub use phrasings::{MAX_PHRASING_BYTES, MAX_PHRASINGS};
pub use search::{Hit, MAX_HITS, Query, QueryError};
