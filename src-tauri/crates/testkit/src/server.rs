//! Plays a script over two byte streams.

use std::{collections::HashMap, io, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    sync::{Mutex, oneshot, watch},
    task::JoinSet,
};

use crate::{
    Act, DUPLEX_BYTES, Initialize, Paging, ReadHalf, SchemaCheck, Script, Tool, WriteHalf,
};

/// One white pixel.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==";

/// A server that is told what the schema of its revision does not describe ends with this code: the test fails.
pub const OUTSIDE_SCHEMA: i32 = 86;
/// Longer lines of the server are not looked at: floods and giants say nothing that the schema needs.
const SCHEMA_BYTES: usize = 64 * 1024;

/// How a scripted server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Its input ended.
    Eof,
    /// By [`Act::Crash`].
    Crashed(i32),
}

type Out<W> = Arc<Mutex<W>>;

struct Server<W> {
    script: Script,
    out: Out<W>,
    /// Set by a crash; everything else stops then.
    crash: watch::Sender<Option<i32>>,
    stop_reading: watch::Sender<bool>,
    schema: std::sync::Mutex<SchemaCheck>,
    /// Who waits for the client's answers, by the identifiers of the questions.
    asked: std::sync::Mutex<HashMap<String, oneshot::Sender<Value>>>,
}

/// Plays `script` until its input ends or it crashes.
///
/// # Errors
/// Reading or writing failed.
pub async fn serve<R, W>(script: Script, reader: R, writer: W) -> io::Result<Ended>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let server = Arc::new(Server {
        script,
        out: Arc::new(Mutex::new(writer)),
        crash: watch::Sender::new(None),
        stop_reading: watch::Sender::new(false),
        schema: std::sync::Mutex::default(),
        asked: std::sync::Mutex::default(),
    });
    let mut crashed = server.crash.subscribe();
    let crash = async {
        crashed
            .wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|code| *code)
            .unwrap_or(0)
    };
    tokio::select! {
        ended = server.clone().listen(reader) => ended,
        code = crash => Ok(Ended::Crashed(code)),
    }
}

/// Plays `script` as a task over a connection in memory; gives the two streams for the client: what it reads, what it writes.
#[must_use]
pub fn serve_duplex(script: Script) -> (ReadHalf, WriteHalf) {
    let (near, far) = tokio::io::duplex(DUPLEX_BYTES);
    let (reader, writer) = tokio::io::split(near);
    tokio::spawn(serve(script, reader, writer));
    tokio::io::split(far)
}

