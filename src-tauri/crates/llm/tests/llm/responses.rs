//! Responses: what a stream means, and what goes out.

use llm::{
    AssistantPiece, CallItem, CallProblem, ChatMessage, Finish, Item, Llm, LlmError, Piece,
    Refusal, State, StreamEvent, ToolResult, Usage, Wire,
};

use crate::{
    answer, collect, endpoint, intent, items, problems, request,
    server::{Reply, Server},
};

async fn read(data: &[&str]) -> (Vec<StreamEvent>, Option<LlmError>) {
    answer(Wire::OpenAiResponses, Reply::events(data)).await
}

const REASONING: &str = r#"{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"gA=="}"#;
const CALL: &str =
    r#"{"type":"function_call","id":"fc_1","call_id":"a","name":"read","arguments":"{\"x\": 1}"}"#;
const TEXT: &str = r#"{"type":"message","id":"msg_1","role":"assistant","phase":"commentary","content":[{"type":"output_text","text":"Hi"}]}"#;

fn done(index: u8, item: &str) -> String {
    format!(r#"{{"type":"response.output_item.done","output_index":{index},"item":{item}}}"#)
}

fn completed(output: &str) -> String {
    format!(
        r#"{{"type":"response.completed","response":{{"status":"completed","output":[{output}],"usage":{{"input_tokens":9,"input_tokens_details":{{"cached_tokens":4}},"output_tokens":2}}}}}}"#
    )
}

fn state(field: &str, json: &str) -> Item {
    Item::State(State {
        field: field.into(),
        json: json.into(),
        call: None,
    })
}

fn expected() -> Vec<Item> {
    vec![
        state("reasoning", REASONING),
        Item::Reasoning("hm".into()),
        state("message", r#"{"phase":"commentary"}"#),
        Item::Text("Hi".into()),
        Item::Call(CallItem {
            intent: intent("a", "read", r#"{"x": 1}"#),
            problem: None,
        }),
        Item::State(State {
            field: "function_call".into(),
            json: CALL.into(),
            call: Some("a".into()),
        }),
    ]
}

#[tokio::test]
async fn items_come_in_order_with_their_state() {
    let (a, b, c) = (done(0, REASONING), done(1, TEXT), done(2, CALL));
    let whole = completed(&[REASONING, TEXT, CALL].join(","));
    let streams: [Vec<&str>; 4] = [
        vec![
            r#"{"type":"response.created","response":{"status":"in_progress","output":[]}}"#,
            r#"{"type":"response.something_new","delta":{"b":2}}"#,
            r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[]}}"#,
            r#"{"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"delta":"hm"}"#,
            &a,
            r#"{"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"delta":"H"}"#,
            r#"{"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"delta":"i"}"#,
            &b,
            r#"{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","id":"fc_1","call_id":"a","name":"read","arguments":""}}"#,
            r#"{"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":2,"delta":"{\"x\": 1}"}"#,
            &c,
            &whole,
        ],
        vec![&a, &b, &c, &whole],
        vec![&whole],
        vec![&a, &b, &c, "[DONE]"],
    ];
    for stream in streams {
        let (events, error) = read(&stream).await;
        assert_eq!(error, None);
        assert_eq!(items(&events), expected(), "{stream:?}");
        assert_eq!(events.last(), Some(&StreamEvent::Done(Finish::ToolUse)));
        let usage = Usage {
            input_tokens: 9,
            output_tokens: 2,
            cached_tokens: Some(4),
            written_tokens: None,
        };
        let counted = stream.last() == Some(&whole.as_str());
        assert_eq!(events.contains(&StreamEvent::Usage(usage)), counted);
    }
    let document = format!(
        r#"{{"object":"response","status":"completed","output":[{REASONING},{TEXT},{CALL}]}}"#
    );
    let (events, error) = answer(
        Wire::OpenAiResponses,
        Reply::raw(vec![document.into_bytes()]),
    )
    .await;
    assert_eq!((items(&events), error), (expected(), None));
}

#[tokio::test]
async fn ends_and_failures() {
    let text = r#"{"type":"response.output_text.delta","output_index":0,"delta":"x"}"#;
    let incomplete = r#"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}}"#;
    assert_eq!(
        read(&[text, incomplete]).await.0.last(),
        Some(&StreamEvent::Done(Finish::Length))
    );
    let refusal = done(
        0,
        r#"{"type":"message","content":[{"type":"refusal","refusal":"No."}]}"#,
    );
    let (events, _) = read(&[&refusal, &completed("")]).await;
    assert_eq!(items(&events), [Item::Text("No.".into())]);
    assert_eq!(events.last(), Some(&StreamEvent::Done(Finish::Refused)));
    for failed in [
        r#"{"type":"error","code":"server_error","message":"Stopped."}"#,
        r#"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"Stopped."}}}"#,
    ] {
        let error = read(&[text, failed]).await.1.unwrap();
        assert!(error.to_string().contains("Stopped."), "{error}");
    }
    let busy = r#"{"type":"response.failed","response":{"status":"failed","error":{"code":"rate_limit_exceeded","message":"Slow."}}}"#;
    assert_eq!(
        read(&[text, busy]).await.1.unwrap().refusal(),
        Some(Refusal::RateLimited)
    );
    assert_eq!(read(&[text]).await.1, Some(LlmError::CutStream));
    let other =
        r#"{"type":"response.function_call_arguments.delta","output_index":2,"delta":"{}"}"#;
    let begun = r#"{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","id":"fc_1","call_id":"a","name":"read"}}"#;
    let (events, _) = read(&[begun, other, &done(2, CALL), &completed("")]).await;
    assert_eq!(problems(&events), [CallProblem::Ambiguous]);
}

#[tokio::test]
async fn the_body_holds_the_conversation_and_no_state_is_kept() {
    let server = Server::start(vec![Reply::events([""; 0])]).await;
    let mut asked = request();
    asked.system = Some("Be short.".into());
    asked.cache_key = Some("k".into());
    asked.messages = vec![
        ChatMessage::User(vec![Piece::Text("go".into())]),
        ChatMessage::Assistant {
            pieces: vec![
                stored("reasoning", REASONING),
                stored("message", r#"{"phase":"commentary"}"#),
                AssistantPiece::Text("Hi".into()),
                AssistantPiece::ToolUse(intent("a", "read", r#"{"x": 1}"#)),
                stored("reasoning", REASONING),
            ],
        },
        ChatMessage::ToolResults(vec![ToolResult {
            provider_call_id: "a".into(),
            pieces: vec![Piece::Text("no".into())],
            is_error: true,
        }]),
    ];
    let stream = Llm::new()
        .unwrap()
        .stream(endpoint(Wire::OpenAiResponses, &server), asked);
    collect(stream).await;
    let sent = server.requests().remove(0);
    let (head, body) = sent.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST /v1/responses HTTP/1.1"), "{head}");
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    insta::assert_json_snapshot!("responses", body);
    let raw = sent.split_once(r#""input":"#).unwrap().1;
    assert!(raw.contains(REASONING), "{raw}");
}

fn stored(field: &str, json: &str) -> AssistantPiece {
    let state = State {
        field: field.into(),
        json: json.into(),
        call: None,
    };
    AssistantPiece::State(state)
}
