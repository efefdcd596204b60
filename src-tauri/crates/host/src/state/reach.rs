//! Hosts that confined servers may reach: the allowed ones, and the decisions of each run.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use domain::{AddressKind, ServerId, now_ms};
use egress::{Broker, Destination, Host, Refusal, Snapshot, Verdict};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{mutex::lock, server::Opened};

/// Maximum number of hosts that a server has asked about in one run and that nobody has answered.
const WAITING: usize = 3;
/// Maximum number of denied hosts that are remembered for a run; beyond them nothing is asked.
const DENIED: usize = 256;
/// Maximum number of hosts whose last refusal is kept.
const REFUSED: usize = 256;
/// Maximum number of marks that are kept for a run.
const MARKS: usize = 256;
/// How long a connection that was allowed once may take to come, where its program had given up before the answer.
const LATE: Duration = Duration::from_secs(60);

/// Hosts that confined servers may reach.
#[derive(Default)]
pub(crate) struct Reachable {
    hosts: Mutex<HashMap<ServerId, Hosts>>,
    runs: AtomicU64,
}

#[derive(Default)]
struct Hosts {
    /// Allowed until revoked, with when it was allowed.
    stored: BTreeMap<String, (Destination, i64)>,
    /// Denied since a person last started the server.
    denied: Vec<Destination>,
    /// Why connections of the last run were refused.
    refused_before: Vec<RefusedHost>,
    /// Bytes sent in the runs before.
    sent_before: u64,
    /// How much had been sent when data was allowed to flow into the server, with when, in milliseconds since the Unix epoch.
    marks: VecDeque<(i64, u64)>,
    /// While the server runs.
    run: Option<Run>,
}

/// One run of a server.
struct Run {
    number: u64,
    broker: Arc<Broker>,
    /// The ports at which every address leads to the broker.
    ports: Vec<u16>,
    /// Since when it can send; shared with its sandbox.
    opened: Opened,
    allowed: BTreeMap<String, (Destination, i64)>,
    /// Allowed once, while nobody waited for it any more.
    once: Vec<(Destination, Instant)>,
    pending: Vec<(Destination, watch::Receiver<Option<Verdict>>)>,
    refused: Vec<RefusedHost>,
    ended: CancellationToken,
}

/// A host that was asked about.
pub(crate) enum Asked {
    /// It is decided already.
    Decided(Verdict),
    /// It is being decided.
    Waits(watch::Receiver<Option<Verdict>>),
    /// It has to be decided.
    New(Asking),
}

/// A host that has to be decided.
pub(crate) struct Asking {
    pub answer: watch::Sender<Option<Verdict>>,
    pub waits: watch::Receiver<Option<Verdict>>,
    pub run: u64,
}

/// For how long a host was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lasts {
    /// For the connections that wait for it, in this run.
    Once(u64),
    /// As long as this run of the server lasts.
    Run(u64),
    /// Until it is revoked, with when it was allowed.
    Stored(i64),
}

/// An allowed host.
pub(crate) struct AllowedHost {
    pub to: String,
    pub stored: bool,
    pub since_ms: i64,
    /// Whether the server's own network does not lead to its port before the next start, so that only the proxy does.
    pub after_restart: bool,
}

/// What a running server reaches, and why the last connection with a host was refused.
pub(crate) struct Reached {
    pub snapshot: Snapshot,
    pub refused: Vec<RefusedHost>,
}

/// A host that was refused to a server.
#[derive(Clone, Debug)]
pub(crate) struct RefusedHost {
    pub to: Destination,
    /// Why its last connection was refused.
    pub why: Refusal,
    /// When that was.
    pub at: Instant,
}

