//! Approval requests for sampling: a server's request to the user's model, the person's edits, and the model's answer.
//! Only what was on display when it was approved is sent.

use domain::{ProviderId, SamplingContent, SamplingReply, SamplingRequest, StopReason};

/// The model that would answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingModel {
    /// Its endpoint.
    pub provider: ProviderId,
    /// The user's name for the endpoint.
    pub name: String,
    /// Its name.
    pub model: String,
    /// The endpoint's origin.
    pub origin: String,
    /// Whether the endpoint is on this machine.
    pub on_this_machine: bool,
}

/// What a person makes of one block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BlockEdit {
    /// It stays.
    #[default]
    Keep,
    /// It is not sent.
    LeaveOut,
    /// It is this text.
    Text(String),
}

/// What a person makes of a request, always of what the server asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingEdit {
    /// Another endpoint than the one that was chosen for them.
    pub provider: Option<ProviderId>,
    /// The system prompt; none leaves it out.
    pub system: Option<String>,
    /// Each block of each message.
    pub blocks: Vec<Vec<BlockEdit>>,
    /// The names of the tools that stay.
    pub tools: Vec<String>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// Whether the context is added that the server asked for.
    pub context: bool,
}

/// Earlier results of the server, which may be added if it asked for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingContext {
    /// Whose context it asked for, in its word.
    pub asked: String,
    /// What would be added: a line for people, and the text.
    pub items: Vec<(String, String)>,
}

/// What goes to the model, and to which.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingDraft {
    /// The request as it is sent. Its `raw` is still what came from the server.
    pub request: SamplingRequest,
    /// The model.
    pub model: SamplingModel,
}

/// A request for the model, to be decided.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingApproval {
    /// What the server asked.
    pub asked: SamplingRequest,
    /// What may be added of its own.
    pub context: Option<SamplingContext>,
    /// The model that was chosen for the user.
    pub chosen: SamplingModel,
    /// Why that one, in words.
    pub why: String,
    /// The longest answer before a person said otherwise, in tokens.
    pub limit: u32,
    /// Which request of the server today it is, from 1.
    pub today: u32,
    /// The host's own number of it, under which it is counted.
    pub number: i64,
    /// What a person made of it.
    pub edit: SamplingEdit,
    /// What would be sent.
    pub draft: SamplingDraft,
    /// Whether a person has the same asked once more.
    pub again: bool,
}

impl SamplingApproval {
    /// Number of differences from the server's request.
    #[must_use]
    pub fn edits(&self) -> usize {
        let edit = &self.edit;
        let blocks = edit.blocks.iter().flatten();
        let dropped = |name: &str| !edit.tools.iter().any(|kept| kept == name);
        blocks.filter(|block| **block != BlockEdit::Keep).count()
            + usize::from(edit.system != self.asked.system_prompt)
            + self.asked.tools.iter().filter(|t| dropped(&t.name)).count()
            + usize::from(edit.max_tokens != self.limit)
            + usize::from(edit.context)
            + usize::from(self.draft.model.provider != self.chosen.provider)
    }

    pub(crate) fn is_edit_of(&self, other: &Self) -> bool {
        self.asked == other.asked
            && self.context == other.context
            && self.chosen == other.chosen
            && self.limit == other.limit
            && self.draft.request.id == other.asked.id
    }
}

/// What a model answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SamplingAnswer {
    /// Its words and calls, at least one block.
    pub content: Vec<SamplingContent>,
    /// Why it ended.
    pub stop_reason: StopReason,
    /// Tokens it read, if its endpoint says.
    pub input_tokens: Option<u64>,
    /// Tokens it wrote, if its endpoint says.
    pub output_tokens: Option<u64>,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// An answer on its way to a server, to be decided.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplingReplyApproval {
    /// The request as it was approved.
    pub prompt: SamplingApproval,
    /// What the model answered.
    pub answer: SamplingAnswer,
    /// What a person made of each block.
    pub edit: Vec<BlockEdit>,
    /// What the server would get.
    pub reply: SamplingReply,
    /// The user allowed answers to this server without approval. An answer that calls tools still needs it.
    pub standing: bool,
}

impl SamplingReplyApproval {
    /// How many blocks differ from what the model said.
    #[must_use]
    pub fn edits(&self) -> usize {
        let changed = self.edit.iter().filter(|block| **block != BlockEdit::Keep);
        changed.count()
    }

    /// Whether the server would run tools because of it.
    #[must_use]
    pub fn has_tools(&self) -> bool {
        let calls = |block: &SamplingContent| matches!(block, SamplingContent::ToolUse { .. });
        self.reply.content.iter().any(calls)
    }

    pub(crate) fn is_edit_of(&self, other: &Self) -> bool {
        self.prompt == other.prompt
            && self.answer == other.answer
            && self.standing == other.standing
            && self.reply.request == other.reply.request
            && self.reply.server == other.reply.server
    }
}
