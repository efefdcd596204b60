//! Downloads of bundles, from a scripted host at a real socket: other files than the entry names, other places, and no end.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    fmt::Write as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use registry::{Address, BundleFile, Client, DownloadError, Entry, RegistryError, bounds::HOPS};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
};

const FILE: &[u8] = b"PK\x03\x04 the bytes of a bundle";
/// Most bytes of the downloads here.
const MOST: u64 = 64 * 1024;

/// A host of files. It ends with its owner.
struct Files {
    origin: String,
    asked: Arc<Mutex<Vec<String>>>,
    /// How often something connected.
    connected: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Drop for Files {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Files {
    /// Answers a path with these bytes, then closes the connection; with none, it goes on sending until the client is gone.
    async fn start(script: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let connected: Arc<AtomicUsize> = Arc::default();
        let (log, script) = (Arc::clone(&asked), Arc::new(script));
        let count = Arc::clone(&connected);
        let task = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let (log, script) = (Arc::clone(&log), Arc::clone(&script));
                tokio::spawn(async move {
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
                    match script(&path) {
                        Some(answer) => drop(stream.write_all(&answer).await),
                        None => {
                            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await;
                            while stream.write_all(&[b'x'; 4096]).await.is_ok() {}
                        }
                    }
                });
            }
        });
        Self {
            origin,
            asked,
            connected,
            task,
        }
    }

    async fn of(answer: Vec<u8>) -> Self {
        Self::start(move |_| Some(answer.clone())).await
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// The client of a registry on this machine.
    fn client(&self) -> Client {
        Client::new(Address::parse(&self.origin).unwrap()).unwrap()
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}

fn ok(headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

fn moved(to: &str) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 302 Found\r\nlocation: {to}\r\nset-cookie: a=b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    );
    head.into_bytes()
}

/// The entry of a bundle.
fn entry(url: &str, sha256: Option<&str>) -> Entry {
    let mut package = json!({ "registryType": "mcpb", "identifier": url, "transport": { "type": "stdio" },
        "environmentVariables": [{ "name": "NODE_OPTIONS", "value": "--require=/tmp/x" }] });
    if let Some(sha256) = sha256 {
        package["fileSha256"] = json!(sha256);
    }
    let server = json!({ "server": { "name": "a.b/c", "description": "x", "version": "1", "packages": [package] } });
    Entry::parse(&server).unwrap()
}

fn file(url: &str) -> BundleFile {
    let entry = entry(url, Some(&hex(FILE)));
    entry.ways[0].bundle().expect("it is a bundle").clone()
}

async fn download(client: &Client, url: &str) -> Result<Vec<u8>, DownloadError> {
    let mut into = Vec::new();
    let done = client.download(&file(url), MOST, &mut into).await;
    done.map(|()| into)
}

#[tokio::test]
async fn bundle_is_downloaded_through_redirects_and_says_nothing_of_the_user() {
    let files = Files::start(|path| {
        Some(match path.strip_prefix("/hop/").map(str::parse::<usize>) {
            Some(Ok(0)) => moved("/file"),
            Some(Ok(left)) => moved(&format!("/hop/{}", left - 1)),
            _ => ok("content-type: application/octet-stream\r\n", FILE),
        })
    })
    .await;
    let client = files.client();
    assert_eq!(download(&client, &files.url("/file")).await.unwrap(), FILE);
    let last = files.url(&format!("/hop/{}", HOPS - 1));
    assert_eq!(download(&client, &last).await.unwrap(), FILE);
    let more = files.url(&format!("/hop/{HOPS}"));
    assert_eq!(
        download(&client, &more).await,
        Err(DownloadError::Redirects)
    );
    for head in files.asked() {
        let lower = head.to_ascii_lowercase();
        assert!(
            !lower.contains("cookie") && !lower.contains("referer"),
            "{head}"
        );
    }
}

#[tokio::test]
async fn entry_without_a_digest_or_with_another_url_is_no_bundle() {
    let digest = hex(FILE);
    for (url, sha256) in [
        ("https://a.example/b.mcpb", None),
        ("https://a.example/b.mcpb", Some("")),
        ("https://a.example/b.mcpb", Some(&digest[1..])),
        ("https://a.example/b.mcpb", Some("z".repeat(64).as_str())),
        ("http://a.example/b.mcpb", Some(digest.as_str())),
        ("http://10.0.0.1/b.mcpb", Some(digest.as_str())),
        ("file:///etc/passwd", Some(digest.as_str())),
        ("https://user@a.example/b.mcpb", Some(digest.as_str())),
        ("b.mcpb", Some(digest.as_str())),
    ] {
        let entry = entry(url, sha256);
        assert!(entry.ways[0].problem.is_some(), "{url} {sha256:?}");
        assert!(entry.ways[0].bundle().is_none());
    }
    let upper = entry(
        "https://a.example/b.mcpb",
        Some(&digest.to_ascii_uppercase()),
    );
    let way = &upper.ways[0];
    assert!(way.problem.is_none() && way.bundle().is_some());
    // What the entry says about its start is not used, and said not to be.
    assert!(way.settings.is_empty() && way.inputs.is_empty());
    assert_eq!(way.notes.len(), 2);
    // A registry elsewhere names nothing on this machine and in private networks.
    let elsewhere = Address::parse("https://registry.example").unwrap();
    let here = Address::parse("http://127.0.0.1:9").unwrap();
    for url in [
        "http://127.0.0.1:9/b",
        "https://localhost/b",
        "https://[::1]/b",
    ] {
        assert!(file(url).problem(&elsewhere).is_some(), "{url}");
        assert!(file(url).problem(&here).is_none(), "{url}");
    }
    for url in [
        "https://10.0.0.1/b",
        "https://169.254.169.254/b",
        "https://[fe80::1]/b",
        "https://0.0.0.0/b",
    ] {
        assert!(file(url).problem(&elsewhere).is_some(), "{url}");
        assert!(file(url).problem(&here).is_some(), "{url}");
    }
}

