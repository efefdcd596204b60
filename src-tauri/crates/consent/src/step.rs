//! The calls of one step: queued at once, shown together where they may be, decided one by one.

use std::collections::HashSet;

use domain::{ApprovalId, CallId, RuleId};
use policy::{Decision, Evaluation, Reason};

use crate::{
    Allowed, AnswerError, ApprovalRequest, Consent, DecidedBy, Denied, GrantScope, ToolApproval,
    asking::{Decided, Queued},
    denied::end_muted,
    kinds::OpenGroups,
    queue::State,
};

/// A call whose decision is under way. Dropping it withdraws the approval request.
#[must_use = "dropping a pending decision withdraws it"]
pub struct PendingDecision {
    consent: Consent,
    call: CallId,
    matched_rules: Vec<RuleId>,
    stage: Stage,
}

enum Stage {
    Decided(Box<Decided>),
    Queued(Box<Queued>),
}

impl PendingDecision {
    /// The call.
    #[must_use]
    pub fn call(&self) -> CallId {
        self.call
    }

    /// The rules that matched when its decision began.
    #[must_use]
    pub fn matched_rules(&self) -> &[RuleId] {
        &self.matched_rules
    }

    /// Waits for the decision.
    ///
    /// # Errors
    /// [`Denied`], as for [`Consent::decide_tool`].
    pub async fn decided(self) -> Result<Allowed<ToolApproval>, Denied> {
        let decided = match self.stage {
            Stage::Decided(decided) => *decided,
            Stage::Queued(queued) => self.consent.wait(*queued).await,
        };
        self.consent.conclude::<ToolApproval>(decided).await
    }
}

impl Consent {
    /// Decides a tool call: at once by rule, else by asking.
    ///
    /// # Errors
    /// [`Denied`] by a rule, a person, expiry, a mute, a full queue, or because the record failed.
    pub async fn decide_tool(
        &self,
        question: ToolApproval,
    ) -> Result<Allowed<ToolApproval>, Denied> {
        match self.begin_step(vec![question]).pop() {
            Some(begun) => begun.decided().await,
            None => Err(Denied {
                by: DecidedBy::Withdrawn,
                note: None,
            }),
        }
    }

    /// Begins to decide the calls of one step, in their order: at once by rule, else by asking. Those that may be decided
    /// together are queued as one prompt before anybody sees the queue; nothing joins it afterwards.
    #[must_use]
    pub fn begin_step(&self, questions: Vec<ToolApproval>) -> Vec<PendingDecision> {
        let mut step = OpenGroups::new();
        let mut state = self.lock();
        let begun: Vec<PendingDecision> = questions
            .into_iter()
            .map(|question| PendingDecision {
                consent: self.clone(),
                call: question.call.id,
                matched_rules: question.evaluation.matched_rules.clone(),
                stage: self.begin(&mut state, question, &mut step),
            })
            .collect();
        drop(state);
        if begun.iter().any(|b| matches!(b.stage, Stage::Queued(_))) {
            self.touch();
        }
        begun
    }

    fn begin(&self, state: &mut State, question: ToolApproval, step: &mut OpenGroups) -> Stage {
        let decision = question.evaluation.decision;
        let allowed_by = allowed_by(&question.evaluation);
        let muted = state.is_muted(&question.call);
        let repeated = state.was_denied(&question.call);
        let question = ApprovalRequest::Tool(Box::new(question));
        let decided = match decision {
            Decision::Deny => Decided::denied(question, DecidedBy::Rule),
            Decision::Ask | Decision::Allow if muted => Decided::denied(question, DecidedBy::Mute),
            Decision::Allow => Decided::allowed(question, allowed_by, GrantScope::Once),
            Decision::Ask if repeated => Decided::denied(question, DecidedBy::Repeat),
            Decision::Ask => match self.queue(state, question, step) {
                Ok(queued) => return Stage::Queued(Box::new(queued)),
                Err(full) => return Stage::Decided(full),
            },
        };
        Stage::Decided(Box::new(decided))
    }

    /// Answers a group: the ticked calls are allowed, each once, and all others are denied.
    ///
    /// # Errors
    /// Not waiting, another revision, not on display long enough; no call is ticked, one that is not in the group, or it is
    /// not a group.
    pub fn allow_calls(
        &self,
        id: ApprovalId,
        revision: u32,
        ticked: &[CallId],
    ) -> Result<(), AnswerError> {
        let mut state = self.lock();
        let at = state.armed(id, revision)?;
        let group = state.queue[at].prompt.question.calls();
        let calls = &group.ok_or(AnswerError::OtherCalls)?.calls;
        let member = |id: &CallId| calls.iter().find(|call| call.id() == *id).map(|c| c.member);
        let members: Option<HashSet<u64>> = ticked.iter().map(member).collect();
        let members = members
            .filter(|members| !members.is_empty())
            .ok_or(AnswerError::OtherCalls)?;
        let denied = calls.iter().filter(|call| !members.contains(&call.member));
        let denied: Vec<ToolApproval> = denied.map(|call| call.question.clone()).collect();
        state.note_denied(denied.iter());
        let pending = state.queue.remove(at);
        let muted = state.take_muted();
        drop(state);
        pending.reply_ticked(&members);
        end_muted(muted);
        self.touch();
        Ok(())
    }

    /// Takes one call out of a group, to be decided alone before the others: to edit it, or to allow it for longer.
    ///
    /// # Errors
    /// Not waiting, another revision, or not a call of a group.
    pub fn decide_apart(
        &self,
        id: ApprovalId,
        revision: u32,
        call: CallId,
    ) -> Result<(), AnswerError> {
        let mut state = self.lock();
        let at = state.find(id, revision)?;
        let apart = state.queue[at].take_apart(call);
        let apart = apart.ok_or(AnswerError::OtherCalls)?;
        state.queue.insert(at, apart);
        drop(state);
        self.touch();
        Ok(())
    }
}

/// What allows a call that nobody is asked about.
fn allowed_by(evaluation: &Evaluation) -> DecidedBy {
    let by_command_line = |reason: &Reason| matches!(reason, Reason::AllowedByCommandLine { .. });
    if evaluation.reasons.iter().any(by_command_line) {
        DecidedBy::CommandLine
    } else {
        DecidedBy::Rule
    }
}
