//! aimock: a model endpoint that answers from fixtures, in the wire formats of real providers, and keeps a
//! journal of what it was asked.
//!
//! [`Aimock::start`] takes a JSON array of fixtures. The first that matches answers; both
//! `POST /v1/chat/completions` and `POST /v1/messages` use the same ones.
//!
//! ```json
//! [
//!   { "match": { "userMessage": "hello" },
//!     "response": { "content": "Good evening.", "reasoning": "A guest has come." } },
//!
//!   { "match": { "userMessage": "weather", "hasToolResult": false },
//!     "response": { "toolCalls": [
//!       { "id": "call_1", "name": "weather", "arguments": { "city": "Bern" } },
//!       { "id": "call_2", "name": "weather", "arguments": { "city": "Rome" } } ] } },
//!   { "match": { "userMessage": "weather", "hasToolResult": true },
//!     "response": { "content": "Rain in both." } },
//!
//!   { "match": { "userMessage": "first words, then a tool" },
//!     "response": { "blocks": [
//!       { "type": "text", "text": "I look." },
//!       { "type": "toolCall", "id": "call_3", "name": "read", "arguments": { "path": "a" } } ] } },
//!
//!   { "match": { "userMessage": "busy" },
//!     "response": { "error": { "message": "Overloaded", "type": "overloaded_error" }, "status": 529 } },
//!   { "match": { "userMessage": "too fast" },
//!     "response": { "error": { "message": "Slow down" }, "status": 429, "retryAfter": 7 } },
//!
//!   { "match": { "userMessage": "cut" }, "latency": 5, "truncateAfterChunks": 3,
//!     "response": { "content": "A long answer that never ends." } }
//! ]
//! ```
//!
//! What to know of them:
//! - `match` also takes `model`, `toolName`, `turnIndex` (assistant messages before this one), `sequenceIndex`
//!   (how often this fixture has matched), `toolCallId` and `toolResultContains`. All given must hold.
//! - `hasToolResult` looks at what follows the last user message.
//! - `Retry-After` is only sent with status 429.
//! - `truncateAfterChunks` closes the connection before that chunk. Without `latency` (milliseconds before each
//!   chunk) the chunks are lost with the connection and no answer arrives at all.
//! - `chunkSize` sets characters per chunk (20), `disconnectAfterMs` cuts by time.
//! - A request that matches nothing is answered with an error status.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::{PeerError, aimock_bin, servers::node};

/// How long aimock may take to answer that it is ready.
pub const READY_LIMIT: Duration = Duration::from_secs(30);
/// How long one request to the control endpoints may take.
const CONTROL_LIMIT: Duration = Duration::from_secs(10);
/// Pause between two looks at whether it is ready.
const LOOK: Duration = Duration::from_millis(20);
/// The line that names the port ends with this and the port.
/// Words of a request for a title.
const TITLE: &str = "Write a title for the conversation above";
const LISTENING: &str = "listening on http://127.0.0.1:";
/// Largest answer of a control endpoint, in bytes.
const ANSWER_LIMIT: u64 = 64 << 20;

/// A running aimock. It ends when this is dropped.
#[derive(Debug)]
pub struct Aimock {
    child: Child,
    port: u16,
    /// Whether requests for titles are in the journal.
    titles: bool,
    /// Read at start only, but kept for whoever looks at a failed test.
    _fixtures: NamedTempFile,
}

/// One request that aimock received.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// For example `/v1/messages`.
    pub path: String,
    /// Names in lower case. In place of a key stands `[REDACTED]`.
    pub headers: serde_json::Map<String, Value>,
    /// The request in aimock's own form, which is that of chat completions for every format.
    pub body: Value,
    /// The status it answered with.
    pub status: u16,
}

