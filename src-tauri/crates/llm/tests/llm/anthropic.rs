//! Messages: what a stream means, good and hostile.

use llm::{Finish, LlmError, Refusal, StreamEvent, Usage, Wire};

use crate::{answer, intent, intents, server::Reply};

const STOP: &str = r#"{"type":"message_stop"}"#;

fn start(index: &str, block: &str) -> String {
    format!(r#"{{"type":"content_block_start","index":{index},"content_block":{block}}}"#)
}

fn delta(index: &str, delta: &str) -> String {
    format!(r#"{{"type":"content_block_delta","index":{index},"delta":{delta}}}"#)
}

fn stop(index: &str) -> String {
    format!(r#"{{"type":"content_block_stop","index":{index}}}"#)
}

fn finish(reason: &str) -> String {
    format!(
        r#"{{"type":"message_delta","delta":{{"stop_reason":"{reason}"}},"usage":{{"output_tokens":9}}}}"#
    )
}

/// A whole call, its input in one piece.
fn call(index: &str, id: &str, json: &str) -> Vec<String> {
    vec![
        start(
            index,
            &format!(r#"{{"type":"tool_use","id":"{id}","name":"read","input":{{}}}}"#),
        ),
        delta(
            index,
            &format!(
                r#"{{"type":"input_json_delta","partial_json":{}}}"#,
                serde_json::json!(json)
            ),
        ),
        stop(index),
    ]
}

async fn read(data: &[String]) -> (Vec<StreamEvent>, Option<LlmError>) {
    answer(Wire::AnthropicMessages, Reply::events(data)).await
}

#[tokio::test]
async fn thinking_text_parallel_calls_and_usage() {
    let mut data = vec![
        r#"{"type":"message_start","message":{"usage":{"input_tokens":3,"cache_read_input_tokens":2,"output_tokens":1}}}"#.to_owned(),
        start("0", r#"{"type":"thinking","thinking":"","signature":""}"#),
        delta("0", r#"{"type":"thinking_delta","thinking":"hm"}"#),
        delta("0", r#"{"type":"signature_delta","signature":"s1"}"#),
        stop("0"),
        start("1", r#"{"type":"redacted_thinking","data":"xx"}"#),
        stop("1"),
        r#"{"type":"ping"}"#.to_owned(),
        r#"{"type":"news","value":[1]}"#.to_owned(),
        start("2", r#"{"type":"text","text":""}"#),
        delta("2", r#"{"type":"text_delta","text":"Hi"}"#),
        stop("2"),
    ];
    data.extend(call("3", "a", r#"{"x": 9007199254740993}"#));
    data.extend(call("4", "b", ""));
    data.extend([finish("tool_use"), STOP.to_owned()]);
    let (events, error) = read(&data).await;
    assert_eq!(error, None);
    let started = |id: &str| StreamEvent::ToolStarted {
        provider_call_id: id.into(),
        alias: "read".into(),
    };
    assert_eq!(
        events,
        [
            StreamEvent::Reasoning("hm".into()),
            StreamEvent::Opaque(r#"{"type":"thinking","thinking":"hm","signature":"s1"}"#.into()),
            StreamEvent::Opaque(r#"{"type":"redacted_thinking","data":"xx"}"#.into()),
            StreamEvent::Text("Hi".into()),
            started("a"),
            started("b"),
            StreamEvent::ToolIntent(intent("a", "read", r#"{"x": 9007199254740993}"#)),
            StreamEvent::ToolIntent(intent("b", "read", "{}")),
            StreamEvent::Usage(Usage {
                input_tokens: 5,
                output_tokens: 9,
                cached_tokens: Some(2)
            }),
            StreamEvent::Done(Finish::ToolUse),
        ]
    );
}

#[tokio::test]
async fn odd_indices_are_only_names() {
    for index in ["1", "70", "18446744073709551615", "-3", "null"] {
        let mut data = call(index, "a", "{}");
        // The same index again, after its block was closed.
        data.extend(call(index, "b", r#"{"x":1}"#));
        data.extend([finish("end_turn"), STOP.to_owned()]);
        let (events, error) = read(&data).await;
        assert_eq!(error, None, "{index}");
        assert_eq!(
            intents(&events),
            [intent("a", "read", "{}"), intent("b", "read", r#"{"x":1}"#)]
        );
        assert_eq!(events.last(), Some(&StreamEvent::Done(Finish::ToolUse)));
    }
}

#[tokio::test]
async fn what_cannot_be_told_apart_or_is_incomplete_is_an_error() {
    let open = |index, id: &str| {
        start(
            index,
            &format!(r#"{{"type":"tool_use","id":"{id}","name":"read","input":{{}}}}"#),
        )
    };
    let piece = |index| delta(index, r#"{"type":"input_json_delta","partial_json":"{}"}"#);
    let twice = [call("0", "a", "{}"), call("1", "a", "{}")].concat();
    let filled = start(
        "0",
        r#"{"type":"tool_use","id":"a","name":"read","input":{"x":1}}"#,
    );
    let hostile: Vec<Vec<String>> = vec![
        twice,
        vec![open("0", "a"), open("0", "b")],
        vec![open("0", "a"), open("1", "a")],
        vec![open("0", ""), stop("0")],
        vec![piece("0")],
        vec![open("0", "a"), piece("1")],
        vec![stop("0")],
        vec![
            open("0", "a"),
            delta("0", r#"{"type":"text_delta","text":"{}"}"#),
        ],
        vec![filled, piece("0"), stop("0")],
        call("0", "a", r#"{"x":"#),
        vec![open("0", "a"), piece("0")],
    ];
    for pieces in hostile {
        let data = [pieces.clone(), vec![finish("max_tokens"), STOP.to_owned()]].concat();
        let (events, error) = read(&data).await;
        assert!(
            matches!(error, Some(LlmError::Malformed(_))),
            "{pieces:?}: {error:?}"
        );
        assert_eq!(intents(&events), [], "{pieces:?}");
    }
}

#[tokio::test]
async fn cut_streams_and_errors_give_no_call() {
    let whole = call("0", "a", "{}");
    let (events, error) = read(&whole).await;
    assert_eq!(
        (intents(&events).len(), error),
        (0, Some(LlmError::CutStream))
    );
    let broken = answer(Wire::AnthropicMessages, Reply::events(&whole).broken()).await;
    assert_eq!(
        (intents(&broken.0).len(), broken.1),
        (0, Some(LlmError::CutStream))
    );

    let failure =
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#.to_owned();
    let (events, error) = read(&[whole.clone(), vec![failure]].concat()).await;
    let expected = LlmError::Reported {
        message: "Overloaded".into(),
        kind: Refusal::Overloaded,
    };
    assert!(expected.retryable());
    assert_eq!((intents(&events).len(), error), (0, Some(expected)));

    let (events, error) = read(&[whole, vec![finish("refusal"), STOP.to_owned()]].concat()).await;
    assert_eq!((intents(&events).len(), error), (0, None));
    assert_eq!(events.last(), Some(&StreamEvent::Done(Finish::Refused)));
}
