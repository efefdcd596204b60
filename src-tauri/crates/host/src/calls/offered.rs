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

/// Returns the connection of a server and the current digest of its tool. The server must be on in the conversation, and the
/// connection must be the one the call was made for.
pub(super) async fn offered(
    inner: &Inner,
    tool: &ToolRef,
    launch: LaunchDigest,
    conversation: Option<ConversationId>,
) -> Result<(Connection, DefinitionDigest), Text> {
    let handle = inner
        .servers
        .handle(tool.server)
        .map_err(|_| phrases::host_void_removed())?;
    let snapshot = handle.snapshot();
    if is_off(inner, tool.server, conversation).await? {
        return Err(phrases::host_call_server_off(&snapshot.record.name).into());
    }
    let connection = snapshot
        .connection
        .clone()
        .ok_or_else(phrases::host_call_not_ready)?;
    if snapshot.record.tools_off.contains(&tool.name) {
        return Err(phrases::host_call_tool_off().into());
    }
    if connection.launch != launch {
        return Err(phrases::host_call_relaunched().into());
    }
    if connection.pins.is_unpinned(&tool.name) {
        return Err(phrases::host_call_unpinned().into());
    }
    let now = connection.tools.iter().find(|t| t.tool == *tool);
    let now = now.map(|tool| tool.digest);
    let now = now.ok_or_else(phrases::host_call_tool_gone)?;
    Ok((connection, now))
}

/// Returns the connection of a server, if it is the one the call was made for and its tool is unchanged and accepted.
pub(super) async fn current(inner: &Inner, call: &ToolCall) -> Result<Connection, Text> {
    let offered = offered(inner, &call.tool, call.launch, call.conversation);
    let (connection, now) = offered.await?;
    if now != call.definition
        || connection.pins.is_new(&call.tool.name)
        || connection.pins.changed(&call.tool.name).is_some()
    {
        return Err(phrases::host_call_changed().into());
    }
    Ok(connection)
}
