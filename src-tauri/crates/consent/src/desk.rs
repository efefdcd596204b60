//! The queue of pending approvals, and the answers to them.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use domain::{ApprovalId, CallId, ConversationId, ServerId};
use tokio::{sync::watch, time::Instant};

use crate::{
    AnswerError, ApprovalAnswer, ApprovalRequest, DecidedBy, GrantScope, Ledger, MUTE_AFTER,
    PendingApproval, ToolApproval,
    denied::end_muted,
    queue::{OnDisplay, State},
};

/// The queue of pending approvals, which every approval request passes. Cheap to clone.
#[derive(Clone)]
pub struct Consent {
    state: Arc<Mutex<State>>,
    changed: watch::Sender<u64>,
    at_terminal: Arc<AtomicBool>,
    pub(crate) ledger: Arc<dyn Ledger>,
}

impl Consent {
    /// A queue that records its decisions in `ledger`.
    pub fn new(ledger: Arc<dyn Ledger>) -> Self {
        Self {
            state: Arc::default(),
            changed: watch::Sender::new(0),
            at_terminal: Arc::default(),
            ledger,
        }
    }

    /// From now on whoever answers is a person at a terminal.
    pub fn asks_at_terminal(&self) {
        self.at_terminal.store(true, Ordering::Relaxed);
    }

    /// The person who answers.
    pub(crate) fn person(&self) -> DecidedBy {
        if self.at_terminal.load(Ordering::Relaxed) {
            DecidedBy::Terminal
        } else {
            DecidedBy::Person
        }
    }

    /// The waiting prompts, the one to show first.
    #[must_use]
    pub fn prompts(&self) -> Vec<PendingApproval> {
        self.lock().queue.iter().map(|p| p.prompt.clone()).collect()
    }

    /// Changes whenever the queue does.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Notes that a prompt is painted and has the focus; starts its arming time anew.
    ///
    /// # Errors
    /// Not waiting, or another revision.
    pub fn shown(&self, id: ApprovalId, revision: u32) -> Result<(), AnswerError> {
        let mut state = self.lock();
        state.find(id, revision)?;
        state.on_display = Some(OnDisplay {
            id,
            revision,
            since: Instant::now(),
        });
        Ok(())
    }

    /// Notes that no prompt can be seen with the focus any more: the arming time of the next one starts from zero.
    pub fn hidden(&self) {
        self.lock().on_display = None;
    }

    /// Checks that `Allow` would count now, without answering.
    ///
    /// # Errors
    /// Not waiting, another revision, not on display long enough, or a scope that is not offered.
    pub fn can_allow(
        &self,
        id: ApprovalId,
        revision: u32,
        scope: &GrantScope,
    ) -> Result<(), AnswerError> {
        self.lock().can_allow(id, revision, scope).map(drop)
    }

    /// Answers a prompt.
    ///
    /// # Errors
    /// Not waiting; for `Allow` also another revision, not on display long enough, or a scope that is not offered.
    pub fn answer(
        &self,
        id: ApprovalId,
        revision: u32,
        answer: ApprovalAnswer,
    ) -> Result<(), AnswerError> {
        let mut state = self.lock();
        let at = match &answer {
            ApprovalAnswer::Allow(scope) | ApprovalAnswer::AllowAndTrust(scope) => {
                let at = state.can_allow(id, revision, scope)?;
                let question = &state.queue[at].prompt.question;
                let offers_trust = question.tool().is_some_and(ToolApproval::offers_trust);
                if matches!(answer, ApprovalAnswer::AllowAndTrust(_)) && !offers_trust {
                    return Err(AnswerError::TrustNotOffered);
                }
                question.complete()?;
                at
            }
            ApprovalAnswer::Again => {
                let at = state.can_allow(id, revision, &GrantScope::Once)?;
                if !state.queue[at].prompt.question.may_ask_again() {
                    return Err(AnswerError::NotEditable);
                }
                at
            }
            // A denial counts whatever the revision: it can only narrow.
            ApprovalAnswer::Deny { .. } | ApprovalAnswer::Dismiss | ApprovalAnswer::Unasked(_) => {
                state
                    .queue
                    .iter()
                    .position(|p| p.prompt.id == id)
                    .ok_or(AnswerError::Gone)?
            }
        };
        state.count_answer(at, &answer);
        let pending = state.queue.remove(at);
        let muted = state.take_muted();
        drop(state);
        pending.reply(Some(&answer));
        end_muted(muted);
        self.touch();
        Ok(())
    }

