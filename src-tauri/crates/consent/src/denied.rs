//! What a person denied: it mutes a server in a conversation, and is not asked again before the person says something.

use domain::{ConversationId, JsonObjectText, ServerId, ToolCall, canonical};
use sha2::{Digest, Sha256};

use crate::{
    ApprovalAnswer, MUTE_AFTER, Mute, REQUESTS_MUTE_AFTER, ToolApproval,
    queue::{Call, State},
};

/// So many different denied calls are remembered in a conversation; beyond them nothing is asked until the user says something.
const MAX_DENIED: usize = 256;

impl State {
    /// Counts an answer towards muting: a denial, and for requests of a server also the approval that ends a row of denials.
    pub fn count_answer(&mut self, at: usize, answer: &ApprovalAnswer) {
        let request = self.queue[at].prompt.question.clone();
        let denied = matches!(answer, ApprovalAnswer::Deny { .. });
        match request.mute() {
            Some(Mute::Requests(server)) => match answer {
                ApprovalAnswer::Allow(_)
                | ApprovalAnswer::AllowAndTrust(_)
                | ApprovalAnswer::Again => {
                    self.request_denials.remove(&server);
                }
                // Nor does a server go on where nobody is asked.
                ApprovalAnswer::Deny { .. } | ApprovalAnswer::Unasked(_) => {
                    *self.request_denials.entry(server).or_default() += 1;
                }
                ApprovalAnswer::Dismiss => {}
            },
            Some(Mute::Conversation(conversation, server)) if denied => {
                self.note_denial(Some(conversation), server);
            }
            Some(Mute::Conversation(..)) | None => {}
        }
        if !denied {
            return;
        }
        if let Some(q) = request.tool() {
            self.note_denied(std::iter::once(q));
        } else if let Some(group) = request.calls() {
            self.note_denied(group.calls.iter().map(|call| &call.question));
        }
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
