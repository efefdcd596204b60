//! The HTTP client of one server: its origin and no other, no compression, every wait bounded.

use std::{
    error::Error as _,
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use reqwest::{
    Client, Method, Response, StatusCode,
    header::{
        ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION,
        RETRY_AFTER, WWW_AUTHENTICATE,
    },
    redirect::Policy,
};
use url::{Host, Url};

use super::{Challenge, HttpError, Wire};
use crate::{
    bounds::{
        CLAIM_CHARS, HTTP_CONNECT, HTTP_ERROR_BYTES, HTTP_HEADER_BYTES, HTTP_POOLED,
        HTTP_REDIRECTS, TEXT_CHARS,
    },
    text::shown,
};

/// Longest URL of a server, in bytes.
const URL_BYTES: usize = 8 * 1024;
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// What is known of a server at a URL before it is connected to.
#[derive(Clone, Copy, Debug, Default)]
pub struct HttpOptions {
    /// What carried the messages the last time: it is tried first.
    pub last: Option<Wire>,
}

/// Why a URL cannot be a server's; `None` if it can.
#[must_use]
pub fn url_problem(url: &str) -> Option<&'static str> {
    parse(url).err()
}

/// The URL of a server: http or https, with a host, without user name, password and fragment.
pub(crate) fn parse(text: &str) -> Result<Url, &'static str> {
    if text.len() > URL_BYTES {
        return Err("it is too long");
    }
    let url =
        Url::parse(text).map_err(|_| "it is not a full URL, such as https://example.com/mcp")?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err("it must begin with https:// or http://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("it carries a user name or password; use a header instead");
    }
    if url.fragment().is_some() {
        return Err("it has a part after #, which is never sent");
    }
    Ok(url)
}

/// Why a header of that name cannot be sent along; `None` if it can.
#[must_use]
pub fn header_name_problem(name: &str) -> Option<&'static str> {
    let Ok(header) = HeaderName::from_bytes(name.as_bytes()) else {
        return Some("it is not a name of a header");
    };
    let own = [
        "accept",
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "expect",
        "host",
        "keep-alive",
        "last-event-id",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    ];
    let name = header.as_str();
    if own.contains(&name) || name.starts_with("mcp-") || name.starts_with("proxy-") {
        return Some("it belongs to the protocol");
    }
    None
}

/// Whether what goes there stays on this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.to_canonical().is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
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
}

impl Web {
    /// `headers`: the user's own.
    pub(super) fn new(url: Url, headers: HeaderMap) -> Result<Self, HttpError> {
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
        Ok(Self {
            client,
            url,
            headers,
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

    async fn send(
        &self,
        method: Method,
        mut to: Url,
        headers: HeaderMap,
        body: Option<&str>,
    ) -> Result<Response, Failure> {
        let mut all = self.headers.clone();
        // The protocol's own come last, so that none of the user's stands in their place.
        all.extend(headers);
        for _ in 0..=HTTP_REDIRECTS {
            let mut request = self
                .client
                .request(method.clone(), to.clone())
                .headers(all.clone());
            if let Some(body) = body {
                request = request.body(body.to_owned());
            }
            let response = request.send().await.map_err(|e| failure(&e))?;
            if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED
            {
                return Ok(response);
            }
            to = self.redirected(&response, &to, &method)?;
        }
        Err(refused(HttpError::Redirect {
            to: "one address after the other".into(),
        }))
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
            Ok(_) | Err(_) => Err(refused(HttpError::Redirect {
                to: shown(&named, CLAIM_CHARS),
            })),
        }
    }
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

/// Reads what an error answer says: the error, and its body if it is a JSON document.
pub(super) async fn refusal(mut response: Response) -> (HttpError, Option<String>) {
    let status = response.status().as_u16();
    let challenge = challenge(response.headers());
    let reaches_not_far = challenge
        .as_deref()
        .is_some_and(|text| text.contains("insufficient_scope"));
    if status == 401 || (status == 403 && reaches_not_far) {
        let header = challenge.map(domain::Untrusted::new);
        return (HttpError::SignIn(Challenge { status, header }), None);
    }
    let retry_after = retry_after(response.headers());
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

fn challenge(headers: &HeaderMap) -> Option<String> {
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_a_servers_url() {
        for good in [
            "https://h.example/mcp",
            "http://127.0.0.1:8080/mcp?tenant=a",
            "http://[::1]/",
        ] {
            assert_eq!(url_problem(good), None, "{good}");
        }
        for bad in [
            "h.example/mcp",
            "file:///etc/passwd",
            "ws://h.example/",
            "https://user:word@h.example/",
            "https://h.example/#x",
            "https://",
            &format!("https://h.example/{}", "x".repeat(URL_BYTES)),
        ] {
            assert!(url_problem(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn headers_of_the_protocol_are_not_the_users() {
        for good in ["Authorization", "X-Api-Key", "cookie"] {
            assert_eq!(header_name_problem(good), None, "{good}");
        }
        for bad in [
            "",
            "a b",
            "a:",
            "é",
            "Host",
            "Mcp-Session-Id",
            "MCP-Protocol-Version",
            "mcp-param-x",
            "Last-Event-ID",
            "Accept",
            "Proxy-Authorization",
            "Accept-Encoding",
        ] {
            assert!(header_name_problem(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn loopback_is_known_by_its_address() {
        let local = |text: &str| is_loopback(&Url::parse(text).unwrap());
        assert!(local("http://127.1.2.3/") && local("http://localhost/") && local("http://[::1]/"));
        assert!(local("http://[::ffff:127.0.0.1]/"));
        assert!(!local("http://localhost.example/") && !local("http://10.0.0.1/"));
    }
}
