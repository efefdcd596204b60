//! The model adapters against aimock, in both wire formats: what a real endpoint's stream becomes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::time::{Duration, Instant};

use domain::ToolIntent;
use futures_util::StreamExt;
use llm::{
    ApiKey, AssistantPiece, ChatMessage, ChatRequest, Endpoint, Finish, Llm, LlmError, Piece,
    Refusal, StreamEvent, ToolResult, ToolSpec, Wire,
};
use peers::Aimock;
use secrets::Secret;
use serde_json::{Value, json};
use url::Url;

const BOTH: [Wire; 2] = [Wire::OpenAiChat, Wire::AnthropicMessages];
/// No stream of these tests takes longer.
const LIMIT: Duration = Duration::from_secs(30);

fn endpoint(aimock: &Aimock, wire: Wire) -> Endpoint {
    let base_url: Url = aimock.origin().parse().unwrap();
    let key = Some(ApiKey::new(
        Secret::new("sk-of-the-test".to_owned()),
        &base_url,
    ));
    Endpoint {
        wire,
        base_url,
        key,
    }
}

fn user(text: &str) -> ChatMessage {
    ChatMessage::User(vec![Piece::Text(text.to_owned())])
}

fn request(messages: Vec<ChatMessage>) -> ChatRequest {
    let tool = ToolSpec {
        alias: "weather".to_owned(),
        description: "The weather of a city".to_owned(),
        input_schema: json!({ "type": "object", "properties": { "city": { "type": "string" } } })
            .to_string(),
        deferred: false,
    };
    ChatRequest {
        model: "scripted".to_owned(),
        system: None,
        messages,
        tools: vec![tool],
        max_tokens: None,
        tuning: llm::Tuning::default(),
        cache_key: None,
        lacks: llm::Lacks::default(),
    }
}

/// Every event of the answer, and the error that ended it.
async fn answer(
    aimock: &Aimock,
    wire: Wire,
    messages: Vec<ChatMessage>,
) -> (Vec<StreamEvent>, Option<LlmError>) {
    let mut stream = Llm::new()
        .unwrap()
        .stream(endpoint(aimock, wire), request(messages));
    let mut events = Vec::new();
    let ended = tokio::time::timeout(LIMIT, async {
        while let Some(next) = stream.next().await {
            match next {
                Ok(event) => events.push(event),
                Err(error) => return Some(error),
            }
        }
        None
    });
    let error = ended.await.expect("the stream hangs");
    (events, error)
}

/// The events of an answer that must not fail.
async fn whole(aimock: &Aimock, wire: Wire, messages: Vec<ChatMessage>) -> Vec<StreamEvent> {
    let (events, error) = answer(aimock, wire, messages).await;
    assert_eq!(error, None, "{wire:?}: {events:?}");
    events
}

fn joined<'a>(
    events: &'a [StreamEvent],
    pick: impl Fn(&'a StreamEvent) -> Option<&'a str>,
) -> String {
    events.iter().filter_map(pick).collect()
}

fn text(events: &[StreamEvent]) -> String {
    joined(events, |event| {
        if let StreamEvent::Text(text) = event {
            Some(text)
        } else {
            None
        }
    })
}

fn reasoning(events: &[StreamEvent]) -> String {
    joined(events, |event| {
        if let StreamEvent::Reasoning(text) = event {
            Some(text)
        } else {
            None
        }
    })
}

fn calls(events: &[StreamEvent]) -> Vec<ToolIntent> {
    let items = events.iter().flat_map(|event| match event {
        StreamEvent::Items(items) => items.as_slice(),
        _ => &[],
    });
    let call = |item: &llm::Item| match item {
        llm::Item::Call(call) => Some(call.intent.clone()),
        _ => None,
    };
    items.filter_map(call).collect()
}

fn done(events: &[StreamEvent]) -> &Finish {
    match events.last() {
        Some(StreamEvent::Done(finish)) => finish,
        other => panic!("the last event is {other:?}"),
    }
}

