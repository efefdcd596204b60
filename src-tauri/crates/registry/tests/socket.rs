//! A registry at a real socket, scripted: pages, versions, updates, deleted entries, and everything that a hostile one sends.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use registry::{Address, Client, Query, RegistryError, Status, Walk};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// What the scripted registry answers to the start of a request line, whole: status line, headers and body.
type Script = HashMap<String, Vec<u8>>;

struct Served {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Served {
    async fn with(script: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let (log, script) = (Arc::clone(&asked), Arc::new(script));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (log, script) = (Arc::clone(&log), Arc::clone(&script));
                tokio::spawn(answer(stream, log, script));
            }
        });
        Self {
            address,
            asked,
            task,
        }
    }

    async fn of(script: Script) -> Self {
        Self::with(move |path| {
            let found = script.get(path).cloned();
            found.unwrap_or_else(|| http("404 Not Found", "", b"{}"))
        })
        .await
    }

    fn client(&self) -> Client {
        Client::new(Address::parse(&self.address).unwrap()).unwrap()
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn answer(
    mut stream: TcpStream,
    log: Arc<Mutex<Vec<String>>>,
    script: Arc<impl Fn(&str) -> Vec<u8>>,
) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else {
            return;
        };
        head.push(byte);
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap().to_owned();
    log.lock().unwrap().push(head);
    // The client may have enough before the end.
    let _ = stream.write_all(&script(&path)).await;
}

fn http(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn ok(body: &Value) -> Vec<u8> {
    http(
        "200 OK",
        "content-type: application/json\r\n",
        body.to_string().as_bytes(),
    )
}

fn server(name: &str, version: &str, status: &str) -> Value {
    json!({
        "server": { "name": name, "description": "x", "version": version },
        "_meta": { "io.modelcontextprotocol.registry/official": { "status": status } },
    })
}

fn page(servers: &[Value], cursor: Option<&str>) -> Value {
    json!({ "servers": servers, "metadata": { "nextCursor": cursor, "count": servers.len() } })
}

const LIST: &str = "/v0.1/servers?limit=30&version=latest";

#[tokio::test]
async fn pages_are_requested_in_order_and_once() {
    let served = Served::of(HashMap::from([
        (
            LIST.into(),
            ok(&page(
                &[server("a.b/one", "1", "active")],
                Some("a.b/one:1 &x=y"),
            )),
        ),
        (
            format!("{LIST}&cursor=a.b%2Fone%3A1+%26x%3Dy"),
            ok(&page(&[server("a.b/two", "1", "active")], None)),
        ),
    ]))
    .await;
    let (client, mut walk) = (served.client(), Walk::new(Query::default()));
    assert_eq!(
        walk.page(&client, 1).await.unwrap_err(),
        RegistryError::NotFound,
        "the first page comes first"
    );
    for _ in 0..2 {
        assert_eq!(
            walk.page(&client, 0).await.unwrap().entries[0].name,
            "a.b/one"
        );
        assert_eq!(
            walk.page(&client, 1).await.unwrap().entries[0].name,
            "a.b/two"
        );
    }
    assert_eq!(
        walk.page(&client, 2).await.unwrap_err(),
        RegistryError::NotFound
    );
    assert_eq!(served.asked().len(), 2);
}

#[tokio::test]
async fn request_says_what_was_searched_for_and_nothing_else() {
    let served = Served::with(|_| ok(&page(&[], None))).await;
    let query = Query {
        search: " a&b=c #d ".into(),
        updated_since: Some("2026-11-01T00:00:00Z".into()),
        version: None,
    };
    served.client().page(&query, None).await.unwrap();
    let asked = served.asked();
    let mut lines: Vec<&str> = asked[0].trim_end().split("\r\n").collect();
    let path = lines.remove(0);
    assert_eq!(
        path,
        format!("GET {LIST}&search=a%26b%3Dc+%23d&updated_since=2026-11-01T00%3A00%3A00Z HTTP/1.1")
    );
    lines.retain(|line| !line.starts_with("host: "));
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "accept: application/json",
            concat!("user-agent: innkeeper/", env!("CARGO_PKG_VERSION"))
        ]
    );
    let long = Query {
        search: "x".repeat(201),
        ..Query::default()
    };
    assert_eq!(
        served.client().page(&long, None).await.unwrap_err(),
        RegistryError::LongSearch
    );
    assert_eq!(served.asked().len(), 1);
}

