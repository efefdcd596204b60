//! Attachments: files of the user, resources and prompts of servers, read by the confined reader, kept with their conversation, and sent as data.

mod again;
mod facts;
mod granted;
mod prompts;
mod reading;
mod refreshing;
mod said;
mod scaled;
mod taking;
mod view;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use attachments::Extract;
use base64::{Engine, engine::general_purpose::STANDARD};
use domain::AttachmentId;
use host_api::{
    ApiError, AttachmentChoice, AttachmentContentView, AttachmentView, ErrorCode, InspectedView,
    PickedView,
};
use messages::phrases;
use store::AttachmentState;

pub(crate) use facts::{Attached, AttachedRecords};
pub(crate) use refreshing::follow;
pub(crate) use scaled::scale_images;

pub use taking::AttachFor;
use view::{data, selection, unstored};

use crate::{
    content,
    inner::{Host, Inner},
    problems::refused,
    state::{Inspected, Source},
};

impl Host {
    /// Sets the reader of attachments. Without one, nothing can be attached.
    pub fn set_reader(&self, reader: attachments::Reader) {
        self.inner.attaching.reader.put(reader);
    }

    /// Looks at a file of the user. Only a shell that let the user choose it calls this.
    ///
    /// # Errors
    /// It is not a regular file that can be read, or not one that can be attached.
    pub async fn inspect_file(
        &self,
        path: &Path,
        to: &AttachFor,
    ) -> Result<InspectedView, ApiError> {
        let reader = self.inner.attaching.reader()?;
        let most = reader.limits().file_bytes;
        let (name, bytes) = reading::file(path, most, reading::open).await?;
        let writers = self.inner.writers_of(path).await;
        self.inspect(&name, bytes, Source::File { writers }, to)
            .await
    }

    /// Looks at files of the user, at most 20, and says of each that cannot be attached why.
    pub async fn inspect_files(&self, paths: &[PathBuf], to: &AttachFor) -> Vec<PickedView> {
        let mut picked = Vec::new();
        for path in paths.iter().take(store::MAX_ATTACHED as usize) {
            let found = self.inspect_file(path, to).await;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let (inspected, failure) = match found {
                Ok(found) => (Some(found), None),
                Err(error) => (None, Some(error)),
            };
            picked.push(PickedView {
                name: content::line(&name),
                inspected,
                failure,
            });
        }
        picked
    }

    /// Looks at bytes that the user pasted.
    ///
    /// # Errors
    /// They cannot be attached.
    pub async fn inspect_bytes(
        &self,
        name: &str,
        bytes: Vec<u8>,
        to: &AttachFor,
    ) -> Result<InspectedView, ApiError> {
        let writers = Vec::new();
        self.inspect(name, bytes, Source::File { writers }, to)
            .await
    }

    /// Looks at what the user pasted, in base64.
    ///
    /// # Errors
    /// It is not base64, or cannot be attached.
    pub async fn inspect_pasted(
        &self,
        name: &str,
        data: &str,
        to: &AttachFor,
    ) -> Result<InspectedView, ApiError> {
        let bytes = STANDARD.decode(data);
        let bytes = bytes.map_err(|_| refused(&attachments::AttachError::Unknown))?;
        self.inspect_bytes(name, bytes, to).await
    }

    /// Reads a resource through the server that owns it, and looks at it.
    ///
    /// # Errors
    /// The server is not ready or did not return it, or it cannot be attached.
    pub async fn inspect_resource(
        &self,
        server: domain::ServerId,
        uri: &str,
        to: &AttachFor,
    ) -> Result<InspectedView, ApiError> {
        let (name, bytes, source) = self.inner.resource_bytes(server, uri).await?;
        self.inspect(&name, bytes, source, to).await
    }

    async fn inspect(
        &self,
        name: &str,
        bytes: Vec<u8>,
        source: Source,
        to: &AttachFor,
    ) -> Result<InspectedView, ApiError> {
        let inner = &self.inner;
        let bytes: Arc<[u8]> = bytes.into();
        let found = inner.attaching.inspect(name, &bytes).await?;
        let model = inner.reader_of(to).await?;
        let inspected = Inspected::new(found, bytes, source);
        let view = inner.inspected_view(&inspected, &model);
        inner.attaching.inspected.keep(inspected);
        Ok(view)
    }