impl Reachable {
    /// Begins a run. Returns its number, and what is cancelled with its end.
    pub fn begin(
        &self,
        server: ServerId,
        broker: Arc<Broker>,
        ports: Vec<u16>,
        opened: Opened,
    ) -> (u64, CancellationToken) {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let ended = CancellationToken::new();
        let mut all = lock(&self.hosts);
        let hosts = all.entry(server).or_default();
        if let Some(first) = hosts.stored.values().map(|(_, since)| *since).min() {
            opened.open(first);
        }
        let before = hosts.run.replace(Run {
            number,
            broker,
            ports,
            opened,
            allowed: BTreeMap::new(),
            once: Vec::new(),
            pending: Vec::new(),
            refused: Vec::new(),
            ended: ended.clone(),
        });
        if let Some(before) = before {
            hosts.sent_before += before.broker.sent();
            before.ended.cancel();
        }
        (number, ended)
    }

    /// Ends a run, unless another one began since.
    pub fn end(&self, server: ServerId, number: u64) {
        let mut all = lock(&self.hosts);
        if let Some(hosts) = all.get_mut(&server)
            && let Some(run) = hosts.run.take_if(|run| run.number == number)
        {
            run.ended.cancel();
            hosts.sent_before += run.broker.sent();
            hosts.refused_before = run.refused;
        }
    }

    /// Forgets what was denied to a server, because a person starts it.
    pub fn forgive(&self, server: ServerId) {
        if let Some(hosts) = lock(&self.hosts).get_mut(&server) {
            hosts.denied.clear();
        }
    }

    /// Forgets everything about a server.
    pub fn forget(&self, server: ServerId) {
        lock(&self.hosts).remove(&server);
    }

    /// Adds a stored host, as at the start of the program.
    pub fn load(&self, server: ServerId, to: Destination, since_ms: i64) {
        let mut all = lock(&self.hosts);
        let stored = &mut all.entry(server).or_default().stored;
        stored.insert(to.to_string(), (to, since_ms));
    }

    /// Returns the decision that exists about a host, if there is one.
    pub fn decided(&self, server: ServerId, to: &Destination) -> Option<Verdict> {
        let all = lock(&self.hosts);
        let Some(hosts) = all.get(&server) else {
            return Some(Verdict::Deny);
        };
        hosts.decided(to)
    }

    /// Asks about a host for the running server.
    pub fn ask(&self, server: ServerId, to: &Destination) -> Asked {
        let mut all = lock(&self.hosts);
        let Some(hosts) = all.get_mut(&server) else {
            return Asked::Decided(Verdict::Deny);
        };
        if let Some(verdict) = hosts.decided(to) {
            return Asked::Decided(verdict);
        }
        let Some(run) = &mut hosts.run else {
            return Asked::Decided(Verdict::Deny);
        };
        run.once.retain(|(_, since)| since.elapsed() < LATE);
        if let Some(at) = run.once.iter().position(|(once, _)| once == to) {
            run.once.remove(at);
            return Asked::Decided(Verdict::Allow);
        }
        if let Some((_, waits)) = run.pending.iter().find(|(pending, _)| pending == to) {
            return Asked::Waits(waits.clone());
        }
        if run.pending.len() >= WAITING {
            return Asked::Decided(Verdict::Deny);
        }
        let (answer, waits) = watch::channel(None);
        run.pending.push((to.clone(), waits.clone()));
        Asked::New(Asking {
            answer,
            waits,
            run: run.number,
        })
    }

    /// Allows a host, and says so to the connections that wait for it. Returns whether the server could send nothing before.
    pub fn allow(&self, server: ServerId, to: &Destination, lasts: Lasts) -> bool {
        let mut all = lock(&self.hosts);
        let hosts = all.entry(server).or_default();
        hosts.denied.retain(|denied| denied != to);
        if let Lasts::Stored(since) = lasts {
            hosts.stored.insert(to.to_string(), (to.clone(), since));
        }
        let of_run = match lasts {
            Lasts::Once(number) | Lasts::Run(number) => Some(number),
            Lasts::Stored(_) => None,
        };
        let is_it = |run: &&mut Run| of_run.is_none_or(|number| run.number == number);
        let Some(run) = hosts.run.as_mut().filter(is_it) else {
            return false;
        };
        // Before any connection is told.
        let first = run.opened.open(now_ms());
        if let Lasts::Run(_) = lasts {
            let entry = run.allowed.entry(to.to_string());
            entry.or_insert_with(|| (to.clone(), now_ms()));
        }
        first
    }

