//! The OAuth callback: an HTTP server on a loopback port that waits for one answer of the browser, or the same answer pasted.
//!
//! The port is open while one sign-in waits, and no longer. An answer is one GET whose Host is the port's own and whose
//! `state` is that of this sign-in. Every other request receives a page that says so, and changes nothing.

use std::{
    convert::Infallible,
    io,
    net::Ipv4Addr,
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

use aws_lc_rs::constant_time::verify_slices_are_equal;
use futures_util::{StreamExt, stream::FuturesUnordered};
use hyper::{Method, Request, StatusCode, header::HOST, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use secrets::Secret;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpListener,
    time::timeout,
};
use url::{Url, form_urlencoded};

use crate::{
    OAuthError,
    bounds::{
        CALLBACK_BYTES, CALLBACK_CONNECTION, CALLBACK_CONNECTIONS, CALLBACK_HEADERS, URL_BYTES,
    },
    error::shown,
    page,
};

const PATH: &str = "/callback";
/// Pause after a connection that could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What an answer of the browser is held against. `state` is good for one answer.
pub(crate) struct Gate {
    state: Mutex<Option<Secret>>,
    issuer: String,
    promises_iss: bool,
    port: u16,
}

/// The answer that was waited for: a code, or why there is none.
pub(crate) type CallbackResult = Result<Secret, OAuthError>;

impl Gate {
    pub(crate) fn new(state: Secret, issuer: String, promises_iss: bool, port: u16) -> Self {
        Self {
            state: Mutex::new(Some(state)),
            issuer,
            promises_iss,
            port,
        }
    }

    /// Where the browser is to come back to.
    pub(crate) fn callback(port: u16) -> String {
        format!("http://{}:{port}{PATH}", Ipv4Addr::LOCALHOST)
    }

    /// Whether nothing is waited for any more.
    pub(crate) fn is_over(&self) -> bool {
        self.lock().is_none()
    }

    /// Ends the waiting: what comes later is late.
    pub(crate) fn close(&self) {
        self.lock().take();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Secret>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads an answer; `Err` if it is not the one that is waited for, which is still waited for then.
    fn read(&self, query: &str) -> Result<CallbackResult, &'static str> {
        let given = Given::read(query)?;
        let state = given.state.ok_or("it carries no state")?;
        let mut expected = self.lock();
        let Some(ours) = expected.as_ref() else {
            return Err("this sign-in is over");
        };
        let same = verify_slices_are_equal(ours.expose().as_bytes(), state.expose().as_bytes());
        if same.is_err() {
            return Err("it belongs to another sign-in");
        }
        // Before anything in it is believed, an error too (RFC 9207, section 2.4).
        let from = match &given.iss {
            Some(iss) if *iss != self.issuer => Err(OAuthError::WrongIssuer {
                issuer: shown(&self.issuer),
                said: shown(iss),
            }),
            None if self.promises_iss => Err(OAuthError::MissingIssuer {
                issuer: shown(&self.issuer),
            }),
            Some(_) | None => Ok(()),
        };
        let answer = match (from, given.error, given.code) {
            (Err(error), ..) => Err(error),
            (Ok(()), Some(error), _) => Err(OAuthError::Denied {
                issuer: shown(&self.issuer),
                error: shown(&error.replace(state.expose(), "(removed)")),
                said: given
                    .said
                    .map(|said| shown(&said.replace(state.expose(), "(removed)"))),
            }),
            (Ok(()), None, Some(code)) => Ok(code),
            (Ok(()), None, None) => return Err("it carries no code"),
        };
        expected.take();
        Ok(answer)
    }

    /// Reads the address of a browser on another machine.
    pub(crate) fn pasted(&self, text: &str) -> Result<CallbackResult, OAuthError> {
        let text = text.trim();
        if self.is_over() {
            return Err(OAuthError::SignInOver);
        }
        if text.len() > CALLBACK_BYTES {
            return Err(OAuthError::NotTheCallback("it is too long"));
        }
        let url = Url::parse(text).map_err(|_| OAuthError::NotTheCallback("it is no address"))?;
        let mut bare = url.clone();
        bare.set_query(None);
        bare.set_fragment(None);
        if bare.as_str() != Self::callback(self.port) {
            return Err(OAuthError::NotTheCallback(
                "it does not begin as the address that the browser was to come back to",
            ));
        }
        self.read(url.query().unwrap_or_default())
            .map_err(OAuthError::NotTheCallback)
    }
}

#[derive(Default)]
struct Given {
    state: Option<Secret>,
    code: Option<Secret>,
    iss: Option<String>,
    error: Option<String>,
    said: Option<String>,
}

impl Given {
    /// A parameter that is given twice makes the answer none (RFC 6749, section 3.1).
    fn read(query: &str) -> Result<Self, &'static str> {
        let mut given = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if value.len() > URL_BYTES {
                return Err("a part of it is too long");
            }
            let value = value.into_owned();
            let twice = match &*name {
                "state" => given.state.replace(Secret::new(value)).is_some(),
                "code" => given.code.replace(Secret::new(value)).is_some(),
                "iss" => given.iss.replace(value).is_some(),
                "error" => given.error.replace(value).is_some(),
                "error_description" => given.said.replace(value).is_some(),
                _ => false,
            };
            if twice {
                return Err("a part of it is given twice");
            }
        }
        given.code = given.code.filter(|code| !code.expose().is_empty());
        Ok(given)
    }
}

