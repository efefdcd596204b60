//! Approval requests for model endpoints.

use domain::ProviderId;

/// A model endpoint to be added or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointChange {
    /// The endpoint.
    pub provider: ProviderId,
    /// The user's name for it.
    pub name: String,
    /// The wire format's name.
    pub wire: String,
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
