//! Projects: a name, instructions that are sent with each message, and what a new conversation of the project begins with.

use std::collections::HashMap;

use domain::{ConversationId, ProjectId};
use host_api::{
    ApiError, ErrorCode, Event, ProjectPageView, ProjectRowView, ProjectSettingsView, ProjectView,
};
use messages::phrases;
use store::{Listed, MAX_PAGE, MAX_PROJECTS, ProjectRecord, ProjectSettings, StoreError};

use crate::{
    inner::{Host, Inner},
    spending, views,
};

/// Maximum length of a project's name, in characters.
const MAX_NAME: usize = 80;
/// Maximum length of a project's instructions, in bytes.
const MAX_INSTRUCTIONS: usize = 16 * 1024;

impl Host {
    /// Stores a new project.
    ///
    /// # Errors
    /// The name is empty or too long, the instructions are too long, the endpoint or the model does not exist, there are too many
    /// projects, or it could not be stored.
    pub async fn add_project(&self, settings: ProjectSettingsView) -> Result<ProjectId, ApiError> {
        let settings = self.inner.checked_project(settings).await?;
        let added = self.inner.store.projects().add(&settings).await;
        let too_many = phrases::host_project_too_many(MAX_PROJECTS);
        let id = added.map_err(|error| match matches!(error, StoreError::Invalid(_)) {
            true => ApiError::new(ErrorCode::Invalid, too_many),
            false => error.into(),
        })?;
        self.inner.emit_projects().await?;
        Ok(id)
    }

    /// Stores other settings of a project. Its conversations get its instructions at their next message; the rest is for new ones.
    ///
    /// # Errors
    /// As for [`Host::add_project`]; or there is no such project.
    pub async fn change_project(
        &self,
        id: ProjectId,
        settings: ProjectSettingsView,
    ) -> Result<(), ApiError> {
        let settings = self.inner.checked_project(settings).await?;
        let changed = self.inner.store.projects().change(id, &settings).await;
        changed.map_err(gone_or)?;
        self.inner.emit_projects().await
    }

    /// Archives a project with its conversations, or takes it out of the archive.
    ///
    /// # Errors
    /// There is no such project, or it could not be stored.
    pub async fn archive_project(&self, id: ProjectId, archived: bool) -> Result<(), ApiError> {
        let done = self.inner.store.projects().set_archived(id, archived).await;
        done.map_err(gone_or)?;
        self.inner.tell_shelf(id).await
    }

    /// Deletes a project; its conversations stay, without a project. [`Host::restore_project`] undoes the deletion.
    ///
    /// # Errors
    /// There is no such project, or it could not be stored.
    pub async fn delete_project(&self, id: ProjectId) -> Result<(), ApiError> {
        let of_it = self.inner.conversations_of(id).await?;
        let done = self.inner.store.projects().set_deleted(id, true).await;
        done.map_err(gone_or)?;
        self.inner.tell_moved(&of_it).await
    }

    /// Undoes the deletion of a project.
    ///
    /// # Errors
    /// There is no such project any more, or it could not be stored.
    pub async fn restore_project(&self, id: ProjectId) -> Result<(), ApiError> {
        let done = self.inner.store.projects().set_deleted(id, false).await;
        done.map_err(gone_or)?;
        self.inner.tell_shelf(id).await
    }

    /// Returns the page of a project.
    ///
    /// # Errors
    /// There is no such project, or stored data cannot be read.
    pub async fn project_page(&self, id: ProjectId) -> Result<ProjectPageView, ApiError> {
        let inner = &self.inner;
        inner.project(id).await?;
        let conversations = inner.store.conversations();
        let records = conversations.list(Listed::Of(id), MAX_PAGE, 0).await?;
        let mut called: HashMap<ConversationId, Vec<_>> = HashMap::new();
        for (conversation, server, name) in inner.store.calls().servers_of_project(id).await? {
            let tags = called.entry(conversation).or_default();
            tags.push(inner.servers.tag(server, &name));
        }
        let row = |record| ProjectRowView {
            summary: views::summary(inner, record),
            servers: called.remove(&record.id).unwrap_or_default(),
        };
        Ok(ProjectPageView {
            conversations: records.iter().map(row).collect(),
            usage: spending::view(&inner.store.usage().of_project(id).await?),
        })
    }
}

impl Inner {
    /// Returns a project that is not deleted.
    pub(crate) async fn project(&self, id: ProjectId) -> Result<ProjectRecord, ApiError> {
        let found = self.store.projects().get(id).await?;
        found
            .filter(|record| record.deleted_ms.is_none())
            .ok_or_else(gone)
    }

