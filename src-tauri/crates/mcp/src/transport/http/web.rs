//! The HTTP client of one server: its origin and no other, no compression, every wait bounded.

use std::{
    error::Error as _,
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use domain::is_loopback;
use netcheck::{LinkProblem, is_tls_port, link_problem};
use oauth::{Account, Bearer, Challenge, Refused};
use reqwest::{
    Client, Method, Response, StatusCode,
    header::{
        ACCEPT, AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue,
        LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
    },
    redirect::Policy,
};
use secrets::Secret;
use url::Url;

use crate::{
    HttpError, Wire,
    bounds::{
        CLAIM_CHARS, HTTP_CONNECT, HTTP_ERROR_BYTES, HTTP_HEADER_BYTES, HTTP_POOLED,
        HTTP_REDIRECTS, TEXT_CHARS,
    },
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

/// What an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Events,
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
        // The protocol's own come last, so that none of the user's replaces them.
        all.extend(headers);
        let message = Outgoing {
            method,
            to,
            headers: all,
            body,
        };
        let used = self.bearer().await?;
        let response = self.follow(&message, used.as_ref()).await?;
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
                self.follow(&message, another.as_ref()).await
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

/// The header that carries a token (RFC 6750, section 2.1).
fn authorization(bearer: &Bearer) -> Result<HeaderValue, Failure> {
    let text = Secret::new(format!("Bearer {}", bearer.token().expose()));
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

/// What the body of a successful answer is.
pub(super) fn kind(response: &Response) -> Result<Kind, HttpError> {
    if let Some(packed) = response.headers().get(CONTENT_ENCODING)
        && !packed.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        return Err(HttpError::Packed(header_text(packed)));
    }
    let named = response.headers().get(CONTENT_TYPE);
    let named = named.map_or_else(String::new, header_text);
    let essence = named.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("text/event-stream") {
        Ok(Kind::Events)
    } else if essence.eq_ignore_ascii_case("application/json") {
        Ok(Kind::Json)
    } else {
        Err(HttpError::ContentType(if essence.is_empty() {
            "of no type".into()
        } else {
            essence.to_owned()
        }))
    }
}

fn header_text(value: &HeaderValue) -> String {
    shown(&String::from_utf8_lossy(value.as_bytes()), CLAIM_CHARS)
}

/// What an answer says that wants a sign-in, or one that reaches further.
pub(super) fn challenge(response: &Response) -> Option<Challenge> {
    let status = response.status().as_u16();
    if !matches!(status, 401 | 403) {
        return None;
    }
    let header = challenge_text(response.headers()).map(domain::Untrusted::new);
    let challenge = Challenge {
        status,
        header,
        said: None,
    };
    (status == 401 || challenge.wants_more_scopes()).then_some(challenge)
}

/// The same with what the body says, for a person.
async fn with_words(challenge: Challenge, response: &mut Response) -> Challenge {
    let body = start_of(response).await;
    Challenge {
        said: message_of(&String::from_utf8_lossy(&body)),
        ..challenge
    }
}

/// Reads what an error answer says: the error, and its body if it is a JSON document.
pub(super) async fn refusal(mut response: Response) -> (HttpError, Option<String>) {
    if let Some(challenge) = challenge(&response) {
        let challenge = with_words(challenge, &mut response).await;
        return (HttpError::SignIn(challenge), None);
    }
    let status = response.status().as_u16();
    let retry_after = retry_after(response.headers());
    if is_tls_port(&response).await {
        return (HttpError::Link(LinkProblem::TlsPort), None);
    }
    let is_json = kind(&response) == Ok(Kind::Json);
    let body = start_of(&mut response).await;
    let text = String::from_utf8_lossy(&body).into_owned();
    let message = message_of(&text);
    let error = HttpError::Status {
        status,
        message,
        retry_after,
    };
    (error, is_json.then_some(text))
}

/// The first bytes of a body, as far as they come in a moment.
async fn start_of(response: &mut Response) -> Vec<u8> {
    let mut body = Vec::new();
    let read = async {
        while let Ok(Some(bytes)) = response.chunk().await {
            let room = HTTP_ERROR_BYTES - body.len();
            body.extend_from_slice(&bytes[..bytes.len().min(room)]);
            if body.len() == HTTP_ERROR_BYTES {
                return;
            }
        }
    };
    // What came in time is enough to say what happened.
    let _ = tokio::time::timeout(Duration::from_secs(2), read).await;
    body
}

fn challenge_text(headers: &HeaderMap) -> Option<String> {
    let all: Vec<_> = headers
        .get_all(WWW_AUTHENTICATE)
        .iter()
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    let mut text = all.join(", ");
    text.truncate(text.floor_char_boundary(HTTP_HEADER_BYTES));
    (!all.is_empty()).then_some(text)
}

/// Seconds only: a date would need the server's clock.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    text.trim().parse().ok().map(Duration::from_secs)
}

/// The words of an error body: those of a JSON-RPC error, or short plain text.
fn message_of(body: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Body {
        error: RpcError,
    }
    #[derive(serde::Deserialize)]
    struct RpcError {
        message: String,
    }
    let message = match serde_json::from_str::<Body>(body) {
        Ok(body) => body.error.message,
        Err(_) if body.len() <= CLAIM_CHARS && !body.trim_start().starts_with('<') => {
            body.trim().to_owned()
        }
        Err(_) => return None,
    };
    (!message.is_empty()).then(|| shown(&message, TEXT_CHARS))
}