#[tokio::test]
async fn other_bytes_than_the_entry_names_are_refused() {
    let other = Files::of(ok("", b"PK\x03\x04 other bytes")).await;
    let found = download(&other.client(), &other.url("/b")).await;
    assert_eq!(found, Err(DownloadError::Digest));
    let cut = Files::of(ok("", &FILE[..FILE.len() - 1])).await;
    let found = download(&cut.client(), &cut.url("/b")).await;
    assert_eq!(found, Err(DownloadError::Digest));
    let page = Files::of(ok("content-type: text/html; charset=utf-8\r\n", b"<html>")).await;
    let found = download(&page.client(), &page.url("/b")).await;
    assert!(matches!(found, Err(DownloadError::WebPage(_))), "{found:?}");
    let packed = Files::of(ok("content-encoding: gzip\r\n", FILE)).await;
    let found = download(&packed.client(), &packed.url("/b")).await;
    assert!(matches!(found, Err(DownloadError::Packed(_))), "{found:?}");
    let gone = Files::of(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_vec()).await;
    let found = download(&gone.client(), &gone.url("/b")).await;
    let status = DownloadError::Host(gone.origin[7..].to_owned(), RegistryError::Status(404));
    assert_eq!(found, Err(status));
}

#[tokio::test]
async fn large_and_endless_files_are_given_up() {
    let endless = Files::start(|_| None).await;
    let mut into = Vec::new();
    let url = file(&endless.url("/b"));
    let found = endless.client().download(&url, MOST, &mut into).await;
    assert_eq!(found, Err(DownloadError::TooLarge(MOST)));
    assert!(into.len() as u64 <= MOST);
    let said = "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nPK";
    let huge = Files::of(said.as_bytes().to_vec()).await;
    let mut into = Vec::new();
    let url = file(&huge.url("/b"));
    let found = huge.client().download(&url, MOST, &mut into).await;
    assert_eq!(found, Err(DownloadError::TooLarge(MOST)));
    assert!(into.is_empty(), "nothing was read");
}

#[tokio::test]
async fn redirects_lead_to_public_addresses_over_https_only() {
    for to in [
        "http://a.example/b",
        "http://10.0.0.1/b",
        "ftp://a.example/b",
        "https://u:p@a.example/b",
    ] {
        let from = Files::of(moved(to)).await;
        let found = download(&from.client(), &from.url("/b")).await;
        assert!(
            matches!(found, Err(DownloadError::NotHttps(_))),
            "{to}: {found:?}"
        );
    }
    for to in [
        "https://10.0.0.1/b",
        "https://192.168.1.1/b",
        "https://169.254.169.254/b",
        "https://[fe80::1]/b",
        "https://[::ffff:127.0.0.1]:1/b",
    ] {
        let from = Files::of(moved(to)).await;
        let found = download(&from.client(), &from.url("/b")).await;
        let is_blocked = matches!(
            &found,
            Err(DownloadError::Host(_, RegistryError::Blocked(_)))
        );
        let is_here = to.contains("127.0.0.1");
        assert!(is_blocked || is_here && found.is_err(), "{to}: {found:?}");
    }
}

/// The control is the first test: the same host is reached where the registry is on this machine.
#[tokio::test]
async fn registry_elsewhere_reaches_nothing_on_this_machine() {
    let files = Files::of(ok("", FILE)).await;
    let port = files.origin.rsplit(':').next().unwrap();
    let elsewhere = Client::new(Address::parse("https://registry.example").unwrap()).unwrap();
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{host}:{port}/b");
            let found = download(&elsewhere, &url).await;
            let is_blocked = matches!(
                &found,
                Err(DownloadError::Host(_, RegistryError::Blocked(_)))
            );
            assert!(is_blocked, "{url}: {found:?}");
        }
    }
    assert_eq!(
        files.connected.load(Ordering::SeqCst),
        0,
        "nothing connected"
    );
}

/// Names are resolved by the connection that is made, so none can lead elsewhere after the check. `localhost.` is no name of this machine to
/// the check of URLs, and leads to it.
#[tokio::test]
async fn name_that_resolves_to_this_machine_is_refused() {
    let files = Files::of(ok("", FILE)).await;
    let port = files.origin.rsplit(':').next().unwrap();
    let elsewhere = Client::new(Address::parse("https://registry.example").unwrap()).unwrap();
    for name in ["localhost.", "ip6-localhost"] {
        let found = download(&elsewhere, &format!("https://{name}:{port}/b")).await;
        assert!(found.is_err(), "{name}: {found:?}");
    }
    assert_eq!(
        files.connected.load(Ordering::SeqCst),
        0,
        "nothing connected"
    );
}
