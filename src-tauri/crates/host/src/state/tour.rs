//! Progress of the tour.

use std::sync::Mutex;

use domain::{ConversationId, ServerId};
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};

use crate::mutex::lock;

/// The setting that stores the progress.
const TOUR: &str = "tour";

/// The progress of the tour, as stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Tour {
    /// The sample server.
    pub server: Option<ServerId>,
    /// The tour's conversation, once the first message was sent.
    pub conversation: Option<ConversationId>,
    /// Whether a call was allowed and ran.
    pub allowed: bool,
    /// Whether a call was denied.
    pub denied: bool,
    /// Whether the audit log was opened.
    pub looked: bool,
    /// Whether it is in progress.
    pub active: bool,
}

/// The progress of the tour.
pub(crate) struct TourProgress(Mutex<Tour>);

impl TourProgress {
    /// Loads the stored progress.
    pub async fn load(store: &Store) -> Result<Self, StoreError> {
        let stored: Option<Tour> = store.settings().get(TOUR).await?;
        Ok(Self(Mutex::new(stored.unwrap_or_default())))
    }

    /// Returns the progress.
    pub fn get(&self) -> Tour {
        *lock(&self.0)
    }

    /// Changes the progress in one step and stores it. Returns whether anything changed.
    pub async fn change(
        &self,
        store: &Store,
        change: impl FnOnce(&mut Tour) + Send,
    ) -> Result<bool, StoreError> {
        let now = {
            let mut tour = lock(&self.0);
            let before = *tour;
            change(&mut tour);
            if *tour == before {
                return Ok(false);
            }
            *tour
        };
        store.settings().set(TOUR, &now).await?;
        Ok(true)
    }
}
