//! A long day of use in a few minutes: calls, turns, restarts of servers and what a window asks for when it opens. What the host
//! holds after it, beside what it held after a first part of it. The host has no window here.

use std::{fs, path::Path, time::Duration};

use domain::{ConversationId, ProviderId, ServerId};
use host::{DirectCall, Host, NewServer, SessionProvider};
use host_api::{AddServer, CallStateView, Event, TurnStateView, WireView};
use serde::{Deserialize, Serialize};
use tokio::{sync::broadcast::error::RecvError, task::JoinSet, time::timeout};

use crate::{
    error::BenchError,
    full::{folder, open, said},
    stream::{Answer, Endpoint, FAST},
};

/// Servers that are used in turn.
const SERVERS: usize = 4;
/// Calls at once.
const AT_ONCE: usize = 8;
/// Turns of a conversation.
const TURNS: usize = 10;
/// The tool that is called.
const TOOL: &str = "echo";
/// The answer of the model: short, and all of it at once.
const ANSWER: Answer = Answer {
    before: 1024,
    pace: FAST,
    chunks: 0,
};
/// A part of the day.
const PART: Part = Part {
    calls: 1_000,
    turns: 50,
    restarts: 20,
    openings: 5,
};
/// A day has so many.
pub const PARTS: usize = 10;
/// So many before it do not count: caches of the databases fill.
const WARM: usize = 2;
/// No wait takes longer.
const LIMIT: Duration = Duration::from_secs(60);
/// Between two looks at whether the host is at rest, and how long nothing may change.
const LOOK: Duration = Duration::from_millis(200);
const STILL: usize = 5;

struct Part {
    calls: usize,
    turns: usize,
    restarts: usize,
    openings: usize,
}

/// What the process holds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// Its memory that stands in no file, in MiB: what other processes run has no part in it.
    pub memory_mib: f64,
    /// Open files.
    pub files: usize,
    /// Its threads.
    pub threads: usize,
    /// Processes that it started, with theirs.
    pub processes: usize,
}

/// What was held after each part.
#[derive(Debug, Serialize, Deserialize)]
pub struct Soak {
    /// The first before anything counts.
    pub held: Vec<Held>,
}

impl Soak {
    /// What is held at the end, to what was held at the begin: by the name of each, and both.
    pub fn ratios(&self) -> Vec<(&'static str, f64, f64)> {
        let (Some(first), Some(last)) = (self.held.first(), self.held.last()) else {
            return Vec::new();
        };
        let count = |of: fn(&Held) -> usize| (of(first) as f64, of(last) as f64);
        let (files, threads) = (count(|h| h.files), count(|h| h.threads));
        let processes = count(|h| h.processes);
        vec![
            ("Memory, MiB", first.memory_mib, last.memory_mib),
            ("Open files", files.0, files.1),
            ("Threads", threads.0, threads.1),
            ("Processes", processes.0, processes.1),
        ]
    }
}

/// Lives so many parts of a day with servers of this program.
pub async fn measure(parts: usize, program: &Path) -> Result<Soak, BenchError> {
    let folder = folder()?;
    let endpoint = Endpoint::start(&ANSWER)?;
    let host = open(folder.path().join("data")).await?;
    let provider = host
        .use_session_provider(SessionProvider {
            wire: WireView::OpenAiChat,
            base_url: endpoint.base.clone(),
            model: "chunks".into(),
            key: None,
        })
        .await
        .map_err(said)?
        .parse()
        .map_err(BenchError::host)?;
    let mut servers = Vec::new();
    for number in 0..SERVERS {
        servers.push(add(&host, number, program).await?);
    }
    let mut held = Vec::new();
    for _ in 0..WARM {
        live(&host, provider, &servers).await?;
    }
    held.push(at_rest().await?);
    for part in 1..=parts {
        live(&host, provider, &servers).await?;
        let now = at_rest().await?;
        eprintln!("soak {part}/{parts}  {now:?}");
        held.push(now);
    }
    host.close().await;
    Ok(Soak { held })
}

async fn add(host: &Host, number: usize, program: &Path) -> Result<ServerId, BenchError> {
    let new = NewServer {
        server: AddServer {
            name: format!("Echo {number}"),
            command: program.display().to_string(),
            args: Vec::new(),
            cwd: None,
            env_names: Vec::new(),
        },
        values: Vec::new(),
        from_host: Vec::new(),
    };
    let view = host.add_server(new).await.map_err(said)?;
    let server = view.tag.id.parse().map_err(BenchError::host)?;
    host.start_and_wait(server, true).await.map_err(said)?;
    host.allow_tool(server, TOOL, None).map_err(said)?;
    Ok(server)
}

