//! What the tests have in common: a policy, a resolver, origins and a program.

use std::{
    collections::{HashMap, VecDeque},
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex},
    time::Duration,
};

use egress::{
    AddressPool, Bounds, Broker, Decide, Destination, Lookup, Observe, Pending, Refusal, Refused,
    Resolve, Setup, Verdict,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{broadcast, oneshot, watch},
    task::JoinHandle,
    time::timeout,
};

/// A test that waits as long has failed.
pub const LONG: Duration = Duration::from_secs(20);

pub fn destination(authority: &str) -> Destination {
    Destination::authority(authority, None).unwrap()
}

/// Decides what it was told, and keeps what it was asked.
#[derive(Default)]
pub struct Policy {
    decided: Mutex<HashMap<Destination, Verdict>>,
    asked: Mutex<Vec<Destination>>,
    waiting: Mutex<HashMap<Destination, oneshot::Sender<Verdict>>>,
    /// How often somebody was asked.
    pub count: watch::Sender<usize>,
    /// Whether nobody answers: what is not decided waits. Otherwise it is denied.
    attended: bool,
}

impl Policy {
    pub fn allow(&self, authority: &str) {
        self.decide(authority, Verdict::Allow);
    }

    pub fn decide(&self, authority: &str, verdict: Verdict) {
        let destination = destination(authority);
        self.decided.lock().unwrap().insert(destination, verdict);
    }

    /// Answers what waits.
    pub fn answer(&self, authority: &str, verdict: Verdict) {
        let waiting = self.waiting.lock().unwrap().remove(&destination(authority));
        waiting.unwrap().send(verdict).unwrap();
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked
            .lock()
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// Waits until so many were asked.
    pub async fn asked_times(&self, times: usize) {
        let mut count = self.count.subscribe();
        timeout(LONG, count.wait_for(|count| *count >= times))
            .await
            .unwrap()
            .unwrap();
    }
}

impl Decide for Policy {
    fn decided(&self, destination: &Destination) -> Option<Verdict> {
        self.decided.lock().unwrap().get(destination).copied()
    }

    fn ask(&self, destination: &Destination) -> Pending {
        self.asked.lock().unwrap().push(destination.clone());
        let (answer, answered) = oneshot::channel();
        if self.attended {
            self.waiting
                .lock()
                .unwrap()
                .insert(destination.clone(), answer);
        }
        self.count.send_modify(|count| *count += 1);
        Box::pin(async { answered.await.unwrap_or(Verdict::Deny) })
    }
}

/// Answers a name with each list in turn, and with the last for ever.
#[derive(Default)]
pub struct Names {
    answers: Mutex<HashMap<String, VecDeque<Vec<IpAddr>>>>,
    pub asked: Mutex<Vec<String>>,
}

impl Names {
    pub fn lead(&self, name: &str, answers: &[&[&str]]) {
        let parse = |list: &&[&str]| list.iter().map(|ip| ip.parse().unwrap()).collect();
        let answers = answers.iter().map(parse).collect();
        self.answers
            .lock()
            .unwrap()
            .insert(name.to_owned(), answers);
    }
}

impl Resolve for Names {
    fn look_up(&self, name: &str) -> Lookup {
        self.asked.lock().unwrap().push(name.to_owned());
        let mut answers = self.answers.lock().unwrap();
        let found = match answers.get_mut(name) {
            Some(list) if list.len() > 1 => Ok(list.pop_front().unwrap()),
            Some(list) => Ok(list[0].clone()),
            None => Err(io::ErrorKind::NotFound.into()),
        };
        Box::pin(async { found })
    }
}

/// Keeps what it observes.
#[derive(Default)]
pub struct Observed(pub Mutex<Vec<u8>>);

impl Observe for Observed {
    fn sent(&self, _: &Destination, bytes: &[u8]) {
        assert!(bytes.len() <= 64 * 1024);
        self.0.lock().unwrap().extend(bytes);
    }
}

/// A server on 127.0.0.1.
pub struct Origin {
    pub port: u16,
    state: Arc<OriginState>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct OriginState {
    received: Mutex<Vec<u8>>,
    connections: Mutex<usize>,
}

impl Drop for Origin {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What an origin answers.
#[derive(Clone, Copy)]
pub enum Answers {
    /// The same bytes.
    Echo,
    /// This text to each head of a request.
    Heads(&'static str),
}

pub const HELLO: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

impl Origin {
    pub async fn start(answers: Answers) -> Self {
        Self::on(
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap(),
            answers,
        )
    }

    pub fn on(listener: TcpListener, answers: Answers) -> Self {
        let port = listener.local_addr().unwrap().port();
        let state = Arc::<OriginState>::default();
        let shared = Arc::clone(&state);
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                *shared.connections.lock().unwrap() += 1;
                tokio::spawn(serve(stream, answers, Arc::clone(&shared)));
            }
        });
        Self { port, state, task }
    }

    /// A server of plain HTTP.
    pub async fn http() -> Self {
        Self::start(Answers::Heads(HELLO)).await
    }

    pub fn received(&self) -> String {
        String::from_utf8_lossy(&self.state.received.lock().unwrap()).into_owned()
    }

