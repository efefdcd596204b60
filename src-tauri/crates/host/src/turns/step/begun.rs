//! A request whose answer began, until what it took is recorded.

use crate::{spending::Used, state::Provider, turns::offering::Model};

/// A request whose answer began.
pub(super) struct Begun {
    /// The endpoint with the model.
    pub provider: Provider,
    /// The estimated size of the request, in tokens.
    pub estimate: u64,
    /// What the endpoint counted.
    pub counted: Option<Used>,
    /// The estimated size of the calls in the answer, in tokens.
    pub calls: u64,
}

impl Begun {
    /// Returns the request of a step; none for the practice model, which is in this process.
    pub(super) fn new(model: &Model, estimate: u64) -> Option<Self> {
        match model {
            Model::Endpoint(provider) => Some(Self {
                provider: provider.clone(),
                estimate,
                counted: None,
                calls: 0,
            }),
            Model::Practice => None,
        }
    }
}
