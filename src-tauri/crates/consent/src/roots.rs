//! The question whether a server may know of a folder.

use domain::{ApprovalId, RootAccess, RootGrant, RootPass};

use crate::{
    Allowed, Answer, AnswerError, ApprovalRequest, Consent, DecidedBy, Denied, GrantScope,
    asking::Decided,
};

/// Something in a folder that looks like a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretFound {
    /// Where, beneath the folder.
    pub path: String,
    /// What it looks like, for people.
    pub what: &'static str,
}

/// What was found of a folder before it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootFacts {
    /// What the person picked, if that led elsewhere.
    pub picked: Option<String>,
    /// How many files were counted.
    pub files: u64,
    /// How large they are together, in bytes.
    pub bytes: u64,
    /// Whether the counting ended before the folder did.
    pub more: bool,
    /// What looks like secrets, the first of them.
    pub secrets: Vec<SecretFound>,
    /// How many more of these there are.
    pub more_secrets: u64,
    /// Why the folder's name must be typed, if it must.
    pub risk: Option<String>,
    /// The folder of the repository that it is in, if it is in one.
    pub repository: Option<String>,
    /// What the server has of it already.
    pub had: Option<RootAccess>,
}

/// A folder to be granted to one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootApproval {
    /// The user's name for the server.
    pub server_name: String,
    /// The grant as it would be.
    pub grant: RootGrant,
    /// What must be typed before it can be granted: the folder's name.
    pub typed: Option<String>,
    /// Whether the server is a program of this machine, which can be started with the folder.
    pub local: bool,
    /// What was found of the folder.
    pub facts: RootFacts,
}

/// What a person chooses with a yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootChoice {
    /// The name that the server sees.
    pub name: String,
    /// What the server is to do there.
    pub access: RootAccess,
    /// How it learns of the folder.
    pub pass: RootPass,
    /// What was typed to confirm it.
    pub typed: String,
}

impl Consent {
    /// Decides whether a folder is granted; with the choices that stand on the command line, if the act itself does.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decide_root(
        &self,
        question: RootApproval,
        on_command_line: bool,
    ) -> Result<Allowed<RootGrant>, Denied> {
        // What must be typed is asked for wherever the act stands.
        let by_command_line = on_command_line && question.typed.is_none();
        let question = ApprovalRequest::Root(Box::new(question));
        let decided = if by_command_line {
            Decided::allowed(question, DecidedBy::CommandLine, GrantScope::Standing)
        } else {
            self.ask(question).await
        };
        self.conclude(decided, |question| question.root().map(|q| q.grant.clone()))
            .await
    }

    /// Grants the folder of a question as the person chose.
    ///
    /// # Errors
    /// As for [`Consent::answer`]; [`AnswerError::NotTyped`] if its name must be typed and another text was.
    pub fn grant_root(
        &self,
        id: ApprovalId,
        revision: u32,
        choice: RootChoice,
    ) -> Result<(), AnswerError> {
        {
            let mut state = self.lock();
            let at = state.can_allow(id, revision, &GrantScope::Standing)?;
            let ApprovalRequest::Root(question) = &mut state.queue[at].prompt.question else {
                return Err(AnswerError::NotEditable);
            };
            let confirmed = question.typed.as_ref().is_none_or(|t| *t == choice.typed);
            if !confirmed {
                return Err(AnswerError::NotTyped);
            }
            if !question.local && choice.pass != RootPass::Asked {
                return Err(AnswerError::NotEditable);
            }
            question.typed = None;
            question.grant.name = choice.name;
            question.grant.access = choice.access;
            question.grant.pass = choice.pass;
        }
        self.answer(id, revision, Answer::Allow(GrantScope::Standing))
    }

    /// Asks about another folder in place of the one that is asked about, for the same server. Returns the new revision.
    ///
    /// # Errors
    /// Not waiting, another revision, or no question about a folder of this server.
    pub fn another_root(
        &self,
        id: ApprovalId,
        revision: u32,
        other: RootApproval,
    ) -> Result<u32, AnswerError> {
        self.replace(id, revision, |question| {
            let ApprovalRequest::Root(current) = question else {
                return Err(AnswerError::NotEditable);
            };
            if other.grant.server != current.grant.server {
                return Err(AnswerError::NotEditable);
            }
            **current = other;
            Ok(())
        })
    }
}
