//! The network of confined servers: their broker, approval of hosts, and revoking them.

mod page;

use std::{
    io,
    sync::{Arc, Weak},
    time::Duration,
};

use consent::{DecidedBy, GrantScope, ReachApproval};
use domain::{LocalNetwork, ReachGrant, ServerId};
use egress::{Bounds, Broker, Decide, Destination, Pending, Refused, Setup, Verdict};
use host_api::{ApiError, ErrorCode, Event, LogLevelView};
use messages::phrases;
use sandbox::Sockets;
use tokio::{
    net::{TcpListener, UdpSocket},
    sync::broadcast::error::RecvError,
};
use tokio_util::sync::CancellationToken;

use crate::{
    inner::{Host, Inner},
    ledger,
    server::{Opened, server_view},
    state::{Asked, Asking, Lasts, may_be_asked},
};

use self::page::refusal;

/// Shortest time between two events about the connections of one server.
const EVENTS: Duration = Duration::from_millis(500);
/// How often bytes that pass over open connections are told.
const BYTES: Duration = Duration::from_secs(2);
/// Maximum length of a host with its port that a user names, in bytes.
const MAX_HOST: usize = 300;

impl Host {
    /// Requests approval of a host that the user named as `HOST:PORT`, and allows it until it is revoked. `on_command_line` is set if
    /// the command line itself names it.
    ///
    /// # Errors
    /// There is no such server or it is a remote one, the host is not valid or can never be reached, it was not allowed, or it
    /// could not be stored; then nothing changed.
    pub async fn allow_reach(
        &self,
        server: ServerId,
        host: &str,
        on_command_line: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let snapshot = inner.servers.handle(server)?.snapshot();
        if snapshot.record.url.is_some() {
            let message = phrases::host_confinement_remote();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let to = named(host)?;
        let request = inner.reach_request(server, &to, true).await?;
        let denied = |_| ApiError::new(ErrorCode::Denied, phrases::host_hosts_denied());
        let allowed = inner.consent.decide_named(request, on_command_line).await;
        let grant = allowed.map_err(denied)?.approved.into_payload();
        inner.keep_host(&grant, &to).await
    }

    /// Revokes a host at once and closes its connections.
    ///
    /// # Errors
    /// The host is not allowed for the server, or it could not be stored.
    pub async fn revoke_reach(&self, server: ServerId, host: &str) -> Result<(), ApiError> {
        let inner = &self.inner;
        inner.servers.handle(server)?;
        let to = named(host)?;
        // The host in memory is removed before the stored one: a failure to write cannot leave it in effect.
        let Some(stored) = inner.reach.revoke(server, &to) else {
            let message = phrases::host_hosts_unknown(to.to_string());
            return Err(ApiError::new(ErrorCode::NotFound, message));
        };
        let grant = grant(server, &to);
        if stored {
            inner.store.reach().remove(&grant).await?;
        }
        inner.note_revoked(&grant).await;
        inner.tell_reach(server);
        Ok(())
    }
}

/// Reads a host with its port as the user wrote it.
fn named(text: &str) -> Result<Destination, ApiError> {
    let invalid = |_| {
        let message = phrases::host_hosts_invalid(domain::visible(domain::cut(text, MAX_HOST)));
        ApiError::new(ErrorCode::Invalid, message)
    };
    let text = text.trim();
    let to = Destination::authority(domain::cut(text, MAX_HOST), None).map_err(invalid)?;
    match to.address_kind() {
        Some(domain::AddressKind::Never(_)) => {
            let message = phrases::host_hosts_never(to.to_string());
            Err(ApiError::new(ErrorCode::Invalid, message))
        }
        None if !may_be_asked(&to) => {
            let message = phrases::host_hosts_localhost(to.to_string());
            Err(ApiError::new(ErrorCode::Invalid, message))
        }
        Some(_) | None => Ok(to),
    }
}

fn grant(server: ServerId, to: &Destination) -> ReachGrant {
    ReachGrant {
        server,
        host: to.host().to_string(),
        port: to.port(),
    }
}

/// The network of one run of a server. Dropping it closes every connection and withdraws what is asked.
pub(crate) struct ServedNetwork {
    inner: Weak<Inner>,
    server: ServerId,
    run: u64,
}

impl ServedNetwork {
    /// Returns the hosts that were refused in this run because they are not allowed.
    pub fn refused(&self) -> Vec<String> {
        let inner = self.inner.upgrade();
        inner.map_or_else(Vec::new, |inner| inner.refused_hosts(self.server, None))
    }
}

impl Drop for ServedNetwork {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.upgrade() {
            inner.reach.end(self.server, self.run);
            inner.consent.withdraw_reach(self.server);
            inner.tell_reach(self.server);
        }
    }
}

