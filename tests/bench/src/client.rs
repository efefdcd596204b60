//! This workspace's client alone: `launcher` starts the server, `mcp` speaks to it. The approvals are minted beforehand, by the
//! real desk over a ledger that keeps nothing, so that deciding is not measured here.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use consent::{
    Approved, Consent, LaunchApproval, LaunchAuthority, Ledger, LedgerError, Offers, Record,
    SchemaCheck, ToolApproval,
};
use domain::{
    CallId, ConfinementChoice, Content, Enforcement, JsonObjectText, LaunchDigest, LaunchSpec,
    ServerId, ToolCall, ToolDefinition,
};
use launcher::{GuardProgram, Places};
use mcp::{Bounds, Client, ClientOptions, Ready};
use policy::{Decision, Evaluation, Tier};
use secrets::Keychain;

use crate::{
    error::BenchError,
    load::{self, Figures, Load, Target},
};

/// Progress that may wait; the echo server sends none.
const PROGRESS: usize = 1;

struct KeepsNothing;

impl Ledger for KeepsNothing {
    fn record<'a>(
        &'a self,
        _: Record<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>> {
        Box::pin(async { Ok(()) })
    }
}

/// A server that was started and spoken to, without a question.
pub struct Connected {
    /// The connection.
    pub client: Client,
    /// What came with it.
    pub ready: Ready,
    launch: LaunchDigest,
    desk: Consent,
    /// Held: without it the server is ended.
    pub process: launcher::Process,
    /// From the approved launch until the handshake was over.
    pub started_in: Duration,
    /// What of its sandbox is enforced; none if it has none.
    pub sandbox: Option<sandbox::Report>,
}

/// Starts a server without a sandbox and shakes hands.
pub async fn connect(program: &str, args: Vec<String>) -> Result<Connected, BenchError> {
    connect_in(program, args, None).await
}

/// Starts a server and speaks to it in this era alone.
async fn connect_as(
    program: &str,
    args: Vec<String>,
    era: mcp::Era,
) -> Result<Connected, BenchError> {
    connected(program, args, None, mcp::EraOrder::Only(era)).await
}

/// Starts a server and shakes hands; with `places` in a sandbox, as strong as this system has it.
pub async fn connect_in(
    program: &str,
    args: Vec<String>,
    places: Option<Places>,
) -> Result<Connected, BenchError> {
    connected(program, args, places, mcp::EraOrder::default()).await
}

async fn connected(
    program: &str,
    args: Vec<String>,
    places: Option<Places>,
    order: mcp::EraOrder,
) -> Result<Connected, BenchError> {
    let desk = Consent::new(Arc::new(KeepsNothing));
    let server = ServerId::new();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut spec = launcher::local_spec(server, program, args, None, Vec::new(), &path)
        .map_err(BenchError::host)?;
    if places.is_some() {
        let choice = ConfinementChoice::default();
        spec = launcher::confine(spec, &choice, Enforcement::Full, &[]);
    }
    let spec = LaunchSpec::Local(spec);
    let launch = spec.digest();
    let question = LaunchApproval {
        spec,
        server_name: "echo".into(),
        authority: LaunchAuthority {
            standing: Some(launch),
            on_command_line: true,
        },
        accepted: None,
        missing_values: Vec::new(),
        ticked: std::collections::BTreeSet::new(),
    };
    let allowed = desk
        .decide(question)
        .await
        .map_err(|denied| BenchError::host(format!("{:?}", denied.by)))?;
    let secrets = Keychain::in_memory().server(server);
    let begin = Instant::now();
    let running = launcher::launch(
        allowed.approved,
        &secrets,
        GuardProgram::current_exe()?,
        places,
    )
    .await
    .map_err(BenchError::host)?;
    let options = ClientOptions {
        server,
        bounds: Bounds::default(),
        client_version: "bench".into(),
        tap: None,
        may_ask: mcp::MayAsk::default(),
        printed: mcp::Printed::default(),
        known: Some(mcp::Era::Stateful),
        order,
    };
    let streams = move || launcher::moved_here(running.stdout, running.stdin);
    let (client, ready) = Client::connect_with(streams, options)
        .await
        .map_err(BenchError::host)?;
    Ok(Connected {
        client,
        ready,
        launch,
        desk,
        process: running.process,
        sandbox: running.sandbox,
        started_in: begin.elapsed(),
    })
}

