//! The offers of one connection besides tools: lists that are cached until the server reports a change, subscriptions, and
//! completions.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use host_api::{CompleteFor, CompletionView, GivenValue, ServerListKind};
use mcp::{CallError, Client, Listed, PromptTemplate, Resource, ResourceTemplate};

use crate::{mutex::lock, serial::Serial};

/// Maximum number of cached completions.
const COMPLETIONS: usize = 64;
/// Maximum number of subscribed resources of one server.
pub(crate) const SUBSCRIPTIONS: usize = 256;

/// The change count at the time of reading, when that was, and the list.
type Read<T> = (u64, Instant, Arc<Listed<T>>);

/// A cached list.
struct ListCache<T> {
    list: Mutex<Option<Read<T>>>,
    reading: Serial,
}

impl<T> Default for ListCache<T> {
    fn default() -> Self {
        Self {
            list: Mutex::default(),
            reading: Serial::default(),
        }
    }
}

impl<T> ListCache<T> {
    /// Returns the cached list, or the result of `read` if the list changed since. Concurrent callers share one read. `told`: the
    /// server reports changes. If it does not, a list is used again for as long as the server says, if it says so.
    async fn get(
        &self,
        changes: &AtomicU64,
        told: bool,
        read: impl Future<Output = Result<Listed<T>, CallError>>,
    ) -> Result<Arc<Listed<T>>, CallError> {
        let _reading = self.reading.enter().await;
        let now = changes.load(Ordering::SeqCst);
        if let Some((at, read, list)) = lock(&self.list).as_ref()
            && *at == now
            && (told || list.fresh_for.is_none_or(|fresh| read.elapsed() < fresh))
        {
            return Ok(Arc::clone(list));
        }
        let asked = Instant::now();
        let list = Arc::new(read.await?);
        // A change during the read makes the list stale at once.
        *lock(&self.list) = Some((now, asked, Arc::clone(&list)));
        Ok(list)
    }
}

/// A completion request: its target, the current value, and the other values.
type CompletionKey = (CompleteFor, GivenValue, Vec<GivenValue>);

/// The lists of one connection.
#[derive(Default)]
pub(crate) struct Lists {
    resources: ListCache<Resource>,
    templates: ListCache<ResourceTemplate>,
    prompts: ListCache<PromptTemplate>,
    resource_changes: AtomicU64,
    prompt_changes: AtomicU64,
    subscribed: Mutex<BTreeSet<String>>,
    completions: Mutex<VecDeque<(CompletionKey, CompletionView)>>,
}

impl Lists {
    pub(crate) async fn resources(
        &self,
        client: &Client,
    ) -> Result<Arc<Listed<Resource>>, CallError> {
        let read = client.list_resources();
        let told = client.tells_of_resources();
        self.resources.get(&self.resource_changes, told, read).await
    }

    pub(crate) async fn templates(
        &self,
        client: &Client,
    ) -> Result<Arc<Listed<ResourceTemplate>>, CallError> {
        let read = client.list_templates();
        let told = client.tells_of_resources();
        self.templates.get(&self.resource_changes, told, read).await
    }

    pub(crate) async fn prompts(
        &self,
        client: &Client,
    ) -> Result<Arc<Listed<PromptTemplate>>, CallError> {
        let read = client.list_prompts();
        let told = client.tells_of_prompts();
        self.prompts.get(&self.prompt_changes, told, read).await
    }

    /// Invalidates a cached list.
    pub(crate) fn changed(&self, what: ServerListKind) {
        match what {
            ServerListKind::Resources => self.resource_changes.fetch_add(1, Ordering::SeqCst),
            ServerListKind::Prompts => self.prompt_changes.fetch_add(1, Ordering::SeqCst),
            // The actor holds the tools.
            ServerListKind::Tools => return,
        };
        lock(&self.completions).clear();
    }

    /// Invalidates every list: another user may be signed in from now on.
    pub(crate) fn forget(&self) {
        self.changed(ServerListKind::Resources);
        self.changed(ServerListKind::Prompts);
    }

    pub(crate) fn subscribed(&self) -> BTreeSet<String> {
        lock(&self.subscribed).clone()
    }

    /// Whether any resource is subscribed; without a subscription the server was not asked for updates.
    pub(crate) fn follows_any(&self) -> bool {
        !lock(&self.subscribed).is_empty()
    }

    /// Records a subscription or its end. Returns false if there are too many.
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

    pub(crate) fn completion(&self, wish: &CompletionKey) -> Option<CompletionView> {
        let kept = lock(&self.completions);
        kept.iter()
            .find(|(asked, _)| asked == wish)
            .map(|(_, values)| values.clone())
    }

    pub(crate) fn keep_completion(&self, wish: CompletionKey, values: CompletionView) {
        let mut kept = lock(&self.completions);
        if kept.len() >= COMPLETIONS {
            kept.pop_front();
        }
        kept.push_back((wish, values));
    }
}
