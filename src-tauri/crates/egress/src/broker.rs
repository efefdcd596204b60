//! One broker for each server: its listeners and everything that is open.

use std::{
    future::Future,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, UdpSocket},
    sync::{OwnedSemaphorePermit, Semaphore, broadcast, watch},
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    AddressPool, Decide, Destination, Host, Observe, Refusal, Refused, Resolve, SystemResolver,
    Traffic,
    decide::Questions,
    dial, dns,
    http::{self, Tunnel},
    ledger::Ledger,
    names::Names,
    relay::{Client, Upstream, both_ways, start_tls},
    socks,
};

/// How long a listener rests after it could not accept, as when this process has no descriptors left.
const REST: Duration = Duration::from_millis(100);
/// The most questions of one TCP connection for names.
const QUESTIONS_MAX: usize = 64;
/// How long [`Broker::stop`] waits for connections to close.
const STOP_TIME: Duration = Duration::from_secs(5);

/// How much one server may use, and for how long.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Connections at once, those to the resolver over TCP included.
    pub connections: usize,
    /// Destinations that wait for a decision at once.
    pub waiting: usize,
    /// How long a destination waits for a decision.
    pub decision: Duration,
    /// How long the head of a request, or the first message of SOCKS5 or TLS, may take. An HTTP connection may rest as
    /// long between two requests.
    pub request: Duration,
    /// How long looking a name up may take, and how long connecting.
    pub dial: Duration,
    /// How long a connection may rest.
    pub idle: Duration,
    /// Destinations whose traffic is listed.
    pub destinations: usize,
    /// Names that made-up addresses stand for.
    pub names: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connections: 32,
            waiting: 3,
            decision: Duration::from_secs(120),
            request: Duration::from_secs(15),
            dial: Duration::from_secs(10),
            idle: Duration::from_secs(15 * 60),
            destinations: 256,
            names: 4096,
        }
    }
}

/// How a broker works. The default is what a server gets.
pub struct Setup {
    /// How much the server may use.
    pub bounds: Bounds,
    /// Where made-up addresses are taken from.
    pub pool: AddressPool,
    /// Ports on which connections to a name must begin with TLS for that name.
    pub tls_ports: Vec<u16>,
    /// Ports on which plain HTTP is parsed request by request.
    pub http_ports: Vec<u16>,
    /// Where names are looked up.
    pub resolver: Arc<dyn Resolve>,
    /// Who sees what is sent over plain HTTP.
    pub observer: Option<Arc<dyn Observe>>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            bounds: Bounds::default(),
            pool: AddressPool::default(),
            tls_ports: vec![443],
            http_ports: vec![80],
            resolver: Arc::new(SystemResolver),
            observer: None,
        }
    }
}

/// What a server reaches at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Connections of the server that are open, at most [`Bounds::connections`].
    pub connections: usize,
    /// Destinations that wait for a decision, at most [`Bounds::waiting`].
    pub waiting: usize,
    /// The traffic with each destination, the last used first, at most [`Bounds::destinations`].
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
        let bounds = setup.bounds;
        let core = Core {
            server: server.into(),
            questions: Questions::new(decide, bounds.waiting, bounds.decision),
            ledger: Ledger::new(bounds.destinations),
            names: Names::new(setup.pool, bounds.names),
            connections: Arc::new(Semaphore::new(bounds.connections)),
            tls_ports: setup.tls_ports,
            http_ports: setup.http_ports,
            resolver: setup.resolver,
            observer: setup.observer,
            bounds,
            stopped: CancellationToken::new(),
            tasks: TaskTracker::new(),
        };
        Self {
            core: Arc::new(core),
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

    /// Serves questions for names over TCP.
    pub fn serve_dns_tcp(&self, listener: TcpListener) {
        self.serve(listener, |core, stream| async move {
            answer_stream(&core, stream).await;
            Ok(())
        });
    }

    /// Serves questions for names.
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
            waiting: core.questions.waiting(),
            destinations: core.ledger.traffic(),
        }
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
    /// Whoever decides has to deny it first.
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

