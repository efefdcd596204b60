//! A scripted update server, and the signatures of a publisher.

use std::{
    io::{BufRead as _, BufReader, Cursor, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use minisign::KeyPair;
use serde_json::{Value, json};

/// A publisher with a key of its own.
pub(super) struct Signer(KeyPair);

impl Signer {
    pub(super) fn new() -> Self {
        Self(KeyPair::generate_unencrypted_keypair().unwrap())
    }

    /// Its public key, as a build is given it.
    pub(super) fn key(&self) -> String {
        BASE64_STANDARD.encode(self.0.pk.to_box().unwrap().to_string())
    }

    /// The signature of a file with its version, as the release tool writes it.
    pub(super) fn sign(&self, file: &[u8], version: &str) -> String {
        self.sign_with(
            file,
            &format!("timestamp:1\tfile:Innkeeper.AppImage\tversion:{version}"),
        )
    }

    pub(super) fn sign_with(&self, file: &[u8], comment: &str) -> String {
        let signature = minisign::sign(
            Some(&self.0.pk),
            &self.0.sk,
            Cursor::new(file),
            Some(comment),
            Some("signature of a test"),
        );
        BASE64_STANDARD.encode(signature.unwrap().to_string())
    }
}

/// A manifest as an update server sends it, for this system.
pub(super) fn manifest(base: &str, version: &str, signature: &str) -> Value {
    let system = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    json!({
        "version": version,
        "notes": "What is new",
        "pub_date": "2026-01-01T00:00:00Z",
        "platforms": {
            system: { "url": format!("{base}/file"), "signature": signature },
        },
    })
}

/// An answer.
#[derive(Clone)]
pub(super) enum Reply {
    /// All of it.
    Whole(Vec<u8>),
    /// Less than was announced.
    Cut { announced: usize, sent: Vec<u8> },
    /// Bytes without an end.
    Endless,
    /// Some bytes, and then nothing until the client is gone.
    Silent,
    /// A redirect.
    To(String),
    /// A head of its own.
    Head(String),
}

#[derive(Default)]
struct Shared {
    manifest: Mutex<Option<Reply>>,
    file: Mutex<Option<Reply>>,
    asked: Mutex<Vec<String>>,
    ended: AtomicBool,
}

/// A server on this machine: a manifest for every channel, and one file.
pub(super) struct Served {
    address: String,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

impl Served {
    pub(super) fn new(file: Vec<u8>, manifest: impl Fn(&str) -> Value) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared::default());
        let body = manifest(&address).to_string().into_bytes();
        *shared.manifest.lock().unwrap() = Some(Reply::Whole(body));
        *shared.file.lock().unwrap() = Some(Reply::Whole(file));
        let accepted = Arc::clone(&shared);
        let accepting = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if accepted.ended.load(Ordering::Relaxed) {
                    return;
                }
                // One at a time: a client asks for one thing after the other.
                if let Ok(stream) = stream {
                    answer(stream, &accepted);
                }
            }
        });
        Self {
            address,
            shared,
            accepting: Some(accepting),
        }
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Answers the request of the file like this.
    pub(super) fn file(&mut self, reply: Reply) {
        *self.shared.file.lock().unwrap() = Some(reply);
    }

    /// Answers the request of the manifest like this.
    pub(super) fn manifest(&mut self, reply: Reply) {
        *self.shared.manifest.lock().unwrap() = Some(reply);
    }

    /// The paths that were asked for.
    pub(super) fn asked(&self) -> Vec<String> {
        self.shared.asked.lock().unwrap().clone()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
    }
}

fn answer(mut stream: TcpStream, shared: &Shared) {
    // The end of the server does not wait for a client that is gone.
    let limit = Some(Duration::from_secs(10));
    stream.set_write_timeout(limit).unwrap();
    stream.set_read_timeout(limit).unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let Some(Ok(first)) = lines.next() else {
        return;
    };
    while lines
        .next()
        .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
    {}
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let reply = match path.ends_with(".json") {
        true => shared.manifest.lock().unwrap().clone(),
        false => shared.file.lock().unwrap().clone(),
    };
    shared.asked.lock().unwrap().push(path);
    // The client may be gone at any point.
    let _ = send(&mut stream, reply.unwrap(), shared);
}

fn send(stream: &mut TcpStream, reply: Reply, shared: &Shared) -> std::io::Result<()> {
    match reply {
        Reply::Whole(body) => {
            head(stream, &format!("Content-Length: {}\r\n", body.len()))?;
            stream.write_all(&body)
        }
        Reply::Cut { announced, sent } => {
            head(stream, &format!("Content-Length: {announced}\r\n"))?;
            stream.write_all(&sent)
        }
        Reply::Endless => {
            head(stream, "Transfer-Encoding: chunked\r\n")?;
            while !shared.ended.load(Ordering::Relaxed) {
                stream.write_all(&chunk())?;
            }
            Ok(())
        }
        Reply::Silent => {
            head(stream, "Transfer-Encoding: chunked\r\n")?;
            stream.write_all(&chunk())?;
            stream.read(&mut [0]).map(drop)
        }
        Reply::To(url) => write!(
            stream,
            "HTTP/1.1 302 Found\r\nLocation: {url}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ),
        Reply::Head(head) => stream.write_all(head.as_bytes()),
    }
}

fn chunk() -> Vec<u8> {
    [b"10000\r\n".as_slice(), &[b'x'; 0x10000], b"\r\n"].concat()
}

fn head(stream: &mut TcpStream, length: &str) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 200 OK\r\n{length}Connection: close\r\n\r\n"
    )
}
