//! What servers ask: read as it is meant, answered once, withdrawn when nobody waits, and the clocks of calls meanwhile.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use crate::common;

use std::time::Duration;

use common::{approved, call, filled, offering, pair, sampled};
use domain::{ElicitationAsk, FieldKind, SamplingContent, SamplingRole};
use mcp::{
    Bounds, Client, ElicitationAsked, MayAsk, Ready, SamplingAsked, ServerEvent, ServerRequest,
};
use serde_json::{Value, json};
use testkit::Peer;

const BOTH: MayAsk = MayAsk {
    sampling: true,
    elicitation: true,
};

async fn sampling(ready: &mut Ready) -> SamplingAsked {
    match ready.events.recv().await {
        Some(ServerEvent::Request(ServerRequest::Sampling(asked))) => *asked,
        other => panic!("no sampling: {other:?}"),
    }
}

async fn elicitation(ready: &mut Ready) -> ElicitationAsked {
    match ready.events.recv().await {
        Some(ServerEvent::Request(ServerRequest::Elicitation(asked))) => *asked,
        other => panic!("no elicitation: {other:?}"),
    }
}

fn create_message(id: u64, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "sampling/createMessage", "params": params})
}

fn create(id: u64, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params})
}

fn say(text: &str) -> Value {
    json!({"messages": [{"role": "user", "content": {"type": "text", "text": text}}], "maxTokens": 10})
}

#[tokio::test(start_paused = true)]
async fn what_is_not_declared_is_no_method_and_what_is_is_declared() {
    let (_client, _ready, mut peer) = pair(Bounds::default()).await;
    for message in [create_message(1, say("hi")), create(2, json!({}))] {
        peer.send(&message).await.unwrap();
        assert_eq!(peer.message().await.unwrap()["error"]["code"], -32601);
    }
    let (mut peer, reader, writer) = Peer::new();
    let options = mcp::ClientOptions {
        may_ask: BOTH,
        ..common::options(Bounds::default())
    };
    let (_connected, shaken) = tokio::join!(
        Client::connect_here(reader, writer, options),
        peer.shake_hands("2025-11-25")
    );
    let (initialize, _) = shaken.unwrap();
    assert_eq!(
        initialize["params"]["capabilities"],
        json!({"roots": {"listChanged": true}, "sampling": {"tools": {}}, "elicitation": {"form": {}, "url": {}}})
    );
}

