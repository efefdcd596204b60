//! One step of a turn: one answer of the model, and the calls it asks for.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use domain::{CallId, ConversationId, MessageId, Provenance, ProviderId, ServerId, ToolIntent};
use futures_util::StreamExt;
use llm::{ChatRequest, ChatStream, Finish, LlmError, StreamEvent, Usage};
use store::{
    CallState, ConversationRecord, MessageFailure, MessageStatus, NewMessage, NewPart, PartKind,
    PartRecord, Role,
};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    Inner,
    api::{ApiError, ErrorCode, Event},
    calls::{self, Wish},
    catalog::{Catalog, Entry},
    history, lock,
    outflow::{self, Cleared},
    providers::{Provider, model_error},
    tour,
    turns::{Plan, Streaming},
    views::{join_error, part_id},
};

/// How often text that streams is stored.
const STORE_EVERY: Duration = Duration::from_millis(500);

/// Takes one step. True when the model wants to go on after its calls.
pub(super) async fn step(
    inner: &Arc<Inner>,
    id: ConversationId,
    plan: &Plan,
    stop: &CancellationToken,
) -> bool {
    if stop.is_cancelled() {
        return false;
    }
    let record = match inner.conversation(id).await {
        Ok(record) => record,
        Err(error) => return fail_before(inner, id, "unknown", &error).await,
    };
    let model = match Model::of(inner, plan.provider, &record).await {
        Ok(model) => model,
        Err(error) => return fail_before(inner, id, "unknown", &error).await,
    };
    if let Model::Endpoint(provider) = &model {
        match outflow::cleared(inner, id, provider, stop).await {
            Ok(Cleared::Yes) => {}
            Ok(Cleared::No(why)) => return stop_before(inner, id, &provider.model, &why).await,
            Ok(Cleared::Stopped) => return false,
            Err(error) => return fail_before(inner, id, &provider.model, &error).await,
        }
    }
    let catalog = match inner.conversation(id).await {
        Ok(record) => catalog(inner, &model, &record.servers_off),
        Err(error) => return fail_before(inner, id, model.name(), &error).await,
    };
    let mut answer = match Answer::begin(inner, id, model.name()).await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::error!(%error, "an answer could not be stored");
            return false;
        }
    };
    let intents = match answer.receive(&model, &catalog, stop).await {
        Ok(intents) => intents,
        Err(end) => {
            answer.finish(end).await;
            return false;
        }
    };
    let wishes = match answer.wishes(intents, &catalog).await {
        Ok(wishes) => wishes,
        Err(error) => {
            answer.finish(AnswerEnd::Failed(error)).await;
            return false;
        }
    };
    answer.finish(AnswerEnd::Complete).await;
    if wishes.is_empty() {
        return false;
    }
    calls::perform(inner, wishes, stop).await;
    !stop.is_cancelled()
}

/// What answers.
enum Model {
    /// A model at an endpoint.
    Endpoint(Provider),
    /// The practice model of the tour.
    Practice,
}

impl Model {
    async fn of(
        inner: &Inner,
        id: ProviderId,
        conversation: &ConversationRecord,
    ) -> Result<Self, ApiError> {
        if tour::is_practice(id) {
            return Ok(Self::Practice);
        }
        let chosen = (conversation.provider == Some(id))
            .then_some(conversation.model.as_deref())
            .flatten();
        let provider = inner.provider(id).await?;
        Ok(Self::Endpoint(provider.with_model(chosen)))
    }

    fn name(&self) -> &str {
        match self {
            Self::Endpoint(provider) => &provider.model,
            Self::Practice => ::tour::MODEL,
        }
    }
}

/// The tools of the servers that are ready now, as they were accepted. Those of a server that is off in the conversation are withheld, and from
/// the practice model those of all but the tour's own.
fn catalog(inner: &Inner, model: &Model, off: &BTreeSet<ServerId>) -> Catalog {
    let of_tour = match model {
        Model::Endpoint(_) => None,
        Model::Practice => Some(inner.tour_servers()),
    };
    let mut entries = Vec::new();
    for snapshot in inner.server_snapshots() {
        let Some(connection) = snapshot.connection.as_ref() else {
            continue;
        };
        let record = &snapshot.record;
        let on = connection
            .tools
            .iter()
            .filter(|t| !record.tools_off.contains(&t.tool.name));
        entries.extend(on.map(|definition| Entry {
            server_name: record.name.clone(),
            launch: connection.launch,
            definition: connection.pins.accepted(definition).clone(),
            offered: !off.contains(&record.id)
                && of_tour.as_ref().is_none_or(|own| own.contains(&record.id)),
        }));
    }
    Catalog::new(entries)
}

async fn fail_before(
    inner: &Arc<Inner>,
    id: ConversationId,
    model: &str,
    error: &ApiError,
) -> bool {
    if let Ok(mut answer) = Answer::begin(inner, id, model).await {
        answer.finish(AnswerEnd::Failed(error.clone())).await;
    }
    false
}

