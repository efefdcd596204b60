//! A server driven by hand: a test reads what the client wrote and writes what it likes.

use std::io;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};

use crate::{DUPLEX_BYTES, ReadHalf, SchemaCheck, WriteHalf};

/// The server's side of one connection in memory.
pub struct Peer {
    lines: Lines<BufReader<ReadHalf>>,
    writer: WriteHalf,
    schema: SchemaCheck,
}

impl Peer {
    /// A peer, and the two streams to give to the client: what it reads, what it writes.
    #[must_use]
    pub fn new() -> (Self, ReadHalf, WriteHalf) {
        let (near, far) = tokio::io::duplex(DUPLEX_BYTES);
        let (reader, writer) = tokio::io::split(far);
        (Self::over(near), reader, writer)
    }

    fn over(stream: DuplexStream) -> Self {
        let (reader, writer) = tokio::io::split(stream);
        Self {
            lines: BufReader::new(reader).lines(),
            writer,
            schema: SchemaCheck::default(),
        }
    }

    /// The next line the client wrote, as text.
    ///
    /// # Errors
    /// The client closed its side, or wrote what the schema of its revision does not describe.
    pub async fn line(&mut self) -> io::Result<String> {
        let line = self.lines.next_line().await?;
        let line = line.ok_or(io::ErrorKind::UnexpectedEof)?;
        match self.schema.client_sent(&line).as_slice() {
            [] => Ok(line),
            problems => Err(io::Error::other(format!("{}: {line}", problems.join("; ")))),
        }
    }

    /// The next message the client wrote.
    ///
    /// # Errors
    /// The client closed its side, or wrote something that is no JSON.
    pub async fn message(&mut self) -> io::Result<Value> {
        serde_json::from_str(&self.line().await?).map_err(io::Error::other)
    }

    /// Writes bytes as they are.
    ///
    /// # Errors
    /// The client closed its side.
    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes).await?;
        self.writer.flush().await
    }

    /// Writes one message and a line break.
    ///
    /// # Errors
    /// The client closed its side.
    pub async fn send(&mut self, message: &Value) -> io::Result<()> {
        let line = message.to_string();
        self.schema.server_sent(&line);
        self.write(format!("{line}\n").as_bytes()).await
    }

    /// Answers a request with a result.
    ///
    /// # Errors
    /// The client closed its side.
    pub async fn answer(&mut self, request: &Value, result: Value) -> io::Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}))
            .await
    }

    /// Reads the next message, which has to be a request of this method.
    ///
    /// # Errors
    /// The client closed its side, or wrote something else.
    pub async fn expect(&mut self, method: &str) -> io::Result<Value> {
        let message = self.message().await?;
        if message["method"] == method {
            Ok(message)
        } else {
            Err(io::Error::other(format!(
                "expected {method}, got {message}"
            )))
        }
    }

    /// Shakes hands as a server with tools, in the given protocol version; gives both messages of the client.
    ///
    /// # Errors
    /// The client closed its side, or wrote something else.
    pub async fn shake_hands(&mut self, version: &str) -> io::Result<(Value, Value)> {
        let initialize = self.expect("initialize").await?;
        let result = json!({
            "protocolVersion": version,
            "capabilities": {"tools": {"listChanged": true}, "logging": {}},
            "serverInfo": {"name": "peer", "version": "1"},
        });
        self.answer(&initialize, result).await?;
        let initialized = self.expect("notifications/initialized").await?;
        Ok((initialize, initialized))
    }
}