#[tokio::test(start_paused = true)]
async fn sampling_is_read_whole_and_answered_by_an_approval_alone() {
    let (_client, mut ready, mut peer) = offering(Bounds::default(), BOTH).await;
    let params = json!({
        "messages": [
            {"role": "user", "content": [
                {"type": "text", "text": "What is this?"},
                {"type": "image", "mimeType": "image/png", "data": "QUJD"},
                {"type": "audio", "mimeType": "audio/wav", "data": "QUJD"}]},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "look", "input": {"n": 1.0}}]},
            {"role": "user", "content": [{"type": "tool_result", "toolUseId": "t1",
                "content": [{"type": "text", "text": "a cat"}]}]}],
        "modelPreferences": {"hints": [{"name": "haiku"}, {}], "costPriority": 0.5},
        "systemPrompt": "Be brief", "includeContext": "allServers", "temperature": 0.5, "maxTokens": 1000,
        "stopSequences": ["END"],
        "tools": [{"name": "look", "inputSchema": {"type": "object"}}], "toolChoice": {"mode": "required"},
    });
    peer.send(&create_message(5, params)).await.unwrap();
    let asked = sampling(&mut ready).await;
    let request = asked.request().as_data().clone();
    let roles: Vec<_> = request.messages.iter().map(|m| m.role).collect();
    assert_eq!(
        roles,
        [
            SamplingRole::User,
            SamplingRole::Assistant,
            SamplingRole::User
        ]
    );
    assert_eq!(request.messages[0].content.len(), 3);
    assert!(
        matches!(&request.messages[1].content[0], SamplingContent::ToolUse { input, .. } if input.as_str() == r#"{"n":1.0}"#)
    );
    assert_eq!(
        (request.max_tokens, request.hints),
        (1000, vec!["haiku".to_owned()])
    );
    assert_eq!(request.include_context.as_deref(), Some("allServers"));

    let said = vec![SamplingContent::Text("A cat.".into())];
    let other = asked.request().as_data().clone();
    let other = domain::SamplingRequest {
        id: domain::RequestId::new(),
        ..other
    };
    let wrong = sampled(&other, said.clone()).await;
    asked.answer(wrong).unwrap_err();
    assert_eq!(
        peer.message().await.unwrap()["error"]["code"],
        -32603,
        "nothing of another's answer is sent"
    );
    peer.send(&create_message(6, say("again"))).await.unwrap();
    let asked = sampling(&mut ready).await;
    let approval = sampled(asked.request().as_data(), said).await;
    asked.answer(approval).unwrap();
    assert_eq!(
        peer.message().await.unwrap()["result"],
        json!({"role": "assistant", "content": {"type": "text", "text": "A cat."}, "model": "m", "stopReason": "endTurn"})
    );
    peer.send(&create_message(7, say("no"))).await.unwrap();
    sampling(&mut ready).await.reject();
    assert_eq!(
        peer.message().await.unwrap()["error"],
        json!({"code": -1, "message": "User rejected sampling request"})
    );
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_shown_as_it_is_is_refused_whole() {
    let (_client, _ready, mut peer) = offering(Bounds::default(), BOTH).await;
    let text = json!({"type": "text", "text": "x"});
    let use_ = json!({"type": "tool_use", "id": "a", "name": "n", "input": {}});
    let samplings = [
        json!({}),
        json!({"messages": [], "maxTokens": 1}),
        json!({"messages": [{"role": "user", "content": text}], "maxTokens": 0}),
        json!({"messages": [{"role": "user", "content": {"type": "hologram"}}], "maxTokens": 1}),
        json!({"messages": [{"role": "user", "content": {"type": "image", "mimeType": "image/png", "data": "?"}}], "maxTokens": 1}),
        json!({"messages": [{"role": "assistant", "content": use_}], "maxTokens": 1}),
        json!({"messages": [{"role": "user", "content": text}], "maxTokens": 1,
            "tools": [{"name": "a b", "inputSchema": {}}]}),
    ];
    let form = |required: &str, properties: Value| {
        json!({"message": "m", "requestedSchema":
        {"type": "object", "properties": properties, "required": [required]}})
    };
    let elicitations = [
        json!({"mode": "telepathy", "message": "m"}),
        json!({"mode": "url", "message": "m", "url": "https://a.example"}),
        form("a", json!({"a": {"type": "object", "properties": {}}})),
        form(
            "a",
            json!({"a": {"type": "array", "items": {"type": "string"}}}),
        ),
        form("b", json!({"a": {"type": "string"}})),
    ];
    let samplings = samplings.into_iter().map(|p| create_message(1, p));
    for message in samplings.chain(elicitations.into_iter().map(|p| create(2, p))) {
        peer.send(&message).await.unwrap();
        let refused = peer.message().await.unwrap();
        assert_eq!(refused["error"]["code"], -32602, "{message} gave {refused}");
    }
}

#[tokio::test(start_paused = true)]
async fn forms_of_every_revision_are_read_and_filled() {
    let (_client, mut ready, mut peer) = offering(Bounds::default(), BOTH).await;
    let properties = json!({
        "name": {"type": "string", "minLength": 1, "default": "Ada"},
        "size": {"type": "number", "minimum": 0.10, "default": 95.5},
        "old": {"type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"]},
        "new": {"type": "string", "oneOf": [{"const": "r", "title": "Red"}], "default": "r"},
        "many": {"type": "array", "minItems": 1, "items": {"anyOf": [{"const": "a", "title": "A"}]}, "default": ["a"]},
        "yes": {"type": "boolean", "default": true},
        "maybe": {"anyOf": [{"type": "string", "minLength": 2.0}, {"type": "null"}], "title": "Maybe"},
        "nullable": {"type": ["integer", "null"], "enum": [1, 2]},
        "named": {"$ref": "#/$defs/Colour", "description": "Which?"},
        "hidden": {"type": "object"},
    });
    let schema = json!({"type": "object", "properties": properties, "required": ["name"],
        "$defs": {"Colour": {"enum": ["red", "blue"]}}});
    peer.send(&create(
        3,
        json!({"message": "Who?", "requestedSchema": schema}),
    ))
    .await
    .unwrap();
    let asked = elicitation(&mut ready).await;
    let request = asked.request().as_data().clone();
    let ElicitationAsk::Form { fields, .. } = &request.ask else {
        panic!("no form");
    };
    let field = |name: &str| fields.iter().find(|f| f.name == name).unwrap();
    assert!(field("name").required && !field("size").required);
    assert!(
        matches!(&field("size").kind, FieldKind::Number { default: Some(d), .. } if d == "95.5")
    );
    assert!(
        matches!(&field("old").kind, FieldKind::Choice { options, .. } if options[1].title == "Green")
    );
    assert!(matches!(&field("new").kind, FieldKind::Choice { default: Some(d), .. } if d == "r"));
    assert!(
        matches!(&field("many").kind, FieldKind::Choices { default, min: Some(1), .. } if default == &["a"])
    );
    assert!(matches!(
        &field("maybe").kind,
        FieldKind::Text { min: Some(2), .. }
    ));
    assert_eq!(field("maybe").title.as_deref(), Some("Maybe"));
    assert!(matches!(
        &field("nullable").kind,
        FieldKind::Number { integer: true, .. }
    ));
    assert_eq!(field("nullable").description.as_deref(), Some("1, 2"));
    assert!(
        matches!(&field("named").kind, FieldKind::Choice { options, .. } if options[1].value == "blue")
    );
    assert!(fields.iter().all(|f| f.name != "hidden"));
    let approval = filled(&request, r#"{"name": "Ada", "size": 95.50}"#).await;
    asked.accept(approval).unwrap();
    let sent = peer.line().await.unwrap();
    assert!(
        sent.contains(r#""result":{"action":"accept","content":{"name":"Ada","size":95.50}}"#),
        "the approved bytes: {sent}"
    );
    for (id, action) in [(4, "decline"), (5, "cancel")] {
        let visit = json!({"mode": "url", "message": "m", "url": "https://a.example/x", "elicitationId": "v"});
        peer.send(&create(id, visit)).await.unwrap();
        let asked = elicitation(&mut ready).await;
        match action {
            "decline" => asked.decline(),
            _other => asked.cancel(),
        }
        assert_eq!(
            peer.message().await.unwrap()["result"],
            json!({"action": action})
        );
    }
    peer.send(&json!({"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": "v"}}))
        .await
        .unwrap();
    assert!(
        matches!(ready.events.recv().await, Some(ServerEvent::VisitComplete { elicitation }) if elicitation.as_data() == "v")
    );
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_the_person_its_server_asked_and_no_longer() {
    let (client, mut ready, mut peer) = offering(Bounds::default(), BOTH).await;
    let calling = tokio::spawn(async move { (call(&client, "t", "{}").await, client) });
    let request = peer.expect("tools/call").await.unwrap();
    peer.send(&create_message(1, say("hi"))).await.unwrap();
    let asked = sampling(&mut ready).await;
    // Longer than a call may ever take.
    tokio::time::sleep(mcp::bounds::REQUEST_MAX * 2).await;
    assert!(!calling.is_finished(), "its clocks stand still");
    asked.reject();
    assert_eq!(peer.message().await.unwrap()["error"]["code"], -1);
    peer.answer(&request, json!({"content": []})).await.unwrap();
    let (ended, client) = calling.await.unwrap();
    ended.unwrap();

    // Once it is answered, or taken back, time runs again.
    let calling = tokio::spawn(async move { call(&client, "t", "{}").await });
    peer.expect("tools/call").await.unwrap();
    peer.send(&create_message(2, say("hi"))).await.unwrap();
    let mut asked = sampling(&mut ready).await;
    tokio::time::sleep(Duration::from_secs(200)).await;
    peer.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}),
    )
    .await
    .unwrap();
    asked.gone().await;
    let since = tokio::time::Instant::now();
    let ended = calling.await.unwrap();
    assert!(matches!(
        ended,
        Err(mcp::CallError::TimedOut { sent: true })
    ));
    assert!(since.elapsed() <= mcp::bounds::REQUEST);
}

