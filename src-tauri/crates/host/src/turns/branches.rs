//! Branches of a conversation: edited messages, retried replies, and switching between branches.
//!
//! Nothing is overwritten: each attempt is kept beside the others, with its calls. Only the current branch is sent to the model.

use domain::{ConversationId, MessageId, ProviderId};
use host_api::{ApiError, ConversationView, ErrorCode, MessageView, RoleView};
use messages::phrases;
use store::{MessageRecord, Role};

use crate::{
    inner::{Host, Inner},
    providers::ModelChoice,
    state::Plan,
    turns::check_text,
};

impl Host {
    /// Sends an edited message of the user in place of an earlier one, with its attachments. The earlier one is kept with its replies.
    ///
    /// # Errors
    /// There is no such message of the user, the text is empty or too long, the endpoint does not exist, or a reply is still in
    /// progress.
    pub async fn edit_message(
        &self,
        id: ConversationId,
        message: MessageId,
        provider: ProviderId,
        text: &str,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        check_text(text)?;
        inner.check_provider(Some(id), provider).await?;
        let _one_at_a_time = inner.turns.move_head().await;
        inner.check_idle(id)?;
        let message = inner.message_of(id, message).await?;
        if message.role != Role::User {
            let message = phrases::host_turn_own_messages();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let mut attached = inner.store.attachments().of_messages(id).await?;
        let attached = attached.remove(&message.id).unwrap_or_default();
        let at = (id, message.parent);
        self.say(at, text, &attached, provider).await
    }

    /// Retries a failed or cancelled reply. Only its last step is repeated, so that no call is repeated. The old step is kept as
    /// its own branch.
    ///
    /// # Errors
    /// There is no such reply, or one is still in progress.
    pub async fn retry_turn(&self, id: ConversationId) -> Result<(), ApiError> {
        let _one_at_a_time = self.inner.turns.move_head().await;
        let head = self
            .inner
            .conversation(id)
            .await?
            .head
            .ok_or_else(nothing)?;
        let head = self.inner.message_of(id, head).await?;
        if head.role != Role::Assistant {
            return Err(nothing());
        }
        self.answer_again(id, head.parent.ok_or_else(nothing)?)
            .await
    }

    /// Requests another complete reply to the user's message before this one. The old reply is kept as its own branch, with its
    /// calls. Calls of the new reply need their own approval.
    ///
    /// # Errors
    /// There is no such message, the conversation has no endpoint, or a reply is still in progress.
    pub async fn retry_answer(
        &self,
        id: ConversationId,
        message: MessageId,
    ) -> Result<(), ApiError> {
        let _one_at_a_time = self.inner.turns.move_head().await;
        let asked = self.asked_before(id, message).await?;
        self.answer_again(id, asked).await
    }

    /// Asks another model the same, once: its reply is on a branch beside this one, and the conversation keeps its model.
    ///
    /// # Errors
    /// There is no such message, endpoint or model, or a reply is still in progress.
    pub async fn ask_another(
        &self,
        id: ConversationId,
        message: MessageId,
        choice: ModelChoice,
    ) -> Result<(), ApiError> {
        let _one_at_a_time = self.inner.turns.move_head().await;
        let provider = self.inner.provider(choice.provider).await?;
        let model = provider.checked_model(choice.model)?;
        let plan = Plan {
            provider: provider.id,
            model: Some(model.unwrap_or(provider.model)),
        };
        let asked = self.asked_before(id, message).await?;
        self.answer_with(id, asked, plan).await
    }

    /// Returns the messages of the reply that a message belongs to, on its most recently written branch: without the switch to it.
    ///
    /// # Errors
    /// The conversation has no such message, or stored data cannot be read.
    pub async fn reply_beside(
        &self,
        id: ConversationId,
        message: MessageId,
    ) -> Result<Vec<MessageView>, ApiError> {
        let inner = &self.inner;
        let message = inner.message_of(id, message).await?.id;
        let end = inner.store.messages().newest_below(message).await?;
        let path = match end {
            Some(end) => inner.messages_to(id, end).await?,
            None => Vec::new(),
        };
        let first = message.to_string();
        let from = path.into_iter().skip_while(|m| m.id != first);
        Ok(from.take_while(|m| m.role == RoleView::Assistant).collect())
    }

    /// Returns the message of the user before a reply.
    async fn asked_before(
        &self,
        id: ConversationId,
        message: MessageId,
    ) -> Result<MessageId, ApiError> {
        let message = self.inner.message_of(id, message).await?;
        let path = self.inner.store.messages().path_to(message.id).await?;
        let asked = path.iter().rev().find(|m| m.role == Role::User);
        Ok(asked.ok_or_else(nothing)?.id)
    }

    async fn answer_again(&self, id: ConversationId, after: MessageId) -> Result<(), ApiError> {
        let inner = &self.inner;
        let no_model = || {
            ApiError::new(ErrorCode::Invalid, phrases::host_turn_no_model())
                .hint(phrases::host_turn_no_model_hint())
        };
        let stored = inner.conversation(id).await?.provider;
        let provider = stored
            .or_else(|| inner.practice_in(id))
            .ok_or_else(no_model)?;
        self.answer_with(id, after, provider.into()).await
    }

    async fn answer_with(
        &self,
        id: ConversationId,
        after: MessageId,
        plan: Plan,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        inner.check_idle(id)?;
        inner.check_provider(Some(id), plan.provider).await?;
        let conversations = inner.store.conversations();
        conversations.set_head(id, Some(after)).await?;
        inner.emit_compaction(id).await?;
        self.begin_turn(id, plan)
    }

    /// Switches to the branch through a message, up to its most recently written end. The conversation continues there.
    ///
    /// # Errors
    /// The conversation has no such message, or a reply is still in progress.
    pub async fn show_branch(
        &self,
        id: ConversationId,
        message: MessageId,
    ) -> Result<ConversationView, ApiError> {
        let inner = &self.inner;
        {
            let _one_at_a_time = inner.turns.move_head().await;
            inner.check_idle(id)?;
            let message = inner.message_of(id, message).await?.id;
            let end = inner.store.messages().newest_below(message).await?;
            // A pause belongs to its branch.
            self.stop_turn(id);
            inner.store.conversations().set_head(id, end).await?;
        }
        self.open_conversation(id).await
    }
}

fn nothing() -> ApiError {
    ApiError::new(ErrorCode::Invalid, phrases::host_turn_no_answer())
}

impl Inner {
    /// Returns a message of this conversation only.
    async fn message_of(
        &self,
        id: ConversationId,
        message: MessageId,
    ) -> Result<MessageRecord, ApiError> {
        let found = self.store.messages().get(message).await?;
        found
            .filter(|m| m.conversation == id)
            .ok_or_else(|| ApiError::new(ErrorCode::NotFound, phrases::host_message_gone()))
    }
}
