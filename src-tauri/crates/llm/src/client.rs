//! The HTTP clients, and sending a request: no redirect, no compression, bounded waits.

use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{Arc, OnceLock},
    time::Duration,
};

use netcheck::{LinkProblem, is_tls_port, link_problem};
use reqwest::{
    Client, ClientBuilder, Method, Response,
    header::{ACCEPT, CONTENT_TYPE, HeaderMap},
    redirect::Policy,
};
use tokio::time::timeout;
use url::Url;

use crate::{
    Endpoint, Limits, LlmError, ModelInfo,
    error::reason,
    limits::{CONNECT_LIMIT, KEEP_ALIVE},
    models, reply,
};

/// Connections to model endpoints. Clones share them.
#[derive(Clone, Debug)]
pub struct Llm {
    /// For http on this machine: never through a proxy, and in need of no certificate authority.
    local: Client,
    /// For everything else; made at first use, since it reads the system's certificate authorities.
    remote: Arc<OnceLock<Client>>,
    limits: Limits,
}

/// One HTTP request, ready to be sent more than once.
pub(crate) struct Call {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Option<Vec<u8>>,
}

impl Llm {
    /// Connections with the usual waits.
    ///
    /// # Errors
    /// [`LlmError::Tls`] if this machine's cryptography cannot be set up.
    pub fn new() -> Result<Self, LlmError> {
        Self::with_limits(Limits::default())
    }

    /// Connections with other waits.
    ///
    /// # Errors
    /// As [`Llm::new`].
    pub fn with_limits(limits: Limits) -> Result<Self, LlmError> {
        let loopback = [
            (Ipv4Addr::LOCALHOST, 0).into(),
            SocketAddr::from((Ipv6Addr::LOCALHOST, 0)),
        ];
        let local = builder()
            .no_proxy()
            .tls_certs_only([])
            .resolve_to_addrs("localhost", &loopback);
        Ok(Self {
            local: build(local)?,
            remote: Arc::default(),
            limits,
        })
    }

    /// The same connections with other waits: the longest silence of an endpoint on the internet, and of one on this machine or in its
    /// network, which may also load its model for so long.
    #[must_use]
    pub fn waiting(&self, idle: Duration, idle_nearby: Duration) -> Self {
        Self {
            limits: Limits {
                idle,
                idle_nearby,
                loading: idle_nearby,
                ..self.limits
            },
            ..self.clone()
        }
    }

    /// The models an endpoint offers, at most [`crate::MAX_MODELS`].
    ///
    /// # Errors
    /// The endpoint does not answer in time, refuses, or its list cannot be read.
    pub async fn models(&self, endpoint: &Endpoint) -> Result<Vec<ModelInfo>, LlmError> {
        let listed = timeout(self.limits.reply, self.list(endpoint))
            .await
            .unwrap_or(Err(LlmError::Timeout));
        listed.map_err(|error| endpoint.redact(error))
    }

    async fn list(&self, endpoint: &Endpoint) -> Result<Vec<ModelInfo>, LlmError> {
        let call = Call::get(endpoint)?;
        let response = self.send_once(endpoint, &call).await?;
        models::read(&reply::whole(response, self.limits.reply).await?)
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The limits for an endpoint: a model nearby may take long to load, and nobody else waits for it.
    pub(crate) fn limits_at(&self, endpoint: &Endpoint) -> Limits {
        let idle = if endpoint.is_nearby() {
            self.limits.idle_nearby
        } else {
            self.limits.idle
        };
        Limits {
            idle,
            ..self.limits
        }
    }

    /// Sends a call once; returns the response of success, its body unread.
    pub(crate) async fn send_once(
        &self,
        endpoint: &Endpoint,
        call: &Call,
    ) -> Result<Response, LlmError> {
        let mut request = self
            .client(endpoint)?
            .request(call.method.clone(), call.url.clone());
        request = request.headers(call.headers.clone());
        if let Some(body) = &call.body {
            request = request.body(body.clone());
        }
        let sent = timeout(self.limits_at(endpoint).idle, request.send())
            .await
            .map_err(|_| LlmError::Timeout)?;
        let response = match sent {
            Ok(response) => response,
            Err(error) => return Err(explained(&error, endpoint, call).await),
        };
        if response.status().is_success() {
            return Ok(response);
        }
        if is_tls_port(&response).await {
            return Err(LlmError::Link(LinkProblem::TlsPort));
        }
        Err(reply::failure(response, self.limits.reply).await)
    }

    fn client(&self, endpoint: &Endpoint) -> Result<&Client, LlmError> {
        if is_local(endpoint) {
            return Ok(&self.local);
        }
        match self.remote.get() {
            Some(client) => Ok(client),
            None => {
                let client = build(builder())?;
                Ok(self.remote.get_or_init(|| client))
            }
        }
    }
}

impl Call {
    /// The list of models.
    fn get(endpoint: &Endpoint) -> Result<Self, LlmError> {
        let url = endpoint.models_url()?;
        Ok(Self {
            method: Method::GET,
            url,
            headers: endpoint.headers()?,
            body: None,
        })
    }

    /// A chat.
    pub(crate) fn chat(endpoint: &Endpoint, body: Vec<u8>) -> Result<Self, LlmError> {
        let url = endpoint.chat_url()?;
        let mut headers = endpoint.headers()?;
        headers.insert(
            CONTENT_TYPE,
            reqwest::header::HeaderValue::from_static("application/json"),
        );
        headers.insert(
            ACCEPT,
            reqwest::header::HeaderValue::from_static("text/event-stream"),
        );
        Ok(Self {
            method: Method::POST,
            url,
            headers,
            body: Some(body),
        })
    }
}

/// Why there was no reply, as far as that can be found out.
async fn explained(error: &reqwest::Error, endpoint: &Endpoint, call: &Call) -> LlmError {
    match link_problem(error, &call.url, is_local(endpoint)).await {
        Some(problem) => LlmError::Link(problem),
        None if error.is_request() && !error.is_connect() && !error.is_timeout() => {
            LlmError::Closed
        }
        None => LlmError::connect(error),
    }
}

/// Whether the client without a proxy is used.
fn is_local(endpoint: &Endpoint) -> bool {
    endpoint.is_loopback() && endpoint.base_url.scheme() == "http"
}

fn builder() -> ClientBuilder {
    // Compression stays off even if another crate turns its feature on: a small reply could unpack past every bound. One that comes packed all the same is unpacked within
    // the bounds of a plain one (`unpack`).
    Client::builder()
        .user_agent(concat!("innkeeper/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .connect_timeout(CONNECT_LIMIT)
        .tcp_keepalive(KEEP_ALIVE)
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate()
}

fn build(builder: ClientBuilder) -> Result<Client, LlmError> {
    builder.build().map_err(|e| LlmError::Tls(reason(&e)))
}
