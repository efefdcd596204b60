//! Waiting for an answer, and the steps from a decision to an approval.

use std::time::Duration;

use domain::ApprovalId;
use tokio::{sync::oneshot, time::Instant};

use crate::{
    Allowed, ApprovalAnswer, ApprovalRequest, Approved, Consent, DecidedBy, Denied, EXPIRY,
    GrantScope, Listed, PendingApproval, Record, Settled, Unasked, Verdict,
    denied::{Unanswered, end_muted},
    kinds::OpenGroups,
    queue::{Pending, State},
};

/// Shortest extension of the time that an approval request waits.
const ATTENDED_STEP: Duration = Duration::from_secs(10);
/// Longest note that is passed on, in characters.
const MAX_NOTE: usize = 500;

impl Consent {
    pub(crate) async fn ask(&self, question: ApprovalRequest) -> Decided {
        let queued = self.queue(&mut self.lock(), question, &mut OpenGroups::new());
        match queued {
            Ok(queued) => {
                self.touch();
                self.wait(queued).await
            }
            Err(decided) => *decided,
        }
    }

    /// Queues an approval request; a denial if too many wait. The caller reports that the queue changed.
    pub(crate) fn queue(
        &self,
        state: &mut State,
        question: ApprovalRequest,
        step: &mut OpenGroups,
    ) -> Result<Queued, Box<Decided>> {
        let Some((ticket, receive)) = state.enqueue(&question, step) else {
            return Err(Box::new(Decided::denied(question, DecidedBy::QueueFull)));
        };
        let leave = Leave {
            consent: self.clone(),
            ticket,
            ends: Unanswered::Withdrawn,
        };
        Ok(Queued {
            question,
            stops: state.stops,
            receive,
            leave,
        })
    }

    /// Waits for the answer to a queued approval request.
    pub(crate) async fn wait(&self, queued: Queued) -> Decided {
        let Queued {
            question,
            stops,
            receive,
            mut leave,
        } = queued;
        let answer = self.until_expired(leave.ticket, receive).await;
        if answer.is_err() {
            leave.ends = Unanswered::Expired;
        }
        let shown = leave.current();
        drop(leave);
        match answer {
            Ok(Ok((Some(answer), prompt))) => Decided {
                by: match &answer {
                    ApprovalAnswer::Allow(_)
                    | ApprovalAnswer::AllowAndTrust(_)
                    | ApprovalAnswer::Again
                    | ApprovalAnswer::Deny { .. } => self.person(),
                    ApprovalAnswer::Dismiss => DecidedBy::Dismissed,
                    ApprovalAnswer::Unasked(Unasked::NoTerminal) => DecidedBy::Unattended,
                    ApprovalAnswer::Unasked(Unasked::CommandLine) => DecidedBy::CommandLine,
                    ApprovalAnswer::Unasked(Unasked::Muted) => DecidedBy::Mute,
                },
                again: answer == ApprovalAnswer::Again,
                trusts_reading: matches!(answer, ApprovalAnswer::AllowAndTrust(_)),
                verdict: match answer {
                    ApprovalAnswer::Allow(scope) | ApprovalAnswer::AllowAndTrust(scope) => {
                        Verdict::Allowed(scope)
                    }
                    ApprovalAnswer::Again => Verdict::Allowed(GrantScope::Once),
                    ApprovalAnswer::Deny { note } => Verdict::Denied {
                        note: note.map(|n| n.chars().take(MAX_NOTE).collect()),
                    },
                    ApprovalAnswer::Dismiss | ApprovalAnswer::Unasked(_) => {
                        Verdict::Denied { note: None }
                    }
                },
                prompt: Some((prompt.id, prompt.revision)),
                question: prompt.question,
            },
            Ok(Ok((None, prompt))) => Decided {
                prompt: Some((prompt.id, prompt.revision)),
                ..Decided::denied(prompt.question, self.withdrawn_by(stops))
            },
            Ok(Err(_)) => Decided::denied(question, self.withdrawn_by(stops)),
            Err(_) => {
                let prompt = shown.as_ref().map(|p| (p.id, p.revision));
                let shown = shown.map(|p| p.question);
                Decided {
                    prompt,
                    ..Decided::denied(shown.unwrap_or(question), DecidedBy::Expiry)
                }
            }
        }
    }

