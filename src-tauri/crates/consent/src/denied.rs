//! What a person denied: it mutes a server in a conversation, and is not asked again before the person says something.

use domain::{ConversationId, JsonObjectText, ServerId, ToolCall, canonical};
use sha2::{Digest, Sha256};

use crate::{
    ApprovalAnswer, ApprovalRequest, MUTE_AFTER, Mute, REQUESTS_MUTE_AFTER, ToolApproval, Unasked,
    queue::{Call, Pending, State},
};

/// So many different denied calls are remembered in a conversation; beyond them nothing is asked until the user says something.
const MAX_DENIED: usize = 256;

/// How an approval request ended that nobody answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// Its time was over.
    Expired,
    /// Nobody waits for it any more.
    Withdrawn,
}

impl State {
    /// Counts an answer towards muting: a denial, however it is said, and for requests of a server also the approval that ends
    /// a row of denials.
    pub fn count_answer(&mut self, at: usize, answer: &ApprovalAnswer) {
        let request = self.queue[at].prompt.question.clone();
        let denied = match answer {
            ApprovalAnswer::Deny { .. } | ApprovalAnswer::Dismiss => true,
            ApprovalAnswer::Allow(_)
            | ApprovalAnswer::AllowAndTrust(_)
            | ApprovalAnswer::Again
            | ApprovalAnswer::Unasked(_) => false,
        };
        // Nor does a server go on where nobody is asked.
        let unasked = matches!(answer, ApprovalAnswer::Unasked(_));
        match request.mute() {
            Some(Mute::Requests(server)) if denied || unasked => self.note_request_denial(server),
            Some(Mute::Requests(server)) => {
                self.request_denials.remove(&server);
            }
            Some(Mute::Conversation(conversation, server)) if denied => {
                self.note_denial(Some(conversation), server);
            }
            Some(Mute::Conversation(..)) | None => {}
        }
        if *answer == ApprovalAnswer::Dismiss {
            // It counts, and says nothing about this very call.
            self.note_call_denial(&request);
        }
        if !matches!(answer, ApprovalAnswer::Deny { .. }) {
            return;
        }
        if let Some(q) = request.tool() {
            self.note_denied(std::iter::once(q));
        } else if let Some(group) = request.calls() {
            self.note_denied(group.calls.iter().map(|call| &call.question));
        }
    }

    /// Counts a request that nobody answered. A server cannot ask for ever by withdrawing what it asks: that counts as well. Of
    /// calls only the expiry counts, because a person withdraws them by stopping the turn.
    pub fn count_unanswered(&mut self, request: &ApprovalRequest, how: Unanswered) {
        match (request.mute(), how) {
            (Some(Mute::Requests(server)), _) => self.note_request_denial(server),
            (Some(Mute::Conversation(conversation, server)), Unanswered::Expired) => {
                self.note_denial(Some(conversation), server);
            }
            (None, Unanswered::Expired) => self.note_call_denial(request),
            (Some(Mute::Conversation(..)) | None, Unanswered::Withdrawn) => {}
        }
    }

    /// Notes one denial of a call, or of calls of a step.
    fn note_call_denial(&mut self, request: &ApprovalRequest) {
        let is_call = request.tool().is_some() || request.calls().is_some();
        if let Some(server) = request.server().filter(|_| is_call) {
            self.note_denial(request.conversation(), server);
        }
    }

    fn note_request_denial(&mut self, server: ServerId) {
        *self.request_denials.entry(server).or_default() += 1;
    }

    /// Takes the pending requests out of the queue that are muted by now.
    pub fn take_muted(&mut self) -> Vec<Pending> {
        let (muted, left) = std::mem::take(&mut self.queue)
            .into_iter()
            .partition(|pending| self.is_muted_request(&pending.prompt.question));
        self.queue = left;
        muted
    }

    fn is_muted_request(&self, request: &ApprovalRequest) -> bool {
        let is_call = request.tool().is_some() || request.calls().is_some();
        let call = request
            .conversation()
            .zip(request.server())
            .filter(|_| is_call);
        let mute = call.map(|(conversation, server)| Mute::Conversation(conversation, server));
        mute.or_else(|| request.mute())
            .is_some_and(|mute| self.is_muted_by(mute))
    }

    /// Whether repeated denials mute it now.
    pub fn is_muted_by(&self, mute: Mute) -> bool {
        match mute {
            Mute::Conversation(conversation, server) => self.muted(conversation, server),
            Mute::Requests(server) => {
                let denials = self.request_denials.get(&server);
                denials.is_some_and(|n| *n >= REQUESTS_MUTE_AFTER)
            }
        }
    }

    /// Notes one answer that denies these calls of one server: one denial, however many they are.
    pub fn note_denied<'a>(&mut self, denied: impl Iterator<Item = &'a ToolApproval>) {
        let mut about = None;
        for question in denied {
            let call = &question.call;
            let Some(conversation) = call.conversation else {
                continue;
            };
            about = Some((conversation, call.tool.server));
            let known = self.denied.entry(conversation).or_default();
            if known.len() < MAX_DENIED {
                known.extend([&call.arguments, &question.asked].map(|with| digest_of(call, with)));
            }
        }
        if let Some((conversation, server)) = about {
            self.note_denial(Some(conversation), server);
        }
    }

    /// Notes one denial of what a server or a model wants.
    pub fn note_denial(&mut self, conversation: Option<ConversationId>, server: ServerId) {
        if let Some(conversation) = conversation {
            *self.denials.entry((conversation, server)).or_default() += 1;
        }
    }

    /// Whether a server is muted in a conversation.
    pub fn muted(&self, conversation: ConversationId, server: ServerId) -> bool {
        let denials = self.denials.get(&(conversation, server));
        denials.is_some_and(|n| *n >= MUTE_AFTER)
    }

    /// Whether a call's server is muted in its conversation.
    pub fn is_muted(&self, call: &ToolCall) -> bool {
        call.conversation
            .is_some_and(|c| self.muted(c, call.tool.server))
    }

    /// Whether a person denied exactly this since they last said something.
    pub fn was_denied(&self, call: &ToolCall) -> bool {
        let known = call.conversation.and_then(|c| self.denied.get(&c));
        known.is_some_and(|known| {
            known.len() >= MAX_DENIED || known.contains(&digest_of(call, &call.arguments))
        })
    }
}

/// What a call is with these arguments, whoever asks and however they are written.
fn digest_of(call: &ToolCall, arguments: &JsonObjectText) -> Call {
    let text = canonical(arguments.as_str()).unwrap_or_else(|_| arguments.as_str().to_owned());
    let mut hash = Sha256::new();
    for part in [&call.tool.server.to_string(), &call.tool.name, &text] {
        hash.update(part);
        hash.update([0]);
    }
    hash.finalize().into()
}

/// Tells those who wait for requests that are muted by now.
pub(crate) fn end_muted(muted: Vec<Pending>) {
    for pending in muted {
        pending.reply(Some(&ApprovalAnswer::Unasked(Unasked::Muted)));
    }
}
