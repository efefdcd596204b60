//! However a request ends, its row says so.

use host_api::ScopeView;
use serde_json::json;

use super::place::{Place, asks, ended, request};

#[tokio::test(flavor = "multi_thread")]
async fn each_end_has_its_word() {
    let place = Place::open().await;
    place.provider("m").await;
    let question = json!({ "jsonrpc": "2.0", "id": "q", "method": "sampling/createMessage", "params": request("gone", 50) });
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "q" } });
    let tools = [
        ("ask", asks(request("hello", 50))),
        (
            "svg",
            asks(
                json!({ "maxTokens": 50, "messages": [{ "role": "user", "content":
            { "type": "image", "mimeType": "image/png", "data": "PHN2Zz4=" } }] }),
            ),
        ),
        (
            "cancel",
            json!([{ "line": question.to_string() }, { "wait_ms": 800 }, { "line": cancel.to_string() },
            { "answer": { "content": [{ "type": "text", "text": "cancelled" }] } }]),
        ),
    ];
    let server = place.server("Kit", &tools).await;

    let call = place.call(server, "ask");
    let (prompt, _) = place.sampling().await;
    place.deny(&prompt).await;
    assert!(ended(call).await.contains("rejected"));
    // No model answers.
    let call = place.call(server, "ask");
    let (prompt, _) = place.sampling().await;
    place.allow(&prompt, ScopeView::Once).await;
    assert!(ended(call).await.contains("did not answer"));
    // What is no image is never asked about.
    let got = ended(place.call(server, "svg")).await;
    assert!(got.contains("-32602") && got.contains("not a PNG"), "{got}");
    // The server takes it back while the person reads.
    let call = place.call(server, "cancel");
    place.sampling().await;
    assert_eq!(ended(call).await, "cancelled");
    let mut rows = place.states(server).await;
    while rows[0] == "asked" {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        rows = place.states(server).await;
    }
    assert_eq!(rows, ["withdrawn", "failed", "denied"]);

    // The same act denies and switches it off.
    let call = place.call(server, "ask");
    let (prompt, _) = place.sampling().await;
    place
        .host
        .switch_sampling_off(prompt.id.parse().unwrap())
        .await
        .unwrap();
    drop(call);
    assert!(!place.host.sampling_page(server).await.unwrap().on);
    place.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_model_nobody_is_asked() {
    let place = Place::open().await;
    let server = place
        .server("Kit", &[("ask", asks(request("hello", 50)))])
        .await;
    let got = ended(place.call(server, "ask")).await;
    assert!(got.contains("no model is set up"), "{got}");
    assert!(place.states(server).await.is_empty());
    place.host.close().await;
}
