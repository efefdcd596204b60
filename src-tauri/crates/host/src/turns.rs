//! Turns: the model replies, calls tools, reads their results and continues, until it is done or cancelled.

mod branches;
mod compacting;
mod offering;
pub(crate) mod request;
mod step;
mod titling;
mod tuning;

pub(crate) use offering::on_offer;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use domain::{
    AttachmentId, ConversationId, MessageId, ProjectId, Provenance, ProviderId, ServerId,
};
use host_api::{ApiError, ErrorCode, Event, TuningView, TurnStateView};
use messages::{Text, phrases};
use store::{ConversationRecord, MessageStatus, NewMessage, NewPart, PartKind, Role};
use tokio_util::sync::CancellationToken;

use crate::{
    attaching::AttachFor,
    conversations::title_of,
    inner::{Host, Inner},
    providers::ModelChoice,
    state::Plan,
    tour,
};

/// After this many consecutive steps a turn pauses and asks the user whether to continue.
pub(crate) const MAX_STEPS: u32 = 25;
/// Maximum length of a user's message, in bytes.
const MAX_MESSAGE: usize = 1024 * 1024;
/// Time limit for ending turns when the host closes.
const END: Duration = Duration::from_secs(5);

/// Where a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To a conversation.
    Conversation(ConversationId),
    /// To a new conversation, perhaps of a project.
    New(Option<ProjectId>),
}

impl Destination {
    fn conversation(self) -> Option<ConversationId> {
        match self {
            Self::Conversation(id) => Some(id),
            Self::New(_) => None,
        }
    }
}

impl From<Option<ConversationId>> for Destination {
    fn from(conversation: Option<ConversationId>) -> Self {
        conversation.map_or(Self::New(None), Self::Conversation)
    }
}

impl Host {
    /// Sends a message of the user and starts the model's reply. Returns the conversation, a new one if none was given. `servers`
    /// are those that are on in it from now on. With none, an existing conversation is unchanged, and a new one has all on.
    ///
    /// # Errors
    /// The message is empty or too long, the endpoint or the conversation does not exist, or a reply is still in progress.
    pub async fn send(
        &self,
        conversation: Option<ConversationId>,
        provider: ProviderId,
        text: &str,
        servers: Option<BTreeSet<ServerId>>,
    ) -> Result<ConversationId, ApiError> {
        self.send_to(conversation, provider.into(), text, servers, &[])
            .await
    }

    /// Sends a message to one of the endpoint's models, which a new conversation stores, with what waits in its composer.
    ///
    /// # Errors
    /// As for [`Host::send`]; the endpoint does not list the model, or an attachment does not exist or is not for it.
    pub async fn send_to(
        &self,
        to: impl Into<Destination>,
        choice: ModelChoice,
        text: &str,
        servers: Option<BTreeSet<ServerId>>,
        attachments: &[AttachmentId],
    ) -> Result<ConversationId, ApiError> {
        let inner = &self.inner;
        let to = to.into();
        let conversation = to.conversation();
        check_text(text)?;
        let ModelChoice {
            provider,
            model,
            tuning,
        } = choice.clone();
        inner.check_provider(conversation, provider).await?;
        let attach_for = AttachFor {
            conversation,
            model: Some(choice),
        };
        inner.check_attached(&attach_for, attachments).await?;
        let _one_at_a_time = inner.turns.move_head().await;
        let record = match to {
            Destination::Conversation(id) => inner.conversation(id).await?,
            Destination::New(project) => {
                inner
                    .new_conversation(text, (provider, model), tuning, project)
                    .await?
            }
        };
        let id = record.id;
        inner.check_idle(id)?;
        if let Some(on) = servers {
            inner.set_servers_on(id, &on).await?;
        }
        if record.archived_ms.is_some() {
            self.archive_conversations(&[id], false).await?;
        }
        self.say((id, record.head), text, attachments, provider)
            .await?;
        if record.project.is_some() {
            inner.emit_projects().await?;
        }
        Ok(id)
    }

    /// Stores a message of the user after `parent` with its attachments, and starts the model's reply.
    async fn say(
        &self,
        (id, parent): (ConversationId, Option<MessageId>),
        text: &str,
        attachments: &[AttachmentId],
        provider: ProviderId,
    ) -> Result<(), ApiError> {
        self.inner.consent.heard(id);
        self.inner.run_rules.begin_turn(id);
        let part = NewPart {
            kind: PartKind::Text,
            body: text.to_owned(),
            origin: Provenance::User,
        };
        let message = NewMessage {
            conversation: id,
            parent,
            role: Role::User,
            model: None,
            status: MessageStatus::Complete,
            parts: vec![part],
        };
        let inner = &self.inner;
        let messages = inner.store.messages();
        let message = messages.append_with(&message, attachments).await?;
        if !attachments.is_empty() {
            // Data of servers may be among them.
            inner.flows.forget(id);
        }
        if tour::is_practice(provider) {
            inner.begin_tour_in(id).await?;
        }
        inner.emit_message(id, message.id).await;
        // The new branch may not have the last message of a summary.
        inner.emit_compaction(id).await?;
        self.begin_turn(id, provider.into())?;
        inner.emit_conversation(id).await
    }

