//! Servers of different trades, each asked to do what it is for: a memory, a repository, the web, a database, a service.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use domain::{ConfinementChoice, ServerId};
use host::DirectCall;
use host_api::{CallStateView, CallView, ContentView};
use serde_json::{Value, json};

use crate::house::{House, LIMIT, Person};

async fn called(house: &House, server: ServerId, tool: &str, arguments: &Value) -> CallView {
    let call = DirectCall {
        server,
        tool: tool.into(),
        arguments: arguments.to_string(),
        allowed: true,
    };
    house.host.call_tool(call).await.unwrap()
}

/// Calls a tool that has to succeed; gives its text.
async fn used(house: &House, server: ServerId, tool: &str, arguments: &Value) -> String {
    let view = called(house, server, tool, arguments).await;
    assert!(
        matches!(
            view.state,
            CallStateView::Done {
                tool_error: false,
                ..
            }
        ),
        "{tool}: {view:?}"
    );
    let texts = view.result.iter().filter_map(|content| match content {
        ContentView::Text { text, .. } => Some(text.as_str()),
        _other => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// A free port of this machine; whoever takes it next has it.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_memory_remembers_in_its_file() {
    let house = House::open(Person::Denies("not asked here")).await;
    let file = house.folder("memory").join("graph.jsonl");
    let (node, mut words) = peers::node_server("@modelcontextprotocol/server-memory").unwrap();
    words.insert(0, node.display().to_string());
    words.insert(0, format!("MEMORY_FILE_PATH={}", file.display()));
    let memory = house
        .add("Memory", (PathBuf::from("/usr/bin/env"), words), &[])
        .await;
    house.grant(memory, file.parent().unwrap()).await;
    house.host.start_and_wait(memory, false).await.unwrap();
    let entity = json!({ "entities": [{ "name": "lamp", "entityType": "thing", "observations": ["burns oil"] }] });
    used(&house, memory, "create_entities", &entity).await;
    let graph = used(&house, memory, "read_graph", &json!({})).await;
    assert!(graph.contains("burns oil"), "{graph}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("lamp"));
    house.close().await;
}

fn git(folder: &Path, words: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .status();
    assert!(done.unwrap().success(), "git {words:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repository_tells_its_history() {
    let house = House::open(Person::Denies("not asked here")).await;
    let folder = house.folder("repository");
    git(&folder, &["init", "--quiet"]);
    std::fs::write(folder.join("a.txt"), "one\n").unwrap();
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "The first lamp"]);
    std::fs::write(folder.join("a.txt"), "two\n").unwrap();
    let path = folder.display().to_string();
    let program = peers::python_server("mcp_server_git").unwrap();
    let (server, view) = house.server("Git", program, &["--repository", &path]).await;
    assert!(view.tools.len() > 5, "{:?}", view.tools.len());
    let log = used(&house, server, "git_log", &json!({ "repo_path": path })).await;
    assert!(log.contains("The first lamp"), "{log}");
    let changes = used(
        &house,
        server,
        "git_diff_unstaged",
        &json!({ "repo_path": path }),
    )
    .await;
    assert!(changes.contains("+two"), "{changes}");
    // It cannot commit, and the call says why.
    let add = json!({ "repo_path": path, "files": ["a.txt"] });
    let view = called(&house, server, "git_add", &add).await;
    let CallStateView::Done { tool_error, .. } = view.state else {
        panic!("{view:?}");
    };
    assert!(tool_error && view.sandboxed.is_some(), "{view:?}");
    house.close().await;
}

/// Answers a few requests with one page, on a thread of its own that ends with the test.
fn page() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().take(8) {
            let Ok(mut stream) = stream else { return };
            let mut begin = [0; 2048];
            let read = stream.read(&mut begin).unwrap_or(0);
            let robots = begin[..read].starts_with(b"GET /robots.txt");
            let (status, body) = if robots {
                ("404 Not Found", "")
            } else {
                (
                    "200 OK",
                    "<html><body><h1>Lamps</h1><p>The third door.</p></body></html>",
                )
            };
            let length = body.len();
            let answer = format!(
                "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_fetched() {
    let house = House::open(Person::Denies("not asked here")).await;
    let program = peers::python_server("mcp_server_fetch").unwrap();
    let own = ["--allow-private-ips"];
    let (server, _) = house.server("Fetch", program, &own).await;
    let url = format!("http://127.0.0.1:{}/lamps", page());
    let text = used(&house, server, "fetch", &json!({ "url": url, "raw": true })).await;
    assert!(text.contains("The third door."), "{text}");
    house.close().await;
}

/// A Redis of this test's own; killed when dropped.
struct Redis(Child);

impl Redis {
    fn start(folder: &Path, port: u16) -> Self {
        let child = Command::new("redis-server")
            .args([
                "--port",
                &port.to_string(),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
            ])
            .current_dir(folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server: run `cargo xtask test --only peers`");
        let redis = Self(child);
        let begin = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(begin.elapsed() < LIMIT, "Redis does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        redis
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_keeps_a_value() {
    let house = House::open(Person::Denies("not asked here")).await;
    let port = free_port();
    let _redis = Redis::start(&house.folder("redis"), port);
    let program = peers::node_server("@modelcontextprotocol/server-redis").unwrap();
    let here = format!("127.0.0.1:{port}");
    let server = house
        .add("Redis", program, &[&format!("redis://{here}")])
        .await;
    // In a network of its own, from which it reaches this address and nothing else.
    let asked = ConfinementChoice::default();
    house.host.set_confinement(server, asked).await.unwrap();
    house.host.allow_reach(server, &here, true).await.unwrap();
    house.host.start_and_wait(server, false).await.unwrap();
    used(
        &house,
        server,
        "set",
        &json!({ "key": "door", "value": "third" }),
    )
    .await;
    let value = used(&house, server, "get", &json!({ "key": "door" })).await;
    assert_eq!(value, "third");
    house.close().await;
}

/// Chromium itself: the script in `PATH` reads settings that a sandbox does not show.
fn chromium() -> Option<&'static str> {
    let places = [
        "/usr/lib/chromium/chromium",
        "/usr/lib/chromium-browser/chromium-browser",
        "/opt/google/chrome/chrome",
    ];
    places.into_iter().find(|place| Path::new(place).exists())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_shows_a_page_in_its_sandbox() {
    let Some(chromium) = chromium() else {
        println!("skipped: Chromium is not here");
        return;
    };
    let house = House::open(Person::Denies("not asked here")).await;
    let program = peers::node_server("@playwright/mcp").unwrap();
    let own = ["--headless", "--isolated", "--no-sandbox"];
    let own = [&own[..], &["--executable-path", chromium]].concat();
    let server = house.add("Browser", program, &own).await;
    for unix_sockets in [false, true] {
        let choice = ConfinementChoice {
            unix_sockets,
            ..ConfinementChoice::default()
        };
        house.host.set_confinement(server, choice).await.unwrap();
        let started = house.host.start_and_wait(server, false).await.unwrap();
        let sandbox = started.sandbox.unwrap();
        if !sandbox.processes_enforced {
            println!("skipped: {sandbox:?}");
            return;
        }
        assert_eq!(sandbox.unix_sockets, unix_sockets);
        let call = DirectCall {
            server,
            tool: "browser_navigate".into(),
            arguments: json!({ "url": "data:text/html,<title>Lamps</title>" }).to_string(),
            allowed: true,
        };
        let view = house.host.call_tool(call).await.unwrap();
        let text = format!("{view:?}");
        assert_eq!(text.contains("Page Title: Lamps"), unix_sockets, "{text}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_lists_its_tools_without_an_account() {
    let house = House::open(Person::Denies("not asked here")).await;
    let program = peers::node_server("@modelcontextprotocol/server-github").unwrap();
    let (_, view) = house.server("GitHub", program, &[]).await;
    assert!(
        view.tools
            .iter()
            .any(|tool| tool.name == "search_repositories")
    );
    assert!(view.tools.len() > 20, "{}", view.tools.len());
    house.close().await;
}
