//! The end of rules that allow for some minutes.

use domain::now_ms;
use store::{RuleEffect, RuleRecord, Store, StoreError};

use clock::{Clock, Mark};

/// The setting that holds the time known last.
const MARK: &str = "clock";

/// Stores the time, so that it counts on after a restart.
///
/// # Errors
/// It could not be stored.
pub(crate) async fn keep(clock: &Clock, store: &Store) -> Result<(), StoreError> {
    store.settings().set(MARK, &clock.mark()).await
}

/// Counts on from the time that was stored, or from that of the last row of the log. It is called before anything is decided. Returns
/// the rules that it ended.
///
/// # Errors
/// The rules that ended could not be revoked.
pub(crate) async fn resume(
    clock: &Clock,
    store: &Store,
    recorded_ms: Option<i64>,
) -> Result<Vec<RuleRecord>, StoreError> {
    // What cannot be read says nothing; the log does.
    let stored: Option<Mark> = store.settings().get(MARK).await.unwrap_or_default();
    clock.resume(stored.as_ref(), recorded_ms);
    let ended = end_if_behind(clock, store).await?;
    keep(clock, store).await?;
    Ok(ended)
}

/// Revokes the rules that allow for some minutes, if the wall clock was set back: when they end cannot be told by it. Returns them.
///
/// # Errors
/// One could not be revoked; then nothing may be sent.
pub(crate) async fn end_if_behind(
    clock: &Clock,
    store: &Store,
) -> Result<Vec<RuleRecord>, StoreError> {
    if !clock.is_behind() {
        return Ok(Vec::new());
    }
    let mut timed = store.rules().list().await?;
    timed.retain(|rule| rule.effect == RuleEffect::Allow && rule.until_ms.is_some());
    for record in &timed {
        store.rules().revoke(record.id, now_ms()).await?;
    }
    clock.follow_wall();
    keep(clock, store).await?;
    Ok(timed)
}
