//! Servers at a URL, from a terminal.

use serde_json::json;
use testkit::{Exchange, Web};

use crate::{code, place::Place};

/// A server that wants a key in a header.
async fn answer(mut exchange: Exchange) -> std::io::Result<()> {
    if exchange.seen.header("x-key") != Some("canary-of-a-header") {
        let wants = [("WWW-Authenticate", "Bearer")];
        return exchange.answer(401, &wants, "").await;
    }
    let result = match exchange.seen.rpc().as_str() {
        "initialize" => json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "far", "version": "1"},
        }),
        "tools/list" => json!({"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}),
        "tools/call" => json!({"content": [{"type": "text", "text": "from afar"}]}),
        _ => return exchange.answer(202, &[], "").await,
    };
    let body = exchange.result(result);
    exchange.json(&body).await
}

#[test]
fn a_server_at_a_url_is_reviewed_reached_and_told_apart_from_one_that_wants_more() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let web = runtime
        .block_on(Web::start(|exchange| Box::pin(answer(exchange))))
        .unwrap();
    let (place, url) = (Place::new(), web.url("/mcp?tenant=a"));
    let add = |approve: &str, name: &str, more: &[&str]| {
        let mut args = vec!["--approve", approve, "servers", "add", name, "--url", &url];
        args.extend(more);
        place.run(&args)
    };
    let from = ["--header-from", "X-Key:FAR_KEY"];
    let denied = add("deny", "Far", &from).expect(code::DENIED);
    denied.one_error();
    add("once", "Far", &from).expect(code::DONE);
    add("once", "Bare", &[]).expect(code::DONE);
    let listed = place.run(&["servers", "list"]).expect(code::DONE);
    assert!(
        listed.out.contains(&format!("Far\t{url}")),
        "{}",
        listed.out
    );
    assert!(web.seen().is_empty(), "adding sends nothing");

    let key = [("FAR_KEY", "canary-of-a-header")];
    let once = ["--approve", "once"];
    let found = place
        .run_with(&key, &[&once[..], &["servers", "doctor", "Far"]].concat())
        .expect(code::DONE);
    for line in ["ready", "Streamable HTTP", "X-Key", "echo", "it works"] {
        assert!(found.out.contains(line), "{line} in {}", found.out);
    }
    let called = place
        .run_with(
            &key,
            &[&once[..], &["tools", "call", "Far", "echo", "{}"]].concat(),
        )
        .expect(code::DONE);
    assert!(called.out.contains("from afar"), "{}", called.out);
    for ended in [&found, &called] {
        assert!(!ended.err.contains("canary-of-a-header"), "{}", ended.err);
    }
    let stored = place.stored();
    let canary = b"canary-of-a-header";
    assert!(!stored.windows(canary.len()).any(|w| w == canary));

    let bare = place
        .run(&[&once[..], &["servers", "doctor", "Bare"]].concat())
        .expect(code::FAILED);
    assert!(bare.err.contains("requires a sign-in"), "{}", bare.err);
    let empty = place
        .run(&[&once[..], &["servers", "doctor", "Far"]].concat())
        .expect(code::FAILED);
    assert!(empty.err.contains("X-Key"), "{}", empty.err);

    for (more, wanted) in [
        (&["--header-from", "Host:A"][..], "protocol"),
        (&["--header", "canary-of-a-header"][..], "colon"),
        (&["--cwd", "/"][..], "--cwd"),
    ] {
        let refused = add("once", "Bad", more);
        assert_ne!(refused.code, code::DONE);
        assert!(refused.err.contains(wanted), "{}", refused.err);
        assert!(!refused.err.contains("canary-of-a-header"));
    }
    let clear = [
        "--approve",
        "once",
        "servers",
        "add",
        "Clear",
        "--url",
        "http://192.0.2.1/",
        "--header-from",
        "X-Key:FAR_KEY",
    ];
    assert!(place.run(&clear).err.contains("encrypted"));
}
