//! One step of a turn: one reply of the model, and the calls it requests.

mod begun;
mod notices;
mod usage;
mod wishes;

use std::{sync::Arc, time::Duration};

use context::Budget;
use domain::{ConversationId, MessageId, Provenance};
use futures_util::StreamExt;
use host_api::{ApiError, ErrorCode, Event};
use llm::{Finish, Item, LlmError, StreamEvent};
use messages::Text;
use store::{MessageFailure, MessageStatus, NewMessage, NewPart, PartKind, PartRecord, Role};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    calls,
    catalog::Catalog,
    inner::Inner,
    outflow::{self, Cleared},
    providers::{Learning, model_error},
    state::Plan,
    turns::{
        compacting::{self, Before},
        offering::{Model, catalog},
        request,
    },
    views::part_id,
};

/// The interval at which short streaming text is stored.
const STORE_EVERY: Duration = Duration::from_millis(500);
/// UTF-16 code units of streaming text that lengthen this interval by one second: storing costs in proportion to the text, and must not
/// cost more for each piece of a long answer.
const STORE_UNITS: u32 = 256 * 1024;
/// The longest interval: what a crash may take of an answer.
const STORE_AT_LATEST: Duration = Duration::from_secs(10);
/// Most steps in a row whose calls are all unusable. After the last one the turn ends.
const MOST_BAD: u32 = 3;

/// Executes one step. Returns true when the model wants to continue after its calls. `bad` counts the steps in a row whose calls were all unusable.
pub(super) async fn step(
    inner: &Arc<Inner>,
    id: ConversationId,
    plan: &Plan,
    bad: &mut u32,
    stop: &CancellationToken,
) -> bool {
    if stop.is_cancelled() {
        return false;
    }
    let record = match inner.conversation(id).await {
        Ok(record) => record,
        Err(error) => return fail_before(inner, id, "unknown", &error).await,
    };
    let model = match Model::planned(inner, plan, &record).await {
        Ok(model) => model,
        Err(error) => return fail_before(inner, id, "unknown", &error).await,
    };
    if let Model::Endpoint(provider) = &model {
        match outflow::cleared(inner, id, provider, stop).await {
            Ok(Cleared::Yes) => match compacting::before_step(inner, id, provider, stop).await {
                Before::GoOn => {}
                Before::Stopped => return false,
            },
            Ok(Cleared::No(why)) => return stop_before(inner, id, &provider.model, &why).await,
            Ok(Cleared::Stopped) => return false,
            Err(error) => return fail_before(inner, id, &provider.model, &error).await,
        }
    }
    let mut answer = match StreamedMessage::begin(inner, id, model.name()).await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::error!(%error, "an answer could not be stored");
            return false;
        }
    };
    let (received, catalog) = match answer.receive_within(&model, stop).await {
        Ok(received) => received,
        Err(end) => {
            answer.finish(end).await;
            return false;
        }
    };
    let wishes = match answer.keep(received, &catalog, &model, bad).await {
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
    *bad < MOST_BAD && !stop.is_cancelled()
}

async fn fail_before(
    inner: &Arc<Inner>,
    id: ConversationId,
    model: &str,
    error: &ApiError,
) -> bool {
    if let Ok(mut answer) = StreamedMessage::begin(inner, id, model).await {
        answer.finish(AnswerEnd::Failed(error.clone())).await;
    }
    false
}

/// Stores the reason in place of a reply that was not requested.
async fn stop_before(inner: &Arc<Inner>, id: ConversationId, model: &str, why: &Text) -> bool {
    if let Ok(mut answer) = StreamedMessage::begin(inner, id, model).await {
        let end = match answer.notice(&why.stored()).await {
            Ok(()) => AnswerEnd::Stopped,
            Err(error) => AnswerEnd::Failed(error),
        };
        answer.finish(end).await;
    }
    false
}

/// The interval at which a streaming text of so many code units is stored.
fn store_every(units: usize) -> Duration {
    let units = u32::try_from(units).unwrap_or(u32::MAX);
    let longer = Duration::from_secs(1).mul_f64(f64::from(units) / f64::from(STORE_UNITS));
    (STORE_EVERY + longer).min(STORE_AT_LATEST)
}

/// The end of a reply.
enum AnswerEnd {
    Complete,
    Stopped,
    Failed(ApiError),
}

/// Why a reply did not complete.
enum Broken {
    /// The endpoint refused the request, and no part of the reply arrived.
    Refused(LlmError, Box<llm::Sent>),
    /// It ended otherwise.
    End(AnswerEnd),
}

impl From<AnswerEnd> for Broken {
    fn from(end: AnswerEnd) -> Self {
        Self::End(end)
    }
}

impl From<ApiError> for Broken {
    fn from(error: ApiError) -> Self {
        Self::End(AnswerEnd::Failed(error))
    }
}

/// A whole reply.
struct Received {
    /// In the order of the wire.
    items: Vec<Item>,
    finish: Finish,
}

/// A streaming part.
struct Live {
    part: PartRecord,
    /// The length of its text in UTF-16 code units.
    units: usize,
}

/// A reply in progress.
struct StreamedMessage<'a> {
    inner: &'a Arc<Inner>,
    conversation: ConversationId,
    message: MessageId,
    model: String,
    live: Option<Live>,
    stored_at: Instant,
    usage: Option<store::Usage>,
    /// The recorded request that it answers.
    request: Option<i64>,
    /// That request, once its answer began.
    begun: Option<begun::Begun>,
}