/// Opens the port; a port that is not given is a free one.
pub(crate) async fn open(port: Option<u16>) -> Result<(TcpListener, u16), OAuthError> {
    let failed = |error: io::Error| OAuthError::NoPort(error.to_string());
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(0)))
        .await
        .map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    Ok((listener, port))
}

/// Waits for the answer. The port is closed when this future ends or is dropped.
pub(crate) async fn wait(listener: TcpListener, gate: &Gate) -> CallbackResult {
    let mut connections = FuturesUnordered::new();
    loop {
        tokio::select! {
            accepted = listener.accept(), if connections.len() < CALLBACK_CONNECTIONS => {
                match accepted {
                    Ok((stream, _)) => connections.push(serve(stream, gate)),
                    // A browser that went away at once, or too many open files: another one may come.
                    Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
                }
            }
            Some(served) = connections.next() => {
                if let Some(answer) = served {
                    return answer;
                }
            }
        }
    }
}

/// Serves one request of one connection. The page is written before the answer is returned, so that the browser shows it.
async fn serve(stream: impl AsyncRead + AsyncWrite + Unpin, gate: &Gate) -> Option<CallbackResult> {
    let answer = OnceLock::new();
    let service = service_fn(|request| {
        let read = query(&request, gate.port).and_then(|query| gate.read(query));
        let (status, words) = match &read {
            Ok(Ok(_)) => (StatusCode::OK, page::DONE),
            Ok(Err(_)) => (StatusCode::OK, page::REFUSED),
            Err(_) => (StatusCode::BAD_REQUEST, page::NOT_OURS),
        };
        if let Ok(result) = read {
            // The gate gives one answer, and a connection has one request.
            let _ = answer.set(result);
        }
        let page = page::response(status, words);
        async move { Ok::<_, Infallible>(page) }
    });
    let connection = http1::Builder::new()
        .keep_alive(false)
        .max_headers(CALLBACK_HEADERS)
        .max_header_size(CALLBACK_BYTES)
        .max_buf_size(CALLBACK_BYTES)
        .header_read_timeout(None)
        .auto_date_header(false)
        .serve_connection(TokioIo::new(stream), service);
    // The answer counts even if the browser does not take the page.
    let _ = timeout(CALLBACK_CONNECTION, connection).await;
    answer.into_inner()
}

