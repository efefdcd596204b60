//! The HTTP of sign-ins: few requests, small answers, short waits, and every hop checked.
//!
//! Only a GET of a public document follows redirects, by hand; what carries a code, a token or a secret goes to the one
//! address it is for. No connection is kept: each request is a hop of its own.

use std::{
    collections::VecDeque,
    error::Error as _,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use domain::is_loopback;
use reqwest::{
    Client, ClientBuilder, Method, Response,
    header::{ACCEPT, CONTENT_ENCODING, HeaderMap, HeaderName, HeaderValue, LOCATION},
    redirect::Policy,
};
use tokio::time::Instant;
use url::Url;

use crate::{
    OAuthError,
    bounds::{BODY_BYTES, CONNECT, REDIRECTS, REQUEST},
    error::shown,
    guard::{Guard, GuardedNames, Refused, place},
};

const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// Said on discovery: servers of 2025-03-26 may answer by it.
const PROTOCOL: HeaderValue = HeaderValue::from_static("2025-11-25");

/// The HTTP of one account.
pub(crate) struct Net {
    guard: Arc<Guard>,
    here: OnceLock<Client>,
    outward: OnceLock<Client>,
}

/// A whole answer.
pub(crate) struct HttpAnswer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    /// Where it came from in the end.
    pub(crate) from: Url,
}

impl Net {
    pub(crate) fn new(guard: Arc<Guard>) -> Self {
        Self {
            guard,
            here: OnceLock::new(),
            outward: OnceLock::new(),
        }
    }

    pub(crate) fn guard(&self) -> &Guard {
        &self.guard
    }

    /// One operation: its budget of requests and time.
    pub(crate) fn trip(&self, requests: usize, limit: Duration) -> Trip<'_> {
        Trip {
            net: self,
            left: AtomicUsize::new(requests),
            until: Instant::now() + limit,
        }
    }

    fn client(&self, url: &Url) -> Result<&Client, OAuthError> {
        let (cell, here) = match is_loopback(url) {
            true => (&self.here, true),
            false => (&self.outward, false),
        };
        if let Some(client) = cell.get() {
            return Ok(client);
        }
        let made = self.build(here).build();
        let made = made.map_err(|error| OAuthError::NoTls(shown(&netcheck::cause(&error))))?;
        Ok(cell.get_or_init(|| made))
    }

    fn build(&self, here: bool) -> ClientBuilder {
        let builder = Client::builder()
            .user_agent(concat!("innkeeper/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .referer(false)
            .connect_timeout(CONNECT)
            .pool_max_idle_per_host(0)
            .dns_resolver(GuardedNames(Arc::clone(&self.guard)))
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate();
        if !here {
            return builder.https_only(true);
        }
        let loopback: [SocketAddr; 2] = [
            (Ipv4Addr::LOCALHOST, 0).into(),
            (Ipv6Addr::LOCALHOST, 0).into(),
        ];
        builder.no_proxy().resolve_to_addrs("localhost", &loopback)
    }
}

/// One operation, and what is left of its budget.
pub(crate) struct Trip<'a> {
    net: &'a Net,
    left: AtomicUsize,
    until: Instant,
}

impl Trip<'_> {
    pub(crate) fn guard(&self) -> &Guard {
        &self.net.guard
    }

    /// A public document; redirects are followed as far as the guard lets them.
    pub(crate) async fn document(
        &self,
        whose: &'static str,
        url: &Url,
    ) -> Result<HttpAnswer, OAuthError> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(PROTOCOL_VERSION, PROTOCOL);
        let mut at = url.clone();
        let mut seen = VecDeque::from([url.clone()]);
        loop {
            let answer = self
                .one(whose, Method::GET, &at, headers.clone(), Vec::new())
                .await?;
            let Some(to) = redirect(&answer) else {
                return Ok(answer);
            };
            let next = at.join(&to).ok().filter(|next| !seen.contains(next));
            let Some(next) = next.filter(|_| seen.len() <= REDIRECTS) else {
                return Err(OAuthError::Redirected {
                    host: place(&at),
                    to: shown(&to),
                });
            };
            // An address that is checked is one without the part after #, which is not sent.
            let mut next = next;
            next.set_fragment(None);
            seen.push_back(next.clone());
            at = next;
        }
    }

    /// A request whose answer must not be a redirect.
    pub(crate) async fn post(
        &self,
        whose: &'static str,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<HttpAnswer, OAuthError> {
        let answer = self.one(whose, Method::POST, url, headers, body).await?;
        match redirect(&answer) {
            Some(to) => Err(OAuthError::Redirected {
                host: place(url),
                to: shown(&to),
            }),
            None => Ok(answer),
        }
    }

    async fn one(
        &self,
        whose: &'static str,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<HttpAnswer, OAuthError> {
        self.guard().parsed(whose, url)?;
        let took = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        if took.is_err() {
            return Err(OAuthError::TooManyRequests);
        }
        self.guard().expect(url);
        let client = self.net.client(url)?;
        let until = self.until.min(Instant::now() + REQUEST);
        let work = async {
            let request = client
                .request(method, url.clone())
                .headers(headers)
                .body(body);
            let response = request.send().await.map_err(|e| failure(url, &e))?;
            whole(url, response).await
        };
        match tokio::time::timeout_at(until, work).await {
            Ok(answer) => answer,
            Err(_) => Err(OAuthError::TimedOut { host: place(url) }),
        }
    }
}

/// Where an answer leads.
fn redirect(answer: &HttpAnswer) -> Option<String> {
    if !(300..400).contains(&answer.status) || answer.status == 304 {
        return None;
    }
    let named = answer.headers.get(LOCATION).map(HeaderValue::as_bytes);
    Some(String::from_utf8_lossy(named.unwrap_or_default()).into_owned())
}

/// Reads an answer to its end, or to its bound.
async fn whole(url: &Url, mut response: Response) -> Result<HttpAnswer, OAuthError> {
    let too_large = || OAuthError::TooLarge { host: place(url) };
    let packed = response.headers().get(CONTENT_ENCODING);
    if packed.is_some_and(|packed| !packed.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(OAuthError::BadDocument {
            what: "the answer",
            host: place(url),
            why: "it is packed, which was not asked for",
        });
    }
    if response
        .content_length()
        .is_some_and(|length| length > BODY_BYTES as u64)
    {
        return Err(too_large());
    }
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(|e| failure(url, &e))? {
        if body.len() + bytes.len() > BODY_BYTES {
            return Err(too_large());
        }
        body.extend_from_slice(&bytes);
    }
    Ok(HttpAnswer {
        status: response.status().as_u16(),
        headers: std::mem::take(response.headers_mut()),
        body,
        from: url.clone(),
    })
}

fn failure(url: &Url, error: &reqwest::Error) -> OAuthError {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(refused) = cause.downcast_ref::<Refused>() {
            return OAuthError::Blocked {
                host: refused.host.clone(),
                kind: refused.kind,
            };
        }
        source = cause.source();
    }
    if !is_loopback(url)
        && let Some(problem) = netcheck::proxy_problem(error, url)
    {
        let host = place(url);
        return OAuthError::Proxy { host, problem };
    }
    match error.is_timeout() {
        true => OAuthError::TimedOut { host: place(url) },
        false => OAuthError::Unreachable {
            host: place(url),
            cause: shown(&netcheck::cause(error)),
        },
    }
}
