//! The request of a step, from the records of its conversation.

use std::collections::{BTreeMap, HashMap};

use context::{
    ANSWER_TOKENS, Asked, Assembled, Budget, Label, MAX_BYTES, Snapshot, Summary, Text, Tool,
    Transcript,
};
use domain::{ConversationId, MessageId, ServerId, ToolRef};
use host_api::{ApiError, ErrorCode};
use llm::{ChatStream, Feature, Lacks};
use messages::phrases;
use sha2::{Digest, Sha256};
use store::{
    CallRecord, CompactionRecord, ConversationRecord, MessageRecord, PartKind, RequestPurpose, Role,
};

use crate::{
    attaching::{AttachedRecords, scale_images},
    catalog::{Catalog, Earlier},
    history::{self, Branch, Target},
    inner::Inner,
    providers::{Learning, Lost, Takes},
    turns::offering::{Model, catalog},
};

/// The share of a small window that is kept free for the answer.
const ANSWER_SHARE: u64 = 4;

/// The records of a branch.
#[derive(Default)]
pub(crate) struct Records {
    /// The messages, oldest first.
    pub path: Vec<MessageRecord>,
    /// The calls of the conversation.
    pub calls: Vec<CallRecord>,
    /// The servers whose text was in the request for each reply.
    pub read: HashMap<MessageId, Label>,
    /// What the user attached.
    pub attached: AttachedRecords,
    /// The summary that replaces the first messages.
    pub summary: Option<SummaryRecord>,
    /// The user's instructions for the project of the conversation.
    pub project: Option<String>,
    /// The endpoint that the request goes to, as messages name it.
    pub endpoint: Option<String>,
    /// Whether that takes no answer with calls without reasoning.
    pub reasoning: bool,
}

/// A summary as a request has it.
pub(crate) struct SummaryRecord {
    /// The last message that it replaces.
    pub up_to: MessageId,
    /// The text.
    pub text: String,
    /// The model that wrote it.
    pub model: String,
    /// Whether the user edited it.
    pub edited: bool,
    /// The servers whose data it holds.
    pub label: Label,
}

impl From<CompactionRecord> for SummaryRecord {
    fn from(record: CompactionRecord) -> Self {
        Self {
            up_to: record.up_to,
            text: record.summary,
            model: record.model,
            edited: record.edited_ms.is_some(),
            label: record.label.into(),
        }
    }
}

impl Records {
    /// Reads the branch that ends with a message.
    pub async fn read(
        inner: &Inner,
        conversation: ConversationId,
        end: MessageId,
    ) -> Result<Self, ApiError> {
        let store = &inner.store;
        let mut read: HashMap<MessageId, Label> = HashMap::new();
        for (message, servers) in store.requests().labels(conversation).await? {
            read.entry(message).or_default().add(&servers.into());
        }
        let path = store.messages().path_to(end).await?;
        Ok(Self {
            calls: store.calls().of_conversation(conversation).await?,
            attached: inner.attached(conversation, &path, false).await?,
            summary: inner
                .compaction_on(conversation, &path)
                .await?
                .map(SummaryRecord::from),
            project: inner.project_instructions(conversation).await?,
            path,
            read,
            endpoint: None,
            reasoning: false,
        })
    }
}

impl Records {
    /// Names the model that the request goes to.
    pub fn to(self, model: &Model, lacks: &Lacks) -> Self {
        Self {
            endpoint: model.endpoint(),
            reasoning: lacks.has(Feature::NoReasoning),
            ..self
        }
    }

    /// Returns the tools of earlier messages.
    pub fn earlier(&self) -> Earlier {
        Earlier {
            used: self.used(),
            found: self.found(),
        }
    }

    /// Returns the tools that the host's search found in the messages that a request repeats, oldest first.
    fn found(&self) -> Vec<ToolRef> {
        let calls: HashMap<String, &CallRecord> =
            self.calls.iter().map(|c| (c.id.to_string(), c)).collect();
        let replaced = self.summary.as_ref().and_then(|summary| {
            let last = self.path.iter().position(|m| m.id == summary.up_to)?;
            Some(last + 1)
        });
        self.path
            .iter()
            .skip(replaced.unwrap_or_default())
            .flat_map(|message| &message.parts)
            .filter(|part| part.kind == PartKind::Call)
            .filter_map(|part| calls.get(&part.body))
            .filter(|call| call.server.is_none())
            .filter_map(|call| call.result.as_ref())
            .flat_map(|result| &result.content)
            .filter_map(history::defined)
            .collect()
    }

