//! Refusals as endpoints write them, and what each takes away.

#![allow(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;

use super::*;
use crate::{
    AssistantPiece, ChatMessage, ChatRequest, Effort, Lacks, Piece, State, ToolResult, ToolSpec,
    Tuning, Wire,
};

fn tool(alias: &str, deferred: bool) -> ToolSpec {
    ToolSpec {
        alias: alias.into(),
        description: "Reads".into(),
        input_schema: r#"{"type":"object","properties":{}}"#.into(),
        deferred,
    }
}

fn call(id: &str) -> AssistantPiece {
    AssistantPiece::ToolUse(domain::ToolIntent {
        provider_call_id: id.into(),
        alias: "files_read".into(),
        arguments: "{}".into(),
    })
}

/// A request with everything that may be refused.
fn everything() -> ChatRequest {
    let image = || Piece::Image {
        mime_type: "image/png".into(),
        data_base64: "aGk=".into(),
    };
    let state = |field: &str| {
        AssistantPiece::State(State {
            field: field.into(),
            json: "\"hm\"".into(),
            call: None,
        })
    };
    let result = |id: &str, pieces| ToolResult {
        provider_call_id: id.into(),
        pieces,
        is_error: false,
    };
    ChatRequest {
        model: "m".into(),
        system: Some("be kind".into()),
        messages: vec![
            ChatMessage::User(vec![
                Piece::Text("look".into()),
                image(),
                Piece::Document {
                    name: "a.pdf".into(),
                    data_base64: "JVBERi0=".into(),
                },
                Piece::Audio {
                    mime_type: "audio/wav".into(),
                    data_base64: "aGk=".into(),
                },
            ]),
            ChatMessage::Assistant {
                pieces: vec![state("reasoning_content"), call("a"), call("b")],
            },
            ChatMessage::ToolResults(vec![result("a", vec![image()]), result("b", Vec::new())]),
            ChatMessage::User(vec![Piece::Text("and now".into())]),
        ],
        tools: vec![
            tool("files_read", false),
            tool("files_write", true),
            tool("mail_send", false),
        ],
        max_tokens: Some(8_192),
        tuning: Tuning {
            temperature: Some(0.5),
            stop: vec!["x".into()],
            tool_choice: crate::ToolChoice::Required,
            effort: Some(Effort::High),
        },
        lacks: Lacks::default(),
        cache_key: Some("k".into()),
    }
}

fn refused(status: u16, body: &str) -> LlmError {
    let status = reqwest::StatusCode::from_u16(status).unwrap();
    crate::status::refused(status, &reqwest::header::HeaderMap::new(), body)
}

fn step(wire: Wire, request: &ChatRequest, message: &str) -> Option<Lack> {
    let body = serde_json::json!({ "error": { "message": message, "type": "invalid_request_error", "param": null, "code": null } });
    lack(&refused(400, &body.to_string()), &Sent::of(wire, request))
}

fn of(feature: Feature) -> Option<Lack> {
    Some(Lack::Feature(feature))
}

