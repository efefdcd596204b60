//! Chat completions: what a stream means, good and hostile.

use llm::{
    CallItem, CallProblem, Finish, Item, LlmError, Refusal, State, StreamEvent, Usage, Wire,
};

use crate::{answer, intent, intents, problems, said, server::Reply};

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

/// What is wrong with the calls of a stream of pieces that ends well.
async fn bad(pieces: &[&str], reason: &str) -> (Vec<CallProblem>, usize) {
    let mut data: Vec<String> = pieces.iter().map(|p| calls(p)).collect();
    data.extend([finish(reason), DONE.into()]);
    let (events, error) = read(&data).await;
    assert_eq!(error, None, "{pieces:?}");
    (problems(&events), intents(&events).len())
}

/// A call that may run.
fn call(id: &str, alias: &str, arguments: &str) -> Item {
    Item::Call(CallItem {
        intent: intent(id, alias, arguments),
        problem: None,
    })
}

fn state(field: &str, json: &str) -> Item {
    Item::State(State {
        field: field.into(),
        json: json.into(),
        call: None,
    })
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
            StreamEvent::Items(vec![
                state("reasoning_content", "\"hm\""),
                Item::Reasoning("hm".into()),
                state("reasoning", "\"m\""),
                Item::Reasoning("m".into()),
                Item::Text("Hel".into()),
                Item::Reasoning("!".into()),
                Item::Text("lo".into()),
                call("a", "read", r#"{"x":9007199254740993}"#),
                call("b", "read_file", r#"{"p":1}"#),
            ]),
            StreamEvent::Usage(Usage {
                input_tokens: 3,
                output_tokens: 4,
                cached_tokens: Some(2),
                written_tokens: None,
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
async fn what_could_be_read_as_two_calls_never_runs() {
    let a = r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{}"}}"#;
    let open = r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{"}}"#;
    use CallProblem::{Ambiguous, NoName, Unfinished};
    let hostile: &[(&[&str], &[CallProblem], usize)] = &[
        // More of a call that is whole, with or without its identifier.
        (
            &[
                a,
                r#"{"index":0,"id":"a","function":{"arguments":"{\"x\":1}"}}"#,
            ],
            &[Ambiguous],
            0,
        ),
        (
            &[a, r#"{"index":0,"function":{"arguments":"{\"x\":1}"}}"#],
            &[Ambiguous],
            0,
        ),
        (
            &[
                a,
                r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{\"x\":1}"}}"#,
            ],
            &[Ambiguous],
            0,
        ),
        // Another name for a call that began; a piece that two open calls could take.
        (
            &[
                open,
                r#"{"index":0,"id":"a","function":{"name":"read_file","arguments":"}"}}"#,
            ],
            &[Ambiguous],
            0,
        ),
        (
            &[
                open,
                r#"{"index":1,"id":"b","function":{"name":"read","arguments":"{"}}"#,
                r#"{"index":7,"function":{"arguments":"}"}}"#,
            ],
            &[Ambiguous, Unfinished],
            0,
        ),
        // Truncated, nameless.
        (
            &[r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{\"x\":"}}"#],
            &[Unfinished],
            0,
        ),
        (
            &[r#"{"index":0,"id":"a","function":{"arguments":"{}"}}"#],
            &[NoName],
            0,
        ),
        // A piece that is none, between the pieces of a call.
        (
            &[open, "7", r#"{"index":0,"function":{"arguments":"}"}}"#],
            &[Ambiguous],
            0,
        ),
        // The other call of the answer runs.
        (
            &[
                a,
                r#"{"index":1,"id":"b","function":{"name":"read","arguments":"["}}"#,
            ],
            &[Unfinished],
            1,
        ),
    ];
    for (pieces, expected, fine) in hostile {
        for reason in ["tool_calls", "stop", "length"] {
            assert_eq!(
                bad(pieces, reason).await,
                (expected.to_vec(), *fine),
                "{pieces:?}"
            );
        }
    }
}

#[tokio::test]
async fn pieces_find_their_call() {
    let one = [intent("a", "read", r#"{"x":1}"#)];
    let two = ["a", "b"].map(|id| intent(id, "read", r#"{"x":1}"#));
    let whole = |index: u8, id: &str| {
        format!(
            r#"{{"index":{index},"id":"{id}","function":{{"name":"read","arguments":"{{\"x\":1}}"}}}}"#
        )
    };
    let begun = r#"{"index":0,"id":"a","function":{"name":"read","arguments":"{\"x\""}}"#;
    // Another identifier with each piece; the whole call again; the identifier in quotes of a number.
    assert_eq!(
        good(
            &[
                begun,
                r#"{"index":0,"id":"z","function":{"arguments":":1}"}}"#
            ],
            "stop"
        )
        .await,
        one
    );
    assert_eq!(good(&[&whole(0, "a"), &whole(0, "a")], "stop").await, one);
    assert_eq!(
        good(
            &[
                &begun.replace('0', "\"0\""),
                r#"{"index":0,"function":{"arguments":":1}"}}"#
            ],
            "stop"
        )
        .await,
        one
    );
    // The second call begins on the index of the first, and goes on elsewhere.
    let second = r#"{"index":0,"id":"b","function":{"name":"read","arguments":""}}"#;
    let rest = r#"{"index":1,"function":{"arguments":"{\"x\":1}"}}"#;
    assert_eq!(good(&[&whole(0, "a"), second, rest], "stop").await, two);
    // One identifier for two calls: the second gets one of its own.
    let same = good(&[&whole(0, "a"), &whole(1, "a")], "stop").await;
    assert_eq!((same.len(), &same[0]), (2, &two[0]));
    assert!(same[1].provider_call_id.starts_with("call_"));
    // Marks of a template around the name.
    for name in ["read<|channel|>commentary", "functions.read:0", "read"] {
        let piece = whole(0, "a").replace("read", name);
        assert_eq!(good(&[&piece], "stop").await, one, "{name}");
    }
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
    let (events, error) = read(&[delta(r#"{"content":"x"}"#), finish("tool_calls")]).await;
    assert_eq!(
        (events.last(), error),
        (Some(&StreamEvent::Done(Finish::Stop)), None)
    );
    for nothing in ["tool_calls", "stop"] {
        let (events, _) = read(&[
            delta(r#"{"reasoning_content":"x","content":" "}"#),
            finish(nothing),
        ])
        .await;
        assert_eq!(
            events.last(),
            Some(&StreamEvent::Done(Finish::Nothing)),
            "{nothing}"
        );
    }
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
        r#"{"error":{"code":429,"message":"slow\nthere"},"choices":[{"delta":{"content":"y"}}]}"#
            .into(),
        finish("stop"),
    ])
    .await;
    assert_eq!(events, [StreamEvent::Text("xy".into())]);
    assert_eq!(
        said(error),
        ("slow⟨U+000A⟩there".into(), Refusal::RateLimited)
    );
    let named = Reply::raw(vec![
        b"event: error\ndata: {\"message\":\"no\"}\n\n".to_vec(),
    ]);
    let error = answer(Wire::OpenAiChat, named).await.1;
    assert_eq!(said(error), ("no".into(), Refusal::Other));
}