/// Returns the query of a request that may be the answer: a GET of the path, with one Host, which is the port's own.
fn query<B>(request: &Request<B>, port: u16) -> Result<&str, &'static str> {
    let uri = request.uri();
    if request.method() != Method::GET {
        return Err("it is no page that was opened");
    }
    let own = format!("{}:{port}", Ipv4Addr::LOCALHOST);
    let mut hosts = request.headers().get_all(HOST).iter();
    let is_own = hosts.next().is_some_and(|host| host == own.as_str());
    if !is_own || hosts.next().is_some() || uri.authority().is_some() {
        return Err("it was meant for another host");
    }
    uri.query()
        .filter(|_| uri.path() == PATH)
        .ok_or("it is another page")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    fn gate(promises_iss: bool) -> Gate {
        Gate::new(
            Secret::new("st4te".into()),
            "https://a.example".into(),
            promises_iss,
            4711,
        )
    }

    #[test]
    fn one_answer_counts_and_only_its_own() {
        let gate = gate(false);
        for foreign in [
            "",
            "code=c",
            "code=c&state=",
            "code=c&state=other",
            "code=c&state=st4te&state=st4te",
            "state=st4te",
            "code=a&code=b&state=st4te",
            "code=&state=st4te",
            "code=c&state=st4te2",
        ] {
            assert!(gate.read(foreign).is_err(), "{foreign}");
        }
        assert_eq!(
            gate.read("code=c%2B1&state=st4te&x=y")
                .unwrap()
                .unwrap()
                .expose(),
            "c+1"
        );
        assert_eq!(
            gate.read("code=c&state=st4te").unwrap_err(),
            "this sign-in is over"
        );
        assert_eq!(
            gate.pasted("http://127.0.0.1:4711/callback?code=c&state=st4te")
                .unwrap_err(),
            OAuthError::SignInOver
        );
    }

    #[test]
    fn the_issuer_is_compared_to_the_letter() {
        for (promised, query) in [
            (true, "code=c&state=st4te"),
            (false, "code=c&state=st4te&iss=https://evil.example"),
            (true, "code=c&state=st4te&iss=https://a.example/"),
            (false, "code=c&state=st4te&iss=https://A.example"),
            (false, "code=c&state=st4te&iss="),
            (
                true,
                "error=access_denied&state=st4te&iss=https://a.example:443",
            ),
        ] {
            let error = gate(promised).read(query).unwrap().unwrap_err();
            assert!(
                matches!(
                    error,
                    OAuthError::WrongIssuer { .. } | OAuthError::MissingIssuer { .. }
                ),
                "{query}: {error}"
            );
        }
        gate(true)
            .read("code=c&state=st4te&iss=https%3A%2F%2Fa.example")
            .unwrap()
            .unwrap();
        let denied = gate(true).read(
            "error=access_denied&error_description=no+st4te&state=st4te&iss=https://a.example",
        );
        assert_eq!(
            denied.unwrap().unwrap_err(),
            OAuthError::Denied {
                issuer: "https://a.example".into(),
                error: "access_denied".into(),
                said: Some("no (removed)".into())
            }
        );
    }

    /// Serves `head` on a connection of its own; the response, and the answer if it was one.
    async fn served(head: &str) -> (String, Option<CallbackResult>) {
        let (mut browser, server) = tokio::io::duplex(2 * CALLBACK_BYTES);
        let gate = gate(false);
        let reading = async {
            browser.write_all(head.as_bytes()).await.unwrap();
            let mut page = String::new();
            browser.read_to_string(&mut page).await.unwrap();
            page
        };
        tokio::join!(reading, serve(server, &gate))
    }

    #[tokio::test]
    async fn only_a_request_for_this_port_is_read() {
        const OWN: &str = "Host: 127.0.0.1:4711\r\n";
        let ask = |line: &str, hosts: &str| format!("{line}\r\n{hosts}Accept: */*\r\n\r\n");
        let good = "/callback?code=c&state=st4te";
        for version in ["HTTP/1.0", "HTTP/1.1"] {
            let line = format!("GET {good} {version}");
            let (page, answer) = served(&ask(&line, "host: 127.0.0.1:4711\r\n")).await;
            assert!(page.contains(" 200 OK\r\n"), "{page}");
            assert_eq!(answer.unwrap().unwrap().expose(), "c");
        }
        for (line, hosts) in [
            ("POST GOOD HTTP/1.1", OWN),
            ("HEAD GOOD HTTP/1.1", OWN),
            ("GET GOOD HTTP/1.1", "Host: localhost:4711\r\n"),
            ("GET GOOD HTTP/1.1", "Host: evil.example\r\n"),
            (
                "GET GOOD HTTP/1.1",
                "Host: 127.0.0.1:4711\r\nHost: evil.example\r\n",
            ),
            ("GET GOOD HTTP/1.1", ""),
            ("GET /other?code=c&state=st4te HTTP/1.1", OWN),
            ("GET /callback/?code=c&state=st4te HTTP/1.1", OWN),
            ("GET /callback HTTP/1.1", OWN),
            ("GET http://127.0.0.1:4711GOOD HTTP/1.1", OWN),
            ("GET GOOD", OWN),
            ("GET GOOD HTTP/2.0", OWN),
        ] {
            let (page, answer) = served(&ask(&line.replace("GOOD", good), hosts)).await;
            assert!(answer.is_none(), "{line} {hosts}");
            assert!(page.starts_with("HTTP/1.1 400 "), "{line} {hosts} {page}");
            assert!(!page.contains("st4te"), "{page}");
        }
    }

    #[tokio::test]
    async fn a_head_that_is_too_large_is_refused() {
        let long = "x".repeat(CALLBACK_BYTES);
        let many = "A: b\r\n".repeat(CALLBACK_HEADERS + 1);
        for rest in [format!("A: {long}\r\n"), many] {
            let (page, answer) = served(&format!(
                "GET /callback?code=c&state=st4te HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n{rest}\r\n"
            ))
            .await;
            assert!(page.starts_with("HTTP/1.1 431 "), "{page}");
            assert!(answer.is_none());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_says_nothing_ends() {
        let (_browser, server) = tokio::io::duplex(64);
        assert!(serve(server, &gate(false)).await.is_none());
    }

    #[test]
    fn what_is_pasted_is_the_whole_address() {
        for bad in [
            "",
            "code=c&state=st4te",
            "http://127.0.0.1:4712/callback?code=c&state=st4te",
            "https://127.0.0.1:4711/callback?code=c&state=st4te",
            "http://evil.example:4711/callback?code=c&state=st4te",
            "http://127.0.0.1:4711/other?code=c&state=st4te",
            "http://u@127.0.0.1:4711/callback?code=c&state=st4te",
            "http://127.0.0.1:4711/callback",
            "http://127.0.0.1:4711/callback?code=c&state=x",
        ] {
            assert!(
                matches!(gate(false).pasted(bad), Err(OAuthError::NotTheCallback(_))),
                "{bad}"
            );
        }
        let text = " http://127.0.0.1:4711/callback?code=c&state=st4te\n";
        assert_eq!(gate(false).pasted(text).unwrap().unwrap().expose(), "c");
    }
}