#[tokio::test]
async fn versions_and_updates_have_deleted_ones() {
    let all = [
        server("a.b/c", "2", "active"),
        server("a.b/c", "1", "deleted"),
    ];
    let served = Served::of(HashMap::from([
        (
            "/v0.1/servers/a.b%2Fc/versions?include_deleted=true".into(),
            ok(&page(&all, None)),
        ),
        (
            "/v0.1/servers/a.b%2Fc/versions/1?include_deleted=true".into(),
            ok(&all[1]),
        ),
        (
            "/v0.1/servers/a.b%2Fc/versions/latest?include_deleted=true".into(),
            ok(&all[0]),
        ),
        // Another server, and another version, than was requested.
        (
            "/v0.1/servers/a.b%2Fd/versions/latest?include_deleted=true".into(),
            ok(&all[0]),
        ),
        (
            "/v0.1/servers/a.b%2Fc/versions/3?include_deleted=true".into(),
            ok(&all[0]),
        ),
    ]))
    .await;
    let client = served.client();
    let versions = client.versions("a.b/c").await.unwrap().entries;
    let statuses: Vec<Status> = versions.iter().map(|entry| entry.status).collect();
    assert_eq!(statuses, [Status::Active, Status::Deleted]);
    assert_eq!(
        client.entry("a.b/c", "1").await.unwrap().status,
        Status::Deleted
    );
    assert_eq!(client.entry("a.b/c", "latest").await.unwrap().version, "2");
    for (name, version) in [("a.b/d", "latest"), ("a.b/c", "3")] {
        assert_eq!(
            client.entry(name, version).await.unwrap_err(),
            RegistryError::Malformed,
            "{name}"
        );
    }
    assert_eq!(
        client.entry("a.b/none", "latest").await.unwrap_err(),
        RegistryError::NotFound
    );
}

#[tokio::test]
async fn bad_entries_do_not_hide_the_others() {
    let bad = [
        json!({ "server": { "name": 7 } }),
        json!("x"),
        server("../../etc/passwd", "1", "active"),
        server("a.b/g\u{456}t", "1", "active"),
    ];
    let mut servers = bad.to_vec();
    servers.push(server("a.b/good", "1", "active"));
    let served = Served::of(HashMap::from([(LIST.into(), ok(&page(&servers, None)))])).await;
    let page = served.client().page(&Query::default(), None).await.unwrap();
    assert_eq!((page.entries.len(), page.unreadable.len()), (1, bad.len()));
}

