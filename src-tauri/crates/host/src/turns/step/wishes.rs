//! The calls that a reply requests.

use consent::Requester;
use domain::{CallId, ToolIntent};
use host_api::ApiError;
use messages::{Text, phrases};
use store::{CallState, PartKind};

use super::StreamedMessage;
use crate::{
    calls::{self, Asked, CallRequest, Target},
    catalog::Catalog,
};

impl StreamedMessage<'_> {
    /// Resolves each requested call and stores it as pending, in the model's order.
    pub(super) async fn wishes(
        &mut self,
        intents: Vec<ToolIntent>,
        catalog: &Catalog,
    ) -> Result<Vec<CallRequest>, ApiError> {
        let mut wishes = Vec::with_capacity(intents.len());
        for intent in intents {
            let mut wish = self.wish(intent, catalog).await;
            let part = self.part(PartKind::Call, wish.id.to_string());
            let begun = calls::begin(self.inner, &mut wish).await;
            wishes.push(wish);
            let stored = match begun {
                Ok(()) => self
                    .inner
                    .store
                    .messages()
                    .add_part(self.message, &part)
                    .await
                    .map(drop),
                Err(error) => return Err(self.give_up(&wishes, error).await),
            };
            if let Err(error) = stored {
                return Err(self.give_up(&wishes, error.into()).await);
            }
        }
        Ok(wishes)
    }

    /// Returns the call that a model requests: of the real tool, also if it is named through `call_tool`. Answers a search.
    async fn wish(&self, intent: ToolIntent, catalog: &Catalog) -> CallRequest {
        let calls::Resolved {
            target,
            alias,
            arguments,
            wrapper,
        } = calls::resolve(catalog, &intent);
        let target = match target {
            Target::Tool(entry) => Asked::Tool(entry),
            Target::Search => match self.inner.find_tools(catalog, &arguments).await {
                Ok(found) => Asked::Answered(Box::new(found)),
                Err(why) => Asked::Failed(why),
            },
            Target::Nothing(why) => Asked::Failed(why.into()),
        };
        CallRequest {
            id: CallId::new(),
            conversation: Some(self.conversation),
            message: Some(self.message),
            target,
            alias,
            wrapper,
            provider_call_id: intent.provider_call_id,
            arguments,
            asked_by: Requester::Model(self.model.clone()),
            stored: None,
        }
    }

    /// Ends calls that were begun and will not be sent.
    async fn give_up(&self, begun: &[CallRequest], error: ApiError) -> ApiError {
        for wish in begun {
            let reason = phrases::host_call_unstored(error.to_string());
            let reason = Text::from(reason).stored();
            let calls = self.inner.store.calls();
            if let Err(error) = calls
                .finish_call(wish.id, CallState::Failed, Some(&reason), None)
                .await
            {
                tracing::error!(%error, "a call that was given up could not be ended");
            }
        }
        error
    }
}
