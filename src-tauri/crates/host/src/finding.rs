//! The search among the tools on offer: for a model by `find_tools`, and for the user. It reads only definitions that a model could be sent
//! anyway, sends nothing and needs no approval.

use context::MAX_DESCRIPTION;
use domain::{Content, Provenance, Rest, ToolOutcome};
use host_api::{ApiError, ErrorCode, FoundToolView};
use messages::{Text, phrases};
use serde::Deserialize;

use crate::{
    catalog::{Catalog, Entry},
    inner::{Host, Inner},
    server::tag,
    turns::on_offer,
};

/// Most tools of one search.
const MOST: usize = 8;
/// Most bytes of one definition in a result. The rest is cut.
const DEFINITION_BYTES: usize = 16 * 1024;
/// Most bytes of all definitions in a result. Further ones are left out.
const RESULT_BYTES: usize = 32 * 1024;

/// The arguments of `find_tools`.
#[derive(Deserialize)]
struct Wanted {
    queries: Phrasings,
    server: Option<String>,
}

/// Phrasings of a need. Some models write one without a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Phrasings {
    Many(Vec<String>),
    One(String),
}

impl Host {
    /// Searches the tools that are on offer to models, of one server or of all that are ready. Returns at most 8, best first.
    ///
    /// # Errors
    /// The query has no word, or no ready server has this name.
    pub async fn find_tools(
        &self,
        query: &str,
        server: Option<&str>,
    ) -> Result<Vec<FoundToolView>, ApiError> {
        let inner = &self.inner;
        let catalog = on_offer(inner);
        let found = inner.search_tools(&catalog, vec![query.to_owned()], server);
        let found = found
            .await
            .map_err(|why| ApiError::new(ErrorCode::Invalid, why))?;
        let view = |(alias, entry): (&str, &Entry)| {
            let server = inner.servers.snapshot(entry.definition.tool.server)?;
            let about = entry.definition.description.as_deref().unwrap_or_default();
            Some(FoundToolView {
                server: tag(&server.record),
                tool: domain::tool_label(&entry.definition.tool.name),
                alias: alias.to_owned(),
                description: visible_start(about),
                input_schema: entry.definition.input_schema.clone(),
            })
        };
        Ok(found.into_iter().filter_map(view).collect())
    }
}

impl Inner {
    /// Answers `find_tools`: the definitions that match, each labelled with its server.
    ///
    /// # Errors
    /// Why nothing was searched, for the model and the user.
    pub(crate) async fn find_tools(
        &self,
        catalog: &Catalog,
        arguments: &str,
    ) -> Result<ToolOutcome, Text> {
        let wanted: Wanted = serde_json::from_str(arguments)
            .map_err(|error| phrases::host_call_search_unreadable(error.to_string()))?;
        let phrasings = match wanted.queries {
            Phrasings::Many(all) => all,
            Phrasings::One(one) => vec![one],
        };
        let found = self.search_tools(catalog, phrasings, wanted.server.as_deref());
        Ok(outcome(&found.await?))
    }

    /// Returns the tools of a catalog that match, with their aliases, best first.
    async fn search_tools<'a>(
        &self,
        catalog: &'a Catalog,
        phrasings: Vec<String>,
        server: Option<&str>,
    ) -> Result<Vec<(&'a str, &'a Entry)>, Text> {
        let on = catalog.servers();
        let mut servers = self.servers.snapshots();
        servers.retain(|snapshot| on.contains(&snapshot.record.id));
        let (index, server) = (self.tool_index.clone(), server.map(str::to_owned));
        let search = move || index.search(&servers, &phrasings, server.as_deref(), MOST);
        let failed = |why: String| Text::from(phrases::host_call_search_failed(why));
        let hits = tokio::task::spawn_blocking(search)
            .await
            .map_err(|error| failed(error.to_string()))?
            .map_err(|error| failed(error.to_string()))?;
        // The catalog decides what is on offer, whatever the index holds.
        Ok(hits
            .iter()
            .filter_map(|tool| catalog.on_offer(tool))
            .collect())
    }
}

/// Returns the result of a search as it is stored.
fn outcome(found: &[(&str, &Entry)]) -> ToolOutcome {
    let (mut blocks, mut room) = (Vec::new(), RESULT_BYTES);
    for (alias, entry) in found {
        let text = described(alias, entry);
        let Some(rest) = room.checked_sub(text.len()) else {
            break;
        };
        room = rest;
        let origin = Provenance::Definition {
            server: entry.definition.tool.server,
            tool: entry.definition.tool.name.clone(),
        };
        blocks.push(Content::Text {
            text,
            rest: serde_json::to_string(&origin).map_or_else(|_| Rest::default(), Rest::of),
        });
    }
    let head = Content::Text {
        text: heading(blocks.len(), found.len() - blocks.len()),
        rest: Rest::default(),
    };
    ToolOutcome {
        content: std::iter::once(head).chain(blocks).collect(),
        structured: None,
        is_error: false,
        misfit: None,
        rest: Rest::default(),
    }
}

fn heading(shown: usize, left: usize) -> String {
    let mut text = match shown {
        0 => "No tool matches. Search again with other words, synonyms and the English words, or without `server`.".to_owned(),
        1 => "1 tool matches. Call it with `call_tool`.".to_owned(),
        _ => format!("{shown} tools match, the best first. Call one with `call_tool`."),
    };
    if left > 0 {
        text += &format!(" {left} more would be too long. Search with more specific words.");
    }
    text
}

fn described(alias: &str, entry: &Entry) -> String {
    let definition = &entry.definition;
    let about = definition.description.as_deref().unwrap_or_default();
    let whole = format!(
        "tool: {alias}\nserver: {}\ndescription: {}\ninput schema: {}",
        domain::visible(&entry.server_name),
        visible_start(about),
        definition.input_schema
    );
    let kept = domain::cut(&whole, DEFINITION_BYTES);
    if kept.len() == whole.len() {
        return whole;
    }
    format!("{kept}\n(cut: {} of {} bytes)", kept.len(), whole.len())
}

/// Returns the beginning of a description with hidden characters made visible.
fn visible_start(description: &str) -> String {
    let start: String = description.chars().take(MAX_DESCRIPTION).collect();
    domain::visible_block(&start)
}
