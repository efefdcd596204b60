//! Approval requests that let a server make requests of its own.

use domain::ServerId;
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log, LogSection};

/// What a server may ask for, besides roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Answers of the user's model.
    Sampling,
    /// Something of the user's.
    Elicitation,
}

impl Feature {
    /// Its word in the log.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sampling => "sampling",
            Self::Elicitation => "elicitation",
        }
    }
}

/// Permission for a server to make such requests; each one still needs its own approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureChange {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// What it may ask for then.
    pub feature: Feature,
}

/// What the log keeps of such a permission.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FeatureDetail {
    /// What the server may ask for.
    pub feature: Feature,
    /// The user's name for the server.
    pub server_name: String,
}

impl Decide for FeatureChange {
    type Action = Self;
    type Detail = FeatureDetail;
    const NAMED: Option<GrantScope> = Some(GrantScope::Standing);

    fn server(&self) -> Option<ServerId> {
        Some(self.server)
    }

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Standing
    }

    fn action(&self) -> Self {
        self.clone()
    }

    fn log(&self) -> Log {
        let subject = format!("{} may ask: {}", self.server_name, self.feature.as_str());
        Log::of(LogSection::Setting, subject)
    }

    fn detail(&self) -> FeatureDetail {
        FeatureDetail {
            feature: self.feature,
            server_name: self.server_name.clone(),
        }
    }
}