    /// What is answered, or an error once the time is over: somebody who works on the answer gets more of it.
    async fn until_expired<T>(
        &self,
        ticket: u64,
        mut receive: oneshot::Receiver<T>,
    ) -> Result<Result<T, oneshot::error::RecvError>, tokio::time::error::Elapsed> {
        loop {
            let until = {
                let state = self.lock();
                let mine = |pending: &&Pending| pending.askers.iter().any(|a| a.ticket == ticket);
                let found = state.queue.iter().find(mine).map(|pending| pending.until);
                // Whoever is not in the queue was answered.
                found.unwrap_or_else(|| Instant::now() + EXPIRY)
            };
            match tokio::time::timeout_at(until, &mut receive).await {
                Ok(answered) => return Ok(answered),
                Err(elapsed) => {
                    let state = self.lock();
                    let longer = |pending: &Pending| {
                        pending.until > until && pending.askers.iter().any(|a| a.ticket == ticket)
                    };
                    if !state.queue.iter().any(longer) {
                        return Err(elapsed);
                    }
                }
            }
        }
    }

    /// Notes that somebody fills in the form of a pending approval: it waits [`EXPIRY`] from now on, and at most
    /// [`EXPIRY_MAX`](crate::EXPIRY_MAX) in all.
    pub fn attended(&self, id: ApprovalId) {
        {
            let mut state = self.lock();
            let form = |pending: &&mut Pending| {
                let question = &pending.prompt.question;
                pending.prompt.id == id && question.waits_for_input()
            };
            let Some(pending) = state.queue.iter_mut().find(form) else {
                return;
            };
            let until = (Instant::now() + EXPIRY).min(pending.until_at_most);
            let more = until.saturating_duration_since(pending.until);
            if more < ATTENDED_STEP {
                return;
            }
            pending.until = until;
            pending.prompt.expires_at_ms += i64::try_from(more.as_millis()).unwrap_or(0);
        }
        self.touch();
    }

    /// The source of a withdrawal, for a request that was queued after so many stops.
    fn withdrawn_by(&self, stops: u64) -> DecidedBy {
        if self.lock().stops > stops {
            DecidedBy::StopAll
        } else {
            DecidedBy::Withdrawn
        }
    }

    /// Decides a request: without an answer where it is settled or muted, else by asking. Tool calls have their own way, which
    /// evaluates rules: [`Consent::begin_step`]. This one does not compile for them.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide<K: Listed>(&self, kind: K) -> Result<Allowed<K>, Denied> {
        let decided = self.settle_or_ask(kind, false).await;
        self.conclude::<K>(decided).await
    }

    /// Decides a request whose action the command line may name: then that allows it, where the kind and its state let it.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_named<K: Listed>(
        &self,
        kind: K,
        on_command_line: bool,
    ) -> Result<Allowed<K>, Denied> {
        let decided = self.settle_or_ask(kind, on_command_line).await;
        self.conclude::<K>(decided).await
    }

    pub(crate) async fn settle_or_ask<K: Listed>(&self, kind: K, on_command_line: bool) -> Decided {
        const { assert!(!K::IN_STEPS, "calls are decided in steps: see `begin_step`") };
        let named = K::NAMED.filter(|_| on_command_line && !kind.needs_a_person());
        let settled = kind.settled();
        let muted = kind
            .mute()
            .is_some_and(|mute| self.lock().is_muted_by(mute));
        let request = kind.into_request();
        match (settled, named) {
            (Some(Settled::Allowed(by, scope)), _) => Decided::allowed(request, by, scope),
            (Some(Settled::Denied(by)), _) => Decided::denied(request, by),
            (None, Some(scope)) => Decided::allowed(request, DecidedBy::CommandLine, scope),
            (None, None) if muted => Decided::denied(request, DecidedBy::Mute),
            (None, None) => self.ask(request).await,
        }
    }

    /// Records the decision, then creates the approval. The log never says that something was allowed of which no approval
    /// follows: a request of another kind than `K` is recorded as denied.
    pub(crate) async fn conclude<K: Listed>(&self, decided: Decided) -> Result<Allowed<K>, Denied> {
        let Decided {
            question,
            verdict,
            by,
            prompt,
            again: _,
            trusts_reading,
        } = decided;
        let request = match K::take(question) {
            Ok(request) => request,
            Err(other) => {
                let (verdict, by) = (Verdict::Denied { note: None }, DecidedBy::LedgerFailure);
                self.write(other.record(&verdict, by)).await?;
                return Err(Denied { by, note: None });
            }
        };
        let record = Record {
            prompt,
            trusts_reading,
            ..Record::of(&*request, &verdict, by)
        };
        self.write(record).await?;
        match verdict {
            Verdict::Allowed(scope) => Ok(Allowed {
                approved: Approved::mint(request.action()),
                scope,
                by,
                request,
                trusts_reading,
            }),
            Verdict::Denied { note } => Err(Denied { by, note }),
        }
    }

    /// Writes a decision down; a failure denies.
    async fn write(&self, record: Record<'_>) -> Result<(), Denied> {
        self.ledger.record(record).await.map_err(|error| {
            tracing::error!(%error, "a decision could not be recorded; denied");
            Denied {
                by: DecidedBy::LedgerFailure,
                note: None,
            }
        })
    }
}

