//! Checks whether a tool is still offered unchanged since a call to it was requested.

use domain::{ConversationId, DefinitionDigest, LaunchDigest, ServerId, ToolCall, ToolRef};

use crate::{inner::Inner, server::Connection};

/// Whether a server is off in a conversation.
async fn is_off(
    inner: &Inner,
    server: ServerId,
    conversation: Option<ConversationId>,
) -> Result<bool, String> {
    let Some(id) = conversation else {
        return Ok(false);
    };
    let record = inner.conversation(id).await.map_err(|e| e.to_string())?;
    Ok(record.servers_off.contains(&server))
}

/// Returns the connection of a server and the current digest of its tool. The server must be on in the conversation, and the
/// connection must be the one the call was made for.
pub(super) async fn offered(
    inner: &Inner,
    tool: &ToolRef,
    launch: LaunchDigest,
    conversation: Option<ConversationId>,
) -> Result<(Connection, DefinitionDigest), String> {
    let handle = inner
        .servers
        .handle(tool.server)
        .map_err(|_| "The server was removed.".to_owned())?;
    let snapshot = handle.snapshot();
    if is_off(inner, tool.server, conversation).await? {
        let name = &snapshot.record.name;
        return Err(format!(
            "{name} is off in this conversation. Nothing was sent."
        ));
    }
    let connection = snapshot
        .connection
        .clone()
        .ok_or("The server is not ready. Nothing was sent.")?;
    if snapshot.record.tools_off.contains(&tool.name) {
        return Err("You switched this tool off. Nothing was sent.".into());
    }
    if connection.launch != launch {
        return Err("The server was started differently since. Nothing was sent.".into());
    }
    if connection.pins.is_unpinned(&tool.name) {
        return Err(
            "What you accepted of this tool could not be kept or read, so it is not called. Nothing was sent."
                .into(),
        );
    }
    let now = connection.tools.iter().find(|t| t.tool == *tool);
    let now = now.map(|tool| tool.digest);
    let now = now.ok_or("The server no longer offers this tool. Nothing was sent.")?;
    Ok((connection, now))
}

/// Returns the connection of a server, if it is the one the call was made for and its tool is unchanged and accepted.
pub(super) async fn current(inner: &Inner, call: &ToolCall) -> Result<Connection, String> {
    let offered = offered(inner, &call.tool, call.launch, call.conversation);
    let (connection, now) = offered.await?;
    if now != call.definition || connection.pins.changed(&call.tool.name).is_some() {
        return Err("The server changed what this tool is since. Nothing was sent.".into());
    }
    Ok(connection)
}
