//! Whatever an endpoint sends, an answer ends: in `Done` or in one error, and its calls are whole and distinct.

use std::collections::HashSet;

use llm::{LlmError, StreamEvent, Wire};
use proptest::prelude::*;

use crate::{answer, intents, server::Reply};

/// Fragments that are likely to collide: few indices, identifiers and names, arguments in pieces.
fn open_ai_piece() -> impl Strategy<Value = String> {
    let index = prop::sample::select(vec![
        "",
        r#""index":0,"#,
        r#""index":1,"#,
        r#""index":99999999999999999999,"#,
    ]);
    let id = prop::sample::select(vec!["", r#""id":"a","#, r#""id":"b","#, r#""id":"","#]);
    let name = prop::sample::select(vec!["", r#""name":"read","#, r#""name":"_file","#]);
    let arguments = prop::sample::select(vec!["", "{}", "{", "}", "1", r#"{\"x\":"#]);
    (index, id, name, arguments).prop_map(|(index, id, name, arguments)| {
        format!(
            r#"{{"choices":[{{"delta":{{"tool_calls":[{{{index}{id}"function":{{{name}"arguments":"{arguments}"}}}}]}}}}]}}"#
        )
    })
}

fn anthropic_piece() -> impl Strategy<Value = String> {
    let index = || prop::sample::select(vec!["0", "1", "null", "99999999999999999999"]);
    let start = (index(), prop::sample::select(vec!["a", "b", ""])).prop_map(|(index, id)| {
        format!(r#"{{"type":"content_block_start","index":{index},"content_block":{{"type":"tool_use","id":"{id}","name":"read","input":{{}}}}}}"#)
    });
    let delta = (index(), prop::sample::select(vec!["", "{}", "{", "}", "1"])).prop_map(|(index, json)| {
        format!(r#"{{"type":"content_block_delta","index":{index},"delta":{{"type":"input_json_delta","partial_json":"{json}"}}}}"#)
    });
    let stop =
        index().prop_map(|index| format!(r#"{{"type":"content_block_stop","index":{index}}}"#));
    prop_oneof![start, delta, stop]
}

fn end() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
        r#"{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#,
        r#"{"type":"message_stop"}"#,
        "[DONE]",
    ])
    .prop_map(str::to_owned)
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let events = prop_oneof![
        prop::collection::vec(prop_oneof![4 => open_ai_piece(), 1 => end()], 0..8),
        prop::collection::vec(prop_oneof![4 => anthropic_piece(), 1 => end()], 0..8),
    ];
    let events = (events, end()).prop_map(|(mut events, end)| {
        events.push(end);
        events
            .iter()
            .map(|e| format!("data: {e}\n\n"))
            .collect::<String>()
            .into_bytes()
    });
    prop_oneof![4 => events, 1 => prop::collection::vec(any::<u8>(), 0..300)]
}

fn check(events: &[StreamEvent], error: Option<&LlmError>) {
    let calls = intents(events);
    let done = events
        .iter()
        .filter(|e| matches!(e, StreamEvent::Done(_)))
        .count();
    if error.is_some() {
        assert_eq!((done, calls.len()), (0, 0), "{events:?}");
        return;
    }
    assert_eq!(done, 1, "{events:?}");
    assert!(
        matches!(events.last(), Some(StreamEvent::Done(_))),
        "{events:?}"
    );
    let ids: HashSet<&str> = calls.iter().map(|c| c.provider_call_id.as_str()).collect();
    assert_eq!(ids.len(), calls.len(), "{calls:?}");
    for call in &calls {
        assert!(!call.alias.is_empty() && !call.provider_call_id.is_empty());
        serde_json::from_str::<serde_json::Value>(&call.arguments).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn every_answer_ends_once(body in body(), cut in any::<prop::sample::Index>(), open_ai in any::<bool>()) {
        let wire = if open_ai { Wire::OpenAiChat } else { Wire::AnthropicMessages };
        let (first, second) = body.split_at(cut.index(body.len() + 1));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (events, error) = runtime.block_on(async {
            let reply = Reply::raw(vec![first.to_vec(), second.to_vec()]);
            let limit = std::time::Duration::from_secs(20);
            tokio::time::timeout(limit, answer(wire, reply)).await.expect("an answer ends")
        });
        check(&events, error.as_ref());
    }
}
