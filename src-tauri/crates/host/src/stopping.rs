//! The kill switch: one act that ends turns, calls, questions, sign-ins and servers, and suspends what was allowed ahead;
//! and the way back.

use std::{collections::BTreeSet, sync::Arc};

use audit::{Entry, EntryKind};
use consent::Widening;
use domain::{ServerId, now_ms};
use policy::{Effect, Rule};
use serde_json::json;

use crate::{
    Host, Inner,
    api::{ApiError, Event, ServerStateView, StoppedView, TurnStateView},
    lock,
};

/// Where "stop everything" was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedFrom {
    /// In a window, by its button or shortcut.
    Window,
    /// In the tray's menu.
    Tray,
    /// In a terminal.
    Terminal,
}

impl StoppedFrom {
    fn as_str(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Tray => "tray",
            Self::Terminal => "terminal",
        }
    }
}

/// What there was to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stopped {
    turns: usize,
    calls: usize,
    questions: usize,
    servers: usize,
}

/// What was running when everything was stopped.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    at_ms: i64,
    /// The servers that were not started since.
    servers: BTreeSet<ServerId>,
}

impl Host {
    /// Stops everything: turns, calls, waiting questions, sign-ins and servers. Nobody is asked or waited for; the log gets its
    /// row meanwhile.
    ///
    /// Has to be called within the runtime that opened the host.
    pub fn stop_all(&self, from: StoppedFrom) {
        let turns = self.inner.running_turns();
        // First, so that nothing that is under way is allowed by a rule from here on.
        self.inner.suspend();
        self.stop_turns();
        let stopped = Stopped {
            turns,
            ..self.inner.stop_everything()
        };
        self.inner.tell_stopped();
        let inner = Arc::clone(&self.inner);
        tokio::spawn(async move {
            let detail = json!({
                "by": "person",
                "from": from.as_str(),
                "turns": stopped.turns,
                "calls": stopped.calls,
                "questions": stopped.questions,
                "servers": stopped.servers,
            });
            let entry = Entry {
                at_ms: now_ms(),
                kind: EntryKind::Stop,
                server: None,
                conversation: None,
                call: None,
                subject: "everything".to_owned(),
                decision: Some("stop_all".to_owned()),
                detail: detail.to_string(),
                content: None,
            };
            if let Err(error) = inner.audit.append(entry).await {
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
        let (servers, stops) = {
            let mut session = lock(&inner.session);
            let rest = session.stopped.as_mut();
            let servers = rest.map(|rest| std::mem::take(&mut rest.servers));
            (servers.unwrap_or_default(), session.stops)
        };
        for id in servers {
            // One that was removed or switched off since stays as it is.
            let _ = self.start_server(id);
        }
        inner.tell_stopped();
        if !lock(&inner.session).suspended {
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
        let stops = {
            let session = lock(&inner.session);
            if !session.suspended {
                return Ok(());
            }
            session.stops
        };
        inner.confirm(None, Widening::Resume).await?;
        inner.resume(stops);
        Ok(())
    }

    /// Whether no turn, no call and no server runs or is about to.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        lock(&self.inner.running).is_empty()
            && self.inner.running_turns() == 0
            && self
                .inner
                .server_snapshots()
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
            .server_snapshots()
            .iter()
            .filter(|server| is_active(&server.state))
            .map(|server| server.record.id)
            .collect();
        let mut session = lock(&self.session);
        session.suspended = true;
        session.stops += 1;
        // Stopped twice in a row, the first time counts, too.
        let mut servers = session
            .stopped
            .take()
            .map_or_else(BTreeSet::new, |rest| rest.servers);
        servers.extend(running);
        session.stopped = Some(Rest {
            at_ms: now_ms(),
            servers,
        });
        drop(session);
        self.emit(Event::Rules);
    }

    /// Lets rules allow again, unless everything was stopped once more since there were so many stops.
    fn resume(&self, stops: u64) {
        let mut session = lock(&self.session);
        if session.stops != stops {
            return;
        }
        session.suspended = false;
        drop(session);
        self.emit(Event::Rules);
        self.tell_stopped();
    }

    /// Whether a rule would allow anything, were it not for the suspension.
    async fn allows_by_rule(&self) -> Result<bool, ApiError> {
        let allows = |rule: &Rule| {
            matches!(
                rule,
                Rule::Read {
                    effect: Effect::Allow,
                    ..
                }
            )
        };
        if lock(&self.session).rules.iter().any(allows) {
            return Ok(true);
        }
        Ok(self.what_stands().await?.rules.iter().any(allows))
    }

    /// A person decided about this server since everything was stopped: it no longer counts as stopped with the others.
    pub(crate) fn decided_since(&self, server: ServerId) {
        let mut session = lock(&self.session);
        let rest = session.stopped.as_mut();
        let changed = rest.is_some_and(|rest| rest.servers.remove(&server));
        drop(session);
        if changed {
            self.tell_stopped();
        }
    }

    /// What stays stopped or suspended.
    pub(crate) fn stopped_view(&self) -> Option<StoppedView> {
        let session = lock(&self.session);
        let rest = session.stopped.as_ref()?;
        Some(StoppedView {
            at_ms: rest.at_ms as f64,
            servers: rest.servers.iter().map(ToString::to_string).collect(),
            rules: session.suspended,
        })
    }

    /// Tells of it. Once nothing is left, the stop is over.
    fn tell_stopped(&self) {
        let mut session = lock(&self.session);
        let over = |rest: &Rest| rest.servers.is_empty();
        if !session.suspended && session.stopped.as_ref().is_some_and(over) {
            session.stopped = None;
        }
        drop(session);
        self.emit(Event::Stopped {
            stopped: self.stopped_view(),
        });
    }

    fn stop_everything(&self) -> Stopped {
        let mut stopped = Stopped {
            questions: self.consent.prompts().len(),
            ..Stopped::default()
        };
        for call in lock(&self.running).values() {
            call.stop.cancel();
            stopped.calls += 1;
        }
        self.consent.stop_all();
        for handle in lock(&self.servers).values() {
            let snapshot = handle.snapshot();
            if let Some(account) = &snapshot.account {
                account.cancel();
            }
            stopped.servers += usize::from(snapshot.connection.is_some());
            handle.kill("You stopped everything");
        }
        stopped
    }

    fn running_turns(&self) -> usize {
        let turns = lock(&self.turns);
        let running = turns
            .values()
            .filter(|turn| turn.state == TurnStateView::Running);
        running.count()
    }
}
