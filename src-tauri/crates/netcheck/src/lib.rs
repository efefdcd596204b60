//! Why an HTTP request got no answer, where the HTTP client's own error does not say it: a proxy that cannot be used, TLS
//! to a port that speaks plain HTTP, or plain HTTP to a port that speaks TLS.

use std::{error::Error, io, time::Duration};

use hyper_util::client::proxy::matcher::Matcher;
use rustls::InvalidMessage;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use url::Url;

/// How long a port may take to show what it speaks.
const PROBE_TIME: Duration = Duration::from_secs(3);

/// The variables that may name the proxy of a URL.
const PROXY_VARIABLES: [&str; 6] = [
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
];

/// Why a request got no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkProblem {
    /// The proxy between this machine and the address does not connect.
    #[error("the proxy {proxy}{} cannot be used: {reason}", set_by(.variable))]
    Proxy {
        /// Its host and port.
        proxy: String,
        /// The environment variable that names it; none if the system's settings do.
        variable: Option<&'static str>,
        /// What the system said.
        reason: String,
    },
    /// The URL begins with `https`, and its port speaks plain HTTP.
    #[error("its port speaks plain HTTP, and the URL asks for https")]
    PlainPort,
    /// The URL begins with `http`, and its port speaks TLS.
    #[error("its port speaks TLS, and the URL asks for plain http")]
    TlsPort,
}

impl LinkProblem {
    /// What a person can do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Proxy { .. } => {
                "Check that the proxy runs and its address is right, or add this host to NO_PROXY to go without it."
            }
            Self::PlainPort => "Change the URL to http, or use the port on which it speaks https.",
            Self::TlsPort => "Change the URL to https.",
        }
    }
}

fn set_by(variable: &Option<&'static str>) -> String {
    variable.map_or_else(String::new, |name| format!(" (set by {name})"))
}

/// Finds out why a request failed. `direct`: the client uses no proxy for this URL. Where the port may speak something else
/// than the URL says, it is connected to once more, and nothing of the request is sent.
pub async fn link_problem(error: &reqwest::Error, url: &Url, direct: bool) -> Option<LinkProblem> {
    let proxy = if direct { None } else { proxy_of(url) };
    if error.is_connect() {
        match tls_error(error) {
            Some(rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType)) => {
                return Some(LinkProblem::PlainPort);
            }
            // A certificate that is not trusted.
            Some(_) => return None,
            None => {}
        }
        if let Some(proxy) = proxy {
            return Some(proxy_named(proxy, error));
        }
        let closed = io_kind(error) == Some(io::ErrorKind::UnexpectedEof);
        let plain = url.scheme() == "https" && closed && speaks(url, &PLAIN_REQUEST, is_http).await;
        return plain.then_some(LinkProblem::PlainPort);
    }
    let may_be_tls = url.scheme() == "http" && proxy.is_none() && !error.is_timeout();
    (may_be_tls && speaks(url, &CLIENT_HELLO, is_tls).await).then_some(LinkProblem::TlsPort)
}

/// Returns the innermost cause of a failed request, as the system or a peer said it: without the URL, which may hold a secret. It is text
/// of others, of any length.
#[must_use]
pub fn cause(error: &reqwest::Error) -> String {
    let mut text = "the connection broke".to_owned();
    let mut source = error.source();
    while let Some(cause) = source {
        text = cause.to_string();
        source = cause.source();
    }
    text
}

/// Names the proxy as the cause, where a request could not connect and passes one. Connects to nothing: for callers that
/// guard which addresses may be connected to.
#[must_use]
pub fn proxy_problem(error: &reqwest::Error, url: &Url) -> Option<LinkProblem> {
    let failed = error.is_connect() && tls_error(error).is_none();
    let proxy = failed.then(|| proxy_of(url)).flatten()?;
    Some(proxy_named(proxy, error))
}

fn proxy_named(proxy: String, error: &reqwest::Error) -> LinkProblem {
    LinkProblem::Proxy {
        variable: variable_of(&proxy),
        proxy,
        reason: innermost(error),
    }
}

/// Whether an answer came from a port of TLS: some answer plain HTTP with status 400 and a text that says so.
pub async fn is_tls_port(response: &reqwest::Response) -> bool {
    let url = response.url();
    let named = response.headers().get(reqwest::header::CONTENT_TYPE);
    let is_json = named.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let plain = url.scheme() == "http" && response.status().as_u16() == 400 && !is_json;
    plain && proxy_of(url).is_none() && speaks(url, &CLIENT_HELLO, is_tls).await
}

