//! The HTTP client of one server: its origin and no other, no compression, every wait bounded.

use std::{
    error::Error as _,
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use domain::is_loopback;
use netcheck::link_problem;
use oauth::{Account, Bearer, Refused};
use reqwest::{
    Client, Method, Response, StatusCode,
    header::{
        ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue,
        LOCATION,
    },
    redirect::Policy,
};
use secrets::Secret;
use url::Url;

use super::answer::{challenge, with_words};
use crate::{
    HttpError, Wire,
    bounds::{CLAIM_CHARS, HTTP_CONNECT, HTTP_POOLED, HTTP_REDIRECTS},
    text::shown,
};

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// What is known of a server at a URL before it is connected to.
#[derive(Clone, Debug, Default)]
pub struct HttpOptions {
    /// What carried the messages the last time: it is tried first.
    pub last: Option<Wire>,
    /// Whose token goes with each request. It is not used beside an `Authorization` header of the user's.
    pub account: Option<Account>,
}

/// A request that failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) error: HttpError,
    /// Whether the server may have seen it.
    pub(super) sent: bool,
}

/// The client.
pub(super) struct Web {
    client: Client,
    url: Url,
    headers: HeaderMap,
    account: Option<Account>,
    /// Whether the server answered a request in HTTP: then the URL's scheme is right.
    answered: AtomicBool,
}

