//! Pending approvals of what servers changed.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Mutex,
};

use consent::DecidedBy;
use domain::ServerId;
use tokio::sync::watch;

use crate::mutex::lock;

/// What changed: a tool by its name, or the instructions of a server.
pub(crate) type Change = (ServerId, Option<String>);

/// The end of an approval of a change, once there is one; if it was not accepted, who did not and why.
pub(crate) type ChangeEnd = watch::Sender<Option<Result<(), (DecidedBy, String)>>>;

/// The end of a pending approval, for one who waits for it.
pub(crate) type AwaitedEnd = watch::Receiver<Option<Result<(), (DecidedBy, String)>>>;

/// The pending approvals of changes: one per change, however many wait for it.
#[derive(Default)]
pub(crate) struct Changes(Mutex<BTreeMap<Change, ChangeEnd>>);

impl Changes {
    /// Joins the pending approval of a change, or has `begin` start one; none if that finds nothing to approve.
    pub fn join(
        &self,
        change: &Change,
        begin: impl FnOnce(ChangeEnd) -> Option<()>,
    ) -> Option<AwaitedEnd> {
        match lock(&self.0).entry(change.clone()) {
            Entry::Occupied(pending) => Some(pending.get().subscribe()),
            Entry::Vacant(place) => {
                let end = ChangeEnd::new(None);
                let awaited = end.subscribe();
                begin(end.clone())?;
                place.insert(end);
                Some(awaited)
            }
        }
    }

    /// Removes an approval that ended.
    pub fn end(&self, change: &Change) {
        lock(&self.0).remove(change);
    }
}