    /// Ends the wait for a host of one run with its answer. `remember`: a denial is not asked about again.
    pub fn answer(
        &self,
        server: ServerId,
        to: &Destination,
        asking: &Asking,
        verdict: Verdict,
        remember: bool,
    ) {
        let mut all = lock(&self.hosts);
        if let Some(hosts) = all.get_mut(&server) {
            if verdict == Verdict::Deny && remember && hosts.denied.len() < DENIED {
                hosts.denied.push(to.clone());
            }
            let decided = hosts.decided(to);
            if let Some(run) = hosts.run.as_mut().filter(|run| run.number == asking.run) {
                run.pending.retain(|(pending, _)| pending != to);
                // One receiver is that of whoever asks, kept until here.
                let waited = asking.answer.receiver_count() > 1;
                if verdict == Verdict::Allow && decided.is_none() && !waited {
                    run.once.push((to.clone(), Instant::now()));
                }
            }
        }
        asking.answer.send_replace(Some(verdict));
    }

    /// Revokes a host and closes its connections. Returns whether it was stored; none if it was not allowed.
    pub fn revoke(&self, server: ServerId, to: &Destination) -> Option<bool> {
        let mut all = lock(&self.hosts);
        let hosts = all.get_mut(&server)?;
        let key = to.to_string();
        let stored = hosts.stored.remove(&key).is_some();
        let mut found = stored;
        if let Some(run) = &mut hosts.run {
            found |= run.allowed.remove(&key).is_some();
            run.once.retain(|(once, _)| once != to);
            run.broker.revoke(to);
            if to.address_kind().is_some() {
                // A name that led to this very address.
                let names = run.broker.snapshot().destinations;
                let names = names.iter().map(|traffic| &traffic.destination);
                for name in names.filter(|name| name.port() == to.port()) {
                    if name.address_kind().is_none() {
                        run.broker.revoke(name);
                    }
                }
            }
        }
        found.then_some(stored)
    }

    /// Keeps why a connection was refused. Returns whether it is the first to this host in this run.
    pub fn note_refusal(&self, server: ServerId, to: &Destination, why: Refusal) -> bool {
        let mut all = lock(&self.hosts);
        let Some(run) = all.get_mut(&server).and_then(|hosts| hosts.run.as_mut()) else {
            return false;
        };
        let at = Instant::now();
        if let Some(known) = run.refused.iter_mut().find(|refused| refused.to == *to) {
            (known.why, known.at) = (why, at);
            return false;
        }
        if run.refused.len() >= REFUSED {
            run.refused.remove(0);
        }
        let to = to.clone();
        run.refused.push(RefusedHost { to, why, at });
        true
    }

    /// Returns the allowed hosts of a server, the first allowed first.
    pub fn allowed(&self, server: ServerId) -> Vec<AllowedHost> {
        let all = lock(&self.hosts);
        let Some(hosts) = all.get(&server) else {
            return Vec::new();
        };
        let run = hosts.run.as_ref();
        let lacks = |port| run.is_some_and(|run| !run.ports.contains(&port));
        let row = |stored: bool| {
            move |(destination, since): &(Destination, i64), to: &String| AllowedHost {
                to: to.clone(),
                stored,
                since_ms: *since,
                after_restart: stored && lacks(destination.port()),
            }
        };
        let mut rows: Vec<AllowedHost> = Vec::new();
        let of_run = run.into_iter().flat_map(|run| &run.allowed);
        for (key, value) in of_run.filter(|(key, _)| !hosts.stored.contains_key(*key)) {
            rows.push(row(false)(value, key));
        }
        for (key, value) in &hosts.stored {
            rows.push(row(true)(value, key));
        }
        rows.sort_by(|a, b| (a.since_ms, &a.to).cmp(&(b.since_ms, &b.to)));
        rows
    }

