//! One broker for each server: its listeners and everything that is open.

use std::{future::Future, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, UdpSocket},
    sync::{broadcast, watch},
    time::{sleep, timeout},
};

use crate::{
    Decide, Destination, Host, Refusal, Refused, Setup, Traffic, dns,
    http::{self, Tunnel},
    relay::{Client, Upstream, both_ways, start_tls},
    shared::{Core, Failed},
    socks,
};

/// How long a listener rests after it could not accept, as when this process has no descriptors left.
const REST: Duration = Duration::from_millis(100);
/// The most queries of one TCP connection for names.
const QUERIES_MAX: usize = 64;
/// How long [`Broker::stop`] waits for connections to close.
const STOP_TIME: Duration = Duration::from_secs(5);

/// What a server reaches at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Connections of the server that are open, at most [`crate::Bounds::connections`].
    pub connections: usize,
    /// Destinations that wait for a decision, at most [`crate::Bounds::waiting`].
    pub waiting: usize,
    /// The traffic with each destination, the last used first, at most [`crate::Bounds::destinations`].
    pub destinations: Vec<Traffic>,
}

/// The way of one confined server to the network.
///
/// It serves sockets that were made for it. Its methods that take one must be called within a tokio runtime, which serves it
/// until [`Broker::stop`], or until the broker is dropped.
pub struct Broker {
    core: Arc<Core>,
}

impl Broker {
    /// A broker for the server of this id, which the log names. Nothing is allowed but what `decide` allows.
    #[must_use]
    pub fn new(server: &str, decide: Arc<dyn Decide>) -> Self {
        Self::with(server, decide, Setup::default())
    }

    /// A broker that works differently from the default.
    #[must_use]
    pub fn with(server: &str, decide: Arc<dyn Decide>, setup: Setup) -> Self {
        Self {
            core: Arc::new(Core::new(server, decide, setup)),
        }
    }

    /// Serves a proxy: HTTP and SOCKS5, told apart by the first byte.
    pub fn serve_proxy(&self, listener: TcpListener) {
        self.serve(listener, |core, stream| async move {
            proxied(&core, stream).await
        });
    }

    /// Serves a listener that every address of the server's network leads to. What a connection is for is its local address.
    pub fn serve_transparent(&self, listener: TcpListener) {
        self.serve(listener, |core, stream| async move {
            transparent(&core, stream).await
        });
    }

    /// Serves DNS queries over TCP.
    pub fn serve_dns_tcp(&self, listener: TcpListener) {
        self.serve(listener, |core, stream| async move {
            answer_stream(&core, stream).await;
            Ok(())
        });
    }

    /// Serves DNS queries.
    pub fn serve_dns(&self, socket: UdpSocket) {
        let core = Arc::clone(&self.core);
        self.core
            .spawn(async move { answer_datagrams(&core, &socket).await });
    }

    /// What the server reaches now.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let core = &self.core;
        let free = core.connections.available_permits();
        Snapshot {
            connections: core.bounds.connections.saturating_sub(free),
            waiting: core.decisions.waiting(),
            destinations: core.ledger.traffic(),
        }
    }

    /// Bytes sent so far, to all destinations.
    #[must_use]
    pub fn sent(&self) -> u64 {
        self.core.ledger.sent()
    }

    /// A number that changes when a connection is opened, closed or refused; not when bytes pass.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.core.ledger.changes()
    }

    /// Every refusal from now on. A reader that is too slow loses the oldest.
    #[must_use]
    pub fn refusals(&self) -> broadcast::Receiver<Refused> {
        self.core.ledger.refusals()
    }

    /// Closes every connection with a destination, and those that wait for its decision. Returns how many there were.
    /// The policy has to deny it first.
    pub fn revoke(&self, destination: &Destination) -> usize {
        self.core.ledger.revoke(destination)
    }

    /// Closes every connection and listener. Returns when they are closed, after at most 5 seconds.
    pub async fn stop(&self) {
        self.core.stopped.cancel();
        self.core.tasks.close();
        if timeout(STOP_TIME, self.core.tasks.wait()).await.is_err() {
            tracing::warn!(server = &*self.core.server, "connections are still closing");
        }
    }

    fn serve<F, S>(&self, listener: TcpListener, serve: S)
    where
        S: Fn(Arc<Core>, TcpStream) -> F + Send + 'static,
        F: Future<Output = Result<(), Failed>> + Send + 'static,
    {
        let core = Arc::clone(&self.core);
        self.core.spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else {
                    sleep(REST).await;
                    continue;
                };
                let Some(permit) = core.permit() else {
                    continue;
                };
                let served = serve(Arc::clone(&core), stream);
                let noting = Arc::clone(&core);
                core.spawn(async move {
                    let _permit = permit;
                    if let Err(failed) = served.await {
                        noting.refuse(failed);
                    }
                });
            }
        });
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.core.stopped.cancel();
        self.core.tasks.close();
    }
}

