//! What can be asked of a server beside calling its tools: the bytes, the checks before them, and how answers are read.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test waits for one thing")]

use crate::common;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use common::options;
use domain::Content;
use mcp::{
    Bounds, CallError, Client, ClientOptions, CompletionFor, LogLevel, NotSent, Passed, PromptRole,
    Ready, STATEFUL_VERSIONS, Stopped, Tap,
};
use serde_json::{Value, json};
use testkit::Peer;

/// A client and a server that declares this, in this revision.
async fn offering(
    version: &str,
    capabilities: Value,
    options: ClientOptions,
) -> (Client, Ready, Peer) {
    let (mut peer, reader, writer) = Peer::new();
    let far = async {
        let initialize = peer.expect("initialize").await.unwrap();
        let result = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "serverInfo": {
                "name": "peer", "version": "1", "title": "A peer", "description": "d\u{202e}",
                "websiteUrl": "https://peer.example", "icons": [
                    {"src": "https://peer.example/i.png", "mimeType": "image/png"},
                    {"src": 7}, {"src": "data:image/png;base64,".to_owned() + &"A".repeat(70_000)}, 7,
                ],
            },
            "instructions": 7,
        });
        peer.answer(&initialize, result).await.unwrap();
        peer.expect("notifications/initialized").await.unwrap();
    };
    let (connected, ()) = tokio::join!(Client::connect_here(reader, writer, options), far);
    let (client, ready) = connected.unwrap();
    (client, ready, peer)
}

fn everything() -> Value {
    json!({
        "resources": {"subscribe": true, "listChanged": true}, "prompts": {}, "logging": {},
        "completions": {}, "tools": {}, "experimental": {"x": 1},
    })
}

async fn full() -> (Client, Ready, Peer) {
    offering("2025-06-18", everything(), options(Bounds::default())).await
}

/// Reads the next line and answers it.
async fn answer(peer: &mut Peer, result: Value) -> String {
    let line = peer.line().await.unwrap();
    let request: Value = serde_json::from_str(&line).unwrap();
    peer.answer(&request, result).await.unwrap();
    line
}

fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

#[tokio::test]
async fn the_messages_byte_for_byte() {
    let (client, _ready, mut peer) = full().await;
    let ask = async {
        client.read_resource("a:b").await.unwrap();
        client.subscribe("a:b").await.unwrap();
        client.unsubscribe("a:b").await.unwrap();
        client.get_prompt("p", &values(&[])).await.unwrap();
        client
            .get_prompt("p", &values(&[("x", "1")]))
            .await
            .unwrap();
        let template = CompletionFor::Template {
            uri: "a:{x}".into(),
        };
        client
            .complete(&template, "x", "v", &values(&[("y", "2")]))
            .await
            .unwrap();
        client.set_log_level(LogLevel::Warning).await.unwrap();
    };
    let far = async {
        let mut lines = Vec::new();
        for result in [
            json!({"contents": []}),
            json!({}),
            json!({}),
            json!({"messages": []}),
            json!({"messages": []}),
            json!({"completion": {"values": []}}),
            json!({}),
        ] {
            lines.push(answer(&mut peer, result).await);
        }
        lines.join("\n")
    };
    let ((), lines) = tokio::join!(ask, far);
    insta::assert_snapshot!(lines, @r#"
    {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"a:b"}}
    {"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":"a:b"}}
    {"jsonrpc":"2.0","id":4,"method":"resources/unsubscribe","params":{"uri":"a:b"}}
    {"jsonrpc":"2.0","id":5,"method":"prompts/get","params":{"name":"p","arguments":{}}}
    {"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"p","arguments":{"x":"1"}}}
    {"jsonrpc":"2.0","id":7,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"a:{x}"},"argument":{"name":"x","value":"v"},"context":{"arguments":{"y":"2"}}}}
    {"jsonrpc":"2.0","id":8,"method":"logging/setLevel","params":{"level":"warning"}}
    "#);
}