    /// Returns the ports of the stored hosts of a server.
    pub fn ports(&self, server: ServerId) -> Vec<u16> {
        let all = lock(&self.hosts);
        let stored = all.get(&server).into_iter().flat_map(|hosts| &hosts.stored);
        stored.map(|(_, (to, _))| to.port()).collect()
    }

    /// Returns what a running server reaches; none while it does not run.
    pub fn reached(&self, server: ServerId) -> Option<Reached> {
        let all = lock(&self.hosts);
        let run = all.get(&server)?.run.as_ref()?;
        Some(Reached {
            snapshot: run.broker.snapshot(),
            refused: run.refused.clone(),
        })
    }

    /// Returns why connections of the present run were refused, or of the last one.
    pub fn refused(&self, server: ServerId) -> Vec<RefusedHost> {
        let all = lock(&self.hosts);
        let Some(hosts) = all.get(&server) else {
            return Vec::new();
        };
        let run = hosts.run.as_ref();
        run.map_or(&hosts.refused_before, |run| &run.refused)
            .clone()
    }

    /// Notes how much a server has sent, for [`Self::sent_since`].
    pub fn mark(&self, server: ServerId) {
        let mut all = lock(&self.hosts);
        if let Some(hosts) = all.get_mut(&server) {
            // An answer that has lost its mark covers less, not more.
            if hosts.marks.len() >= MARKS {
                hosts.marks.pop_front();
            }
            hosts.marks.push_back((now_ms(), hosts.sent()));
        }
    }

    /// Returns how many bytes a server has sent to its hosts since the last mark that is not later than this time, in milliseconds
    /// since the Unix epoch; since this program started if there is none.
    pub fn sent_since(&self, server: ServerId, at_ms: i64) -> u64 {
        let all = lock(&self.hosts);
        let Some(hosts) = all.get(&server) else {
            return 0;
        };
        let mut marks = hosts.marks.iter().rev();
        let before = marks.find(|(marked, _)| *marked <= at_ms);
        let before = before.map_or(0, |(_, sent)| *sent);
        hosts.sent().saturating_sub(before)
    }

    /// Returns since when the running server can send, in milliseconds since the Unix epoch; none if it cannot.
    pub fn opened(&self, server: ServerId) -> Option<i64> {
        let all = lock(&self.hosts);
        all.get(&server)?.run.as_ref()?.opened.since()
    }
}

impl Hosts {
    /// Bytes sent in all runs.
    fn sent(&self) -> u64 {
        self.sent_before + self.run.as_ref().map_or(0, |run| run.broker.sent())
    }

    fn decided(&self, to: &Destination) -> Option<Verdict> {
        let key = to.to_string();
        let in_run = |run: &Run| run.allowed.contains_key(&key);
        if self.stored.contains_key(&key) || self.run.as_ref().is_some_and(in_run) {
            return Some(Verdict::Allow);
        }
        let denied = self.denied.len() >= DENIED || self.denied.contains(to);
        (denied || !may_be_asked(to)).then_some(Verdict::Deny)
    }
}

/// Whether a server may ask for a host. This machine, private networks and metadata services are allowed only by a user who
/// names that very address.
pub(crate) fn may_be_asked(to: &Destination) -> bool {
    match to.host() {
        Host::Address(ip) => domain::address_kind(*ip) == AddressKind::Public,
        Host::Name(name) => name != "localhost" && !name.ends_with(".localhost"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn only_public_hosts_may_be_asked_about() {
        let may = |host: &str| may_be_asked(&Destination::parse(host, 80).unwrap());
        for host in [
            "127.0.0.1",
            "127.1",
            "0x7f000001",
            "2130706433",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "0.0.0.0",
            "10.0.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "localhost",
            "x.localhost.",
            "LOCALHOST",
        ] {
            assert!(!may(host), "{host}");
        }
        for host in ["example.com", "1.1.1.1", "[2606:4700::1111]"] {
            assert!(may(host), "{host}");
        }
    }
}
