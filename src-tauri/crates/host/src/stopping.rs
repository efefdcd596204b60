//! The kill switch: one act that ends turns, calls, questions, sign-ins and servers, and suspends what was allowed ahead.

use std::sync::Arc;

use audit::{Entry, EntryKind};
use domain::now_ms;
use serde_json::json;

use crate::{
    Host, Inner,
    api::{ServerStateView, TurnStateView},
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

    /// Whether no turn, no call and no server runs or is about to.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let at_rest = |state: &ServerStateView| {
            !matches!(
                state,
                ServerStateView::Ready { .. }
                    | ServerStateView::Starting { .. }
                    | ServerStateView::AwaitingReview
                    | ServerStateView::BackingOff { .. }
            )
        };
        lock(&self.inner.running).is_empty()
            && self.inner.running_turns() == 0
            && self
                .inner
                .server_snapshots()
                .iter()
                .all(|server| server.connection.is_none() && at_rest(&server.state))
    }
}

impl Inner {
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
