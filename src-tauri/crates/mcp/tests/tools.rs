//! Listing and calling tools, well-behaved and otherwise.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use common::{approved, call, first_text, options, pair};
use domain::{Content, ServerId};
use mcp::{BoundHit, Bounds, CallError, Client, NotSent, Ready, ServerEvent, Stopped};
use serde_json::json;
use testkit::{Act, Paging, Script, Tool, serve_duplex};

async fn scripted(script: Script, bounds: Bounds) -> (Client, Ready) {
    let (reader, writer) = serve_duplex(script);
    Client::connect_here(reader, writer, options(bounds))
        .await
        .unwrap()
}

fn on_call(tool: &str, acts: Vec<Act>) -> Script {
    Script {
        on_call: [(tool.to_owned(), acts)].into(),
        ..Script::default()
    }
}

#[tokio::test]
async fn the_built_in_tools_over_small_pages() {
    let (client, _ready) = scripted(
        Script {
            page_size: Some(2),
            ..Script::default()
        },
        Bounds::default(),
    )
    .await;
    let list = client.list_tools().await.unwrap();
    let names: Vec<&str> = list.items.iter().map(|t| t.tool.name.as_str()).collect();
    assert_eq!(names, Tool::ALL.map(Tool::name));
    assert!(
        list.items.iter().all(|t| t.tool.server == client.server()) && list.unreadable.is_empty()
    );
    assert_eq!(
        first_text(&call(&client, "echo", r#"{"text":"hi"}"#).await.unwrap()),
        r#"{"text":"hi"}"#
    );
    assert!(call(&client, "fail", "{}").await.unwrap().is_error);
    assert!(matches!(
        call(&client, "image", "{}").await.unwrap().content[..],
        [Content::Image { .. }]
    ));
    let unknown = call(&client, "nonesuch", "{}").await.unwrap_err();
    assert!(matches!(unknown, CallError::Rpc { code: -32602, .. }) && !unknown.may_have_run());
}

#[tokio::test]
async fn a_malformed_tool_costs_itself_alone() {
    let extra_tools = vec![
        json!({"name": 7, "inputSchema": {}}),
        json!({"name": "no_schema"}),
        json!({"name": "echo", "inputSchema": {}}),
        json!({"name": "odd", "inputSchema": {}, "annotations": {"readOnlyHint": "yes", "title": "Odd"}, "x": [1]}),
    ];
    let (client, _ready) = scripted(
        Script {
            extra_tools,
            ..Script::default()
        },
        Bounds::default(),
    )
    .await;
    let list = client.list_tools().await.unwrap();
    assert_eq!(list.items.len(), 7);
    let indexes: Vec<usize> = list.unreadable.iter().map(|u| u.index).collect();
    assert_eq!(indexes, [5, 7]);
    assert!(list.unreadable[1].reason.contains("a second tool \"echo\""));
    assert_eq!(list.items[5].input_schema, r#"{"type":"object"}"#);
    let odd = &list.items[6];
    assert_eq!(
        (odd.title.as_deref(), odd.annotations),
        (Some("Odd"), domain::Annotations::default())
    );
    assert!(odd.raw.contains(r#""x":[1]"#), "unknown fields survive");
}

#[tokio::test]
async fn a_listing_never_goes_on_for_ever() {
    let list = |paging, bounds| async move {
        let (client, _ready) = scripted(
            Script {
                paging,
                page_size: Some(1),
                ..Script::default()
            },
            bounds,
        )
        .await;
        let list = client.list_tools().await.unwrap();
        (list.items.len(), list.stopped)
    };
    assert_eq!(
        list(Paging::Endless, Bounds::default()).await,
        (5, Some(Stopped::Pages(100)))
    );
    assert_eq!(
        list(Paging::Circle, Bounds::default()).await,
        (2, Some(Stopped::RepeatedCursor))
    );
    let few = Bounds {
        listing_items: 3,
        ..Bounds::default()
    };
    assert_eq!(
        list(Paging::Honest, few).await,
        (
            3,
            Some(Stopped::Items {
                most: 3,
                left_out: 0
            })
        )
    );
    let small = Bounds {
        listing_bytes: 200,
        ..Bounds::default()
    };
    let (_, stopped) = list(Paging::Honest, small).await;
    assert_eq!(stopped, Some(Stopped::Bound(BoundHit::ListingBytes)));
}

#[tokio::test(start_paused = true)]
async fn a_listing_as_a_whole_has_a_time_limit() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    let far = async {
        for page in 0.. {
            let Ok(request) = peer.message().await else {
                return;
            };
            if request["method"] == "notifications/cancelled" {
                return;
            }
            tokio::time::sleep(Duration::from_secs(7)).await;
            peer.answer(
                &request,
                json!({"tools": [], "nextCursor": page.to_string()}),
            )
            .await
            .unwrap();
        }
    };
    let (listed, ()) = tokio::join!(client.list_tools(), far);
    let stopped = listed.unwrap().stopped;
    assert_eq!(stopped, Some(Stopped::Bound(BoundHit::ListingTime)));
}

#[tokio::test]
async fn a_call_for_another_server_never_leaves() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    let (_, other) = approved(ServerId::new(), "echo", "{}").await;
    let (progress, _) = tokio::sync::mpsc::channel(16);
    assert_eq!(
        client.call_tool(other, progress).await.unwrap_err(),
        NotSent::OtherServer.into()
    );
    client.close().await;
    assert!(peer.line().await.is_err());
}

#[tokio::test]
async fn bad_answers_end_their_call_at_once() {
    let table: Vec<(Vec<Act>, &str)> = vec![
        (vec![Act::Line(r#"{"jsonrpc":"2.0","id":$id,"result":null,"error":{"code":-1,"message":"no\u001b[2J"}}"#.into())],
            "the server answered with an error: no⟨U+001B⟩[2J (code -1)"),
        (vec![Act::Line(r#"{"jsonrpc":"2.0","id":$id,"error":"boom"}"#.into())],
            "the server answered with an error: boom (code 0)"),
        (vec![Act::Line(r#"{"jsonrpc":"2.0","id":$id}"#.into())],
            "the answer cannot be read: it has neither a result nor an error"),
        (vec![Act::Line(r#"{"jsonrpc":"2.0","id":$id,"result":{"content":[{"text":"cut o"#.into())],
            "the answer cannot be read: it is not valid JSON"),
        (vec![Act::Line(r#"{"jsonrpc":"2.0","id":$id,"result":{"content":["#.into())],
            "the answer cannot be read: it is not valid JSON"),
        (vec![Act::LongAnswer(300_000)], "the answer was refused: a message is larger than this host accepts"),
        (vec![Act::Line(format!(r#"{{"result":{{"x":"{}"}},"jsonrpc":"2.0","id":$id}}"#, "x".repeat(300_000)))],
            "the answer was refused: a message is larger than this host accepts"),
    ];
    for (acts, want) in table {
        let bounds = Bounds {
            message_bytes: 200_000,
            ..Bounds::default()
        };
        let (client, _ready) = scripted(on_call("echo", acts), bounds).await;
        let error = tokio::time::timeout(Duration::from_secs(10), call(&client, "echo", "{}"))
            .await
            .unwrap()
            .unwrap_err();
        assert_eq!(error.to_string(), want);
        assert!(error.may_have_run());
        assert_eq!(
            first_text(&call(&client, "slow", r#"{"steps":0}"#).await.unwrap()),
            "done",
            "the connection lives"
        );
    }
}

#[tokio::test]
async fn odd_answers_still_arrive() {
    let result = r#"{"content":[{"type":"text","text":"ok"},{"type":"hologram"}]}"#;
    let answers = [
        format!(r#"[{{"jsonrpc":"2.0","id":$id,"result":{result}}}]"#),
        format!(r#"{{"jsonrpc":"2.0","id":"$id","result":{result}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":$id.0,"result":{result},"error":null}}"#),
    ];
    let acts: Vec<Act> = vec![
        Act::Line("noise".into()),
        Act::Line("\r".into()),
        Act::LongLine(300_000),
        Act::Line(r#"{"jsonrpc":"2.0","id":424242,"result":{}}"#.into()),
    ];
    for answer in answers {
        let mut acts = acts.clone();
        acts.extend([Act::Line(format!("{answer}\r")), Act::Line(answer)]);
        let bounds = Bounds {
            message_bytes: 200_000,
            ..Bounds::default()
        };
        let (client, _ready) = scripted(on_call("echo", acts), bounds).await;
        let outcome = call(&client, "echo", "{}").await.unwrap();
        assert_eq!(first_text(&outcome), "ok");
        assert_eq!(
            outcome.content[1],
            Content::Unknown {
                raw: r#"{"type":"hologram"}"#.into()
            }
        );
        client.ping().await.unwrap();
        let c = client.counters();
        assert_eq!(
            (
                c.noise_lines,
                c.over_long,
                c.unknown_answers,
                c.late_answers
            ),
            (1, 1, 1, 1),
            "{c:?}"
        );
    }
}

#[tokio::test]
async fn bad_utf8_is_counted_and_costs_its_characters() {
    let (client, _ready, mut peer) = pair(Bounds::default()).await;
    let far = async {
        let request = peer.expect("tools/call").await.unwrap();
        peer.write(b"\xff\xfe garbage\n").await.unwrap();
        let mut answer = format!(
            r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":[],"x":""#,
            request["id"]
        )
        .into_bytes();
        answer.extend_from_slice(b"\xff\"}}\n");
        peer.write(&answer).await.unwrap();
    };
    let (outcome, ()) = tokio::join!(call(&client, "echo", "{}"), far);
    assert_eq!(
        outcome.unwrap().rest.as_json(),
        Some("{\"x\":\"\u{fffd}\"}")
    );
    assert_eq!(client.counters().bad_utf8, 2);
}

#[tokio::test]
async fn a_crash_in_the_middle_of_a_call_is_unknown_not_repeated() {
    let (client, mut ready) =
        scripted(on_call("echo", vec![Act::Crash(3)]), Bounds::default()).await;
    let error = call(&client, "echo", "{}").await.unwrap_err();
    assert_eq!(error, CallError::ConnectionLost { sent: true });
    assert!(error.may_have_run());
    assert!(matches!(
        ready.events.recv().await,
        Some(ServerEvent::Closed(_))
    ));
}