    /// Changes what a prompt asks: a new revision, which has to be on display anew before it can be allowed.
    pub(crate) fn replace(
        &self,
        id: ApprovalId,
        revision: u32,
        change: impl FnOnce(&mut ApprovalRequest) -> Result<(), AnswerError>,
    ) -> Result<u32, AnswerError> {
        let mut state = self.lock();
        let at = state.find(id, revision)?;
        let prompt = &mut state.queue[at].prompt;
        change(&mut prompt.question)?;
        prompt.revision += 1;
        let revision = prompt.revision;
        state.on_display = None;
        drop(state);
        self.touch();
        Ok(revision)
    }

    /// Withdraws the approval request for a call that is no longer wanted: it is denied and recorded as
    /// [`DecidedBy::Withdrawn`]. Others that ask the same still wait. Nothing happens if it is not waiting.
    pub fn withdraw(&self, call: CallId) {
        let mut state = self.lock();
        let mut left = None;
        state.queue.retain_mut(|pending| {
            let Some(at) = pending.askers.iter().position(|asker| asker.is_about(call)) else {
                return true;
            };
            let asker = pending.askers.remove(at);
            left = Some((pending.shown_to(&asker), asker));
            pending.rejoin();
            !pending.askers.is_empty()
        });
        drop(state);
        if let Some((prompt, asker)) = left {
            // One that is gone has nothing to decide.
            let _ = asker.reply.send((None, prompt));
            self.touch();
        }
    }

    /// Withdraws every approval request for a server that was removed. Returns whether there was any.
    pub fn withdraw_server(&self, server: ServerId) -> bool {
        self.withdraw_where(|question| question.server() == Some(server))
    }

    /// Denies everything that waits, for [`DecidedBy::StopAll`].
    pub fn stop_all(&self) {
        self.lock().stops += 1;
        self.withdraw_where(|_| true);
    }

    /// Ends the pending approvals that `which` selects without an answer. Returns whether there were any.
    pub(crate) fn withdraw_where(&self, which: impl Fn(&ApprovalRequest) -> bool) -> bool {
        let mut state = self.lock();
        let (taken, left) = std::mem::take(&mut state.queue)
            .into_iter()
            .partition::<Vec<_>, _>(|pending| which(&pending.prompt.question));
        state.queue = left;
        drop(state);
        let any = !taken.is_empty();
        for pending in taken {
            // As it stands now, edits and all, for the record.
            pending.reply(None);
        }
        if any {
            self.touch();
        }
        any
    }

    /// Whether a server is muted in a conversation.
    #[must_use]
    pub fn muted(&self, conversation: ConversationId, server: ServerId) -> bool {
        self.lock().muted(conversation, server)
    }

    /// The servers that are muted, and in which conversations.
    #[must_use]
    pub fn all_muted(&self) -> Vec<(ConversationId, ServerId)> {
        let state = self.lock();
        let muted = state.denials.iter().filter(|(_, n)| **n >= MUTE_AFTER);
        muted.map(|(key, _)| *key).collect()
    }

    /// Asks again for a server in a conversation.
    pub fn unmute(&self, conversation: ConversationId, server: ServerId) {
        self.lock().denials.remove(&(conversation, server));
    }

    /// The user said something in a conversation: what they denied before may be asked again.
    pub fn heard(&self, conversation: ConversationId) {
        self.lock().denied.remove(&conversation);
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn touch(&self) {
        self.changed.send_modify(|n| *n += 1);
    }
}