/// What was decided, before it is written down.
pub(crate) struct Decided {
    question: ApprovalRequest,
    verdict: Verdict,
    by: DecidedBy,
    prompt: Option<(ApprovalId, u32)>,
    /// Whether it is allowed to ask a model once more, and its answer is not given.
    pub(crate) again: bool,
    /// Whether the server's reading is trusted from now on.
    trusts_reading: bool,
}

impl Decided {
    pub(crate) fn denied(question: ApprovalRequest, by: DecidedBy) -> Self {
        Self {
            question,
            verdict: Verdict::Denied { note: None },
            by,
            prompt: None,
            again: false,
            trusts_reading: false,
        }
    }

    pub(crate) fn allowed(question: ApprovalRequest, by: DecidedBy, scope: GrantScope) -> Self {
        Self {
            question,
            verdict: Verdict::Allowed(scope),
            by,
            prompt: None,
            again: false,
            trusts_reading: false,
        }
    }
}

impl Decided {
    /// The same decision about a changed request.
    pub(crate) fn about(mut self, change: impl FnOnce(&mut ApprovalRequest)) -> Self {
        change(&mut self.question);
        self
    }
}

/// A queued approval request, and the wait for its answer. Dropping it withdraws the request.
pub(crate) struct Queued {
    question: ApprovalRequest,
    /// How often everything was stopped before.
    stops: u64,
    receive: oneshot::Receiver<(Option<ApprovalAnswer>, PendingApproval)>,
    leave: Leave,
}

/// Takes an asker out of the queue that no longer waits, and the prompt with the last of them.
struct Leave {
    consent: Consent,
    ticket: u64,
    /// What it counts as if nobody answered.
    ends: Unanswered,
}

impl Leave {
    /// The prompt as it is shown, about this asker's own call.
    fn current(&self) -> Option<PendingApproval> {
        let state = self.consent.lock();
        let mut queue = state.queue.iter();
        queue.find_map(|pending| {
            let asker = pending.askers.iter().find(|a| a.ticket == self.ticket)?;
            Some(pending.shown_to(asker))
        })
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        let mut state = self.consent.lock();
        let before = state.askers();
        let mut ended = Vec::new();
        state.queue.retain_mut(|pending| {
            let stays = pending.leave(self.ticket);
            if !stays {
                ended.push(pending.prompt.question.clone());
            }
            stays
        });
        let changed = state.askers() != before;
        for request in &ended {
            state.count_unanswered(request, self.ends);
        }
        let muted = state.take_muted();
        drop(state);
        if changed || !muted.is_empty() {
            end_muted(muted);
            self.consent.touch();
        }
    }
}
