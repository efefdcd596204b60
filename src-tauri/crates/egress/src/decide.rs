//! Decisions of the policy, and how many connections may wait for them.

use std::{
    collections::HashMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::{
    FutureExt as _,
    future::{Shared, WeakShared},
};
use tokio::{sync::Semaphore, time::timeout};

use crate::{Destination, Refusal};

/// Whether a destination may be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may.
    Allow,
    /// It may not.
    Deny,
}

/// A decision that is waited for. Dropped when nobody waits any more.
pub type Pending = Pin<Box<dyn Future<Output = Verdict> + Send>>;

/// The policy of one server. The broker has none, and remembers no answer.
///
/// A destination with an address ([`Destination::address_kind`]) is asked about as that very address: to allow it allows
/// it even where it leads into a private network or to this machine.
pub trait Decide: Send + Sync + 'static {
    /// The decision that exists already; none if somebody has to be asked. Called for every connection; must not block.
    fn decided(&self, destination: &Destination) -> Option<Verdict>;

    /// Asks. Called once for all connections that wait for the same destination. The broker bounds how long it waits and
    /// for how many destinations at once; where nobody can be asked, the answer is [`Verdict::Deny`].
    fn ask(&self, destination: &Destination) -> Pending;
}

type Decision = Shared<Pin<Box<dyn Future<Output = Result<(), Refusal>> + Send>>>;

/// The decisions that connections of one server wait for.
pub(crate) struct Decisions {
    decide: Arc<dyn Decide>,
    limit: Duration,
    waiting: Arc<Semaphore>,
    waiting_max: usize,
    open: Mutex<HashMap<Destination, WeakDecision>>,
}

type WeakDecision = WeakShared<Pin<Box<dyn Future<Output = Result<(), Refusal>> + Send>>>;

impl Decisions {
    /// `most`: how many destinations may wait at once. `limit`: for how long.
    pub(crate) fn new(decide: Arc<dyn Decide>, most: usize, limit: Duration) -> Self {
        Self {
            decide,
            limit,
            waiting: Arc::new(Semaphore::new(most)),
            waiting_max: most,
            open: Mutex::default(),
        }
    }

    /// Whether this destination is allowed by a decision that exists already.
    pub(crate) fn is_allowed(&self, destination: &Destination) -> bool {
        self.decide.decided(destination) == Some(Verdict::Allow)
    }

    /// Returns once the destination is allowed.
    pub(crate) async fn admit(&self, destination: &Destination) -> Result<(), Refusal> {
        match self.decide.decided(destination) {
            Some(Verdict::Allow) => Ok(()),
            Some(Verdict::Deny) => Err(Refusal::Denied),
            None => self.decision(destination)?.await,
        }
    }

    /// How many destinations wait for a decision.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting_max
            .saturating_sub(self.waiting.available_permits())
    }

    fn decision(&self, destination: &Destination) -> Result<Decision, Refusal> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, decision| decision.upgrade().is_some_and(|open| open.peek().is_none()));
        if let Some(decision) = open.get(destination).and_then(WeakShared::upgrade) {
            return Ok(decision);
        }
        let permit = Arc::clone(&self.waiting)
            .try_acquire_owned()
            .map_err(|_| Refusal::TooManyWaiting)?;
        let answer = timeout(self.limit, self.decide.ask(destination));
        let decision = async move {
            let _permit = permit;
            match answer.await {
                Ok(Verdict::Allow) => Ok(()),
                Ok(Verdict::Deny) => Err(Refusal::Denied),
                Err(_) => Err(Refusal::NoAnswer),
            }
        };
        let decision = decision.boxed().shared();
        if let Some(weak) = decision.downgrade() {
            open.insert(destination.clone(), weak);
        }
        Ok(decision)
    }
}
