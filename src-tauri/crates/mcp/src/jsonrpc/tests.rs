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
            Incoming::AnswerToNone(error) => format!("to none: {error}"),
            Incoming::Malformed(_) => "malformed".into(),
            Incoming::Refused(hit) => format!("refused {hit:?}"),
            Incoming::Unfinished(_) => "unfinished".into(),
            Incoming::Repaired(_) => "repaired".into(),
            Incoming::Noise(_) => "noise".into(),
        });
    });
    out
}

#[test]
fn what_is_wrong_with_a_frame_that_was_read_is_known() {
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"a":{}1{}}}}}"#,
        "[".repeat(500),
        "]".repeat(500)
    );
    for (text, wrong) in [
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, None),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"mean":NaN}}"#,
            Some(Repair::NotJson),
        ),
        (
            r#"{"jsonrpc":"2.0","id":"1","result":{}}"#,
            Some(Repair::OddId),
        ),
        (&deep, Some(Repair::PastBound)),
    ] {
        assert_eq!(repaired(text, &Bounds::default()), wrong, "{text}");
    }
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
            "failed 1: the server answered with an error: boom (code 0)",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}"#,
            "failed 1: the server answered with an error: x (code 0)",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":"E1","message":"x"}}"#,
            "failed 1: the server answered with an error: x (code 0)",
        ),
        (r#"{"jsonrpc":"2.0","id":1,"result":null}"#, "answer 1 null"),
        (
            r#"{"jsonrpc":"2.0","id":1}"#,
            "failed 1: the answer cannot be read: it has neither a result nor an error",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":1,"result":{}}"#,
            "answer 1 {}",
        ),
        (r#"{"level":30,"id":1,"msg":"started"}"#, "malformed"),
        (
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}"#,
            "to none: the server answered with an error: no (code 1)",
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
fn what_is_not_quite_a_message_is_read_or_ends_its_request() {
    let table: &[(&str, &[&str])] = &[
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"mean":NaN}}"#,
            &["repaired", r#"answer 1 {"mean":null}"#],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"t":"half \ud83d"}}"#,
            &["repaired", r#"answer 1 {"t":"half \ufffd"}"#],
        ),
        (
            "\u{1b}[0m{\"id\":1,\"result\":{}}{\"id\":2,\"result\":{}}",
            &["answer 1 {}", "answer 2 {}"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"t":"cut o"#,
            &["failed 1: the answer cannot be read: it is not valid JSON"],
        ),
        (r#"{"jsonrpc":"2.0","id":1,"result":{"#, &["unfinished"]),
        (
            r#"sent {"jsonrpc":"2.0","id":1,"result":{}}"#,
            &["noise", "answer 1 {}"],
        ),
        (
            r#"got {"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            &["noise", "noise"],
        ),
    ];
    for (text, want) in table {
        assert_eq!(all(text), *want, "{text}");
    }
}

#[test]
fn a_part_beyond_a_bound_is_left_out_and_says_so() {
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":4,"result":{{"content":[],"structuredContent":{}{}}}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    let got = all(&deep);
    assert!(got[1].contains("nested deeper than 128 levels"), "{got:?}");
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
