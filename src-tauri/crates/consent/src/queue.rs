//! The waiting prompts, who waits for them, and when one of them can be allowed.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use domain::{ApprovalId, CallId, ConversationId, ServerId};
use tokio::{sync::oneshot, time::Instant};

use crate::{
    AnswerError, ApprovalAnswer, ApprovalRequest, CallGroup, Decide, EXPIRY, EXPIRY_MAX,
    GrantScope, GroupKey, GroupedCall, MAX_WAITING, ToolApproval, kinds::OpenGroups,
};

/// How long a prompt must have been on display before it can be allowed.
pub const ARM_TIME: Duration = Duration::from_millis(500);
/// A waiting prompt, as a shell shows it.
#[derive(Clone, Debug)]
pub struct PendingApproval {
    /// The prompt.
    pub id: ApprovalId,
    /// Rises with each edit; only the revision on display can be allowed.
    pub revision: u32,
    /// The approval request.
    pub question: ApprovalRequest,
    /// When it expires, in wall-clock milliseconds.
    pub expires_at_ms: i64,
    /// How many ask exactly this: one answer answers them all.
    pub times: usize,
}

/// A prompt and who waits for its answer.
pub(crate) struct Pending {
    pub prompt: PendingApproval,
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
    /// The ticket of the first that asked exactly this.
    pub member: u64,
    /// What it asked itself.
    pub question: ApprovalRequest,
    pub reply: Reply,
}

/// Takes an answer, none where the request was withdrawn, with the prompt as it was then.
type Reply = oneshot::Sender<(Option<ApprovalAnswer>, PendingApproval)>;

impl Asker {
    /// Whether it asks about this call.
    pub fn is_about(&self, call: CallId) -> bool {
        self.question.tool().is_some_and(|q| q.call.id == call)
    }
}

impl Pending {
    /// A pending approval of one asker, from now on.
    fn new(question: ApprovalRequest, asker: Asker) -> Self {
        let now = Instant::now();
        let left = i64::try_from(EXPIRY.as_millis()).unwrap_or(i64::MAX);
        Self {
            prompt: PendingApproval {
                id: ApprovalId::new(),
                revision: 1,
                question,
                expires_at_ms: domain::now_ms() + left,
                times: 1,
            },
            until: now + EXPIRY,
            until_at_most: now + EXPIRY_MAX,
            askers: vec![asker],
        }
    }

    /// Tells all who wait the same.
    pub fn reply(self, answer: Option<&ApprovalAnswer>) {
        self.reply_each(|_| answer.cloned());
    }

    /// Tells each member of a group its own answer: yes, once, for those that are ticked, no for the others.
    pub fn reply_ticked(self, ticked: &HashSet<u64>) {
        self.reply_each(|asker| {
            Some(if ticked.contains(&asker.member) {
                ApprovalAnswer::Allow(GrantScope::Once)
            } else {
                ApprovalAnswer::Deny { note: None }
            })
        });
    }

    /// Tells all who wait. One may be gone; then there is nothing to decide for it.
    fn reply_each(mut self, answer: impl Fn(&Asker) -> Option<ApprovalAnswer>) {
        for asker in std::mem::take(&mut self.askers) {
            let (answer, prompt) = (answer(&asker), self.shown_to(&asker));
            let _ = asker.reply.send((answer, prompt));
        }
    }

    /// The prompt as it is shown, about an asker's own call.
    pub fn shown_to(&self, asker: &Asker) -> PendingApproval {
        let own = &asker.question;
        let question = if let ApprovalRequest::Calls(group) = &self.prompt.question {
            let shown = group.member(asker.member);
            let shown = shown.map(|call| ApprovalRequest::Tool(Box::new(call.question.clone())));
            shown.map_or_else(|| own.clone(), |shown| shown.asked_as(own))
        } else {
            self.prompt.question.asked_as(own)
        };
        PendingApproval {
            id: self.prompt.id,
            revision: self.prompt.revision,
            question,
            expires_at_ms: self.prompt.expires_at_ms,
            times: self.prompt.times,
        }
    }

    /// The member that asks exactly this.
    fn member_asking(&self, question: &ApprovalRequest) -> Option<u64> {
        match (&self.prompt.question, question) {
            (ApprovalRequest::Calls(group), ApprovalRequest::Tool(q)) => {
                let same = group.calls.iter().find(|call| call.question.is_same(q));
                same.map(|call| call.member)
            }
            (shown, _) if shown.is_same(question) => self.askers.first().map(|asker| asker.member),
            (_, _) => None,
        }
    }

    /// Adds a call to the group, or makes a group of this one and that; whether there was room.
    fn add(&mut self, key: &GroupKey, question: &ToolApproval, member: u64) -> bool {
        let call = |question: &ToolApproval, member| GroupedCall {
            question: question.clone(),
            times: 1,
            member,
        };
        let first = self.askers.first().map(|asker| asker.member);
        let mut group = match (&self.prompt.question, first) {
            (ApprovalRequest::Calls(group), _) => (**group).clone(),
            (ApprovalRequest::Tool(alone), Some(first)) => CallGroup {
                common: key.clone(),
                calls: vec![call(alone, first)],
            },
            (_, _) => return false,
        };
        if !group.has_room(question) {
            return false;
        }
        group.calls.push(call(question, member));
        self.prompt.question = ApprovalRequest::Calls(Box::new(group));
        true
    }

