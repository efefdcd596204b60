//! *Quick ask*: a conversation that begins outside the chat window.

use host_api::{ApiError, ConversationSummary, Event, QuickModelView};

use crate::{inner::Host, providers::parse, turns::Destination};

impl Host {
    /// Returns what *Quick ask* sends to: the endpoint of the latest conversation, or the first one. `None` without an endpoint.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn quick_model(&self) -> Result<Option<QuickModelView>, ApiError> {
        let providers = self.inner.provider_views().await?;
        let conversations = self.inner.conversation_summaries().await?;
        let newer = |a: &&ConversationSummary, b: &&ConversationSummary| {
            a.updated_ms.total_cmp(&b.updated_ms)
        };
        let latest = conversations.iter().max_by(newer);
        let latest = latest.and_then(|latest| latest.provider.as_deref());
        let usual = providers.iter().find(|one| Some(one.id.as_str()) == latest);
        Ok(usual.or(providers.first()).map(|one| QuickModelView {
            provider: one.id.clone(),
            name: one.name.clone(),
            model: one.model.clone(),
        }))
    }

    /// Sends a message in a new conversation and has the chat window open it.
    ///
    /// # Errors
    /// As for [`Host::send_to`].
    pub async fn quick_ask(&self, provider: &str, text: &str) -> Result<(), ApiError> {
        let provider = parse(provider)?;
        let sent = self.send_to(Destination::New(None), provider.into(), text, None, &[]);
        let conversation = sent.await?.to_string();
        self.inner.emit(Event::Show { conversation });
        Ok(())
    }

    /// Stores the global shortcut of *Quick ask*, or that it is off. The shell has registered it with the system.
    ///
    /// # Errors
    /// They could not be stored.
    pub async fn set_quick(&self, keys: Option<String>) -> Result<(), ApiError> {
        let inner = &self.inner;
        let mut next = inner.settings.get();
        next.quick = keys;
        next.store_quick(&inner.store).await?;
        inner
            .settings
            .change(|settings| settings.quick = next.quick);
        Ok(())
    }
}
