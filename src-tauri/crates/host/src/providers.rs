//! Model endpoints: proposed in `main`, confirmed in the consent window, their keys in the keychain.

mod counted;
mod facts;
mod failure;
mod features;
mod keys;
mod lost;
mod models;
mod takes;
mod text;

use consent::EndpointChange;
use domain::{ProviderId, is_loopback, now_ms};
use host_api::{
    ApiError, ErrorCode, Event, FoundModelView, ModelNotesView, ProposeProvider, ProviderView,
    WireView,
};
use llm::{ApiKey, Endpoint};
use messages::phrases;
use secrets::Secret;
use store::{ModelNotes, NewProvider, ProviderRecord};
use url::Url;

pub(crate) use facts::Facts;
pub(crate) use failure::model_error;
pub(crate) use features::{Learning, answer};
pub(crate) use keys::key_entry;
use keys::key_name;
pub(crate) use lost::Lost;
pub use models::ModelChoice;
use models::with_default;
pub(crate) use takes::Takes;
pub(crate) use text::{checked_model, parse};
use text::{checked_name, checked_url, not_found, wire, wire_view};

use crate::{
    catalog::WHOLE_TOOLS,
    inner::{Host, Inner},
    state::Provider,
};

/// An endpoint that a command line sets for this run.
pub struct SessionProvider {
    /// Its wire format.
    pub wire: WireView,
    /// Its base URL.
    pub base_url: String,
    /// The model.
    pub model: String,
    /// Its key.
    pub key: Option<Secret>,
}

impl Host {
    /// Proposes an endpoint and waits for the approval in the consent window.
    ///
    /// # Errors
    /// An invalid name or URL, or the approval was denied.
    pub async fn propose_provider(
        &self,
        proposal: ProposeProvider,
    ) -> Result<ProviderView, ApiError> {
        let inner = &self.inner;
        let base_url = checked_url(&proposal.base_url)?;
        let name = checked_name(&proposal.name)?;
        // Without a model, the user selects one from the endpoint's list before the answer takes effect.
        let model = match proposal.model.trim() {
            "" => String::new(),
            model => checked_model(model)?,
        };
        let stored = match &proposal.id {
            Some(id) => Some(inner.stored_provider(parse(id)?).await?),
            None => None,
        };
        let same =
            |stored: &Provider| stored.base_url == base_url && stored.wire == wire(proposal.wire);
        let models = stored.as_ref().filter(|stored| same(stored));
        let models = models.map(|stored| stored.models.clone());
        let id = stored.map_or_else(ProviderId::new, |stored| stored.id);
        let change = EndpointChange {
            provider: id,
            name,
            wire: wire(proposal.wire),
            base_url: base_url.to_string(),
            model,
            models: models.unwrap_or_default(),
            has_key: inner.has_key(id, &base_url).await,
            on_this_machine: is_loopback(&base_url),
        };
        let allowed = inner
            .consent
            .decide_named(change, false)
            .await
            .map_err(|denied| {
                let message = match denied.by {
                    consent::DecidedBy::Expiry => phrases::host_endpoint_expired(),
                    consent::DecidedBy::LedgerFailure => phrases::host_endpoint_unrecorded(),
                    consent::DecidedBy::Unattended => phrases::host_endpoint_unattended(),
                    consent::DecidedBy::Person
                    | consent::DecidedBy::Terminal
                    | consent::DecidedBy::Dismissed
                    | consent::DecidedBy::Rule
                    | consent::DecidedBy::CommandLine
                    | consent::DecidedBy::Mute
                    | consent::DecidedBy::Repeat
                    | consent::DecidedBy::QueueFull
                    | consent::DecidedBy::Withdrawn
                    | consent::DecidedBy::StopAll => phrases::host_endpoint_denied(),
                };
                ApiError::new(ErrorCode::Denied, message)
            })?;
        let change = allowed.approved.into_payload();
        let record = ProviderRecord {
            id,
            name: change.name,
            wire: change.wire,
            base_url: change.base_url,
            model: checked_model(&change.model)?,
            models: change.models,
            has_key: inner.has_key(id, &base_url).await,
            created_ms: now_ms(),
        };
        if proposal.id.is_some() {
            inner.store.providers().update(&record).await?;
            // Who sets an endpoint up again tries everything again.
            inner.store.limits().forget(id).await?;
        } else {
            let ProviderRecord {
                id,
                name,
                wire,
                base_url,
                model,
                models,
                has_key,
                ..
            } = record;
            inner
                .store
                .providers()
                .add(&NewProvider {
                    id,
                    name,
                    wire,
                    base_url,
                    model,
                    models,
                    has_key,
                })
                .await?;
        }
        inner.list_models_once(id).await;
        let providers = inner.provider_views().await?;
        inner.emit(Event::Providers {
            providers: providers.clone(),
        });
        let id = id.to_string();
        providers
            .into_iter()
            .find(|p| p.id == id)
            .ok_or_else(not_found)
    }

    /// Removes an endpoint and its key.
    ///
    /// # Errors
    /// It does not exist, or the keychain or the store refuse.
    pub async fn remove_provider(&self, id: &str) -> Result<(), ApiError> {
        let provider = self.inner.stored_provider(parse(id)?).await?;
        self.inner
            .keychain
            .provider(provider.id)
            .delete(&key_name(&provider.base_url))
            .await?;
        self.inner.store.providers().remove(provider.id).await?;
        self.inner.emit(Event::Providers {
            providers: self.inner.provider_views().await?,
        });
        Ok(())
    }

