//! Model endpoints from a command line.

use std::sync::Mutex;

use domain::ProviderId;
use llm::Wire;
use secrets::Secret;
use store::EndpointLimits;
use url::Url;

use crate::mutex::lock;

/// A model endpoint, stored or of this run.
#[derive(Clone, Debug)]
pub(crate) struct Provider {
    /// The endpoint.
    pub id: ProviderId,
    /// Its wire format.
    pub wire: Wire,
    /// Its base URL.
    pub base_url: Url,
    /// The model.
    pub model: String,
    /// The models that it listed.
    pub models: Vec<String>,
    /// The key of an endpoint of this run; those of stored endpoints are in the keychain.
    pub key: Option<Secret>,
}

/// Model endpoints from a command line for this run, with their learned limits. They are never stored.
#[derive(Default)]
pub(crate) struct RunProviders(Mutex<Vec<(Provider, Option<EndpointLimits>)>>);

impl RunProviders {
    /// Adds an endpoint.
    pub fn add(&self, provider: Provider) {
        lock(&self.0).push((provider, None));
    }

    /// Returns an endpoint.
    pub fn get(&self, id: ProviderId) -> Option<Provider> {
        let all = lock(&self.0);
        let found = all.iter().find(|(provider, _)| provider.id == id)?;
        Some(found.0.clone())
    }

    /// Returns all endpoints.
    pub fn all(&self) -> Vec<Provider> {
        let all = lock(&self.0);
        all.iter().map(|(provider, _)| provider.clone()).collect()
    }

    /// Returns the learned limits of an endpoint.
    pub fn limits(&self, id: ProviderId) -> Option<EndpointLimits> {
        let all = lock(&self.0);
        let found = all.iter().find(|(provider, _)| provider.id == id)?;
        found.1.clone()
    }

    /// Sets the learned limits of an endpoint. Returns whether it is one of these.
    pub fn limit(&self, id: ProviderId, limits: &EndpointLimits) -> bool {
        let mut all = lock(&self.0);
        let found = all.iter_mut().find(|(provider, _)| provider.id == id);
        found
            .map(|(_, known)| *known = Some(limits.clone()))
            .is_some()
    }
}