#[tokio::test]
async fn nothing_is_asked_that_was_not_declared() {
    let capabilities = json!({"resources": {}, "prompts": false});
    let (client, _ready, mut peer) =
        offering("2025-11-25", capabilities, options(Bounds::default())).await;
    let not = |error: CallError| match error {
        CallError::NotSent(NotSent::NotDeclared(what)) => what,
        other => panic!("{other:?}"),
    };
    let prompt = CompletionFor::Prompt { name: "p".into() };
    let none = values(&[]);
    assert_eq!(not(client.list_tools().await.unwrap_err()), "tools");
    assert_eq!(not(client.list_prompts().await.unwrap_err()), "prompts");
    assert_eq!(
        not(client.get_prompt("p", &none).await.unwrap_err()),
        "prompts"
    );
    assert_eq!(
        not(client.subscribe("a:b").await.unwrap_err()),
        "subscriptions to resources"
    );
    assert_eq!(
        not(client.complete(&prompt, "x", "", &none).await.unwrap_err()),
        "completions"
    );
    assert_eq!(
        not(client.set_log_level(LogLevel::Debug).await.unwrap_err()),
        "logging"
    );
    let long = "x".repeat(8_193);
    assert_eq!(
        client.read_resource(&long).await.unwrap_err(),
        CallError::NotSent(NotSent::Encoding)
    );
    let (listed, line) = tokio::join!(
        client.list_resources(),
        answer(&mut peer, json!({"resources": []}))
    );
    assert_eq!(listed.unwrap().items, []);
    assert!(
        line.contains("\"id\":2"),
        "nothing was sent before it: {line}"
    );
}

