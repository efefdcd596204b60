//! The bodies of requests, as they leave.

use llm::{
    AssistantPiece, ChatMessage, ChatRequest, Llm, LlmError, Piece, ToolResult, ToolSpec, Wire,
};

use crate::{
    collect, endpoint, intent,
    server::{Reply, Server},
};

const SCHEMA: &str = r#"{"type":"object","properties":{"z":{"maximum":9007199254740993},"a":{}}}"#;

fn text(text: &str) -> Piece {
    Piece::Text(text.into())
}

fn image(mime_type: &str, data: &str) -> Piece {
    Piece::Image {
        mime_type: mime_type.into(),
        data_base64: data.into(),
    }
}

/// A conversation with everything in it.
fn conversation() -> ChatRequest {
    let state = |kept: &str| AssistantPiece::State(llm::State::from_stored(kept).unwrap());
    ChatRequest {
        model: "m".into(),
        system: Some("be kind".into()),
        messages: vec![
            ChatMessage::User(vec![
                text("look"),
                image("IMAGE/png", "aGk="),
                image("image/svg+xml", "aGk="),
                image("image/png", "?"),
            ]),
            ChatMessage::Assistant {
                pieces: vec![
                    state(r#"{"type":"thinking","thinking":"hm","signature":"s1"}"#),
                    state(
                        r#"{"type":"tool_call_extra","id":"a","extra_content":{"google":{"thought_signature":"t"}}}"#,
                    ),
                    AssistantPiece::Text("I ".into()),
                    AssistantPiece::Text("read".into()),
                    AssistantPiece::ToolUse(intent("a", "files_read", r#"{"n":9007199254740993}"#)),
                    AssistantPiece::ToolUse(intent("b.1", "no such\ntool", "[1]")),
                ],
            },
            ChatMessage::ToolResults(vec![
                ToolResult {
                    provider_call_id: "a".into(),
                    pieces: vec![text("one"), text("two"), image("image/jpeg", "aGk=")],
                    is_error: false,
                },
                ToolResult {
                    provider_call_id: "b.1".into(),
                    pieces: vec![],
                    is_error: true,
                },
            ]),
            ChatMessage::User(vec![text("and"), text("now")]),
            ChatMessage::Assistant { pieces: vec![] },
        ],
        tools: vec![ToolSpec {
            alias: "files_read".into(),
            description: "Reads".into(),
            input_schema: SCHEMA.into(),
            deferred: false,
        }],
        max_tokens: None,
        tuning: llm::Tuning::default(),
        lacks: llm::Lacks::default(),
        cache_key: None,
    }
}

pub(crate) async fn sent(wire: Wire, request: ChatRequest) -> String {
    let server = Server::start(vec![Reply::events([""; 0])]).await;
    collect(Llm::new().unwrap().stream(endpoint(wire, &server), request)).await;
    server.body()
}

fn check(name: &str, body: &str) {
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    insta::with_settings!({ sort_maps => true }, { insta::assert_json_snapshot!(name, body) });
}

#[tokio::test]
async fn chat_completions() {
    let body = sent(Wire::OpenAiChat, conversation()).await;
    assert!(body.contains(SCHEMA), "the schema is sent byte for byte");
    check("chat_completions", &body);
}

#[tokio::test]
async fn messages() {
    let body = sent(Wire::AnthropicMessages, conversation()).await;
    assert!(
        body.contains(SCHEMA) && body.contains(r#"{"n":9007199254740993}"#),
        "{body}"
    );
    check("messages", &body);
}

#[tokio::test]
async fn deferred_tools_and_references_to_them() {
    let search = |alias: &str, deferred| ToolSpec {
        alias: alias.into(),
        description: "Reads".into(),
        input_schema: SCHEMA.into(),
        deferred,
    };
    let of = |pieces| ToolResult {
        provider_call_id: "a".into(),
        pieces,
        is_error: false,
    };
    let request = |pieces| ChatRequest {
        messages: vec![
            ChatMessage::Assistant {
                pieces: vec![AssistantPiece::ToolUse(intent("a", "find_tools", "{}"))],
            },
            ChatMessage::ToolResults(vec![of(pieces)]),
        ],
        tools: vec![search("find_tools", false), search("files_read", true)],
        ..conversation()
    };
    let reference = || Piece::Tool("files_read".into());
    let body = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let messages = body(&sent(Wire::AnthropicMessages, request(vec![reference()])).await);
    assert_eq!(messages["tools"][0].get("defer_loading"), None);
    assert_eq!(messages["tools"][1]["defer_loading"], true);
    assert_eq!(
        messages["messages"][1]["content"][0]["content"],
        serde_json::json!([{ "type": "tool_reference", "tool_name": "files_read" }])
    );
    // Beside anything else, and in another format, it is a name.
    let mixed = request(vec![text("found"), reference()]);
    let messages = body(&sent(Wire::AnthropicMessages, mixed.clone()).await);
    assert_eq!(
        messages["messages"][1]["content"][0]["content"][1],
        serde_json::json!({ "type": "text", "text": "files_read" })
    );
    let chat = sent(Wire::OpenAiChat, mixed).await;
    assert!(
        !chat.contains("defer") && !chat.contains("tool_reference"),
        "{chat}"
    );
}

#[tokio::test]
async fn a_schema_that_is_no_object_is_refused_before_anything_is_sent() {
    for wire in [Wire::OpenAiChat, Wire::AnthropicMessages] {
        for schema in ["", "[]", "{", "{} {}"] {
            let mut request = conversation();
            request.tools[0].input_schema = schema.into();
            let server = Server::start(vec![]).await;
            let error = collect(Llm::new().unwrap().stream(endpoint(wire, &server), request))
                .await
                .1;
            assert!(
                matches!(error, Some(LlmError::BadRequest(_))),
                "{schema:?}: {error:?}"
            );
            assert_eq!(server.requests(), [""; 0]);
        }
    }
}

#[tokio::test]
async fn effort_temperature_and_answer_limit_are_sent_as_each_wire_format_has_them() {
    let tuned = |effort, temperature| ChatRequest {
        max_tokens: Some(900),
        tuning: llm::Tuning {
            effort,
            temperature,
            ..llm::Tuning::default()
        },
        ..conversation()
    };
    let fields = [
        "max_tokens",
        "max_completion_tokens",
        "reasoning_effort",
        "temperature",
        "thinking",
        "output_config",
    ];
    let mut seen = Vec::new();
    for wire in [Wire::OpenAiChat, Wire::AnthropicMessages] {
        for (effort, temperature) in [
            (Some(llm::Effort::Xhigh), Some(0.5)),
            (None, Some(1.5)),
            (None, None),
        ] {
            let body = sent(wire, tuned(effort, temperature)).await;
            let mut body: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(&body).unwrap();
            body.retain(|field, _| fields.contains(&field.as_str()));
            seen.push((format!("{wire:?}, {effort:?}, {temperature:?}"), body));
        }
    }
    insta::with_settings!({ sort_maps => true }, { insta::assert_json_snapshot!(seen) });
}
