//! Changes of a server's state: logged, published, emitted.

use std::sync::Arc;

use host_api::{Event, LogLevelView, ServerStateView};
use messages::phrases;
use tokio::sync::watch;

use super::diagnosis::in_one_text;
use crate::{
    inner::Inner,
    server::{ServerLog, ServerSnapshot, server_view},
};

pub(super) fn set_state(
    inner: &Inner,
    snapshot: &watch::Sender<Arc<ServerSnapshot>>,
    state: ServerStateView,
) {
    note_state(&snapshot.borrow().book.log, &state);
    snapshot.send_modify(|old| {
        let begins = is_starting(&state) && !is_starting(&old.state);
        let stopping = old.stopping && matches!(state, ServerStateView::Ready { .. });
        let asleep = old.asleep.clone().filter(|_| wakes(&state));
        *old = Arc::new(ServerSnapshot {
            asleep,
            state,
            starts: old.starts + u64::from(begins),
            stopping,
            ..(**old).clone()
        })
    });
    inner.emit(Event::Server {
        server: Box::new(server_view(&snapshot.borrow())),
    });
}

/// Whether a server is asleep or restarts, or may be starting from there.
fn wakes(state: &ServerStateView) -> bool {
    let waits = matches!(
        state,
        ServerStateView::Asleep | ServerStateView::BackingOff { .. }
    );
    waits || is_starting(state)
}

/// Whether a server is starting.
pub(super) fn is_starting(state: &ServerStateView) -> bool {
    matches!(
        state,
        ServerStateView::Starting { .. } | ServerStateView::AwaitingReview
    )
}

/// Logs the new state of a server.
fn note_state(log: &ServerLog, state: &ServerStateView) {
    let (level, text) = match state {
        ServerStateView::Stopped { reason } => {
            (LogLevelView::Info, phrases::host_log_stopped(reason).into())
        }
        ServerStateView::Asleep => (LogLevelView::Info, phrases::host_log_asleep().into()),
        ServerStateView::AwaitingReview => (LogLevelView::Info, phrases::host_log_review().into()),
        ServerStateView::Starting { .. } => (LogLevelView::Info, phrases::host_log_starts().into()),
        ServerStateView::Ready { .. } => (LogLevelView::Info, phrases::host_log_ready().into()),
        ServerStateView::NeedsSignIn { reason } => (LogLevelView::Notice, reason.clone()),
        ServerStateView::BackingOff { failure, .. } => (
            LogLevelView::Error,
            phrases::host_log_restarts(&failure.message).into(),
        ),
        ServerStateView::Failed { failure } => (LogLevelView::Error, in_one_text(failure)),
    };
    log.note(level, text);
}