/// Measures calls of the echo tool in this era.
pub async fn measure(load: Load, target: Target, era: mcp::Era) -> Result<Figures, BenchError> {
    let server = connect_as(&target.program, target.args.clone(), era).await?;
    let figures = calls(load, &target, &server).await;
    server.client.close().await;
    figures
}

/// A load of calls of the echo tool, each with an approval that was made before.
pub async fn calls(load: Load, target: &Target, server: &Connected) -> Result<Figures, BenchError> {
    let tools = server.client.list_tools().await.map_err(BenchError::host)?;
    let echo = tools.items.into_iter().next();
    let echo = echo.ok_or_else(|| BenchError::Unexpected("the server has no tool".into()))?;
    let mut approvals = Vec::with_capacity(load.warm + load.count);
    for _ in 0..load.warm + load.count {
        let approval = approve(&server.desk, &echo, server.launch, &target.arguments).await?;
        approvals.push(Mutex::new(Some(approval)));
    }
    let (caller, expected) = (server.client.clone(), target.answer.clone());
    load::run(load, move |number| {
        let approval = approvals
            .get(number)
            .and_then(|slot| slot.lock().ok()?.take());
        let (client, answer) = (caller.clone(), expected.clone());
        async move {
            let approval =
                approval.ok_or_else(|| BenchError::Unexpected("no approval is left".into()))?;
            match answer_of(&client, approval).await? {
                text if text == answer => Ok(()),
                other => Err(BenchError::Unexpected(format!("an answer: {other}"))),
            }
        }
    })
    .await
}

async fn answer_of(client: &Client, approval: Approved<ToolCall>) -> Result<String, BenchError> {
    let (progress, _) = tokio::sync::mpsc::channel(PROGRESS);
    let outcome = client
        .call_tool(approval, progress)
        .await
        .map_err(BenchError::host)?
        .into_data();
    match outcome.content.into_iter().next() {
        Some(Content::Text { text, .. }) if !outcome.is_error => Ok(text),
        other => Err(BenchError::Unexpected(format!("an answer: {other:?}"))),
    }
}

impl Connected {
    /// A tool of the server.
    pub async fn tool(&self, name: &str) -> Result<ToolDefinition, BenchError> {
        let tools = self.client.list_tools().await.map_err(BenchError::host)?;
        let mut tools = tools.items.into_iter();
        let found = tools.find(|tool| tool.tool.name == name);
        found.ok_or_else(|| BenchError::Unexpected(format!("the server has no {name}")))
    }

    /// Calls a tool: the text of its answer, and how long it took from the approved call.
    pub async fn call(
        &self,
        tool: &ToolDefinition,
        arguments: &str,
    ) -> Result<(String, Duration), BenchError> {
        let approval = approve(&self.desk, tool, self.launch, arguments).await?;
        let begin = Instant::now();
        let text = answer_of(&self.client, approval).await?;
        Ok((text, begin.elapsed()))
    }

    /// Ends the server and waits until it is gone.
    pub async fn end(mut self) {
        self.client.close().await;
        self.process.kill().await;
    }
}

async fn approve(
    desk: &Consent,
    tool: &ToolDefinition,
    launch: LaunchDigest,
    arguments: &str,
) -> Result<Approved<ToolCall>, BenchError> {
    let arguments = JsonObjectText::parse(arguments).map_err(BenchError::host)?;
    let question = ToolApproval {
        offers: Offers::default(),
        call: ToolCall {
            id: CallId::new(),
            tool: tool.tool.clone(),
            definition: tool.digest,
            launch,
            conversation: None,
            arguments: arguments.clone(),
        },
        asked: arguments,
        definition: tool.clone(),
        evaluation: Evaluation {
            decision: Decision::Allow,
            tier: Tier::T3,
            reasons: Vec::new(),
            matched_rules: Vec::new(),
        },
        schema: SchemaCheck::Fits,
        asked_by: consent::Requester::Model("the benchmark".into()),
        alone: false,
    };
    desk.decide_tool(question)
        .await
        .map(|allowed| allowed.approved)
        .map_err(|denied| BenchError::host(format!("{:?}", denied.by)))
}
