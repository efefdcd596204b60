//! Chat completions: what a stream means, good and hostile.

use llm::{Finish, LlmError, Refusal, StreamEvent, Usage, Wire};

use crate::{answer, intent, intents, server::Reply};

const DONE: &str = "[DONE]";

fn delta(delta: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"delta":{delta},"finish_reason":null}}]}}"#)
}

fn finish(reason: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"{reason}"}}]}}"#)
}

/// A chunk with pieces of calls.
fn calls(pieces: &str) -> String {
    delta(&format!(r#"{{"tool_calls":[{pieces}]}}"#))
}

async fn read(data: &[String]) -> (Vec<StreamEvent>, Option<LlmError>) {
    answer(Wire::OpenAiChat, Reply::events(data)).await
}

/// The calls of a stream of pieces that ends well.
async fn good(pieces: &[&str], reason: &str) -> Vec<domain::ToolIntent> {
    let mut data: Vec<String> = pieces.iter().map(|p| calls(p)).collect();
    data.extend([finish(reason), DONE.into()]);
    let (events, error) = read(&data).await;
    assert_eq!(error, None, "{pieces:?}");
    assert_eq!(
        events.last(),
        Some(&StreamEvent::Done(Finish::ToolUse)),
        "{pieces:?}"
    );
    intents(&events)
}

/// The error of a stream of pieces, which must give no call.
async fn bad(pieces: &[&str], reason: &str) -> LlmError {
    let mut data: Vec<String> = pieces.iter().map(|p| calls(p)).collect();
    data.extend([finish(reason), DONE.into()]);
    let (events, error) = read(&data).await;
    assert_eq!(intents(&events), [], "{pieces:?}");
    error.unwrap_or_else(|| panic!("no error: {pieces:?}"))
}

#[tokio::test]
async fn text_reasoning_parallel_calls_and_usage() {
    let (events, error) = read(&[
        delta(r#"{"role":"assistant","content":""}"#),
        delta(r#"{"reasoning_content":"hm"}"#),
        delta(r#"{"reasoning":"m"}"#),
        delta(r#"{"content":"Hel"}"#),
        delta(r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"!"}]},{"type":"text","text":"lo"}]}"#),
        calls(r#"{"index":0,"id":"a","type":"function","function":{"name":"read","arguments":""}}"#),
        calls(r#"{"index":1,"id":"b","type":"function","function":{"name":"read_file","arguments":"{\"p\""}}"#),
        calls(r#"{"index":0,"function":{"arguments":"{\"x\":9007199254740993}"}}"#),
        calls(r#"{"index":1,"function":{"arguments":":1}"}}"#),
        finish("tool_calls"),
        r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"prompt_tokens_details":{"cached_tokens":2}}}"#.into(),
        DONE.into(),
    ])
    .await;
    assert_eq!(error, None);
    let started = |id: &str, alias: &str| StreamEvent::ToolStarted {
        provider_call_id: id.into(),
        alias: alias.into(),
    };
    assert_eq!(
        events,
        [
            StreamEvent::Reasoning("hmm".into()),
            StreamEvent::Text("Hel".into()),
            StreamEvent::Reasoning("!".into()),
            StreamEvent::Text("lo".into()),
            started("b", "read_file"),
            started("a", "read"),
            StreamEvent::ToolIntent(intent("a", "read", r#"{"x":9007199254740993}"#)),
            StreamEvent::ToolIntent(intent("b", "read_file", r#"{"p":1}"#)),
            StreamEvent::Usage(Usage {
                input_tokens: 3,
                output_tokens: 4,
                cached_tokens: Some(2)
            }),
            StreamEvent::Done(Finish::ToolUse),
        ]
    );
}

#[tokio::test]
async fn badly_numbered_calls_become_the_calls_that_were_meant() {
    let one = [intent("a", "read", r#"{"x":1}"#)];
    let whole = r#""function":{"name":"read","arguments":"{\"x\":1}"}"#;
    for index in [
        "",
        r#""index":null,"#,
        r#""index":1,"#,
        r#""index":7,"#,
        r#""index":18446744073709551615,"#,
        r#""index":-1,"#,
        r#""index":1e300,"#,
    ] {
        assert_eq!(
            good(&[&format!(r#"{{{index}"id":"a",{whole}}}"#)], "tool_calls").await,
            one,
            "{index}"
        );
        let first =
            format!(r#"{{{index}"id":"a","function":{{"name":"read","arguments":"{{\"x\""}}}}"#);
        let second = format!(r#"{{{index}"function":{{"arguments":":1}}"}}}}"#);
        assert_eq!(good(&[&first, &second], "stop").await, one, "{index}");
    }
    // The identifier and the name with every piece.
    let again = r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{\"x\""}}"#;
    let more = r#"{"index":0,"id":"a","function":{"name":"read","arguments":":1}"}}"#;
    assert_eq!(good(&[again, more], "stop").await, one);
    // A name in pieces; one that is a tool already is not taken for a repetition.
    let pieces = [
        r#"{"index":0,"id":"a","function":{"name":"read"}}"#,
        r#"{"index":0,"function":{"name":"_file"}}"#,
    ];
    assert_eq!(
        good(&pieces, "stop").await,
        [intent("a", "read_file", "{}")]
    );
    // The arguments as an object.
    let object = r#"{"index":0,"id":"a","function":{"name":"read","arguments":{"x":1}}}"#;
    assert_eq!(good(&[object], "stop").await, one);
}

#[tokio::test]
async fn two_calls_on_one_index_stay_two() {
    let two = [
        intent("a", "read", "{}"),
        intent("b", "read_file", r#"{"x":1}"#),
    ];
    let a = r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{}"}}"#;
    let b = r#"{"index":0,"id":"b","function":{"name":"read_file","arguments":"{\"x\":1}"}}"#;
    assert_eq!(good(&[a, b], "stop").await, two);
    assert_eq!(good(&[&format!("{a},{b}")], "stop").await, two);
    let (a, b) = (
        a.replace(r#""index":0,"#, ""),
        b.replace(r#""index":0,"#, ""),
    );
    assert_eq!(good(&[&a, &b], "stop").await, two);
    // Without identifiers each gets one of its own.
    let (a, b) = (a.replace(r#""id":"a","#, ""), b.replace(r#""id":"b","#, ""));
    let made = good(&[&format!("{a},{b}")], "stop").await;
    assert_eq!(made.len(), 2);
    assert!(
        made[0].provider_call_id != made[1].provider_call_id
            && made[0].provider_call_id.starts_with("call_")
    );
}

#[tokio::test]
async fn what_could_be_read_as_two_calls_is_an_error() {
    let a = r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{}"}}"#;
    let hostile: &[&[&str]] = &[
        // One identifier on two indices; a whole call sent again; another name on the same index.
        &[
            a,
            r#"{"index":1,"id":"a","function":{"name":"read","arguments":"{}"}}"#,
        ],
        &[a, a],
        &[
            a,
            r#"{"index":0,"function":{"name":"read_file","arguments":"{}"}}"#,
        ],
        // Truncated, mixed up, nameless.
        &[r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{\"x\":"}}"#],
        &[
            r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{"}}"#,
            r#"{"index":0,"id":"b","function":{"name":"read","arguments":"}"}}"#,
        ],
        &[r#"{"index":0,"id":"a","function":{"arguments":"{}"}}"#],
        &[r#"{"index":"0","id":"a","function":{"name":"read","arguments":"{}"}}"#],
    ];
    for pieces in hostile {
        for reason in ["tool_calls", "stop", "length"] {
            let error = bad(pieces, reason).await;
            assert!(
                matches!(error, LlmError::Malformed(_)),
                "{pieces:?}: {error}"
            );
            assert!(!error.retryable());
        }
    }
    let none = read(&[delta(r#"{"content":"x"}"#), finish("tool_calls")])
        .await
        .1;
    assert!(matches!(none, Some(LlmError::Malformed(_))), "{none:?}");
}

#[tokio::test]
async fn the_end_mark_may_be_either_but_not_neither() {
    let call = calls(r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{}"}}"#);
    for end in [finish("stop"), DONE.to_owned()] {
        let (events, error) = read(&[call.clone(), end.clone()]).await;
        assert_eq!((intents(&events).len(), error), (1, None), "{end}");
        let broken = Reply::events([&call, &end]).broken();
        assert_eq!(
            intents(&answer(Wire::OpenAiChat, broken).await.0).len(),
            1,
            "{end}"
        );
    }
    for cut in [
        Reply::events([&call]),
        Reply::events([&call]).broken(),
        Reply::raw(vec![]),
    ] {
        let (events, error) = answer(Wire::OpenAiChat, cut).await;
        assert_eq!(
            (intents(&events).len(), error),
            (0, Some(LlmError::CutStream))
        );
    }
}

#[tokio::test]
async fn finishes_and_refusals() {
    for (reason, expected) in [
        ("length", Finish::Length),
        ("content_filter", Finish::Refused),
        ("\\u202eodd", Finish::Other("⟨U+202E⟩odd".into())),
    ] {
        let (events, _) = read(&[delta(r#"{"content":"x"}"#), finish(reason)]).await;
        assert_eq!(
            events.last(),
            Some(&StreamEvent::Done(expected)),
            "{reason}"
        );
    }
    let call = calls(r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{}"}}"#);
    let (events, error) = read(&[call, finish("content_filter")]).await;
    assert_eq!(
        (intents(&events).len(), error),
        (0, None),
        "a filtered answer gives no call"
    );
}

#[tokio::test]
async fn an_error_in_the_middle() {
    let (events, error) = read(&[
        delta(r#"{"content":"x"}"#),
        r#"{"error":{"code":429,"message":"slow\nthere"}}"#.into(),
        finish("stop"),
    ])
    .await;
    assert_eq!(events, [StreamEvent::Text("x".into())]);
    let expected = LlmError::Reported {
        message: "slow⟨U+000A⟩there".into(),
        kind: Refusal::RateLimited,
    };
    assert_eq!(error, Some(expected));
    let named = Reply::raw(vec![
        b"event: error\ndata: {\"message\":\"no\"}\n\n".to_vec(),
    ]);
    let error = answer(Wire::OpenAiChat, named).await.1.unwrap();
    assert_eq!(
        error,
        LlmError::Reported {
            message: "no".into(),
            kind: Refusal::Other
        }
    );
}
