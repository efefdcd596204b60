//! The models of an endpoint: listed once it was accepted, and chosen from for each conversation.

use std::time::Duration;

use domain::ProviderId;
use tokio::time::timeout;

use super::text::{model_error, parse};
use crate::{
    api::{ApiError, ErrorCode, Event},
    inner::{Host, Inner},
    state::Provider,
};

/// How long adding an endpoint waits for its list of models.
const LIST_LIMIT: Duration = Duration::from_secs(5);

/// Which model answers.
#[derive(Clone, Debug)]
pub struct ModelChoice {
    /// Its endpoint.
    pub provider: ProviderId,
    /// The model, where it is not the endpoint's own.
    pub model: Option<String>,
}

impl From<ProviderId> for ModelChoice {
    fn from(provider: ProviderId) -> Self {
        Self {
            provider,
            model: None,
        }
    }
}

impl Host {
    /// Asks an endpoint for its models and keeps what it lists.
    ///
    /// # Errors
    /// There is no such endpoint, or it does not answer.
    pub async fn provider_models(&self, id: &str) -> Result<Vec<String>, ApiError> {
        let inner = &self.inner;
        let provider = inner.provider(parse(id)?).await?;
        let models = inner.listed_by(&provider).await?;
        if provider.key.is_none() && inner.store.providers().get(provider.id).await?.is_some() {
            inner
                .store
                .providers()
                .set_models(provider.id, &models)
                .await?;
            inner.emit(Event::Providers {
                providers: inner.provider_views().await?,
            });
        }
        Ok(models)
    }
}

impl Inner {
    /// Asks an endpoint that was just accepted for its models, unless that was done before. One that has no such list, or
    /// does not answer soon, is used with the one model that is known.
    pub(super) async fn list_models_once(&self, id: ProviderId) {
        let listed = async {
            let provider = self.stored_provider(id).await?;
            if !provider.models.is_empty() {
                return Ok(());
            }
            let models = self.listed_by(&provider).await?;
            self.store.providers().set_models(id, &models).await?;
            Ok::<(), ApiError>(())
        };
        match timeout(LIST_LIMIT, listed).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "an endpoint did not list its models"),
            Err(_) => tracing::debug!("an endpoint did not list its models in time"),
        }
    }

    async fn listed_by(&self, provider: &Provider) -> Result<Vec<String>, ApiError> {
        let endpoint = self.endpoint(provider).await?;
        let models = self.llm.models(&endpoint).await;
        let models = models.map_err(|error| model_error(&error))?;
        Ok(models.into_iter().map(|model| model.id).collect())
    }
}

impl Provider {
    /// The same endpoint with a model that was chosen, as long as it still lists it.
    pub(crate) fn with_model(mut self, chosen: Option<&str>) -> Self {
        if let Some(chosen) = chosen.filter(|chosen| self.models.iter().any(|m| m == chosen)) {
            chosen.clone_into(&mut self.model);
        }
        self
    }

    /// A model of this endpoint as a conversation keeps it: none for the endpoint's own.
    ///
    /// # Errors
    /// The endpoint does not list it.
    pub(crate) fn checked_model(&self, model: Option<String>) -> Result<Option<String>, ApiError> {
        match model {
            None => Ok(None),
            Some(model) if model == self.model => Ok(None),
            Some(model) if self.models.contains(&model) => Ok(Some(model)),
            Some(_) => Err(ApiError::new(
                ErrorCode::Invalid,
                "This endpoint does not list such a model.",
            )
            .hint("Ask it for its models again in the settings.")),
        }
    }
}

/// Every model that can be chosen: the one in use first, if the list does not have it.
pub(super) fn with_default(model: &str, mut listed: Vec<String>) -> Vec<String> {
    if !listed.iter().any(|one| one == model) {
        listed.insert(0, model.to_owned());
    }
    listed
}
