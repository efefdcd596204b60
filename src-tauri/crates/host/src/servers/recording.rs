//! The record of a start in a trial run.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use domain::LocalLaunch;
use launcher::Record;

use crate::inner::Inner;

/// Shortest time between two events about one trial run.
const EVENTS: Duration = Duration::from_millis(500);

/// Reads the record of one start to its end.
pub(super) async fn follow(inner: Arc<Inner>, launch: LocalLaunch, mut record: Record) {
    let server = launch.server;
    let before = inner.trial_runs.starts(launch);
    let mut told: Option<Instant> = None;
    while let Some(recorded) = record.next().await {
        inner.trial_runs.add(server, recorded, &before);
        if told.is_none_or(|told| told.elapsed() >= EVENTS) {
            inner.tell_trial_run(server);
            told = Some(Instant::now());
        }
    }
    inner.tell_trial_run(server);
}
