//! Servers that sleep: known by what was accepted of them, without a process or a connection, until an approved call needs them.

use std::{collections::HashMap, sync::Arc, time::Duration};

use domain::{Confinement, Enforcement, LaunchSpec, LocalNetwork, ServerId, ToolDefinition};
use policy::Walls;
use store::{FOR_MODELS, Pin, PinKind, ServerRecord};
use tokio::{sync::watch, time::Instant};

use super::bounds;
use crate::{
    inner::Inner,
    server::{Asleep, ServerSnapshot, Words, instructions},
};

/// How often the time without use is looked at, at the least.
const LOOK: Duration = Duration::from_secs(60);

/// What was accepted of a server.
struct KnownOffer {
    tools: Vec<ToolDefinition>,
    words: Option<Words>,
    for_models: bool,
}

impl Inner {
    /// Whether a server sleeps when nobody uses it.
    pub(crate) fn sleeps(&self, record: &ServerRecord) -> bool {
        self.idle_time(record).is_some()
    }

    /// Returns how long nobody uses a server before it sleeps; none if it never does. One at a URL has no process to save, and its
    /// connection shows whether it needs a sign-in.
    pub(super) fn idle_time(&self, record: &ServerRecord) -> Option<Duration> {
        let local = record.url.is_none();
        local
            .then(|| bounds::idle_time(&self.settings.get(), &record.bounds))
            .flatten()
    }

    /// Returns what was accepted of a server; none if its launch was not accepted for good, if it was never listed, if a person has to
    /// confirm it first, or if it cannot be read.
    pub(super) async fn known_offer(&self, record: &ServerRecord) -> Option<Asleep> {
        let launch = record.launch_grant?;
        match self.read_accepted(record.id).await {
            Ok(found) => {
                found.map(|found| Asleep::new(launch, found.tools, found.words, found.for_models))
            }
            Err(error) => {
                tracing::debug!(%error, "what was accepted of a server cannot be used");
                None
            }
        }
    }

    /// Returns what was accepted of every server that [`Self::known_offer`] knows, read at once.
    pub(crate) async fn known_offers(&self) -> HashMap<ServerId, Arc<Asleep>> {
        let read = async {
            let records = self.store.servers().list().await?;
            Ok::<_, store::StoreError>((records, self.store.pins().all_texts().await?))
        };
        let (records, pins) = match read.await {
            Ok(read) => read,
            Err(error) => {
                tracing::debug!(%error, "what was accepted of servers cannot be used");
                return HashMap::new();
            }
        };
        let known = |record: ServerRecord| {
            let (id, launch) = (record.id, record.launch_grant?);
            let found = accepted(id, pins.get(&id)?)?;
            let asleep = Asleep::new(launch, found.tools, found.words, found.for_models);
            Some((id, Arc::new(asleep)))
        };
        records.into_iter().filter_map(known).collect()
    }

    async fn read_accepted(&self, id: ServerId) -> Result<Option<KnownOffer>, store::StoreError> {
        self.store.servers().confirmed(id).await?;
        let pins = self.store.pins().texts(id).await?;
        Ok(accepted(id, &pins))
    }

    /// Notes what the system will keep a sleeping server from once it runs. If it runs otherwise, the call is evaluated anew.
    pub(crate) async fn expect_walls(&self, server: ServerId) {
        let Some(snapshot) = self.servers.snapshot(server) else {
            return;
        };
        let (Some(asleep), None) = (&snapshot.asleep, &snapshot.connection) else {
            return;
        };
        asleep.expect_walls(self.walls_at_start(&snapshot.record).await);
    }

    /// Returns what the system keeps a server from when it starts; nothing if its launch is not the accepted one.
    async fn walls_at_start(&self, record: &ServerRecord) -> Walls {
        let accepted = record.launch_grant;
        let Ok(LaunchSpec::Local(launch)) = self.launch_spec(record).await else {
            return Walls::None;
        };
        let Confinement::Confined(confined) = launch.confinement.clone() else {
            return Walls::None;
        };
        let cut_off = match confined.network {
            LocalNetwork::None => true,
            // It can send from its start if a host is allowed.
            LocalNetwork::Asked => self.reach.allowed(record.id).is_empty(),
            LocalNetwork::Open => false,
        };
        let enforced = confined.weakest == Enforcement::Full;
        if Some(LaunchSpec::Local(launch).digest()) != accepted
            || !(cut_off && enforced)
            || confined.unix_sockets
        {
            return Walls::None;
        }
        let folders = self.sandbox_folders(record.id).await;
        match folders.iter().all(|folder| !folder.access.writes()) {
            true => Walls::ReadOnly,
            false => Walls::Offline,
        }
    }
}

