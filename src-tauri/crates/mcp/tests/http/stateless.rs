//! Servers at a URL that are spoken to without a session (2026-07-28, basic/transports/streamable-http).

use mcp::{CallError, Client, ConnectError, Era, Ready, ServerEvent, ServerRequest, Why};
use serde_json::{Value, json};
use testkit::{Exchange, Handled, Web};

use super::{SOON, ends, plain, probing};
use crate::common;

fn discovery() -> Value {
    json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {}, "resources": {} } })
}

fn tools() -> Value {
    let marked = |name: &str| json!({ "type": "string", "x-mcp-header": name });
    json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "tools": [
        { "name": "größe", "inputSchema": { "type": "object", "properties": { "region": marked("Region"), "n": { "type": "integer" } } } },
        { "name": "split", "inputSchema": { "type": "object", "properties": { "region": marked("a b") } } },
        { "name": "plain", "inputSchema": { "type": "object" } },
    ] })
}

async fn stateless(exchange: &mut Exchange) -> std::io::Result<bool> {
    let result = match (exchange.seen.method.as_str(), exchange.seen.rpc().as_str()) {
        ("POST", "server/discover") => discovery(),
        ("POST", "tools/list") => tools(),
        ("POST", "tools/call" | "resources/read") => return Ok(false),
        _ => {
            exchange.answer(405, &[], "").await?;
            return Ok(true);
        }
    };
    let body = exchange.result(result).to_string();
    let headers = [
        ("Content-Type", "application/json"),
        ("Mcp-Session-Id", "no-such-thing"),
    ];
    exchange.answer(200, &headers, &body).await?;
    Ok(true)
}

