//! `innkeeper-conformance URL`: the client that the protocol's own suite drives. It is the host that the desktop runs, with
//! somebody scripted who answers its questions and signs in where a server wants it: it adds the server, connects, and calls every
//! tool once.

mod arguments;
mod browser;
mod context;
mod person;

use std::{path::Path, process::ExitCode, time::Duration};

use domain::ServerId;
use host::{DirectCall, GuardProgram, Host, HostConfig, NewRemoteServer};
use host_api::{
    AccountStateView, AddRemoteServer, ApiError, CallStateView, FeatureView, ServerStateView,
    ServerView,
};

use crate::context::Context;

/// The document about this program, as the suite expects it. Nobody fetches it.
const DOCUMENT: &str = "https://conformance-test.local/client-metadata.json";
/// How often a user starts a server that wants one sign-in after the other.
const TRIES: usize = 3;
/// The suite ends a client after 30 seconds; what is open by then is closed before.
const LIMIT: Duration = Duration::from_secs(25);

fn main() -> ExitCode {
    host::run_guard_if_asked();
    let Some(url) = std::env::args().nth(1) else {
        eprintln!("usage: innkeeper-conformance URL");
        return ExitCode::from(2);
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let ended = match runtime {
        Ok(runtime) => runtime.block_on(run(&url)),
        Err(error) => Err(error.to_string()),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("innkeeper-conformance: {why}");
            ExitCode::FAILURE
        }
    }
}

async fn run(url: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let config = HostConfig {
        data_dir: folder.path().join("data"),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        guard: GuardProgram::current_exe().map_err(|e| e.to_string())?,
        start_servers: false,
    };
    let host = Host::open(config).await.map_err(|e| e.to_string())?;
    if let Ok(document) = url::Url::parse(DOCUMENT) {
        host.set_client_document(document);
    }
    host.set_opener(browser::open);
    let person = tokio::spawn(person::answer_all(host.clone()));
    let token = folder.path().join("token");
    let ended = tokio::time::timeout(LIMIT, visit(&host, url, &token)).await;
    host.close().await;
    person.abort();
    match ended {
        Ok(ended) => ended.map_err(|e| e.to_string()),
        Err(_) => Err("it took too long".to_owned()),
    }
}

/// Connects, and calls every tool once.
async fn visit(host: &Host, url: &str, token: &Path) -> Result<(), ApiError> {
    let server = AddRemoteServer {
        name: "Suite".to_owned(),
        url: url.to_owned(),
        header_names: Vec::new(),
    };
    let new = NewRemoteServer {
        server,
        values: Vec::new(),
        from_host: Vec::new(),
    };
    let view = host.add_remote_server(new).await?;
    let id: ServerId = view.tag.id.parse().map_err(|_| not_understood())?;
    for feature in [FeatureView::Sampling, FeatureView::Elicitation] {
        host.set_server_feature(id, feature, true, false).await?;
    }
    let view = start(host, id, token).await?;
    call_all(host, id, &view).await
}

/// Starts the server; does what a user would who has what its authorization server asks for. `token`: where a platform would keep the
/// token of a workload.
async fn start(host: &Host, id: ServerId, token: &Path) -> Result<ServerView, ApiError> {
    let context = Context::read();
    if let Context::Workload(text) = &context {
        std::fs::write(token, text)
            .map_err(|error| ApiError::new(host_api::ErrorCode::Data, error.to_string()))?;
        host.use_workload_token(id, token.to_owned(), false)?;
    }
    if let Context::Program(client, secret) | Context::Key(client, secret) = &context {
        let by_key = matches!(context, Context::Key(..));
        host.sign_in_as_program(id, client.clone(), secret.clone(), by_key)
            .await?;
    }
    let mut tries = 1;
    loop {
        let error = match host.start_and_wait(id, false).await {
            Ok(view) => return Ok(view),
            Err(error) => error,
        };
        let account = host.account(id)?;
        let waits = host
            .servers()
            .into_iter()
            .any(|server| matches!(server.state, ServerStateView::NeedsSignIn { .. }));
        let needed = account
            .problem
            .as_ref()
            .and_then(|p| p.needs_client.clone());
        match (&context, needed, &account.problem) {
            _spent if tries == TRIES => return Err(error),
            (Context::Client(client, secret), Some(issuer), _) => {
                let secret = Some(secret.clone());
                host.set_client(id, &issuer, client.clone(), secret).await?;
            }
            // It was signed in and is wanted to once more.
            (_, None, None) if waits => {}
            // The server refuses the sign-in that it was given: perhaps it trusts another authorization server now.
            (_, None, Some(_)) if waits && account.state == AccountStateView::SignedOut => {}
            _failed => return Err(error),
        }
        tries += 1;
    }
}

/// What is called with other arguments than the tool takes is not sent; that is no failure of the visit.
async fn call_all(host: &Host, server: ServerId, view: &ServerView) -> Result<(), ApiError> {
    let mut schemas = Vec::new();
    for tool in &view.tools {
        let detail = host.server_tool(server, &tool.key)?;
        schemas.push((
            tool.key.clone(),
            detail.input_schema_raw.unwrap_or_default(),
        ));
    }
    let at_hand = context::calls();
    for (tool, schema) in &schemas {
        let given = at_hand.iter().find(|(name, _)| name == tool);
        let others = schemas.iter().filter(|(other, _)| other != tool);
        let others: Vec<&str> = others.map(|(_, schema)| schema.as_str()).collect();
        let call = DirectCall {
            server,
            tool: tool.clone(),
            arguments: match given {
                Some((_, arguments)) => arguments.clone(),
                None => arguments::for_schema(schema, &others),
            },
            allowed: false,
        };
        let ended = host.call_tool(call).await?;
        eprintln!("{tool}: {:?}", ended.state);
        if let CallStateView::Unknown { .. } = ended.state {
            let message = format!("{tool} was called and did not answer");
            return Err(ApiError::new(host_api::ErrorCode::Server, message));
        }
    }
    Ok(())
}

fn not_understood() -> ApiError {
    ApiError::new(
        host_api::ErrorCode::Data,
        "the server has no identifier".to_owned(),
    )
}
