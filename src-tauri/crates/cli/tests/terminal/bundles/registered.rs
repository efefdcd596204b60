//! Bundles of a registry on this machine: downloaded, compared with the entry, and added like a file.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{bundle, has_node, look_of, unpacked};
use crate::{code, place::Place, tty::Person};

/// A registry whose entries name files that it has itself. It ends with its owner.
struct Registry {
    at: SocketAddr,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Registry {
    fn start(file: Vec<u8>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let at = listener.local_addr().unwrap();
        let ends = Arc::new(AtomicBool::new(false));
        let end = Arc::clone(&ends);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if end.load(Ordering::SeqCst) {
                    return;
                }
                answer(&stream, at, &file);
            }
        });
        Self {
            at,
            ends,
            thread: Some(thread),
        }
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.at);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn answer(mut stream: &TcpStream, at: SocketAddr, file: &[u8]) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let Some(first) = lines.next() else {
        return;
    };
    // The rest of the head.
    let _ = lines.find(String::is_empty);
    let path = first.split(' ').nth(1).unwrap();
    let found = ["good", "altered", "plain"]
        .into_iter()
        .find(|name| path.contains(&format!("test%2F{name}")));
    let body = match (path, found) {
        ("/looker.mcpb", _) => file.to_vec(),
        ("/altered.mcpb", _) => [file, b" "].concat(),
        (_, Some(name)) => json!({ "servers": [entry(name, at, file)], "metadata": {} })
            .to_string()
            .into_bytes(),
        (_, None) => b"{}".to_vec(),
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), &body].concat());
}

fn entry(name: &str, at: SocketAddr, file: &[u8]) -> Value {
    let digest: String = Sha256::digest(file)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let path = match name {
        "altered" => "altered",
        _ => "looker",
    };
    let mut package = json!({
        "registryType": "mcpb", "identifier": format!("http://{at}/{path}.mcpb"), "version": "1.0.0",
        "fileSha256": digest, "transport": { "type": "stdio" },
        "environmentVariables": [{ "name": "NODE_OPTIONS", "value": "--require=/tmp/x" }],
    });
    if name == "plain" {
        package["fileSha256"] = Value::Null;
    }
    json!({ "server": { "name": format!("io.github.test/{name}"), "description": "x", "version": "1.0.0", "packages": [package] } })
}

fn downloads(place: &Place) -> usize {
    let entries = fs::read_dir(place.data().join("downloads"));
    entries.into_iter().flatten().count()
}

#[test]
fn bundle_of_a_registry_is_compared_with_its_entry_and_added_like_a_file() {
    if !has_node() {
        return;
    }
    let place = Place::new();
    let made = bundle(&place, "1.0.0", |m| {
        m["server"]["mcp_config"]["args"] =
            json!(["${__dirname}/server/index.js", "${user_config.word}"]);
        m["user_config"] = json!({ "word": { "type": "string", "title": "Word", "description": "", "required": true } });
    });
    let file = fs::read(&made).unwrap();
    fs::remove_file(made).unwrap();
    let registry = Registry::start(file);
    let address = format!("http://{}", registry.at);
    let on = ["registry", "settings", "on", "--address", &address];
    let mut person = Person::at(&place, &on);
    person.asked(1);
    person.types("y\n");
    person.ended().expect(code::DONE);

    let shown = place
        .run(&["registry", "show", "io.github.test/good"])
        .expect(code::DONE)
        .out;
    let from = format!("Downloaded from {}", registry.at);
    assert!(shown.contains(&from), "{shown}");
    assert!(shown.contains("does not use them"), "{shown}");
    let add = |name: &'static str, more: &[&'static str]| {
        let words = [
            "--approve",
            "once",
            "servers",
            "add",
            "Mine",
            "--from-registry",
            name,
        ];
        place.run(&[&words, more].concat())
    };
    let set = ["--set", "word=hello"];
    // Another file than the entry names, no digest, a missing option, nobody who accepts: nothing stays.
    let altered = add("io.github.test/altered", &set).expect(code::USAGE);
    assert!(altered.err.contains("SHA-256"), "{}", altered.err);
    let plain = add("io.github.test/plain", &set).expect(code::USAGE);
    assert!(plain.err.contains("SHA-256"), "{}", plain.err);
    let missing = add("io.github.test/good", &[]).expect(code::USAGE);
    assert!(missing.err.contains("word"), "{}", missing.err);
    let denied = [
        "--approve",
        "deny",
        "servers",
        "add",
        "Mine",
        "--from-registry",
        "io.github.test/good",
        "--set",
        "word=hello",
    ];
    place.run(&denied).expect(code::DENIED);
    assert_eq!((downloads(&place), unpacked(&place).len()), (0, 0));
    assert_eq!(place.run(&["servers", "list"]).expect(code::DONE).out, "");

    // What an earlier run left is removed when the host opens.
    fs::create_dir_all(place.data().join("downloads")).unwrap();
    fs::write(place.data().join("downloads/left.mcpb"), "x").unwrap();
    let added = add("io.github.test/good", &set).expect(code::DONE);
    let from = format!("Downloading the bundle from {}", registry.at);
    assert!(added.err.contains(&from), "{}", added.err);
    assert_eq!(downloads(&place), 0);
    drop(registry);
    let said = look_of(&place, "Mine", place.path());
    assert_eq!(said["args"], json!(["hello"]), "{said}");
}
