//! The client on its own thread, against a real process.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "tests; the launcher has its own"
)]

use crate::common;

use std::process::Stdio;

use common::{call, options};
use mcp::{Bounds, CallError, Client, Ready};
use tokio::process::{Child, Command};

async fn start(script: &str) -> (Child, Client, Ready) {
    let program = tokio::task::spawn_blocking(testkit::server_binary)
        .await
        .unwrap()
        .unwrap();
    let mut child = Command::new(program)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let (reader, writer) = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
    let (client, ready) = Client::connect(reader, writer, options(Bounds::default()))
        .await
        .unwrap();
    (child, client, ready)
}

#[tokio::test]
async fn a_process_is_listed_called_and_ends_when_its_input_is_closed() {
    let (mut child, client, _ready) = start("{}").await;
    assert_eq!(client.list_tools().await.unwrap().items.len(), 5);
    let large = format!(r#"{{"text":"{}"}}"#, "x".repeat(1_000_000));
    let (a, b) = tokio::join!(call(&client, "echo", &large), call(&client, "slow", "{}"));
    assert_eq!(
        (
            common::first_text(&a.unwrap()),
            common::first_text(&b.unwrap())
        ),
        (large.as_str(), "done")
    );
    client.close().await;
    assert_eq!(child.wait().await.unwrap().code(), Some(0));
}

#[tokio::test]
async fn a_process_that_crashes_or_ignores_everything_never_holds_the_client() {
    let (mut child, client, _ready) = start(r#"{"on_call":{"echo":[{"crash":3}]}}"#).await;
    assert_eq!(
        call(&client, "echo", "{}").await.unwrap_err(),
        CallError::ConnectionLost { sent: true }
    );
    assert_eq!(child.wait().await.unwrap().code(), Some(3));

    let script = r#"{"on_initialized":["stop_reading"],"process":{"ignore_eof":true,"ignore_sigterm":true}}"#;
    let (mut child, client, _ready) = start(script).await;
    client.close().await;
    assert!(
        child.try_wait().unwrap().is_none(),
        "it lives on; ending it is the launcher's part"
    );
    child.kill().await.unwrap();
}