/// Serves the sockets of a server's network. `opened` is told once it can send. `trial`: in a trial run, what its launch lets it reach.
///
/// # Errors
/// The runtime does not take the sockets.
pub(crate) fn serve(
    inner: &Arc<Inner>,
    server: ServerId,
    sockets: Sockets,
    opened: Opened,
    trial: Option<LocalNetwork>,
) -> io::Result<ServedNetwork> {
    let policy = Arc::new(Policy {
        inner: Arc::downgrade(inner),
        server,
        trial,
    });
    let setup = Setup {
        bounds: Bounds {
            decision: consent::EXPIRY,
            ..Bounds::default()
        },
        ..Setup::default()
    };
    let broker = Arc::new(Broker::with(&server.to_string(), policy, setup));
    let ports = sockets.every.iter().map(std::net::TcpListener::local_addr);
    let ports = ports
        .map(|address| address.map(|address| address.port()))
        .collect::<io::Result<_>>()?;
    let (run, ended) = inner
        .reach
        .begin(server, Arc::clone(&broker), ports, opened);
    let served = ServedNetwork {
        inner: Arc::downgrade(inner),
        server,
        run,
    };
    let tcp = TcpListener::from_std;
    broker.serve_proxy(tcp(sockets.proxy)?);
    for listener in sockets.every {
        broker.serve_transparent(tcp(listener)?);
    }
    broker.serve_dns(UdpSocket::from_std(sockets.dns)?);
    broker.serve_dns_tcp(tcp(sockets.dns_tcp)?);
    tokio::spawn(follow(Arc::downgrade(inner), server, broker, ended));
    Ok(served)
}

/// Tells shells what a server reaches, as it changes, and keeps why connections were refused.
async fn follow(
    inner: Weak<Inner>,
    server: ServerId,
    broker: Arc<Broker>,
    ended: CancellationToken,
) {
    let mut changes = broker.changes();
    let refusals = broker.refusals();
    let keeping =
        ended
            .clone()
            .run_until_cancelled_owned(keep_refusals(inner.clone(), server, refusals));
    tokio::spawn(keeping);
    let tell = async {
        let mut passed = 0;
        loop {
            let open = broker.snapshot().connections > 0;
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(BYTES), if open => {
                    let traffic = broker.snapshot().destinations;
                    let now = traffic.iter().map(|to| to.sent.wrapping_add(to.received));
                    let now = now.fold(0, u64::wrapping_add);
                    if std::mem::replace(&mut passed, now) == now {
                        continue;
                    }
                }
            }
            let Some(inner) = inner.upgrade() else { return };
            inner.tell_reach(server);
            drop(inner);
            tokio::time::sleep(EVENTS).await;
        }
    };
    ended.run_until_cancelled(tell).await;
}

