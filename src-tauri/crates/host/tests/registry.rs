//! The registry of servers: off until confirmed, held for a while, and never more than a filled form.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use host::{GuardProgram, Host, HostConfig};
use host_api::{AnswerView, ApprovalKindView, ErrorCode, GivenValue, RegistryChoice, ScopeView};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
};

async fn open(data_dir: &Path) -> Host {
    Host::open(HostConfig {
        data_dir: data_dir.to_owned(),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    })
    .await
    .unwrap()
}

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
    /// Answers each request with one entry, whose package has another version each time.
    async fn new() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = Arc::clone(&asked);
        let task = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(stream.read_u8().await.unwrap());
                }
                let head = String::from_utf8(head).unwrap();
                let count = {
                    let mut log = log.lock().unwrap();
                    log.push(head.split(' ').nth(1).unwrap().to_owned());
                    log.len()
                };
                let body = json!({
                    "servers": [{ "server": {
                        "name": "a.b/hello", "description": "x", "version": "1.0.0",
                        "packages": [{
                            "registryType": "npm", "identifier": "hello", "version": format!("1.0.{count}"),
                            "transport": { "type": "stdio" },
                            "packageArguments": [{ "type": "positional", "valueHint": "folder", "isRequired": true }],
                            "environmentVariables": [{ "name": "MODE", "value": "x" }],
                        }],
                    } }],
                    "metadata": { "nextCursor": "same" },
                })
                .to_string();
                let head = format!(
                    "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
            }
        });
        Self {
            address,
            asked,
            task,
        }
    }

    fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

/// Answers the next approval request, which has to be about this address.
async fn answer(host: &Host, address: &str, allow: bool) {
    let mut queue = host.prompts();
    while let Some(prompts) = queue.recv().await {
        let Some(prompt) = prompts.into_iter().next() else {
            continue;
        };
        let ApprovalKindView::Authority { authority } = &prompt.kind else {
            panic!("another request");
        };
        let change = serde_json::to_value(&authority.change).unwrap();
        assert_eq!(change, json!({ "change": "registry", "address": address }));
        let id = prompt.id.parse().unwrap();
        host.prompt_shown(id, prompt.revision).unwrap();
        tokio::time::sleep(Duration::from_millis(u64::from(prompt.arm_ms) + 20)).await;
        let answer = match allow {
            true => AnswerView::Allow {
                scope: ScopeView::Standing,
                values: Default::default(),
                key: None,
            },
            false => AnswerView::Deny { note: None },
        };
        host.answer_prompt(id, prompt.revision, answer)
            .await
            .unwrap();
        return;
    }
}

fn choice(values: &[(&str, &str)]) -> RegistryChoice {
    let given = |(name, value): &(&str, &str)| GivenValue {
        name: (*name).to_owned(),
        value: (*value).to_owned(),
    };
    RegistryChoice {
        name: "a.b/hello".into(),
        version: None,
        way: 0,
        values: values.iter().map(given).collect(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn registry_is_used_once_confirmed_and_fills_in_what_was_shown() {
    let dir = tempfile::tempdir().unwrap();
    let served = Served::new().await;
    let host = open(dir.path()).await;
    let address = served.address.clone();

    let off = host.search_registry("hello", None, 0).await.unwrap_err();
    assert_eq!(off.code, ErrorCode::Denied);
    let (denied, ()) = tokio::join!(host.use_registry(&address), answer(&host, &address, false));
    assert_eq!(denied.unwrap_err().code, ErrorCode::Denied);
    assert!(!host.settings().registry.on);
    assert!(host.fill_from_registry(choice(&[])).await.is_err());
    assert_eq!(served.asked(), 0, "nothing is sent while it is off");

    let (used, ()) = tokio::join!(host.use_registry(&address), answer(&host, &address, true));
    assert!(used.unwrap().on);
    // The same again asks nobody.
    assert!(host.use_registry(&address).await.unwrap().on);

    // A page is requested once; one that leads to itself ends.
    for _ in 0..2 {
        assert_eq!(
            host.search_registry("hello", None, 0)
                .await
                .unwrap()
                .rows
                .len(),
            1
        );
    }
    host.search_registry("hello", None, 1).await.unwrap();
    let endless = host.search_registry("hello", None, 2).await.unwrap_err();
    assert_eq!(endless.code, ErrorCode::Invalid);
    assert_eq!(served.asked(), 2);
    assert!(
        host.search_registry("hello", Some("yesterday"), 0)
            .await
            .is_err()
    );

    // What is filled in is what was shown, although the registry says something else by now.
    let entry = host.registry_entry("a.b/hello", None).await.unwrap();
    assert_eq!(entry.ways[0].source, "hello@1.0.3");
    assert!(
        host.fill_from_registry(choice(&[])).await.is_err(),
        "a value is missing"
    );
    assert!(
        host.fill_from_registry(choice(&[("folder", "--eval")]))
            .await
            .is_err()
    );
    let filled = host
        .fill_from_registry(choice(&[("folder", "/tmp/a b")]))
        .await
        .unwrap();
    assert_eq!(filled.command, "npx");
    assert_eq!(filled.args, ["--yes", "hello@1.0.3", "/tmp/a b"]);
    assert_eq!(
        (filled.kept, filled.from_host.len()),
        (vec!["MODE".to_owned()], 0)
    );
    assert_eq!(served.asked(), 3);
    for name in ["../../x", "hello", "a.b/c/d", ""] {
        assert_eq!(
            host.registry_entry(name, None).await.unwrap_err().code,
            ErrorCode::Invalid,
            "{name}"
        );
    }
    assert!(host.servers().is_empty(), "nothing is added");

    // Switched off, nothing is sent, and nothing that was read is used. The address stays, also after a restart.
    host.stop_registry().await.unwrap();
    assert!(host.registry_entry("a.b/hello", None).await.is_err());
    host.close().await;
    drop(host);
    let again = open(dir.path()).await;
    let setting = again.settings().registry;
    assert_eq!(
        (setting.on, setting.address.as_str()),
        (false, address.as_str())
    );
    assert_eq!(served.asked(), 3);
    again.close().await;
}
