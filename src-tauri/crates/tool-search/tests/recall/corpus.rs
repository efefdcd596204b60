//! The definitions.

use std::{collections::BTreeSet, sync::Arc};

use serde::Deserialize;
use tool_search::{Document, Index, Meanings, Parameter, StaticModel};

/// Name, title, description, and the name and description of each parameter.
type Definition = (String, String, String, Vec<(String, String)>);

/// The definitions of one server. `README.md` has its package, version and licence.
#[derive(Deserialize)]
struct Server {
    server: String,
    tools: Vec<Definition>,
}

/// An index with the definitions of real servers.
pub struct Corpus {
    /// The index.
    pub index: Index,
    /// The number of servers.
    pub servers: usize,
    /// The number of tools.
    pub tools: usize,
    /// Each as `server/tool`.
    pub names: BTreeSet<String>,
    /// Their vectors, if there is a model.
    pub meanings: Option<Meanings>,
}

/// Reads and indexes files with one server a line.
pub fn index(files: &[&str]) -> Corpus {
    index_with(files, None)
}

/// [`index`], with the vectors of a model.
pub fn index_with(files: &[&str], model: Option<Arc<StaticModel>>) -> Corpus {
    let mut corpus = Corpus {
        index: Index::new(),
        servers: 0,
        tools: 0,
        names: BTreeSet::new(),
        meanings: model.map(Meanings::new),
    };
    for line in files.iter().flat_map(|file| file.lines()) {
        let server: Server = serde_json::from_str(line).unwrap();
        let tools: Vec<Document> = server.tools.into_iter().map(document).collect();
        corpus.servers += 1;
        corpus.tools += tools.len();
        let names = tools
            .iter()
            .map(|tool| format!("{}/{}", server.server, tool.name));
        corpus.names.extend(names);
        corpus.index.set_server(&server.server, &tools).unwrap();
        if let Some(meanings) = &mut corpus.meanings {
            meanings.set_server(&server.server, &tools);
        }
    }
    corpus
}

fn document((name, title, description, parameters): Definition) -> Document {
    let parameter = |(name, description)| Parameter { name, description };
    Document {
        id: 0,
        name,
        title,
        description,
        parameters: parameters.into_iter().map(parameter).collect(),
    }
}
