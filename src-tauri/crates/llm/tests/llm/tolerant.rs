//! Nothing that carried text is lost without a word, whatever form it came in.

use bytes::Bytes;
use futures_util::stream;
use llm::{Finish, Item, LeftOut, LlmError, State, StreamEvent, Wire, decode};
use proptest::prelude::*;

use crate::{collect, intents, items, request};

async fn read(wire: Wire, body: &str) -> (Vec<StreamEvent>, Option<LlmError>) {
    let bytes = stream::iter([Bytes::from(body.to_owned())]);
    collect(decode(wire, &request(), bytes)).await
}

/// The text and the reasoning of an answer that ends well.
async fn said(wire: Wire, body: &str) -> (String, String) {
    let (events, error) = read(wire, body).await;
    assert_eq!(error, None, "{body}");
    let (mut text, mut reasoning) = (String::new(), String::new());
    for item in items(&events) {
        match item {
            Item::Text(more) => text.push_str(&more),
            Item::Reasoning(more) => reasoning.push_str(&more),
            _ => {}
        }
    }
    (text, reasoning)
}

fn chunk(delta: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{delta}}}]}}\n\n")
}

const END: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"STOP\"}]}\n\n";

#[tokio::test]
async fn an_answer_is_read_in_every_form() {
    let document = r#"{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}"#;
    for body in [
        document.to_owned(),
        document.replace(',', ",\n "),
        format!("data: {document}\n\ndata: [DONE]\n\n"),
        format!(
            "data: {{\"choices\":[{{\"delta\":{{\"content\":\"h\"}}}}]}}\ndata: {{\"choices\":[{{\"delta\":{{\"content\":\"i\"}}}}]}}\n{END}"
        ),
        format!(
            "{}{}{END}",
            chunk(r#"{"content":"h","refusal":[]}"#),
            chunk(r#"{"content":[{"type":"text","text":"i"}],"tool_calls":{}}"#)
        ),
        format!(
            "data: {{\"choices\":[{{\"delta\":{{\"content\":\"hi\"}}}}],\"tps\":NaN,\"usage\":1}}\n\n{END}"
        ),
        r#"{"message":{"role":"assistant","content":"h"},"done":false}
{"message":{"role":"assistant","content":"i"},"done":true,"done_reason":"stop"}"#
            .to_owned(),
    ] {
        assert_eq!(
            said(Wire::OpenAiChat, &body).await,
            ("hi".into(), String::new()),
            "{body}"
        );
    }
    let message = r#"{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"hi"}],"stop_reason":"end_turn"}"#;
    assert_eq!(
        said(Wire::AnthropicMessages, message).await,
        ("hi".into(), "hm".into())
    );
    let untyped = "event: content_block_delta\ndata: {\"index\":0,\"delta\":{\"text\":\"hi\"}}\n\nevent: message_stop\ndata: {}\n\n";
    assert_eq!(
        said(Wire::AnthropicMessages, untyped).await,
        ("hi".into(), String::new())
    );
}

#[tokio::test]
async fn one_choice_is_the_answer() {
    let choice = |index: u8, text: &str| {
        format!(
            r#"{{"index":{index},"delta":{{"content":"{text}"}},"message":{{"content":"{text}"}}}}"#
        )
    };
    let stream = |choices: &[&[String]]| {
        let chunks: String = choices
            .iter()
            .map(|all| format!("data: {{\"choices\":[{}]}}\n\n", all.join(",")))
            .collect();
        format!("{chunks}data: [DONE]\n\n")
    };
    for (choices, text) in [
        (
            stream(&[&[choice(0, "a")], &[choice(1, "b")], &[choice(2, "c")]]),
            "abc",
        ),
        (stream(&[&[choice(0, "a")], &[choice(1, "b")]]), "ab"),
        (
            stream(&[
                &[choice(0, "a"), choice(1, "X")],
                &[choice(0, "b")],
                &[choice(1, "X")],
            ]),
            "ab",
        ),
        (
            stream(&[
                &[choice(0, "a")],
                &[choice(1, "X")],
                &[choice(0, "b")],
                &[choice(1, "X")],
            ]),
            "ab",
        ),
    ] {
        assert_eq!(said(Wire::OpenAiChat, &choices).await.0, text, "{choices}");
    }
}

#[tokio::test]
async fn what_is_not_shown_is_said() {
    let left = |events: &[StreamEvent]| {
        let left = events.iter().filter_map(|event| match event {
            StreamEvent::LeftOut { what, count } => Some((*what, *count)),
            _ => None,
        });
        left.collect::<Vec<_>>()
    };
    for (middle, expected) in [
        (
            "data: {\"choices\":\n\n".to_owned(),
            vec![(LeftOut::Lines, 1)],
        ),
        (
            chunk(r#"{"images":[{"image_url":{"url":"x"}}]}"#),
            vec![(LeftOut::Pictures, 1)],
        ),
        (
            chunk(r#"{"content":[{"type":"image_url","image_url":{}}]}"#),
            vec![(LeftOut::Pictures, 1)],
        ),
        (
            chunk(r#"{"audio":{"data":"AA","transcript":"b"}}"#),
            vec![(LeftOut::Sounds, 1)],
        ),
    ] {
        let (events, error) = read(
            Wire::OpenAiChat,
            &format!("{}{middle}{END}", chunk(r#"{"content":"a"}"#)),
        )
        .await;
        assert_eq!((left(&events), error), (expected, None), "{middle}");
        assert_eq!(events.last(), Some(&StreamEvent::Done(Finish::Stop)));
    }
    // A call whose pieces may have been lost never runs.
    let call =
        chunk(r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":""}}]}"#);
    let (events, _) = read(Wire::OpenAiChat, &format!("{call}data: {{\n\n{END}")).await;
    assert_eq!(intents(&events), []);
}

#[tokio::test]
async fn details_of_reasoning_are_joined_for_the_way_back() {
    let body = [
        chunk(
            r#"{"reasoning":"Let ","reasoning_details":[{"type":"reasoning.text","text":"Let ","format":"f","index":0}]}"#,
        ),
        chunk(
            r#"{"reasoning":"me","reasoning_details":[{"type":"reasoning.text","text":"me","signature":"s","format":"f","index":0}]}"#,
        ),
        chunk(
            r#"{"content":"x","reasoning_details":[{"type":"reasoning.encrypted","data":"C","id":"a","index":1}]}"#,
        ),
        END.to_owned(),
    ];
    let (events, _) = read(Wire::OpenAiChat, &body.concat()).await;
    let details = items(&events).into_iter().find_map(|item| match item {
        Item::State(State { field, json, .. }) if field == "reasoning_details" => Some(json),
        _ => None,
    });
    let expected = r#"[{"type":"reasoning.text","text":"Let me","format":"f","index":0,"signature":"s"},{"type":"reasoning.encrypted","data":"C","id":"a","index":1}]"#;
    assert_eq!(details.as_deref(), Some(expected));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Any split of the bytes, and any division of a text into deltas, half characters included, gives the same items.
    #[test]
    fn any_split_gives_the_same_items(
        text in "(<think>)?[a-z<>/`😀é\n ]{0,20}(</think>)?[a-z😀]{1,4}",
        arguments in "[a-z😀\\\\\"é]{0,12}",
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
    ) {
        let arguments = serde_json::json!({ "x": arguments }).to_string();
        let cut = |units: &[u16]| {
            let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(units.len() + 1)).collect();
            at.extend([0, units.len()]);
            at.sort_unstable();
            let escaped = |units: &[u16]| units.iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>();
            at.windows(2).map(|pair| escaped(&units[pair[0]..pair[1]])).collect::<Vec<_>>()
        };
        let body = |text: Vec<String>, pieces: Vec<String>| {
            let mut body: String = text.iter().map(|text| chunk(&format!(r#"{{"content":"{text}"}}"#))).collect();
            body += &chunk(r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"read"}}]}"#);
            body.extend(pieces.iter().map(|piece| chunk(&format!(r#"{{"tool_calls":[{{"index":0,"function":{{"arguments":"{piece}"}}}}]}}"#))));
            body + END
        };
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        let whole = |text: &str| vec![serde_json::json!(text).to_string().trim_matches('"').to_owned()];
        let json = serde_json::json!(&arguments).to_string();
        let one = body(whole(&text), vec![json[1..json.len() - 1].to_owned()]);
        let many = body(cut(&units(&text)), cut(&units(&arguments)));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let read = |body: String| {
            let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(body.len() + 1)).collect();
            at.extend([0, body.len()]);
            at.sort_unstable();
            let parts: Vec<Bytes> = at.windows(2).map(|pair| Bytes::copy_from_slice(&body.as_bytes()[pair[0]..pair[1]])).collect();
            let (events, error) = runtime.block_on(collect(decode(Wire::OpenAiChat, &request(), stream::iter(parts))));
            prop_assert_eq!(error, None);
            Ok(items(&events))
        };
        let (one, many) = (read(one)?, read(many)?);
        prop_assert_eq!(&one, &many);
        let call = one.iter().find_map(|item| match item {
            Item::Call(call) => Some(call.intent.arguments.clone()),
            _ => None,
        });
        prop_assert_eq!(call, Some(arguments));
    }
}
