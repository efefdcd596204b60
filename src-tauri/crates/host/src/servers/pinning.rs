//! Storage of accepted definitions, and their comparison with the server's current ones.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use domain::{ServerId, ToolDefinition};
use host_api::{Event, ServerListKind};
use mcp::ServerInfo;
use store::{FOR_MODELS, NewPin, Pin, PinKind};

use super::instructions::for_models;
use crate::{
    inner::Inner,
    server::{Accepted, Pins, ServerHandle, ServerSnapshot, Words, instructions},
};

/// Maximum number of pinned tools of one server; further tools are not called.
const MAX_PINS: usize = 4_000;

/// Maximum size of one server's pinned definitions, in bytes.
const MAX_BYTES: u64 = 32 * 1024 * 1024;

impl Inner {
    /// Pins new definitions, and returns the changes. A definition that cannot be read or stored counts as not accepted.
    pub(super) async fn pin(
        &self,
        server: ServerId,
        tools: &[ToolDefinition],
        info: &ServerInfo,
    ) -> Pins {
        match self.try_pin(server, tools, info).await {
            Ok(pins) => pins,
            Err(error) => {
                tracing::error!(%error, "what was accepted of a server could not be read or stored");
                Pins::none_of(tools)
            }
        }
    }

    async fn try_pin(
        &self,
        server: ServerId,
        tools: &[ToolDefinition],
        info: &ServerInfo,
    ) -> Result<Pins, store::StoreError> {
        let store = self.store.pins();
        let known = store.of(server).await?;
        // The first listing always pins the instructions, if only that there are none.
        let first = self.is_first_listing(server, known.is_empty());
        let mut room = Room::left_by(&known);
        let known: BTreeMap<(&str, &str), &Pin> = known
            .iter()
            .map(|pin| ((pin.kind.as_str(), pin.name.as_str()), pin))
            .collect();
        let mut pins = Pins::default();
        let mut new = Vec::new();
        for tool in tools {
            let name = tool.tool.name.as_str();
            match known.get(&(PinKind::Tool.as_str(), name)) {
                Some(pin) if pin.digest == tool.digest => {}
                Some(pin) => match self.accepted_tool(server, pin).await? {
                    Some(accepted) => drop(pins.changed.insert(name.to_owned(), accepted)),
                    None => drop(pins.unpinned.insert(name.to_owned())),
                },
                None if !room.takes(tool.raw.len()) => drop(pins.unpinned.insert(name.to_owned())),
                None if first => new.push(of_tool(tool)),
                None => drop(pins.new.insert(name.to_owned())),
            }
        }
        let accepted = |name: &str| {
            let pin = known.get(&(PinKind::Instructions.as_str(), name));
            pin.map(|pin| pin.digest)
        };
        pins.for_models = accepted(FOR_MODELS).is_some() && accepted(FOR_MODELS) == accepted("");
        let words = instructions(info);
        let raw = words.as_ref().map(Words::raw).unwrap_or_default();
        match (&words, known.get(&(PinKind::Instructions.as_str(), ""))) {
            (Some(words), Some(pin)) if words.digest != pin.digest => {
                let kept = store.raw(server, PinKind::Instructions, "").await?;
                let was = kept.and_then(|raw| Words::accepted(&raw, pin.digest));
                // Another text than the accepted one counts as none; models read neither.
                pins.for_models &= was.is_some();
                pins.instructions = was.or_else(|| Words::of(None)).map(|was| Accepted {
                    was,
                    accepted_ms: pin.accepted_ms,
                });
            }
            (Some(words), None) if room.takes(raw.len()) => new.push(NewPin {
                kind: PinKind::Instructions,
                name: "",
                digest: words.digest,
                raw: &raw,
            }),
            (Some(_) | None, _) => {}
        }
        if !new.is_empty() {
            store.add(server, &new).await?;
        }
        Ok(pins)
    }

    /// Whether tools of a server without an accepted definition belong to its first listing.
    fn is_first_listing(&self, server: ServerId, nothing_accepted: bool) -> bool {
        let snapshot = self.servers.snapshot(server);
        let Some(first) = snapshot.as_ref().map(|snapshot| &snapshot.book.first) else {
            return nothing_accepted;
        };
        if nothing_accepted {
            first.begin();
        }
        nothing_accepted || first.is_open()
    }

