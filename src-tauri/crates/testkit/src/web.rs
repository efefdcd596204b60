//! A web server that does what a test says, byte for byte: no library stands between a hostile answer and the client.

use std::{
    future::Future,
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::SchemaCheck;

/// Largest head of a request, in bytes.
const HEAD_BYTES: usize = 64 * 1024;
/// How long connections may take to be gone.
const GONE: Duration = Duration::from_secs(10);

/// A request that arrived.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its method.
    pub method: String,
    /// Its path with its query.
    pub path: String,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: String,
}

impl Seen {
    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(n, _)| n == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Its body as JSON; null if it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The JSON-RPC method in its body.
    #[must_use]
    pub fn rpc(&self) -> String {
        self.json()["method"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

/// One request, and the connection it came on, which carries nothing else.
#[derive(Debug)]
pub struct Exchange {
    /// The request.
    pub seen: Seen,
    stream: TcpStream,
}

impl Exchange {
    /// Writes bytes as they are.
    ///
    /// # Errors
    /// The client is gone.
    pub async fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes).await?;
        self.stream.flush().await
    }

    /// Begins an answer whose body ends with the connection.
    ///
    /// # Errors
    /// The client is gone.
    pub async fn head(&mut self, status: u16, headers: &[(&str, &str)]) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\n");
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        self.raw(head.as_bytes()).await
    }

    /// Answers whole.
    ///
    /// # Errors
    /// The client is gone.
    pub async fn answer(
        &mut self,
        status: u16,
        headers: &[(&str, &str)],
        body: &str,
    ) -> io::Result<()> {
        let length = body.len().to_string();
        let mut all = vec![("Content-Length", length.as_str())];
        all.extend_from_slice(headers);
        self.head(status, &all).await?;
        self.raw(body.as_bytes()).await
    }

    /// Answers with a JSON document.
    ///
    /// # Errors
    /// The client is gone.
    pub async fn json(&mut self, body: &Value) -> io::Result<()> {
        let json = [("Content-Type", "application/json")];
        self.answer(200, &json, &body.to_string()).await
    }

    /// Begins a stream of events.
    ///
    /// # Errors
    /// The client is gone.
    pub async fn events(&mut self) -> io::Result<()> {
        self.head(200, &[("Content-Type", "text/event-stream")])
            .await
    }

    /// One event of it.
    ///
    /// # Errors
    /// The client is gone.
    pub async fn event(&mut self, id: Option<&str>, data: &Value) -> io::Result<()> {
        let id = id.map_or_else(String::new, |id| format!("id: {id}\n"));
        self.raw(format!("{id}data: {data}\n\n").as_bytes()).await
    }

    /// The result of the request in the body.
    #[must_use]
    pub fn result(&self, result: Value) -> Value {
        serde_json::json!({ "jsonrpc": "2.0", "id": self.seen.json()["id"], "result": result })
    }

    /// Waits until the client closes the connection.
    pub async fn until_closed(&mut self) {
        let mut bytes = [0; 64];
        while matches!(self.stream.read(&mut bytes).await, Ok(1..)) {}
    }
}

/// What a handler gives back.
pub type Handled = Pin<Box<dyn Future<Output = io::Result<()>> + Send>>;

/// A web server on a free port of this machine; it ends when it is dropped. It panics then if a message of MCP was sent to it that the
/// schema of its revision does not describe.
#[derive(Debug)]
pub struct Web {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    open: Arc<AtomicUsize>,
    /// What was sent to it against the schema of the protocol.
    wrong: Arc<Mutex<Vec<String>>>,
    _tasks: JoinSet<()>,
}

impl Web {
    /// Starts one. Each request is handled in a task of its own.
    ///
    /// # Errors
    /// No port is free.
    pub async fn start<H>(handler: H) -> io::Result<Self>
    where
        H: Fn(Exchange) -> Handled + Send + Sync + 'static,
    {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let (seen, open) = (
            Arc::<Mutex<Vec<Seen>>>::default(),
            Arc::<AtomicUsize>::default(),
        );
        let wrong = Arc::<Mutex<Vec<String>>>::default();
        let (log, counter, handler) = (Arc::clone(&seen), Arc::clone(&open), Arc::new(handler));
        let problems = Arc::clone(&wrong);
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut exchanges = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (log, handler) = (Arc::clone(&log), Arc::clone(&handler));
                let problems = Arc::clone(&problems);
                let counted = Counted::new(&counter);
                exchanges.spawn(async move {
                    if let Ok(exchange) = read(stream).await {
                        let revision = exchange.seen.header("mcp-protocol-version");
                        let found = SchemaCheck::posted(revision, &exchange.seen.body);
                        problems
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .extend(found);
                        log.lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .push(exchange.seen.clone());
                        // A client that is gone is part of many tests.
                        let _ = handler(exchange).await;
                    }
                    drop(counted);
                });
                while exchanges.try_join_next().is_some() {}
            }
        });
        Ok(Self {
            address,
            seen,
            open,
            wrong,
            _tasks: tasks,
        })
    }

    /// The URL of a path.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What arrived so far.
    #[must_use]
    pub fn seen(&self) -> Vec<Seen> {
        self.seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// How often a method of JSON-RPC arrived, or one of HTTP.
    #[must_use]
    pub fn count(&self, method: &str) -> usize {
        let all = self.seen();
        all.iter()
            .filter(|s| s.method == method || s.rpc() == method)
            .count()
    }

    /// Waits until what arrived is as wanted; whether that came in time.
    pub async fn until(&self, wanted: impl Fn(&[Seen]) -> bool) -> bool {
        let until = Instant::now() + GONE;
        while !wanted(&self.seen()) {
            if Instant::now() > until {
                return false;
            }
            sleep(Duration::from_millis(5)).await;
        }
        true
    }

    /// Waits until every connection is closed; whether that came in time.
    pub async fn all_closed(&self) -> bool {
        let until = Instant::now() + GONE;
        while self.open.load(Ordering::SeqCst) > 0 {
            if Instant::now() > until {
                return false;
            }
            sleep(Duration::from_millis(5)).await;
        }
        true
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        let wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        // A test that fails says why itself.
        let failing = std::thread::panicking();
        assert!(
            failing || wrong.is_empty(),
            "sent against the schema: {wrong:#?}"
        );
    }
}

struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(counter: &Arc<AtomicUsize>) -> Self {
        counter.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(counter))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn read(mut stream: TcpStream) -> io::Result<Exchange> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            break at + 4;
        }
        if bytes.len() > HEAD_BYTES || stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::InvalidData.into());
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let mut first = lines.next().unwrap_or_default().split(' ');
    let (method, path) = (first.next(), first.next());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers
        .iter()
        .find(|(name, _)| name == "content-length")
        .and_then(|(_, value)| value.parse::<usize>().ok())
        .unwrap_or(0);
    while bytes.len() < end + length {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let seen = Seen {
        method: method.unwrap_or_default().to_owned(),
        path: path.unwrap_or_default().to_owned(),
        headers,
        body: String::from_utf8_lossy(&bytes[end..end + length]).into_owned(),
    };
    Ok(Exchange { seen, stream })
}