/// A part of a day.
async fn live(host: &Host, provider: ProviderId, servers: &[ServerId]) -> Result<(), BenchError> {
    let mut calls = JoinSet::new();
    for (number, server) in servers.iter().cycle().take(PART.calls).enumerate() {
        if calls.len() >= AT_ONCE {
            ended(calls.join_next().await)?;
        }
        let (host, server) = (host.clone(), *server);
        calls.spawn(async move {
            let call = DirectCall {
                server,
                tool: TOOL.into(),
                arguments: serde_json::json!({ "message": format!("{number}") }).to_string(),
                allowed: false,
            };
            host.call_tool(call).await.map(|call| call.state)
        });
    }
    while let Some(call) = calls.join_next().await {
        ended(Some(call))?;
    }
    let mut conversation = None;
    for turn in 0..PART.turns {
        conversation = conversation.filter(|_| turn % TURNS > 0);
        conversation = Some(self::turn(host, provider, conversation).await?);
    }
    for server in servers.iter().cycle().take(PART.restarts) {
        host.stop_server(*server).map_err(said)?;
        let started = timeout(LIMIT, host.start_and_wait(*server, true)).await;
        started
            .map_err(|_| BenchError::Unexpected("a server did not start again".into()))?
            .map_err(said)?;
    }
    for _ in 0..PART.openings {
        // What a window asks for first.
        let events = host.events();
        host.state().await.map_err(said)?;
        drop(events);
    }
    Ok(())
}

type Call = Result<Result<CallStateView, host_api::ApiError>, tokio::task::JoinError>;

fn ended(call: Option<Call>) -> Result<(), BenchError> {
    match call.transpose().map_err(BenchError::host)? {
        None | Some(Ok(CallStateView::Done { .. })) => Ok(()),
        Some(Ok(state)) => Err(BenchError::Unexpected(format!("a call ended: {state:?}"))),
        Some(Err(error)) => Err(said(error)),
    }
}

async fn turn(
    host: &Host,
    provider: ProviderId,
    conversation: Option<ConversationId>,
) -> Result<ConversationId, BenchError> {
    let mut events = host.events();
    let sent = host.send(conversation, provider, "Write a little.", None);
    let id = sent.await.map_err(said)?;
    let text = id.to_string();
    let wait = async {
        loop {
            match events.recv().await {
                Ok(Event::Turn {
                    conversation,
                    state,
                }) if conversation == text && state != TurnStateView::Running => return Ok(id),
                Ok(_) => {}
                Err(RecvError::Lagged(_) | RecvError::Closed) => {
                    return Err(BenchError::Unexpected("events were missed".into()));
                }
            }
        }
    };
    timeout(LIMIT, wait)
        .await
        .map_err(|_| BenchError::Unexpected("a turn did not end".into()))?
}

/// What is held once nothing but the memory has changed for a while.
async fn at_rest() -> Result<Held, BenchError> {
    let counts = |held: &Held| (held.files, held.threads, held.processes);
    let (mut last, mut still) = (held()?, 0);
    let wait = async {
        while still < STILL {
            tokio::time::sleep(LOOK).await;
            let now = held()?;
            still = if counts(&now) == counts(&last) {
                still + 1
            } else {
                0
            };
            last = now;
        }
        Ok::<_, BenchError>(last)
    };
    timeout(LIMIT, wait)
        .await
        .map_err(|_| BenchError::Unexpected("the host did not come to rest".into()))?
}

fn held() -> Result<Held, BenchError> {
    let entries = |of: &str| Ok::<_, BenchError>(fs::read_dir(of)?.count());
    let rollup = fs::read_to_string("/proc/self/smaps_rollup")?;
    let pss = rollup
        .lines()
        .find_map(|line| line.strip_prefix("Pss_Anon:"));
    let kib: Option<f64> =
        pss.and_then(|pss| pss.trim().trim_end_matches("kB").trim().parse().ok());
    let memory = kib.ok_or_else(|| BenchError::Unexpected("no Pss_Anon".into()))?;
    Ok(Held {
        memory_mib: memory / 1024.0,
        // One of them reads the folder.
        files: entries("/proc/self/fd")? - 1,
        threads: entries("/proc/self/task")?,
        processes: children(std::process::id())?,
    })
}

/// How many processes this one started, with those that they started.
fn children(process: u32) -> Result<usize, BenchError> {
    let mut count = 0;
    let Ok(tasks) = fs::read_dir(format!("/proc/{process}/task")) else {
        // It has ended meanwhile.
        return Ok(0);
    };
    for task in tasks.flatten() {
        let all = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        for child in all.split_whitespace() {
            let child = child.parse().map_err(BenchError::host)?;
            count += 1 + children(child)?;
        }
    }
    Ok(count)
}
