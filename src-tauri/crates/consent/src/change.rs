//! The question whether what a server changed of itself is accepted. Nothing but a person's answer decides it: no rule, no
//! command line.

use domain::{ConversationId, DefinitionDigest, ServerId, ToolDefinition};

use crate::{Allowed, ApprovalRequest, Consent, DecidedBy, Denied, asking::Decided};

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// What a tool is.
    Tool {
        /// As it was accepted.
        before: Box<ToolDefinition>,
        /// As the server gives it now.
        now: Box<ToolDefinition>,
    },
    /// What the server says of how to use it; none where it says nothing.
    Instructions {
        /// As they were accepted.
        before: Option<String>,
        /// As the server gives them now.
        now: Option<String>,
        /// The digests of both.
        digests: [DefinitionDigest; 2],
    },
}

/// A change to be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeApproval {
    /// The server.
    pub server: ServerId,
    /// The user's name for it.
    pub server_name: String,
    /// What changed.
    pub changed: Changed,
    /// When it was accepted last, in milliseconds since the Unix epoch.
    pub accepted_ms: i64,
    /// The conversation whose model wants to use it, if one does.
    pub conversation: Option<ConversationId>,
}

impl ChangeApproval {
    /// The tool it is about; none where it is about instructions.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        match &self.changed {
            Changed::Tool { now, .. } => Some(&now.tool.name),
            Changed::Instructions { .. } => None,
        }
    }

    /// The digest of what was accepted, and of what is there now.
    #[must_use]
    pub fn digests(&self) -> [DefinitionDigest; 2] {
        match &self.changed {
            Changed::Tool { before, now } => [before.digest, now.digest],
            Changed::Instructions { digests, .. } => *digests,
        }
    }
}

impl Consent {
    /// Decides whether a change is accepted, by asking.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_change(
        &self,
        question: ChangeApproval,
    ) -> Result<Allowed<ChangeApproval>, Denied> {
        let muted = question
            .conversation
            .is_some_and(|conversation| self.muted(conversation, question.server));
        let question = ApprovalRequest::Change(Box::new(question));
        let decided = if muted {
            Decided::denied(question, DecidedBy::Mute)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.change().cloned())
            .await
    }

    /// Takes back the question about a change that nobody waits for any more; whether there was one.
    pub fn withdraw_change(&self, server: ServerId, tool: Option<&str>) -> bool {
        self.take_back(|question| {
            question
                .change()
                .is_some_and(|q| q.server == server && q.tool() == tool)
        })
    }
}
