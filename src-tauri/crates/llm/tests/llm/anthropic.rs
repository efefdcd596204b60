//! Messages: what a stream means, good and hostile.

use llm::{
    CallItem, CallProblem, Finish, Item, LlmError, Refusal, State, StreamEvent, Usage, Wire,
};

use crate::{answer, intent, intents, items, problems, said, server::Reply};

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

fn state(field: &str, json: &str) -> Item {
    Item::State(State {
        field: field.into(),
        json: json.into(),
        call: None,
    })
}

fn whole(id: &str, arguments: &str) -> Item {
    Item::Call(CallItem {
        intent: intent(id, "read", arguments),
        problem: None,
    })
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
            StreamEvent::Text("Hi".into()),
            started("a"),
            started("b"),
            StreamEvent::Items(vec![
                state(
                    "thinking",
                    r#"{"type":"thinking","thinking":"hm","signature":"s1"}"#
                ),
                Item::Reasoning("hm".into()),
                state(
                    "redacted_thinking",
                    r#"{"type":"redacted_thinking","data":"xx"}"#
                ),
                Item::Text("Hi".into()),
                whole("a", r#"{"x": 9007199254740993}"#),
                whole("b", "{}"),
            ]),
            StreamEvent::Usage(Usage {
                input_tokens: 5,
                output_tokens: 9,
                cached_tokens: Some(2),
                written_tokens: None,
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

/// What a message becomes that ends well: the problems of its calls, and the calls that may run.
async fn told(pieces: &[String]) -> (Vec<CallProblem>, Vec<domain::ToolIntent>) {
    let (events, error) = read(&[pieces, &[finish("tool_use"), STOP.to_owned()]].concat()).await;
    assert_eq!(error, None, "{pieces:?}");
    (problems(&events), intents(&events))
}

fn open(index: &str, id: &str) -> String {
    start(
        index,
        &format!(r#"{{"type":"tool_use","id":"{id}","name":"read","input":{{}}}}"#),
    )
}

fn piece(index: &str, json: &str) -> String {
    delta(
        index,
        &format!(
            r#"{{"type":"input_json_delta","partial_json":{}}}"#,
            serde_json::json!(json)
        ),
    )
}

#[tokio::test]
async fn missing_starts_and_stops_are_implied() {
    let a = [intent("a", "read", "{}")];
    let kept = [
        vec![open("0", "a"), piece("0", "{}")],
        vec![open("0", "a"), piece("0", "{}"), stop("0"), stop("0")],
        vec![stop("5"), open("0", "a"), piece("0", "{}")],
        vec![
            start("0", r#"{"type":"text","text":"x"}"#),
            open("0", "a"),
            piece("0", "{}"),
        ],
    ];
    for pieces in kept {
        assert_eq!(told(&pieces).await, (vec![], a.to_vec()), "{pieces:?}");
    }
    let filled = |json: &str| {
        vec![
            start(
                "0",
                r#"{"type":"tool_use","id":"a","name":"read","input":{"x":1}}"#,
            ),
            piece("0", json),
            stop("0"),
        ]
    };
    let x = [intent("a", "read", r#"{"x":1}"#)];
    for same in ["", r#"{"x":1}"#] {
        assert_eq!(told(&filled(same)).await, (vec![], x.to_vec()));
    }
    assert_eq!(
        told(&filled(r#"{"x":2}"#)).await,
        (vec![CallProblem::Ambiguous], vec![])
    );
    // Text and thinking whose blocks never began.
    let pieces = [
        delta("0", r#"{"type":"thinking_delta","thinking":"hm"}"#),
        delta("0", r#"{"type":"text_delta","text":"x"}"#),
        finish("end_turn"),
    ];
    let (events, error) = read(&pieces).await;
    let expected = [
        state("thinking", r#"{"type":"thinking","thinking":"hm"}"#),
        Item::Reasoning("hm".into()),
        Item::Text("x".into()),
    ];
    assert_eq!((items(&events), error), (expected.to_vec(), None));
}

#[tokio::test]
async fn what_cannot_be_told_apart_or_is_incomplete_never_runs() {
    let twice = told(&[call("0", "a", "{}"), call("1", "a", "{}")].concat())
        .await
        .1;
    assert!(twice.len() == 2 && twice[0].provider_call_id != twice[1].provider_call_id);
    assert_eq!(told(&[open("0", ""), stop("0")]).await.1.len(), 1);
    for (pieces, problem) in [
        (call("0", "a", r#"{"x":"#), CallProblem::Unfinished),
        (
            vec![open("0", "a"), piece("1", "{}")],
            CallProblem::Ambiguous,
        ),
        (
            vec![open("0", "a"), piece("0", "{"), "{".into(), piece("0", "}")],
            CallProblem::Ambiguous,
        ),
        (
            vec![start("0", r#"{"type":"tool_use","id":"a"}"#)],
            CallProblem::NoName,
        ),
    ] {
        assert_eq!(told(&pieces).await, (vec![problem], vec![]), "{pieces:?}");
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
    let text = delta("1", r#"{"type":"text_delta","text":"x"}"#);
    let (events, error) = read(&[vec![text], whole.clone(), vec![failure]].concat()).await;
    assert!(error.as_ref().is_some_and(LlmError::retryable));
    assert_eq!(said(error), ("Overloaded".into(), Refusal::Overloaded));
    assert_eq!(intents(&events), []);

    let (events, error) = read(&[whole, vec![finish("refusal"), STOP.to_owned()]].concat()).await;
    assert_eq!((intents(&events).len(), error), (0, None));
    assert_eq!(events.last(), Some(&StreamEvent::Done(Finish::Refused)));
}
