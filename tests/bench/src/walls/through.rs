//! What takes the whole host: bytes through its broker, and a folder from the decision until the server has it.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use domain::ServerId;
use host::{DirectCall, Host, NewServer};
use host_api::{AddServer, CallStateView, ContentView, Event, NetworkView, ServerView};
use serde_json::json;
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::{Times, Walls, changed, micros, origin, pair, said_micros};
use crate::{
    error::BenchError,
    full::{folder, open, said},
};

/// The probe's tool.
const TOOL: &str = "measure";
/// No wait takes longer.
const LIMIT: Duration = Duration::from_secs(60);

/// Measures it.
pub async fn measure(walls: &mut Walls, probe: &str, times: Times) -> Result<(), BenchError> {
    let folder = folder()?;
    let host = open(folder.path().join("data")).await?;
    let plain = add(&host, probe, true).await?;
    let confined = add(&host, probe, false).await?;
    transfers(walls, &host, plain, confined, times.transfers).await?;
    let work = dunce::canonicalize(folder.path())?.join("work");
    std::fs::create_dir(&work)?;
    grants(walls, &host, confined, &work, times.changes).await?;
    host.close().await;
    Ok(())
}

/// Adds the probe and starts it.
async fn add(host: &Host, probe: &str, unconfined: bool) -> Result<ServerId, BenchError> {
    let new = NewServer {
        server: AddServer {
            name: format!("Probe {unconfined}"),
            command: probe.to_owned(),
            args: Vec::new(),
            cwd: None,
            env_names: Vec::new(),
        },
        values: Vec::new(),
        from_host: Vec::new(),
    };
    let view = host.add_server(new).await.map_err(said)?;
    let server = view.tag.id.parse().map_err(BenchError::host)?;
    if unconfined {
        host.run_unconfined(server, true).await.map_err(said)?;
    }
    let view = host.start_and_wait(server, true).await.map_err(said)?;
    host.allow_tool(server, TOOL, None).map_err(said)?;
    let network = view.sandbox.map(|sandbox| sandbox.network);
    if network == (!unconfined).then_some(NetworkView::Asked) {
        Ok(server)
    } else {
        Err(BenchError::Unexpected(format!(
            "this system confines otherwise: {network:?}"
        )))
    }
}

async fn transfers(
    walls: &mut Walls,
    host: &Host,
    plain: ServerId,
    confined: ServerId,
    count: usize,
) -> Result<(), BenchError> {
    let origin = origin::Origin::start()?;
    let here = format!("127.0.0.1:{}", origin.port);
    host.allow_reach(confined, &here, true)
        .await
        .map_err(said)?;
    for (way, what) in [
        ("tunnel", "300 MB over HTTP, through a tunnel of the proxy"),
        ("get", "300 MB over HTTP, each request checked"),
    ] {
        let arguments = json!({
            "what": way,
            "port": origin.port.to_string(),
            "count": origin::SIZE.to_string(),
        });
        let arguments = &arguments.to_string();
        let fetch = |in_sandbox: bool| async move {
            let server = if in_sandbox { confined } else { plain };
            fetched(host, server, arguments.clone()).await
        };
        fetch(false).await?;
        fetch(true).await?;
        walls.pairs.push(pair(what, count, fetch).await?);
    }
    Ok(())
}

async fn fetched(host: &Host, server: ServerId, arguments: String) -> Result<f64, BenchError> {
    let call = DirectCall {
        server,
        tool: TOOL.into(),
        arguments,
        allowed: false,
    };
    let view = host.call_tool(call).await.map_err(said)?;
    match (&view.state, view.result.first()) {
        (CallStateView::Done { .. }, Some(ContentView::Text { text, .. })) => said_micros(text),
        (state, _) => Err(BenchError::Unexpected(format!(
            "a call ended otherwise: {state:?}"
        ))),
    }
}

/// From the decision until the server has the folder, or has it no longer.
async fn grants(
    walls: &mut Walls,
    host: &Host,
    server: ServerId,
    work: &Path,
    count: usize,
) -> Result<(), BenchError> {
    let path = work.display().to_string();
    let mut events = host.events();
    let (mut granted, mut revoked) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let begin = Instant::now();
        host.grant_root(server, &path, None, true)
            .await
            .map_err(said)?;
        until(&mut events, server, &path, true).await?;
        granted.push(micros(begin.elapsed()));
        let begin = Instant::now();
        host.revoke_root(server, &path).await.map_err(said)?;
        until(&mut events, server, &path, false).await?;
        revoked.push(micros(begin.elapsed()));
    }
    let what = "grant, from the decision, with its rows";
    walls.changes.push(changed(what, granted));
    let what = "revoke, from the decision, with its rows";
    walls.changes.push(changed(what, revoked));
    Ok(())
}

async fn until(
    events: &mut Receiver<Event>,
    server: ServerId,
    path: &str,
    seen: bool,
) -> Result<(), BenchError> {
    let has = |view: &ServerView| {
        let sandbox = view.sandbox.iter();
        let mut folders = sandbox.flat_map(|sandbox| sandbox.reads.iter().chain(&sandbox.writes));
        folders.any(|folder| folder == path)
    };
    let id = server.to_string();
    let wait = async {
        loop {
            match events.recv().await {
                Ok(Event::Server { server }) if server.tag.id == id && has(&server) == seen => {
                    return Ok(());
                }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => {
                    return Err(BenchError::Unexpected("the host ended".into()));
                }
            }
        }
    };
    let timed_out = |_| BenchError::Unexpected("a folder did not follow its grant".into());
    tokio::time::timeout(LIMIT, wait).await.map_err(timed_out)?
}
