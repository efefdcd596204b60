//! What a window is given of a result: every kind of block, from a server in a process of its own, as the host sees it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use host::{DirectCall, GuardProgram, Host, HostConfig, NewServer};
use host_api::{AddServer, CallStateView, CallView, ContentView};
use serde_json::{Value, json};

/// What a server that does `acts` when it is asked to echo makes of a call.
async fn called(acts: Value) -> CallView {
    let dir = tempfile::tempdir().unwrap();
    let host = Host::open(HostConfig {
        data_dir: dir.path().join("data"),
        version: "0.0.0".into(),
        guard: GuardProgram::at(testkit::program("innkeeper-guard").unwrap()),
        start_servers: false,
    })
    .await
    .unwrap();
    let script = json!({ "on_call": { "echo": acts } });
    let server = AddServer {
        name: "Kinds".into(),
        command: testkit::server_binary().unwrap().display().to_string(),
        args: vec![script.to_string()],
        cwd: None,
        env_names: vec![],
    };
    let new = NewServer {
        server,
        values: vec![],
        from_host: vec![],
    };
    let server = host.add_server(new).await.unwrap().tag.id.parse().unwrap();
    host.start_and_wait(server, true).await.unwrap();
    let call = DirectCall {
        server,
        tool: "echo".into(),
        arguments: "{}".into(),
        allowed: true,
    };
    let view = host.call_tool(call).await.unwrap();
    host.close().await;
    view
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_block_reaches_the_window_as_what_it_is() {
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
    let view = called(json!([{ "answer": {
        "content": [
            { "type": "text", "text": "plain\u{202e}", "annotations": { "audience": ["user"], "priority": 1 } },
            { "type": "image", "data": png, "mimeType": "text/html" },
            { "type": "image", "data": "PHN2Zz4=", "mimeType": "image/svg+xml" },
            { "type": "audio", "data": wav, "mimeType": "audio/x" },
            { "type": "resource", "resource": { "uri": "file:///a", "mimeType": "text/plain", "text": "held" } },
            { "type": "resource", "resource": { "uri": "file:///b", "blob": png } },
            { "type": "resource", "resource": { "uri": "file:///c", "mimeType": "application/x", "blob": "AAEC" } },
            { "type": "resource_link", "uri": "https://a.example/d", "name": "d", "size": 5 },
            { "type": "hologram", "x": 1.0 },
        ],
        "structuredContent": { "big": 12345678901234567890u64 },
    } }]))
    .await;
    assert!(matches!(
        view.state,
        CallStateView::Done {
            tool_error: false,
            ..
        }
    ));
    let kinds: Vec<Value> = view
        .result
        .iter()
        .map(|content| {
            let mut value = serde_json::to_value(content).unwrap();
            for part in ["/data", "/body/data"] {
                if let Some(data) = value.pointer_mut(part) {
                    *data = json!(data.as_str().unwrap().len());
                }
            }
            value
        })
        .collect();
    let image = json!({ "kind": "image", "mime_type": "image/png", "data": png.len(), "width": 1, "height": 1 });
    let expected = json!([
        { "kind": "text", "text": "plain⟨U+202E⟩", "cut": false },
        image,
        { "kind": "data", "what": "image/svg+xml", "bytes": 6, "why": "not a PNG, JPEG, GIF or WebP image" },
        { "kind": "audio", "mime_type": "audio/wav", "data": wav.len(), "bytes": 44 },
        { "kind": "resource", "uri": "file:///a", "mime_type": "text/plain",
          "body": { "kind": "text", "text": "held", "cut": false } },
        { "kind": "resource", "uri": "file:///b", "mime_type": null, "body": image },
        { "kind": "resource", "uri": "file:///c", "mime_type": "application/x",
          "body": { "kind": "data", "what": "application/x", "bytes": 3, "why": "neither text nor a known image or sound" } },
        { "kind": "link", "uri": "https://a.example/d", "name": "d", "description": null, "mime_type": null, "size": 5.0 },
        { "kind": "other", "raw": "{\n  \"type\": \"hologram\",\n  \"x\": 1.0\n}", "cut": false },
    ]);
    assert_eq!(json!(kinds), expected);
    let structured = view.structured.unwrap();
    assert_eq!(
        (structured.json.as_str(), structured.cut),
        ("{\n  \"big\": 12345678901234567890\n}", false)
    );
    assert_eq!(view.origin.unwrap().server, "Kinds");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_too_long_for_a_window_is_cut_and_says_so() {
    let view = called(json!([{ "long_answer": 400_000 }])).await;
    let [ContentView::Text { text, cut: true }] = view.result.as_slice() else {
        panic!("{:?}", view.result.len());
    };
    assert_eq!(text.len(), 256 * 1024);
    assert!(view.result_bytes >= 400_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_whose_server_is_gone_says_what_happened_as_a_sentence() {
    let view = called(json!([{ "crash": 3 }])).await;
    let CallStateView::Unknown { reason } = view.state else {
        panic!("{:?}", view.state);
    };
    assert_eq!(reason, "The connection was lost.");
}
