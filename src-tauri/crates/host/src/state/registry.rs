//! The registry of servers: its setting, and what was read from it.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use ::registry::{Address, Client, Entry, OFFICIAL, Query, RegistryError, Walk};
use host_api::RegistrySettingView;
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};
use tokio::sync::Semaphore;

use super::downloads::Downloads;
use crate::mutex::lock;

/// The setting that stores the registry of servers.
const REGISTRY: &str = "registry";
/// How many searches, and how many servers with their versions, are held.
const HELD: usize = 8;
/// For how long they are used again.
const FRESH: Duration = Duration::from_secs(10 * 60);
/// How many requests may run at a time.
const REQUESTS: usize = 3;

/// The setting of the registry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RegistrySetting {
    /// Whether it is used.
    pub on: bool,
    /// Its address.
    pub address: String,
}

impl Default for RegistrySetting {
    fn default() -> Self {
        Self {
            on: false,
            address: OFFICIAL.to_owned(),
        }
    }
}

impl RegistrySetting {
    /// Loads it; the default, if none is stored or it cannot be read.
    pub(crate) async fn load(store: &Store) -> Self {
        let stored: Option<Self> = store.settings().get(REGISTRY).await.ok().flatten();
        stored.unwrap_or_default().checked()
    }

    /// Stores it.
    pub(crate) async fn keep(&self, store: &Store) -> Result<(), StoreError> {
        store.settings().set(REGISTRY, self).await
    }

    /// Returns it, or the default if its address is not one of a registry.
    pub(crate) fn checked(self) -> Self {
        match Address::parse(&self.address) {
            Ok(_) => self,
            Err(_) => Self::default(),
        }
    }

    pub(crate) fn view(&self) -> RegistrySettingView {
        RegistrySettingView {
            on: self.on,
            address: self.address.clone(),
            official: OFFICIAL.to_owned(),
        }
    }
}

/// What was read from the registry: bounded, in memory only but for a bundle that is reviewed.
pub(crate) struct Browsing {
    held: Mutex<Held>,
    requests: Semaphore,
    /// The bundles that are downloaded.
    pub downloads: Downloads,
}

#[derive(Default)]
struct Held {
    client: Option<Arc<Client>>,
    walks: VecDeque<(Instant, Walk)>,
    servers: VecDeque<(Instant, Arc<Vec<Entry>>)>,
}

impl Default for Browsing {
    fn default() -> Self {
        Self {
            held: Mutex::default(),
            requests: Semaphore::new(REQUESTS),
            downloads: Downloads::default(),
        }
    }
}

impl Browsing {
    /// Returns the client of an address. With another address than before, everything that was read is dropped.
    ///
    /// # Errors
    /// The system has no TLS.
    pub fn client(&self, address: &Address) -> Result<Arc<Client>, RegistryError> {
        let mut held = lock(&self.held);
        if let Some(client) = held.client.as_ref().filter(|c| c.address() == address) {
            return Ok(Arc::clone(client));
        }
        let client = Arc::new(Client::new(address.clone())?);
        *held = Held {
            client: Some(Arc::clone(&client)),
            ..Held::default()
        };
        Ok(client)
    }

    /// Drops everything that was read.
    pub fn forget(&self) {
        *lock(&self.held) = Held::default();
    }

    /// Returns a page of a search, which is requested unless it is held.
    ///
    /// # Errors
    /// [`RegistryError`].
    pub async fn page(
        &self,
        client: &Client,
        query: Query,
        at: usize,
    ) -> Result<Arc<::registry::Page>, RegistryError> {
        // Taken out while it is used: a slow request holds no lock.
        let (since, mut walk) = self
            .take_walk(&query)
            .unwrap_or_else(|| (Instant::now(), Walk::new(query)));
        let _one = self.requests.acquire().await;
        let page = walk.page(client, at).await;
        let mut held = lock(&self.held);
        if held.is_of(client) {
            held.walks.push_front((since, walk));
            held.walks.truncate(HELD);
        }
        page
    }

    fn take_walk(&self, query: &Query) -> Option<(Instant, Walk)> {
        let mut held = lock(&self.held);
        held.walks.retain(|(since, _)| since.elapsed() < FRESH);
        let at = held.walks.iter().position(|(_, w)| w.query() == query)?;
        held.walks.remove(at)
    }

    /// Returns the versions of a server, newest first, which are requested unless they are held.
    ///
    /// # Errors
    /// [`RegistryError`]; there is no version that can be read.
    pub async fn versions(
        &self,
        client: &Client,
        name: &str,
    ) -> Result<Arc<Vec<Entry>>, RegistryError> {
        if let Some(found) = self.held_versions(name) {
            return Ok(found);
        }
        let _one = self.requests.acquire().await;
        let mut entries = client.versions(name).await?.entries;
        // An answer about another server is none about this one.
        entries.retain(|entry| entry.name == name);
        if entries.is_empty() {
            return Err(RegistryError::NotFound);
        }
        let entries = Arc::new(entries);
        let mut held = lock(&self.held);
        if held.is_of(client) {
            held.servers
                .push_front((Instant::now(), Arc::clone(&entries)));
            held.servers.truncate(HELD);
        }
        Ok(entries)
    }

    fn held_versions(&self, name: &str) -> Option<Arc<Vec<Entry>>> {
        let mut held = lock(&self.held);
        held.servers.retain(|(since, _)| since.elapsed() < FRESH);
        let of = |entries: &Vec<Entry>| entries.first().is_some_and(|one| one.name == name);
        let found = held.servers.iter().find(|(_, entries)| of(entries))?;
        Some(Arc::clone(&found.1))
    }
}

impl Held {
    /// Whether it belongs to the registry of a client: the address may have changed meanwhile.
    fn is_of(&self, client: &Client) -> bool {
        let own = self.client.as_ref();
        own.is_some_and(|own| own.address() == client.address())
    }
}
