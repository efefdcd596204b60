//! The whole road of a call through the host: schema, policy with a rule that allows, the durable decision in the audit log,
//! the stored call, the client, the outcome in both.

use std::path::PathBuf;

use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
use host_api::{AddServer, CallStateView, ContentView};
use tempfile::TempDir;
use tokio::sync::broadcast::error::RecvError;

use crate::{
    error::BenchError,
    load::{self, Figures, Load, Target},
};

/// The echo server's tool.
const TOOL: &str = "echo";

/// A folder on the disk that the build is on: where temporary files live may be memory, and costs nothing to be durable on.
pub fn folder() -> Result<TempDir, BenchError> {
    let program = std::env::current_exe()?;
    let beside = program.parent().map_or_else(PathBuf::new, PathBuf::from);
    Ok(tempfile::Builder::new()
        .prefix("bench-")
        .tempdir_in(beside)?)
}

/// A host without servers in `data_dir`.
pub async fn open(data_dir: PathBuf) -> Result<Host, BenchError> {
    Host::open(HostConfig {
        data_dir,
        version: "bench".into(),
        guard: GuardProgram::current_exe()?,
        start_servers: false,
    })
    .await
    .map_err(BenchError::host)
}

/// Measures calls of the echo tool.
pub async fn measure(load: Load, target: Target) -> Result<Figures, BenchError> {
    let folder = folder()?;
    let host = open(folder.path().join("data")).await?;
    let new = NewServer {
        server: AddServer {
            name: "Echo".into(),
            command: target.program.clone(),
            args: target.args.clone(),
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

    // Somebody looks on, as a window does.
    let mut events = host.events();
    let looks_on =
        tokio::spawn(
            async move { while !matches!(events.recv().await, Err(RecvError::Closed)) {} },
        );

    let caller = host.clone();
    let figures = load::run(load, move |_| {
        let (host, target) = (caller.clone(), target.clone());
        async move {
            let call = DirectCall {
                server,
                tool: TOOL.into(),
                arguments: target.arguments,
                allowed: false,
            };
            let view = host.call_tool(call).await.map_err(said)?;
            let answered = matches!(view.state, CallStateView::Done { .. })
                && matches!(view.result.first(), Some(ContentView::Text { text, .. }) if *text == target.answer);
            if answered {
                Ok(())
            } else {
                Err(BenchError::Unexpected(format!(
                    "a call ended otherwise: {:?}",
                    view.state
                )))
            }
        }
    })
    .await;
    looks_on.abort();
    host.close().await;
    figures
}

/// An error of the host, in its words.
pub fn said(error: host_api::ApiError) -> BenchError {
    BenchError::Host(error.to_string())
}
