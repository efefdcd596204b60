//! The waiting prompts, and when one of them can be allowed.

use std::{collections::HashMap, time::Duration};

use domain::{ConversationId, PromptId, ServerId};
use tokio::{sync::oneshot, time::Instant};

use crate::{Answer, GrantScope, OutflowAuthority, Question};

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
    /// The edited call is refused by a rule.
    #[error("a rule refuses the edited call")]
    RefusedByRule,
    /// A form without its values.
    #[error("the form is not filled in")]
    NotFilled,
    /// Not a question with arguments.
    #[error("this question has nothing to edit")]
    NotEditable,
}

/// A prompt and who waits for its answer.
pub(crate) struct Pending {
    pub prompt: Prompt,
    pub reply: Option<oneshot::Sender<(Option<Answer>, Prompt)>>,
}

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
    pub denials: HashMap<(ConversationId, ServerId), u32>,
    /// Denials in a row of what servers ask for.
    pub request_denials: HashMap<ServerId, u32>,
    pub stops: u64,
}

impl State {
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
        scope: GrantScope,
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
                GrantScope::Conversation => !q.edited() && q.call.conversation.is_some(),
                GrantScope::Standing => false,
            },
            Question::Launch(_)
            | Question::Endpoint(_)
            | Question::Feature(_)
            | Question::Change(_)
            | Question::Client(_) => scope == GrantScope::Standing,
            Question::Request(_) | Question::SignIn(_) => scope == GrantScope::Once,
            Question::Outflow(q) => match scope {
                GrantScope::Once => false,
                GrantScope::Conversation => true,
                GrantScope::Standing => q.authority != OutflowAuthority::Conversation,
            },
        };
        if offered {
            Ok(at)
        } else {
            Err(AnswerError::OnceOnly)
        }
    }
}
