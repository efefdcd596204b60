//! A list of tools is read again before a turn once its server does not let it be used any more, and not before.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(unix)]

use std::{
    io::Write,
    net::{TcpListener, TcpStream},
    path::Path,
    sync::mpsc,
    time::Duration,
};

use domain::{ConversationId, ProviderId};
use host::{GuardProgram, Host, HostConfig, NewServer, SessionProvider};
use host_api::{AddServer, Event, TurnStateView, WireView};
use serde_json::{Value, json};
use testkit::{model_list, model_request};

const LIMIT: Duration = Duration::from_secs(20);
const HOUR_MS: u64 = 3_600_000;

/// A model that says one word, and where its requests arrive.
fn model() -> (String, mpsc::Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (send, requests) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            match model_request(&stream, LIMIT) {
                Some(body) => {
                    send.send(serde_json::from_slice(&body).unwrap()).unwrap();
                    say_done(&stream);
                }
                None => (&stream)
                    .write_all(model_list("m", 32_000).as_bytes())
                    .unwrap(),
            }
        }
    });
    (url, requests)
}

fn say_done(mut stream: &TcpStream) {
    let said = json!({ "choices": [{ "index": 0, "delta": { "content": "Done." }, "finish_reason": "stop" }] });
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let text = format!("{head}data: {said}\n\ndata: [DONE]\n\n");
    stream.write_all(text.as_bytes()).unwrap();
}

/// What the server lists from now on.
fn list(dir: &Path, ttl_ms: u64, tools: &[&str]) {
    let tool = |name: &&str| json!({ "name": name, "inputSchema": { "type": "object" } });
    let tools: Vec<Value> = tools.iter().map(tool).collect();
    let listed = json!({ "resultType": "complete", "ttlMs": ttl_ms, "cacheScope": "private", "tools": tools });
    std::fs::write(dir.join("tools.new"), listed.to_string()).unwrap();
    std::fs::rename(dir.join("tools.new"), dir.join("tools.json")).unwrap();
}

async fn start(host: &Host, dir: &Path, tells: bool) {
    let discovery = json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "supportedVersions": ["2026-07-28"], "capabilities": { "tools": { "listChanged": tells } } });
    let script = json!({
        "initialize": "error",
        "on_request": {
            "server/discover": [{ "answer": discovery }],
            "tools/list": [{ "answer_file": dir.join("tools.json") }],
        },
    });
    let new = NewServer {
        server: AddServer {
            name: "Kit".into(),
            command: testkit::server_binary().unwrap().display().to_string(),
            args: vec![script.to_string()],
            cwd: None,
            env_names: vec![],
        },
        values: vec![],
        from_host: vec![],
    };
    let id = host.add_server(new).await.unwrap().tag.id.parse().unwrap();
    // It reads a file of this test.
    host.run_unconfined(id, true).await.unwrap();
    host.start_and_wait(id, true).await.unwrap();
}

async fn say(host: &Host, to: Option<ConversationId>, provider: ProviderId) -> ConversationId {
    let mut events = host.events();
    let id = host.send(to, provider, "Hello", None).await.unwrap();
    let ended = async {
        loop {
            if let Event::Turn { state, .. } = events.recv().await.unwrap()
                && state != TurnStateView::Running
            {
                return;
            }
        }
    };
    tokio::time::timeout(LIMIT, ended).await.unwrap();
    id
}

fn offered(request: &Value) -> Vec<String> {
    let tools = request["tools"].as_array().cloned().unwrap_or_default();
    let name = |tool: &Value| tool["function"]["name"].as_str().unwrap().to_owned();
    tools.iter().map(name).collect()
}

/// The tools of a first and of a second turn, between which the server takes one away.
async fn turns(ttl_ms: u64, tells: bool) -> [Vec<String>; 2] {
    let dir = tempfile::tempdir().unwrap();
    let config = HostConfig {
        data_dir: dir.path().join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    };
    let host = Host::open(config).await.unwrap();
    let (url, requests) = model();
    let provider = SessionProvider {
        wire: WireView::OpenAiChat,
        base_url: url,
        model: "m".into(),
        key: None,
    };
    let provider = host.use_session_provider(provider).await.unwrap();
    let provider: ProviderId = provider.parse().unwrap();
    host.allow_outflow(provider);
    list(dir.path(), ttl_ms, &["stays", "goes"]);
    start(&host, dir.path(), tells).await;

    let id = say(&host, None, provider).await;
    list(dir.path(), ttl_ms, &["stays"]);
    say(&host, Some(id), provider).await;
    let seen = [(); 2].map(|()| offered(&requests.recv_timeout(LIMIT).unwrap()));
    host.close().await;
    seen
}

#[tokio::test]
async fn list_is_read_again_before_a_turn_once_it_may_not_be_used_any_more() {
    let both = ["Kit_goes", "Kit_stays"];
    let [first, second] = turns(0, false).await;
    assert_eq!(
        (first, second),
        (both.map(String::from).to_vec(), vec!["Kit_stays".into()])
    );
    for (ttl_ms, tells) in [(HOUR_MS, false), (0, true)] {
        let [first, second] = turns(ttl_ms, tells).await;
        assert_eq!(first, both, "{ttl_ms} {tells}");
        assert_eq!(
            second, both,
            "{ttl_ms} {tells}: it may be used, or its change is told"
        );
    }
}