#[tokio::test]
async fn text_and_reasoning_stream_in_pieces() {
    let aimock = Aimock::start(&json!([{
        "match": { "userMessage": "a room" }, "chunkSize": 4,
        "response": { "content": "There is one — with a view.", "reasoning": "Count the keys first." },
    }]))
    .unwrap();
    for wire in BOTH {
        let events = whole(&aimock, wire, vec![user("Have you a room?")]).await;
        assert_eq!(text(&events), "There is one — with a view.", "{wire:?}");
        assert_eq!(reasoning(&events), "Count the keys first.", "{wire:?}");
        assert_eq!(done(&events), &Finish::Stop, "{wire:?}");
        let pieces = events
            .iter()
            .filter(|event| matches!(event, StreamEvent::Text(_)))
            .count();
        assert!(pieces > 3, "{wire:?}: the text came in {pieces} pieces");
        assert!(
            events
                .iter()
                .any(|event| matches!(event, StreamEvent::Usage(_))),
            "{wire:?}"
        );
    }
    let journal = aimock.journal().unwrap();
    let paths: Vec<&str> = journal
        .iter()
        .map(|request| request.path.as_str())
        .collect();
    assert_eq!(paths, ["/v1/chat/completions", "/v1/messages"]);
    // aimock redacts the two; that they came is what counts.
    assert!(
        journal[0].headers.contains_key("authorization"),
        "{:?}",
        journal[0].headers
    );
    assert!(
        journal[1].headers.contains_key("x-api-key"),
        "{:?}",
        journal[1].headers
    );
}

#[tokio::test]
async fn two_parallel_calls_and_their_results() {
    let aimock = Aimock::start(&json!([
        { "match": { "userMessage": "weather", "hasToolResult": false }, "chunkSize": 3,
          "response": { "toolCalls": [
              { "id": "call_bern", "name": "weather", "arguments": { "city": "Bern" } },
              { "id": "call_rome", "name": "weather", "arguments": { "city": "Rome" } } ] } },
        { "match": { "userMessage": "weather", "hasToolResult": true },
          "response": { "content": "Rain in both." } },
    ]))
    .unwrap();
    for wire in BOTH {
        let question = user("What is the weather?");
        let events = whole(&aimock, wire, vec![question.clone()]).await;
        let calls = calls(&events);
        let seen: Vec<(&str, &str, Value)> = calls
            .iter()
            .map(|c| {
                (
                    c.provider_call_id.as_str(),
                    c.alias.as_str(),
                    serde_json::from_str(&c.arguments).unwrap(),
                )
            })
            .collect();
        let expected = [
            ("call_bern", "weather", json!({ "city": "Bern" })),
            ("call_rome", "weather", json!({ "city": "Rome" })),
        ];
        assert_eq!(seen, expected, "{wire:?}");
        assert_eq!(done(&events), &Finish::ToolUse, "{wire:?}");

        let results = calls.iter().map(|call| ToolResult {
            provider_call_id: call.provider_call_id.clone(),
            pieces: vec![Piece::Text("rain".to_owned())],
            is_error: false,
        });
        let results = ChatMessage::ToolResults(results.collect());
        let pieces = calls.iter().cloned().map(AssistantPiece::ToolUse).collect();
        let conversation = vec![question, ChatMessage::Assistant { pieces }, results];
        let events = whole(&aimock, wire, conversation).await;
        assert_eq!(text(&events), "Rain in both.", "{wire:?}");

        let sent = aimock.journal().unwrap().pop().unwrap().body;
        let answered: Vec<&Value> = sent["messages"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|m| m["role"] == "tool")
            .collect();
        assert_eq!(answered.len(), 2, "{wire:?}: {sent}");
        assert_eq!(answered[0]["tool_call_id"], "call_bern", "{wire:?}");
        assert_eq!(answered[1]["tool_call_id"], "call_rome", "{wire:?}");
    }
}

