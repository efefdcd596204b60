//! The adapters against a scripted HTTP server: what goes out, what comes back, and what a hostile endpoint can do.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    reason = "tests"
)]

mod anthropic;
mod arbitrary;
mod attached;
mod bodies;
mod bounds;
mod connection;
mod gathering;
mod keys;
mod openai;
mod responses;
mod server;
mod tolerant;

use domain::ToolIntent;
use futures_util::StreamExt;
use llm::{
    CallProblem, ChatMessage, ChatRequest, Endpoint, Item, Llm, LlmError, Piece, Refusal,
    StreamEvent, ToolSpec, Wire,
};
use server::{Reply, Server};

/// A request with a user's word and two tools.
fn request() -> ChatRequest {
    let tool = |alias: &str| ToolSpec {
        alias: alias.into(),
        description: "d".into(),
        input_schema: r#"{"type":"object"}"#.into(),
        deferred: false,
    };
    ChatRequest {
        model: "m".into(),
        system: None,
        messages: vec![ChatMessage::User(vec![Piece::Text("hi".into())])],
        tools: vec![tool("read"), tool("read_file")],
        max_tokens: None,
        tuning: llm::Tuning::default(),
        lacks: llm::Lacks::default(),
        cache_key: None,
    }
}

fn endpoint(wire: Wire, server: &Server) -> Endpoint {
    Endpoint {
        wire,
        base_url: server.url(),
        key: None,
    }
}

/// The events of a stream up to its end, and the error that ended it.
async fn in_order(mut stream: llm::ChatStream) -> (Vec<StreamEvent>, Option<LlmError>) {
    let mut events = Vec::new();
    while let Some(item) = stream.next().await {
        match item {
            Ok(event) => events.push(event),
            Err(error) => {
                assert!(stream.next().await.is_none(), "nothing may follow an error");
                return (events, Some(error));
            }
        }
    }
    (events, None)
}

/// The same with each run of text as one event: where one is divided depends on when the bytes come.
async fn collect(stream: llm::ChatStream) -> (Vec<StreamEvent>, Option<LlmError>) {
    let (mut events, error) = in_order(stream).await;
    events.dedup_by(|next, before| match (next, before) {
        (StreamEvent::Text(next), StreamEvent::Text(before))
        | (StreamEvent::Reasoning(next), StreamEvent::Reasoning(before)) => {
            before.push_str(next);
            true
        }
        _ => false,
    });
    (events, error)
}

/// What an answer with this body becomes.
async fn answer(wire: Wire, reply: Reply) -> (Vec<StreamEvent>, Option<LlmError>) {
    let server = Server::start(vec![reply]).await;
    let stream = Llm::new()
        .unwrap()
        .stream(endpoint(wire, &server), request());
    collect(stream).await
}

/// What an endpoint said, and what it means.
fn said(error: Option<LlmError>) -> (String, Refusal) {
    match error {
        Some(LlmError::Status { message, kind, .. } | LlmError::Reported { message, kind, .. }) => {
            (message, kind)
        }
        other => panic!("no refusal: {other:?}"),
    }
}

/// The items of an answer; none where it broke off.
fn items(events: &[StreamEvent]) -> Vec<Item> {
    let items = |event: &StreamEvent| match event {
        StreamEvent::Items(items) => Some(items.clone()),
        _ => None,
    };
    events.iter().find_map(items).unwrap_or_default()
}

/// The calls of an answer that may run.
fn intents(events: &[StreamEvent]) -> Vec<ToolIntent> {
    let intent = |item: Item| match item {
        Item::Call(call) => call.problem.is_none().then_some(call.intent),
        _ => None,
    };
    items(events).into_iter().filter_map(intent).collect()
}

/// The calls of an answer that must not run, with the reason.
fn problems(events: &[StreamEvent]) -> Vec<CallProblem> {
    let problem = |item: Item| match item {
        Item::Call(call) => call.problem,
        _ => None,
    };
    items(events).into_iter().filter_map(problem).collect()
}

fn intent(id: &str, alias: &str, arguments: &str) -> ToolIntent {
    ToolIntent {
        provider_call_id: id.into(),
        alias: alias.into(),
        arguments: arguments.into(),
    }
}
