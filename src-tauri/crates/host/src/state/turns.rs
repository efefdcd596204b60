//! Turns of conversations, and their streaming text.

use std::{collections::HashMap, sync::Mutex};

use domain::{ConversationId, MessageId, ProviderId};
use host_api::{RetryView, TurnStateView};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::{
    mutex::lock,
    serial::{Permit, Serial},
};

/// The parameters of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The endpoint.
    pub provider: ProviderId,
    /// The model that answers this once, in place of the conversation's.
    pub model: Option<String>,
}

impl From<ProviderId> for Plan {
    fn from(provider: ProviderId) -> Self {
        Self {
            provider,
            model: None,
        }
    }
}

/// The turn of a conversation.
struct Turn {
    state: TurnStateView,
    stop: CancellationToken,
    plan: Plan,
    task: Option<JoinHandle<()>>,
}

/// The text of a streaming part, ahead of the stored text.
#[derive(Default)]
struct Streaming {
    ordinal: u32,
    text: String,
    /// The wait before the request is sent again.
    waiting: Option<RetryView>,
}

impl Turn {
    /// Whether nothing is left of it: absent, it would say the same.
    fn is_over(&self) -> bool {
        let has_ended = self.task.as_ref().is_none_or(JoinHandle::is_finished);
        self.state == TurnStateView::Idle && has_ended
    }
}

/// The turns that run or are paused, and the streaming parts.
#[derive(Default)]
pub(crate) struct Turns {
    turns: Mutex<HashMap<ConversationId, Turn>>,
    streaming: Mutex<HashMap<MessageId, Streaming>>,
    heads: Serial,
}

impl Turns {
    /// Serializes moves of a branch's head, each together with the start of a turn there.
    pub async fn move_head(&self) -> Permit<'_> {
        self.heads.enter().await
    }

    /// Starts a turn as the task that `spawn` creates. Returns false, and starts none, while one runs.
    pub fn begin(
        &self,
        id: ConversationId,
        plan: Plan,
        stop: CancellationToken,
        spawn: impl FnOnce() -> JoinHandle<()>,
    ) -> bool {
        let mut turns = lock(&self.turns);
        let before = turns.get(&id).map(|turn| turn.state);
        if before == Some(TurnStateView::Running) {
            return false;
        }
        // A task that ended holds its memory as long as its handle is kept.
        turns.retain(|_, turn| !turn.is_over());
        // The task cannot end before this lock is released, since it needs the lock to report its end.
        let task = Some(spawn());
        let state = TurnStateView::Running;
        let turn = Turn {
            state,
            stop,
            plan,
            task,
        };
        turns.insert(id, turn);
        true
    }

    /// Sets the state of a turn that ended or paused.
    pub fn end(&self, id: ConversationId, state: TurnStateView) {
        if let Some(turn) = lock(&self.turns).get_mut(&id) {
            turn.state = state;
        }
    }

    /// Returns the state of a conversation's turn.
    pub fn state(&self, id: ConversationId) -> TurnStateView {
        let turns = lock(&self.turns);
        turns.get(&id).map(|turn| turn.state).unwrap_or_default()
    }

    /// Returns the plan of a paused turn.
    pub fn paused(&self, id: ConversationId) -> Option<Plan> {
        let turns = lock(&self.turns);
        let turn = turns.get(&id)?;
        matches!(turn.state, TurnStateView::Paused { .. }).then(|| turn.plan.clone())
    }

    /// Cancels a turn. Returns whether it was paused and is idle now.
    pub fn stop(&self, id: ConversationId) -> bool {
        let mut turns = lock(&self.turns);
        let Some(turn) = turns.get_mut(&id) else {
            return false;
        };
        turn.stop.cancel();
        let paused = matches!(turn.state, TurnStateView::Paused { .. });
        if paused {
            turn.state = TurnStateView::Idle;
        }
        paused
    }

    /// Cancels every turn.
    pub fn stop_all(&self) {
        let turns = lock(&self.turns);
        turns.values().for_each(|turn| turn.stop.cancel());
    }

    /// Removes the tasks of all turns and returns them.
    pub fn take_tasks(&self) -> Vec<JoinHandle<()>> {
        let mut turns = lock(&self.turns);
        turns.values_mut().filter_map(|t| t.task.take()).collect()
    }

    /// Returns the plans of the running turns.
    pub fn running(&self) -> Vec<Plan> {
        let turns = lock(&self.turns);
        let running = turns
            .values()
            .filter(|turn| turn.state == TurnStateView::Running);
        running.map(|turn| turn.plan.clone()).collect()
    }

    /// Appends to the text of a streaming part. Each message has one such part; a new one replaces it.
    pub fn append(&self, message: MessageId, ordinal: u32, text: &str) {
        let mut streaming = lock(&self.streaming);
        let known = streaming.entry(message).or_default();
        if known.ordinal != ordinal {
            *known = Streaming {
                ordinal,
                ..Streaming::default()
            };
        }
        known.text.push_str(text);
    }

    /// Returns the text of a message's streaming part.
    pub fn streamed(&self, message: MessageId) -> Option<String> {
        let streaming = lock(&self.streaming);
        streaming.get(&message).map(|part| part.text.clone())
    }

    /// Returns the text of a part, if it is the streaming one.
    pub fn streamed_part(&self, message: MessageId, ordinal: u32) -> Option<String> {
        let streaming = lock(&self.streaming);
        let part = streaming.get(&message)?;
        (part.ordinal == ordinal).then(|| part.text.clone())
    }

    /// Sets or ends the wait of a message's request. Returns whether there was one.
    pub fn wait(&self, message: MessageId, waiting: Option<RetryView>) -> bool {
        let mut streaming = lock(&self.streaming);
        if waiting.is_none() && !streaming.contains_key(&message) {
            return false;
        }
        let known = streaming.entry(message).or_default();
        std::mem::replace(&mut known.waiting, waiting).is_some()
    }

    /// Returns the wait of a message's request.
    pub fn waiting(&self, message: MessageId) -> Option<RetryView> {
        lock(&self.streaming).get(&message)?.waiting
    }

    /// Removes the streaming text of a message that ended.
    pub fn end_message(&self, message: MessageId) {
        lock(&self.streaming).remove(&message);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn turn_that_is_over_leaves_nothing() {
        let turns = Turns::default();
        let begin = |id| {
            let plan = Plan::from(ProviderId::new());
            turns.begin(
                id,
                plan,
                CancellationToken::new(),
                || tokio::spawn(async {}),
            )
        };
        let paused = ConversationId::new();
        assert!(begin(paused));
        turns.end(paused, TurnStateView::Paused { steps: 25 });
        for _ in 0..3 {
            let id = ConversationId::new();
            assert!(begin(id));
            assert!(!begin(id), "it runs");
            turns.end(id, TurnStateView::Idle);
            let ended = || {
                let turns = lock(&turns.turns);
                turns[&id].task.as_ref().unwrap().is_finished()
            };
            while !ended() {
                tokio::task::yield_now().await;
            }
            assert_eq!(turns.state(id), TurnStateView::Idle);
        }
        assert!(begin(ConversationId::new()));
        assert_eq!(lock(&turns.turns).len(), 2, "the paused one and the last");
        assert!(turns.paused(paused).is_some());
    }
}