#[test]
fn refusals_of_chat_completions_as_endpoints_write_them() {
    use Feature::*;
    for (message, feature) in [
        (
            "body.stream_options: Extra inputs are not permitted",
            StreamOptions,
        ),
        (
            "Your organization must be verified to stream this model.",
            Stream,
        ),
        ("Streaming is not supported for this model", Stream),
        (
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            UsualBound,
        ),
        (
            "Unrecognized request argument supplied: max_completion_tokens",
            UsualBound,
        ),
        (
            "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.",
            Temperature,
        ),
        (
            "Function tools with reasoning_effort are not supported for m in /v1/chat/completions. Please use /v1/responses instead.",
            EffortWithTools,
        ),
        (
            "Unrecognized request argument supplied: reasoning_effort",
            Effort,
        ),
        ("Jinja Exception: System role not supported", System),
        (
            "Developer instruction is not enabled for models/gemma-3-27b-it",
            System,
        ),
        (
            "messages.2.content: Input should be a valid string",
            NullContent,
        ),
        (
            "Invalid value for 'content': expected a string, got null.",
            NullContent,
        ),
        (
            "registry.ollama.ai/library/gemma does not support tools",
            Tools,
        ),
        (
            "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set",
            Tools,
        ),
        (
            "This model only supports single tool-calls at once!",
            ParallelCalls,
        ),
        (
            "Failed to deserialize the JSON body into the target type: messages[3]: unknown variant `image_url`, expected `text` at line 1 column 1024",
            Images,
        ),
        ("This model does not support image input", Images),
        (
            "messages.1.assistant.reasoning_content: Extra inputs are not permitted",
            State,
        ),
        (
            "The `reasoning_content` in the thinking mode must be passed back to the API.",
            NoReasoning,
        ),
        (
            "Function call is missing a thought_signature in functionCall parts.",
            NoSignature,
        ),
        (
            "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
            LongIds,
        ),
        (
            "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
            LongIds,
        ),
        ("Unexpected role 'user' after role 'tool'", UserAfterTool),
        (
            "Jinja Exception: After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
            UserAfterTool,
        ),
        (
            "Failed to initialize samplers: failed to parse grammar",
            RichSchemas,
        ),
        ("Unknown parameter: 'stop'.", Stop),
    ] {
        let request = everything();
        let taken = step(Wire::OpenAiChat, &request, message);
        assert_eq!(taken, of(feature), "{message}");
    }
}

#[test]
fn refusals_of_messages_as_endpoints_write_them() {
    use Feature::*;
    for (message, wanted) in [
        (
            "tools.1.custom.defer_loading: Extra inputs are not permitted",
            Lack::Feature(DeferredTools),
        ),
        (
            "tools.1: Extra inputs are not permitted",
            Lack::Feature(DeferredTools),
        ),
        (
            "Only text tool_result blocks are supported when tool_result.content is an array.",
            Lack::Feature(ResultImages),
        ),
        (
            "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for m",
            Lack::Answer(4_096),
        ),
        (
            "tools.2.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
            Lack::PlainTool("mail_send".into()),
        ),
        (
            "messages.3.content.0: Invalid `signature` in `thinking` block",
            Lack::Feature(Signatures),
        ),
        (
            "thinking.type: adaptive thinking is not supported by this model",
            Lack::Feature(Effort),
        ),
        (
            "output_config: Extra inputs are not permitted",
            Lack::Feature(Effort),
        ),
    ] {
        let taken = step(Wire::AnthropicMessages, &everything(), message);
        assert_eq!(taken, Some(wanted), "{message}");
    }
}

#[test]
fn tool_is_named_by_its_place_or_by_its_alias() {
    for message in [
        "Invalid schema for function 'files_write': array schema missing items.",
        "Invalid JSON payload received. Unknown name \"const\" at 'tools[0].function_declarations[1].parameters': Cannot find field.",
        "tools.1.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
        "Invalid 'tools[1].function.parameters': schema must have type 'object'",
    ] {
        let mut request = everything();
        for wanted in [
            Lack::PlainTool("files_write".into()),
            Lack::Tool("files_write".into()),
        ] {
            let taken = step(Wire::OpenAiChat, &request, message).unwrap();
            assert_eq!(taken, wanted, "{message}");
            request.lacks.add(taken);
        }
        let other = "Invalid schema for function 'mail_send': array schema missing items.";
        assert_eq!(
            step(Wire::OpenAiChat, &request, other),
            of(Feature::RichSchemas),
            "the second of its kind"
        );
    }
}

