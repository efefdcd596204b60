//! A real server at a URL, over both ways of HTTP: reviewed, connected, called, stopped, away and back.

use std::{
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use host::{NewRemoteServer, Secret};
use host_api::{
    AddRemoteServer, CallStateView, Event, FailureKind, LogLevelView, ScopeView, ServerStateView,
};
use peers::Aimock;
use serde_json::json;
use testkit::{Exchange, Web};

use crate::{
    house::{House, LIMIT, Person, calls, until},
    servers::{call, words},
};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";

/// The server as a process of its own, ended with this.
struct Far(Child);

impl Far {
    /// Starts it on a port and waits until it listens.
    fn start(mode: &str, port: u16) -> Self {
        let (node, script) = peers::node_server(EVERYTHING).unwrap();
        let child = Command::new(node)
            .args(script)
            .arg(mode)
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let far = Self(child);
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(began.elapsed() < LIMIT, "it does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        far
    }
}

impl Drop for Far {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

fn new(name: &str, url: String) -> NewRemoteServer {
    NewRemoteServer {
        server: AddRemoteServer {
            name: name.into(),
            url,
            header_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_ways_of_http_carry_calls_progress_and_their_end() {
    for (mode, path, over) in [
        ("streamableHttp", "mcp", "Streamable HTTP"),
        ("sse", "sse", "HTTP with SSE (2024-11-05)"),
    ] {
        let port = free_port();
        let far = Far::start(mode, port);
        let house = House::open(Person::Allows(ScopeView::Once)).await;
        let host = &house.host;
        let url = format!("http://127.0.0.1:{port}/{path}");
        let added = host
            .add_remote_server(new("Every", url.clone()))
            .await
            .unwrap();
        assert_eq!((added.url, added.command), (Some(url), String::new()));
        let id = added.tag.id.parse().unwrap();
        let view = host.start_and_wait(id, false).await.unwrap();
        assert_eq!(view.state, ServerStateView::Ready { pid: None });
        assert_eq!(view.transport.unwrap(), over);
        assert!(view.tools.iter().any(|tool| tool.name == "echo"));

        let sum = host
            .call_tool(call(id, "get-sum", &json!({ "a": 2, "b": 40 })))
            .await
            .unwrap();
        assert!(words(&sum).contains("42"), "{mode}: {}", words(&sum));

        let long = json!({ "duration": 600, "steps": 6000 });
        let long = json!({ "id": "c1", "name": "Every_trigger-long-running-operation", "arguments": long });
        let aimock = Aimock::start(&json!([
            { "match": { "toolCallId": "c1" }, "response": { "content": "Then not." } },
            { "match": { "userMessage": "Work" }, "response": { "toolCalls": [long] } },
        ]))
        .unwrap();
        let provider = house.model(&aimock).await;
        let mut events = host.events();
        let conversation = host.send(None, provider, "Work", None).await.unwrap();
        let running = until(&mut events, |event| match event {
            Event::Call { call, .. } => match &call.state {
                CallStateView::Running {
                    progress: Some(p), ..
                } if p.progress > 1.0 => Some(call.id.clone()),
                _other => None,
            },
            _other => None,
        })
        .await;
        host.stop_call(running.parse().unwrap()).await;
        house.end_of_turn(&mut events, conversation).await;
        let ended = calls(&house.view(conversation).await).remove(0);
        assert!(
            matches!(ended.state, CallStateView::Cancelled { .. }),
            "{mode}: {:?}",
            ended.state
        );
        let again = host
            .call_tool(call(id, "echo", &json!({ "message": "still here" })))
            .await
            .unwrap();
        assert!(words(&again).contains("still here"), "{mode}");
        house.close().await;
        drop(far);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_is_said_to_be_and_starts_when_it_is_back() {
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let port = free_port();
    let url = format!("http://127.0.0.1:{port}/mcp");
    let added = host
        .add_remote_server(new("Every", url.clone()))
        .await
        .unwrap();
    let id = added.tag.id.parse().unwrap();
    let error = host.start_and_wait(id, false).await.unwrap_err();
    assert!(
        error.message.to_string().contains("refused"),
        "{}",
        error.message
    );
    let ServerStateView::Failed { failure } = &host.servers()[0].state else {
        panic!("{:?}", host.servers()[0].state);
    };
    assert_eq!(failure.kind, FailureKind::Unreachable);
    let far = Far::start("streamableHttp", port);
    host.start_and_wait(id, false).await.unwrap();
    let call = call(id, "echo", &json!({ "message": "here" }));
    assert!(words(&host.call_tool(call).await.unwrap()).contains("here"));

    // A value that was entered for one origin does not go to another.
    let with_key = |url: String, value: Option<&str>| NewRemoteServer {
        server: AddRemoteServer {
            name: "Every".into(),
            url,
            header_names: vec!["X-Key".into()],
        },
        values: value
            .map(|text| ("X-Key".to_owned(), Secret::new(text.to_owned())))
            .into_iter()
            .collect(),
        from_host: vec![],
    };
    let changed = host
        .change_remote_server(id, with_key(url, Some("canary")))
        .await;
    if let Err(error) = changed {
        // Without a keychain no value is kept, and the server is as it was.
        assert_eq!(error.code, host_api::ErrorCode::Keychain);
        assert!(host.servers()[0].header_names.is_empty());
    }
    house.close().await;
    drop(far);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_followed_is_followed_again_in_a_new_session() {
    let next = Arc::new(AtomicUsize::new(1));
    let web = Web::start(move |mut exchange: Exchange| {
        let next = Arc::clone(&next);
        Box::pin(async move {
            let method = exchange.seen.rpc();
            let result = match method.as_str() {
                "initialize" => json!({
                    "protocolVersion": "2025-06-18",
                    "capabilities": { "tools": {}, "resources": { "subscribe": true }, "logging": {} },
                    "serverInfo": { "name": "forgetful", "version": "1" },
                }),
                "tools/list" => json!({ "tools": [{ "name": "go", "inputSchema": { "type": "object" } }] }),
                "resources/subscribe" if exchange.seen.body.contains("note://gone") => {
                    let first = exchange.seen.header("mcp-session-id") == Some("1");
                    if !first {
                        let error = json!({ "jsonrpc": "2.0", "id": exchange.seen.json()["id"],
                            "error": { "code": -32002, "message": "no such note" } });
                        return exchange.json(&error).await;
                    }
                    json!({})
                }
                "resources/subscribe" | "logging/setLevel" => json!({}),
                "tools/call" if exchange.seen.header("mcp-session-id") == Some("1") => {
                    return exchange.answer(404, &[], "").await;
                }
                "tools/call" => json!({ "content": [] }),
                "" => return exchange.answer(405, &[], "").await,
                _ => return exchange.answer(202, &[], "").await,
            };
            let body = exchange.result(result).to_string();
            let id = match method.as_str() {
                "initialize" => next.fetch_add(1, Ordering::SeqCst).to_string(),
                _ => String::new(),
            };
            let mut headers = vec![("Content-Type", "application/json")];
            if !id.is_empty() {
                headers.push(("Mcp-Session-Id", &id));
            }
            exchange.answer(200, &headers, &body).await
        })
    })
    .await
    .unwrap();
    let house = House::open(Person::Allows(ScopeView::Once)).await;
    let host = &house.host;
    let added = host.add_remote_server(new("Forgetful", web.url("/"))).await;
    let id = added.unwrap().tag.id.parse().unwrap();
    host.start_and_wait(id, false).await.unwrap();
    for uri in ["note://today", "note://gone"] {
        host.subscribe_resource(id, uri, true).await.unwrap();
    }
    host.set_log_level(id, LogLevelView::Notice).await.unwrap();
    host.call_tool(call(id, "go", &json!({}))).await.unwrap();
    let again = |method: &'static str, words: &'static str| {
        web.until(move |seen| {
            seen.iter().any(|one| {
                one.rpc() == method
                    && one.header("mcp-session-id") == Some("2")
                    && one.body.contains(words)
            })
        })
    };
    assert!(again("logging/setLevel", "notice").await);
    assert!(again("resources/subscribe", "note://today").await);
    assert!(again("resources/subscribe", "note://gone").await);
    let told = async {
        let mut events = host.events();
        loop {
            let log = host.server_log(id, 0.0).unwrap();
            let text = "The subscription to note://gone ended";
            if log
                .rows
                .iter()
                .any(|row| row.text.to_string().contains(text))
            {
                return;
            }
            while !matches!(events.recv().await.unwrap(), Event::ServerLogged { .. }) {}
        }
    };
    tokio::time::timeout(LIMIT, told).await.unwrap();
    house.close().await;
}
