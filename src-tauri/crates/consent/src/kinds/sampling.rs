//! Approval requests for sampling: a server's request to the user's model, and the person's edits.
//! Only what was on display when it was approved is sent.

use domain::{DraftDigest, ProviderId, RequestId, SamplingRequest, ServerId};
use serde::{Deserialize, Serialize};

use crate::{Decide, GrantScope, InRound, Log, Mute, RequestApproval};

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

/// Why a model was chosen for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelReason {
    /// Its name contains this hint of the server.
    Hint(String),
    /// It fits the server's priorities best.
    Priorities,
    /// It is the model in use.
    InUse,
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
    /// Why that one.
    pub why: ModelReason,
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

/// What the log keeps of a request for the model, and of a reply to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SamplingDetail {
    /// The kind of the server's request: `sampling` or `sampling_reply`.
    pub request: String,
    /// The request.
    pub id: RequestId,
    /// The model.
    pub model: String,
    /// Its endpoint's origin.
    pub origin: String,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// Whether a person changed it.
    pub edited: bool,
    /// The digest of everything that is sent to the model.
    pub digest: DraftDigest,
    /// Whether a person has the same asked once more.
    pub again: bool,
    /// The request of this host that it is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<InRound>,
}

impl SamplingDetail {
    pub(crate) fn of(
        request: &str,
        (id, round): (RequestId, &Option<InRound>),
        prompt: &SamplingApproval,
        edits: usize,
    ) -> Self {
        let SamplingDraft {
            request: sent,
            model,
        } = &prompt.draft;
        Self {
            request: request.to_owned(),
            id,
            model: model.model.clone(),
            origin: model.origin.clone(),
            max_tokens: sent.max_tokens,
            edited: edits > 0,
            digest: prompt.draft.digest(),
            again: prompt.again,
            round: round.clone(),
        }
    }
}

impl Decide for RequestApproval<SamplingApproval> {
    type Action = SamplingDraft;
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

    fn offers(&self, scope: &GrantScope) -> bool {
        *scope == GrantScope::Once
    }

    fn action(&self) -> SamplingDraft {
        self.ask.draft.clone()
    }

    fn log(&self) -> Log {
        self.logged(Some(self.ask.draft.to_json(false).to_string()))
    }

    fn detail(&self) -> SamplingDetail {
        SamplingDetail::of(
            "sampling",
            (self.id, &self.round),
            &self.ask,
            self.ask.edits(),
        )
    }

    fn was_edited(detail: &SamplingDetail) -> bool {
        detail.edited
    }
}
