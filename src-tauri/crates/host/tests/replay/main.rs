//! A conversation that began on one wire goes on on another and back, with thinking, calls and images in it. The endpoints refuse what their
//! vendors refuse.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod charges;
mod chat;
mod endpoint;
mod messages;
mod responses;

use std::time::Duration;

use domain::{ConversationId, ProviderId, ServerId};
use host::{Host, NewServer, SessionProvider};
use host_api::{AddServer, MessageStatusView, PartView, RoleView, WireView};
use serde_json::json;

use crate::context::{open, say};
use endpoint::Endpoint;

/// Longest wait for a turn.
const LIMIT: Duration = Duration::from_secs(30);
/// A picture of one pixel.
const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// A server whose tool answers with a text and a picture.
async fn server(host: &Host) -> ServerId {
    let answer = json!({ "content": [
        { "type": "text", "text": "seen" },
        { "type": "image", "mimeType": "image/png", "data": PICTURE },
    ] });
    let script = json!({ "on_call": { "echo": [{ "answer": answer }] } });
    let server = AddServer {
        name: "Kit".into(),
        command: testkit::server_binary().unwrap().display().to_string(),
        args: vec![script.to_string()],
        cwd: None,
        env_names: vec![],
    };
    let new = NewServer {
        server,
        values: vec![],
        from_host: vec![],
    };
    let id = host.add_server(new).await.unwrap().tag.id.parse().unwrap();
    host.start_and_wait(id, true).await.unwrap();
    host.allow_tool(id, "echo", None).unwrap();
    id
}

async fn provider(host: &Host, endpoint: &Endpoint) -> ProviderId {
    let provider = SessionProvider {
        wire: endpoint.wire,
        base_url: endpoint.base_url.clone(),
        model: "m".into(),
        key: None,
    };
    let provider = host.use_session_provider(provider).await.unwrap();
    let provider = provider.parse().unwrap();
    host.allow_outflow(provider);
    provider
}

#[tokio::test(flavor = "multi_thread")]
async fn conversation_goes_on_on_every_other_wire_and_back() {
    let dir = tempfile::tempdir().unwrap();
    let host = open(dir.path()).await;
    server(&host).await;
    let wires = [
        WireView::OpenAiChat,
        WireView::AnthropicMessages,
        WireView::OpenAiResponses,
    ];
    for first in wires {
        for second in wires {
            let (one, other) = (Endpoint::start(first), Endpoint::start(second));
            let ids = [provider(&host, &one).await, provider(&host, &other).await];
            let mut conversation = None;
            for (at, words) in [(0, "Begin."), (1, "Go on."), (0, "Come back.")] {
                conversation = Some(say(&host, conversation, ids[at], words).await);
            }
            let seen = (one.seen(), other.seen());
            let refused = [&seen.0.refused[..], &seen.1.refused].concat();
            assert!(refused.is_empty(), "{first:?} {second:?}: {refused:#?}");
            // Nothing was asked twice: two requests for each message.
            let counts = (seen.0.bodies.len(), seen.1.bodies.len());
            assert_eq!(counts, (4, 2), "{first:?} {second:?}");
            let last = seen.0.bodies.last().unwrap();
            for words in [
                "Begin.",
                "Go on.",
                "Come back.",
                "I look.",
                "Done.",
                "seen",
                PICTURE,
            ] {
                assert!(
                    last.contains(words),
                    "{first:?} {second:?}: {words} is lost"
                );
            }
            whole(&host, conversation.unwrap()).await;
        }
    }
    host.close().await;
}

/// Each answer has its thinking, its call and its words.
async fn whole(host: &Host, conversation: ConversationId) {
    let view = host.open_conversation(conversation).await.unwrap();
    for message in &view.messages {
        assert_eq!(message.status, MessageStatusView::Complete);
    }
    let answers = view
        .messages
        .iter()
        .filter(|message| message.role == RoleView::Assistant);
    let kinds: Vec<String> = answers
        .flat_map(|answer| &answer.parts)
        .map(|part| match part {
            PartView::Text { .. } => "text".to_owned(),
            PartView::Reasoning { .. } => "thinking".to_owned(),
            PartView::Call { .. } => "call".to_owned(),
            PartView::Notice { text, .. } => text.to_string(),
        })
        .collect();
    let answer = ["thinking", "text", "call", "thinking", "text"];
    assert_eq!(kinds, [answer; 3].concat());
}

/// The endpoints refuse: without their rules the test above would show nothing.
#[test]
fn endpoints_refuse_what_their_vendors_refuse() {
    for (wire, body) in [
        (
            WireView::OpenAiChat,
            json!({ "messages": [{ "role": "tool", "tool_call_id": "a", "content": "x" }] }),
        ),
        (
            WireView::OpenAiChat,
            json!({ "messages": [{ "role": "assistant", "content": "x", "reasoning": "y" }] }),
        ),
        (
            WireView::AnthropicMessages,
            json!({ "messages": [{ "role": "assistant", "content": [{ "type": "thinking", "thinking": "x", "signature": "of another" }] }] }),
        ),
        (
            WireView::AnthropicMessages,
            json!({ "messages": [{ "role": "assistant", "content": [{ "type": "tool_use", "id": "a", "name": "b", "input": {} }] }] }),
        ),
        (
            WireView::OpenAiResponses,
            json!({ "store": false, "input": [{ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "of another" }] }),
        ),
        (
            WireView::OpenAiResponses,
            json!({ "store": false, "input": [{ "type": "function_call", "call_id": "a", "name": "b", "arguments": "{}" }] }),
        ),
    ] {
        assert!(endpoint::rules(wire)(&body, 1).is_err(), "{wire:?} {body}");
    }
}
