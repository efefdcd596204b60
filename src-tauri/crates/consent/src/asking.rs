//! Waiting for an answer, and the steps from a decision to an approval.

use std::time::Duration;

use domain::ApprovalId;
use tokio::{sync::oneshot, time::Instant};

use crate::{
    Allowed, ApprovalAnswer, ApprovalRequest, Approved, Consent, DecidedBy, Denied, EXPIRY,
    GrantScope, PendingApproval, Record, Unasked, Verdict,
    group::OpenGroups,
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
            leave,
        } = queued;
        let answer = self.until_expired(leave.ticket, receive).await;
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

    /// Somebody fills in the form of a pending approval: it waits [`EXPIRY`] from now on, and [`EXPIRY_MAX`] in all at most.
    pub fn attended(&self, id: ApprovalId) {
        {
            let mut state = self.lock();
            let form = |pending: &&mut Pending| {
                let question = &pending.prompt.question;
                pending.prompt.id == id && question.request().is_some_and(|q| q.unfilled())
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

    /// Writes the decision down, then mints the approval.
    pub(crate) async fn conclude<T>(
        &self,
        decided: Decided,
        payload: impl FnOnce(&ApprovalRequest) -> Option<T>,
    ) -> Result<Allowed<T>, Denied> {
        let Decided {
            question,
            verdict,
            by,
            prompt,
            again: _,
            trusts_reading,
        } = decided;
        let evaluation = question.tool().map(|q| &q.evaluation);
        let record = Record {
            question: &question,
            evaluation,
            verdict: &verdict,
            by,
            prompt,
            trusts_reading,
        };
        if let Err(error) = self.ledger.record(record).await {
            tracing::error!(%error, "a decision could not be recorded; denied");
            return Err(Denied {
                by: DecidedBy::LedgerFailure,
                note: None,
            });
        }
        match (verdict, payload(&question)) {
            (Verdict::Allowed(scope), Some(payload)) => Ok(Allowed {
                approved: Approved::mint(payload),
                scope,
                by,
                question,
                trusts_reading,
            }),
            (Verdict::Allowed(_), None) => Err(Denied {
                by: DecidedBy::LedgerFailure,
                note: None,
            }),
            (Verdict::Denied { note }, _) => Err(Denied { by, note }),
        }
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
        state.queue.retain_mut(|p| p.leave(self.ticket));
        let changed = state.askers() != before;
        drop(state);
        if changed {
            self.consent.touch();
        }
    }
}
