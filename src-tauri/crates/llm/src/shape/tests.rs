//! The form of conversations on a wire.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;

use domain::{ToolIntent, Wire};
use proptest::prelude::*;

use super::*;
use crate::{Lack, Lacks, State, ToolResult, Tuning};

fn text(text: &str) -> Piece {
    Piece::Text(text.into())
}

fn image() -> Piece {
    Piece::Image {
        mime_type: "image/png".into(),
        data_base64: "aGk=".into(),
    }
}

fn call(id: &str) -> AssistantPiece {
    AssistantPiece::ToolUse(ToolIntent {
        provider_call_id: id.into(),
        alias: "tool".into(),
        arguments: r#"{"n":9007199254740993}"#.into(),
    })
}

fn result(id: &str, pieces: Vec<Piece>) -> ToolResult {
    ToolResult {
        provider_call_id: id.into(),
        pieces,
        is_error: false,
    }
}

fn request(messages: Vec<ChatMessage>, lacks: &[Lack]) -> ChatRequest {
    let mut request = ChatRequest {
        model: "m".into(),
        system: Some("be kind".into()),
        messages,
        tools: vec![ToolSpec {
            alias: "tool".into(),
            description: "é".repeat(2_000),
            input_schema: r#"{"type":"object","properties":{}}"#.into(),
            deferred: false,
        }],
        max_tokens: None,
        tuning: Tuning::default(),
        lacks: Lacks::default(),
        cache_key: None,
    };
    request.lacks.extend(lacks.iter().cloned());
    request
}

fn assistant(pieces: Vec<AssistantPiece>) -> ChatMessage {
    ChatMessage::Assistant { pieces }
}

#[test]
fn each_call_has_one_result_directly_behind_it() {
    let given = request(
        vec![
            ChatMessage::User(vec![text("go")]),
            assistant(vec![call("a"), call("b"), call("a")]),
            ChatMessage::ToolResults(vec![
                result("a", vec![text("1")]),
                result("z", vec![text("orphan")]),
            ]),
            ChatMessage::ToolResults(vec![result("a", vec![text("2")])]),
        ],
        &[],
    );
    let shaped = shaped(&given, Wire::OpenAiChat);
    let [
        _,
        ChatMessage::Assistant { pieces },
        ChatMessage::ToolResults(results),
        ChatMessage::User(orphan),
    ] = shaped.messages.as_slice()
    else {
        panic!("{:?}", shaped.messages);
    };
    let ids: Vec<&str> = results::calls(pieces)
        .map(|call| call.provider_call_id.as_str())
        .collect();
    let of: Vec<&str> = results
        .iter()
        .map(|result| result.provider_call_id.as_str())
        .collect();
    assert_eq!(ids, of);
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 3, "{ids:?}");
    assert_eq!(results[0].pieces, [text("1")]);
    assert!(results[1].is_error && results[2].pieces == [text("2")]);
    assert!(orphan.contains(&text("orphan")));
}

#[test]
fn request_without_tools_writes_calls_as_text() {
    let lacks = [Lack::Feature(Feature::Tools)];
    let messages = vec![
        ChatMessage::User(vec![text("go")]),
        assistant(vec![call("a")]),
        ChatMessage::ToolResults(vec![result("a", vec![text("found")])]),
    ];
    let shaped = shaped(&request(messages, &lacks), Wire::AnthropicMessages);
    assert!(shaped.tools.is_empty());
    let shown = format!("{:?}", shaped.messages);
    assert!(
        shown.contains("Call of the tool tool with") && shown.contains("found"),
        "{shown}"
    );
    assert!(!shown.contains("ToolUse"), "{shown}");
}

#[test]
fn images_go_where_the_wire_takes_them() {
    let messages = || {
        vec![
            ChatMessage::User(vec![image()]),
            assistant(vec![call("a")]),
            ChatMessage::ToolResults(vec![ToolResult {
                is_error: true,
                ..result("a", vec![text("seen"), image()])
            }]),
            ChatMessage::User(vec![text("now")]),
        ]
    };
    let images = |shaped: &ChatRequest| -> Vec<usize> {
        let count = |pieces: &[Piece]| pieces.iter().filter(|piece| **piece == image()).count();
        let of = |message: &ChatMessage| match message {
            ChatMessage::User(pieces) => count(pieces),
            ChatMessage::ToolResults(results) => {
                results.iter().map(|result| count(&result.pieces)).sum()
            }
            ChatMessage::Assistant { .. } => 0,
        };
        shaped.messages.iter().map(of).collect()
    };
    for wire in [Wire::OpenAiChat, Wire::AnthropicMessages] {
        let found = images(&shaped(&request(messages(), &[]), wire));
        assert_eq!(
            found,
            [1, 0, 0, 1],
            "out of the result that failed, into the next message of the user"
        );
    }
    let found = images(&shaped(
        &request(messages(), &[Lack::Images(1)]),
        Wire::OpenAiChat,
    ));
    assert_eq!(found, [0, 0, 0, 1], "the latest one");
    let blind = shaped(
        &request(messages(), &[Lack::Feature(Feature::Images)]),
        Wire::OpenAiChat,
    );
    assert_eq!(images(&blind), [0, 0, 0, 0]);
    assert!(format!("{blind:?}").contains("does not read images"));
}

