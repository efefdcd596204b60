//! The kill switch: one act that ends turns, calls, questions, sign-ins and servers, and suspends what was allowed ahead;
//! and the way back.

use std::sync::Arc;

use consent::Widening;
use domain::ServerId;

use crate::{
    api::{ApiError, Event, ServerStateView},
    inner::{Host, Inner},
    ledger,
    state::allows,
};

/// What there was to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stopped {
    turns: usize,
    calls: usize,
    questions: usize,
    servers: usize,
}

impl Host {
    /// Stops everything: turns, calls, waiting questions, sign-ins and servers. Nobody is asked or waited for; the log gets its
    /// row meanwhile.
    ///
    /// Has to be called within the runtime that opened the host.
    pub fn stop_all(&self, from: ledger::StoppedFrom) {
        let turns = self.inner.turns.running().len();
        // First, so that nothing that is under way is allowed by a rule from here on.
        self.inner.suspend();
        self.inner.turns.stop_all();
        let stopped = Stopped {
            turns,
            ..self.inner.stop_everything()
        };
        self.inner.tell_stopped();
        let inner = Arc::clone(&self.inner);
        tokio::spawn(async move {
            let event = ledger::Event::Stop {
                by: consent::DecidedBy::Person,
                from,
                turns: stopped.turns,
                calls: stopped.calls,
                questions: stopped.questions,
                servers: stopped.servers,
            };
            let about = ledger::About::of("everything");
            if let Err(error) = ledger::record(&inner.audit, about, event).await {
                tracing::error!(%error, "that everything was stopped could not be recorded");
            }
        });
    }

    /// Starts the servers again that ran when everything was stopped. Answers whether rules stay suspended until
    /// [`Host::resume_rules`]; where no rule allows anything, there is nothing to resume.
    ///
    /// # Errors
    /// The rules cannot be read; then they stay suspended.
    pub async fn start_again(&self) -> Result<bool, ApiError> {
        let inner = &self.inner;
        let (servers, stops) = inner.suspension.take_servers();
        for id in servers {
            // One that was removed or switched off since stays as it is.
            let _ = self.start_server(id);
        }
        inner.tell_stopped();
        if !inner.suspension.is_suspended() {
            return Ok(false);
        }
        if inner.allows_by_rule().await? {
            return Ok(true);
        }
        inner.resume(stops);
        Ok(false)
    }

    /// Lets rules allow again after everything was stopped, once a person confirmed it.
    ///
    /// # Errors
    /// It was not confirmed; then nothing changed.
    pub async fn resume_rules(&self) -> Result<(), ApiError> {
        let inner = &self.inner;
        if !inner.suspension.is_suspended() {
            return Ok(());
        }
        let stops = inner.suspension.stops();
        inner.confirm(None, Widening::Resume).await?;
        inner.resume(stops);
        Ok(())
    }

    /// Whether no turn, no call and no server runs or is about to.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.inner.calls.is_empty()
            && self.inner.turns.running().is_empty()
            && self
                .inner
                .servers
                .snapshots()
                .iter()
                .all(|server| server.connection.is_none() && !is_active(&server.state))
    }
}

/// Whether a server runs or is about to.
fn is_active(state: &ServerStateView) -> bool {
    matches!(
        state,
        ServerStateView::Ready { .. }
            | ServerStateView::Starting { .. }
            | ServerStateView::AwaitingReview
            | ServerStateView::BackingOff { .. }
    )
}

impl Inner {
    /// From now on no rule allows, until the user says so. What runs is remembered, for the way back.
    fn suspend(&self) {
        let running: Vec<ServerId> = self
            .servers
            .snapshots()
            .iter()
            .filter(|server| is_active(&server.state))
            .map(|server| server.record.id)
            .collect();
        self.suspension.suspend(running);
        self.emit(Event::Rules);
    }

    /// Lets rules allow again, unless everything was stopped once more since there were so many stops.
    fn resume(&self, stops: u64) {
        if self.suspension.resume(stops) {
            self.emit(Event::Rules);
            self.tell_stopped();
        }
    }

    /// Whether a rule would allow anything, were it not for the suspension.
    async fn allows_by_rule(&self) -> Result<bool, ApiError> {
        if self.run_rules.allow_any() {
            return Ok(true);
        }
        Ok(self.active_rules().await?.rules.iter().any(allows))
    }

    fn stop_everything(&self) -> Stopped {
        let mut stopped = Stopped {
            questions: self.consent.prompts().len(),
            calls: self.calls.stop_all(),
            ..Stopped::default()
        };
        self.consent.stop_all();
        for handle in self.servers.all() {
            let snapshot = handle.snapshot();
            if let Some(account) = &snapshot.account {
                account.cancel();
            }
            stopped.servers += usize::from(snapshot.connection.is_some());
            handle.kill("You stopped everything");
        }
        stopped
    }
}
