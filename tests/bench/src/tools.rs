//! What it costs to search 10,000 tool definitions.

use std::{fs::read_to_string, path::Path, time::Instant};

use serde::Deserialize;
use tool_search::{Document, Index, Parameter, Query};

use crate::{
    error::BenchError,
    load::{self, Figures},
};

/// The tools in the index: definitions of real servers, repeated under other server names.
const TOOLS: usize = 10_000;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Work {
    /// A search with one phrasing, as a person writes it.
    One,
    /// A search with the phrasings of a model.
    Several,
    /// Replacing the tools of one server.
    Replace,
}

/// Name, title, description, and the name and description of each parameter.
type Definition = (String, String, String, Vec<(String, String)>);

/// One server of `tests/recall`.
#[derive(Deserialize)]
struct Server {
    server: String,
    tools: Vec<Definition>,
}

/// Measures one operation after the other.
pub fn measure(work: Work, count: usize) -> Result<Figures, BenchError> {
    let recall = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../src-tauri/crates/tool-search/tests/recall");
    let mut servers = Vec::new();
    for file in ["everyday.jsonl", "further.jsonl"] {
        for line in read_to_string(recall.join(file))?.lines() {
            let server: Server = serde_json::from_str(line)?;
            let tools: Vec<Document> = server.tools.into_iter().map(document).collect();
            servers.push((server.server, tools));
        }
    }
    let mut index = Index::new();
    for (round, (name, tools)) in servers.iter().cycle().enumerate() {
        if index.len() >= TOOLS {
            break;
        }
        let name = format!("{name}-{}", round / servers.len());
        let room = tools.len().min(TOOLS - index.len());
        index
            .set_server(&name, tools.get(..room).unwrap_or(tools))
            .map_err(unexpected)?;
    }
    let queries = read_to_string(recall.join("queries.txt"))?;
    let queries: Vec<Vec<&str>> = queries
        .lines()
        .filter_map(|line| phrasings(line, work))
        .collect();
    let mut taken = Vec::with_capacity(count);
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    for (phrasings, (name, tools)) in queries
        .iter()
        .cycle()
        .zip(servers.iter().cycle())
        .take(count)
    {
        let begin = Instant::now();
        if work == Work::Replace {
            index
                .set_server(&format!("{name}-0"), tools)
                .map_err(unexpected)?;
        } else {
            let query = Query {
                phrasings,
                server: None,
                limit: 10,
            };
            index.search(&query).map_err(unexpected)?;
        }
        taken.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}

fn unexpected(error: impl ToString) -> BenchError {
    BenchError::Unexpected(error.to_string())
}

/// The phrasings of a line: need, phrasings separated by `;`, right tools.
fn phrasings(line: &str, work: Work) -> Option<Vec<&str>> {
    let (need, rest) = line.split_once('|').filter(|_| !line.starts_with('#'))?;
    let (phrasings, _) = rest.split_once('|')?;
    Some(match work {
        Work::One => vec![need],
        Work::Several | Work::Replace => phrasings.split(';').collect(),
    })
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
