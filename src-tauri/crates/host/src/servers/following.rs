//! Account changes, reported to windows, to the server's log and to the record.

use std::sync::Arc;

use host_api::LogLevelView;
use messages::{Text, phrases};
use oauth::AccountStatus;

use crate::{
    inner::Inner,
    ledger,
    problems::not_signed_in,
    server::{ServerAccount, ServerHandle, ended_by},
};

/// Reports each change of an account until its actor ends: to windows and to the server's log. A sign-in that ended without user
/// action is also written to the record.
pub(super) async fn follow(inner: Arc<Inner>, handle: ServerHandle, account: Arc<ServerAccount>) {
    let record = handle.snapshot().record.clone();
    let closing = handle.closing();
    let mut status = account.account.watch();
    if record.account {
        let load = account.account.load();
        tokio::select! {
            () = closing.cancelled() => return,
            loaded = load => if let Err(error) = loaded {
                tracing::debug!(%error, "an account could not be read yet");
            }
        }
    }
    let mut before = status.borrow_and_update().clone();
    inner.tell_server(&handle);
    loop {
        tokio::select! {
            () = closing.cancelled() => return,
            changed = status.changed() => if changed.is_err() { return },
        }
        let now = status.borrow_and_update().clone();
        let book = Arc::clone(&handle.snapshot().book);
        match (&before, &now) {
            (AccountStatus::SignedIn(old), AccountStatus::SignedIn(new))
                if old.since_ms == new.since_ms =>
            {
                let text = match &new.refresh_failed {
                    None => phrases::host_log_renewed(),
                    Some(error) => phrases::host_not_renewed(not_signed_in(error)),
                };
                let level = if new.refresh_failed.is_none() {
                    LogLevelView::Info
                } else {
                    LogLevelView::Warning
                };
                book.log.note(level, text);
            }
            (AccountStatus::SignedIn(_), AccountStatus::SignedOut(why)) => {
                if let Some(text) = ended_by(why) {
                    // The record is data: English, whatever the language of the window.
                    let why = Text::from(text.clone()).to_string();
                    book.log.note(LogLevelView::Warning, text);
                    inner
                        .record_account(record.id, ledger::AccountChange::SignInEnded { why })
                        .await;
                }
            }
            _other => {}
        }
        before = now;
        inner.tell_server(&handle);
    }
}
