//! The wait for an answer, and the road from a decision to an approval.

use domain::PromptId;
use tokio::sync::oneshot;

use crate::{
    Allowed, Answer, Approved, Consent, DecidedBy, Denied, EXPIRY, GrantScope, MAX_WAITING, Prompt,
    Question, Record, Verdict, queue::Pending,
};

/// Longest note that is passed on, in characters.
const MAX_NOTE: usize = 500;

impl Consent {
    pub(crate) async fn ask(&self, question: Question) -> Decided {
        let (send, receive) = oneshot::channel();
        let id = PromptId::new();
        let stops = {
            let mut state = self.lock();
            if state.queue.len() >= MAX_WAITING {
                return Decided::denied(question, DecidedBy::QueueFull);
            }
            let expires_at_ms =
                domain::now_ms() + i64::try_from(EXPIRY.as_millis()).unwrap_or(i64::MAX);
            let prompt = Prompt {
                id,
                revision: 1,
                question: question.clone(),
                expires_at_ms,
            };
            state.queue.push(Pending {
                prompt,
                reply: Some(send),
            });
            state.stops
        };
        self.touch();
        let withdraw = Withdraw { consent: self, id };
        let answer = tokio::time::timeout(EXPIRY, receive).await;
        let shown = withdraw.current();
        drop(withdraw);
        match answer {
            Ok(Ok((Some(answer), prompt))) => Decided {
                by: match &answer {
                    Answer::Allow(_) | Answer::Deny { .. } => DecidedBy::Person,
                    Answer::Dismiss => DecidedBy::Dismissed,
                },
                verdict: match answer {
                    Answer::Allow(scope) => Verdict::Allowed(scope),
                    Answer::Deny { note } => Verdict::Denied {
                        note: note.map(|n| n.chars().take(MAX_NOTE).collect()),
                    },
                    Answer::Dismiss => Verdict::Denied { note: None },
                },
                prompt: Some((prompt.id, prompt.revision)),
                question: prompt.question,
            },
            Ok(Ok((None, prompt))) => Decided {
                prompt: Some((prompt.id, prompt.revision)),
                ..Decided::denied(prompt.question, self.taken_back_by(stops))
            },
            Ok(Err(_)) => Decided {
                prompt: Some((id, 1)),
                ..Decided::denied(question, self.taken_back_by(stops))
            },
            Err(_) => {
                let (question, revision) =
                    shown.map_or((question, 1), |p| (p.question, p.revision));
                Decided {
                    prompt: Some((id, revision)),
                    ..Decided::denied(question, DecidedBy::Expiry)
                }
            }
        }
    }

    /// Who took a question back that was asked after so many stops.
    fn taken_back_by(&self, stops: u64) -> DecidedBy {
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
        payload: impl FnOnce(&Question) -> Option<T>,
    ) -> Result<Allowed<T>, Denied> {
        let Decided {
            question,
            verdict,
            by,
            prompt,
        } = decided;
        let evaluation = match &question {
            Question::Tool(q) => Some(&q.evaluation),
            Question::Launch(_)
            | Question::Endpoint(_)
            | Question::Outflow(_)
            | Question::Request(_)
            | Question::Feature(_)
            | Question::SignIn(_)
            | Question::Change(_)
            | Question::Client(_) => None,
        };
        let record = Record {
            question: &question,
            evaluation,
            verdict: &verdict,
            by,
            prompt,
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
    question: Question,
    verdict: Verdict,
    by: DecidedBy,
    prompt: Option<(PromptId, u32)>,
}

impl Decided {
    pub(crate) fn denied(question: Question, by: DecidedBy) -> Self {
        Self {
            question,
            verdict: Verdict::Denied { note: None },
            by,
            prompt: None,
        }
    }
    pub(crate) fn allowed(question: Question, by: DecidedBy, scope: GrantScope) -> Self {
        Self {
            question,
            verdict: Verdict::Allowed(scope),
            by,
            prompt: None,
        }
    }
}

/// Takes a prompt out of the queue when nobody waits for its answer any more.
struct Withdraw<'a> {
    consent: &'a Consent,
    id: PromptId,
}

impl Withdraw<'_> {
    fn current(&self) -> Option<Prompt> {
        self.consent
            .lock()
            .queue
            .iter()
            .find(|p| p.prompt.id == self.id)
            .map(|p| p.prompt.clone())
    }
}

impl Drop for Withdraw<'_> {
    fn drop(&mut self) {
        let mut state = self.consent.lock();
        let before = state.queue.len();
        state.queue.retain(|p| p.prompt.id != self.id);
        let changed = state.queue.len() != before;
        drop(state);
        if changed {
            self.consent.touch();
        }
    }
}