impl<W: AsyncWrite + Send + Unpin + 'static> Server<W> {
    async fn listen<R: AsyncRead + Send + Unpin>(self: Arc<Self>, reader: R) -> io::Result<Ended> {
        self.play(&self.script.at_start, &Value::Null).await?;
        let mut lines = BufReader::new(reader).lines();
        let mut stopped = self.stop_reading.subscribe();
        // Dropped with this future, and the calls with it.
        let mut calls = JoinSet::new();
        let mut running: HashMap<String, tokio::task::AbortHandle> = HashMap::new();
        loop {
            let halted = async { drop(stopped.wait_for(|s| *s).await) };
            let line = tokio::select! {
                biased;
                () = halted => std::future::pending::<Option<String>>().await,
                line = lines.next_line() => line?,
            };
            let Some(line) = line else {
                return Ok(Ended::Eof);
            };
            let problems = self.schema().client_sent(&line);
            if !problems.is_empty() {
                eprintln!("testkit: {}: {line}", problems.join("; "));
                return Ok(Ended::Crashed(OUTSIDE_SCHEMA));
            }
            let message: Value = serde_json::from_str(&line).map_err(io::Error::other)?;
            match message["method"].as_str() {
                Some("tools/call") => {
                    let server = self.clone();
                    let id = message["id"].to_string();
                    let call = calls.spawn(async move { server.call(&message).await });
                    running.insert(id, call);
                }
                Some("notifications/cancelled") => {
                    if let Some(call) = running.remove(&message["params"]["requestId"].to_string())
                    {
                        call.abort();
                    }
                }
                None if message["id"].is_string() => self.answered(message),
                _ => self.simple(&message).await?,
            }
        }
    }

    fn asked(&self) -> std::sync::MutexGuard<'_, HashMap<String, oneshot::Sender<Value>>> {
        self.asked
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The client answered a question.
    fn answered(&self, message: Value) {
        let waits = self
            .asked()
            .remove(message["id"].as_str().unwrap_or_default());
        if let Some(waits) = waits {
            // Who asked may be gone.
            let _ = waits.send(message);
        }
    }

    /// Asks the client; gives its answer, result or error, as text.
    async fn ask(&self, method: &str, params: &Value) -> io::Result<String> {
        let (send, receive) = oneshot::channel();
        let id = {
            let mut asked = self.asked();
            let id = format!("ask-{}-{method}", asked.len());
            asked.insert(id.clone(), send);
            id
        };
        let question = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.line(&question.to_string()).await?;
        let answer = receive.await.map_err(io::Error::other)?;
        let part = if answer["error"].is_null() {
            &answer["result"]
        } else {
            &answer["error"]
        };
        Ok(part.to_string())
    }

    async fn huge(&self, bytes: u64, id: &Value) -> io::Result<()> {
        const PIECE: usize = 1024 * 1024;
        let mut out = self.out.lock().await;
        let head = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":""#
        );
        out.write_all(head.as_bytes()).await?;
        let piece = vec![b'x'; PIECE];
        for _ in 0..bytes / PIECE as u64 {
            out.write_all(&piece).await?;
        }
        out.write_all(b"\"}]}}\n").await?;
        out.flush().await
    }

    async fn simple(&self, message: &Value) -> io::Result<()> {
        let method = message["method"].as_str().unwrap_or_default();
        if let Some(acts) = self.script.on_request.get(method) {
            return self.play(acts, &message["id"]).await;
        }
        match message["method"].as_str() {
            Some("initialize") => self.initialize(message).await,
            Some("notifications/initialized") => {
                self.play(&self.script.on_initialized, &Value::Null).await
            }
            Some("ping") => self.answer(message, json!({})).await,
            Some("tools/list") => self.list(message).await,
            Some(_) if message.get("id").is_some() => {
                let error = json!({"code": -32601, "message": "no such method"});
                self.line(
                    &json!({"jsonrpc": "2.0", "id": message["id"], "error": error}).to_string(),
                )
                .await
            }
            _ => Ok(()),
        }
    }

    async fn initialize(&self, message: &Value) -> io::Result<()> {
        let version = self
            .script
            .version
            .clone()
            .map_or_else(|| message["params"]["protocolVersion"].clone(), Value::from);
        let mut capabilities = json!({"tools": {"listChanged": true}, "logging": {}});
        for (name, declared) in &self.script.capabilities {
            capabilities[name] = declared.clone();
        }
        let mut result = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "serverInfo": {"name": "testkit", "version": env!("CARGO_PKG_VERSION")},
        });
        if let Some(instructions) = &self.script.instructions {
            result["instructions"] = json!(instructions);
        }
        match self.script.initialize {
            Initialize::Answer => self.answer(message, result).await,
            Initialize::Never => Ok(()),
            Initialize::Error => {
                let error = json!({"code": -32602, "message": "Unsupported protocol version"});
                self.line(
                    &json!({"jsonrpc": "2.0", "id": message["id"], "error": error}).to_string(),
                )
                .await
            }
            Initialize::InBatch => {
                let batch = json!([{"jsonrpc": "2.0", "id": message["id"], "result": result}]);
                self.line(&batch.to_string()).await
            }
            Initialize::AfterMs(ms) => {
                tokio::time::sleep(Duration::from_millis(ms)).await;
                self.answer(message, result).await
            }
        }
    }

    async fn list(&self, message: &Value) -> io::Result<()> {
        let mut tools: Vec<Value> = Tool::ALL.iter().map(|t| t.definition()).collect();
        tools.extend(self.script.extra_tools.iter().cloned());
        if let Some(file) = &self.script.tools_file {
            let text = std::fs::read_to_string(file)?;
            tools = serde_json::from_str(&text).map_err(io::Error::other)?;
        }
        let from: usize = message["params"]["cursor"]
            .as_str()
            .and_then(|c| c.parse().ok())
            .unwrap_or(0);
        let size = self.script.page_size.unwrap_or(tools.len()).max(1);
        let page: Vec<Value> = tools.iter().skip(from * size).take(size).cloned().collect();
        let next = match self.script.paging {
            Paging::Honest => ((from + 1) * size < tools.len()).then_some(from + 1),
            Paging::Endless => Some(from + 1),
            Paging::Circle => Some(1),
        };
        let mut result = json!({"tools": page});
        if let Some(next) = next {
            result["nextCursor"] = next.to_string().into();
        }
        self.answer(message, result).await
    }

    async fn call(&self, message: &Value) -> io::Result<()> {
        let name = message["params"]["name"].as_str().unwrap_or_default();
        if let Some(acts) = self.script.on_call.get(name) {
            return self.play(acts, &message["id"]).await;
        }
        let arguments = &message["params"]["arguments"];
        let text = |t: &str| json!({"content": [{"type": "text", "text": t}]});
        let result = match Tool::named(name) {
            Some(Tool::Echo) => text(&arguments.to_string()),
            Some(Tool::Slow) => {
                self.step(message, arguments).await?;
                text("done")
            }
            Some(Tool::Fail) => {
                json!({"content": [{"type": "text", "text": "failed"}], "isError": true})
            }
            Some(Tool::Image) => {
                json!({"content": [{"type": "image", "mimeType": "image/png", "data": PIXEL}]})
            }
            Some(Tool::WriteMarker) => {
                self.mark(arguments["text"].as_str().unwrap_or_default())?;
                text("written")
            }
            None => {
                let error = json!({"code": -32602, "message": format!("Unknown tool: {name}")});
                return self
                    .line(
                        &json!({"jsonrpc": "2.0", "id": message["id"], "error": error}).to_string(),
                    )
                    .await;
            }
        };
        self.answer(message, result).await
    }

    async fn step(&self, message: &Value, arguments: &Value) -> io::Result<()> {
        let steps = arguments["steps"].as_u64().unwrap_or(3);
        let pause = Duration::from_millis(arguments["ms"].as_u64().unwrap_or(10));
        for step in 1..=steps {
            tokio::time::sleep(pause).await;
            let token = &message["params"]["_meta"]["progressToken"];
            let params = json!({"progressToken": token, "progress": step, "total": steps, "message": "a step"});
            if !token.is_null() {
                let update =
                    json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
                self.line(&update.to_string()).await?;
            }
        }
        Ok(())
    }

    fn mark(&self, text: &str) -> io::Result<()> {
        use std::io::Write;
        let Some(path) = &self.script.marker else {
            return Err(io::Error::other("the script names no marker file"));
        };
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)?;
        file.write_all(format!("{text}\n").as_bytes())
    }

    async fn play(&self, acts: &[Act], id: &Value) -> io::Result<()> {
        let fill = |line: &str| line.replace("$id", &id.to_string());
        for act in acts {
            match act {
                Act::Line(line) => self.line(&fill(line)).await?,
                Act::AnswerFile(file) => {
                    let text = std::fs::read_to_string(file)?;
                    let result = serde_json::from_str(&text).map_err(io::Error::other)?;
                    self.answer(&json!({"id": id}), result).await?;
                }
                Act::Mark(words) => self.mark(words)?,
                Act::LongLine(bytes) => self.line(&"x".repeat(*bytes)).await?,
                Act::LongAnswer(bytes) => {
                    let text = "x".repeat(*bytes);
                    let result = json!({"content": [{"type": "text", "text": text}]});
                    self.line(&format!(
                        r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#
                    ))
                    .await?;
                }
                Act::HugeAnswer(bytes) => self.huge(*bytes, id).await?,
                Act::Ask { method, params } => {
                    let text = self.ask(method, params).await?;
                    let result = json!({"content": [{"type": "text", "text": text}]});
                    self.answer(&json!({"id": id}), result).await?;
                }
                Act::DeepAnswer(levels) => {
                    let (open, close) = ("[".repeat(*levels), "]".repeat(*levels));
                    self.line(&format!(
                        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":{open}{close}}}}}"#
                    ))
                    .await?;
                }
                Act::Answer(result) => self.answer(&json!({"id": id}), result.clone()).await?,
                Act::Flood { line, times } => {
                    let line = fill(line);
                    for _ in 0..*times {
                        self.line(&line).await?;
                    }
                }
                Act::WaitMs(ms) => tokio::time::sleep(Duration::from_millis(*ms)).await,
                Act::StopReading => {
                    self.stop_reading.send_replace(true);
                }
                Act::Crash(code) => {
                    self.crash.send_replace(Some(*code));
                    // Nothing more is done; whoever plays the script ends it.
                    std::future::pending::<()>().await;
                }
            }
        }
        Ok(())
    }

    async fn answer(&self, request: &Value, result: Value) -> io::Result<()> {
        self.line(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}).to_string())
            .await
    }

    fn schema(&self) -> std::sync::MutexGuard<'_, SchemaCheck> {
        self.schema
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// One line, whole: calls that run side by side never mix theirs.
    async fn line(&self, line: &str) -> io::Result<()> {
        if line.len() <= SCHEMA_BYTES {
            self.schema().server_sent(line);
        }
        let mut out = self.out.lock().await;
        out.write_all(line.as_bytes()).await?;
        out.write_all(b"\n").await?;
        out.flush().await
    }
}
