//! What one server reaches: its live connections, how much they carried, and what was refused.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant, SystemTime},
};

use tokio::{
    sync::{broadcast, watch},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use crate::{Destination, Refused};

/// Refusals that a slow reader may be behind; older ones are lost to it.
const REFUSED_MAX: usize = 64;

/// The traffic of a server with one destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// The destination.
    pub destination: Destination,
    /// Connections that are open now.
    pub open: usize,
    /// Connections that wait for a decision or are about to be opened.
    pub opening: usize,
    /// Connections that were ever opened.
    pub total: u64,
    /// Connections and requests that were refused.
    pub refused: u64,
    /// Bytes sent to it.
    pub sent: u64,
    /// Bytes received from it.
    pub received: u64,
    /// When it was first asked for.
    pub first: SystemTime,
    /// When it was last asked for, or bytes passed.
    pub last: SystemTime,
}

pub(crate) struct Ledger {
    /// The most destinations that are listed.
    limit: usize,
    began: Instant,
    began_at: SystemTime,
    /// Bytes sent to all destinations, those that are no longer listed among them.
    sent: AtomicU64,
    state: Mutex<State>,
    changes: watch::Sender<u64>,
    refused: broadcast::Sender<Refused>,
}

#[derive(Default)]
struct State {
    entries: HashMap<Destination, Entry>,
    next: u64,
}

struct Entry {
    counts: Arc<Counts>,
    /// Connections that are open, or about to be opened.
    flows: HashMap<u64, CancellationToken>,
    open: usize,
    total: u64,
    refused: u64,
    first: SystemTime,
}

#[derive(Default)]
struct Counts {
    sent: AtomicU64,
    received: AtomicU64,
    /// Milliseconds since the ledger began.
    last: AtomicU64,
}

