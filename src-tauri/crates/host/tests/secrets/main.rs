//! What becomes of secrets: in each state of a real keychain, after a crash, in everything that is left behind; and that no
//! port is open but while a browser is waited for.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(target_os = "linux")]

mod canary;
mod client;
mod keychain;
mod ports;

use std::{path::Path, time::Duration};

use domain::ServerId;
use host::{DirectCall, GuardProgram, Host, HostConfig, NewRemoteServer, Secret, SignInRequest};
use host_api::{AddRemoteServer, ApiError, CallStateView};
use testkit::browse;

/// No wait of these tests takes longer.
const LIMIT: Duration = Duration::from_secs(60);

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Runtime::new().unwrap()
}

/// A host whose browser signs in at once.
async fn open(data: &Path) -> Host {
    let host = Host::open(HostConfig {
        data_dir: data.to_owned(),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    })
    .await
    .unwrap();
    host.set_opener(|url| {
        let url = url.to_string();
        tokio::spawn(async move { browse(&url).await });
        true
    });
    host
}

/// Adds a server at a URL, with the values of its headers.
async fn add(host: &Host, url: &str, headers: &[(&str, &str)]) -> ServerId {
    let server = AddRemoteServer {
        name: "Far".into(),
        url: url.to_owned(),
        header_names: headers.iter().map(|(name, _)| (*name).to_owned()).collect(),
    };
    let values = headers.iter();
    let new = NewRemoteServer {
        server,
        values: values
            .map(|(n, v)| ((*n).to_owned(), Secret::new((*v).to_owned())))
            .collect(),
        from_host: vec![],
    };
    let view = host.add_remote_server(new).await.unwrap();
    let id = view.tag.id.parse().unwrap();
    host.review_launch(id, true).await.unwrap();
    id
}

/// Signs in, allowed by the command line.
async fn sign_in(host: &Host, id: ServerId) -> Result<(), ApiError> {
    let wish = SignInRequest::new(vec![], true);
    tokio::time::timeout(LIMIT, host.sign_in(id, wish))
        .await
        .expect("in time")
}

/// Has the server's tool say something.
async fn echo(host: &Host, id: ServerId) {
    host.start_and_wait(id, true).await.unwrap();
    let call = DirectCall {
        server: id,
        tool: "echo".into(),
        arguments: r#"{"text":"hello"}"#.into(),
        allowed: true,
    };
    let called = tokio::time::timeout(LIMIT, host.call_tool(call))
        .await
        .expect("in time");
    let state = called.unwrap().state;
    assert!(matches!(state, CallStateView::Done { .. }), "{state:?}");
}
