//! The kill switch: one action that ends turns, calls, approvals, sign-ins and servers, and suspends the rules that allow; and the
//! resumption.

use std::sync::Arc;

use consent::Widening;
use domain::ServerId;
use host_api::{ApiError, Event, ServerStateView};
use messages::phrases;

use crate::{
    inner::{Host, Inner},
    ledger,
    state::allows,
};

/// Counts of what was stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stopped {
    turns: usize,
    calls: usize,
    questions: usize,
    servers: usize,
}

impl Host {
    /// Ends turns, calls, pending approvals, sign-ins and servers. It requests no approval and does not wait; the audit log row is
    /// written meanwhile.
    ///
    /// Must be called within the runtime that opened the host.
    pub fn stop_all(&self, from: ledger::StoppedFrom) {
        let turns = self.inner.turns.running().len();
        // First, so that no rule can allow anything in progress from here on.
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

    /// Starts the servers again that the kill switch stopped. Returns whether rules stay suspended until [`Host::resume_rules`];
    /// where no rule allows anything, there is nothing to resume.
    ///
    /// # Errors
    /// The rules cannot be read; then they stay suspended.
    pub async fn start_again(&self) -> Result<bool, ApiError> {
        let inner = &self.inner;
        let (servers, stops) = inner.suspension.take_servers();
        for id in servers {
            // A server that was removed or disabled since is not started.
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

    /// Ends the suspension of rules after the kill switch, once a person confirmed it.
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

    /// Whether no turn, call or server is running or starting.
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

/// Whether a server is running or starting.
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
    /// Suspends the rules until the user resumes them, and stores the running servers for the resumption.
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

    /// Ends the suspension, unless the kill switch was used again since `stops`.
    fn resume(&self, stops: u64) {
        if self.suspension.resume(stops) {
            self.emit(Event::Rules);
            self.tell_stopped();
        }
    }

    /// Whether a rule would allow anything, apart from the suspension.
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
        self.trial_starts.stop_all();
        for handle in self.servers.all() {
            let snapshot = handle.snapshot();
            if let Some(account) = &snapshot.account {
                account.cancel();
            }
            // One that sleeps does nothing, and starts for an approved call only.
            if matches!(snapshot.state, ServerStateView::Asleep) {
                continue;
            }
            stopped.servers += usize::from(snapshot.connection.is_some());
            handle.kill(phrases::host_you_stopped_all());
        }
        stopped
    }
}
