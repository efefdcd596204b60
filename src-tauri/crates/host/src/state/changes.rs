//! Pending approvals of changed definitions.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Mutex,
};

use consent::{ChangedPart, DecidedBy};
use domain::ServerId;
use messages::Text;
use tokio::sync::watch;

use crate::mutex::lock;

/// What changed of which server.
pub(crate) type Change = (ServerId, ChangedPart);

/// The result of a change approval, once there is one; if the change was not accepted, the decision source and the reason.
pub(crate) type ChangeEnd = watch::Sender<Option<Result<(), (DecidedBy, Text)>>>;

/// The receiver of a pending approval's result.
pub(crate) type AwaitedEnd = watch::Receiver<Option<Result<(), (DecidedBy, Text)>>>;

/// The pending approvals of changes: one per change, however many callers wait for it.
#[derive(Default)]
pub(crate) struct Changes(Mutex<BTreeMap<Change, ChangeEnd>>);

impl Changes {
    /// Joins the pending approval of a change, or lets `begin` start one. Returns none if `begin` finds nothing to approve.
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

    /// Removes a finished approval.
    pub fn end(&self, change: &Change) {
        lock(&self.0).remove(change);
    }
}