/// An answer that was not asked for: why stands in its place.
async fn stop_before(inner: &Arc<Inner>, id: ConversationId, model: &str, why: &str) -> bool {
    if let Ok(mut answer) = Answer::begin(inner, id, model).await {
        let end = match answer.notice(why).await {
            Ok(()) => AnswerEnd::Stopped,
            Err(error) => AnswerEnd::Failed(error),
        };
        answer.finish(end).await;
    }
    false
}

/// How an answer ended.
enum AnswerEnd {
    Complete,
    Stopped,
    Failed(ApiError),
}

/// A part that streams.
struct Live {
    part: PartRecord,
    /// Length of its text in UTF-16 code units.
    units: usize,
}

/// An answer that is coming.
struct Answer<'a> {
    inner: &'a Arc<Inner>,
    conversation: ConversationId,
    message: MessageId,
    model: String,
    live: Option<Live>,
    stored_at: Instant,
    usage: Option<store::Usage>,
}

impl<'a> Answer<'a> {
    async fn begin(
        inner: &'a Arc<Inner>,
        conversation: ConversationId,
        model: &str,
    ) -> Result<Self, ApiError> {
        let parent = inner.conversation(conversation).await?.head;
        let message = NewMessage {
            conversation,
            parent,
            role: Role::Assistant,
            model: Some(model.to_owned()),
            status: MessageStatus::Streaming,
            parts: Vec::new(),
        };
        let message = inner.store.messages().append_message(&message).await?;
        inner.emit_message(conversation, message.id).await;
        Ok(Self {
            inner,
            conversation,
            message: message.id,
            model: model.to_owned(),
            live: None,
            stored_at: Instant::now(),
            usage: None,
        })
    }

    /// Receives the answer to its end and returns the calls the model wishes.
    async fn receive(
        &mut self,
        model: &Model,
        catalog: &Catalog,
        stop: &CancellationToken,
    ) -> Result<Vec<ToolIntent>, AnswerEnd> {
        let mut stream = self.ask(model, catalog).await.map_err(AnswerEnd::Failed)?;
        let mut intents = Vec::new();
        loop {
            let event = tokio::select! {
                () = stop.cancelled() => return Err(AnswerEnd::Stopped),
                event = stream.next() => event,
            };
            match event {
                None => return Err(AnswerEnd::Failed(model_error(&LlmError::CutStream))),
                Some(Err(error)) => return Err(AnswerEnd::Failed(model_error(&error))),
                Some(Ok(StreamEvent::Done(finish))) => return self.done(finish, intents).await,
                Some(Ok(StreamEvent::ToolIntent(intent))) => intents.push(intent),
                Some(Ok(event)) => self.take(event).await.map_err(AnswerEnd::Failed)?,
            }
        }
    }

    /// Asks the model, with the conversation so far and the tools of this turn.
    async fn ask(&self, model: &Model, catalog: &Catalog) -> Result<ChatStream, ApiError> {
        let store = &self.inner.store;
        let path = store.messages().path_to(self.message).await?;
        let calls = store.calls().of_conversation(self.conversation).await?;
        let model_text = self.inner.settings.borrow().model_text();
        let request = ChatRequest {
            model: model.name().to_owned(),
            system: Some(history::SYSTEM.to_owned()),
            messages: history::messages(&path, &calls, model_text),
            tools: catalog.specs(),
            max_tokens: None,
            tuning: llm::Tuning::default(),
        };
        Ok(match model {
            Model::Endpoint(provider) => {
                let endpoint = self.inner.endpoint(provider).await?;
                self.inner.llm.stream(endpoint, request)
            }
            Model::Practice => {
                let inner = self.inner;
                inner.practice(&request, &path, &calls, catalog).await?
            }
        })
    }

    async fn take(&mut self, event: StreamEvent) -> Result<(), ApiError> {
        match event {
            StreamEvent::Text(text) => self.add(PartKind::Text, text).await,
            StreamEvent::Reasoning(text) => self.add(PartKind::Reasoning, text).await,
            StreamEvent::Opaque(raw) => {
                self.store_live().await?;
                self.live = None;
                self.inner
                    .store
                    .messages()
                    .add_part(self.message, &self.part(PartKind::Opaque, raw))
                    .await?;
                Ok(())
            }
            StreamEvent::Usage(Usage {
                input_tokens,
                output_tokens,
            }) => {
                self.usage = Some(store::Usage {
                    input: input_tokens,
                    output: output_tokens,
                });
                Ok(())
            }
            StreamEvent::ToolStarted { .. } | StreamEvent::ToolIntent(_) | StreamEvent::Done(_) => {
                Ok(())
            }
        }
    }

    fn part(&self, kind: PartKind, body: String) -> NewPart {
        NewPart {
            kind,
            body,
            origin: Provenance::Model {
                model: self.model.clone(),
            },
        }
    }

