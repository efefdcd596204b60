#![allow(clippy::unwrap_used, reason = "tests")]
use proptest::prelude::*;

use super::*;

fn all(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    decode(text, &Bounds::default(), &mut |m| {
        out.push(match m {
            Incoming::Request { id, method, .. } => format!("request {} {method}", id.0),
            Incoming::Notification { method, .. } => format!("notification {method}"),
            Incoming::Answer {
                id,
                outcome: Ok(raw),
            } => format!("answer {} {}", id.number, raw.get()),
            Incoming::Answer {
                id,
                outcome: Err(e),
            } => format!("failed {}: {e}", id.number),
            Incoming::Malformed => "malformed".into(),
            Incoming::Refused(hit) => format!("refused {hit:?}"),
            Incoming::Noise => "noise".into(),
        });
    });
    out
}

#[test]
fn every_shape_of_an_answer() {
    let table: &[(&str, &str)] = &[
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#,
            r#"answer 1 {"a":1}"#,
        ),
        (r#"{"id":"1","result":{}}"#, "answer 1 {}"),
        (r#"{"jsonrpc":"2.0","id":1.0,"result":{}}"#, "answer 1 {}"),
        (r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#, "malformed"),
        (r#"{"jsonrpc":"2.0","id":{"x":1},"result":{}}"#, "malformed"),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-1,"message":"no"}}"#,
            "failed 1: the server answered with an error: no (code -1)",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#,
            "answer 1 {}",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":"boom"}"#,
            "failed 1: the answer cannot be read: a malformed error: \"boom\"",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}"#,
            "failed 1: the answer cannot be read: a malformed error: {\"message\":\"x\"}",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            "failed 1: the answer cannot be read: it has neither a result nor an error",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":1,"result":{}}"#,
            "failed 1: the answer cannot be read: the message is malformed",
        ),
        (r#"{"level":30,"id":1,"msg":"started"}"#, "malformed"),
        (
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#,
            "malformed",
        ),
        (
            r#"{"jsonrpc":"2.0","id":"x","method":"ping"}"#,
            "request \"x\" ping",
        ),
        (r#"{"jsonrpc":"2.0","method":"n"}"#, "notification n"),
        (r#"{"jsonrpc":"2.0","method":7}"#, "malformed"),
        ("Server listening on 3000", "noise"),
        ("{not json", "noise"),
        ("[]", "malformed"),
        ("17", "noise"),
    ];
    for (text, want) in table {
        assert_eq!(all(text), vec![(*want).to_owned()], "{text}");
    }
}

#[test]
fn a_batch_keeps_its_order_and_its_bad_items_alone() {
    let got = all(r#"[{"id":1,"result":{}},7,{"id":"a","method":"ping"},{"method":"n"}]"#);
    assert_eq!(
        got,
        [
            "answer 1 {}",
            "malformed",
            "request \"a\" ping",
            "notification n"
        ]
    );
    let many: Vec<String> = (0..101)
        .map(|i| format!(r#"{{"id":{i},"result":{{}}}}"#))
        .collect();
    let got = all(&format!("[{}]", many.join(",")));
    assert_eq!(got[0], "refused BatchMessages");
    assert_eq!(
        got[101],
        "failed 100: the answer was refused: a batch has more messages than this host accepts"
    );
}

#[test]
fn a_message_beyond_a_bound_still_ends_its_request() {
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":4,"result":{}{}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    assert_eq!(
        all(&deep),
        ["failed 4: the answer was refused: a message is nested deeper than this host accepts"]
    );
    let wide = format!(
        r#"{{"result":[{}[]],"jsonrpc":"2.0","id":4}}"#,
        "[],".repeat(300_000)
    );
    assert_eq!(
        all(&wide),
        ["failed 4: the answer was refused: a message has more values than this host accepts"]
    );
    let brackets_in_text = format!(r#"{{"id":4,"result":{{"t":"{}\"["}}}}"#, "[".repeat(200));
    assert!(all(&brackets_in_text)[0].starts_with("answer 4"));
}

#[test]
fn the_ends_of_a_message_name_its_request() {
    let id = |head: &str, tail: &str| edge_id(head.as_bytes(), tail.as_bytes()).map(|i| i.number);
    assert_eq!(id(r#"{"jsonrpc":"2.0","id":12,"result":{"#, ""), Some(12));
    assert_eq!(id(r#"{"id" : "12", "jsonrpc":"2.0","res"#, ""), Some(12));
    assert_eq!(
        id(r#"{"result":{"id":5,"#, r#"..."},"jsonrpc":"2.0","id":12}"#),
        Some(12)
    );
    assert_eq!(
        id(r#"{"result":{"#, r#"..."},"id":12,"jsonrpc":"2.0" }"#),
        Some(12)
    );
    assert_eq!(id(r#"{"result":{"#, r#"... \"id\":12} and more"#), None);
    assert_eq!(id("", ""), None);
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in ".{0,200}") {
        all(&text);
        edge_id(text.as_bytes(), text.as_bytes());
    }

    #[test]
    fn arbitrary_json_like_text_never_panics(parts in prop::collection::vec(prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"", "\"id\"", "\"jsonrpc\":\"2.0\"", "\"result\":", "\"error\":", "\"method\":", "null", "1",
        "1.0", "-", "\\", "\\ud800", "é", " ", "\"a\"",
    ]), 0..40)) {
        let text = parts.concat();
        all(&text);
        edge_id(text.as_bytes(), text.as_bytes());
    }

    #[test]
    fn identifiers_read_back(n: u64) {
        let read = |text: String| RawValue::from_string(text).ok().and_then(|raw| OurId::read(&raw)).map(|i| i.number);
        prop_assert_eq!(read(n.to_string()), Some(n));
        prop_assert_eq!(read(format!("\"{n}\"")), Some(n));
        prop_assert_eq!(read(format!("{n}.0")), Some(n));
    }
}
