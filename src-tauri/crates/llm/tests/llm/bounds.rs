//! Nothing waits or grows without an end.

use std::time::Duration;

use llm::{
    Finish, Limits, Llm, LlmError, MAX_EVENT_BYTES, MAX_STREAM_BYTES, MAX_TOOL_CALLS, StreamEvent,
    Wire,
};

use crate::{
    answer, collect, endpoint, intents, request,
    server::{Reply, Server, Then},
};

const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_secs(30);

async fn too_large(wire: Wire, reply: Reply) -> (&'static str, u64) {
    let (events, error) = answer(wire, reply).await;
    assert_eq!(intents(&events), []);
    match error {
        Some(LlmError::TooLarge { what, limit }) => (what, limit),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn events_and_streams_have_a_largest_size() {
    let piece = vec![b'x'; 1024 * 1024];
    let endless = std::iter::once(b"data: ".to_vec())
        .chain(std::iter::repeat_n(piece, 20))
        .collect();
    let limit = too_large(Wire::OpenAiChat, Reply::raw(endless)).await;
    assert_eq!(limit, ("one event", MAX_EVENT_BYTES as u64));

    let mut comment = vec![b':'; 1024 * 1024 - 1];
    comment.push(b'\n');
    let endless = std::iter::repeat_n(comment, 65).collect();
    let limit = too_large(Wire::AnthropicMessages, Reply::raw(endless)).await;
    assert_eq!(limit, ("the stream", MAX_STREAM_BYTES as u64));
}

#[tokio::test]
async fn calls_have_a_largest_number_and_size() {
    let open_ai = |n: usize| {
        format!(
            r#"{{"choices":[{{"delta":{{"tool_calls":[{{"index":{n},"id":"c{n}","function":{{"name":"read","arguments":"{{}}"}}}}]}}}}]}}"#
        )
    };
    let limit = too_large(
        Wire::OpenAiChat,
        Reply::events((0..=MAX_TOOL_CALLS).map(open_ai)),
    )
    .await;
    assert_eq!(limit, ("the tool calls", 128));
    let anthropic = |n: usize| {
        format!(
            r#"{{"type":"content_block_start","index":{n},"content_block":{{"type":"tool_use","id":"c{n}","name":"read"}}}}"#
        )
    };
    let limit = too_large(
        Wire::AnthropicMessages,
        Reply::events((0..=MAX_TOOL_CALLS).map(anthropic)),
    )
    .await;
    assert_eq!(limit, ("the tool calls", 128));

    let more = "x".repeat(1000 * 1000);
    let piece = format!(
        r#"{{"choices":[{{"delta":{{"tool_calls":[{{"index":0,"id":"a","function":{{"arguments":"{more}"}}}}]}}}}]}}"#
    );
    let limit = too_large(
        Wire::OpenAiChat,
        Reply::events(std::iter::repeat_n(piece, 5)),
    )
    .await;
    assert_eq!(limit, ("the arguments of a tool call", 4 * 1024 * 1024));
}

async fn within(limits: Limits, reply: Reply) -> (Vec<StreamEvent>, Option<LlmError>) {
    let server = Server::start(vec![reply]).await;
    let stream = Llm::with_limits(limits)
        .unwrap()
        .stream(endpoint(Wire::OpenAiChat, &server), request());
    tokio::time::timeout(LONG, collect(stream))
        .await
        .expect("it ends by itself")
}

#[tokio::test]
async fn silence_and_trickles_end() {
    let limits = Limits {
        idle: LONG,
        idle_nearby: SHORT,
        loading: SHORT,
        answer: LONG,
        after_finish: LONG,
        reply: LONG,
    };
    let silent = within(limits, Reply::events([""; 0]).then(Then::Hold)).await;
    assert_eq!(silent, (vec![], Some(LlmError::Timeout)));
    let limits = Limits {
        idle_nearby: LONG,
        answer: SHORT,
        ..limits
    };
    let trickle = within(
        limits,
        Reply::events([""; 0]).then(Then::Trickle(SHORT / 10)),
    )
    .await;
    assert_eq!(trickle, (vec![], Some(LlmError::Timeout)));
}

#[tokio::test]
async fn a_finished_answer_does_not_wait_for_the_server_to_close() {
    let finish = r#"{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}"#;
    let limits = Limits {
        idle: LONG,
        idle_nearby: LONG,
        loading: LONG,
        answer: LONG,
        after_finish: SHORT,
        reply: LONG,
    };
    for then in [Then::Hold, Then::Trickle(SHORT / 10)] {
        let (events, error) = within(limits, Reply::events([finish]).then(then)).await;
        assert_eq!(
            events,
            [
                StreamEvent::Text("x".into()),
                StreamEvent::Items(vec![llm::Item::Text("x".into())]),
                StreamEvent::Done(Finish::Stop)
            ]
        );
        assert_eq!(error, None);
    }
}
