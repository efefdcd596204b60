//! Plain HTTP, request by request: as a proxy, and on a connection to one destination.
//!
//! Both sides are `hyper`'s: a request is parsed, checked and written anew, so that the destination reads what was checked,
//! however the program spelled it.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use http_body_util::{Either, Empty, Full};
use hyper::{
    Request, Response, StatusCode, Uri,
    body::Incoming,
    client::conn::http1 as client,
    header::{self, HeaderValue},
    server::conn::http1 as server,
    service::service_fn,
    upgrade::OnUpgrade,
};
use hyper_util::rt::{TokioIo, TokioTimer};

use crate::{
    Destination, Refusal,
    ledger::Flow,
    relay::{Client, Upstream},
    request::{Wanted, is_websocket, remove_of_connection, wanted},
    shared::{Core, Failed},
};

/// The largest head of a request or response, in bytes.
const HEAD_MAX: usize = 64 * 1024;
const HEADERS_MAX: usize = 128;

type Body = Either<Incoming, Either<Full<Bytes>, Empty<Bytes>>>;

/// A connection that stopped to be one of HTTP.
pub(crate) enum Tunnel {
    /// After `CONNECT`.
    Connected(OnUpgrade, Upstream),
    /// After a change to WebSocket.
    WebSocket {
        client: OnUpgrade,
        upstream: OnUpgrade,
        flow: Arc<Flow>,
    },
}

/// Serves requests of one connection until it ends or becomes a tunnel. `only`: its destination, where it is not a
/// connection to the proxy. `upstream`: an open connection to it.
pub(crate) async fn serve(
    core: &Arc<Core>,
    stream: Client,
    only: Option<Destination>,
    upstream: Option<Upstream>,
) -> Option<Tunnel> {
    let session = Session {
        core: Arc::clone(core),
        only,
        link: Mutex::default(),
        tunnel: Mutex::default(),
    };
    if let Some(upstream) = upstream {
        session.keep_link(Link::new(core, upstream).await.ok());
    }
    let session = Arc::new(session);
    let service = service_fn(|request| {
        let session = Arc::clone(&session);
        async move { Ok::<_, Infallible>(session.handle(request).await) }
    });
    let connection = server::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(core.bounds.request)
        .max_header_size(HEAD_MAX)
        .max_buf_size(HEAD_MAX)
        .max_headers(HEADERS_MAX)
        .preserve_header_case(true)
        .auto_date_header(false)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        session.note(&error);
    }
    let mut tunnel = session
        .tunnel
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    tunnel.take()
}

/// One connection of the program.
struct Session {
    core: Arc<Core>,
    only: Option<Destination>,
    /// The connection that the last request used.
    link: Mutex<Option<Link>>,
    tunnel: Mutex<Option<Tunnel>>,
}

impl Session {
    async fn handle(&self, request: Request<Incoming>) -> Response<Body> {
        match self.answer(request).await {
            Ok(response) => response,
            Err(failed) => {
                let response = refusal(&failed.reason);
                self.core.refuse(failed);
                response
            }
        }
    }

    async fn answer(&self, request: Request<Incoming>) -> Result<Response<Body>, Failed> {
        let (head, body) = request.into_parts();
        let named = |to| self.core.named(to);
        match wanted(&head, self.only.as_ref()).map_err(|reason| self.failed(reason))? {
            Wanted::Tunnel(to) => {
                let upstream = self.core.open(&named(to)?).await?;
                let client = hyper::upgrade::on(Request::from_parts(head, body));
                self.set_tunnel(Tunnel::Connected(client, upstream));
                Ok(Response::new(Either::Right(Either::Right(Empty::new()))))
            }
            Wanted::Exchange(to) => {
                self.exchange(&named(to)?, Request::from_parts(head, body))
                    .await
            }
        }
    }

    async fn exchange(
        &self,
        to: &Destination,
        mut request: Request<Incoming>,
    ) -> Result<Response<Body>, Failed> {
        if self.core.tls_ports.contains(&to.port()) {
            return Err(Failed::new(
                to,
                Refusal::Malformed("this port is for TLS; use CONNECT"),
            ));
        }
        let websocket = is_websocket(request.headers());
        let client = hyper::upgrade::on(&mut request);
        prepare(&mut request, to, websocket).map_err(|reason| self.failed(reason))?;

        // Requests of one connection follow each other.
        let last = self.keep_link(None);
        let (mut response, link) = self.send(last, to, request).await?;
        let flow = Arc::clone(&link.flow);
        self.keep_link(Some(link));

        let switched = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        if switched && !(websocket && is_websocket(response.headers())) {
            return Err(Failed::new(
                to,
                Refusal::Malformed("the host changed the protocol unasked"),
            ));
        }
        if switched {
            let upstream = hyper::upgrade::on(&mut response);
            self.set_tunnel(Tunnel::WebSocket {
                client,
                upstream,
                flow,
            });
        } else {
            remove_of_connection(response.headers_mut());
        }
        Ok(response.map(Either::Left))
    }