#[tokio::test]
async fn one_bad_item_costs_itself_alone_on_every_list() {
    let (client, _ready, mut peer) = full().await;
    let long = "x".repeat(9_000);
    let far = async {
        let resource = |uri: &str| json!({"uri": uri, "name": "n", "size": 12, "x": 1});
        let first = json!({"resources": [resource("a:1"), {"name": "no uri"}, {"uri": "a:9"}], "nextCursor": "c"});
        let second = json!({"resources": [resource("a:1"), resource("a:2"), resource(&long), 7, null], "nextCursor": null});
        answer(&mut peer, first).await;
        assert!(answer(&mut peer, second).await.contains(r#""cursor":"c""#));
        let template = |t: &str| json!({"uriTemplate": t, "name": "n", "title": 7});
        let templates =
            json!({"resourceTemplates": [template("a:{x,y}"), template("a:{"), template("")]});
        answer(&mut peer, templates).await;
        let prompts = json!({"prompts": [
            {"name": "p", "arguments": [{"name": "x", "required": true}, {"name": "y"}], "icons": []},
            {"name": "q", "arguments": [{}]}, {"name": ""}, {"name": "r", "arguments": null},
        ]});
        answer(&mut peer, prompts).await;
    };
    let near = async {
        (
            client.list_resources().await.unwrap(),
            client.list_templates().await.unwrap(),
            client.list_prompts().await.unwrap(),
        )
    };
    let ((resources, templates, prompts), ()) = tokio::join!(near, far);
    let uris: Vec<&str> = resources.items.iter().map(|r| r.uri.as_str()).collect();
    assert_eq!(uris, ["a:1", "a:9", "a:2"]);
    let bad: Vec<usize> = resources.unreadable.iter().map(|u| u.index).collect();
    assert_eq!(bad, [1, 3, 5, 6, 7], "{:?}", resources.unreadable);
    assert!(
        resources.items[0].raw.contains("\"x\":1"),
        "kept as received"
    );
    assert_eq!(templates.items.len(), 2);
    assert_eq!(
        templates.items[0].variables.as_deref(),
        Ok(&["x".to_owned(), "y".to_owned()][..])
    );
    assert!(templates.items[1].variables.is_err() && templates.items[1].title.is_none());
    let names: Vec<&str> = prompts.items.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(
        (names.as_slice(), prompts.unreadable.len()),
        (&["p", "q", "r"][..], 1)
    );
    assert!(prompts.items[0].arguments[0].required && !prompts.items[0].arguments[1].required);
}

#[tokio::test]
async fn contents_and_messages_that_cannot_be_read_are_kept_as_received() {
    let bounds = Bounds {
        media_bytes: 300,
        content_blocks: 6,
        ..Bounds::default()
    };
    let (client, _ready, mut peer) = offering("2025-03-26", everything(), options(bounds)).await;
    let far = async {
        let contents = json!({"contents": [
            {"uri": "a:1", "text": "t", "mimeType": "text/x"}, {"uri": "a:2", "blob": "QUJD"},
            {"uri": "a:3", "blob": "QUJD".repeat(200)}, {"uri": "a:4", "blob": "no base64!"}, {"uri": 7}, 7,
        ]});
        answer(&mut peer, contents).await;
        answer(&mut peer, json!({"contents": [1, 2, 3, 4, 5, 6, 7]})).await;
        let messages = json!({"description": "d", "messages": [
            {"role": "user", "content": {"type": "text", "text": "ask"}},
            {"role": "assistant", "content": {"type": "text", "text": "made up"}},
            {"role": "system", "content": {"type": "hologram"}}, {"role": "user"}, 7,
        ]});
        answer(&mut peer, messages).await;
        answer(&mut peer, json!({"messages": 7})).await;
    };
    let none = values(&[]);
    let near = async {
        (
            client.read_resource("a:1").await.unwrap().into_data(),
            client.read_resource("a:1").await.unwrap().into_data(),
            client.get_prompt("p", &none).await.unwrap().into_data(),
            client.get_prompt("p", &none).await.unwrap().into_data(),
        )
    };
    let ((contents, too_many, prompt, alone), ()) = tokio::join!(near, far);
    let held: Vec<bool> = contents
        .iter()
        .map(|c| matches!(c, Content::Resource { .. }))
        .collect();
    assert_eq!(held, [true, true, false, false, false, false]);
    let last = too_many.last().unwrap();
    assert!(matches!(last, Content::Text { text, .. } if text.contains("1 more blocks")));
    let roles: Vec<PromptRole> = prompt.messages.iter().map(|m| m.role).collect();
    use PromptRole::{Assistant, Other, User};
    assert_eq!(roles, [User, Assistant, Other, User, Other]);
    assert!(matches!(
        prompt.messages[3].content,
        Content::Unknown { .. }
    ));
    assert_eq!(alone.messages.len(), 1);
}

#[tokio::test]
async fn every_listing_ends() {
    let (client, _ready, mut peer) = full().await;
    let circle = async {
        for cursor in ["a", "b", "a"] {
            answer(&mut peer, json!({"prompts": [], "nextCursor": cursor})).await;
        }
    };
    let (listed, ()) = tokio::join!(client.list_prompts(), circle);
    assert_eq!(listed.unwrap().stopped, Some(Stopped::RepeatedCursor));
    let endless = async {
        for n in 0..100 {
            let page = json!({"resources": [], "nextCursor": n.to_string()});
            answer(&mut peer, page).await;
        }
    };
    let (listed, ()) = tokio::join!(client.list_resources(), endless);
    assert_eq!(listed.unwrap().stopped, Some(Stopped::Pages(100)));
    let (listed, _) = tokio::join!(client.list_templates(), answer(&mut peer, json!({"x": []})));
    assert_eq!(listed.unwrap().items, []);
}

#[tokio::test]
async fn all_stateful_revisions_are_spoken_and_take_batches() {
    for version in STATEFUL_VERSIONS {
        let capabilities = json!({"prompts": {}});
        let bounds = options(Bounds::default());
        let (client, ready, mut peer) = offering(version, capabilities, bounds).await;
        assert_eq!(ready.info.protocol_version, version);
        assert_eq!(ready.info.capabilities.completions, version == "2024-11-05");
        let far = async {
            let list = peer.expect("prompts/list").await.unwrap();
            let ping = peer.expect("ping").await.unwrap();
            let answer = |to: &Value, result: Value| json!({"jsonrpc": "2.0", "id": to["id"], "result": result});
            let log = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "alert", "data": 1}});
            let batch = json!([
                answer(&ping, json!({})),
                log,
                answer(&list, json!({"prompts": []}))
            ]);
            peer.send(&batch).await.unwrap();
        };
        let (listed, pinged, ()) = tokio::join!(client.list_prompts(), client.ping(), far);
        assert_eq!(listed.unwrap().items, [], "{version}");
        pinged.unwrap();
    }
    // What was given for the other arguments is told since 2025-06-18.
    for (version, told) in STATEFUL_VERSIONS
        .into_iter()
        .zip([false, false, true, true])
    {
        let bounds = options(Bounds::default());
        let (client, _ready, mut peer) = offering(version, everything(), bounds).await;
        let prompt = CompletionFor::Prompt { name: "p".into() };
        let given = values(&[("y", "2")]);
        let result = json!({"completion": {"values": ["a"], "hasMore": true}});
        let (got, line) = tokio::join!(
            client.complete(&prompt, "x", "", &given),
            answer(&mut peer, result)
        );
        assert!(got.unwrap().has_more);
        assert_eq!(line.contains("context"), told, "{version}: {line}");
    }
}

