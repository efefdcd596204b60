//! A TCP server that plays given bytes, one reply for each connection, and records what it was sent.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    task::JoinHandle,
};
use url::Url;

/// What the server does after the bytes.
#[derive(Clone)]
pub enum Then {
    /// Closes the connection.
    Close,
    /// Keeps it open until the client closes it.
    Hold,
    /// Sends a line of comment again and again.
    Trickle(Duration),
}

/// One reply.
#[derive(Clone)]
pub struct Reply {
    head: String,
    body: Vec<Vec<u8>>,
    then: Then,
}

impl Reply {
    /// A stream of events, one for each text, ended by closing the connection.
    pub fn events<T: AsRef<str>>(data: impl IntoIterator<Item = T>) -> Self {
        let body = data
            .into_iter()
            .map(|d| format!("data: {}\n\n", d.as_ref()).into_bytes());
        Self::raw(body.collect())
    }

    /// A stream of bytes as they are.
    pub fn raw(body: Vec<Vec<u8>>) -> Self {
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
                .to_owned();
        Self {
            head,
            body,
            then: Then::Close,
        }
    }

    /// A reply that is no stream. `headers` end in CRLF each.
    pub fn plain(status: &str, headers: &str, body: &str) -> Self {
        let head = format!(
            "HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        Self {
            head,
            body: vec![body.as_bytes().to_vec()],
            then: Then::Close,
        }
    }

    /// The same bytes in HTTP chunks without the last one: the connection breaks.
    pub fn broken(mut self) -> Self {
        self.head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n".to_owned();
        for bytes in &mut self.body {
            *bytes = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
        }
        self
    }

    pub fn then(mut self, then: Then) -> Self {
        self.then = then;
        self
    }
}

pub struct Server {
    port: u16,
    requests: Arc<Mutex<Vec<String>>>,
    closed: mpsc::UnboundedReceiver<()>,
    task: JoinHandle<()>,
}

impl Server {
    /// Listens on a free port and plays one reply for each connection.
    pub async fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (told, closed) = mpsc::unbounded_channel();
        let seen = Arc::clone(&requests);
        let task = tokio::spawn(async move {
            for reply in replies {
                let (socket, _) = listener.accept().await.unwrap();
                play(socket, reply, &seen).await;
                let _ = told.send(());
            }
            // A connection more than scripted is recorded, so that a test sees it.
            while let Ok((mut socket, _)) = listener.accept().await {
                let request = read_request(&mut socket).await;
                seen.lock().unwrap().push(request);
            }
        });
        Self {
            port,
            requests,
            closed,
            task,
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> Url {
        Url::parse(&format!("http://127.0.0.1:{}", self.port)).unwrap()
    }

    /// The requests so far, each as its whole text.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// The body of the first request.
    pub fn body(&self) -> String {
        self.requests()
            .first()
            .unwrap()
            .split_once("\r\n\r\n")
            .unwrap()
            .1
            .to_owned()
    }

    /// Waits until a reply is played and its connection closed.
    pub async fn closed(&mut self) {
        let waited = tokio::time::timeout(Duration::from_secs(10), self.closed.recv()).await;
        waited.expect("the connection was closed in time").unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn play(mut socket: TcpStream, reply: Reply, seen: &Mutex<Vec<String>>) {
    let request = read_request(&mut socket).await;
    seen.lock().unwrap().push(request);
    let mut open = socket.write_all(reply.head.as_bytes()).await.is_ok();
    for bytes in &reply.body {
        open = open && socket.write_all(bytes).await.is_ok() && socket.flush().await.is_ok();
    }
    match reply.then {
        Then::Close => {
            let _ = socket.shutdown().await;
        }
        Then::Hold => {
            let mut rest = [0; 64];
            while matches!(socket.read(&mut rest).await, Ok(n) if n > 0) {}
        }
        Then::Trickle(every) => {
            while socket.write_all(b": more\n\n").await.is_ok() {
                tokio::time::sleep(every).await;
            }
        }
    }
}

async fn read_request(socket: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase()
                    .strip_prefix("content-length:")?
                    .trim()
                    .parse()
                    .ok()
            });
            if body.len() >= length.unwrap_or(0) {
                return text;
            }
        }
        match socket.read(&mut part).await {
            Ok(n) if n > 0 => bytes.extend_from_slice(&part[..n]),
            _ => return text,
        }
    }
}
