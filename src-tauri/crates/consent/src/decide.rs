//! What an approval kind is: the one trait that each implements.

use std::fmt;

use domain::{CallId, ConversationId, RequestId, ServerId};
use policy::{Condition, Evaluation};
use serde::{Serialize, de::DeserializeOwned};

use crate::{AnswerError, DecidedBy, GrantScope};

/// One approval kind: which scopes it offers, which action an approval of it allows, and what the log keeps of it.
pub trait Decide: Clone + fmt::Debug + Send + Sync + 'static {
    /// What is allowed: the payload of its [`Approved`](crate::Approved).
    type Action;
    /// What the audit log keeps of it besides [`Decide::log`]. Its fields are part of the log's format.
    type Detail: Serialize + DeserializeOwned + Clone + fmt::Debug;
    /// The scope that a command line which names the action allows; none if no command line can.
    const NAMED: Option<GrantScope> = None;

    /// Whether it answers a request that a server made.
    const IS_REQUEST: bool = false;
    /// Whether [`Consent::begin_step`](crate::Consent::begin_step) decides it, by rules and mutes that the other ways do not know.
    const IN_STEPS: bool = false;

    /// The server it is about, if it is about one.
    fn server(&self) -> Option<ServerId>;

    /// The conversation it belongs to, if it belongs to one.
    fn conversation(&self) -> Option<ConversationId> {
        None
    }

    /// The server's request that it answers, if it answers one.
    fn request(&self) -> Option<RequestId> {
        None
    }

    /// The policy's evaluation, of a tool call.
    fn evaluation(&self) -> Option<&Evaluation> {
        None
    }

    /// The offered condition at this place.
    fn condition(&self, at: usize) -> Option<&Condition> {
        let _ = at;
        None
    }

    /// Whether an answer may allow this scope.
    fn offers(&self, scope: &GrantScope) -> bool;

    /// The decision that needs no answer, if there is one.
    fn settled(&self) -> Option<Settled> {
        None
    }

    /// Whether it must be answered by a person even where a command line names the action.
    fn needs_a_person(&self) -> bool {
        false
    }

    /// What repeated denials mute.
    fn mute(&self) -> Option<Mute> {
        None
    }

    /// Why it cannot be allowed as it is: a form is not filled in, a name is not typed.
    ///
    /// # Errors
    /// It is not complete.
    fn complete(&self) -> Result<(), AnswerError> {
        Ok(())
    }

    /// Whether somebody may be filling it in, which takes longer than reading.
    fn waits_for_input(&self) -> bool {
        false
    }

    /// Whether the answer may be to ask the model once more.
    fn may_ask_again(&self) -> bool {
        false
    }

    /// Whether it asks exactly what another one asks: then one answer answers both.
    fn is_same(&self, other: &Self) -> bool {
        let _ = other;
        false
    }

    /// The action that an approval allows.
    fn action(&self) -> Self::Action;

    /// Its row of the log.
    fn log(&self) -> Log;

    /// What the log keeps of it besides.
    fn detail(&self) -> Self::Detail;

    /// Whether the log says that a person changed the request before it was decided.
    fn was_edited(detail: &Self::Detail) -> bool {
        let _ = detail;
        false
    }
}

/// A decision that needs no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Allowed by this source, in this scope.
    Allowed(DecidedBy, GrantScope),
    /// Denied by this source.
    Denied(DecidedBy),
}

/// What repeated denials mute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mute {
    /// A server's calls in a conversation, after [`MUTE_AFTER`](crate::MUTE_AFTER) denials.
    Conversation(ConversationId, ServerId),
    /// A server's own requests, after [`REQUESTS_MUTE_AFTER`](crate::REQUESTS_MUTE_AFTER) denials in a row.
    Requests(ServerId),
}

/// The part of the log that a decision belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogSection {
    /// A decision about one action.
    Decision,
    /// The launch of a server.
    Launch,
    /// A rule, or another permission that lasts.
    Rule,
    /// A credential; never its value.
    Secret,
    /// A setting.
    Setting,
}

/// What a decision's row of the log is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The part of the log.
    pub section: LogSection,
    /// Its object: a tool, a server, an endpoint.
    pub subject: String,
    /// The tool call, if it is about one.
    pub call: Option<CallId>,
    /// Arguments or text that goes with it. The ledger takes credentials out of it.
    pub content: Option<String>,
}

impl Log {
    /// A row of this part of the log, without a call or content.
    #[must_use]
    pub fn of(section: LogSection, subject: String) -> Self {
        Self {
            section,
            subject,
            call: None,
            content: None,
        }
    }

    /// A row about one action.
    #[must_use]
    pub fn decision(subject: String) -> Self {
        Self::of(LogSection::Decision, subject)
    }
}
