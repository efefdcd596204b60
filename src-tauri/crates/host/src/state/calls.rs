//! Pending and running calls.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use domain::{CallId, ConversationId, RoundEnd, RoundEntry, ServerId};
use host_api::ProgressView;
use store::{CallRecord, CallState};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::mutex::lock;

/// The pending and running calls, each as it would be read from the store.
#[derive(Default)]
pub(crate) struct Calls {
    calls: Mutex<HashMap<CallId, RunningCall>>,
    /// Those that go on without a turn.
    behind: TaskTracker,
    /// The last that the user moved to the background in this run.
    moved: Mutex<VecDeque<CallId>>,
}

/// Maximum number of calls that stay listed after they were moved to the background.
const MOVED: usize = 50;

/// A pending or running call.
struct RunningCall {
    stop: CancellationToken,
    /// Cancelled once it runs in the background.
    background: CancellationToken,
    progress: Option<ProgressView>,
    record: Arc<CallRecord>,
    stored: bool,
}

impl Calls {
    /// Adds a pending call; `stored` if its record is in the store. What is returned is cancelled when it moves to the background.
    pub fn begin(
        &self,
        record: Arc<CallRecord>,
        stored: bool,
        stop: CancellationToken,
    ) -> CancellationToken {
        let background = CancellationToken::new();
        let call = RunningCall {
            stop,
            background: background.clone(),
            progress: None,
            record,
            stored,
        };
        lock(&self.calls).insert(call.record.id, call);
        background
    }

    /// Moves a running call to the background. Returns whether it runs.
    pub fn move_to_background(&self, id: CallId) -> bool {
        {
            let calls = lock(&self.calls);
            let running = |call: &&RunningCall| call.record.state == CallState::Running;
            let Some(call) = calls.get(&id).filter(running) else {
                return false;
            };
            if call.background.is_cancelled() {
                return true;
            }
            call.background.cancel();
        }
        let mut moved = lock(&self.moved);
        moved.truncate(MOVED - 1);
        moved.push_front(id);
        true
    }

    /// Whether a call runs in the background.
    pub fn in_background(&self, id: CallId) -> bool {
        let calls = lock(&self.calls);
        let call = calls.get(&id);
        call.is_some_and(|call| call.background.is_cancelled())
    }

    /// Returns the last calls that the user moved to the background in this run, ended or not; the last one first.
    pub fn moved(&self) -> Vec<CallId> {
        lock(&self.moved).iter().copied().collect()
    }

    /// Goes on with a call in the background.
    pub fn go_on(&self, call: impl Future<Output = ()> + Send + 'static) {
        self.behind.spawn(call);
    }

    /// Waits for what was given to [`Self::go_on`]; nothing may be given to it after.
    pub async fn background_ended(&self) {
        self.behind.close();
        self.behind.wait().await;
    }

    /// Returns a call and whether it is stored.
    pub fn get(&self, id: CallId) -> Option<(Arc<CallRecord>, bool)> {
        let calls = lock(&self.calls);
        let call = calls.get(&id)?;
        Some((Arc::clone(&call.record), call.stored))
    }

    /// Replaces the record of a call with the stored one.
    pub fn stored(&self, id: CallId, record: Arc<CallRecord>) {
        if let Some(call) = lock(&self.calls).get_mut(&id) {
            call.record = record;
            call.stored = true;
        }
    }

    /// Adds what the server of a call asks for; returns all of it, if the call runs.
    pub fn add_round(&self, id: CallId, entry: RoundEntry) -> Option<Vec<RoundEntry>> {
        let mut calls = lock(&self.calls);
        let record = Arc::make_mut(&mut calls.get_mut(&id)?.record);
        record.rounds.push(entry);
        Some(record.rounds.clone())
    }

    /// Says what became of what it asked for. Returns whether the call still runs.
    pub fn end_round(&self, id: CallId, place: usize, end: RoundEnd) -> bool {
        let mut calls = lock(&self.calls);
        let Some(call) = calls.get_mut(&id) else {
            return false;
        };
        let entry = Arc::make_mut(&mut call.record).rounds.get_mut(place);
        entry.map(|entry| entry.end = Some(end)).is_some()
    }

    /// Replaces the progress of a call.
    pub fn report(&self, id: CallId, progress: ProgressView) {
        if let Some(call) = lock(&self.calls).get_mut(&id) {
            call.progress = Some(progress);
        }
    }

    /// Returns the last progress of a call, and whether its cancellation was requested.
    pub fn progress(&self, id: CallId) -> (Option<ProgressView>, bool) {
        let calls = lock(&self.calls);
        calls.get(&id).map_or((None, false), |call| {
            (call.progress.clone(), call.stop.is_cancelled())
        })
    }

    /// Removes a call that finished, and returns its record.
    pub fn end(&self, id: CallId) -> Option<Arc<CallRecord>> {
        lock(&self.calls).remove(&id).map(|call| call.record)
    }

    /// Requests the cancellation of a call. Returns whether it exists.
    pub fn stop(&self, id: CallId) -> bool {
        let calls = lock(&self.calls);
        let call = calls.get(&id);
        call.inspect(|call| call.stop.cancel()).is_some()
    }

    /// Requests the cancellation of every call of a conversation.
    pub fn stop_in(&self, conversation: ConversationId) {
        let calls = lock(&self.calls);
        let of_it = |call: &&RunningCall| call.record.conversation == Some(conversation);
        calls
            .values()
            .filter(of_it)
            .for_each(|call| call.stop.cancel());
    }

    /// Requests the cancellation of every call. Returns how many there are.
    pub fn stop_all(&self) -> usize {
        let calls = lock(&self.calls);
        calls.values().for_each(|call| call.stop.cancel());
        calls.len()
    }

    /// Returns the pending and running calls.
    pub fn ids(&self) -> Vec<CallId> {
        lock(&self.calls).keys().copied().collect()
    }

    /// Whether no call is pending or running.
    pub fn is_empty(&self) -> bool {
        lock(&self.calls).is_empty()
    }

    /// Returns the running calls of this server.
    pub fn running(&self, server: ServerId) -> Vec<Arc<CallRecord>> {
        let calls = lock(&self.calls);
        let records = calls.values().map(|call| &call.record);
        let running = records.filter(|record| record.state == CallState::Running);
        running
            .filter(|record| record.server == Some(server))
            .map(Arc::clone)
            .collect()
    }

    /// Returns the conversations with a running call of this server.
    pub fn conversations_calling(&self, server: ServerId) -> BTreeSet<ConversationId> {
        let sent = self.running(server);
        sent.iter().filter_map(|call| call.conversation).collect()
    }
}