    /// Takes one member out of the group, to be decided alone and for as long as the group would have waited.
    pub fn take_apart(&mut self, call: CallId) -> Option<Self> {
        let group = self.prompt.question.calls()?;
        let found = group.calls.iter().find(|member| member.id() == call)?;
        let (member, question) = (found.member, found.question.clone());
        let is_its = |asker: &mut Asker| asker.member == member;
        let mut apart = Self {
            prompt: PendingApproval {
                id: ApprovalId::new(),
                revision: 0,
                question: ApprovalRequest::Tool(Box::new(question)),
                ..self.prompt.clone()
            },
            askers: self.askers.extract_if(.., is_its).collect(),
            ..*self
        };
        apart.rejoin();
        self.rejoin();
        Some(apart)
    }

    /// Removes an asker that no longer waits. Returns whether others still wait; the request of the first is shown.
    pub fn leave(&mut self, ticket: u64) -> bool {
        let before = self.askers.len();
        self.askers.retain(|asker| asker.ticket != ticket);
        if self.askers.len() != before {
            self.rejoin();
        }
        !self.askers.is_empty()
    }

    /// Shows the request of the first remaining asker, for all of them: a new revision.
    pub fn rejoin(&mut self) {
        self.prompt.revision += 1;
        if let ApprovalRequest::Calls(group) = &mut self.prompt.question {
            self.prompt.times = 1;
            group
                .calls
                .retain_mut(|call| rejoin_call(call, &self.askers));
            if group.calls.len() > 1 {
                return;
            }
            let Some(last) = group.calls.pop() else {
                return;
            };
            self.prompt.question = ApprovalRequest::Tool(Box::new(last.question));
        }
        self.prompt.times = self.askers.len();
        if let Some(first) = self.askers.first() {
            self.prompt.question = self.prompt.question.asked_as(&first.question);
        }
    }
}

/// Counts who still asks a member; whether anybody does. Its name stays, so that a tick that was taken away stays away.
fn rejoin_call(call: &mut GroupedCall, askers: &[Asker]) -> bool {
    let its = askers.iter().filter(|asker| asker.member == call.member);
    call.times = its.count();
    call.times > 0
}

/// What a person denied in a conversation, as a digest of the call.
pub(crate) type Call = [u8; 32];

/// The prompt that is painted and has the focus.
pub(crate) struct OnDisplay {
    pub id: ApprovalId,
    pub revision: u32,
    pub since: Instant,
}

/// Where an asker waits for the answer, with the prompt as it was answered.
pub(crate) type Answered = oneshot::Receiver<(Option<ApprovalAnswer>, PendingApproval)>;

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
    /// Queues an approval request; nothing if too many wait. An equal pending request is shared, and a call may join the
    /// groups of its step.
    pub fn enqueue(
        &mut self,
        question: &ApprovalRequest,
        step: &mut OpenGroups,
    ) -> Option<(u64, Answered)> {
        if self.askers() >= MAX_WAITING {
            return None;
        }
        self.tickets += 1;
        let ticket = self.tickets;
        let (reply, receive) = oneshot::channel();
        let asker = |member| Asker {
            ticket,
            member,
            question: question.clone(),
            reply,
        };
        for pending in &mut self.queue {
            if let Some(member) = pending.member_asking(question) {
                pending.askers.push(asker(member));
                pending.rejoin();
                return Some((ticket, receive));
            }
        }
        let key = question.tool().and_then(|q| Some((GroupKey::of(q)?, q)));
        if let Some((key, q)) = &key
            && let Some(id) = step.get(key)
            && let Some(group) = self.queue.iter_mut().find(|p| p.prompt.id == *id)
            && group.add(key, q, ticket)
        {
            group.askers.push(asker(ticket));
            group.rejoin();
            return Some((ticket, receive));
        }
        let pending = Pending::new(question.clone(), asker(ticket));
        step.extend(key.map(|(key, _)| (key, pending.prompt.id)));
        self.queue.push(pending);
        Some((ticket, receive))
    }

    /// How many wait for an answer.
    pub fn askers(&self) -> usize {
        self.queue.iter().map(|pending| pending.askers.len()).sum()
    }

    /// Where a prompt of this revision stands.
    pub fn find(&self, id: ApprovalId, revision: u32) -> Result<usize, AnswerError> {
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

    /// Where the prompt stands, if something of it can be allowed now.
    pub fn armed(&self, id: ApprovalId, revision: u32) -> Result<usize, AnswerError> {
        let at = self.find(id, revision)?;
        // The clock of the waiting stands still while the machine sleeps; this one does not.
        if domain::now_ms() >= self.queue[at].prompt.expires_at_ms {
            return Err(AnswerError::Gone);
        }
        let armed = self
            .on_display
            .as_ref()
            .is_some_and(|d| d.id == id && d.revision == revision && d.since.elapsed() >= ARM_TIME);
        if armed {
            Ok(at)
        } else {
            Err(AnswerError::NotArmed)
        }
    }

    /// Where the prompt stands, if it can be allowed now.
    pub fn can_allow(
        &self,
        id: ApprovalId,
        revision: u32,
        scope: &GrantScope,
    ) -> Result<usize, AnswerError> {
        let at = self.armed(id, revision)?;
        if self.queue[at].prompt.question.offers(scope) {
            Ok(at)
        } else {
            Err(AnswerError::OnceOnly)
        }
    }
}