/// Returns what was accepted of a server by what is pinned of it; none if it was never listed.
fn accepted(id: ServerId, pins: &[(Pin, String)]) -> Option<KnownOffer> {
    // The first listing always pins the instructions, if only that there are none.
    let named = |name: &str| {
        let mut of_kind = pins
            .iter()
            .filter(|(pin, _)| pin.kind == PinKind::Instructions);
        of_kind.find(|(pin, _)| pin.name == name)
    };
    let (pin, raw) = named("")?;
    // A text that is not the accepted one is none, as with tools.
    let words = Words::accepted(raw, pin.digest);
    let for_models =
        words.is_some() && named(FOR_MODELS).is_some_and(|(read, _)| read.digest == pin.digest);
    let tools = pins.iter().filter(|(pin, _)| pin.kind == PinKind::Tool);
    let tools = tools.filter_map(|(pin, raw)| {
        let read = mcp::read_definition(raw, id).ok()?;
        (read.digest == pin.digest).then_some(read)
    });
    Some(KnownOffer {
        tools: tools.collect(),
        words,
        for_models,
    })
}

/// Returns a running server as it sleeps; none if something of it waits for a person, if it was asked to tell of changes, or if its
/// launch is not accepted for good.
pub(super) fn as_it_runs(snapshot: &ServerSnapshot) -> Option<Asleep> {
    let now = snapshot.connection.as_ref()?;
    let stays = now.pins.count() > 0 || now.lists.follows_any();
    if stays || snapshot.record.launch_grant != Some(now.launch) {
        return None;
    }
    as_it_restarts(snapshot)
}

/// Returns what was accepted of a running server, for the time of its restart. How it starts is decided then.
pub(super) fn as_it_restarts(snapshot: &ServerSnapshot) -> Option<Asleep> {
    let now = snapshot.connection.as_ref()?;
    let accepted = |tool: &&ToolDefinition| now.pins.is_accepted(&tool.tool.name);
    let tools = now.tools.iter().filter(accepted).cloned().collect();
    let words = instructions(&now.info);
    Some(Asleep::new(now.launch, tools, words, now.pins.for_models))
}

/// When a running server may have been out of use for long enough to sleep.
#[derive(Default)]
pub(super) struct Idle {
    not_before: Option<Instant>,
}

impl Idle {
    /// Returns when it is time to let the server sleep. The settings count as they are then.
    pub async fn due(&self, inner: &Inner, snapshot: &watch::Sender<Arc<ServerSnapshot>>) {
        loop {
            let now = Arc::clone(&snapshot.borrow());
            let after = inner.idle_time(&now.record);
            let at = after.map(|after| now.book.usage.last() + after);
            let at = at.map(|at| self.not_before.map_or(at, |not| not.max(at)));
            let again = Instant::now() + LOOK;
            match at {
                Some(at) if at <= Instant::now() => return,
                Some(at) => tokio::time::sleep_until(at.min(again)).await,
                None => tokio::time::sleep_until(again).await,
            }
        }
    }

    /// Notes that the server cannot sleep now.
    pub fn postpone(&mut self) {
        self.not_before = Some(Instant::now() + LOOK);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn pinned(name: &str, words: &Words, raw: &str) -> (Pin, String) {
        let pin = Pin {
            kind: PinKind::Instructions,
            name: name.into(),
            digest: words.digest,
            bytes: 0,
            accepted_ms: 1,
        };
        (pin, raw.to_owned())
    }

    #[test]
    fn instructions_of_another_text_than_the_accepted_one_are_none() {
        let words = Words::of(Some("Read first.".into())).unwrap();
        let id = ServerId::new();
        let found = |raw: &str| {
            let pins = [pinned("", &words, raw), pinned(FOR_MODELS, &words, "")];
            accepted(id, &pins).unwrap()
        };
        let right = found(&words.raw());
        assert_eq!(right.words.as_ref(), Some(&words));
        assert!(right.for_models);
        for raw in ["\"Send first.\"", "null", "", "[]", "\"Read first.\" 1"] {
            let other = found(raw);
            assert_eq!(other.words, None, "{raw}");
            assert!(!other.for_models, "{raw}");
        }
    }
}
