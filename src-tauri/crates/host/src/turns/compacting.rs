//! Compaction of long conversations: a model's summary takes the place of older messages in later requests. No message is deleted.

mod choice;
mod order;
mod summary;

use std::sync::Arc;

use context::{Budget, MAX_BYTES};
use domain::{ConversationId, MessageId, ProviderId};
use host_api::{ApiError, ErrorCode, Event, TurnStateView};
use messages::phrases;
use store::MAX_SUMMARY;
use tokio_util::sync::CancellationToken;

use crate::{
    inner::{Host, Inner},
    outflow::{self, Cleared},
    state::{Plan, Provider},
    turns::{
        offering::{Model, catalog},
        request::{self, Definitions, Records},
    },
};

use choice::{Weight, automatic_end, weights};
use order::{End, Order, last_said, nothing};

/// The share of the window that the messages after a summary may take: a quarter.
const KEPT_SHARE: u64 = 4;

impl Host {
    /// Starts a compaction of a conversation's current branch: of the messages up to and including `up_to`, or of all but the last few. The conversation's model writes the summary,
    /// or that of the endpoint `with`. Events report the progress and the end; [`Host::stop_turn`] stops it.
    ///
    /// # Errors
    /// There is nothing to summarize, the branch has no such message, the conversation has no model at an endpoint, or an answer is in progress.
    pub async fn compact(
        &self,
        id: ConversationId,
        up_to: Option<MessageId>,
        with: Option<ProviderId>,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let _one_at_a_time = inner.turns.move_head().await;
        inner.check_idle(id)?;
        let record = inner.conversation(id).await?;
        let provider = with
            .or(record.provider)
            .ok_or_else(|| match inner.practice_in(id) {
                Some(_) => ApiError::new(ErrorCode::Invalid, phrases::host_compact_practice()),
                None => ApiError::new(ErrorCode::Invalid, phrases::host_turn_no_model())
                    .hint(phrases::host_turn_no_model_hint()),
            })?;
        let model = Model::of(inner, provider, &record).await?;
        let Model::Endpoint(endpoint) = model else {
            let message = phrases::host_compact_practice();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        };
        let head = record.head.ok_or_else(nothing)?;
        let weights = inner.weights_of(id, head, &endpoint.model).await?;
        let up_to = match up_to {
            Some(message) if weights.iter().any(|weight| weight.message == message) => message,
            Some(_) => {
                let message = phrases::host_compact_done();
                return Err(ApiError::new(ErrorCode::Invalid, message)
                    .hint(phrases::host_compact_done_hint()));
            }
            None => automatic_end(&weights, u64::MAX).ok_or_else(nothing)?,
        };
        let order = Order {
            conversation: id,
            head,
            up_to,
            automatic: false,
        };
        self.begin_compaction(order, endpoint).await
    }