#[test]
fn what_an_endpoint_lacks_is_said_in_another_way() {
    let messages = vec![
        ChatMessage::User(vec![text("go")]),
        assistant(vec![call("a-long.id"), call("b")]),
        ChatMessage::ToolResults(vec![
            result("a-long.id", vec![text("1")]),
            result("b", vec![text("2")]),
        ]),
        ChatMessage::User(vec![text("now")]),
    ];
    let lacks = [
        Feature::System,
        Feature::ParallelCalls,
        Feature::UserAfterTool,
        Feature::LongIds,
        Feature::LongDescriptions,
    ];
    let shaped = shaped(
        &request(messages, &lacks.map(Lack::Feature)),
        Wire::OpenAiChat,
    );
    assert_eq!(shaped.system, None);
    assert_eq!(
        shaped.tools[0].description.chars().count(),
        SHORT_DESCRIPTION
    );
    let kinds: String = shaped
        .messages
        .iter()
        .map(|message| match message {
            ChatMessage::User(_) => 'u',
            ChatMessage::Assistant { .. } => 'a',
            ChatMessage::ToolResults(_) => 't',
        })
        .collect();
    assert_eq!(kinds, "uatatau");
    let Some(ChatMessage::ToolResults(first)) = shaped.messages.get(2) else {
        panic!("{:?}", shaped.messages);
    };
    let id = &first[0].provider_call_id;
    assert!(
        id.len() == 9 && id.chars().all(|c| c.is_ascii_alphanumeric()),
        "{id}"
    );
    assert_eq!(*id, short_id("a-long.id"));
}

#[test]
fn empty_answer_is_left_out_and_neighbours_become_one() {
    let state = AssistantPiece::State(State {
        field: "thinking".into(),
        json: "{}".into(),
        call: None,
    });
    let messages = vec![
        ChatMessage::User(vec![text("a")]),
        assistant(vec![state, AssistantPiece::Text(" ".into())]),
        ChatMessage::User(vec![text(""), text("b")]),
    ];
    let shaped = shaped(&request(messages, &[]), Wire::OpenAiChat);
    assert_eq!(
        shaped.messages,
        [ChatMessage::User(vec![text("a"), text("b")])]
    );
}

fn messages() -> impl Strategy<Value = Vec<ChatMessage>> {
    let id = || prop::sample::select(vec!["a", "b", "c.d", ""]);
    let piece = || prop_oneof![Just(text("t")), Just(text("")), Just(image())];
    let user = prop::collection::vec(piece(), 0..3).prop_map(ChatMessage::User);
    let said = prop_oneof![
        id().prop_map(call),
        Just(AssistantPiece::Text("t".into())),
        Just(AssistantPiece::Text(String::new()))
    ];
    let answer = prop::collection::vec(said, 0..4).prop_map(assistant);
    let results = prop::collection::vec(
        (id(), prop::collection::vec(piece(), 0..3)).prop_map(|(id, pieces)| result(id, pieces)),
        0..4,
    )
    .prop_map(ChatMessage::ToolResults);
    prop::collection::vec(prop_oneof![user, answer, results], 0..8)
}

fn lacks() -> impl Strategy<Value = Vec<Lack>> {
    prop::collection::vec(
        prop_oneof![
            prop::sample::select(vec![
                Feature::System,
                Feature::Tools,
                Feature::ParallelCalls,
                Feature::Images,
                Feature::ResultImages,
                Feature::LongIds,
                Feature::UserAfterTool,
                Feature::State,
            ])
            .prop_map(Lack::Feature),
            (0_u32..3).prop_map(Lack::Images),
        ],
        0..5,
    )
}

proptest! {
    #[test]
    fn any_conversation_has_a_form_that_endpoints_take(messages in messages(), lacks in lacks(), anthropic in any::<bool>()) {
        let wire = if anthropic { Wire::AnthropicMessages } else { Wire::OpenAiChat };
        let given = request(messages, &lacks);
        let formed = shaped(&given, wire);
        let mut used = HashSet::new();
        let mut open: Vec<String> = Vec::new();
        for pair in formed.messages.windows(2) {
            let same = matches!(
                pair,
                [ChatMessage::User(_), ChatMessage::User(_)]
                    | [ChatMessage::Assistant { .. }, ChatMessage::Assistant { .. }]
                    | [ChatMessage::ToolResults(_), ChatMessage::ToolResults(_)]
            );
            prop_assert!(!same, "{:?}", formed.messages);
        }
        for message in &formed.messages {
            match message {
                ChatMessage::ToolResults(results) => {
                    let of: Vec<String> = results.iter().map(|result| result.provider_call_id.clone()).collect();
                    prop_assert_eq!(&of, &open);
                    open.clear();
                }
                ChatMessage::Assistant { pieces } => {
                    prop_assert!(open.is_empty() && !pieces.is_empty());
                    open = results::calls(pieces).map(|call| call.provider_call_id.clone()).collect();
                    prop_assert!(open.iter().all(|id| !id.is_empty() && used.insert(id.clone())));
                    prop_assert!(open.is_empty() || !formed.tools.is_empty());
                    for call in results::calls(pieces) {
                        prop_assert_eq!(call.arguments.as_str(), r#"{"n":9007199254740993}"#, "byte for byte");
                    }
                }
                ChatMessage::User(pieces) => prop_assert!(open.is_empty() && !pieces.is_empty()),
            }
        }
        prop_assert!(open.is_empty());
        prop_assert_eq!(shaped(&given, wire), formed, "the same each time");
    }
}