    /// Returns the stored endpoints.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn providers(&self) -> Result<Vec<ProviderView>, ApiError> {
        self.inner.provider_views().await
    }

    /// Detects model programs on this machine.
    pub async fn models_found(&self) -> Vec<FoundModelView> {
        let found = self.inner.llm.discover_local().await;
        found
            .into_iter()
            .map(|f| FoundModelView {
                name: f.name,
                base_url: f.base_url.to_string(),
                models: f
                    .models
                    .into_iter()
                    .map(|m| domain::visible(&m.id))
                    .collect(),
            })
            .collect()
    }

    /// Uses an endpoint from the command line, for this run only.
    ///
    /// # Errors
    /// An invalid URL, or the decision could not be recorded.
    pub async fn use_session_provider(&self, session: SessionProvider) -> Result<String, ApiError> {
        let base_url = checked_url(&session.base_url)?;
        let model = checked_model(&session.model)?;
        let id = ProviderId::new();
        let change = EndpointChange {
            provider: id,
            name: "command line".into(),
            wire: wire(session.wire),
            base_url: base_url.to_string(),
            model: model.clone(),
            models: Vec::new(),
            has_key: session.key.is_some(),
            on_this_machine: is_loopback(&base_url),
        };
        let refused = |_| ApiError::new(ErrorCode::Denied, phrases::host_endpoint_denied());
        // The approval applies to this run. The endpoint that was approved is used; it is stored below.
        let _ = self
            .inner
            .consent
            .decide_named(change, true)
            .await
            .map_err(refused)?
            .approved
            .into_payload();
        let provider = Provider {
            id,
            wire: wire(session.wire),
            base_url,
            model,
            models: Vec::new(),
            key: session.key,
        };
        self.inner.run_providers.add(provider);
        Ok(id.to_string())
    }
}

impl Inner {
    /// Returns the views of the stored endpoints.
    pub(crate) async fn provider_views(&self) -> Result<Vec<ProviderView>, ApiError> {
        let records = self.store.providers().list().await?;
        let grants = self.store.outflow().grants().await?;
        let notes = self.store.notes().all().await?;
        let mut views = Vec::with_capacity(records.len());
        for r in records {
            let max_tools = max_tools(self, &r).await?;
            views.push(ProviderView {
                notes: notes
                    .get(&(r.id, r.model.clone()))
                    .map(notes_view)
                    .unwrap_or_default(),
                max_tools,
                id: r.id.to_string(),
                wire: wire_view(r.wire),
                outflow_allowed: Url::parse(&r.base_url)
                    .is_ok_and(|u| grants.contains(&(r.id, u.origin().ascii_serialization()))),
                on_this_machine: Url::parse(&r.base_url).is_ok_and(|u| is_loopback(&u)),
                models: with_default(&r.model, r.models),
                name: r.name,
                base_url: r.base_url,
                model: r.model,
                has_key: r.has_key,
            });
        }
        Ok(views)
    }

    /// Returns an endpoint, stored or of this run.
    pub(crate) async fn provider(&self, id: ProviderId) -> Result<Provider, ApiError> {
        match self.run_providers.get(id) {
            Some(provider) => Ok(provider),
            None => self.stored_provider(id).await,
        }
    }

    pub(crate) async fn stored_provider(&self, id: ProviderId) -> Result<Provider, ApiError> {
        let record = self
            .store
            .providers()
            .list()
            .await?
            .into_iter()
            .find(|p| p.id == id)
            .ok_or_else(not_found)?;
        let base_url = checked_url(&record.base_url)?;
        Ok(Provider {
            id,
            wire: record.wire,
            base_url,
            model: record.model,
            models: record.models,
            key: None,
        })
    }

    /// Returns the endpoint with its key, which is bound to its origin. A stored one that this program cannot tell that it wrote is
    /// approved first.
    pub(crate) async fn endpoint(&self, provider: &Provider) -> Result<Endpoint, ApiError> {
        if self.run_providers.get(provider.id).is_none() {
            let by = (&self.consent, &self.keychain);
            if counted::ensure(self.store.providers(), by, provider).await? {
                self.emit(Event::Providers {
                    providers: self.provider_views().await?,
                });
            }
        }
        let secret = match &provider.key {
            Some(key) => Some(key.clone()),
            None => {
                self.keychain
                    .provider(provider.id)
                    .get(&key_name(&provider.base_url))
                    .await?
            }
        };
        let key = secret.map(|secret| ApiKey::new(secret, &provider.base_url));
        Ok(Endpoint {
            wire: provider.wire,
            base_url: provider.base_url.clone(),
            key,
        })
    }
}

/// Returns the maximum number of tools that are sent whole to a stored endpoint.
async fn max_tools(inner: &Inner, record: &ProviderRecord) -> Result<u32, ApiError> {
    let Ok(base_url) = Url::parse(&record.base_url) else {
        return Ok(u32::try_from(WHOLE_TOOLS).unwrap_or(u32::MAX));
    };
    let provider = Provider {
        id: record.id,
        wire: record.wire,
        base_url,
        model: record.model.clone(),
        models: Vec::new(),
        key: None,
    };
    let tools = Learning::of(inner, &provider).await?.takes(&provider).tools;
    Ok(u32::try_from(tools.min(WHOLE_TOOLS)).unwrap_or(u32::MAX))
}

/// Returns the view of the user's notes on a model.
pub(crate) fn notes_view(notes: &ModelNotes) -> ModelNotesView {
    ModelNotesView {
        cost: notes.cost,
        speed: notes.speed,
        intelligence: notes.intelligence,
        input_price: notes.input_price,
        output_price: notes.output_price,
        cached_price: notes.cached_price,
        window: notes.window,
    }
}