async fn server<C>(call: C) -> Web
where
    C: Fn(Exchange) -> Handled + Send + Sync + Clone + 'static,
{
    Web::start(move |mut exchange| {
        let call = call.clone();
        Box::pin(async move {
            if !stateless(&mut exchange).await? {
                call(exchange).await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap()
}

fn error(exchange: &Exchange, code: i64) -> String {
    json!({ "jsonrpc": "2.0", "id": exchange.seen.json()["id"],
        "error": { "code": code, "message": "no" } })
    .to_string()
}

const JSON: [(&str, &str); 1] = [("Content-Type", "application/json")];

async fn probe(web: &Web, known: Option<Era>) -> Result<(Client, Ready), ConnectError> {
    probing(&web.url("/mcp"), known).await
}

#[tokio::test]
async fn every_request_repeats_itself_in_its_headers_and_no_session_is_kept() {
    let web = server(|mut exchange| {
        Box::pin(async move {
            let result = match exchange.seen.rpc().as_str() {
                "resources/read" => json!({ "resultType": "complete", "contents": [], "ttlMs": 0, "cacheScope": "private" }),
                _ => json!({ "resultType": "complete", "content": [] }),
            };
            let body = exchange.result(result);
            exchange.json(&body).await
        })
    })
    .await;
    let (client, ready) = probe(&web, None).await.unwrap();
    assert_eq!(ready.spoken.why, Why::Discovered);
    let listed = client.list_tools().await.unwrap();
    let names: Vec<_> = listed.items.iter().map(|t| t.tool.name.as_str()).collect();
    assert_eq!(names, ["größe", "plain"]);
    assert_eq!(listed.unreadable.len(), 1);
    common::call(&client, "größe", r#"{"region":" Zürich","n":3}"#)
        .await
        .unwrap();
    client.read_resource("file:///a%20b").await.unwrap();
    ends(client, &web).await;
    let seen = web.seen();
    assert!(seen.iter().all(|s| s.method == "POST"), "no GET, no DELETE");
    let mut check = testkit::SchemaCheck::default();
    for request in &seen {
        assert_eq!(request.header("mcp-session-id"), None);
        assert_eq!(request.header("mcp-protocol-version"), Some("2026-07-28"));
        assert_eq!(request.header("mcp-method"), Some(request.rpc().as_str()));
        assert_eq!(check.client_sent(&request.body), Vec::<String>::new());
    }
    let header = |rpc: &str, name: &str| {
        let found = seen.iter().find(|s| s.rpc() == rpc).unwrap();
        found.header(name).map(str::to_owned)
    };
    assert_eq!(
        header("tools/call", "mcp-name").as_deref(),
        Some("=?base64?Z3LDtsOfZQ==?=")
    );
    assert_eq!(
        header("tools/call", "mcp-param-region").as_deref(),
        Some("=?base64?IFrDvHJpY2g=?=")
    );
    assert_eq!(
        header("resources/read", "mcp-name").as_deref(),
        Some("file:///a%20b")
    );
    assert_eq!(header("tools/list", "mcp-name"), None);
}

#[tokio::test]
async fn refusals_of_a_probe_lead_to_the_older_way_and_those_of_the_newer_era_do_not() {
    let refusals: [(u16, Option<i64>, bool); 7] = [
        (400, None, false),
        (400, Some(-32000), false),
        (404, Some(-32601), false),
        (405, None, false),
        (500, None, false),
        (400, Some(-32020), true),
        (400, Some(-32021), true),
    ];
    for (status, code, newer) in refusals {
        let web = Web::start(move |mut exchange| {
            Box::pin(async move {
                if exchange.seen.rpc() == "server/discover" {
                    let body = code.map(|code| error(&exchange, code)).unwrap_or_default();
                    return exchange.answer(status, &JSON, &body).await;
                }
                plain(&mut exchange, "2025-06-18").await.map(|_| ())
            })
        })
        .await
        .unwrap();
        match (probe(&web, None).await, newer) {
            (Ok((client, ready)), false) => {
                assert_eq!(
                    (ready.spoken.era, ready.spoken.why),
                    (Era::Stateful, Why::NotKnown)
                );
                ends(client, &web).await;
                let seen = web.seen();
                let opening = seen.iter().find(|s| s.rpc() == "initialize").unwrap();
                assert_eq!(opening.header("mcp-method"), None);
                assert_eq!(opening.header("mcp-protocol-version"), None);
            }
            (Err(ConnectError::Refused { .. }), true) => assert_eq!(web.count("initialize"), 0),
            (other, _) => panic!("{status} {code:?}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_sign_in_is_wanted_before_anything_is_found_out() {
    let web = Web::start(|mut exchange| {
        Box::pin(async move {
            exchange
                .answer(401, &[("WWW-Authenticate", "Bearer")], "")
                .await
        })
    })
    .await
    .unwrap();
    let error = probe(&web, None).await.unwrap_err();
    assert!(matches!(error, ConnectError::NeedsSignIn(_)), "{error:?}");
    assert_eq!(web.seen().len(), 1);
}

#[tokio::test]
async fn a_stream_that_breaks_is_not_resumed_and_the_end_of_an_exchange_cancels() {
    let web = server(|mut exchange| {
        Box::pin(async move {
            exchange.events().await?;
            let progress = json!({ "jsonrpc": "2.0", "method": "notifications/message",
                "params": { "level": "info", "data": "x" } });
            exchange.event(Some("1"), &progress).await?;
            if exchange.seen.body.contains("\"wait\":true") {
                exchange.until_closed().await;
            }
            Ok(())
        })
    })
    .await;
    let (client, mut ready) = probe(&web, Some(Era::Stateless)).await.unwrap();
    assert_eq!(ready.spoken.why, Why::Remembered);
    let error = common::call(&client, "plain", "{}").await.unwrap_err();
    assert!(
        matches!(error, CallError::Http { sent: true, .. }),
        "{error:?}"
    );

    let (id, approved) = common::approved(client.server(), "plain", r#"{"wait":true}"#).await;
    let (progress, _) = tokio::sync::mpsc::channel(1);
    let handle = client.clone();
    let calling = tokio::spawn(async move { handle.call_tool(approved, progress).await });
    for _ in 0..2 {
        let event = tokio::time::timeout(SOON, ready.events.recv())
            .await
            .unwrap();
        assert!(matches!(event, Some(ServerEvent::Log { .. })), "{event:?}");
    }
    client.cancel(id, "no more");
    let error = calling.await.unwrap().unwrap_err();
    assert_eq!(error, CallError::Cancelled { sent: true });
    ends(client, &web).await;
    assert_eq!(web.count("GET"), 0, "not resumed");
    assert_eq!(web.count("notifications/cancelled"), 0);
}

#[tokio::test]
async fn headers_that_the_server_finds_wrong_have_its_tools_listed_anew() {
    let web = server(|mut exchange| {
        Box::pin(async move {
            let body = error(&exchange, -32020);
            exchange.answer(400, &JSON, &body).await
        })
    })
    .await;
    let (client, mut ready) = probe(&web, None).await.unwrap();
    let error = common::call(&client, "plain", "{}").await.unwrap_err();
    assert!(
        matches!(error, CallError::Rpc { code: -32020, .. }),
        "{error:?}"
    );
    let event = tokio::time::timeout(SOON, ready.events.recv())
        .await
        .unwrap();
    assert!(matches!(event, Some(ServerEvent::ToolsChanged)));
    ends(client, &web).await;
}

#[tokio::test]
async fn rounds_work_with_documents_and_with_streams() {
    let web = server(|mut exchange| {
        Box::pin(async move {
            let sent = exchange.seen.json();
            let params = &sent["params"];
            let result = match params["requestState"].as_str() {
                None => json!({ "resultType": "input_required", "requestState": "1",
                    "inputRequests": { "r": { "method": "roots/list" } } }),
                Some("1") => json!({ "resultType": "input_required", "requestState": "2" }),
                Some(_) => json!({ "resultType": "complete", "content": [{ "type": "text", "text": "done" }] }),
            };
            let body = exchange.result(result);
            if params["name"] == "plain" {
                return exchange.json(&body).await;
            }
            exchange.events().await?;
            exchange.event(None, &body).await
        })
    })
    .await;
    let (client, mut ready) = probe(&web, None).await.unwrap();
    for tool in ["plain", "größe"] {
        let calling = common::call(&client, tool, "{}");
        let answering = async {
            let event = tokio::time::timeout(SOON, ready.events.recv())
                .await
                .unwrap();
            let Some(ServerEvent::Request(ServerRequest::Roots(asked))) = event else {
                panic!("{event:?}");
            };
            let named = common::roots(client.server(), asked.id()).await;
            asked.answer(named).unwrap();
        };
        let (outcome, ()) = tokio::join!(calling, answering);
        assert_eq!(common::first_text(&outcome.unwrap()), "done");
    }
    ends(client, &web).await;
    let calls: Vec<_> = web
        .seen()
        .into_iter()
        .filter(|s| s.rpc() == "tools/call")
        .collect();
    assert_eq!(calls.len(), 6);
    let mut check = testkit::SchemaCheck::default();
    for call in &calls {
        assert_eq!(check.client_sent(&call.body), Vec::<String>::new());
        assert!(call.header("mcp-name").is_some());
    }
}
