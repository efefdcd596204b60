//! Model endpoints from a command line.

use std::sync::Mutex;

use domain::{ProviderId, now_ms};
use llm::Wire;
use secrets::Secret;
use store::LearnedLack;
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

/// Model endpoints from a command line for this run, with what was learned of each of their models. They are never stored.
#[derive(Default)]
pub(crate) struct RunProviders(Mutex<Vec<(Provider, Learned)>>);

/// What was learned, each with its model.
type Learned = Vec<(String, LearnedLack)>;

impl RunProviders {
    /// Adds an endpoint.
    pub fn add(&self, provider: Provider) {
        lock(&self.0).push((provider, Vec::new()));
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

    /// Returns what was learned of an endpoint with its model; none if it is not one of these.
    pub fn learned(&self, of: &Provider) -> Option<Vec<LearnedLack>> {
        let all = lock(&self.0);
        let (_, learned) = all.iter().find(|(provider, _)| provider.id == of.id)?;
        let of_model = learned.iter().filter(|(model, _)| *model == of.model);
        Some(of_model.map(|(_, lack)| lack.clone()).collect())
    }

    /// Keeps what was learned of an endpoint with its model. Returns whether it is one of these.
    pub fn learn(&self, of: &Provider, lacks: &[String]) -> bool {
        let mut all = lock(&self.0);
        let Some((_, learned)) = all.iter_mut().find(|(provider, _)| provider.id == of.id) else {
            return false;
        };
        learned.extend(lacks.iter().map(|lack| {
            let lack = LearnedLack {
                lack: lack.clone(),
                learned_ms: now_ms(),
            };
            (of.model.clone(), lack)
        }));
        true
    }
}
