//! What the tests share: options, and approvals minted through the real desk.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "tests; not every file uses every function"
)]

use std::{future::Future, pin::Pin, sync::Arc};

use consent::{
    ApprovalAnswer, Approved, Consent, ElicitationApproval, GrantScope, Ledger, LedgerError,
    ModelReason, Offers, Record, ReplyDecision, RequestApproval, SamplingAnswer, SamplingApproval,
    SamplingDraft, SamplingEdit, SamplingModel, SamplingReplyApproval, SchemaCheck, ToolApproval,
};
use domain::{
    Annotations, CallId, DefinitionDigest, ElicitationReply, ElicitationRequest, JsonObjectText,
    LaunchSpec, ProviderId, RemoteLaunch, RequestId, RootsReply, SamplingContent, SamplingReply,
    SamplingRequest, ServerId, StopReason, ToolCall, ToolDefinition, ToolRef,
};
use mcp::{Bounds, Client, ClientOptions, Ready};
use policy::{Decision, Evaluation, Tier};
use testkit::Peer;

pub struct Accepts;

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
    let question = ToolApproval {
        offers: Offers::default(),
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
        asked_by: consent::Requester::Model("a test".into()),
        alone: false,
    };
    let allowed = Consent::new(Arc::new(Accepts))
        .decide_tool(question)
        .await
        .unwrap();
    (id, allowed.approved)
}

fn asked<Ask>(server: ServerId, id: RequestId, ask: Ask) -> RequestApproval<Ask> {
    RequestApproval {
        id,
        server,
        server_name: "a test".into(),
        round: None,
        ask,
    }
}

/// An approval to name no folder.
pub async fn roots(server: ServerId, id: RequestId) -> Approved<RootsReply> {
    let ask = RootsReply {
        request: id,
        server,
        roots: vec![],
    };
    let desk = Consent::new(Arc::new(Accepts));
    desk.decide(asked(server, id, ask)).await.unwrap().approved
}

/// Allows what waits at a desk, once it may.
pub async fn allow_next(desk: &Consent, answer: impl FnOnce(&Consent, &consent::PendingApproval)) {
    let mut watch = desk.watch();
    let prompt = loop {
        if let Some(prompt) = desk.prompts().into_iter().next() {
            break prompt;
        }
        watch.changed().await.unwrap();
    };
    desk.shown(prompt.id, prompt.revision).unwrap();
    tokio::time::sleep(consent::ARM_TIME).await;
    answer(desk, &prompt);
}

/// An approval of a model's answer, by the road every answer takes.
pub async fn sampled(
    request: &SamplingRequest,
    content: Vec<SamplingContent>,
) -> Approved<SamplingReply> {
    let reply = SamplingReply {
        request: request.id,
        server: request.server,
        content,
        model: "m".into(),
        stop_reason: StopReason::EndTurn,
    };
    let model = SamplingModel {
        provider: ProviderId::new(),
        name: "m".into(),
        model: "m".into(),
        origin: "http://127.0.0.1:1".into(),
        on_this_machine: true,
    };
    let prompt = SamplingApproval {
        asked: request.clone(),
        context: None,
        chosen: model.clone(),
        why: ModelReason::InUse,
        limit: 100,
        today: 1,
        number: 1,
        edit: SamplingEdit {
            provider: None,
            system: request.system_prompt.clone(),
            blocks: vec![],
            tools: vec![],
            max_tokens: 100,
            context: false,
        },
        draft: SamplingDraft {
            request: request.clone(),
            model,
        },
        again: false,
    };
    let answer = SamplingAnswer {
        content: reply.content.clone(),
        stop_reason: reply.stop_reason,
        input_tokens: None,
        output_tokens: None,
        took_ms: 0,
    };
    let ask = SamplingReplyApproval {
        prompt,
        answer,
        edit: vec![],
        reply,
        standing: false,
    };
    let desk = Consent::new(Arc::new(Accepts));
    let deciding = desk.decide_sampling_reply(asked(request.server, request.id, ask));
    let allow = allow_next(&desk, |desk, prompt| {
        desk.answer(
            prompt.id,
            prompt.revision,
            ApprovalAnswer::Allow(GrantScope::Once),
        )
        .unwrap();
    });
    match tokio::join!(deciding, allow).0.unwrap() {
        ReplyDecision::Give(allowed) => allowed.approved,
        ReplyDecision::Again(_) => panic!("it was allowed"),
    }
}

/// An approval of a filled form.
pub async fn filled(request: &ElicitationRequest, content: &str) -> Approved<ElicitationReply> {
    let ask = ElicitationApproval {
        request: request.clone(),
        content: None,
        refused: None,
    };
    let content = JsonObjectText::parse(content).unwrap();
    let desk = Consent::new(Arc::new(Accepts));
    let deciding = desk.decide(asked(request.server, request.id, ask));
    let allow = allow_next(&desk, |desk, prompt| {
        let unfilled = desk.answer(
            prompt.id,
            prompt.revision,
            ApprovalAnswer::Allow(GrantScope::Once),
        );
        assert_eq!(unfilled, Err(consent::AnswerError::NotFilled));
        desk.fill(prompt.id, prompt.revision, content).unwrap();
    });
    tokio::join!(deciding, allow).0.unwrap().approved
}

pub fn options(bounds: Bounds) -> ClientOptions {
    ClientOptions {
        server: ServerId::new(),
        bounds,
        client_version: "0.0.0-test".into(),
        tap: None,
        may_ask: mcp::MayAsk::default(),
        printed: mcp::Printed::default(),
        known: Some(mcp::Era::Stateful),
        order: mcp::EraOrder::default(),
    }
}

/// A client and the hand-driven peer at its other end, after the handshake, in the current runtime.
pub async fn pair(bounds: Bounds) -> (Client, Ready, Peer) {
    offering(bounds, mcp::MayAsk::default()).await
}

/// The same, where the server may ask for things.
pub async fn offering(bounds: Bounds, may_ask: mcp::MayAsk) -> (Client, Ready, Peer) {
    let (mut peer, reader, writer) = Peer::new();
    let options = ClientOptions {
        may_ask,
        ..options(bounds)
    };
    let (connected, shaken) = tokio::join!(
        Client::connect_here(reader, writer, options),
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