/// The host and port of the proxy that requests to this URL pass, without its user name and password.
#[must_use]
pub fn proxy_of(url: &Url) -> Option<String> {
    let to = url.as_str().parse().ok()?;
    let proxy = Matcher::from_system().intercept(&to)?;
    let authority = proxy.uri().authority()?.as_str();
    Some(authority.rsplit('@').next().unwrap_or(authority).to_owned())
}

fn variable_of(proxy: &str) -> Option<&'static str> {
    PROXY_VARIABLES
        .into_iter()
        .find(|name| std::env::var(name).is_ok_and(|value| value.contains(proxy)))
}

/// A complete and harmless request.
const PLAIN_REQUEST: [u8; 19] = *b"HEAD / HTTP/1.0\r\n\r\n";

fn is_http(answer: &[u8]) -> bool {
    answer.starts_with(b"HTTP/")
}

/// A record of TLS: a handshake message or an alert, of version 3.
fn is_tls(answer: &[u8]) -> bool {
    matches!(answer, [0x15 | 0x16, 0x03, ..])
}

/// The least that a server of TLS answers, be it with an alert (RFC 5246, section 7.4.1.2): TLS 1.2, one cipher suite, no
/// extensions.
const CLIENT_HELLO: [u8; 50] = {
    let mut hello = [0x2a; 50];
    // A record of 45 bytes, and in it a message of 41: version, 32 random bytes, no session, one suite, no compression.
    let head = [0x16, 3, 1, 0, 45, 1, 0, 0, 41, 3, 3];
    let tail = [0, 0, 2, 0xc0, 0x2f, 1, 0];
    let mut at = 0;
    while at < head.len() {
        hello[at] = head[at];
        at += 1;
    }
    at = 0;
    while at < tail.len() {
        hello[43 + at] = tail[at];
        at += 1;
    }
    hello
};

/// Whether the port of a URL answers these bytes so.
async fn speaks(url: &Url, say: &[u8], so: fn(&[u8]) -> bool) -> bool {
    let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else {
        return false;
    };
    let host = host.trim_matches(['[', ']']);
    let probe = async {
        let mut stream = TcpStream::connect((host, port)).await?;
        stream.write_all(say).await?;
        let mut answer = [0; 5];
        let read = stream.read_exact(&mut answer).await;
        read.map(|_| answer)
    };
    matches!(timeout(PROBE_TIME, probe).await, Ok(Ok(answer)) if so(&answer))
}

/// What TLS itself says is wrong.
fn tls_error(error: &reqwest::Error) -> Option<&rustls::Error> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(found) = within(cause) {
            return Some(found);
        }
        source = cause.source();
    }
    None
}

/// TLS wraps its errors in one of input and output, which is wrapped again.
fn within<'a>(cause: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    if let Some(found) = cause.downcast_ref() {
        return Some(found);
    }
    within(cause.downcast_ref::<io::Error>()?.get_ref()?)
}

fn io_kind(error: &reqwest::Error) -> Option<io::ErrorKind> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(io) = cause.downcast_ref::<io::Error>() {
            return Some(io.kind());
        }
        source = cause.source();
    }
    None
}

/// The innermost cause, without the URL, which may carry a key.
fn innermost(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut source = error.source();
    while let Some(cause) = source {
        text = cause.to_string();
        source = cause.source();
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// A port that answers whatever comes with these bytes, and closes.
    async fn port(answer: &'static [u8]) -> u16 {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut some = [0; 16];
                let _ = stream.read(&mut some).await;
                let _ = stream.write_all(answer).await;
            }
        });
        port
    }

    async fn problem(scheme: &str, port: u16) -> Option<LinkProblem> {
        let url: Url = format!("{scheme}://127.0.0.1:{port}/mcp").parse().unwrap();
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let error = client.get(url.clone()).send().await.unwrap_err();
        link_problem(&error, &url, true).await
    }

    #[tokio::test]
    async fn port_of_the_other_scheme_is_recognised() {
        let plain = port(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        assert_eq!(problem("https", plain).await, Some(LinkProblem::PlainPort));
        // An alert: "handshake failure".
        let tls = port(b"\x15\x03\x01\x00\x02\x02\x28").await;
        assert_eq!(problem("http", tls).await, Some(LinkProblem::TlsPort));
        let neither = port(b"SSH-2.0-OpenSSH\r\n").await;
        assert_eq!(problem("http", neither).await, None);
    }
}