    async fn add(&mut self, kind: PartKind, text: String) -> Result<(), ApiError> {
        if self.live.as_ref().is_none_or(|l| l.part.kind != kind) {
            self.store_live().await?;
            let part = self
                .inner
                .store
                .messages()
                .add_part(self.message, &self.part(kind, String::new()))
                .await?;
            self.live = Some(Live { part, units: 0 });
        }
        if let Some(live) = &mut self.live {
            let at = u32::try_from(live.units).unwrap_or(u32::MAX);
            let mut streaming = lock(&self.inner.streaming);
            let known = streaming.entry(self.message).or_default();
            if known.ordinal != live.part.ordinal {
                *known = Streaming {
                    ordinal: live.part.ordinal,
                    text: String::new(),
                };
            }
            known.text.push_str(&text);
            drop(streaming);
            live.units += text.encode_utf16().count();
            self.inner.emit(Event::Delta {
                conversation: self.conversation.to_string(),
                message: self.message.to_string(),
                part: part_id(self.message, live.part.ordinal),
                reasoning: kind == PartKind::Reasoning,
                at,
                text,
            });
        }
        if self.stored_at.elapsed() >= STORE_EVERY {
            self.store_live().await?;
        }
        Ok(())
    }

    async fn store_live(&mut self) -> Result<(), ApiError> {
        let text = lock(&self.inner.streaming)
            .get(&self.message)
            .map(|s| s.text.clone());
        if let (Some(live), Some(text)) = (&self.live, text) {
            self.inner
                .store
                .messages()
                .set_part_body(live.part.id, &text)
                .await?;
        }
        self.stored_at = Instant::now();
        Ok(())
    }

    async fn done(
        &mut self,
        finish: Finish,
        intents: Vec<ToolIntent>,
    ) -> Result<Vec<ToolIntent>, AnswerEnd> {
        self.store_live().await.map_err(AnswerEnd::Failed)?;
        let notice = match finish {
            Finish::Stop | Finish::ToolUse => None,
            Finish::Length => Some("The answer was cut off: it reached the model's length limit."),
            Finish::Refused => Some("The model's provider refused to answer."),
            Finish::Other(_) => Some("The model ended its answer for a reason it did not name."),
        };
        if let Some(notice) = notice {
            self.notice(notice).await.map_err(AnswerEnd::Failed)?;
        }
        Ok(intents)
    }

    /// Adds a word of the host.
    async fn notice(&self, text: &str) -> Result<(), ApiError> {
        let part = NewPart {
            kind: PartKind::Notice,
            body: text.to_owned(),
            origin: Provenance::Host,
        };
        let messages = self.inner.store.messages();
        messages.add_part(self.message, &part).await?;
        Ok(())
    }

    /// Stores each intent as a waiting call, in the model's order.
    async fn wishes(
        &mut self,
        intents: Vec<ToolIntent>,
        catalog: &Catalog,
    ) -> Result<Vec<Wish>, ApiError> {
        let mut wishes = Vec::with_capacity(intents.len());
        for intent in intents {
            let mut wish = Wish {
                id: CallId::new(),
                conversation: Some(self.conversation),
                message: Some(self.message),
                entry: catalog.resolve(&intent.alias).cloned(),
                alias: intent.alias,
                provider_call_id: intent.provider_call_id,
                arguments: intent.arguments,
                asked_by: self.model.clone(),
                stored: None,
            };
            let part = self.part(PartKind::Call, wish.id.to_string());
            let begun = calls::begin(self.inner, &mut wish).await;
            wishes.push(wish);
            let stored = match begun {
                Ok(()) => self
                    .inner
                    .store
                    .messages()
                    .add_part(self.message, &part)
                    .await
                    .map(drop),
                Err(error) => return Err(self.give_up(&wishes, error).await),
            };
            if let Err(error) = stored {
                return Err(self.give_up(&wishes, error.into()).await);
            }
        }
        Ok(wishes)
    }

    /// Ends calls that were begun and will not be made.
    async fn give_up(&self, begun: &[Wish], error: ApiError) -> ApiError {
        for wish in begun {
            let reason = "It could not be stored, so nothing was sent.";
            let calls = self.inner.store.calls();
            if let Err(error) = calls
                .finish_call(wish.id, CallState::Failed, Some(reason), None)
                .await
            {
                tracing::error!(%error, "a call that was given up could not be ended");
            }
        }
        error
    }

    async fn finish(&mut self, end: AnswerEnd) {
        if let Err(error) = self.store_live().await {
            tracing::error!(%error, "the text of an answer could not be stored");
        }
        let (status, error, failure) = match end {
            AnswerEnd::Complete => (MessageStatus::Complete, None, None),
            AnswerEnd::Stopped => (MessageStatus::Stopped, None, None),
            AnswerEnd::Failed(error) => (
                MessageStatus::Failed,
                Some(join_error(&error.message, error.hint.as_deref())),
                (error.code == ErrorCode::Key).then_some(MessageFailure::Key),
            ),
        };
        let stored = self
            .inner
            .store
            .messages()
            .set_message_status(self.message, status, error.as_deref(), failure, self.usage)
            .await;
        if let Err(error) = stored {
            tracing::error!(%error, "the end of an answer could not be stored");
        }
        lock(&self.inner.streaming).remove(&self.message);
        self.inner
            .emit_message(self.conversation, self.message)
            .await;
    }
}
