//! Images, documents and sounds in the bodies of requests, byte for byte.

use llm::{AssistantPiece, ChatMessage, ChatRequest, Piece, ToolResult, Tuning, Wire};

use crate::{bodies::sent, intent};

/// `%PDF-1.7` in base64.
const PDF: &str = "JVBERi0xLjc=";

fn document(name: &str, data: &str) -> Piece {
    Piece::Document {
        name: name.into(),
        data_base64: data.into(),
    }
}

fn request(messages: Vec<ChatMessage>) -> ChatRequest {
    ChatRequest {
        model: "m".into(),
        system: None,
        messages,
        tools: Vec::new(),
        max_tokens: Some(9),
        tuning: Tuning::default(),
        lacks: llm::Lacks::default(),
        cache_key: None,
    }
}

fn attached() -> ChatRequest {
    request(vec![ChatMessage::User(vec![
        Piece::Text("read".into()),
        Piece::Image {
            mime_type: "image/jpeg".into(),
            data_base64: "aGk=".into(),
        },
        document("re\nport \"1\".pdf", PDF),
        document("page.html", "PGh0bWw+"),
        document("", PDF),
        Piece::Audio {
            mime_type: "audio/mpeg".into(),
            data_base64: "aGk=".into(),
        },
    ])])
}

#[tokio::test]
async fn attachments_are_parts_of_chat_completions() {
    let body = sent(Wire::OpenAiChat, attached()).await;
    let expected = concat!(
        r#"{"model":"m","messages":[{"role":"user","content":["#,
        r#"{"text":"read","type":"text"},"#,
        r#"{"image_url":{"url":"data:image/jpeg;base64,aGk="},"type":"image_url"},"#,
        r#"{"file":{"filename":"report \"1\".pdf","file_data":"data:application/pdf;base64,JVBERi0xLjc="},"type":"file"},"#,
        r#"{"text":"[A document was left out: it is not a PDF or its data cannot be sent to this model.]","type":"text"},"#,
        r#"{"file":{"filename":"document.pdf","file_data":"data:application/pdf;base64,JVBERi0xLjc="},"type":"file"},"#,
        r#"{"input_audio":{"data":"aGk=","format":"mp3"},"type":"input_audio"}]}],"#,
        r#""max_tokens":9,"stream":true,"stream_options":{"include_usage":true}}"#,
    );
    assert_eq!(body, expected);
}

#[tokio::test]
async fn attachments_are_blocks_of_messages() {
    let body = sent(Wire::AnthropicMessages, attached()).await;
    let expected = concat!(
        r#"{"model":"m","max_tokens":9,"messages":[{"role":"user","content":["#,
        r#"{"type":"text","text":"read"},"#,
        r#"{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"aGk="}},"#,
        r#"{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0xLjc="},"title":"report \"1\".pdf"},"#,
        r#"{"type":"text","text":"[A document was left out: it is not a PDF or its data cannot be sent to this model.]"},"#,
        r#"{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0xLjc="},"title":"document.pdf"},"#,
        r#"{"type":"text","text":"[A sound was left out: its type or its data cannot be sent to this model.]","cache_control":{"type":"ephemeral"}}]}],"#,
        r#""stream":true}"#,
    );
    assert_eq!(body, expected);
}

#[tokio::test]
async fn document_in_a_result_is_sent_where_the_format_takes_it_and_named_where_not() {
    let results = || {
        let call = AssistantPiece::ToolUse(intent("a", "read", "{}"));
        let messages = vec![
            ChatMessage::Assistant { pieces: vec![call] },
            ChatMessage::ToolResults(vec![ToolResult {
                provider_call_id: "a".into(),
                pieces: vec![document("a.pdf", PDF)],
                is_error: false,
            }]),
        ];
        ChatRequest {
            tools: crate::request().tools,
            ..request(messages)
        }
    };
    let body = sent(Wire::AnthropicMessages, results()).await;
    assert!(body.contains(r#""type":"document""#), "{body}");
    let body = sent(Wire::OpenAiChat, results()).await;
    assert!(
        body.contains("A document was left out") && !body.contains(PDF),
        "{body}"
    );
}
