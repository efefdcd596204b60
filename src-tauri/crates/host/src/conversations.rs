//! Conversations: list, open, rename, pin, archive, move, delete with undo.

mod compaction;
mod importing;
mod pending;
mod purging;
mod shelf;

pub(crate) use pending::follow as follow_approvals;
pub(crate) use purging::purge_deleted;

use std::collections::{BTreeSet, HashMap};

use domain::{CallId, ConversationId, MessageId, ServerId};
use host_api::{
    ApiError, ConversationSummary, ConversationView, ErrorCode, Event, ExcerptView, FoundView,
    MessageView,
};
use messages::phrases;
use store::{CallRecord, Listed, MARK_BEGIN, MARK_END, SearchFilter, Spent};

use crate::{
    inner::{Host, Inner},
    providers::ModelChoice,
    views,
};

/// Maximum number of conversations listed at once.
const LISTED: u32 = 500;
/// Maximum length of a search text, in characters.
const MAX_QUERY: usize = 200;
/// Maximum length of a title, in characters.
const MAX_TITLE: usize = 120;

impl Host {
    /// Returns a conversation with the messages of its current branch.
    ///
    /// # Errors
    /// It does not exist, or it cannot be read.
    pub async fn open_conversation(
        &self,
        id: ConversationId,
    ) -> Result<ConversationView, ApiError> {
        let record = self.inner.conversation(id).await?;
        let summary = views::summary(&self.inner, &record);
        let messages = match record.head {
            Some(head) => self.inner.messages_to(id, head).await?,
            None => Vec::new(),
        };
        Ok(ConversationView {
            summary,
            messages,
            compaction: self.inner.compaction_view(id, record.head).await?,
            compacting: self.inner.compacting.of(id),
            usage: self.inner.usage_of(id).await?,
        })
    }

    /// Returns the conversations whose title, messages or tool calls contain the words of a text, newest first. A text without
    /// words matches nothing.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn search_conversations(
        &self,
        text: &str,
        filter: &SearchFilter,
    ) -> Result<Vec<FoundView>, ApiError> {
        let text: String = text.chars().take(MAX_QUERY).collect();
        let conversations = self.inner.store.conversations();
        let found = conversations.search(&text, filter).await?;
        Ok(found
            .iter()
            .map(|one| FoundView {
                summary: views::summary(&self.inner, &one.conversation),
                excerpt: excerpt(one.excerpt.as_deref().unwrap_or_default()),
                message: one.place.map(|place| place.message.to_string()),
                call: one
                    .place
                    .and_then(|place| place.call)
                    .map(|call| call.to_string()),
            })
            .collect())
    }

    /// Renames a conversation.
    ///
    /// # Errors
    /// The title is empty, or the conversation does not exist.
    pub async fn rename_conversation(
        &self,
        id: ConversationId,
        title: &str,
    ) -> Result<(), ApiError> {
        let title = title_of(title).ok_or_else(|| {
            ApiError::new(ErrorCode::Invalid, phrases::host_conversation_no_title())
        })?;
        self.inner.store.conversations().rename(id, &title).await?;
        self.inner.emit_conversation(id).await
    }

    /// Deletes conversations; [`Host::restore_conversations`] undoes the deletion.
    ///
    /// # Errors
    /// One does not exist; those before it are deleted.
    pub async fn delete_conversations(&self, ids: &[ConversationId]) -> Result<(), ApiError> {
        for id in ids {
            self.delete_conversation(*id).await?;
        }
        self.inner.emit_projects().await
    }

    async fn delete_conversation(&self, id: ConversationId) -> Result<(), ApiError> {
        self.inner.stop_turn(id);
        // Tasks of earlier runs belong to no turn.
        self.inner.calls.stop_in(id);
        self.inner.store.conversations().delete(id).await?;
        self.inner.flows.forget(id);
        self.inner.compacting.clear(id);
        self.inner
            .emit(Event::ConversationRemoved { id: id.to_string() });
        Ok(())
    }

    /// Undoes the deletion of conversations.
    ///
    /// # Errors
    /// One does not exist; those before it are restored.
    pub async fn restore_conversations(&self, ids: &[ConversationId]) -> Result<(), ApiError> {
        for id in ids {
            self.inner.store.conversations().undelete(*id).await?;
        }
        self.inner.tell_moved(ids).await
    }

    /// Switches a server on or off in one conversation. A server that is off is not offered to the model there, and calls to it are
    /// not sent.
    ///
    /// # Errors
    /// The conversation or the server does not exist, or the change could not be stored; then nothing changed.
    pub async fn set_conversation_server(
        &self,
        id: ConversationId,
        server: ServerId,
        on: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        inner.servers.handle(server)?;
        let _one_at_a_time = inner.servers.switch().await;
        let mut off = inner.conversation(id).await?.servers_off;
        if on {
            off.remove(&server);
        } else {
            off.insert(server);
        }
        inner.store_servers_off(id, off).await
    }

    /// Selects the model of a conversation.
    ///
    /// # Errors
    /// The conversation or the endpoint does not exist, or the endpoint has no such model.
    pub async fn set_conversation_model(
        &self,
        id: ConversationId,
        choice: ModelChoice,
    ) -> Result<(), ApiError> {
        let provider = self.inner.provider(choice.provider).await?;
        let model = provider.checked_model(choice.model)?;
        self.inner
            .store
            .conversations()
            .set_model(id, Some(provider.id), model.as_deref())
            .await?;
        self.inner.emit_conversation(id).await
    }
}