#[test]
fn numbers_are_bounds_of_what_was_asked_for() {
    for (message, wanted) in [
        (
            "Invalid 'tools': array too long. Expected an array with maximum length 2, but got an array with length 3 instead.",
            Some(Lack::Tools(2)),
        ),
        ("[] is too long - 'tools'", Some(Lack::Tools(1))),
        (
            "Range of max_tokens should be [1, 4096]",
            Some(Lack::Answer(4_096)),
        ),
        (
            "'max_tokens' is too large: 8192. This model's maximum context length is 8000 tokens and your request has 3000 input tokens (8192 > 8000 - 3000).",
            Some(Lack::Answer(5_000)),
        ),
        (
            "At most 1 image(s) may be provided in one request.",
            Some(Lack::Images(1)),
        ),
        (
            "The maximum context length is 8000 tokens, you requested 9000 tokens.",
            None,
        ),
        (
            "Rate limit reached: at most 30 requests with tools per minute.",
            None,
        ),
    ] {
        let taken = step(Wire::OpenAiChat, &everything(), message);
        match wanted {
            Some(_) => assert_eq!(taken, wanted, "{message}"),
            None => assert!(
                taken.is_none() || message.starts_with("Rate"),
                "{message}: {taken:?}"
            ),
        }
    }
}

#[test]
fn refusals_that_nothing_would_help_take_nothing() {
    let sent = Sent::of(Wire::OpenAiChat, &everything());
    for (status, body) in [
        (
            401,
            r#"{"error":{"message":"Invalid key: tools are not supported","code":"invalid_api_key"}}"#,
        ),
        (429, r#"{"error":{"message":"Too many tools per minute"}}"#),
        (
            404,
            r#"{"error":{"message":"The model `tools-image` does not exist","code":"model_not_found"}}"#,
        ),
        (
            400,
            r#"{"error":{"message":"The response was filtered: the prompt is not allowed","code":"content_filter"}}"#,
        ),
        (
            400,
            r#"{"error":{"message":"This model's maximum context length is 8000 tokens"}}"#,
        ),
        (503, "busy"),
        (308, "tools not supported"),
    ] {
        assert_eq!(lack(&refused(status, body), &sent), None, "{body}");
    }
    assert_eq!(lack(&LlmError::CutStream, &sent), None);
}

#[test]
fn shapes_of_refusals_do_not_matter() {
    let sent = Sent::of(Wire::OpenAiChat, &everything());
    for (status, body) in [
        (
            422,
            r#"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}"#,
        ),
        (
            400,
            r#"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"detail\":\"stream_options is not supported\"}"}}}"#,
        ),
        (
            400,
            r#"[{"error":{"code":400,"message":"Unknown name \"stream_options\": Cannot find field.","status":"INVALID_ARGUMENT"}}]"#,
        ),
        (
            400,
            r#"{"object":"error","message":"Unsupported parameter(s): `stream_options`","code":40001}"#,
        ),
        (500, "stream_options is not supported"),
    ] {
        assert_eq!(
            lack(&refused(status, body), &sent),
            of(Feature::StreamOptions),
            "{body}"
        );
    }
}

proptest! {
    /// Whatever is refused, there is an end: each step takes something away that was not taken before.
    #[test]
    fn any_sequence_of_refusals_ends(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "tools", "schema", "files_read", "tools.1", "image", "not supported", "stream", "content", "null", "system role", "max_tokens", "8192",
                "400", "at most", "id", "tool_calls", "length", "reasoning", "must alternate", "temperature", "reasoning_content", "missing", "thinking", "bad request",
            ]),
            0..8,
        ),
        anthropic in any::<bool>(),
        status in prop::sample::select(vec![400_u16, 404, 413, 422, 500]),
    ) {
        let wire = if anthropic { Wire::AnthropicMessages } else { Wire::OpenAiChat };
        let body = serde_json::json!({ "error": { "message": words.join(" ") } }).to_string();
        let mut request = everything();
        let mut steps = 0;
        while let Some(taken) = lack(&refused(status, &body), &Sent::of(wire, &request)) {
            if !request.lacks.add(taken) {
                break;
            }
            steps += 1;
            prop_assert!(steps < 100);
        }
    }
}
