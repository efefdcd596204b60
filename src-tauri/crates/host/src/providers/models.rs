//! The models of an endpoint: listed once it was accepted, and selected for each conversation.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use domain::ProviderId;
use host_api::{ApiError, ErrorCode, Event, TuningView};
use llm::Input;
use messages::phrases;
use serde::{Serialize, de::DeserializeOwned};
use tokio::time::timeout;

use super::{failure::model_error, text::parse};
use crate::{
    inner::{Host, Inner},
    state::Provider,
};

/// Timeout of the model list when an endpoint is added.
const LIST_LIMIT: Duration = Duration::from_secs(5);

/// The setting with the windows of models in tokens, by base URL and model.
const WINDOWS: &str = "model_windows";
/// The setting with what models take beside text, by base URL and model.
const INPUTS: &str = "model_inputs";
/// Maximum number of endpoints of which something is stored.
const MAX_ENDPOINTS: usize = 50;
/// Maximum number of models of an endpoint of which something is stored.
const MAX_MODELS: usize = 2_000;

/// What endpoints said of their models, by base URL and model.
type Said<T> = BTreeMap<String, BTreeMap<String, T>>;

/// A selected model.
#[derive(Clone, Debug)]
pub struct ModelChoice {
    /// Its endpoint.
    pub provider: ProviderId,
    /// The model, where it is not the endpoint's default.
    pub model: Option<String>,
    /// How it is to answer in a new conversation.
    pub tuning: TuningView,
}

impl From<ProviderId> for ModelChoice {
    fn from(provider: ProviderId) -> Self {
        Self {
            provider,
            model: None,
            tuning: TuningView::default(),
        }
    }
}

impl Host {
    /// Requests the model list of an endpoint and stores it.
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
    /// Requests the model list of a newly accepted endpoint, unless that was done before. An endpoint without a list, or with a
    /// slow reply, is used with the one known model.
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
        self.keep_facts(provider, &models).await?;
        Ok(models.into_iter().map(|model| model.id).collect())
    }

    /// Stores what an endpoint's list says of its models.
    async fn keep_facts(
        &self,
        provider: &Provider,
        models: &[llm::ModelInfo],
    ) -> Result<(), ApiError> {
        let windows = models
            .iter()
            .filter_map(|model| Some((model.id.clone(), model.window?)));
        self.keep_said(WINDOWS, provider, windows).await?;
        let inputs = models
            .iter()
            .filter_map(|model| Some((model.id.clone(), model.inputs.clone()?)));
        self.keep_said(INPUTS, provider, inputs).await
    }

    async fn keep_said<T: Serialize + DeserializeOwned + Send + Sync>(
        &self,
        key: &str,
        provider: &Provider,
        said: impl Iterator<Item = (String, T)>,
    ) -> Result<(), ApiError> {
        let said: BTreeMap<String, T> = said.take(MAX_MODELS).collect();
        let mut all = self.said::<T>(key).await?;
        if said.is_empty() && !all.contains_key(provider.base_url.as_str()) {
            return Ok(());
        }
        all.insert(provider.base_url.to_string(), said);
        while all.len() > MAX_ENDPOINTS {
            all.pop_first();
        }
        Ok(self.store.settings().set(key, &all).await?)
    }

    /// Returns what a model takes beside text, where its endpoint said so in its last list.
    pub(crate) async fn inputs_of(
        &self,
        provider: &Provider,
    ) -> Result<Option<BTreeSet<Input>>, ApiError> {
        Ok(self.inputs_at(provider).await?.remove(&provider.model))
    }

    /// Returns the windows of models in tokens, as the endpoint's last list has them.
    pub(super) async fn windows_at(
        &self,
        provider: &Provider,
    ) -> Result<BTreeMap<String, u64>, ApiError> {
        self.said_at(WINDOWS, provider).await
    }

    /// Returns what models take beside text, as the endpoint's last list has it.
    pub(super) async fn inputs_at(
        &self,
        provider: &Provider,
    ) -> Result<BTreeMap<String, BTreeSet<Input>>, ApiError> {
        self.said_at(INPUTS, provider).await
    }

    async fn said_at<T: DeserializeOwned>(
        &self,
        key: &str,
        provider: &Provider,
    ) -> Result<BTreeMap<String, T>, ApiError> {
        let mut all = self.said(key).await?;
        Ok(all.remove(provider.base_url.as_str()).unwrap_or_default())
    }

    async fn said<T: DeserializeOwned>(&self, key: &str) -> Result<Said<T>, ApiError> {
        let stored = self.store.settings().get(key).await?;
        Ok(stored.unwrap_or_default())
    }
}

impl Provider {
    /// Returns the same endpoint with the selected model, if the endpoint still lists that model.
    pub(crate) fn with_model(mut self, chosen: Option<&str>) -> Self {
        if let Some(chosen) = chosen.filter(|chosen| self.models.iter().any(|m| m == chosen)) {
            chosen.clone_into(&mut self.model);
        }
        self
    }

    /// Returns a model of this endpoint as a conversation stores it: none for the endpoint's default.
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
                phrases::host_endpoint_no_such_model(),
            )
            .hint(phrases::host_endpoint_no_such_model_hint())),
        }
    }
}

/// Returns every model that can be selected, with the current one first if the list does not contain it.
pub(super) fn with_default(model: &str, mut listed: Vec<String>) -> Vec<String> {
    if !listed.iter().any(|one| one == model) {
        listed.insert(0, model.to_owned());
    }
    listed
}
