//! What all connections of one server share.

use std::{future::Future, sync::Arc, time::SystemTime};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    Addresses, Bounds, Decide, Destination, Observe, Refusal, Refused, Resolve, Setup,
    decide::Decisions, dial, ledger::Ledger, names::Names, relay::Upstream,
};

/// A connection that failed, and what it was for.
pub(crate) struct Failed {
    pub(crate) destination: Option<Destination>,
    pub(crate) reason: Refusal,
}

impl Failed {
    pub(crate) fn new(destination: &Destination, reason: Refusal) -> Self {
        Self {
            destination: Some(destination.clone()),
            reason,
        }
    }
}

impl From<Refusal> for Failed {
    fn from(reason: Refusal) -> Self {
        Self {
            destination: None,
            reason,
        }
    }
}

/// What all connections of one server share.
pub(crate) struct Core {
    pub(crate) server: Box<str>,
    pub(crate) bounds: Bounds,
    pub(crate) decisions: Decisions,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) names: Names,
    pub(crate) connections: Arc<Semaphore>,
    pub(crate) tls_ports: Vec<u16>,
    pub(crate) http_ports: Vec<u16>,
    resolver: Arc<dyn Resolve>,
    addresses: Addresses,
    pub(crate) observer: Option<Arc<dyn Observe>>,
    pub(crate) stopped: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

impl Core {
    pub(crate) fn new(server: &str, decide: Arc<dyn Decide>, setup: Setup) -> Self {
        let bounds = setup.bounds;
        Self {
            server: server.into(),
            decisions: Decisions::new(decide, bounds.waiting, bounds.decision),
            ledger: Ledger::new(bounds.destinations),
            names: Names::new(setup.pool, bounds.names),
            connections: Arc::new(Semaphore::new(bounds.connections)),
            tls_ports: setup.tls_ports,
            http_ports: setup.http_ports,
            resolver: setup.resolver,
            addresses: setup.addresses,
            observer: setup.observer,
            bounds,
            stopped: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }

    /// Runs a task until it is done or the broker stops.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stopped = self.stopped.clone();
        self.tasks.spawn(async move {
            stopped.run_until_cancelled(task).await;
        });
    }

    /// What a connection to this destination is for.
    pub(crate) fn named(&self, destination: Destination) -> Result<Destination, Failed> {
        let named = self.names.named(destination.clone());
        named.map_err(|reason| Failed::new(&destination, reason))
    }

    /// Opens a connection to a destination, once it is allowed.
    pub(crate) async fn open(&self, destination: &Destination) -> Result<Upstream, Failed> {
        let flow = self.ledger.enter(destination);
        let dialled = async {
            dial::check_literal(destination)?;
            self.decisions.admit(destination).await?;
            let limit = self.bounds.dial;
            let checked_by = match self.addresses {
                Addresses::Checked => Some(&self.decisions),
                Addresses::Any => None,
            };
            dial::connect(destination, &*self.resolver, checked_by, limit).await
        };
        let dialled = tokio::select! {
            biased;
            () = flow.revoked() => Err(Refusal::Revoked),
            dialled = dialled => dialled,
        };
        match dialled {
            Ok(stream) => {
                flow.opened();
                Ok(Upstream::new(stream, flow))
            }
            Err(reason) => Err(Failed::new(destination, reason)),
        }
    }

    /// Notes and reports a refusal.
    pub(crate) fn refuse(&self, failed: Failed) {
        let Failed {
            destination,
            reason,
        } = failed;
        let shown = destination.as_ref().map(ToString::to_string);
        tracing::debug!(server = &*self.server, destination = shown, %reason, "connection refused");
        self.ledger.refuse(Refused {
            destination,
            reason,
            at: SystemTime::now(),
        });
    }

    /// Room for one more connection; none if there are as many as may be.
    pub(crate) fn permit(&self) -> Option<OwnedSemaphorePermit> {
        let permit = Arc::clone(&self.connections).try_acquire_owned().ok();
        if permit.is_none() {
            self.refuse(Refusal::TooManyConnections.into());
        }
        permit
    }
}