    /// Returns the tools that were called before the last message of the user, one per call that was sent, oldest first. Those of the current
    /// turn do not count yet, so the beginning of its requests stays the same.
    fn used(&self) -> Vec<ToolRef> {
        let calls: HashMap<String, &CallRecord> =
            self.calls.iter().map(|c| (c.id.to_string(), c)).collect();
        let last = self.path.iter().rposition(|m| m.role == Role::User);
        let earlier = self.path.iter().take(last.unwrap_or_default());
        earlier
            .flat_map(|message| &message.parts)
            .filter(|part| part.kind == PartKind::Call)
            .filter_map(|part| calls.get(&part.body))
            .filter(|call| call.sent_ms.is_some())
            .filter_map(|call| {
                Some(ToolRef {
                    server: call.server?,
                    name: call.tool.clone(),
                })
            })
            .collect()
    }
}

/// What a request says of servers.
#[derive(Clone, Default)]
pub(crate) struct Definitions<'a> {
    /// The tools that are sent whole, in order.
    pub tools: Vec<Tool<'a>>,
    /// The instructions, in order.
    pub instructions: Vec<Text<'a>>,
}

impl<'a> From<&'a Catalog> for Definitions<'a> {
    fn from(catalog: &'a Catalog) -> Self {
        Self {
            tools: catalog.tools(),
            instructions: catalog.instructions(),
        }
    }
}

/// What the next request of a conversation is built with.
pub(crate) struct Offer {
    /// The model's identifier at its endpoint.
    pub model: String,
    /// The tools.
    pub catalog: Catalog,
    /// The limits.
    pub budget: Budget,
    /// The endpoint, as messages name it.
    pub endpoint: Option<String>,
    /// What it lacks.
    pub lacks: Lacks,
}

/// Returns the model, the tools and the limits of the next request of a conversation. Without a known endpoint there are no tools beyond the usual limits.
pub(crate) async fn offer_of(
    inner: &Inner,
    conversation: &ConversationRecord,
) -> Result<Offer, ApiError> {
    let provider = conversation
        .provider
        .or_else(|| inner.practice_in(conversation.id));
    let model = match provider {
        Some(provider) => Model::of(inner, provider, conversation).await.ok(),
        None => None,
    };
    let learning = match &model {
        Some(model) => learned(inner, model).await?,
        None => Learning::default(),
    };
    let (takes, window) = match &model {
        Some(model) => limits(inner, model, &learning).await?,
        None => (Takes::ANYTHING, None),
    };
    let name = model
        .as_ref()
        .map(Model::name)
        .or(conversation.model.as_deref());
    let catalog = catalog(inner, model.as_ref(), &conversation.servers_off, takes);
    Ok(Offer {
        model: name.unwrap_or_default().to_owned(),
        catalog: catalog.without(&learning.aside()),
        budget: budget(inner, takes, window),
        endpoint: model.as_ref().and_then(Model::endpoint),
        lacks: learning.lacks(None),
    })
}

/// Returns what a model's endpoint was found to lack.
pub(super) async fn learned(inner: &Inner, model: &Model) -> Result<Learning, ApiError> {
    match model {
        Model::Endpoint(provider) => Learning::of(inner, provider).await,
        Model::Practice => Ok(Learning::default()),
    }
}

/// Returns what a model's endpoint accepts, and the size of its window where the endpoint says so.
pub(super) async fn limits(
    inner: &Inner,
    model: &Model,
    learning: &Learning,
) -> Result<(Takes, Option<u64>), ApiError> {
    match model {
        Model::Endpoint(provider) => {
            Ok((learning.takes(provider), inner.window_of(provider).await?))
        }
        Model::Practice => Ok((Takes::ANYTHING, None)),
    }
}

/// Returns the limits of a request to a model.
pub(super) async fn budget_of(inner: &Inner, model: &Model) -> Result<Budget, ApiError> {
    let learning = learned(inner, model).await?;
    let (takes, window) = limits(inner, model, &learning).await?;
    Ok(budget(inner, takes, window))
}

pub(super) fn budget(inner: &Inner, takes: Takes, window: Option<u64>) -> Budget {
    Budget {
        window,
        answer: window.map_or(ANSWER_TOKENS, |all| ANSWER_TOKENS.min(all / ANSWER_SHARE)),
        tools: takes.tools,
        bytes: MAX_BYTES,
        result: inner.settings.get().model_text(),
    }
}

/// A request that was sent.
pub(super) struct Sent {
    /// The recorded request.
    pub id: i64,
    /// The answer.
    pub stream: ChatStream,
    /// Whether parts were left out or shortened because the request would not fit.
    pub exceeded: bool,
    /// Its size in tokens, estimated.
    pub tokens: u64,
    /// What it has that the endpoint may refuse.
    pub has: llm::Sent,
    /// What the user chose and it does not have.
    pub lost: Lost,
}