    /// Returns the user's instructions for the project of a conversation, if it has some.
    pub(crate) async fn project_instructions(
        &self,
        conversation: ConversationId,
    ) -> Result<Option<String>, ApiError> {
        let Some(id) = self.conversation(conversation).await?.project else {
            return Ok(None);
        };
        let instructions = self.project(id).await?.settings.instructions;
        Ok(Some(instructions).filter(|words| !words.is_empty()))
    }

    /// Returns the projects, by name.
    pub(crate) async fn project_views(&self) -> Result<Vec<ProjectView>, ApiError> {
        Ok(self
            .store
            .projects()
            .list()
            .await?
            .iter()
            .map(view)
            .collect())
    }

    /// Returns how many conversations are archived.
    pub(crate) async fn archived(&self) -> Result<u32, ApiError> {
        let number = self.store.conversations().count_archived().await?;
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// Emits the change of the projects, or of the conversations in them.
    pub(crate) async fn emit_projects(&self) -> Result<(), ApiError> {
        self.emit(Event::Projects {
            projects: self.project_views().await?,
            archived: self.archived().await?,
        });
        Ok(())
    }

    async fn conversations_of(&self, id: ProjectId) -> Result<Vec<ConversationId>, ApiError> {
        let conversations = self.store.conversations();
        let records = conversations.list(Listed::Of(id), MAX_PAGE, 0).await?;
        Ok(records.iter().map(|record| record.id).collect())
    }

    /// Emits the change of a project and of its conversations.
    async fn tell_shelf(&self, id: ProjectId) -> Result<(), ApiError> {
        let of_it = self.conversations_of(id).await?;
        self.tell_moved(&of_it).await
    }

    /// Emits the change of the place of conversations.
    pub(crate) async fn tell_moved(&self, ids: &[ConversationId]) -> Result<(), ApiError> {
        for id in ids {
            self.emit_conversation(*id).await?;
        }
        self.emit_projects().await
    }

    async fn checked_project(
        &self,
        settings: ProjectSettingsView,
    ) -> Result<ProjectSettings, ApiError> {
        let invalid = |message| Err(ApiError::new(ErrorCode::Invalid, message));
        let name = domain::visible(settings.name.trim());
        if name.is_empty() {
            return invalid(phrases::host_project_no_name());
        }
        if name.chars().count() > MAX_NAME {
            return invalid(phrases::host_project_long_name(MAX_NAME));
        }
        let instructions = settings.instructions.trim();
        if instructions.len() > MAX_INSTRUCTIONS {
            return invalid(phrases::host_project_long_instructions(
                MAX_INSTRUCTIONS >> 10,
            ));
        }
        let known = |id: &domain::ServerId| self.servers.knows(*id);
        let off = settings.servers_off.iter().filter_map(|id| id.parse().ok());
        let provider = settings.provider.as_deref().map(str::parse).transpose();
        let provider = provider.map_err(|_| gone())?;
        let mut checked = ProjectSettings {
            name,
            instructions: instructions.to_owned(),
            servers_off: off.filter(known).collect(),
            provider,
            ..ProjectSettings::default()
        };
        if let Some(id) = provider {
            checked.model = self.provider(id).await?.checked_model(settings.model)?;
            let model = checked.model.as_deref();
            checked.tuning = self.checked_tuning(id, model, settings.tuning).await?;
        }
        Ok(checked)
    }
}

fn view(record: &ProjectRecord) -> ProjectView {
    let settings = &record.settings;
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    ProjectView {
        id: record.id.to_string(),
        settings: ProjectSettingsView {
            name: settings.name.clone(),
            instructions: settings.instructions.clone(),
            servers_off: settings
                .servers_off
                .iter()
                .map(ToString::to_string)
                .collect(),
            provider: settings.provider.map(|id| id.to_string()),
            model: settings.model.clone(),
            tuning: views::tuning(&settings.tuning),
        },
        tokens: small(context::estimated_tokens(&[&settings.instructions])),
        archived: record.archived_ms.is_some(),
        conversations: small(record.conversations),
    }
}

fn gone() -> ApiError {
    ApiError::new(ErrorCode::NotFound, phrases::host_project_gone())
}

fn gone_or(error: StoreError) -> ApiError {
    if matches!(error, StoreError::NotFound) {
        return gone();
    }
    error.into()
}