/// A connection that failed, and what it was for.
pub(crate) struct Failed {
    pub(crate) destination: Option<Destination>,
    pub(crate) reason: Refusal,
}

impl Failed {
    pub(crate) fn new(destination: &Destination, reason: Refusal) -> Self {
        Self {
            destination: Some(destination.clone()),
            reason,
        }
    }
}

impl From<Refusal> for Failed {
    fn from(reason: Refusal) -> Self {
        Self {
            destination: None,
            reason,
        }
    }
}

/// What all connections of one server share.
pub(crate) struct Core {
    server: Box<str>,
    pub(crate) bounds: Bounds,
    questions: Questions,
    ledger: Arc<Ledger>,
    names: Names,
    connections: Arc<Semaphore>,
    tls_ports: Vec<u16>,
    http_ports: Vec<u16>,
    resolver: Arc<dyn Resolve>,
    pub(crate) observer: Option<Arc<dyn Observe>>,
    stopped: CancellationToken,
    tasks: TaskTracker,
}

impl Core {
    /// Runs a task until it is done or the broker stops.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stopped = self.stopped.clone();
        self.tasks.spawn(async move {
            stopped.run_until_cancelled(task).await;
        });
    }

    /// What a connection to this destination is for.
    pub(crate) fn named(&self, destination: Destination) -> Result<Destination, Failed> {
        let named = self.names.named(destination.clone());
        named.map_err(|reason| Failed::new(&destination, reason))
    }

    /// Opens a connection to a destination, once it is allowed.
    pub(crate) async fn open(&self, destination: &Destination) -> Result<Upstream, Failed> {
        let flow = self.ledger.enter(destination);
        let dialled = async {
            dial::check_literal(destination)?;
            self.questions.admit(destination).await?;
            let limit = self.bounds.dial;
            dial::connect(destination, &*self.resolver, &self.questions, limit).await
        };
        let dialled = tokio::select! {
            biased;
            () = flow.revoked() => Err(Refusal::Revoked),
            dialled = dialled => dialled,
        };
        match dialled {
            Ok(stream) => {
                flow.opened();
                Ok(Upstream::new(stream, flow))
            }
            Err(reason) => Err(Failed::new(destination, reason)),
        }
    }

    /// Notes and reports a refusal.
    pub(crate) fn refuse(&self, failed: Failed) {
        let Failed {
            destination,
            reason,
        } = failed;
        let shown = destination.as_ref().map(ToString::to_string);
        tracing::info!(server = &*self.server, destination = shown, %reason, "connection refused");
        self.ledger.refuse(Refused {
            destination,
            reason,
            at: SystemTime::now(),
        });
    }

    fn permit(&self) -> Option<OwnedSemaphorePermit> {
        let permit = Arc::clone(&self.connections).try_acquire_owned().ok();
        if permit.is_none() {
            self.refuse(Refusal::TooManyConnections.into());
        }
        permit
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
    let mut buffer = [0; dns::QUESTION_MAX];
    loop {
        let Ok((length, from)) = socket.recv_from(&mut buffer).await else {
            sleep(REST).await;
            continue;
        };
        let question = buffer.get(..length).unwrap_or_default();
        if let Some(answer) = dns::answer(question, |name| core.names.address(name)) {
            // Lost as a datagram may be.
            let _ = socket.send_to(&answer, from).await;
        }
    }
}

async fn answer_stream(core: &Core, mut stream: TcpStream) {
    let mut question = Vec::new();
    for _ in 0..QUESTIONS_MAX {
        let exchange = async {
            let length = usize::from(stream.read_u16().await.ok()?);
            if length > dns::QUESTION_MAX {
                return None;
            }
            question.resize(length, 0);
            stream.read_exact(&mut question).await.ok()?;
            let answer = dns::answer(&question, |name| core.names.address(name))?;
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