/// Records the request for a reply and sends it to the model: the conversation so far and the tools of this turn. Notes the tools that it
/// leaves out.
///
/// # Errors
/// The user's last message does not fit, the request could not be recorded, or the endpoint's key could not be read.
pub(super) async fn send(
    inner: &Inner,
    (conversation, reply): (ConversationId, MessageId),
    model: &Model,
    catalog: &mut Catalog,
    budget: Budget,
    learning: &Learning,
) -> Result<Sent, ApiError> {
    let lacks = learning.lacks(Some(catalog));
    let records = Records::read(inner, conversation, reply).await?;
    let records = records.to(model, &lacks);
    catalog.select(&budget, &records.earlier());
    let definitions = Definitions::from(&*catalog);
    let assembled = assemble(
        inner,
        conversation,
        &records,
        model.name(),
        definitions,
        &budget,
    );
    let said = records.path.iter().rfind(|m| m.role == Role::User);
    if said.is_some_and(|said| assembled.manifest.cuts_words_of(said.id)) {
        let message = phrases::host_context_too_long();
        return Err(
            ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_context_too_long_hint())
        );
    }
    let id = inner
        .record_request(
            (conversation, reply),
            RequestPurpose::Reply,
            budget,
            &assembled,
        )
        .await?;
    let Assembled {
        mut request,
        manifest,
    } = assembled;
    request.lacks = lacks;
    request.cache_key = Some(cache_key(conversation));
    catalog.leave_out(&manifest.omitted);
    if let Model::Endpoint(provider) = model {
        inner.tune(conversation, provider, &mut request).await?;
        scale_images(inner, &mut request).await;
    }
    let has = llm::Sent::of(model.wire(), &request);
    let lost = learning.lost(&request, catalog);
    let stream = match model {
        Model::Endpoint(provider) => {
            let endpoint = inner.endpoint(provider).await?;
            let llm = inner.settings.get().patient(&inner.llm);
            llm.stream(endpoint, request)
        }
        Model::Practice => {
            inner
                .practice(&request, &records.path, &records.calls, catalog)
                .await?
        }
    };
    Ok(Sent {
        id,
        stream,
        exceeded: manifest.exceeded(),
        tokens: manifest.tokens(),
        has,
        lost,
    })
}

/// Returns the name under which an endpoint keeps the beginning of a conversation. It tells nothing of the conversation's id, which no model learns.
fn cache_key(conversation: ConversationId) -> String {
    const BYTES: usize = 16;
    let digest = Sha256::new()
        .chain_update("cache key of the conversation ")
        .chain_update(conversation.to_string())
        .finalize();
    digest
        .iter()
        .take(BYTES)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Builds the request to a model.
pub(crate) fn assemble(
    inner: &Inner,
    conversation: ConversationId,
    records: &Records,
    model: &str,
    definitions: Definitions<'_>,
    budget: &Budget,
) -> Assembled {
    with_snapshot(
        inner,
        conversation,
        records,
        model,
        definitions,
        |snapshot| context::assemble(snapshot, budget),
    )
}

/// Builds the request for a summary or a title of the messages up to and including one; none if there are none.
pub(crate) fn transcript(
    inner: &Inner,
    asked: Asked,
    (conversation, up_to): (ConversationId, MessageId),
    records: &Records,
    model: &str,
    budget: &Budget,
) -> Option<Transcript> {
    let none = Definitions::default();
    with_snapshot(inner, conversation, records, model, none, |snapshot| {
        context::transcript(snapshot, up_to, asked, budget)
    })
}

/// Runs a function on the snapshot of a branch.
fn with_snapshot<T>(
    inner: &Inner,
    conversation: ConversationId,
    records: &Records,
    model: &str,
    definitions: Definitions<'_>,
    build: impl FnOnce(&Snapshot<'_>) -> T,
) -> T {
    let snapshots = inner.servers.snapshots().into_iter();
    let names: BTreeMap<ServerId, String> = snapshots
        .map(|s| (s.record.id, s.record.name.clone()))
        .collect();
    let branch = Branch {
        path: &records.path,
        calls: &records.calls,
        names: &names,
        read: &records.read,
        attached: &records.attached,
        target: Target {
            endpoint: records.endpoint.as_deref(),
            model,
            reasoning: records.reasoning,
        },
    };
    let snapshot = Snapshot {
        conversation,
        model,
        tools: definitions.tools,
        project: records.project.as_deref(),
        instructions: definitions.instructions,
        pinned: history::attached(&records.attached.pinned, &names),
        summary: records.summary.as_ref().map(|summary| Summary {
            up_to: summary.up_to,
            text: &summary.text,
            model: &summary.model,
            edited: summary.edited,
            label: summary.label.clone(),
        }),
        messages: history::messages(&branch),
    };
    build(&snapshot)
}