#[tokio::test]
async fn endless_pages_end() {
    // Each page leads to itself.
    let same = Served::with(|_| ok(&page(&[server("a.b/c", "1", "active")], Some("again")))).await;
    let (client, mut walk) = (same.client(), Walk::new(Query::default()));
    walk.page(&client, 0).await.unwrap();
    walk.page(&client, 1).await.unwrap();
    assert_eq!(
        walk.page(&client, 2).await.unwrap_err(),
        RegistryError::Endless
    );
    assert_eq!(same.asked().len(), 2, "the repeated page is not requested");

    // Each page leads to a new one.
    let more = Served::with(|path| ok(&page(&[], Some(&format!("x{}", path.len()))))).await;
    let (client, mut walk) = (more.client(), Walk::new(Query::default()));
    let mut at = 0;
    let end = loop {
        match walk.page(&client, at).await {
            Ok(_) => at += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(end, RegistryError::Endless);
    assert!(at <= registry::bounds::PAGES && more.asked().len() == at);
}

#[tokio::test]
async fn huge_or_wrong_answers_are_refused() {
    let many: Vec<Value> = (0..1_000)
        .map(|n| server(&format!("a.b/c{n}"), "1", "active"))
        .collect();
    let many = Served::of(HashMap::from([(LIST.into(), ok(&page(&many, None)))])).await;
    let read = many.client().page(&Query::default(), None).await.unwrap();
    assert_eq!(read.entries.len(), registry::bounds::PAGE_ENTRIES);

    let over = vec![b' '; registry::bounds::BODY_BYTES + 1];
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    let long = page(&[], Some(&"x".repeat(2_000)));
    let gzip = http("200 OK", "content-encoding: gzip\r\n", &[0x1f, 0x8b, 8, 0]);
    for (answer, error) in [
        (http("200 OK", "", &over), RegistryError::TooLarge),
        (http("200 OK", "", &deep), RegistryError::Malformed),
        (gzip, RegistryError::Malformed),
        (ok(&long), RegistryError::Malformed),
        (ok(&json!({ "servers": {} })), RegistryError::Malformed),
        (ok(&json!([])), RegistryError::Malformed),
        (
            ok(&json!({ "servers": [], "metadata": { "nextCursor": 7 } })),
            RegistryError::Malformed,
        ),
        (http("200 OK", "", b"<html>"), RegistryError::Malformed),
        (http("500 Oops", "", b"{}"), RegistryError::Status(500)),
        (http("204 No Content", "", b""), RegistryError::Status(204)),
    ] {
        let served = Served::of(HashMap::from([(LIST.into(), answer)])).await;
        assert_eq!(
            served
                .client()
                .page(&Query::default(), None)
                .await
                .unwrap_err(),
            error
        );
    }
    let empty = Served::of(HashMap::from([(
        LIST.into(),
        ok(&json!({ "servers": null })),
    )]))
    .await;
    assert!(
        empty
            .client()
            .page(&Query::default(), None)
            .await
            .unwrap()
            .entries
            .is_empty()
    );
}

#[tokio::test]
async fn redirects_are_not_followed() {
    // The control: this address answers, so that a request that followed would be seen.
    let private = Served::with(|_| ok(&page(&[], None))).await;
    private
        .client()
        .page(&Query::default(), None)
        .await
        .unwrap();
    for (status, to) in [
        ("301 Moved", format!("{}/v0.1/servers", private.address)),
        (
            "302 Found",
            "http://169.254.169.254/latest/meta-data".into(),
        ),
        ("307 Temporary", "//evil.example/".into()),
        ("308 Permanent", "/v0.1/elsewhere".into()),
        ("302 Found", "file:///etc/passwd".into()),
    ] {
        let answer = http(status, &format!("location: {to}\r\n"), b"");
        let served = Served::with(move |_| answer.clone()).await;
        let error = served
            .client()
            .page(&Query::default(), None)
            .await
            .unwrap_err();
        assert!(
            matches!(error, RegistryError::Redirected(_)),
            "{to}: {error:?}"
        );
        assert_eq!(served.asked().len(), 1, "{to}");
    }
    assert_eq!(private.asked().len(), 1, "only the control");
}

#[tokio::test]
async fn registry_that_is_not_there_says_so() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let client = Client::new(Address::parse(&address).unwrap()).unwrap();
    let error = client.page(&Query::default(), None).await.unwrap_err();
    assert!(matches!(error, RegistryError::Unreachable(_)), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn registry_that_stays_silent_is_given_up() {
    // Accepts, and says nothing.
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let client = Client::new(Address::parse(&address).unwrap()).unwrap();
    let began = tokio::time::Instant::now();
    let error = client.page(&Query::default(), None).await.unwrap_err();
    assert_eq!(error, RegistryError::TimedOut);
    assert!(began.elapsed() <= registry::bounds::REQUEST * 2);
}
