//! The index of tool definitions for searches. A search updates it first, and reads only the definitions of servers that changed since the last one.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use domain::{ServerId, ToolDefinition, ToolRef};
use serde_json::Value;
use tool_search::{Document, Index, MAX_TOOLS_PER_SERVER, Parameter, Query, QueryError};

use crate::{
    mutex::lock,
    server::{Offered, Pins, ServerSnapshot},
};

/// The index, shared by the searches of all conversations. Conversations with other servers on cost an update between their searches.
#[derive(Clone, Default)]
pub(crate) struct ToolIndex(Arc<Mutex<Indexed>>);

#[derive(Default)]
struct Indexed {
    index: Index,
    servers: BTreeMap<ServerId, State>,
}

/// The state of a server's definitions that is in the index.
struct State {
    name: String,
    tools: Arc<Vec<ToolDefinition>>,
    pins: Arc<Pins>,
    off: BTreeSet<String>,
}

impl ToolIndex {
    /// Searches the tools of these servers that are accepted, on and for models, and returns at most `limit`, best first. Takes time in
    /// proportion to the definitions that changed, so it belongs on a thread for blocking work.
    ///
    /// # Errors
    /// No phrasing has a word, or there is no such server. The text is for the model.
    pub fn search(
        &self,
        servers: &[Arc<ServerSnapshot>],
        phrasings: &[String],
        server: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ToolRef>, QueryError> {
        let mut indexed = lock(&self.0);
        indexed.update(servers);
        let named = |wanted: &str| {
            let mut names = servers.iter().map(|s| s.record.name.as_str());
            names.find(|name| name.to_lowercase() == wanted.to_lowercase())
        };
        let phrasings: Vec<&str> = phrasings.iter().map(String::as_str).collect();
        let query = Query {
            phrasings: &phrasings,
            server: server.map(|wanted| named(wanted).unwrap_or(wanted)),
            limit,
        };
        let hits = indexed.index.search(&query)?;
        let found = hits.into_iter().filter_map(|hit| {
            let server = servers.iter().find(|s| s.record.name == hit.server)?;
            Some(ToolRef {
                server: server.record.id,
                name: hit.tool,
            })
        });
        Ok(found.collect())
    }
}

impl Indexed {
    /// Makes the index hold the tools of these servers and no others.
    fn update(&mut self, servers: &[Arc<ServerSnapshot>]) {
        let same = |id: &ServerId, state: &State| {
            let now = servers.iter().find(|server| server.record.id == *id);
            now.is_some_and(|now| state.is_of(now))
        };
        let (index, known) = (&mut self.index, &mut self.servers);
        // All that changed are removed first: one may have the name that another had.
        known.retain(|id, state| {
            let stays = same(id, state);
            if !stays {
                index.remove_server(&state.name);
            }
            stays
        });
        for server in servers {
            let (Some(offered), false) = (server.offered(), known.contains_key(&server.record.id))
            else {
                continue;
            };
            let documents = documents(server, offered);
            if let Err(error) = index.set_server(&server.record.name, &documents) {
                tracing::warn!(%error, "the tools of a server cannot be searched");
            }
            known.insert(server.record.id, State::of(server, offered));
        }
    }
}

impl State {
    fn of(server: &ServerSnapshot, offered: Offered<'_>) -> Self {
        Self {
            name: server.record.name.clone(),
            tools: Arc::clone(offered.tools),
            pins: Arc::clone(offered.pins),
            off: server.record.tools_off.clone(),
        }
    }

    fn is_of(&self, server: &ServerSnapshot) -> bool {
        let same = |offered: Offered<'_>| {
            Arc::ptr_eq(&self.tools, offered.tools) && Arc::ptr_eq(&self.pins, offered.pins)
        };
        server.offered().is_some_and(same)
            && self.name == server.record.name
            && self.off == server.record.tools_off
    }
}

fn documents(server: &ServerSnapshot, offered: Offered<'_>) -> Vec<Document> {
    let tools = offered.tools.iter();
    tools
        .filter(|tool| !server.record.tools_off.contains(&tool.tool.name))
        .filter(|tool| offered.pins.is_accepted(&tool.tool.name))
        .map(|tool| offered.pins.accepted(tool))
        .filter(|tool| tool.is_for_models())
        .take(MAX_TOOLS_PER_SERVER)
        .map(document)
        .collect()
}

fn document(tool: &ToolDefinition) -> Document {
    Document {
        id: 0,
        name: tool.tool.name.clone(),
        title: tool.title.clone().unwrap_or_default(),
        description: tool.description.clone().unwrap_or_default(),
        parameters: parameters(&tool.input_schema),
    }
}

fn parameters(schema: &str) -> Vec<Parameter> {
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object);
    let parameter = |(name, about): (&String, &Value)| {
        let about = about.get("description").and_then(Value::as_str);
        Parameter {
            name: name.clone(),
            description: about.unwrap_or_default().to_owned(),
        }
    };
    properties.into_iter().flatten().map(parameter).collect()
}