impl<'a> StreamedMessage<'a> {
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
            request: None,
            begun: None,
        })
    }

    /// Receives the complete reply. Sends the request again with one thing less as long as the endpoint refuses what it lacks.
    async fn receive_within(
        &mut self,
        model: &Model,
        stop: &CancellationToken,
    ) -> Result<(Received, Catalog), AnswerEnd> {
        let learned = request::learned(self.inner, model).await;
        let mut learning = learned.map_err(AnswerEnd::Failed)?;
        loop {
            let catalog = self.catalog(model, &learning).await;
            let (mut catalog, budget) = catalog.map_err(AnswerEnd::Failed)?;
            let received = self
                .receive(model, (&mut catalog, budget), &mut learning, stop)
                .await;
            match received {
                Ok(received) => return Ok((received, catalog)),
                Err(Broken::End(end)) => return Err(end),
                Err(Broken::Refused(error, has)) => {
                    if !learning.learn(&error, &has, Some(&catalog)) {
                        return Err(AnswerEnd::Failed(model_error(&error)));
                    }
                }
            }
        }
    }

    /// Returns the tools of this conversation for a model, and the limits of a request.
    async fn catalog(
        &self,
        model: &Model,
        learning: &Learning,
    ) -> Result<(Catalog, Budget), ApiError> {
        let record = self.inner.conversation(self.conversation).await?;
        let (takes, window) = request::limits(self.inner, model, learning).await?;
        self.inner.end_first_listings(&record.servers_off);
        let catalog = catalog(self.inner, Some(model), &record.servers_off, takes);
        let catalog = catalog.without(&learning.aside());
        Ok((catalog, request::budget(self.inner, takes, window)))
    }

    /// Receives the complete reply.
    async fn receive(
        &mut self,
        model: &Model,
        (catalog, budget): (&mut Catalog, Budget),
        learning: &mut Learning,
        stop: &CancellationToken,
    ) -> Result<Received, Broken> {
        let at = (self.conversation, self.message);
        let request::Sent {
            id,
            mut stream,
            exceeded,
            tokens,
            has,
            lost,
        } = request::send(self.inner, at, model, catalog, budget, learning).await?;
        self.request = Some(id);
        let mut items = Vec::new();
        let mut began = false;
        loop {
            let event = tokio::select! {
                () = stop.cancelled() => return Err(AnswerEnd::Stopped.into()),
                event = stream.next() => event,
            };
            let event = match event {
                None => return Err(AnswerEnd::Failed(model_error(&LlmError::CutStream)).into()),
                Some(Err(error)) if !began => return Err(Broken::Refused(error, Box::new(has))),
                Some(Err(error)) => return Err(AnswerEnd::Failed(model_error(&error)).into()),
                Some(Ok(event)) => event,
            };
            if let StreamEvent::Waiting(waiting) = event {
                self.wait(waiting).await;
                continue;
            }
            if !std::mem::replace(&mut began, true) {
                self.end_wait().await;
                self.begun = begun::Begun::new(model, tokens);
                self.say_cut(model, catalog, exceeded, &lost).await?;
                if let Model::Endpoint(provider) = model {
                    learning.keep(self.inner, provider).await?;
                }
            }
            match event {
                StreamEvent::Done(finish) => return Ok(Received { items, finish }),
                StreamEvent::Items(all) => items = all,
                StreamEvent::Waiting(_)
                | StreamEvent::Text(_)
                | StreamEvent::Reasoning(_)
                | StreamEvent::LeftOut { .. }
                | StreamEvent::Usage(_)
                | StreamEvent::ToolStarted { .. } => self.take(event).await?,
            }
        }
    }

    async fn take(&mut self, event: StreamEvent) -> Result<(), ApiError> {
        match event {
            StreamEvent::Text(text) => self.add(PartKind::Text, text).await,
            StreamEvent::Reasoning(text) => self.add(PartKind::Reasoning, text).await,
            StreamEvent::Usage(usage) => self.count(usage).await,
            StreamEvent::LeftOut { what, count } => self.say_left_out(what, count).await,
            StreamEvent::Waiting(_)
            | StreamEvent::ToolStarted { .. }
            | StreamEvent::Items(_)
            | StreamEvent::Done(_) => Ok(()),
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
            self.inner
                .turns
                .append(self.message, live.part.ordinal, &text);
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
        let units = self.live.as_ref().map_or(0, |live| live.units);
        if self.stored_at.elapsed() >= store_every(units) {
            self.store_live().await?;
        }
        Ok(())
    }

    async fn store_live(&mut self) -> Result<(), ApiError> {
        let text = self.inner.turns.streamed(self.message);
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

    async fn finish(&mut self, end: AnswerEnd) {
        if let Err(error) = self.store_live().await {
            tracing::error!(%error, "the text of an answer could not be stored");
        }
        let (status, error, failure) = match &end {
            AnswerEnd::Complete => (MessageStatus::Complete, None, None),
            AnswerEnd::Stopped => (MessageStatus::Stopped, None, None),
            AnswerEnd::Failed(error) => (
                MessageStatus::Failed,
                Some((
                    error.message.stored(),
                    error.hint.as_ref().map(Text::stored),
                )),
                (error.code == ErrorCode::Key).then_some(MessageFailure::Key),
            ),
        };
        let stored = self
            .inner
            .store
            .messages()
            .set_message_status(
                self.message,
                status,
                error
                    .as_ref()
                    .map(|(error, hint)| (error.as_str(), hint.as_deref())),
                failure,
                self.usage,
            )
            .await;
        if let Err(error) = stored {
            tracing::error!(%error, "the end of an answer could not be stored");
        }
        self.spend().await;
        self.inner.turns.end_message(self.message);
        self.inner
            .emit_message(self.conversation, self.message)
            .await;
    }
}
