//! Calls of one step that share one approval, and what keeps a call out of it.
//!
//! A group is a way to show and to answer: each member stays a call of its own, with its own asker, its own record in the
//! ledger and its own [`Approved`](crate::Approved). A call that needs more than a tick is never a member: see [`GroupKey::of`].

use std::collections::HashMap;

use domain::{ApprovalId, CallId, ConversationId, LaunchDigest, ServerId};
use policy::{Decision, Reason, Tier};

use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, Log, Requester, SchemaCheck, ToolApproval};

/// The most different calls that one approval covers; further ones form the next group.
pub const MAX_GROUP: usize = 20;
/// The most bytes of arguments in one group.
pub const MAX_GROUP_BYTES: usize = 64 * 1024;
/// A call with more bytes of arguments than this is decided alone: nobody reads it in a list.
pub const MAX_GROUPED_CALL_BYTES: usize = 8 * 1024;

/// Calls of one step by one server at one tier. There are at least two.
#[derive(Clone, Debug)]
pub struct CallGroup {
    /// What holds for each of them.
    pub common: GroupKey,
    /// The members, in the order of the step.
    pub calls: Vec<GroupedCall>,
}

/// One member of a [`CallGroup`].
#[derive(Clone, Debug)]
pub struct GroupedCall {
    /// The call, as it would be decided alone. Its arguments are never edited: an edit takes it out of the group first.
    pub question: ToolApproval,
    /// How many calls ask exactly this: one tick is for all of them.
    pub times: usize,
    /// The ticket of its first asker, which its other askers share.
    pub(crate) member: u64,
}

impl GroupedCall {
    /// The call that an answer names it by: the first that asked it, even after that one left.
    #[must_use]
    pub fn id(&self) -> CallId {
        self.question.call.id
    }
}

impl CallGroup {
    /// The approval request of one of its calls.
    #[must_use]
    pub fn question(&self, call: CallId) -> Option<&ToolApproval> {
        let found = self.calls.iter().find(|member| member.id() == call);
        found.map(|member| &member.question)
    }

    /// A member by its ticket.
    pub(crate) fn member(&self, member: u64) -> Option<&GroupedCall> {
        self.calls.iter().find(|call| call.member == member)
    }

    /// The bytes of all arguments.
    fn bytes(&self) -> usize {
        let bytes = |call: &GroupedCall| call.question.call.arguments.as_str().len();
        self.calls.iter().map(bytes).sum()
    }

    /// Whether another call may join.
    pub(crate) fn has_room(&self, question: &ToolApproval) -> bool {
        let bytes = self.bytes() + question.call.arguments.as_str().len();
        self.calls.len() < MAX_GROUP && bytes <= MAX_GROUP_BYTES
    }
}

/// What all members of a group have in common, so that what is said once holds for each of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroupKey {
    /// The server.
    pub server: ServerId,
    /// The launch it runs as.
    pub launch: LaunchDigest,
    /// The conversation.
    pub conversation: Option<ConversationId>,
    /// The tier.
    pub tier: Tier,
    /// Who asked for them, for people.
    pub asked_by: Requester,
}

impl GroupKey {
    /// The key of a call that may be decided with others; none for one that is decided alone: what may destroy, run or
    /// spend, what data of another server could reach, what a rule asks about each time, what was edited, what could not be
    /// checked, what is too long to read in a list, and a tool that needs a look itself.
    pub(crate) fn of(question: &ToolApproval) -> Option<Self> {
        let call = &question.call;
        let evaluation = &question.evaluation;
        let ordinary = |reason: &Reason| is_ordinary(reason, call.tool.server);
        let together = evaluation.decision == Decision::Ask
            && evaluation.tier < Tier::T4
            && evaluation.reasons.iter().all(ordinary)
            && question.schema == SchemaCheck::Fits
            && !question.alone
            && !question.edited()
            && call.arguments.as_str().len() <= MAX_GROUPED_CALL_BYTES;
        together.then(|| Self {
            server: call.tool.server,
            launch: call.launch,
            conversation: call.conversation,
            tier: evaluation.tier,
            asked_by: question.asked_by.clone(),
        })
    }
}

/// Whether a reason holds as well for a call among others as for one alone.
fn is_ordinary(reason: &Reason, server: ServerId) -> bool {
    match reason {
        Reason::NoRule
        | Reason::HarmlessClaim
        | Reason::TrustedToRead
        | Reason::Enforced
        | Reason::Suspended { .. }
        | Reason::OverBudget { .. }
        | Reason::OverSum { .. } => true,
        Reason::Risk { tier } => *tier < Tier::T4,
        // Data of the same server crosses nothing.
        Reason::Flow { from } | Reason::Carries { from } => *from == server,
        Reason::DeniedByRule { .. }
        | Reason::UnreadableRule { .. }
        | Reason::Unconfirmed
        | Reason::Changed
        | Reason::HiddenCharacters
        | Reason::AskedByRule { .. }
        | Reason::CarriesDefinition { .. }
        | Reason::FlowThrough { .. }
        | Reason::SentSince { .. }
        | Reason::Relaunched { .. }
        | Reason::AllowedByRule { .. }
        | Reason::AllowedByCommandLine { .. }
        | Reason::CommandLineTooBroad { .. }
        | Reason::Edited => false,
    }
}

/// The groups that calls of one step may still join. It is dropped once the step is queued: what comes later never joins.
pub(crate) type OpenGroups = HashMap<GroupKey, ApprovalId>;

/// What the log keeps of a group. Its calls are recorded one by one; this is for a reader if that should ever fail.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallsDetail {
    /// The calls.
    pub calls: Vec<CallId>,
}

impl Decide for CallGroup {
    type Action = ();
    type Detail = CallsDetail;
    const IN_STEPS: bool = true;

    fn server(&self) -> Option<ServerId> {
        Some(self.common.server)
    }

    fn conversation(&self) -> Option<ConversationId> {
        self.common.conversation
    }

    /// Which of them is for [`Consent::allow_calls`](crate::Consent::allow_calls) to say.
    fn offers(&self, _: &GrantScope) -> bool {
        false
    }

    fn action(&self) {}

    fn log(&self) -> Log {
        Log::decision(format!("{} calls", self.calls.len()))
    }

    fn detail(&self) -> CallsDetail {
        CallsDetail {
            calls: self.calls.iter().map(GroupedCall::id).collect(),
        }
    }
}