    /// Sends a request over the connection of the last one, where that is to the same destination and still open; else
    /// over a new one, which is decided anew.
    async fn send(
        &self,
        last: Option<Link>,
        to: &Destination,
        mut request: Request<Incoming>,
    ) -> Result<(Response<Incoming>, Link), Failed> {
        let lost = |_| {
            Failed::new(
                to,
                Refusal::Unreachable(std::io::ErrorKind::ConnectionAborted),
            )
        };
        if let Some(mut link) = last.filter(|link| link.leads_to(to)) {
            match link.sender.try_send_request(request).await {
                Ok(response) => return Ok((response, link)),
                Err(mut error) => match error.take_message() {
                    // It was closed before anything was sent.
                    Some(unsent) => request = unsent,
                    None => return Err(lost(error.into_error())),
                },
            }
        }
        let upstream = self.core.open(to).await?;
        let mut link = Link::new(&self.core, upstream).await.map_err(lost)?;
        let response = link.sender.send_request(request).await.map_err(lost)?;
        Ok((response, link))
    }

    /// Keeps a connection for the next request. Returns the one that was kept.
    fn keep_link(&self, link: Option<Link>) -> Option<Link> {
        let mut kept = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut kept, link)
    }

    /// Notes a connection that `hyper` ended. Others were ended by the program.
    fn note(&self, error: &hyper::Error) {
        if error.is_timeout() {
            self.core.refuse(self.failed(Refusal::TooSlow));
        } else if error.is_parse() {
            let reason = Refusal::Malformed("the request cannot be read");
            self.core.refuse(self.failed(reason));
        }
    }

    fn set_tunnel(&self, tunnel: Tunnel) {
        let mut slot = self.tunnel.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(tunnel);
    }

    fn failed(&self, reason: Refusal) -> Failed {
        Failed {
            destination: self.only.clone(),
            reason,
        }
    }
}

/// A connection to a destination, for one request after the other.
struct Link {
    sender: client::SendRequest<Incoming>,
    flow: Arc<Flow>,
}

impl Link {
    async fn new(core: &Arc<Core>, upstream: Upstream) -> Result<Self, hyper::Error> {
        let flow = Arc::clone(upstream.flow());
        let upstream = upstream.observed(core.observer.clone());
        let (sender, connection) = client::Builder::new()
            .max_header_size(HEAD_MAX)
            .max_buf_size(HEAD_MAX)
            .max_headers(HEADERS_MAX)
            .preserve_header_case(true)
            .handshake(TokioIo::new(upstream))
            .await?;
        let (watched, idle) = (Arc::clone(&flow), core.bounds.idle);
        core.spawn(async move {
            tokio::select! {
                // Its errors are those of the request.
                _ = connection.with_upgrades() => {}
                () = watched.ended(idle) => {}
            }
        });
        Ok(Self { sender, flow })
    }

    fn leads_to(&self, to: &Destination) -> bool {
        self.flow.destination() == to && !self.flow.is_revoked() && !self.sender.is_closed()
    }
}

/// Makes a request of the program one of ours.
fn prepare(
    request: &mut Request<Incoming>,
    to: &Destination,
    websocket: bool,
) -> Result<(), Refusal> {
    let unreadable = |_| Refusal::Malformed("the URL cannot be read");
    let path = request.uri().path_and_query().cloned();
    *request.uri_mut() = path.map_or_else(|| Uri::from_static("/"), Uri::from);
    *request.version_mut() = hyper::Version::HTTP_11;
    let headers = request.headers_mut();
    remove_of_connection(headers);
    // The program was told to continue as its body was read.
    headers.remove(header::EXPECT);
    if websocket {
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    }
    let host = HeaderValue::from_str(&to.host_header()).map_err(unreadable)?;
    headers.insert(header::HOST, host);
    Ok(())
}

/// What the program is told instead of a response.
fn refusal(reason: &Refusal) -> Response<Body> {
    let text = format!("Innkeeper: {reason}.\n");
    let mut response = Response::new(Either::Right(Either::Left(Full::from(text))));
    *response.status_mut() = status(reason);
    let headers = response.headers_mut();
    // What follows on this connection may be the body of the request that was refused.
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, plain);
    response
}

fn status(reason: &Refusal) -> StatusCode {
    match reason {
        Refusal::Malformed(_) => StatusCode::BAD_REQUEST,
        Refusal::OtherName(_) => StatusCode::MISDIRECTED_REQUEST,
        Refusal::TooManyWaiting | Refusal::TooManyConnections => StatusCode::SERVICE_UNAVAILABLE,
        Refusal::Unresolved | Refusal::Unreachable(_) => StatusCode::BAD_GATEWAY,
        Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
        Refusal::Denied
        | Refusal::NoAnswer
        | Refusal::NoName
        | Refusal::EncryptedName
        | Refusal::UnknownAddress
        | Refusal::Address(_)
        | Refusal::Revoked => StatusCode::FORBIDDEN,
    }
}