#[tokio::test(start_paused = true)]
async fn few_wait_for_a_person_at_a_time_and_all_are_gone_with_the_connection() {
    let (client, mut ready, mut peer) = offering(Bounds::default(), BOTH).await;
    let most = mcp::bounds::PERSON_REQUESTS as u64;
    for id in 0..=most {
        peer.send(&create_message(id, say("hi"))).await.unwrap();
    }
    let refused = peer.message().await.unwrap();
    assert_eq!(
        (&refused["id"], &refused["error"]["code"]),
        (&json!(most), &json!(-32603))
    );
    let mut waiting = Vec::new();
    for _ in 0..most {
        waiting.push(sampling(&mut ready).await);
    }
    drop(peer);
    for asked in &mut waiting {
        asked.gone().await;
    }
    let (_, late) = approved(client.server(), "t", "{}").await;
    let (progress, _) = tokio::sync::mpsc::channel(1);
    client.call_tool(late, progress).await.unwrap_err();
}

#[tokio::test(start_paused = true)]
async fn pages_that_a_call_needs_first_are_read_and_few() {
    let (client, _ready, mut peer) = offering(Bounds::default(), BOTH).await;
    let server = client.server();
    let calling = tokio::spawn(async move { call(&client, "t", "{}").await });
    let request = peer.expect("tools/call").await.unwrap();
    let page = |n: u32| json!({"mode": "url", "message": "m", "elicitationId": n.to_string(), "url": format!("https://a.example/{n}")});
    let form = json!({"message": "m", "requestedSchema": {"type": "object", "properties": {}}});
    let all = [
        json!(7),
        form,
        page(1),
        json!({"mode": "url"}),
        page(2),
        page(3),
        page(4),
    ];
    let error = json!({"code": -32042, "message": "first", "data": {"elicitations": all}});
    peer.send(&json!({"jsonrpc": "2.0", "id": request["id"], "error": error}))
        .await
        .unwrap();
    let error = calling.await.unwrap().unwrap_err();
    let pages: Vec<String> = mcp::required_visits(&error, server)
        .unwrap()
        .into_iter()
        .map(|visit| match visit.into_data().ask {
            ElicitationAsk::Url { url, .. } => url,
            ElicitationAsk::Form { .. } => panic!("a form"),
        })
        .collect();
    assert_eq!(
        pages,
        [1, 2, 3].map(|n| format!("https://a.example/{n}")),
        "what cannot be read is left out"
    );
    let other = mcp::CallError::Rpc {
        code: -32000,
        message: String::new(),
        data: None,
    };
    assert!(mcp::required_visits(&other, server).is_none());
}