    pub fn connections(&self) -> usize {
        *self.state.connections.lock().unwrap()
    }
}

async fn serve(mut stream: TcpStream, answers: Answers, state: Arc<OriginState>) {
    let mut own = Vec::<u8>::new();
    let mut answered = 0;
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = stream.read(&mut buffer).await {
        own.extend(&buffer[..length]);
        state.received.lock().unwrap().extend(&buffer[..length]);
        let written = match answers {
            Answers::Echo => stream.write_all(&buffer[..length]).await,
            Answers::Heads(text) => {
                let heads = own.windows(4).filter(|part| *part == b"\r\n\r\n").count();
                let text = text.repeat(heads - answered);
                answered = heads;
                stream.write_all(text.as_bytes()).await
            }
        };
        if written.is_err() {
            return;
        }
    }
}

/// A broker with a proxy, and what it works with.
pub struct Stage {
    pub broker: Broker,
    pub policy: Arc<Policy>,
    pub names: Arc<Names>,
    pub observed: Arc<Observed>,
    pub refusals: broadcast::Receiver<Refused>,
    pub proxy: SocketAddr,
}

/// How a stage differs from the usual.
#[derive(Default)]
pub struct Plan {
    pub attended: bool,
    pub http_ports: Vec<u16>,
    pub tls_ports: Vec<u16>,
    pub bounds: Bounds,
}

impl Stage {
    /// The names `a.example` and `b.example` lead to 127.0.0.1.
    pub async fn start(plan: Plan) -> Self {
        let policy = Arc::new(Policy {
            attended: plan.attended,
            ..Policy::default()
        });
        let names = Arc::<Names>::default();
        for name in ["a.example", "b.example", "tls.example"] {
            names.lead(name, &[&["127.0.0.1"]]);
        }
        let observed = Arc::<Observed>::default();
        let setup = Setup {
            bounds: plan.bounds,
            // Addresses of the loopback interface, so that no namespace is needed.
            pool: AddressPool::new(Ipv4Addr::new(127, 28, 0, 0), 16),
            tls_ports: plan.tls_ports,
            http_ports: plan.http_ports,
            addresses: egress::Addresses::Checked,
            resolver: Arc::<Names>::clone(&names),
            observer: Some(Arc::<Observed>::clone(&observed)),
        };
        let broker = Broker::with("test", Arc::<Policy>::clone(&policy), setup);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let proxy = listener.local_addr().unwrap();
        broker.serve_proxy(listener);
        let refusals = broker.refusals();
        Self {
            broker,
            policy,
            names,
            observed,
            refusals,
            proxy,
        }
    }

    /// A stage where these ports are of plain HTTP.
    pub async fn http(ports: &[u16]) -> Self {
        Self::start(Plan {
            http_ports: ports.to_vec(),
            ..Plan::default()
        })
        .await
    }

    /// Allows a name on a port, and the address it leads to.
    pub fn allow(&self, name: &str, port: u16) {
        self.policy.allow(&format!("{name}:{port}"));
        self.policy.allow(&format!("127.0.0.1:{port}"));
    }

    pub async fn program(&self) -> Program {
        Program::connect(self.proxy).await
    }

    /// Sends bytes to the proxy and returns everything until it closes.
    pub async fn says(&self, bytes: impl AsRef<[u8]>) -> String {
        let mut program = self.program().await;
        program.send(bytes).await;
        program.rest().await
    }

    /// The next refusal.
    pub async fn refused(&mut self) -> Refusal {
        let refused = timeout(LONG, self.refusals.recv()).await.unwrap();
        refused.unwrap().reason
    }

    pub fn no_refusal(&mut self) {
        assert!(self.refusals.try_recv().is_err());
    }
}

/// A confined program.
pub struct Program(pub TcpStream);

impl Program {
    pub async fn connect(to: SocketAddr) -> Self {
        Self(TcpStream::connect(to).await.unwrap())
    }

    /// The other side may have closed already.
    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let _ = timeout(LONG, self.0.write_all(bytes.as_ref()))
            .await
            .unwrap();
    }

    /// Everything until a text, inclusive.
    pub async fn until(&mut self, end: &str) -> String {
        let mut bytes = Vec::new();
        while !bytes.ends_with(end.as_bytes()) {
            let byte = timeout(LONG, self.0.read_u8()).await.expect("an answer");
            match byte {
                Ok(byte) => bytes.push(byte),
                Err(_) => panic!("closed after {:?}", String::from_utf8_lossy(&bytes)),
            }
        }
        String::from_utf8(bytes).unwrap()
    }

    /// Everything until the connection closes.
    pub async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        // It may be reset, as what was sent is not read.
        let _ = timeout(LONG, self.0.read_to_end(&mut bytes))
            .await
            .expect("closed");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Opens a tunnel.
    pub async fn tunnel(&mut self, to: &str) {
        self.send(format!("CONNECT {to} HTTP/1.1\r\nHost: {to}\r\n\r\n"))
            .await;
        let answer = self.until("\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    /// Sends a text and waits for it to come back.
    pub async fn echo(&mut self, text: &str) {
        self.send(text).await;
        assert_eq!(self.until(text).await, text);
    }
}

/// Whether a program was told no, or nothing.
pub fn is_refused(answer: &str) -> bool {
    answer.is_empty() || answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.0 4")
}

/// Waits until something holds.
pub async fn until(broker: &Broker, holds: impl Fn(&Broker) -> bool) {
    let mut changes = broker.changes();
    timeout(LONG, async {
        while !holds(broker) {
            // A change may be of the moment before the count; look again soon.
            let _ = timeout(Duration::from_millis(20), changes.changed()).await;
        }
    })
    .await
    .expect("it holds");
}
