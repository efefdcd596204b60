//! The kill switch: ten servers that log as fast as they are read, twenty calls that never end, and an answer that comes; how
//! long until nothing of it runs any more.

use std::{
    io::{BufRead, Write},
    path::Path,
    time::{Duration, Instant},
};

use host::{DirectCall, Host, NewServer, SessionProvider, StoppedFrom};
use host_api::{AddServer, CallStateView, Event, ServerStateView, WireView};
use serde_json::{Value, json};
use tokio::{sync::broadcast::error::RecvError, task::JoinSet};

use crate::{
    error::BenchError,
    full::{folder, open, said},
    load::{self, Figures},
    stream::{Answer, Endpoint, FAST},
};

/// Servers, and calls of each.
const SERVERS: usize = 10;
const CALLS_EACH: usize = 2;
/// The tool that never answers.
const TOOL: &str = "work";
/// An answer that is still coming: its first bytes, and more chunks than anybody waits for.
const ANSWER: Answer = Answer {
    before: 1024,
    pace: FAST,
    chunks: 100_000,
};
/// No wait takes longer.
const LIMIT: Duration = Duration::from_secs(60);
/// Between two looks at whether all is over.
const LOOK: Duration = Duration::from_millis(1);

/// Measures one stop after the other, each of a host of its own.
pub async fn measure(count: usize) -> Result<Figures, BenchError> {
    let mut taken = Vec::with_capacity(count);
    let (cpu, begin) = (load::cpu_seconds(), Instant::now());
    for _ in 0..count {
        let stopped = tokio::time::timeout(LIMIT, once()).await;
        let stopped = stopped.map_err(|_| BenchError::Unexpected("it never stopped".into()))?;
        taken.push(stopped?.as_secs_f64() * 1e6);
    }
    let elapsed = begin.elapsed().as_secs_f64();
    Ok(Figures::of(taken, elapsed, load::cpu_seconds() - cpu))
}

async fn once() -> Result<Duration, BenchError> {
    let folder = folder()?;
    let host = open(folder.path().join("data")).await?;
    let mut events = host.events();
    let (mut calls, mut pids, mut servers) = (JoinSet::new(), Vec::new(), Vec::new());
    for number in 0..SERVERS {
        let new = NewServer {
            server: AddServer {
                name: format!("Busy {number}"),
                command: std::env::current_exe()?.display().to_string(),
                args: vec!["busy".into()],
                cwd: None,
                env_names: Vec::new(),
            },
            values: Vec::new(),
            from_host: Vec::new(),
        };
        let view = host.add_server(new).await.map_err(said)?;
        let server = view.tag.id.parse().map_err(BenchError::host)?;
        let view = host.start_and_wait(server, true).await.map_err(said)?;
        if let ServerStateView::Ready { pid } = view.state {
            pids.extend(pid);
        }
        host.allow_tool(server, TOOL, None).map_err(said)?;
        servers.push(server);
    }
    for server in servers {
        for _ in 0..CALLS_EACH {
            let host = host.clone();
            calls.spawn(async move {
                let call = DirectCall {
                    server,
                    tool: TOOL.into(),
                    arguments: "{}".into(),
                    allowed: false,
                };
                host.call_tool(call).await
            });
        }
    }
    let endpoint = Endpoint::start(&ANSWER)?;
    ask(&host, &endpoint).await?;
    let (mut running, mut answers) = (0, false);
    while running < SERVERS * CALLS_EACH || !answers {
        match events.recv().await {
            Ok(Event::Tried { call }) => {
                running += usize::from(matches!(call.state, CallStateView::Running { .. }));
            }
            Ok(Event::Delta { .. }) => answers = true,
            Ok(_) => {}
            Err(RecvError::Lagged(missed)) => {
                return Err(BenchError::Unexpected(format!("{missed} events missed")));
            }
            Err(RecvError::Closed) => return Err(BenchError::Unexpected("the host ended".into())),
        }
    }
    if pids.len() < SERVERS {
        return Err(BenchError::Unexpected("not every server runs".into()));
    }
    let begin = Instant::now();
    host.stop_all(StoppedFrom::Window);
    while !host.is_at_rest() || pids.iter().any(|pid| runs(*pid)) {
        tokio::time::sleep(LOOK).await;
    }
    let took = begin.elapsed();
    while let Some(ended) = calls.join_next().await {
        let state = ended.map_err(BenchError::host)?.map_err(said)?.state;
        if matches!(state, CallStateView::Done { .. }) {
            return Err(BenchError::Unexpected("a call was answered".into()));
        }
    }
    host.close().await;
    Ok(took)
}

async fn ask(host: &Host, endpoint: &Endpoint) -> Result<(), BenchError> {
    let session = SessionProvider {
        wire: WireView::OpenAiChat,
        base_url: endpoint.base.clone(),
        model: "chunks".into(),
        key: None,
    };
    let provider = host.use_session_provider(session).await.map_err(said)?;
    let provider = provider.parse().map_err(BenchError::host)?;
    let sent = host.send(None, provider, "Write much.", None).await;
    sent.map(drop).map_err(said)
}

/// A process that ended and waits for its parent has no command line.
fn runs(pid: u32) -> bool {
    let line = std::fs::read(Path::new("/proc").join(pid.to_string()).join("cmdline"));
    line.is_ok_and(|line| !line.is_empty())
}

/// Plays the server: a call has no answer, and from the first on it logs as fast as it is read.
pub fn serve() -> Result<(), BenchError> {
    let mut floods = false;
    for line in std::io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let result = match message["method"].as_str() {
            Some("initialize") => json!({
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": { "tools": {}, "logging": {} },
                "serverInfo": { "name": "busy", "version": "1" },
            }),
            Some("tools/list") => {
                json!({ "tools": [{ "name": TOOL, "inputSchema": { "type": "object" } }] })
            }
            Some("tools/call") if !floods => {
                floods = true;
                std::thread::spawn(flood);
                continue;
            }
            Some("tools/call") => continue,
            Some("ping") => json!({}),
            // Silence would be waited for: a client asks first whether the server needs no session.
            Some(_) if message["id"].is_number() => {
                reply(&json!({
                    "jsonrpc": "2.0",
                    "id": message["id"],
                    "error": { "code": -32601, "message": "Method not found" },
                }))?;
                continue;
            }
            Some(_) | None => continue,
        };
        reply(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }))?;
    }
    Ok(())
}

fn reply(message: &Value) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{message}")?;
    out.flush()
}

fn flood() {
    let work = json!({
        "jsonrpc": "2.0",
        "method": "notifications/message",
        "params": { "level": "info", "data": "at work, and at work again" },
    });
    let lines = format!("{work}\n").repeat(256);
    while std::io::stdout().write_all(lines.as_bytes()).is_ok() {}
}
