//! The waiting prompts, and when one of them can be allowed.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use domain::{ConversationId, PromptId, ServerId};
use tokio::{sync::oneshot, time::Instant};

use crate::{Answer, GRANT_MINUTES, GrantScope, OutflowAuthority, Question};

/// How long a prompt must have been on display before it can be allowed.
pub const ARM_TIME: Duration = Duration::from_millis(500);
/// A waiting prompt, as a shell shows it.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The prompt.
    pub id: PromptId,
    /// Rises with each edit; only the revision on display can be allowed.
    pub revision: u32,
    /// What is asked.
    pub question: Question,
    /// When it expires, in wall-clock milliseconds.
    pub expires_at_ms: i64,
    /// How many ask exactly this: one answer answers them all.
    pub times: usize,
}

/// Why an answer did not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Answered, expired or withdrawn already.
    #[error("this question is no longer waiting")]
    Gone,
    /// The prompt was edited since.
    #[error("the question changed since it was shown")]
    OtherRevision,
    /// Not on display for [`ARM_TIME`] yet.
    #[error("the question was not on display long enough to be read")]
    NotArmed,
    /// Only one call can be allowed here.
    #[error("this can be allowed once only")]
    OnceOnly,
    /// Trust in the server's reading is not offered.
    #[error("trusting this server's reading is not offered here")]
    TrustNotOffered,
    /// The edited call is refused by a rule.
    #[error("a rule refuses the edited call")]
    RefusedByRule,
    /// A form without its values.
    #[error("the form is not filled in")]
    NotFilled,
    /// A folder whose name must be typed first.
    #[error("the folder's name is not typed")]
    NotTyped,
    /// Not a question with arguments.
    #[error("this question has nothing to edit")]
    NotEditable,
}

/// A prompt and who waits for its answer.
pub(crate) struct Pending {
    pub prompt: Prompt,
    /// When all of them stop waiting.
    pub until: Instant,
    /// When they do whatever is done with it.
    pub until_at_most: Instant,
    pub askers: Vec<Asker>,
}

/// One that waits for an answer.
pub(crate) struct Asker {
    /// Which one, among all that ever waited.
    pub ticket: u64,
    /// What it asked itself.
    pub question: Question,
    pub reply: oneshot::Sender<(Option<Answer>, Prompt)>,
}

impl Pending {
    /// Tells all who wait. One may be gone; then there is nothing to decide for it.
    pub fn reply(self, answer: Option<&Answer>) {
        for asker in self.askers {
            let question = self.prompt.question.asked_as(&asker.question);
            let prompt = Prompt {
                question,
                ..self.prompt.clone()
            };
            let _ = asker.reply.send((answer.cloned(), prompt));
        }
    }

    /// Lets go of one that no longer waits; whether somebody still does. What is shown is what the first of them asks.
    pub fn leave(&mut self, ticket: u64) -> bool {
        let before = self.askers.len();
        self.askers.retain(|asker| asker.ticket != ticket);
        if self.askers.len() != before {
            self.rejoin();
        }
        !self.askers.is_empty()
    }

    /// Shows the question as the first of those who wait asks it, for all of them.
    pub fn rejoin(&mut self) {
        self.prompt.times = self.askers.len();
        self.prompt.revision += 1;
        if let Some(first) = self.askers.first() {
            self.prompt.question = self.prompt.question.asked_as(&first.question);
        }
    }
}

/// What a person denied in a conversation, as a digest of the call.
pub(crate) type Call = [u8; 32];

/// The prompt that is painted and has the focus.
pub(crate) struct OnDisplay {
    pub id: PromptId,
    pub revision: u32,
    pub since: Instant,
}

/// What waits, what is on display, and what was denied.
#[derive(Default)]
pub(crate) struct State {
    pub queue: Vec<Pending>,
    pub on_display: Option<OnDisplay>,
    /// The last ticket that was given.
    pub tickets: u64,
    pub denials: HashMap<(ConversationId, ServerId), u32>,
    /// Calls that a person denied since they last said something in the conversation.
    pub denied: HashMap<ConversationId, HashSet<Call>>,
    /// Denials in a row of what servers ask for.
    pub request_denials: HashMap<ServerId, u32>,
    pub stops: u64,
}

impl State {
    /// How many wait for an answer.
    pub fn askers(&self) -> usize {
        self.queue.iter().map(|pending| pending.askers.len()).sum()
    }

    /// Where a prompt of this revision stands.
    pub fn find(&self, id: PromptId, revision: u32) -> Result<usize, AnswerError> {
        let at = self
            .queue
            .iter()
            .position(|p| p.prompt.id == id)
            .ok_or(AnswerError::Gone)?;
        if self.queue[at].prompt.revision != revision {
            return Err(AnswerError::OtherRevision);
        }
        Ok(at)
    }

    /// Where the prompt stands, if it can be allowed now.
    pub fn can_allow(
        &self,
        id: PromptId,
        revision: u32,
        scope: &GrantScope,
    ) -> Result<usize, AnswerError> {
        let at = self.find(id, revision)?;
        // The clock of the waiting stands still while the machine sleeps; this one does not.
        if domain::now_ms() >= self.queue[at].prompt.expires_at_ms {
            return Err(AnswerError::Gone);
        }
        let armed = self
            .on_display
            .as_ref()
            .is_some_and(|d| d.id == id && d.revision == revision && d.since.elapsed() >= ARM_TIME);
        if !armed {
            return Err(AnswerError::NotArmed);
        }
        let offered = match &self.queue[at].prompt.question {
            Question::Tool(q) => match scope {
                GrantScope::Once => true,
                _ if q.edited() => false,
                GrantScope::Conversation => q.offers.conversation,
                GrantScope::Standing => q.offers.always,
                GrantScope::Where(at) => *at < q.offers.when.len(),
                GrantScope::Tools { tools, minutes } => {
                    GRANT_MINUTES.contains(minutes)
                        && !tools.is_empty()
                        && tools.iter().all(|tool| q.offers.tools.contains(tool))
                }
            },
            Question::Launch(_)
            | Question::Endpoint(_)
            | Question::Feature(_)
            | Question::Authority(_)
            | Question::Change(_)
            | Question::Root(_)
            | Question::Client(_) => *scope == GrantScope::Standing,
            // From then on, answers of a model go to that server unasked.
            Question::Request(q) if q.is_sampling_reply() => {
                matches!(scope, GrantScope::Once | GrantScope::Standing)
            }
            Question::Request(_) | Question::SignIn(_) => *scope == GrantScope::Once,
            Question::Outflow(q) => match scope {
                GrantScope::Conversation => true,
                GrantScope::Standing => q.authority != OutflowAuthority::Conversation,
                GrantScope::Once | GrantScope::Where(_) | GrantScope::Tools { .. } => false,
            },
        };
        if offered {
            Ok(at)
        } else {
            Err(AnswerError::OnceOnly)
        }
    }
}