impl Ledger {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit: limit.max(1),
            began: Instant::now(),
            began_at: SystemTime::now(),
            sent: AtomicU64::new(0),
            state: Mutex::default(),
            changes: watch::Sender::new(0),
            refused: broadcast::Sender::new(REFUSED_MAX),
        })
    }

    /// Notes a connection that is about to be opened, so that it can be ended from now on.
    pub(crate) fn enter(self: &Arc<Self>, destination: &Destination) -> Arc<Flow> {
        let token = CancellationToken::new();
        let mut state = self.lock();
        state.next += 1;
        let id = state.next;
        let entry = self.entry(&mut state, destination);
        entry.flows.insert(id, token.clone());
        let counts = Arc::clone(&entry.counts);
        drop(state);
        self.changed();
        Arc::new(Flow {
            ledger: Arc::clone(self),
            destination: destination.clone(),
            id,
            token,
            counts,
            last: AtomicU64::new(self.now()),
            open: AtomicBool::new(false),
        })
    }

    /// Notes and reports a refusal.
    pub(crate) fn refuse(&self, refused: Refused) {
        if let Some(destination) = &refused.destination {
            let mut state = self.lock();
            self.entry(&mut state, destination).refused += 1;
        }
        // Nobody may be listening.
        let _ = self.refused.send(refused);
        self.changed();
    }

    /// Ends every connection with a destination. Returns how many there were.
    pub(crate) fn revoke(&self, destination: &Destination) -> usize {
        let state = self.lock();
        let flows = state.entries.get(destination).map(|entry| &entry.flows);
        let tokens = flows.into_iter().flat_map(HashMap::values);
        tokens.map(CancellationToken::cancel).count()
    }

    /// The traffic of every destination that is listed, the last used first.
    pub(crate) fn traffic(&self) -> Vec<Traffic> {
        let state = self.lock();
        let traffic = state.entries.iter().map(|(destination, entry)| Traffic {
            destination: destination.clone(),
            open: entry.open,
            opening: entry.flows.len().saturating_sub(entry.open),
            total: entry.total,
            refused: entry.refused,
            sent: entry.counts.sent.load(Relaxed),
            received: entry.counts.received.load(Relaxed),
            first: entry.first,
            last: self.at(entry.counts.last.load(Relaxed)),
        });
        let mut traffic: Vec<_> = traffic.collect();
        drop(state);
        traffic.sort_by_key(|one| std::cmp::Reverse(one.last));
        traffic
    }

    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Relaxed)
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub(crate) fn refusals(&self) -> broadcast::Receiver<Refused> {
        self.refused.subscribe()
    }

    fn entry<'a>(&self, state: &'a mut State, destination: &Destination) -> &'a mut Entry {
        let entries = &mut state.entries;
        if !entries.contains_key(destination) && entries.len() >= self.limit {
            forget_one(entries);
        }
        let entry = entries.entry(destination.clone());
        let entry = entry.or_insert_with(|| Entry {
            counts: Arc::default(),
            flows: HashMap::new(),
            open: 0,
            total: 0,
            refused: 0,
            first: self.at(self.now()),
        });
        entry.counts.last.store(self.now(), Relaxed);
        entry
    }

    fn at(&self, milliseconds: u64) -> SystemTime {
        self.began_at + Duration::from_millis(milliseconds)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn changed(&self) {
        self.changes
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets a destination without connections: rather one that was only refused, so that a server cannot hide what it
/// reached behind names that it makes up.
fn forget_one(entries: &mut HashMap<Destination, Entry>) {
    let idle = entries.iter().filter(|(_, entry)| entry.flows.is_empty());
    let first = idle.min_by_key(|(_, entry)| (entry.total > 0, entry.counts.last.load(Relaxed)));
    if let Some(destination) = first.map(|(destination, _)| destination.clone()) {
        entries.remove(&destination);
    }
}

/// One connection with a destination, from before it is decided until it is closed.
pub(crate) struct Flow {
    ledger: Arc<Ledger>,
    destination: Destination,
    id: u64,
    token: CancellationToken,
    counts: Arc<Counts>,
    /// When bytes last passed, as in [`Counts`].
    last: AtomicU64,
    open: AtomicBool,
}

impl Flow {
    pub(crate) fn destination(&self) -> &Destination {
        &self.destination
    }

    /// Notes that the connection is open.
    pub(crate) fn opened(&self) {
        self.open.store(true, Relaxed);
        if let Some(entry) = self.ledger.lock().entries.get_mut(&self.destination) {
            entry.open += 1;
            entry.total += 1;
        }
        self.ledger.changed();
    }

    pub(crate) fn sent(&self, bytes: usize) {
        self.counts.sent.fetch_add(bytes as u64, Relaxed);
        self.ledger.sent.fetch_add(bytes as u64, Relaxed);
        self.moved();
    }

    pub(crate) fn received(&self, bytes: usize) {
        self.counts.received.fetch_add(bytes as u64, Relaxed);
        self.moved();
    }

    fn moved(&self) {
        let now = self.ledger.now();
        self.last.store(now, Relaxed);
        self.counts.last.store(now, Relaxed);
    }

    pub(crate) fn is_revoked(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Returns once the permission is revoked.
    pub(crate) async fn revoked(&self) {
        self.token.cancelled().await;
    }

    /// Returns once the permission is revoked, or nothing passed for `idle`.
    pub(crate) async fn ended(&self, idle: Duration) {
        let quiet = async {
            loop {
                let since = self.ledger.now().saturating_sub(self.last.load(Relaxed));
                match idle.checked_sub(Duration::from_millis(since)) {
                    Some(left) if !left.is_zero() => sleep(left).await,
                    Some(_) | None => return,
                }
            }
        };
        tokio::select! {
            () = self.revoked() => {}
            () = quiet => {}
        }
    }
}

impl Drop for Flow {
    fn drop(&mut self) {
        let open = usize::from(self.open.load(Relaxed));
        if let Some(entry) = self.ledger.lock().entries.get_mut(&self.destination) {
            entry.flows.remove(&self.id);
            entry.open = entry.open.saturating_sub(open);
        }
        self.ledger.changed();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::Refusal;

    fn to(name: &str) -> Destination {
        Destination::parse(name, 443).unwrap()
    }

    #[test]
    fn made_up_names_do_not_displace_what_was_reached() {
        let ledger = Ledger::new(4);
        let live = ledger.enter(&to("live.example"));
        live.opened();
        let ended = ledger.enter(&to("ended.example"));
        ended.opened();
        ended.sent(7);
        drop(ended);
        for number in 0..100 {
            ledger.refuse(Refused {
                destination: Some(to(&format!("n{number}.example"))),
                reason: Refusal::Denied,
                at: SystemTime::now(),
            });
        }
        let traffic = ledger.traffic();
        assert_eq!(traffic.len(), 4);
        let of = |name| {
            traffic
                .iter()
                .find(|one| one.destination == to(name))
                .unwrap()
        };
        assert_eq!((of("live.example").open, of("live.example").total), (1, 1));
        assert_eq!((of("ended.example").open, of("ended.example").sent), (0, 7));
        assert_eq!(of("n99.example").refused, 1);
    }
}
