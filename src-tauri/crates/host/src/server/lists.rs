//! What one connection's server offers beside tools: lists that are read once and again when the server says that they
//! changed, what is subscribed to, and values it proposed.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use mcp::{CallError, Client, Listed, McpError, PromptTemplate, Resource, ResourceTemplate};

use crate::{
    api::{CompleteFor, CompletionView, GivenValue, ServerListKind},
    mutex::lock,
};

/// Most answers of the server to "what could stand here" that are kept.
const COMPLETIONS: usize = 64;
/// Most resources of one server that can be subscribed to.
pub(crate) const SUBSCRIPTIONS: usize = 256;
/// JSON-RPC's code for an unknown method: a server with resources need not know of templates.
const METHOD_NOT_FOUND: i64 = -32601;

/// A list as it was read, and when in the counting of changes.
struct Kept<T>(tokio::sync::Mutex<Option<(u64, Arc<Listed<T>>)>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(tokio::sync::Mutex::new(None))
    }
}

impl<T> Kept<T> {
    /// The list as it was read after the last change, or as `read` gives it now. Two who ask at once read it once.
    async fn get(
        &self,
        changes: &AtomicU64,
        read: impl Future<Output = Result<Listed<T>, McpError>>,
    ) -> Result<Arc<Listed<T>>, McpError> {
        let mut kept = self.0.lock().await;
        let now = changes.load(Ordering::SeqCst);
        if let Some((at, list)) = kept.as_ref()
            && *at == now
        {
            return Ok(Arc::clone(list));
        }
        let list = Arc::new(read.await?);
        // A change during the reading makes it stale at once.
        *kept = Some((now, Arc::clone(&list)));
        Ok(list)
    }
}

/// What is asked for, with the value so far and the other values.
type Wish = (CompleteFor, GivenValue, Vec<GivenValue>);

/// The lists of one connection.
#[derive(Default)]
pub(crate) struct Lists {
    resources: Kept<Resource>,
    templates: Kept<ResourceTemplate>,
    prompts: Kept<PromptTemplate>,
    resource_changes: AtomicU64,
    prompt_changes: AtomicU64,
    subscribed: Mutex<BTreeSet<String>>,
    completions: Mutex<VecDeque<(Wish, CompletionView)>>,
}

impl Lists {
    pub(crate) async fn resources(
        &self,
        client: &Client,
    ) -> Result<Arc<Listed<Resource>>, McpError> {
        let read = client.list_resources();
        self.resources.get(&self.resource_changes, read).await
    }

    pub(crate) async fn templates(
        &self,
        client: &Client,
    ) -> Result<Arc<Listed<ResourceTemplate>>, McpError> {
        let read = async {
            match client.list_templates().await {
                Err(McpError::Request(CallError::Rpc {
                    code: METHOD_NOT_FOUND,
                    ..
                })) => Ok(Listed::default()),
                listed => listed,
            }
        };
        self.templates.get(&self.resource_changes, read).await
    }

    pub(crate) async fn prompts(
        &self,
        client: &Client,
    ) -> Result<Arc<Listed<PromptTemplate>>, McpError> {
        let read = client.list_prompts();
        self.prompts.get(&self.prompt_changes, read).await
    }

    /// What was read of a list before does not hold any more.
    pub(crate) fn changed(&self, what: ServerListKind) {
        match what {
            ServerListKind::Resources => self.resource_changes.fetch_add(1, Ordering::SeqCst),
            ServerListKind::Prompts => self.prompt_changes.fetch_add(1, Ordering::SeqCst),
            // The actor keeps the tools.
            ServerListKind::Tools => return,
        };
        lock(&self.completions).clear();
    }

    pub(crate) fn subscribed(&self) -> BTreeSet<String> {
        lock(&self.subscribed).clone()
    }

    /// Whether anything is: without a subscription nobody asked for changes.
    pub(crate) fn follows_any(&self) -> bool {
        !lock(&self.subscribed).is_empty()
    }

    /// Notes a subscription or its end; answers false if there are too many.
    pub(crate) fn subscribe(&self, uri: &str, on: bool) -> bool {
        let mut subscribed = lock(&self.subscribed);
        if !on {
            subscribed.remove(uri);
            return true;
        }
        if subscribed.len() >= SUBSCRIPTIONS && !subscribed.contains(uri) {
            return false;
        }
        subscribed.insert(uri.to_owned());
        true
    }

    pub(crate) fn completion(&self, wish: &Wish) -> Option<CompletionView> {
        let kept = lock(&self.completions);
        kept.iter()
            .find(|(asked, _)| asked == wish)
            .map(|(_, values)| values.clone())
    }

    pub(crate) fn keep_completion(&self, wish: Wish, values: CompletionView) {
        let mut kept = lock(&self.completions);
        if kept.len() >= COMPLETIONS {
            kept.pop_front();
        }
        kept.push_back((wish, values));
    }
}
