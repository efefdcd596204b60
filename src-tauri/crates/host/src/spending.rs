//! What requests to models took: recorded when a request ends, with the price of that moment.

use domain::{ConversationId, MessageId};
use host_api::{ApiError, Event, SpendingView, SpentView, UsageView};
use store::{GroupedBy, NewUsage, Spent, SpentGroup, UsedFor};

use crate::{
    inner::{Host, Inner},
    state::Provider,
};

/// The tokens of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Used {
    /// Tokens read, cached ones included.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
    /// Tokens from the endpoint's cache, where it says so.
    pub cached: Option<u64>,
    /// Tokens that it wrote to its cache and asks more for, part of `input`.
    pub written: u64,
    /// Whether the endpoint counted them; else they are estimated.
    pub counted: bool,
}

impl From<llm::Usage> for Used {
    fn from(usage: llm::Usage) -> Self {
        Self {
            input: usage.input_tokens,
            output: usage.output_tokens,
            cached: usage.cached_tokens,
            written: usage.written_tokens.unwrap_or_default(),
            counted: true,
        }
    }
}

/// What a request was for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpentOn {
    /// Its conversation, unless it was a server's.
    pub conversation: Option<ConversationId>,
    /// The reply that it asked for.
    pub message: Option<MessageId>,
    /// Its purpose.
    pub purpose: UsedFor,
}

impl Host {
    /// Returns what requests of the last days took, today included; of all days without a number.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn spending(&self, days: Option<u32>) -> Result<SpendingView, ApiError> {
        let usage = self.inner.store.usage();
        let views = |groups: Vec<SpentGroup>| groups.into_iter().map(group_view).collect();
        Ok(SpendingView {
            total: view(&usage.total(days).await?),
            days: views(usage.grouped(GroupedBy::Day, days).await?),
            models: views(usage.grouped(GroupedBy::Model, days).await?),
            conversations: views(usage.grouped(GroupedBy::Conversation, days).await?),
            projects: views(usage.grouped(GroupedBy::Project, days).await?),
        })
    }
}

impl Inner {
    /// Records what a request took. A failure is logged: the answer is there, whatever it cost.
    pub(crate) async fn spend(&self, provider: &Provider, on: SpentOn, used: Used) {
        let recorded = async {
            let facts = self.facts_of(provider).await?;
            let endpoint = provider.base_url.origin().ascii_serialization();
            let new = NewUsage {
                conversation: on.conversation,
                message: on.message,
                endpoint: &endpoint,
                model: &provider.model,
                purpose: on.purpose,
                input: used.input,
                output: used.output,
                cached: used.cached,
                counted: used.counted,
                cost: facts.price.of(&used),
            };
            self.store.usage().add(&new).await?;
            if let Some(conversation) = on.conversation {
                self.emit(Event::Usage {
                    conversation: conversation.to_string(),
                    usage: self.usage_of(conversation).await?,
                });
            }
            Ok::<(), ApiError>(())
        };
        if let Err(error) = recorded.await {
            tracing::error!(%error, "what a request took could not be recorded");
        }
    }

    /// Returns what all requests of a conversation took.
    pub(crate) async fn usage_of(&self, id: ConversationId) -> Result<UsageView, ApiError> {
        Ok(view(&self.store.usage().of_conversation(id).await?))
    }
}

/// Returns the view of sums.
pub(crate) fn view(spent: &Spent) -> UsageView {
    let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    UsageView {
        requests: small(spent.requests),
        input: spent.input as f64,
        cached: spent.cached as f64,
        output: spent.output as f64,
        estimated: small(spent.estimated),
        cost: (spent.unpriced < spent.requests).then_some(spent.cost),
        unpriced: small(spent.unpriced),
        local: small(spent.local),
        since: spent.since.clone(),
    }
}

fn group_view(group: SpentGroup) -> SpentView {
    let host = |origin: String| match origin.split_once("://") {
        Some((_, host)) => host.to_owned(),
        None => origin,
    };
    SpentView {
        name: group.name.as_deref().map(domain::visible),
        endpoint: group.endpoint.map(host).filter(|host| !host.is_empty()),
        conversation: group.conversation.map(|id| id.to_string()),
        of_servers: group.of_servers,
        usage: view(&group.spent),
    }
}
