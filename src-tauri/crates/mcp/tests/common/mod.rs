//! What the tests share: options, and approvals minted through the real desk.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "tests; not every file uses every function"
)]

use std::{future::Future, pin::Pin, sync::Arc};

use consent::{Approved, Consent, Ledger, LedgerError, Record, SchemaCheck, ToolQuestion};
use domain::{
    Annotations, CallId, DefinitionDigest, JsonObjectText, LaunchSpec, RemoteLaunch, ServerId,
    ToolCall, ToolDefinition, ToolRef,
};
use mcp::{Bounds, Client, ClientOptions, Ready};
use policy::{Decision, Evaluation, Tier};
use testkit::Peer;

struct Accepts;

impl Ledger for Accepts {
    fn record<'a>(
        &'a self,
        _: Record<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>> {
        Box::pin(async { Ok(()) })
    }
}

/// An approved call, by the road every call takes.
pub async fn approved(
    server: ServerId,
    tool: &str,
    arguments: &str,
) -> (CallId, Approved<ToolCall>) {
    let raw = format!(r#"{{"name":"{tool}","inputSchema":{{}}}}"#);
    let digest = DefinitionDigest::of(&raw).unwrap();
    let tool = ToolRef {
        server,
        name: tool.into(),
    };
    let arguments = JsonObjectText::parse(arguments).unwrap();
    let call = ToolCall {
        id: CallId::new(),
        tool: tool.clone(),
        definition: digest,
        launch: LaunchSpec::Remote(RemoteLaunch {
            server,
            url: "https://h.example".into(),
            headers: vec![],
        })
        .digest(),
        conversation: None,
        arguments: arguments.clone(),
    };
    let id = call.id;
    let question = ToolQuestion {
        call,
        asked: arguments,
        definition: ToolDefinition {
            tool,
            title: None,
            description: None,
            input_schema: "{}".into(),
            output_schema: None,
            annotations: Annotations::default(),
            raw,
            digest,
        },
        evaluation: Evaluation {
            decision: Decision::Allow,
            tier: Tier::T3,
            reasons: vec![],
            matched_rules: vec![],
        },
        schema: SchemaCheck::Fits,
        asked_by: "a test".into(),
    };
    let allowed = Consent::new(Arc::new(Accepts))
        .decide_tool(question)
        .await
        .unwrap();
    (id, allowed.approved)
}

pub fn options(bounds: Bounds) -> ClientOptions {
    ClientOptions {
        server: ServerId::new(),
        bounds,
        client_version: "0.0.0-test".into(),
        tap: None,
    }
}

/// A client and the hand-driven peer at its other end, after the handshake, in the current runtime.
pub async fn pair(bounds: Bounds) -> (Client, Ready, Peer) {
    let (mut peer, reader, writer) = Peer::new();
    let (connected, shaken) = tokio::join!(
        Client::connect_here(reader, writer, options(bounds)),
        peer.shake_hands("2025-03-26")
    );
    shaken.unwrap();
    let (client, ready) = connected.unwrap();
    (client, ready, peer)
}

/// Calls a tool without looking at its progress.
pub async fn call(
    client: &Client,
    tool: &str,
    arguments: &str,
) -> Result<domain::ToolOutcome, mcp::CallError> {
    let (_, approved) = approved(client.server(), tool, arguments).await;
    let (progress, _) = tokio::sync::mpsc::channel(16);
    client
        .call_tool(approved, progress)
        .await
        .map(domain::Untrusted::into_data)
}

/// The text of a result's first block.
pub fn first_text(outcome: &domain::ToolOutcome) -> &str {
    match outcome.content.first() {
        Some(domain::Content::Text { text, .. }) => text,
        other => panic!("no text: {other:?}"),
    }
}