async fn proxied(core: &Arc<Core>, mut stream: TcpStream) -> Result<(), Failed> {
    let mut first = [0];
    let peeked = timeout(core.bounds.request, stream.peek(&mut first));
    match peeked.await.map_err(|_| Refusal::TooSlow)? {
        Ok(1..) => {}
        Ok(0) | Err(_) => return Ok(()),
    }
    if first != [socks::VERSION] {
        return match http::serve(core, Box::new(stream), None, None).await {
            Some(tunnel) => through(core, tunnel).await,
            None => Ok(()),
        };
    }
    let wanted = match timeout(core.bounds.request, socks::read(&mut stream)).await {
        Ok(wanted) => wanted.map_err(Failed::from),
        Err(_) => Err(Refusal::TooSlow.into()),
    };
    let opened = match wanted.and_then(|to| core.named(to)) {
        Ok(to) => core.open(&to).await,
        Err(failed) => Err(failed),
    };
    let told = opened.as_ref().map(|_| ()).map_err(|failed| &failed.reason);
    // A program that is gone reads no answer.
    let _ = timeout(core.bounds.request, socks::reply(&mut stream, told)).await;
    carry(core, Box::new(stream), opened?).await
}

async fn transparent(core: &Arc<Core>, stream: TcpStream) -> Result<(), Failed> {
    let Ok(local) = stream.local_addr() else {
        return Ok(());
    };
    let to = Destination::address(local.ip(), local.port()).map_err(Refusal::from)?;
    let to = core.named(to)?;
    if core.http_ports.contains(&to.port()) {
        return match http::serve(core, Box::new(stream), Some(to), None).await {
            Some(tunnel) => through(core, tunnel).await,
            None => Ok(()),
        };
    }
    let upstream = core.open(&to).await?;
    carry(core, Box::new(stream), upstream).await
}

/// Carries what follows on a connection that was one of HTTP.
async fn through(core: &Arc<Core>, tunnel: Tunnel) -> Result<(), Failed> {
    use hyper_util::rt::TokioIo;
    match tunnel {
        Tunnel::Connected(client, upstream) => match client.await {
            Ok(client) => carry(core, Box::new(TokioIo::new(client)), upstream).await,
            Err(_) => Ok(()),
        },
        Tunnel::WebSocket {
            client,
            upstream,
            flow,
        } => {
            if let (Ok(client), Ok(upstream)) = (client.await, upstream.await) {
                let client = Box::new(TokioIo::new(client));
                both_ways(client, TokioIo::new(upstream), &flow, core.bounds.idle).await;
            }
            Ok(())
        }
    }
}

/// Carries a connection, with the checks of its port.
async fn carry(core: &Arc<Core>, mut client: Client, mut upstream: Upstream) -> Result<(), Failed> {
    let flow = Arc::clone(upstream.flow());
    let to = flow.destination().clone();
    if core.http_ports.contains(&to.port()) {
        let served = http::serve(core, client, Some(to), Some(upstream)).await;
        return match served {
            // There is no CONNECT on it, so that this ends.
            Some(tunnel) => Box::pin(through(core, tunnel)).await,
            None => Ok(()),
        };
    }
    if let Host::Name(name) = to.host()
        && core.tls_ports.contains(&to.port())
    {
        let limit = core.bounds.request;
        let started = tokio::select! {
            started = start_tls(&mut client, &mut upstream, name, limit) => started,
            () = flow.revoked() => Err(Refusal::Revoked),
        };
        started.map_err(|reason| Failed::new(&to, reason))?;
    }
    both_ways(client, upstream, &flow, core.bounds.idle).await;
    Ok(())
}

async fn answer_datagrams(core: &Core, socket: &UdpSocket) {
    let mut buffer = [0; dns::QUERY_MAX];
    loop {
        let Ok((length, from)) = socket.recv_from(&mut buffer).await else {
            sleep(REST).await;
            continue;
        };
        let query = buffer.get(..length).unwrap_or_default();
        if let Some(answer) = dns::answer(query, |name| core.names.address(name)) {
            // Lost as a datagram may be.
            let _ = socket.send_to(&answer, from).await;
        }
    }
}

async fn answer_stream(core: &Core, mut stream: TcpStream) {
    let mut query = Vec::new();
    for _ in 0..QUERIES_MAX {
        let exchange = async {
            let length = usize::from(stream.read_u16().await.ok()?);
            if length > dns::QUERY_MAX {
                return None;
            }
            query.resize(length, 0);
            stream.read_exact(&mut query).await.ok()?;
            let answer = dns::answer(&query, |name| core.names.address(name))?;
            stream
                .write_u16(u16::try_from(answer.len()).ok()?)
                .await
                .ok()?;
            stream.write_all(&answer).await.ok()
        };
        if !matches!(timeout(core.bounds.request, exchange).await, Ok(Some(()))) {
            return;
        }
    }
}
