//! Approval requests for model endpoints.

use domain::{ProviderId, ServerId, Wire};
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log, LogSection};

/// A model endpoint to be added or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointChange {
    /// The endpoint.
    pub provider: ProviderId,
    /// The user's name for it.
    pub name: String,
    /// Its wire format.
    pub wire: Wire,
    /// The base URL.
    pub base_url: String,
    /// The model that will be used; empty until one is chosen.
    pub model: String,
    /// Every model that the endpoint listed; empty if it was not asked or has no list.
    pub models: Vec<String>,
    /// Whether a key for this origin is already kept.
    pub has_key: bool,
    /// Whether the endpoint is on this machine.
    pub on_this_machine: bool,
}

/// What the log keeps of an endpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EndpointDetail {
    /// Its base URL.
    pub base_url: String,
    /// Its wire format.
    pub wire: Wire,
    /// Its model.
    pub model: String,
}

impl Decide for EndpointChange {
    type Action = Self;
    type Detail = EndpointDetail;
    const NAMED: Option<GrantScope> = Some(GrantScope::Standing);

    fn server(&self) -> Option<ServerId> {
        None
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Standing
    }

    fn action(&self) -> Self {
        self.clone()
    }

    fn log(&self) -> Log {
        Log::of(LogSection::Setting, self.name.clone())
    }

    fn detail(&self) -> EndpointDetail {
        EndpointDetail {
            base_url: self.base_url.clone(),
            wire: self.wire,
            model: self.model.clone(),
        }
    }
}
