//! The list of what a conversation can insert: the user's presets and the prompts of its servers.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use domain::{ConversationId, ServerId};
use futures_util::future::join_all;
use host_api::{ApiError, ListedPromptView, PromptListView, ServerTag, UnlistedPromptsView};
use mcp::PromptTemplate;
use messages::{Text, phrases};

use crate::{
    inner::{Host, Inner},
    problems::not_answered,
    server::{Connection, ServerSnapshot, tag},
    servers::prompt_view,
};

/// How long all servers together have to list their prompts.
const LIST_LIMIT: Duration = Duration::from_secs(5);
/// Maximum number of listed prompts of one server.
const OF_ONE: usize = 200;
/// Maximum number of listed prompts.
const OF_ALL: usize = 2_000;

impl Host {
    /// Returns what a conversation can insert. Its switches choose the servers; for a new one, those in `off` are left out. Only running
    /// servers are asked, all at once, for at most five seconds. One that fails is named.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn conversation_prompts(
        &self,
        conversation: Option<ConversationId>,
        off: BTreeSet<ServerId>,
    ) -> Result<PromptListView, ApiError> {
        let inner = &self.inner;
        let off = match conversation {
            Some(id) => inner.conversation(id).await?.servers_off,
            None => off,
        };
        let servers = inner.offering(&off);
        let listed = join_all(servers.iter().map(|(_, connection)| {
            let list = connection.lists.prompts(&connection.client);
            tokio::time::timeout(LIST_LIMIT, list)
        }));
        let mut view = PromptListView {
            presets: self.presets().await?,
            prompts: Vec::new(),
            failed: Vec::new(),
            left_out: 0,
        };
        for ((server, connection), listed) in servers.iter().zip(listed.await) {
            let why: Text = match listed {
                Ok(Ok(prompts)) => {
                    let completes = connection.info.capabilities.completions;
                    add(&mut view, &tag(&server.record), completes, &prompts.items);
                    continue;
                }
                Ok(Err(error)) => not_answered(&error).into(),
                Err(_) => phrases::host_prompts_too_slow(LIST_LIMIT.as_secs()).into(),
            };
            let server = tag(&server.record);
            view.failed.push(UnlistedPromptsView { server, why });
        }
        Ok(view)
    }
}

/// Adds the prompts of a server to a list, within its limits.
fn add(view: &mut PromptListView, server: &ServerTag, completes: bool, prompts: &[PromptTemplate]) {
    let room = OF_ALL.saturating_sub(view.prompts.len()).min(OF_ONE);
    let left_out = u32::try_from(prompts.len().saturating_sub(room)).unwrap_or(u32::MAX);
    view.left_out = view.left_out.saturating_add(left_out);
    view.prompts.extend(prompts.iter().take(room).map(|prompt| {
        let mut prompt = prompt_view(prompt);
        prompt.arguments.sort_by_key(|argument| !argument.required);
        ListedPromptView {
            server: server.clone(),
            completes,
            prompt,
        }
    }));
}

impl Inner {
    /// Returns the running servers that offer prompts and are not off.
    fn offering(&self, off: &BTreeSet<ServerId>) -> Vec<(Arc<ServerSnapshot>, Connection)> {
        let snapshots = self.servers.snapshots().into_iter();
        let on = snapshots.filter(|server| !off.contains(&server.record.id));
        on.filter_map(|server| {
            let connection = server.connection.clone()?;
            let offers = connection.info.capabilities.prompts.is_some();
            offers.then_some((server, connection))
        })
        .collect()
    }
}
