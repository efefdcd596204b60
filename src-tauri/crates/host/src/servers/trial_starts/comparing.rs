//! What a new version offers, beside what was accepted of its server and what the version in use names.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use approvals::{Names, Offer};
use domain::{ServerId, ToolDefinition};
use mcp::{CallError, Client, ConnectError, Ready};
use messages::{Text, phrases};
use store::PinKind;

use crate::{
    inner::Inner,
    server::instructions,
    servers::failure::{self, sentence},
};

/// Time limit for a list of the version in use.
const IN_USE: Duration = Duration::from_secs(5);

/// What a program said of itself.
pub(super) struct Spoken {
    tools: Vec<ToolDefinition>,
    instructions: Option<String>,
    prompts: BTreeSet<String>,
    resources: BTreeSet<String>,
}

/// Shakes hands with a program and reads its lists.
pub(super) async fn speak(
    connecting: impl Future<Output = Result<(Client, Ready), ConnectError>>,
) -> Result<Spoken, Text> {
    let connected = connecting.await;
    let (client, ready) = connected.map_err(|error| sentence(&failure::of_connect(&error)))?;
    let unlisted = |error: CallError| sentence(&failure::of_listing(&error, false));
    let capabilities = &ready.info.capabilities;
    let mut spoken = Spoken {
        tools: Vec::new(),
        instructions: instructions(&ready.info).and_then(|words| words.text),
        prompts: BTreeSet::new(),
        resources: BTreeSet::new(),
    };
    if capabilities.tools.is_some() {
        spoken.tools = client.list_tools().await.map_err(unlisted)?.items;
    }
    if capabilities.prompts.is_some() {
        let prompts = client.list_prompts().await.map_err(unlisted)?;
        spoken.prompts = prompts.items.into_iter().map(|it| it.name).collect();
    }
    if capabilities.resources.is_some() {
        let resources = client.list_resources().await.map_err(unlisted)?;
        spoken.resources = resources.items.into_iter().map(|it| it.uri).collect();
    }
    client.close().await;
    Ok(spoken)
}

impl Inner {
    /// Compares what a new version offers with what was accepted.
    pub(super) async fn compared(&self, server: ServerId, spoken: Spoken) -> Result<Offer, Text> {
        let accepted = self.store.pins().texts(server).await;
        let accepted = accepted.map_err(|error| {
            tracing::warn!(%error, "what was accepted of a server could not be read");
            Text::from(phrases::host_trial_start_no_pins())
        })?;
        let mut tools = BTreeMap::new();
        let mut words = None;
        for (pin, raw) in &accepted {
            match pin.kind {
                PinKind::Tool => drop(tools.insert(pin.name.as_str(), (pin.digest, raw))),
                PinKind::Instructions if pin.name.is_empty() => {
                    words = serde_json::from_str::<Option<String>>(raw).ok().flatten();
                }
                PinKind::Instructions => {}
            }
        }
        let [prompts, resources] = self.names_in_use(server).await;
        let mut offer = Offer {
            prompts: Names {
                before: prompts,
                now: spoken.prompts,
            },
            resources: Names {
                before: resources,
                now: spoken.resources,
            },
            ..Offer::default()
        };
        for tool in spoken.tools {
            let before = tools.remove(tool.tool.name.as_str());
            match before {
                Some((digest, _)) if digest == tool.digest => offer.same += 1,
                Some((_, raw)) => match mcp::read_definition(raw, server) {
                    Ok(before) => offer.changed.push((before, tool)),
                    Err(_) => offer.new.push(tool),
                },
                None => offer.new.push(tool),
            }
        }
        offer.removed = tools.into_keys().map(str::to_owned).collect();
        if words != spoken.instructions {
            offer.instructions = Some([words, spoken.instructions]);
        }
        Ok(offer)
    }

    /// Returns the prompts and the resources that the version in use names, if it runs and names them in time.
    async fn names_in_use(&self, server: ServerId) -> [Option<BTreeSet<String>>; 2] {
        let snapshot = self.servers.snapshot(server);
        let connection = snapshot.and_then(|now| now.connection.clone());
        let Some(connection) = connection else {
            return [None, None];
        };
        let (lists, client) = (&connection.lists, &connection.client);
        let capabilities = &connection.info.capabilities;
        let prompts = async {
            if capabilities.prompts.is_none() {
                return Some(BTreeSet::new());
            }
            let listed = lists.prompts(client).await.ok()?;
            Some(listed.items.iter().map(|it| it.name.clone()).collect())
        };
        let resources = async {
            if capabilities.resources.is_none() {
                return Some(BTreeSet::new());
            }
            let listed = lists.resources(client).await.ok()?;
            Some(listed.items.iter().map(|it| it.uri.clone()).collect())
        };
        let (prompts, resources) = tokio::join!(
            tokio::time::timeout(IN_USE, prompts),
            tokio::time::timeout(IN_USE, resources)
        );
        [prompts.ok().flatten(), resources.ok().flatten()]
    }
}