#[tokio::test]
async fn an_overloaded_endpoint_is_asked_again() {
    for wire in BOTH {
        let aimock = Aimock::start(&json!([
            { "match": { "userMessage": "anyone", "sequenceIndex": 0 },
              "response": { "error": { "message": "Overloaded", "type": "overloaded_error" }, "status": 529 } },
            { "match": { "userMessage": "anyone" }, "response": { "content": "Good evening." } },
        ]))
        .unwrap();
        let events = whole(&aimock, wire, vec![user("Is anyone there?")]).await;
        assert_eq!(text(&events), "Good evening.", "{wire:?}");
        let statuses: Vec<u16> = aimock
            .journal()
            .unwrap()
            .iter()
            .map(|request| request.status)
            .collect();
        assert_eq!(statuses, [529, 200], "{wire:?}");
    }
}

#[tokio::test]
async fn retry_after_is_waited_out_or_told() {
    for wire in BOTH {
        let slow_down = |seconds: u32| json!({ "error": { "message": "Slow down" }, "status": 429, "retryAfter": seconds });
        let aimock = Aimock::start(&json!([
            { "match": { "userMessage": "soon", "sequenceIndex": 0 }, "response": slow_down(2) },
            { "match": { "userMessage": "soon" }, "response": { "content": "Now." } },
            { "match": { "userMessage": "later" }, "response": slow_down(3600) },
        ]))
        .unwrap();
        let start = Instant::now();
        assert_eq!(
            text(&whole(&aimock, wire, vec![user("soon")]).await),
            "Now.",
            "{wire:?}"
        );
        assert!(
            start.elapsed() >= Duration::from_secs(2),
            "{wire:?}: asked again too early"
        );

        let (events, error) = answer(&aimock, wire, vec![user("later")]).await;
        assert_eq!(events, [], "{wire:?}");
        let Some(LlmError::Status {
            status: 429,
            retry_after,
            kind: Refusal::RateLimited,
            ..
        }) = error
        else {
            panic!("{wire:?}: {error:?}");
        };
        assert_eq!(retry_after, Some(Duration::from_secs(3600)), "{wire:?}");
        assert_eq!(
            aimock.journal().unwrap().len(),
            3,
            "{wire:?}: an hour is not waited for, nor asked again before"
        );
    }
}

#[tokio::test]
async fn a_cut_stream_is_an_error_and_no_call() {
    // The second call is whole when the connection breaks, the third is not, and neither may run.
    let call = |id: &str| json!({ "id": id, "name": "weather", "arguments": { "city": "Bern, the capital of it" } });
    let aimock = Aimock::start(&json!([
        { "match": { "userMessage": "calls" }, "latency": 5, "truncateAfterChunks": 8,
          "response": { "toolCalls": [call("call_1"), call("call_2"), call("call_3")] } },
        { "match": { "userMessage": "words" }, "latency": 5, "truncateAfterChunks": 4, "chunkSize": 4,
          "response": { "content": "Once upon a time there was an inn." } },
    ]))
    .unwrap();
    for wire in BOTH {
        let (events, error) = answer(&aimock, wire, vec![user("calls")]).await;
        assert_eq!(error, Some(LlmError::CutStream), "{wire:?}");
        assert_eq!(calls(&events), [], "{wire:?}");
        assert!(
            events
                .iter()
                .any(|event| matches!(event, StreamEvent::ToolStarted { .. })),
            "{wire:?}: {events:?}"
        );

        let (events, error) = answer(&aimock, wire, vec![user("words")]).await;
        assert_eq!(error, Some(LlmError::CutStream), "{wire:?}");
        assert!(
            "Once upon a time".starts_with(&text(&events)) && !text(&events).is_empty(),
            "{wire:?}: {events:?}"
        );
        assert!(
            !events
                .iter()
                .any(|event| matches!(event, StreamEvent::Done(_))),
            "{wire:?}"
        );
    }
}

#[tokio::test]
async fn models_are_listed() {
    // aimock offers the models that its fixtures name.
    let fixtures = json!([{ "match": { "model": "scripted" }, "response": { "content": "." } }]);
    let aimock = Aimock::start(&fixtures).unwrap();
    for wire in BOTH {
        let models = Llm::new()
            .unwrap()
            .models(&endpoint(&aimock, wire))
            .await
            .unwrap();
        let ids: Vec<&str> = models.iter().map(|model| model.id.as_str()).collect();
        assert_eq!(ids, ["scripted"], "{wire:?}");
    }
}