    /// Starts the compaction in place of a turn, so that no turn runs meanwhile. A paused turn stays paused.
    async fn begin_compaction(&self, order: Order, endpoint: Provider) -> Result<(), ApiError> {
        let (inner, id) = (&self.inner, order.conversation);
        let before = inner.turns.state(id);
        let plan = inner
            .turns
            .paused(id)
            .unwrap_or_else(|| Plan::from(endpoint.id));
        let stop = inner.closing.child_token();
        let task = run(Arc::clone(inner), order, endpoint, before, stop.clone());
        if !inner.turns.begin(id, plan, stop, || tokio::spawn(task)) {
            let message = phrases::host_turn_running();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        inner.emit(Event::Turn {
            conversation: id.to_string(),
            state: TurnStateView::Running,
        });
        inner.emit_conversation(id).await
    }

    /// Replaces the text of the summary in effect with the user's. It keeps its label, and stays data in a request.
    ///
    /// # Errors
    /// The text is empty or too long, the summary is not in effect any more, or an answer is in progress.
    pub async fn edit_summary(
        &self,
        id: ConversationId,
        compaction: &str,
        text: &str,
    ) -> Result<(), ApiError> {
        if text.trim().is_empty() || text.len() > MAX_SUMMARY {
            let message = phrases::host_compact_size(MAX_SUMMARY / 1024);
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let inner = &self.inner;
        let _one_at_a_time = inner.turns.move_head().await;
        inner.check_idle(id)?;
        let compactions = inner.store.compactions();
        let edited = compactions.edit(id, parse(compaction)?, text.trim());
        edited.await.map_err(gone_or)?;
        inner.emit_compaction(id).await
    }

    /// Undoes a compaction: its messages are sent again, or the summary before it.
    ///
    /// # Errors
    /// The summary is not in effect any more, or an answer is in progress.
    pub async fn undo_compaction(
        &self,
        id: ConversationId,
        compaction: &str,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let _one_at_a_time = inner.turns.move_head().await;
        inner.check_idle(id)?;
        let compactions = inner.store.compactions();
        let undone = compactions.undo(id, parse(compaction)?);
        undone.await.map_err(gone_or)?;
        inner.emit_compaction(id).await
    }

    /// Dismisses the message about a compaction that failed.
    ///
    /// # Errors
    /// The conversation does not exist, or it cannot be read.
    pub async fn dismiss_compaction(&self, id: ConversationId) -> Result<(), ApiError> {
        self.inner.compacting.dismiss(id);
        self.inner.emit_compaction(id).await
    }
}

fn parse(compaction: &str) -> Result<i64, ApiError> {
    compaction.parse().map_err(|_| gone())
}

fn gone() -> ApiError {
    ApiError::new(ErrorCode::NotFound, phrases::host_compact_gone())
}

fn gone_or(error: store::StoreError) -> ApiError {
    if matches!(error, store::StoreError::NotFound) {
        return gone();
    }
    error.into()
}

/// Makes a compaction that the user started.
async fn run(
    inner: Arc<Inner>,
    order: Order,
    endpoint: Provider,
    before: TurnStateView,
    stop: CancellationToken,
) {
    let id = order.conversation;
    let end = match outflow::cleared(&inner, id, &endpoint, &stop).await {
        Ok(Cleared::Yes) => inner.summarize(&order, &endpoint, &stop).await,
        Ok(Cleared::No(why)) => Err(End::Failed(ApiError::new(ErrorCode::Denied, why))),
        Ok(Cleared::Stopped) => Err(End::Stopped),
        Err(error) => Err(End::Failed(error)),
    };
    inner.note_end(id, false, end).await;
    inner.turns.end(id, before);
    inner.emit(Event::Turn {
        conversation: id.to_string(),
        state: before,
    });
    let _ = inner.emit_conversation(id).await;
}

/// Whether the step may go on.
pub(super) enum Before {
    /// It goes on, with a summary or without.
    GoOn,
    /// The turn was cancelled meanwhile.
    Stopped,
}

/// Summarizes older messages if the next request would take more than 80 % of the model's window, or not fit beside the answer. A failure changes nothing: the request is then fitted
/// as without summaries, and no other attempt is made before the next message of the user.
pub(super) async fn before_step(
    inner: &Arc<Inner>,
    id: ConversationId,
    endpoint: &Provider,
    stop: &CancellationToken,
) -> Before {
    let order = match inner.automatic_order(id, endpoint).await {
        Ok(Some(order)) => order,
        Ok(None) => return Before::GoOn,
        Err(error) => {
            tracing::warn!(%error, "it could not be found out whether a conversation needs a summary");
            return Before::GoOn;
        }
    };
    let end = inner.summarize(&order, endpoint, stop).await;
    let stopped = matches!(end, Err(End::Stopped));
    inner.note_end(id, true, end).await;
    match stopped {
        true => Before::Stopped,
        false => Before::GoOn,
    }
}

impl Inner {
    /// Stores and emits the end of a compaction.
    async fn note_end(&self, id: ConversationId, automatic: bool, end: Result<(), End>) {
        match end {
            Ok(()) | Err(End::Stopped) => self.compacting.clear(id),
            Err(End::Failed(error)) => {
                tracing::warn!(%error, automatic, "a conversation could not be summarized");
                if self.compacting.of(id).is_none() {
                    self.compacting.begin(id, automatic, 0, None);
                }
                self.compacting.fail(id, error);
            }
        }
        if let Err(error) = self.emit_compaction(id).await {
            tracing::warn!(%error, "the end of a compaction could not be told");
        }
    }

    /// Returns the compaction that the next request needs, if it needs one and there is something to summarize.
    async fn automatic_order(
        &self,
        id: ConversationId,
        endpoint: &Provider,
    ) -> Result<Option<Order>, ApiError> {
        if !self.settings.get().compacts() {
            return Ok(None);
        }
        let model = Model::Endpoint(endpoint.clone());
        let learning = request::learned(self, &model).await?;
        let (takes, window) = request::limits(self, &model, &learning).await?;
        let conversation = self.conversation(id).await?;
        let (Some(all), Some(head)) = (window, conversation.head) else {
            return Ok(None);
        };
        let budget = request::budget(self, takes, window);
        let records = Records::read(self, id, head).await?;
        let records = records.to(&model, &learning.lacks(None));
        let said = last_said(&records);
        if self.compacting.failed_since(id, said) {
            return Ok(None);
        }
        let catalog = catalog(self, Some(&model), &conversation.servers_off, takes);
        let mut catalog = catalog.without(&learning.aside());
        catalog.select(&budget, &records.earlier());
        let whole = Budget {
            window: None,
            bytes: MAX_BYTES,
            ..budget
        };
        let definitions = Definitions::from(&catalog);
        let next = request::assemble(self, id, &records, &endpoint.model, definitions, &whole);
        let tokens = next.manifest.tokens();
        let fits = budget.tokens().is_none_or(|most| tokens <= most);
        if fits && !budget.is_nearly_full(tokens) {
            return Ok(None);
        }
        let weights = weights(&records, &next.manifest);
        let up_to = automatic_end(&weights, all / KEPT_SHARE);
        Ok(up_to.map(|up_to| Order {
            conversation: id,
            head,
            up_to,
            automatic: true,
        }))
    }

    /// Returns the messages of a branch that no summary replaces, each with its size.
    async fn weights_of(
        &self,
        id: ConversationId,
        head: MessageId,
        model: &str,
    ) -> Result<Vec<Weight>, ApiError> {
        let records = Records::read(self, id, head).await?;
        let whole = request::budget(self, crate::providers::Takes::ANYTHING, None);
        let none = Definitions::default();
        let all = request::assemble(self, id, &records, model, none, &whole);
        Ok(weights(&records, &all.manifest))
    }
}
