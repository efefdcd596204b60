//! Finds the model servers that run on this machine. Only loopback addresses are asked, and no key is sent.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::timeout;
use url::Url;

use crate::{Endpoint, Llm, ModelInfo, Wire};

/// Longest wait for a server to list its models.
pub const DISCOVERY_LIMIT: Duration = Duration::from_secs(2);

/// Where a server may be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The product that listens there by default; another program may.
    pub name: &'static str,
    /// The port on 127.0.0.1.
    pub port: u16,
}

/// The servers in use, at their default ports.
pub const LOCAL_SERVERS: [Candidate; 3] = [
    Candidate {
        name: "Ollama",
        port: 11434,
    },
    Candidate {
        name: "LM Studio",
        port: 1234,
    },
    Candidate {
        name: "llama.cpp",
        port: 8080,
    },
];

/// A server that answered with a list of models, which may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalServer {
    /// The product expected at this port.
    pub name: String,
    /// Its base URL; it speaks [`Wire::OpenAiChat`] and has no key.
    pub base_url: Url,
    /// Its models.
    pub models: Vec<ModelInfo>,
}

impl Llm {
    /// The model servers that run on this machine at their usual addresses.
    pub async fn discover_local(&self) -> Vec<LocalServer> {
        self.discover_among(&LOCAL_SERVERS).await
    }

    /// Asks some candidates, at the same time, each at most [`DISCOVERY_LIMIT`].
    pub async fn discover_among(&self, candidates: &[Candidate]) -> Vec<LocalServer> {
        let found = join_all(candidates.iter().map(|candidate| self.ask(*candidate))).await;
        found.into_iter().flatten().collect()
    }

    async fn ask(&self, candidate: Candidate) -> Option<LocalServer> {
        let base_url = Url::parse(&format!("http://127.0.0.1:{}/v1", candidate.port)).ok()?;
        let endpoint = Endpoint {
            wire: Wire::OpenAiChat,
            base_url,
            key: None,
        };
        let models = timeout(DISCOVERY_LIMIT, self.models(&endpoint))
            .await
            .ok()?
            .ok()?;
        Some(LocalServer {
            name: candidate.name.to_owned(),
            base_url: endpoint.base_url,
            models,
        })
    }
}