impl Aimock {
    /// Starts aimock on a free port of the loopback address and waits until it is ready. Blocks up to
    /// [`READY_LIMIT`].
    ///
    /// # Errors
    /// It is not installed, ended at once (a wrong fixture: the error says which), or was not ready in time.
    pub fn start(fixtures: &Value) -> Result<Self, PeerError> {
        let mut file = tempfile::Builder::new().suffix(".json").tempfile()?;
        // Unless a test has its own, an answer that is no title: conversations keep the beginning of their first message.
        let mut all = fixtures.as_array().cloned().unwrap_or_default();
        let titles = fixtures.to_string().contains(TITLE);
        if !titles {
            let untitled =
                json!({ "match": { "userMessage": TITLE }, "response": { "content": "." } });
            all.insert(0, untitled);
        }
        serde_json::to_writer(&mut file, &json!({ "fixtures": all }))?;
        file.flush()?;
        let mut child = Command::new(node()?)
            .arg(aimock_bin()?)
            .args([
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--strict",
                "--validate-on-load",
                "--fixtures",
            ])
            .arg(file.path())
            .env_remove("AIMOCK_API_KEYS")
            .env_remove("NODE_OPTIONS")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let said = listen(&mut child);
        // From here on a return ends the process.
        let mut aimock = Self {
            child,
            port: 0,
            titles,
            _fixtures: file,
        };
        aimock.port = port(&said)?;
        aimock.wait_ready()?;
        Ok(aimock)
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// `http://127.0.0.1:PORT`: the base of `/v1/messages`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// `http://127.0.0.1:PORT/v1`: the base of `/chat/completions` and `/models`.
    #[must_use]
    pub fn openai_base(&self) -> String {
        format!("{}/v1", self.origin())
    }

    /// Every model request so far, oldest first.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn journal(&self) -> Result<Vec<Recorded>, PeerError> {
        let answer = self.get("/__aimock/journal")?;
        let entries: Vec<Value> = serde_json::from_slice(&answer)?;
        let counts = |entry: &Value| self.titles || !entry.to_string().contains(TITLE);
        entries.into_iter().filter(counts).map(recorded).collect()
    }

    fn wait_ready(&self) -> Result<(), PeerError> {
        let end = Instant::now() + READY_LIMIT;
        loop {
            match self.get("/ready") {
                Ok(_) => return Ok(()),
                Err(error) if Instant::now() >= end => {
                    return Err(PeerError::NotReady(error.to_string()));
                }
                Err(_) => thread::sleep(LOOK),
            }
        }
    }

    /// HTTP/1.0, so that the body is plain and ends with the connection.
    fn get(&self, path: &str) -> Result<Vec<u8>, PeerError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let mut stream = TcpStream::connect_timeout(&address, CONTROL_LIMIT)?;
        stream.set_read_timeout(Some(CONTROL_LIMIT))?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.take(ANSWER_LIMIT).read_to_end(&mut answer)?;
        let head = String::from_utf8_lossy(&answer[..answer.len().min(80)]).into_owned();
        let body = answer.windows(4).position(|four| four == b"\r\n\r\n");
        match body {
            Some(at) if head.starts_with("HTTP/1.1 200 ") => Ok(answer.split_off(at + 4)),
            Some(_) | None => Err(PeerError::Answer(head)),
        }
    }
}

impl Drop for Aimock {
    fn drop(&mut self) {
        // Both fail only if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lines of both outputs. The threads read to the end, so that aimock never waits for a full pipe.
fn listen(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(out) = child.stdout.take() {
        forward(out, sender.clone());
    }
    if let Some(err) = child.stderr.take() {
        forward(err, sender);
    }
    receiver
}

fn forward(output: impl Read + Send + 'static, lines: Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            // Nobody listens once the port is known.
            let _ = lines.send(line);
        }
    });
}

/// The port, from the line that names it.
fn port(said: &Receiver<String>) -> Result<u16, PeerError> {
    let end = Instant::now() + READY_LIMIT;
    let mut all = Vec::new();
    loop {
        match said.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                if let Some(port) = line
                    .split_once(LISTENING)
                    .and_then(|(_, port)| port.trim().parse().ok())
                {
                    return Ok(port);
                }
                all.push(line);
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Err(PeerError::NotReady(all.join("\n")));
            }
        }
    }
}

fn recorded(entry: Value) -> Result<Recorded, PeerError> {
    let wrong = || PeerError::Answer(entry.to_string());
    Ok(Recorded {
        path: entry["path"].as_str().ok_or_else(wrong)?.to_owned(),
        headers: entry["headers"].as_object().ok_or_else(wrong)?.clone(),
        body: entry["body"].clone(),
        status: entry["response"]["status"]
            .as_u64()
            .and_then(|s| u16::try_from(s).ok())
            .ok_or_else(wrong)?,
    })
}