/// Splits an excerpt into segments.
fn excerpt(marked: &str) -> Vec<ExcerptView> {
    let mut runs = Vec::new();
    let mut found = false;
    for run in marked.split_inclusive([MARK_BEGIN, MARK_END]) {
        let text = domain::visible(
            &run.trim_end_matches([MARK_BEGIN, MARK_END])
                .replace('\n', " "),
        );
        if !text.is_empty() {
            runs.push(ExcerptView { text, found });
        }
        found = run.ends_with(MARK_BEGIN);
    }
    runs
}

/// Derives a title from text: one line, without hidden characters, truncated at a limit.
pub(crate) fn title_of(text: &str) -> Option<String> {
    let line: String = text
        .chars()
        .map(|c| if c == '\n' || c == '\t' { ' ' } else { c })
        .filter(|c| !domain::is_hidden(*c))
        .collect();
    let line = line.trim();
    let mut title: String = line.chars().take(MAX_TITLE).collect();
    if title.len() < line.len() {
        title.push('…');
    }
    (!title.is_empty()).then_some(title)
}

impl Inner {
    /// Switches on all servers except these in a conversation.
    pub(crate) async fn set_servers_on(
        &self,
        id: ConversationId,
        on: &BTreeSet<ServerId>,
    ) -> Result<(), ApiError> {
        let _one_at_a_time = self.servers.switch().await;
        let all = self.servers.snapshots().into_iter().map(|s| s.record.id);
        let off = all.filter(|server| !on.contains(server)).collect();
        self.store_servers_off(id, off).await
    }

    /// Permanently removed servers are not stored.
    async fn store_servers_off(
        &self,
        id: ConversationId,
        off: BTreeSet<ServerId>,
    ) -> Result<(), ApiError> {
        let known = |id: &ServerId| self.servers.knows(*id);
        let off = off.into_iter().filter(known).collect();
        self.store.conversations().set_servers_off(id, &off).await?;
        self.emit_conversation(id).await
    }

    /// Returns the conversations, newest first.
    pub(crate) async fn conversation_summaries(
        &self,
    ) -> Result<Vec<ConversationSummary>, ApiError> {
        let records = self
            .store
            .conversations()
            .list(Listed::Current, LISTED, 0)
            .await?;
        Ok(records.iter().map(|r| views::summary(self, r)).collect())
    }

    /// Returns the messages from the first to `head`.
    pub(crate) async fn messages_to(
        &self,
        id: ConversationId,
        head: MessageId,
    ) -> Result<Vec<MessageView>, ApiError> {
        let path = self.store.messages().path_to(head).await?;
        let calls = self.store.calls().of_conversation(id).await?;
        let forks = self.store.messages().forks(id).await?;
        let beside: HashMap<MessageId, &[MessageId]> = forks
            .iter()
            .flat_map(|fork| fork.iter().map(|id| (*id, fork.as_slice())))
            .collect();
        let attached = self.attached_to(id).await?;
        let spent = self.store.usage().of_messages(id).await?;
        let spent: HashMap<MessageId, Spent> = spent.into_iter().collect();
        Ok(path
            .iter()
            .map(|m| {
                let siblings = beside.get(&m.id).copied().unwrap_or_default();
                let files = attached.get(&m.id).map_or(&[][..], Vec::as_slice);
                views::message(self, m, &calls, siblings, files, spent.get(&m.id))
            })
            .collect())
    }

    /// Emits the change of a conversation.
    pub(crate) async fn emit_conversation(&self, id: ConversationId) -> Result<(), ApiError> {
        let record = self.conversation(id).await?;
        self.emit(Event::Conversation {
            conversation: views::summary(self, &record),
        });
        Ok(())
    }

    /// Emits the change of a message.
    pub(crate) async fn emit_message(&self, conversation: ConversationId, message: MessageId) {
        let (Ok(Some(record)), Ok(calls), Ok(siblings), Ok(attached), Ok(spent)) = (
            self.store.messages().get(message).await,
            self.store.calls().of_message(message).await,
            self.store.messages().siblings(message).await,
            self.attached_to(conversation).await,
            self.store.usage().of_message(message).await,
        ) else {
            return;
        };
        let files = attached.get(&message).map_or(&[][..], Vec::as_slice);
        let message = views::message(self, &record, &calls, &siblings, files, spent.as_ref());
        self.emit(Event::Message {
            conversation: conversation.to_string(),
            message,
        });
    }

    /// Emits the change of a call.
    pub(crate) async fn emit_call(&self, call: CallId) {
        if let Some((record, _)) = self.calls.get(call) {
            self.emit_record(&record);
        } else if let Ok(Some(record)) = self.store.calls().get(call).await {
            self.emit_record(&record);
        }
    }

    /// Emits the change of a call whose record is available.
    pub(crate) fn emit_record(&self, record: &CallRecord) {
        if !self.is_followed() {
            return;
        }
        let call = views::call_view(self, record);
        match (record.conversation, record.message) {
            (Some(conversation), Some(message)) => self.emit(Event::Call {
                conversation: conversation.to_string(),
                message: message.to_string(),
                call,
            }),
            (None, _) => self.emit(Event::Tried { call }),
            (Some(_), None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_say_what_was_found() {
        let runs = excerpt("…the \u{1}third\u{2} door\nand \u{1}third\u{2}");
        let found: Vec<(&str, bool)> = runs.iter().map(|r| (r.text.as_str(), r.found)).collect();
        assert_eq!(
            found,
            [
                ("…the ", false),
                ("third", true),
                (" door and ", false),
                ("third", true)
            ]
        );
        assert!(excerpt("").is_empty());
        assert!(excerpt("a\u{202e}b")[0].text.contains("U+202E"));
    }
}
