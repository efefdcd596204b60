//! Approval requests for a model's reply to a server. Only what was on display when it was approved is sent.

use domain::{RequestId, SamplingContent, SamplingReply, ServerId, StopReason};
use serde_json::{Value, json};

use crate::{
    BlockEdit, Decide, DecidedBy, GrantScope, Log, Mute, RequestApproval, SamplingApproval,
    SamplingDetail, Settled,
};

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

impl Decide for RequestApproval<SamplingReplyApproval> {
    type Action = SamplingReply;
    type Detail = SamplingDetail;
    const IS_REQUEST: bool = true;

    fn server(&self) -> Option<ServerId> {
        Some(self.server)
    }

    fn request(&self) -> Option<RequestId> {
        Some(self.id)
    }

    fn mute(&self) -> Option<Mute> {
        Some(Mute::Requests(self.server))
    }

    /// The user said for this server that replies need no approval, unless they call tools.
    fn settled(&self) -> Option<Settled> {
        let unasked = self.ask.standing && !self.ask.has_tools();
        unasked.then_some(Settled::Allowed(DecidedBy::Rule, GrantScope::Standing))
    }

    /// From a standing approval on, replies of a model go to that server without one.
    fn offers(&self, scope: &GrantScope) -> bool {
        matches!(scope, GrantScope::Once | GrantScope::Standing)
    }

    fn may_ask_again(&self) -> bool {
        true
    }

    fn action(&self) -> SamplingReply {
        self.ask.reply.clone()
    }

    fn log(&self) -> Log {
        let blocks: Vec<Value> = self.ask.reply.content.iter().map(said).collect();
        self.logged(Some(json!({ "said": blocks }).to_string()))
    }

    fn detail(&self) -> SamplingDetail {
        let (prompt, edits) = (&self.ask.prompt, self.ask.edits());
        SamplingDetail::of("sampling_reply", (self.id, &self.round), prompt, edits)
    }

    fn was_edited(detail: &SamplingDetail) -> bool {
        detail.edited
    }
}

fn said(block: &SamplingContent) -> Value {
    match block {
        SamplingContent::Text(text) => json!(text),
        SamplingContent::ToolUse { name, input, .. } => {
            json!({ "tool": name, "input": input.as_str() })
        }
        SamplingContent::Image { mime_type, data } | SamplingContent::Audio { mime_type, data } => {
            json!({ "type": mime_type, "bytes": data.len() / 4 * 3 })
        }
        SamplingContent::ToolResult { tool_use_id, .. } => json!({ "result_of": tool_use_id }),
    }
}