impl Web {
    /// `headers`: the user's own. Where they authorize, `account` is not used.
    pub(super) fn new(
        url: Url,
        headers: HeaderMap,
        account: Option<Account>,
    ) -> Result<Self, HttpError> {
        // Compression stays off even if another crate turns its feature on. Each connection has a client of its own:
        // nothing is shared between two servers.
        let mut builder = Client::builder()
            .user_agent(concat!("innkeeper/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .referer(false)
            .connect_timeout(HTTP_CONNECT)
            .pool_idle_timeout(HTTP_POOLED)
            .tcp_keepalive(Duration::from_secs(30))
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate();
        if is_loopback(&url) {
            let loopback = [
                (Ipv4Addr::LOCALHOST, 0).into(),
                SocketAddr::from((Ipv6Addr::LOCALHOST, 0)),
            ];
            builder = builder.no_proxy().resolve_to_addrs("localhost", &loopback);
            if url.scheme() == "http" {
                builder = builder.tls_certs_only([]);
            }
        }
        let client = builder.build().map_err(|e| HttpError::Tls(reason(&e)))?;
        let account = account.filter(|_| !headers.contains_key(AUTHORIZATION));
        Ok(Self {
            client,
            url,
            headers,
            account,
            answered: AtomicBool::new(false),
        })
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// Sends a message; gives the head of the answer, whatever its status.
    pub(super) async fn post(
        &self,
        to: Option<Url>,
        mut headers: HeaderMap,
        text: &str,
    ) -> Result<Response, Failure> {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(
            ACCEPT,
            HeaderValue::from_static("application/json, text/event-stream"),
        );
        let to = to.unwrap_or_else(|| self.url.clone());
        self.send(Method::POST, to, headers, Some(text)).await
    }

    /// Asks for a stream of events, from after `last_event` if one is given.
    pub(super) async fn events(
        &self,
        mut headers: HeaderMap,
        last_event: Option<&str>,
    ) -> Result<Response, Failure> {
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        if let Some(id) = last_event.and_then(|id| HeaderValue::from_bytes(id.as_bytes()).ok()) {
            headers.insert(LAST_EVENT_ID, id);
        }
        self.send(Method::GET, self.url.clone(), headers, None)
            .await
    }

    /// Ends a session; what the server says to it does not matter.
    pub(super) async fn delete(&self, headers: HeaderMap) {
        let _ = self
            .send(Method::DELETE, self.url.clone(), headers, None)
            .await;
    }

    /// Sends a message, with the account's token if there is one. What the server refuses for want of another token was not
    /// read (RFC 6750, section 3.1): it is sent once more with that one, and never a third time.
    async fn send(
        &self,
        method: Method,
        to: Url,
        headers: HeaderMap,
        body: Option<&str>,
    ) -> Result<Response, Failure> {
        let mut all = self.headers.clone();
        // Without it a server may pack as it likes (RFC 9110, section 12.5.3).
        all.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        // The protocol's own come last, so that none of the user's replaces them.
        all.extend(headers);
        let message = Outgoing {
            method,
            to,
            headers: all,
            body,
        };
        let used = self.bearer().await?;
        let response = self.deliver(&message, used.as_ref()).await?;
        let Some(account) = &self.account else {
            return Ok(response);
        };
        let Some(challenge) = challenge(&response) else {
            return Ok(response);
        };
        let mut response = response;
        match account.refused(used.as_ref(), &challenge).await {
            Refused::Again => {
                let another = self.bearer().await?;
                self.deliver(&message, another.as_ref()).await
            }
            Refused::SignIn(challenge) => {
                let challenge = with_words(challenge, &mut response).await;
                Err(refused(HttpError::SignIn(challenge)))
            }
            Refused::GiveUp(error) => Err(refused(HttpError::Account(error))),
        }
    }

    /// The token of a request now.
    async fn bearer(&self) -> Result<Option<Bearer>, Failure> {
        let Some(account) = &self.account else {
            return Ok(None);
        };
        account.bearer().await.map_err(|error| Failure {
            error: HttpError::Account(error),
            sent: false,
        })
    }

    /// Sends a message with a token. Where its proof lacked a nonce that came with the refusal, once more: it was not read (RFC 9449,
    /// section 9).
    async fn deliver(
        &self,
        message: &Outgoing<'_>,
        bearer: Option<&Bearer>,
    ) -> Result<Response, Failure> {
        let response = self.follow(message, bearer).await?;
        let (Some(account), Some(bearer)) = (&self.account, bearer) else {
            return Ok(response);
        };
        match account.wants_nonce(bearer, challenge(&response).as_ref(), response.headers()) {
            true => {
                let again = self.follow(message, Some(bearer)).await?;
                // Its nonce is for the next message.
                let _ = account.wants_nonce(bearer, None, again.headers());
                Ok(again)
            }
            false => Ok(response),
        }
    }

    /// Sends a message and follows where it may be followed. A token goes to the address it is for and over no redirect.
    async fn follow(
        &self,
        message: &Outgoing<'_>,
        bearer: Option<&Bearer>,
    ) -> Result<Response, Failure> {
        let mut headers = message.headers.clone();
        if let Some(bearer) = bearer
            && message.to.origin() == self.url.origin()
        {
            headers.insert(AUTHORIZATION, authorization(bearer)?);
            headers.extend(self.proof(bearer, message)?);
        }
        let mut to = message.to.clone();
        for hop in 0..=HTTP_REDIRECTS {
            let mut request = self
                .client
                .request(message.method.clone(), to.clone())
                .headers(headers.clone());
            if let Some(body) = message.body {
                request = request.body(body.to_owned());
            }
            let response = match request.send().await {
                Ok(response) => response,
                Err(error) => return Err(self.explained(&error, &to).await),
            };
            self.answered.store(true, Ordering::Relaxed);
            if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED
            {
                // A sign-in would be for another address than the one that wants it.
                if hop > 0 && self.account.is_some() && challenge(&response).is_some() {
                    return Err(not_followed(to.as_str()));
                }
                return Ok(response);
            }
            let next = self.redirected(&response, &to, &message.method)?;
            if bearer.is_some() {
                return Err(not_followed(next.as_str()));
            }
            to = next;
        }
        Err(refused(HttpError::Redirect {
            to: "one address after the other".into(),
        }))
    }

    /// The proof that goes with a token that is bound to a key: for this message alone.
    fn proof(
        &self,
        bearer: &Bearer,
        message: &Outgoing<'_>,
    ) -> Result<Option<(HeaderName, HeaderValue)>, Failure> {
        let Some(account) = &self.account else {
            return Ok(None);
        };
        let proof = account.proof(bearer, message.method.as_str(), &message.to);
        proof.map_err(|error| Failure {
            error: HttpError::Account(error),
            sent: false,
        })
    }

    /// What went wrong before there was an answer, and why, where that can be found out.
    async fn explained(&self, error: &reqwest::Error, to: &Url) -> Failure {
        let failure = failure(error);
        if self.answered.load(Ordering::Relaxed) {
            return failure;
        }
        match link_problem(error, to, is_loopback(&self.url)).await {
            Some(problem) => Failure {
                error: HttpError::Link(problem),
                ..failure
            },
            None => failure,
        }
    }

    /// Where a redirect leads, if it may be followed: within the origin, and without changing the request.
    fn redirected(&self, response: &Response, from: &Url, method: &Method) -> Result<Url, Failure> {
        let named = response.headers().get(LOCATION);
        let named = named.map_or_else(String::new, |v| {
            String::from_utf8_lossy(v.as_bytes()).into()
        });
        let keeps = *method == Method::GET
            || matches!(
                response.status(),
                StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
            );
        match from.join(&named) {
            Ok(to) if keeps && !named.is_empty() && to.origin() == self.url.origin() => Ok(to),
            Ok(_) | Err(_) => Err(not_followed(&named)),
        }
    }
}

/// A message on its way out.
struct Outgoing<'a> {
    method: Method,
    to: Url,
    headers: HeaderMap,
    body: Option<&'a str>,
}

/// The header that carries a token (RFC 6750, section 2.1; RFC 9449, section 7.1).
fn authorization(bearer: &Bearer) -> Result<HeaderValue, Failure> {
    let text = Secret::new(format!("{} {}", bearer.scheme(), bearer.token().expose()));
    let mut value = HeaderValue::from_str(text.expose()).map_err(|_| Failure {
        error: HttpError::BadToken,
        sent: false,
    })?;
    value.set_sensitive(true);
    Ok(value)
}

fn not_followed(to: &str) -> Failure {
    refused(HttpError::Redirect {
        to: shown(to, CLAIM_CHARS),
    })
}

fn refused(error: HttpError) -> Failure {
    Failure { error, sent: true }
}

/// What went wrong before there was an answer.
fn failure(error: &reqwest::Error) -> Failure {
    if !error.is_connect() {
        let error = if error.is_timeout() {
            HttpError::TimedOut
        } else {
            HttpError::CutOff
        };
        return Failure { error, sent: true };
    }
    let kind = io_kind(error);
    let error = if error.is_dns() {
        HttpError::Dns
    } else if error.is_timeout() {
        HttpError::TimedOut
    } else if kind == Some(io::ErrorKind::ConnectionRefused) {
        HttpError::Refused
    } else if matches!(
        kind,
        Some(io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
    ) {
        HttpError::Tls(reason(error))
    } else {
        HttpError::Connect(reason(error))
    };
    Failure { error, sent: false }
}

fn io_kind(error: &reqwest::Error) -> Option<io::ErrorKind> {
    let mut source = error.source();
    let mut found = None;
    while let Some(cause) = source {
        if let Some(io) = cause.downcast_ref::<io::Error>() {
            found = Some(innermost(io).kind());
        }
        source = cause.source();
    }
    found
}

/// TLS wraps its errors in one of input and output, which is wrapped again.
fn innermost(error: &io::Error) -> &io::Error {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    inner.map_or(error, innermost)
}

/// The innermost cause, for a person: without the URL, which may carry a key.
fn reason(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut source = error.source();
    while let Some(cause) = source {
        text = cause.to_string();
        source = cause.source();
    }
    shown(&text, CLAIM_CHARS)
}