async fn keep_refusals(
    inner: Weak<Inner>,
    server: ServerId,
    mut refusals: tokio::sync::broadcast::Receiver<Refused>,
) {
    loop {
        match refusals.recv().await {
            Ok(Refused {
                destination: Some(to),
                reason,
                at: _,
            }) => {
                let Some(inner) = inner.upgrade() else { return };
                inner.trial_runs.add_host(server, &to);
                let why = refusal(&to, &reason);
                if inner.reach.note_refusal(server, &to, reason)
                    && let Some(snapshot) = inner.servers.snapshot(server)
                {
                    let line = phrases::host_hosts_refused(to.to_string(), why);
                    snapshot.book.log.note(LogLevelView::Warning, line);
                }
            }
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// The policy of one server's broker: what was decided, and a request for approval where nothing was.
struct Policy {
    inner: Weak<Inner>,
    server: ServerId,
    /// In a trial run nothing is asked, and nothing is reached that the launch does not let it reach.
    trial: Option<LocalNetwork>,
}

impl Decide for Policy {
    fn decided(&self, to: &Destination) -> Option<Verdict> {
        let Some(inner) = self.inner.upgrade() else {
            return Some(Verdict::Deny);
        };
        let decided = inner.reach.decided(self.server, to);
        match self.trial {
            None => decided,
            Some(LocalNetwork::Asked) => Some(decided.unwrap_or(Verdict::Deny)),
            Some(LocalNetwork::None | LocalNetwork::Open) => Some(Verdict::Deny),
        }
    }

    fn ask(&self, to: &Destination) -> Pending {
        let Some(inner) = self.inner.upgrade() else {
            return Box::pin(async { Verdict::Deny });
        };
        let mut waits = match inner.reach.ask(self.server, to) {
            Asked::Decided(verdict) => return Box::pin(async move { verdict }),
            Asked::Waits(waits) => waits,
            Asked::New(asking) => {
                let waits = asking.waits.clone();
                tokio::spawn(decide(inner, self.server, to.clone(), asking));
                waits
            }
        };
        Box::pin(async move {
            let answer = waits.wait_for(Option::is_some).await;
            answer
                .ok()
                .and_then(|answer| *answer)
                .unwrap_or(Verdict::Deny)
        })
    }
}

/// Has a person decide about a host. It goes on where the program gives up meanwhile: programs try again.
async fn decide(inner: Arc<Inner>, server: ServerId, to: Destination, asking: Asking) {
    let (verdict, remember) = inner.decide_host(server, &to, asking.run).await;
    inner.reach.answer(server, &to, &asking, verdict, remember);
    inner.tell_reach(server);
}

impl Inner {
    /// Loads the stored hosts. One that cannot be read is not allowed.
    pub(crate) async fn load_reach(&self, only: Option<ServerId>) -> Result<(), store::StoreError> {
        for (grant, since) in self.store.reach().all().await? {
            if only.is_some_and(|server| server != grant.server) {
                continue;
            }
            match Destination::parse(&grant.host, grant.port) {
                Ok(to) => self.reach.load(grant.server, to, since),
                Err(_) => tracing::warn!("a stored host cannot be read; it is not allowed"),
            }
        }
        Ok(())
    }

    /// Takes a host from a server in memory, because another program takes its place.
    pub(crate) fn drop_host(&self, server: ServerId, to: &str) {
        if let Ok(to) = Destination::authority(to, None) {
            self.reach.revoke(server, &to);
            self.tell_reach(server);
        }
    }

    /// Returns the verdict about a host, and whether a denial is remembered.
    async fn decide_host(&self, server: ServerId, to: &Destination, run: u64) -> (Verdict, bool) {
        let Ok(request) = self.reach_request(server, to, false).await else {
            return (Verdict::Deny, false);
        };
        // What runs waits for a person, which the server must not pay for.
        let calls = self.calls.running(server);
        let connection = self
            .servers
            .snapshot(server)
            .and_then(|now| now.connection.clone());
        let _paused: Vec<_> = connection
            .iter()
            .flat_map(|connection| {
                let clock = |call: &Arc<store::CallRecord>| connection.client.pause_clock(call.id);
                calls.iter().map(clock)
            })
            .collect();
        match self.consent.decide(request).await {
            Ok(allowed) => {
                let grant = allowed.approved.into_payload();
                let kept = match allowed.scope {
                    GrantScope::Once => {
                        self.open_host(server, to, Lasts::Once(run));
                        Ok(())
                    }
                    GrantScope::Run => {
                        self.open_host(server, to, Lasts::Run(run));
                        Ok(())
                    }
                    GrantScope::Standing => self.keep_host(&grant, to).await,
                    GrantScope::Conversation | GrantScope::Where(_) | GrantScope::Tools { .. } => {
                        return (Verdict::Deny, false);
                    }
                };
                match kept {
                    Ok(()) => (Verdict::Allow, false),
                    Err(error) => {
                        tracing::warn!(%error, "an allowed host could not be stored");
                        (Verdict::Deny, false)
                    }
                }
            }
            Err(denied) => (Verdict::Deny, is_remembered(denied.by)),
        }
    }

    /// Stores an allowed host and lets it take effect.
    async fn keep_host(&self, grant: &ReachGrant, to: &Destination) -> Result<(), ApiError> {
        let since = self.store.reach().put(grant).await?;
        self.open_host(grant.server, to, Lasts::Stored(since));
        Ok(())
    }

    /// Allows a host. Where it is the first, the server's tools can send from now on.
    fn open_host(&self, server: ServerId, to: &Destination, lasts: Lasts) {
        if self.reach.allow(server, to, lasts)
            && let Some(snapshot) = self.servers.snapshot(server)
        {
            self.emit(Event::Server {
                server: Box::new(server_view(&snapshot)),
            });
        }
        self.tell_reach(server);
    }

    /// Returns the request for a host.
    async fn reach_request(
        &self,
        server: ServerId,
        to: &Destination,
        by_user: bool,
    ) -> Result<ReachApproval, ApiError> {
        let sent = self.held_by(server).await?;
        let named = |id: ServerId| (id, self.servers.name(id));
        Ok(ReachApproval {
            grant: grant(server, to),
            server_name: self.servers.name(server),
            by_user,
            holds: sent.into_iter().map(named).collect(),
        })
    }

    pub(crate) fn tell_reach(&self, server: ServerId) {
        self.emit(Event::Reach {
            server: server.to_string(),
        });
    }

    async fn note_revoked(&self, grant: &ReachGrant) {
        let about = ledger::About::server(grant.server, format!("host {grant}"));
        let event = ledger::Event::ReachRevoked {
            host: grant.host.clone(),
            port: grant.port,
        };
        if let Err(error) = ledger::record(&self.audit, about, event).await {
            tracing::warn!(%error, "a revoked host could not be noted");
        }
    }
}

/// Whether a denial holds until a person starts the server again. One that nobody answered does.
fn is_remembered(by: DecidedBy) -> bool {
    match by {
        DecidedBy::Person
        | DecidedBy::Terminal
        | DecidedBy::Dismissed
        | DecidedBy::Expiry
        | DecidedBy::CommandLine
        | DecidedBy::Unattended
        | DecidedBy::Rule
        | DecidedBy::Repeat => true,
        DecidedBy::Mute
        | DecidedBy::QueueFull
        | DecidedBy::Withdrawn
        | DecidedBy::StopAll
        | DecidedBy::LedgerFailure => false,
    }
}
