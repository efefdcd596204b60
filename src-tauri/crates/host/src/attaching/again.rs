//! Attachments of earlier conversations, attached again as they were made.

use attachments::Form;
use domain::{AttachmentId, Provenance};
use host_api::{ApiError, AttachmentView, ErrorCode};
use messages::phrases;
use store::{AttachmentRecord, NewAttachment};

use super::{
    facts::Facts,
    taking::{self, AttachFor},
    view::unstored,
};
use crate::inner::Host;

/// Most attachments that are listed.
const LISTED: u32 = 12;

impl Host {
    /// Returns files and resources that were attached lately, the last one first, each once.
    ///
    /// # Errors
    /// Stored data cannot be read.
    pub async fn recent_attachments(
        &self,
        to: &AttachFor,
    ) -> Result<Vec<AttachmentView>, ApiError> {
        let inner = &self.inner;
        let model = inner.reader_of(to).await?;
        let recent = inner.store.attachments().recent(LISTED).await?;
        let view = |record| inner.attachment_view(record, Some(&model));
        Ok(recent.iter().map(view).collect())
    }

    /// Attaches to a composer what was attached before: the same content, with the same origin. A resource is not read again.
    ///
    /// # Errors
    /// It was deleted, the model does not take it, it is too large for the model, or it could not be stored.
    pub async fn attach_again(
        &self,
        id: AttachmentId,
        to: &AttachFor,
    ) -> Result<AttachmentView, ApiError> {
        let inner = &self.inner;
        let store = inner.store.attachments();
        let record = store.get(id).await.map_err(unstored)?;
        let model = inner.reader_of(to).await?;
        let facts: Option<Facts> = serde_json::from_str(&record.facts).ok();
        let form = facts.as_ref().map_or(Form::Text, |facts| facts.form);
        let tokens = facts.as_ref().map_or(0, |facts| facts.tokens);
        if !is_repeatable(&record) {
            return Err(unstored(store::StoreError::NotFound));
        }
        if let Some(problem) = taking::refusal(&model, form).filter(|problem| problem.refused) {
            return Err(ApiError::new(ErrorCode::Invalid, problem.why));
        }
        if tokens > model.most_tokens {
            let name = domain::visible(&record.name);
            let message = phrases::host_attach_over_limit(model.most_tokens, name, tokens);
            return Err(ApiError::new(ErrorCode::Invalid, message)
                .hint(phrases::host_attach_over_limit_hint()));
        }
        let new = NewAttachment {
            conversation: to.conversation,
            content: store.content(&record.digest).await?,
            digest: record.digest,
            name: record.name,
            origin: record.origin,
            launch: record.launch,
            facts: record.facts,
            pinned: false,
        };
        inner.record_attached(&new, tokens).await?;
        let id = store.add(&new).await.map_err(unstored)?;
        let record = store.get(id).await?;
        Ok(inner.attachment_view(&record, Some(&model)))
    }
}

/// Whether it is a file or a resource. A prompt is asked for anew, with its arguments.
fn is_repeatable(record: &AttachmentRecord) -> bool {
    matches!(
        record.origin,
        Provenance::File { .. } | Provenance::Resource { .. }
    )
}