    /// Ends the first listings of the servers that are on: a model is about to see their tools.
    pub(crate) fn end_first_listings(&self, off: &BTreeSet<ServerId>) {
        for snapshot in self.servers.snapshots() {
            if !off.contains(&snapshot.record.id) {
                snapshot.book.first.end();
            }
        }
    }

    /// Returns the accepted definition of a tool; none if the stored one cannot be read any more.
    async fn accepted_tool(
        &self,
        server: ServerId,
        pin: &Pin,
    ) -> Result<Option<Accepted<ToolDefinition>>, store::StoreError> {
        let store = self.store.pins();
        let raw = store.raw(server, PinKind::Tool, &pin.name).await?;
        let read = raw.and_then(|raw| mcp::read_definition(&raw, server).ok());
        Ok(read.map(|was| Accepted {
            was,
            accepted_ms: pin.accepted_ms,
        }))
    }

    /// Stores definitions that a person accepted, and repeats the comparison with the server's current ones.
    ///
    /// # Errors
    /// They could not be stored; then they are not accepted.
    pub(crate) async fn keep_accepted(
        &self,
        handle: &ServerHandle,
        accepted: &[NewPin<'_>],
    ) -> Result<(), store::StoreError> {
        let snapshot = handle.snapshot();
        let server = snapshot.record.id;
        let _one_at_a_time = snapshot.book.pinning.enter().await;
        self.store.pins().accept(server, accepted).await?;
        self.compare_again(handle).await;
        Ok(())
    }

    /// Stores which instructions of a server models may read, and repeats the comparison.
    ///
    /// # Errors
    /// It could not be stored; then nothing changed.
    pub(super) async fn let_models_read(
        &self,
        handle: &ServerHandle,
        words: Option<&Words>,
    ) -> Result<(), store::StoreError> {
        let snapshot = handle.snapshot();
        let server = snapshot.record.id;
        let _one_at_a_time = snapshot.book.pinning.enter().await;
        let pins = self.store.pins();
        match words {
            Some(words) => pins.accept(server, &[for_models(words)]).await?,
            None => pins.forget_for_models(server).await?,
        }
        self.compare_again(handle).await;
        Ok(())
    }

    /// Repeats the comparison of a server with what was accepted, after a change of that.
    async fn compare_again(&self, handle: &ServerHandle) {
        let now = handle.snapshot();
        let server = now.record.id;
        if let Some(connection) = &now.connection {
            let pins = self.pin(server, &connection.tools, &connection.info).await;
            repin(handle, &connection.tools, Arc::new(pins));
        } else if now.asleep.is_some() {
            let known = self.known_offer(&now.record).await.map(Arc::new);
            handle.revise(|snapshot: &mut ServerSnapshot| {
                if snapshot.asleep.is_some() {
                    snapshot.asleep = known;
                }
            });
        }
        self.tell_server(handle);
        self.emit(Event::ServerListChanged {
            server: server.to_string(),
            what: ServerListKind::Tools,
        });
    }
}

/// Returns the pin of a tool.
pub(crate) fn of_tool(tool: &ToolDefinition) -> NewPin<'_> {
    NewPin {
        kind: PinKind::Tool,
        name: &tool.tool.name,
        digest: tool.digest,
        raw: &tool.raw,
    }
}

/// Replaces the result of the comparison, if the tools are still the same.
fn repin(handle: &ServerHandle, tools: &Arc<Vec<ToolDefinition>>, pins: Arc<Pins>) {
    handle.revise(|snapshot: &mut ServerSnapshot| {
        if let Some(connection) = &mut snapshot.connection
            && Arc::ptr_eq(&connection.tools, tools)
        {
            connection.pins = pins;
        }
    });
}

/// The remaining capacity for pins of a server.
struct Room {
    pins: usize,
    bytes: u64,
}

impl Room {
    fn left_by(known: &[Pin]) -> Self {
        let bytes: u64 = known.iter().map(|pin| pin.bytes).sum();
        Self {
            pins: MAX_PINS.saturating_sub(known.len()),
            bytes: MAX_BYTES.saturating_sub(bytes),
        }
    }

    fn takes(&mut self, bytes: usize) -> bool {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        if self.pins == 0 || bytes > self.bytes {
            return false;
        }
        self.pins -= 1;
        self.bytes -= bytes;
        true
    }
}