    /// Continues a paused turn.
    ///
    /// # Errors
    /// There is no paused turn.
    pub fn continue_turn(&self, id: ConversationId) -> Result<(), ApiError> {
        let nothing = || ApiError::new(ErrorCode::Invalid, phrases::host_turn_not_paused());
        let plan = self.inner.turns.paused(id).ok_or_else(nothing)?;
        self.begin_turn(id, plan)
    }

    /// Cancels the turn of a conversation. Received text is kept.
    pub fn stop_turn(&self, id: ConversationId) {
        self.inner.stop_turn(id);
    }

    pub(crate) async fn wait_for_turns(&self) {
        let tasks = self.inner.turns.take_tasks();
        let ended = async {
            futures_util::future::join_all(tasks).await;
            self.inner.calls.background_ended().await;
        };
        let _ = tokio::time::timeout(END, ended).await;
    }

    fn begin_turn(&self, id: ConversationId, plan: Plan) -> Result<(), ApiError> {
        let inner = &self.inner;
        let stop = inner.closing.child_token();
        let task = run(Arc::clone(inner), id, plan.clone(), stop.clone());
        if !inner.turns.begin(id, plan, stop, || tokio::spawn(task)) {
            let message = phrases::host_turn_running();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        self.inner.emit(Event::Turn {
            conversation: id.to_string(),
            state: TurnStateView::Running,
        });
        Ok(())
    }
}

fn check_text(text: &str) -> Result<(), ApiError> {
    if text.trim().is_empty() || text.len() > MAX_MESSAGE {
        let message = phrases::host_turn_text_size(MAX_MESSAGE / (1024 * 1024));
        return Err(ApiError::new(ErrorCode::Invalid, message));
    }
    Ok(())
}

async fn run(inner: Arc<Inner>, id: ConversationId, plan: Plan, stop: CancellationToken) {
    let mut state = TurnStateView::Paused { steps: MAX_STEPS };
    tokio::select! {
        () = stop.cancelled() => {}
        () = inner.renew_tools(id) => {}
    }
    let mut bad = 0;
    for _ in 0..MAX_STEPS {
        if !step::step(&inner, id, &plan, &mut bad, &stop).await {
            state = TurnStateView::Idle;
            break;
        }
    }
    inner.turns.end(id, state);
    inner.emit(Event::Turn {
        conversation: id.to_string(),
        state,
    });
    let _ = inner.emit_conversation(id).await;
    if state == TurnStateView::Idle && !stop.is_cancelled() {
        titling::after(&inner, id, plan, stop);
    }
}

impl Inner {
    /// Reads the tools of the servers that are on in a conversation again, where a list is older than its server lets it be used.
    async fn renew_tools(&self, id: ConversationId) {
        // A conversation that cannot be read fails at the first step.
        let Ok(record) = self.conversation(id).await else {
            return;
        };
        let on = self.servers.all().into_iter();
        let on = on.filter(|handle| !record.servers_off.contains(&handle.snapshot().record.id));
        let renewed = on.map(|handle| async move { handle.renew_tools().await });
        futures_util::future::join_all(renewed).await;
    }

    /// Checks that this endpoint, or the practice model, may be used in a conversation.
    async fn check_provider(
        &self,
        conversation: Option<ConversationId>,
        provider: ProviderId,
    ) -> Result<(), ApiError> {
        if tour::is_practice(provider) {
            return self.check_practice(conversation);
        }
        self.provider(provider).await.map(drop)
    }

    /// Checks that no reply is in progress, since a reply has exclusive use of its branch.
    fn check_idle(&self, id: ConversationId) -> Result<(), ApiError> {
        if self.turns.state(id) == TurnStateView::Running {
            let message = phrases::host_turn_running();
            return Err(
                ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_turn_running_hint())
            );
        }
        Ok(())
    }

    async fn new_conversation(
        &self,
        text: &str,
        (provider, model): (ProviderId, Option<String>),
        tuning: TuningView,
        project: Option<ProjectId>,
    ) -> Result<ConversationRecord, ApiError> {
        let begins = match project {
            Some(id) => Some(self.project(id).await?.settings),
            None => None,
        };
        let model = match model {
            Some(model) => self.provider(provider).await?.checked_model(Some(model))?,
            None => None,
        };
        let tuning = match tuning == TuningView::default() {
            true => None,
            false => Some(
                self.checked_tuning(provider, model.as_deref(), tuning)
                    .await?,
            ),
        };
        // An endpoint of this run is not stored, since it would not exist in the next run.
        let stored = self
            .store
            .providers()
            .list()
            .await?
            .iter()
            .any(|p| p.id == provider);
        let title =
            title_of(text).unwrap_or_else(|| Text::from(phrases::host_conversation_new()).chosen());
        let conversations = self.store.conversations();
        let mut made = conversations
            .create(&title, stored.then_some(provider), model.as_deref())
            .await?;
        if let Some(begins) = begins {
            conversations.move_to(&[made.id], project, None).await?;
            conversations
                .set_servers_off(made.id, &begins.servers_off)
                .await?;
            made.project = project;
        }
        if let Some(tuning) = tuning {
            conversations.set_tuning(made.id, &tuning).await?;
        }
        Ok(made)
    }
}