    /// Attaches a part of what was looked at: for the next message, or pinned to the conversation.
    ///
    /// # Errors
    /// It was looked at too long ago, the model does not take it, it is too large, or it could not be stored.
    pub async fn attach(
        &self,
        inspected: &str,
        to: &AttachFor,
        choice: AttachmentChoice,
        pinned: bool,
    ) -> Result<AttachmentView, ApiError> {
        let inner = &self.inner;
        let inspected = inner.attaching.inspected(inspected)?;
        let model = inner.reader_of(to).await?;
        let selection = selection(choice)?;
        let refused = taking::refusal(&model, selection.form);
        if let Some(problem) = refused.filter(|problem| problem.refused) {
            return Err(ApiError::new(ErrorCode::Invalid, problem.why));
        }
        let made = inner.attaching.extract(&inspected, selection).await?;
        check_tokens(&inspected, &made, &model)?;
        let tokens = made.tokens;
        let record = reading::stored(&inspected, selection, made, to.conversation, pinned)?;
        inner.record_attached(&record, tokens).await?;
        let added = inner.store.attachments().add(&record).await;
        let id = added.map_err(unstored)?;
        if pinned {
            if let Source::Resource { server, uri, .. } = &inspected.source {
                self.follow_pinned(*server, uri).await;
            }
            if let Some(conversation) = to.conversation {
                inner.flows.forget(conversation);
            }
        }
        let record = inner.store.attachments().get(id).await?;
        Ok(inner.attachment_view(&record, Some(&model)))
    }

    /// Removes an attachment that waits, or unpins one.
    ///
    /// # Errors
    /// There is none, or it belongs to a message that was sent.
    pub async fn detach(&self, id: AttachmentId) -> Result<(), ApiError> {
        let removed = self.inner.store.attachments().remove(id).await;
        removed.map_err(unstored)
    }

    /// Returns what waits in a composer and what is pinned.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn attachments(&self, to: &AttachFor) -> Result<Vec<AttachmentView>, ApiError> {
        let inner = &self.inner;
        let model = inner.reader_of(to).await?;
        let open = inner.store.attachments().open(to.conversation).await?;
        let view = |record| inner.attachment_view(record, Some(&model));
        Ok(open.iter().map(view).collect())
    }

    /// Returns the content of an attachment as it is sent. Texts are bounded as in [`host_api::ContentView`].
    ///
    /// # Errors
    /// There is no such attachment, or stored data cannot be read.
    pub async fn attachment_content(
        &self,
        id: AttachmentId,
    ) -> Result<AttachmentContentView, ApiError> {
        let store = self.inner.store.attachments();
        let record = store.get(id).await?;
        let parts = facts::parts(store.content(&record.digest).await?);
        let prompt = prompts::part_views(&record, &parts);
        let shown = |part: &attachments::Part| content::view(&data(part));
        Ok(AttachmentContentView {
            content: match prompt.is_empty() {
                true => parts.iter().map(shown).collect(),
                false => Vec::new(),
            },
            prompt,
        })
    }
}

fn check_tokens(
    inspected: &Inspected,
    made: &Extract,
    model: &taking::Reads,
) -> Result<(), ApiError> {
    if made.tokens <= model.most_tokens {
        return Ok(());
    }
    let name = domain::visible(&inspected.found.name);
    let message = phrases::host_attach_over_limit(model.most_tokens, name, made.tokens);
    Err(ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_attach_over_limit_hint()))
}

impl Inner {
    /// Checks that a message may be sent with these attachments of its composer.
    ///
    /// # Errors
    /// One does not exist, belongs elsewhere, or is not for this model.
    pub(crate) async fn check_attached(
        &self,
        to: &AttachFor,
        attachments: &[AttachmentId],
    ) -> Result<(), ApiError> {
        if attachments.is_empty() {
            return Ok(());
        }
        let model = self.reader_of(to).await?;
        for id in attachments {
            let record = self.store.attachments().get(*id).await.map_err(unstored)?;
            let foreign = record
                .conversation
                .is_some_and(|of| Some(of) != to.conversation);
            if foreign || record.state == AttachmentState::Unpinned {
                return Err(unstored(store::StoreError::NotFound));
            }
            let view = self.attachment_view(&record, Some(&model));
            if let Some(problem) = view.problem.filter(|_| view.refused) {
                return Err(ApiError::new(ErrorCode::Invalid, problem)
                    .hint(phrases::host_attach_remove_hint(view.name)));
            }
        }
        Ok(())
    }
}