#[tokio::test]
async fn what_a_server_says_of_itself_is_bounded_data() {
    let (_client, ready, _peer) = full().await;
    let info = ready.info;
    assert_eq!(info.title.unwrap().as_data(), "A peer");
    assert_eq!(info.website.unwrap().as_data(), "https://peer.example");
    assert_eq!(info.description.unwrap().as_data(), "d\u{202e}");
    assert_eq!(
        info.icons.len(),
        1,
        "what is no icon or too large is left out"
    );
    assert!(info.instructions.is_none(), "another type counts as absent");
    let c = info.capabilities;
    assert!(c.resources.is_some_and(|r| r.subscribe && r.list_changed));
    assert!(c.prompts.is_some_and(|p| !p.list_changed) && c.logging && c.completions);
    assert!(c.raw.contains("experimental"));
}

#[tokio::test(start_paused = true)]
async fn answer_times_are_those_of_answers() {
    let (client, _ready, mut peer) = full().await;
    assert_eq!(
        client.answers(),
        mcp::Answers::default(),
        "the handshake does not count"
    );
    for (wait, slowest) in [(40, 40), (7, 40)] {
        let far = async {
            let ping = peer.expect("ping").await.unwrap();
            tokio::time::sleep(Duration::from_millis(wait)).await;
            peer.answer(&ping, json!({})).await.unwrap();
        };
        let (pinged, ()) = tokio::join!(client.ping(), far);
        assert_eq!(pinged.unwrap(), Duration::from_millis(wait));
        let answers = client.answers();
        assert_eq!(answers.last, Some(Duration::from_millis(wait)));
        assert_eq!(answers.slowest, Some(Duration::from_millis(slowest)));
    }
}

#[derive(Default)]
struct Seen {
    on: AtomicBool,
    lines: Mutex<Vec<(bool, String, bool)>>,
}

impl Tap for Seen {
    fn watched(&self) -> bool {
        self.on.load(Ordering::SeqCst)
    }

    fn passed(&self, message: Passed<'_>) {
        let line = (message.sent, message.text.to_owned(), message.bad.is_some());
        self.lines.lock().unwrap().push(line);
    }
}

#[tokio::test]
async fn a_tap_sees_what_passes_in_order_while_it_is_on() {
    let seen = Arc::new(Seen::default());
    let tapped = ClientOptions {
        tap: Some(seen.clone()),
        ..options(Bounds {
            message_bytes: 100_000,
            ..Bounds::default()
        })
    };
    let (client, _ready, mut peer) = offering("2025-11-25", everything(), tapped).await;
    assert!(seen.lines.lock().unwrap().is_empty(), "nobody looked");
    seen.on.store(true, Ordering::SeqCst);
    let far = async {
        peer.write(format!("{}\n\u{fffd}hm\n", "x".repeat(200_000)).as_bytes())
            .await
            .unwrap();
        peer.write(b"\xff\n").await.unwrap();
        answer(&mut peer, json!({})).await;
    };
    let (pinged, ()) = tokio::join!(client.ping(), far);
    pinged.unwrap();
    seen.on.store(false, Ordering::SeqCst);
    let (pinged, _) = tokio::join!(client.ping(), answer(&mut peer, json!({})));
    pinged.unwrap();
    let lines = seen.lines.lock().unwrap();
    let received: Vec<(&str, bool)> = lines
        .iter()
        .filter(|(sent, ..)| !sent)
        .map(|(_, text, bad)| (text.get(..7).unwrap_or(text), *bad))
        .collect();
    assert_eq!(
        received,
        [
            ("xxxxxxx", true),
            ("\u{fffd}hm", false),
            ("\u{fffd}", true),
            ("{\"id\":2", false)
        ]
    );
    let sent: Vec<&str> = lines
        .iter()
        .filter(|(sent, ..)| *sent)
        .map(|(_, text, _)| text.as_str())
        .collect();
    assert_eq!(sent, [r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#]);
}
