//! Checks whether a tool is still offered unchanged since a call to it was requested.

use domain::{ConversationId, DefinitionDigest, LaunchDigest, ServerId, ToolCall, ToolRef};
use messages::{Text, phrases};

use crate::{inner::Inner, server::Connection};

/// Whether a server is off in a conversation.
async fn is_off(
    inner: &Inner,
    server: ServerId,
    conversation: Option<ConversationId>,
) -> Result<bool, Text> {
    let Some(id) = conversation else {
        return Ok(false);
    };
    let record = inner.conversation(id).await.map_err(|e| e.message)?;
    Ok(record.servers_off.contains(&server))
}

/// A tool that is still offered.
pub(super) struct StillOffered {
    /// The connection of its server; none while that sleeps.
    pub connection: Option<Connection>,
    /// The current digest of the tool.
    digest: DefinitionDigest,
    /// Whether it is new or changed.
    changed: bool,
}

/// Checks that a tool is still offered. Its server must be on in the conversation, and run, or sleep, with the launch the call was made
/// for.
pub(super) async fn offered(
    inner: &Inner,
    tool: &ToolRef,
    launch: LaunchDigest,
    conversation: Option<ConversationId>,
) -> Result<StillOffered, Text> {
    let handle = inner
        .servers
        .handle(tool.server)
        .map_err(|_| phrases::host_void_removed())?;
    let snapshot = handle.snapshot();
    if is_off(inner, tool.server, conversation).await? {
        return Err(phrases::host_call_server_off(&snapshot.record.name).into());
    }
    let offered = snapshot
        .offered()
        .ok_or_else(phrases::host_call_not_ready)?;
    if snapshot.record.tools_off.contains(&tool.name) {
        return Err(phrases::host_call_tool_off().into());
    }
    if offered.launch != launch {
        return Err(phrases::host_call_relaunched().into());
    }
    if offered.pins.is_unpinned(&tool.name) {
        return Err(phrases::host_call_unpinned().into());
    }
    let now = offered.tools.iter().find(|t| t.tool == *tool);
    let now = now.map(|tool| tool.digest);
    let digest = now.ok_or_else(phrases::host_call_tool_gone)?;
    let pins = offered.pins;
    Ok(StillOffered {
        changed: pins.is_new(&tool.name) || pins.changed(&tool.name).is_some(),
        connection: snapshot.connection.clone(),
        digest,
    })
}

/// Checks that the tool of a call is offered, unchanged and accepted.
pub(super) async fn unchanged(inner: &Inner, call: &ToolCall) -> Result<StillOffered, Text> {
    let offered = offered(inner, &call.tool, call.launch, call.conversation).await?;
    if offered.digest != call.definition || offered.changed {
        return Err(phrases::host_call_changed().into());
    }
    Ok(offered)
}

/// Returns the connection of a server, if it is the one the call was made for and its tool is unchanged and accepted.
pub(super) async fn current(inner: &Inner, call: &ToolCall) -> Result<Connection, Text> {
    let offered = unchanged(inner, call).await?;
    let connection = offered.connection;
    connection.ok_or_else(|| phrases::host_call_not_ready().into())
}
