//! Import of conversations that this program or another one exported.

use std::{fs::File, path::Path};

use archive::{Foreign, ForeignMessage};
use domain::{Provenance, now_ms};
use host_api::{ApiError, ConversationProgress, ErrorCode, Event, ImportedConversationsView};
use messages::{Text, phrases};
use store::{ImportedMessage, NewPart, PartKind, Role};
use tokio_util::sync::CancellationToken;

use crate::inner::Host;

impl Host {
    /// Reads the conversations of an exported file and stores them beside those that are there. The words of a person in it are data of
    /// that file to a model, since nobody can tell who wrote them. `progress` is called
    /// before the file is read, and after each conversation.
    ///
    /// # Errors
    /// The file cannot be read, has too much text, or is in no known format; or a conversation could not be stored: those before it are.
    pub async fn import_conversations(
        &self,
        path: &Path,
        progress: impl Fn(ConversationProgress) + Send + Sync,
    ) -> Result<ImportedConversationsView, ApiError> {
        let cancel = CancellationToken::new();
        self.inner.importing.put(cancel.clone());
        progress(ConversationProgress { done: 0, total: 0 });
        let file = tokio::fs::File::open(path).await;
        let file = file.map_err(|error| unreadable(&error.to_string()))?;
        let file = file.into_std().await;
        let Foreign {
            conversations,
            left_out,
        } = parsed(file, &cancel).await?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let origin = Provenance::File {
            name: domain::visible(&name),
            part: "imported".into(),
            writers: self.inner.writers_of(path).await,
        };
        let mut view = ImportedConversationsView {
            conversations: 0,
            messages: 0,
            left_out,
            first: None,
            cancelled: cancel.is_cancelled(),
        };
        let total = u32::try_from(conversations.len()).unwrap_or(u32::MAX);
        for one in conversations {
            if cancel.is_cancelled() {
                view.cancelled = true;
                break;
            }
            let messages = one.messages.into_iter();
            let messages: Vec<ImportedMessage> =
                messages.map(|message| imported(message, &origin)).collect();
            let title = Some(one.title).filter(|title| !title.is_empty());
            let title =
                title.unwrap_or_else(|| Text::from(phrases::host_conversation_new()).chosen());
            let store = self.inner.store.messages();
            let id = store.import(&title, &messages, one.head).await?;
            view.first.get_or_insert_with(|| id.to_string());
            view.conversations += 1;
            let count = u32::try_from(messages.len()).unwrap_or(u32::MAX);
            view.messages = view.messages.saturating_add(count);
            progress(ConversationProgress {
                done: view.conversations,
                total,
            });
        }
        self.inner.emit(Event::Resync);
        Ok(view)
    }

    /// Cancels the import of conversations that runs, if one does. What was stored stays.
    pub fn cancel_import(&self) {
        if let Some(cancel) = self.inner.importing.take() {
            cancel.cancel();
        }
    }
}

/// Reads a file; none of its conversations if that is cancelled. The reader itself ends at its bounds.
async fn parsed(file: File, cancel: &CancellationToken) -> Result<Foreign, ApiError> {
    let reading = tokio::task::spawn_blocking(move || archive::read_export(file));
    tokio::select! {
        () = cancel.cancelled() => Ok(Foreign {
            conversations: Vec::new(),
            left_out: 0,
        }),
        read = reading => read.map_err(|_| unreadable("the reader ended"))?,
    }
}

fn unreadable(why: &str) -> ApiError {
    ApiError::new(ErrorCode::Invalid, phrases::host_foreign_unreadable(why))
}

fn imported(message: ForeignMessage, file: &Provenance) -> ImportedMessage {
    let (role, origin) = match (message.by_user, &message.model) {
        (true, _) => (Role::User, file.clone()),
        (false, model) => {
            let model = model.clone().unwrap_or_default();
            (Role::Assistant, Provenance::Model { model })
        }
    };
    ImportedMessage {
        parent: message.parent,
        role,
        model: message.model,
        // A time to come would keep it at the top of every list.
        created_ms: message.created_ms.clamp(0, now_ms()),
        part: NewPart {
            kind: PartKind::Text,
            body: message.text,
            origin,
        },
    }
}
