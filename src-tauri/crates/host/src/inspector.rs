//! What a model sees: the next request of a conversation and the recorded ones, part by part.

mod account;
mod next;
mod page;

use context::{Content, Manifest, PartDigest};
use domain::{Content as Data, ConversationId, Rest};
use host_api::{
    ApiError, ContentView, ContextContentView, ContextRequestView, ContextView, ErrorCode,
};
use messages::phrases;
use store::{RequestPurpose, RequestRecord};

use crate::{
    content::{structured, view},
    inner::{Host, Inner},
};

pub(crate) use account::Facts;
use account::{Account, read};

impl Host {
    /// Returns the recorded requests of a conversation, oldest first.
    ///
    /// # Errors
    /// The conversation does not exist, or stored data cannot be read.
    pub async fn context_requests(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<ContextRequestView>, ApiError> {
        self.inner.conversation(conversation).await?;
        let records = self
            .inner
            .store
            .requests()
            .of_conversation(conversation)
            .await?;
        Ok((1..)
            .zip(&records)
            .map(|(number, record)| page::request(number, record))
            .collect())
    }

    /// Returns a recorded request.
    ///
    /// # Errors
    /// There is no such request in the conversation, or stored data cannot be read.
    pub async fn context_request(
        &self,
        conversation: ConversationId,
        request: &str,
    ) -> Result<ContextView, ApiError> {
        let inner = &self.inner;
        let records = inner.store.requests().of_conversation(conversation).await?;
        let at = place(&records, request)?;
        let account = inner.account(&records[at]).await?;
        // A request for a summary or a title repeats no other.
        let before = match records[at].purpose {
            RequestPurpose::Reply => records[..at].iter().rfind(is_reply),
            RequestPurpose::Summary | RequestPurpose::Title => None,
        };
        let before = match before {
            Some(before) => Some(inner.account(before).await?.manifest),
            None => None,
        };
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let record = page::request(number, &records[at]);
        inner
            .context_view(&account, before.as_ref(), Some(record))
            .await
    }

    /// Returns the next request of a conversation as it would be sent now, with `draft` as the new message.
    ///
    /// # Errors
    /// The conversation does not exist, or stored data cannot be read.
    pub async fn context_next(
        &self,
        conversation: ConversationId,
        draft: &str,
    ) -> Result<ContextView, ApiError> {
        let inner = &self.inner;
        let (account, _) = inner.next_request(conversation, draft).await?;
        let records = inner.store.requests().of_conversation(conversation).await?;
        let before = match records.iter().rfind(is_reply) {
            Some(last) => Some(inner.account(last).await?.manifest),
            None => None,
        };
        inner.context_view(&account, before.as_ref(), None).await
    }

    /// Returns the content of a part as it was sent; without `request`, of the next request with `draft`. Texts are bounded as in [`ContentView`].
    ///
    /// # Errors
    /// There is no such request or part, or stored data cannot be read.
    pub async fn context_part(
        &self,
        conversation: ConversationId,
        request: Option<&str>,
        draft: &str,
        index: u32,
    ) -> Result<ContextContentView, ApiError> {
        let inner = &self.inner;
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let Some(request) = request else {
            let (account, assembled) = inner.next_request(conversation, draft).await?;
            part_digest(&account.manifest, index)?;
            return Ok(shown(assembled.contents().get(index).copied()));
        };
        let records = inner.store.requests().of_conversation(conversation).await?;
        let record = &records[place(&records, request)?];
        let account = inner.account(record).await?;
        let digest = part_digest(&account.manifest, index)?;
        if let Some(texts) = account.texts.get(&index) {
            return Ok(shown(account::content_of(texts)));
        }
        let again = inner.assembled_again(record, &account).await?;
        let found = again
            .manifest
            .parts
            .iter()
            .position(|part| part.digest == digest);
        Ok(shown(
            found.and_then(|at| again.contents().get(at).copied()),
        ))
    }
}

fn is_reply(record: &&RequestRecord) -> bool {
    record.purpose == RequestPurpose::Reply
}

fn part_digest(manifest: &Manifest, index: usize) -> Result<PartDigest, ApiError> {
    let part = manifest.parts.get(index).ok_or_else(gone)?;
    Ok(part.digest)
}

fn place(records: &[RequestRecord], request: &str) -> Result<usize, ApiError> {
    let found = records
        .iter()
        .position(|record| record.id.to_string() == request);
    found.ok_or_else(gone)
}

fn gone() -> ApiError {
    ApiError::new(ErrorCode::NotFound, phrases::host_context_gone())
        .hint(phrases::host_context_gone_hint())
}

fn shown(content: Option<Content<'_>>) -> ContextContentView {
    let text = |text: &str| {
        view(&Data::Text {
            text: text.to_owned(),
            rest: Rest::default(),
        })
    };
    let (content, json): (Vec<ContentView>, _) = match content {
        None => (Vec::new(), None),
        Some(Content::Text(whole)) => (vec![text(whole)], None),
        Some(Content::Tool {
            description,
            schema,
            ..
        }) => (vec![text(description)], Some(structured(schema))),
        Some(Content::Call { arguments, .. }) => (Vec::new(), Some(structured(arguments))),
        Some(Content::Image { mime_type, data }) => {
            let image = Data::Image {
                mime_type: mime_type.to_owned(),
                data: data.to_owned(),
                rest: Rest::default(),
            };
            (vec![view(&image)], None)
        }
    };
    ContextContentView { content, json }
}

impl Inner {
    /// Reads the account of a recorded request.
    async fn account(&self, record: &RequestRecord) -> Result<Account, ApiError> {
        let chunks = self.store.requests().chunks(record.id).await?;
        read(record, &chunks).ok_or_else(gone)
    }
}
