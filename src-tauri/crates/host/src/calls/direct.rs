//! Calls from a terminal, outside any conversation, through the same pipeline as all others; and permissions from its command line.

use consent::Requester;
use domain::{CallId, RuleId, ServerId, ToolDefinition};
use host_api::{ApiError, CallView, ErrorCode};
use messages::phrases;
use policy::{Effect, Origin, Rule, Scope};
use store::StoreError;
use tokio_util::sync::CancellationToken;

use crate::{
    calls::{Asked, CallRequest, perform},
    catalog::Entry,
    inner::{Host, Inner},
    views::call_view,
};

/// A single call from a terminal.
pub struct DirectCall {
    /// The server; it must be ready or asleep.
    pub server: ServerId,
    /// The tool's name on that server.
    pub tool: String,
    /// The arguments, JSON text.
    pub arguments: String,
    /// Whether the command line itself allows this call.
    pub allowed: bool,
}

impl Host {
    /// Makes one call outside any conversation, through the same pipeline as all others.
    ///
    /// # Errors
    /// The server is not ready or has no such tool. The view has the outcome of the call itself.
    pub async fn call_tool(&self, direct: DirectCall) -> Result<CallView, ApiError> {
        self.call_for(direct, Requester::Terminal).await
    }

    /// Makes one call from a server's page, through the same pipeline. No command line can allow it.
    ///
    /// # Errors
    /// As for [`Host::call_tool`].
    pub async fn try_tool(
        &self,
        server: ServerId,
        tool: String,
        arguments: String,
    ) -> Result<CallView, ApiError> {
        let direct = DirectCall {
            server,
            tool,
            arguments,
            allowed: false,
        };
        self.call_for(direct, Requester::Page).await
    }

    async fn call_for(
        &self,
        direct: DirectCall,
        asked_by: Requester,
    ) -> Result<CallView, ApiError> {
        let inner = &self.inner;
        let snapshot = inner.servers.handle(direct.server)?.snapshot();
        let not_ready = || {
            ApiError::new(
                ErrorCode::Server,
                phrases::host_call_server_not_ready(&snapshot.record.name),
            )
        };
        let offered = snapshot.offered().ok_or_else(not_ready)?;
        let definition = offered
            .tools
            .iter()
            .find(|t| t.tool.name == direct.tool)
            .ok_or_else(|| {
                let tool = domain::visible(&direct.tool);
                let message = phrases::host_call_no_tool(&snapshot.record.name, tool);
                ApiError::new(ErrorCode::NotFound, message).hint(phrases::host_call_list_tools())
            })?;
        let definition = offered.pins.accepted(definition);
        if direct.allowed {
            // The command line names exactly this call.
            inner.allow_in_session(definition, Origin::NamedCall, Some(1));
        }
        let wish = CallRequest {
            id: CallId::new(),
            conversation: None,
            message: None,
            target: Asked::Tool(Box::new(Entry {
                server_name: snapshot.record.name.clone(),
                launch: offered.launch,
                definition: definition.clone(),
                offered: true,
            })),
            alias: direct.tool.clone(),
            wrapper: None,
            provider_call_id: String::new(),
            arguments: direct.arguments,
            asked_by,
            stored: None,
        };
        let ended = perform(inner, vec![wish], &CancellationToken::new()).await;
        let record = ended
            .into_iter()
            .next()
            .unwrap_or(Err(StoreError::NotFound))?;
        Ok(call_view(inner, &record))
    }

    /// Allows a tool for this run, on behalf of a command line. Guards still apply, and only the accepted definition is covered. A
    /// destructive tool is covered only if the command line names exactly one call of it: `uses` is 1.
    ///
    /// # Errors
    /// The server is not ready or has no such tool.
    pub fn allow_tool(
        &self,
        server: ServerId,
        tool: &str,
        uses: Option<u32>,
    ) -> Result<(), ApiError> {
        let snapshot = self.inner.servers.handle(server)?.snapshot();
        let definition = snapshot.offered().and_then(|c| {
            Some(
                c.pins
                    .accepted(c.tools.iter().find(|t| t.tool.name == tool)?),
            )
        });
        let definition = definition.ok_or_else(|| {
            let message = phrases::host_call_no_tool(&snapshot.record.name, domain::visible(tool));
            ApiError::new(ErrorCode::NotFound, message)
        })?;
        let origin = if uses == Some(1) {
            Origin::NamedCall
        } else {
            Origin::CommandLine
        };
        self.inner.allow_in_session(definition, origin, uses);
        Ok(())
    }
}

impl Inner {
    fn allow_in_session(&self, definition: &ToolDefinition, origin: Origin, uses: Option<u32>) {
        self.run_rules.add(Rule::Read {
            id: RuleId::new(),
            effect: Effect::Allow,
            scope: Scope {
                server: definition.tool.server,
                tool: Some(definition.tool.name.clone()),
                definition: Some(definition.digest),
                launch: None,
                conversation: None,
                until_ms: None,
                when: Vec::new(),
            },
            origin,
            uses_left: uses,
        });
    }
}
