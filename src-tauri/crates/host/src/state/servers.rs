//! The servers and the handles of their actors.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use approvals::{Alike, tool::needs_a_look, unknown_server};
use domain::{ServerId, ToolDefinition, ToolRef};
use host_api::{ApiError, ErrorCode, ServerTag};
use messages::{Text, phrases};

use crate::{
    mutex::lock,
    serial::{Permit, Serial},
    server::{Connection, ServerHandle, ServerSnapshot, tag},
};

/// A removed server within its undo period.
pub(crate) struct Aside {
    /// Its handle; its actor may still be ending.
    pub handle: ServerHandle,
    /// Whether it was running or starting.
    pub ran: bool,
}

/// The servers, and those removed in this run that can still be restored.
#[derive(Default)]
pub(crate) struct Servers {
    here: Mutex<BTreeMap<ServerId, ServerHandle>>,
    aside: Mutex<BTreeMap<ServerId, Aside>>,
    switching: Serial,
}

impl Servers {
    /// Serializes changes of server permissions and switches.
    pub async fn switch(&self) -> Permit<'_> {
        self.switching.enter().await
    }

    /// Adds a server.
    pub fn insert(&self, id: ServerId, handle: ServerHandle) {
        lock(&self.here).insert(id, handle);
    }

    /// Returns the handle of a server.
    pub fn get(&self, id: ServerId) -> Option<ServerHandle> {
        lock(&self.here).get(&id).cloned()
    }

    /// Returns the handle of a server.
    ///
    /// # Errors
    /// There is no such server.
    pub fn handle(&self, id: ServerId) -> Result<ServerHandle, ApiError> {
        self.get(id).ok_or_else(not_found)
    }

    /// Returns a server that is ready, with its connection.
    ///
    /// # Errors
    /// There is no such server, or it is not ready.
    pub fn ready(&self, id: ServerId) -> Result<(Arc<ServerSnapshot>, Connection), ApiError> {
        let snapshot = self.handle(id)?.snapshot();
        match snapshot.connection.clone() {
            Some(connection) => {
                snapshot.book.usage.touch();
                Ok((snapshot, connection))
            }
            None => Err(self.not_ready(&snapshot.record.name)),
        }
    }

    /// Returns the error about a server of this name that is neither ready nor asleep.
    pub fn not_ready(&self, name: &str) -> ApiError {
        let message = phrases::host_state_not_ready(name);
        ApiError::new(ErrorCode::Server, message).hint(phrases::host_state_not_ready_hint())
    }

    /// Whether a tool's current definition differs from the accepted one.
    pub fn is_changed(&self, tool: &ToolRef) -> bool {
        let Some(snapshot) = self.snapshot(tool.server) else {
            return false;
        };
        let connection = snapshot.connection.as_ref();
        connection.is_some_and(|c| c.pins.changed(&tool.name).is_some())
    }

    /// Whether a tool waits for a person to accept it.
    pub fn is_new(&self, tool: &ToolRef) -> bool {
        let snapshot = self.snapshot(tool.server);
        let connection = snapshot.as_ref().and_then(|s| s.connection.as_ref());
        connection.is_some_and(|c| c.pins.is_new(&tool.name))
    }

    /// Returns the current snapshot of a server.
    pub fn snapshot(&self, id: ServerId) -> Option<Arc<ServerSnapshot>> {
        self.get(id).map(|handle| handle.snapshot())
    }

    /// Returns the current snapshots of all servers, in the user's order.
    pub fn snapshots(&self) -> Vec<Arc<ServerSnapshot>> {
        let mut all: Vec<_> = self.all().iter().map(ServerHandle::snapshot).collect();
        all.sort_by_key(|s| (s.record.position, s.record.created_ms));
        all
    }

    /// Returns the tag of a server; for an unknown one, a tag with the name `otherwise`.
    pub fn tag(&self, id: ServerId, otherwise: &str) -> ServerTag {
        self.snapshot(id).map_or_else(
            || unknown_server(id, otherwise),
            |server| tag(&server.record),
        )
    }

    /// Returns the tags of all servers.
    pub fn tags(&self) -> approvals::Servers {
        let all = self.all().into_iter().map(|handle| handle.snapshot());
        all.map(|server| (server.record.id, tag(&server.record)))
            .collect()
    }

    /// Returns the offered tools of all servers whose names are confusable with that of this one.
    pub fn alike(&self, tool: &ToolRef) -> Vec<Alike> {
        let all = self.snapshots();
        let offered = all
            .iter()
            .filter_map(|server| Some((&server.record.name, server.offered()?)));
        let others = offered.flat_map(|(name, offered)| {
            let tools = offered.tools.iter();
            tools.map(|other| (&other.tool, name.as_str()))
        });
        approvals::alike(tool, others)
    }

    /// Whether a tool must be reviewed alone: its text has hidden characters, or its name is confusable with another.
    pub fn needs_a_look(&self, definition: &ToolDefinition) -> bool {
        needs_a_look(definition, &self.alike(&definition.tool))
    }

    /// Returns the user's name for a server.
    pub fn name(&self, id: ServerId) -> String {
        self.tag(id, "a removed server").name
    }

    /// Names a server in a sentence for display.
    pub fn named(&self, id: ServerId) -> Text {
        self.snapshot(id).map_or_else(
            || phrases::host_server_removed().into(),
            |server| server.record.name.clone().into(),
        )
    }

    /// Returns the handles of all servers.
    pub fn all(&self) -> Vec<ServerHandle> {
        lock(&self.here).values().cloned().collect()
    }

    /// Removes a server.
    pub fn remove(&self, id: ServerId) {
        lock(&self.here).remove(&id);
    }

    /// Removes all servers and returns their handles.
    pub fn take_all(&self) -> Vec<ServerHandle> {
        std::mem::take(&mut *lock(&self.here))
            .into_values()
            .collect()
    }

    /// Adds a server to the removed ones.
    pub fn put_aside(&self, id: ServerId, aside: Aside) {
        lock(&self.aside).insert(id, aside);
    }

    /// Takes a server out of the removed ones and returns it.
    pub fn take_aside(&self, id: ServerId) -> Option<Aside> {
        lock(&self.aside).remove(&id)
    }

    /// Whether a server is removed and can be restored.
    pub fn is_aside(&self, id: ServerId) -> bool {
        lock(&self.aside).contains_key(&id)
    }

    /// Whether a server exists, removed or not.
    pub fn knows(&self, id: ServerId) -> bool {
        lock(&self.here).contains_key(&id) || self.is_aside(id)
    }
}

/// Returns the error for an unknown server.
pub(crate) fn not_found() -> ApiError {
    ApiError::new(ErrorCode::NotFound, phrases::host_state_no_server())
}
