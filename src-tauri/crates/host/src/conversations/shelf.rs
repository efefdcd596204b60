//! Where conversations are kept: at the top of the list, in the archive, in a project.

use std::collections::BTreeSet;

use domain::{ConversationId, ProjectId, ServerId};
use host_api::{ApiError, ConversationSummary, MoveView, ServerTag};
use store::{Listed, MAX_PAGE, ProjectSettings};

use crate::{inner::Host, views};

impl Host {
    /// Returns the archived conversations and those of archived projects, newest first; at most 500.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn archived_conversations(&self) -> Result<Vec<ConversationSummary>, ApiError> {
        let inner = &self.inner;
        let conversations = inner.store.conversations();
        let records = conversations.list(Listed::Archived, MAX_PAGE, 0).await?;
        Ok(records.iter().map(|r| views::summary(inner, r)).collect())
    }

    /// Pins a conversation to the top of the list, or takes it from there.
    ///
    /// # Errors
    /// It does not exist, or it could not be stored.
    pub async fn pin_conversation(&self, id: ConversationId, pinned: bool) -> Result<(), ApiError> {
        self.inner.conversation(id).await?;
        let conversations = self.inner.store.conversations();
        conversations.set_pinned(id, pinned).await?;
        self.inner.emit_conversation(id).await
    }

    /// Archives conversations, or takes them out of the archive: all of them, or none.
    ///
    /// # Errors
    /// One does not exist, or it could not be stored.
    pub async fn archive_conversations(
        &self,
        ids: &[ConversationId],
        archived: bool,
    ) -> Result<(), ApiError> {
        let conversations = self.inner.store.conversations();
        conversations.set_archived(ids, archived).await?;
        self.inner.tell_moved(ids).await
    }

    /// Returns what a move of conversations to a project, or out of theirs, changes.
    ///
    /// # Errors
    /// A conversation or the project does not exist, or stored data cannot be read.
    pub async fn move_preview(
        &self,
        ids: &[ConversationId],
        to: Option<ProjectId>,
    ) -> Result<MoveView, ApiError> {
        let inner = &self.inner;
        let target = match to {
            Some(id) => Some(inner.project(id).await?.settings),
            None => None,
        };
        let instructions = target.as_ref().map(|t| t.instructions.as_str());
        let tokens = instructions
            .filter(|words| !words.is_empty())
            .map(|words| context::estimated_tokens(&[words]));
        let mut view = MoveView {
            ends: Vec::new(),
            tokens: tokens.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            on: Vec::new(),
            off: Vec::new(),
            model: None,
        };
        let (mut on, mut off) = (BTreeSet::new(), BTreeSet::new());
        for id in ids {
            let record = inner.conversation(*id).await?;
            if let Some(from) = record.project.filter(|from| Some(*from) != to) {
                let from = inner.project(from).await?.settings;
                if !from.instructions.is_empty() && !view.ends.contains(&from.name) {
                    view.ends.push(from.name);
                }
            }
            let Some(target) = &target else {
                continue;
            };
            on.extend(record.servers_off.difference(&target.servers_off).copied());
            off.extend(target.servers_off.difference(&record.servers_off).copied());
            let now = (record.provider, &record.model);
            if target.provider.is_some() && now != (target.provider, &target.model) {
                view.model = inner.model_of(target).await?;
            }
        }
        let tags = |ids: BTreeSet<ServerId>| -> Vec<ServerTag> {
            let known = ids.into_iter().filter(|id| inner.servers.knows(*id));
            known.map(|id| inner.servers.tag(id, "")).collect()
        };
        (view.on, view.off) = (tags(on), tags(off));
        Ok(view)
    }

    /// Moves conversations to a project, or out of theirs: all of them, or none. With `begin`, they get the servers and the model that a
    /// new conversation of the project begins with.
    ///
    /// # Errors
    /// A conversation or the project does not exist, or it could not be stored.
    pub async fn move_conversations(
        &self,
        ids: &[ConversationId],
        to: Option<ProjectId>,
        begin: bool,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let target = match to {
            Some(id) => Some(inner.project(id).await?.settings),
            None => None,
        };
        let _one_at_a_time = inner.servers.switch().await;
        let begin = target.as_ref().filter(|_| begin);
        let conversations = inner.store.conversations();
        conversations.move_to(ids, to, begin).await?;
        inner.tell_moved(ids).await
    }
}

impl crate::inner::Inner {
    /// Returns the name of the model that new conversations of a project begin with.
    async fn model_of(&self, project: &ProjectSettings) -> Result<Option<String>, ApiError> {
        let Some(provider) = project.provider else {
            return Ok(None);
        };
        let provider = self.provider(provider).await?;
        Ok(Some(provider.with_model(project.model.as_deref()).model))
    }
}
