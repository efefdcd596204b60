//! The next request of a conversation, and a recorded one built again.

use context::Assembled;
use domain::{ConversationId, MessageId, Provenance};
use host_api::ApiError;
use store::{MessageRecord, MessageStatus, RequestRecord, Role};

use super::{
    Facts,
    account::{Account, content_of},
};
use crate::{
    inner::Inner,
    turns::request::{self, Records, Tools},
};

impl Inner {
    /// Builds the next request of a conversation, with `draft` as the new message. Sends and records nothing.
    pub(super) async fn next_request(
        &self,
        id: ConversationId,
        draft: &str,
    ) -> Result<(Account, Assembled), ApiError> {
        let conversation = self.conversation(id).await?;
        let mut records = match conversation.head {
            Some(head) => Records::read(self, id, head).await?,
            None => Records::default(),
        };
        let drafts = self.drafts(id).await?;
        if !draft.trim().is_empty() || !drafts.is_empty() {
            let next = message(id, draft);
            records.attached.of.insert(next.id, drafts);
            records.path.push(next);
        }
        let mut offer = request::offer_of(self, &conversation).await?;
        offer.catalog.select(&offer.budget, &records.used());
        let assembled = request::assemble(
            self,
            id,
            &records,
            &offer.model,
            &Tools::Catalog(&offer.catalog),
            &offer.budget,
        );
        let account = Account {
            model: offer.model,
            facts: Facts::of(offer.budget, &assembled.manifest),
            manifest: assembled.manifest.clone(),
            texts: Default::default(),
        };
        Ok((account, assembled))
    }

    /// Builds a recorded request again, from the messages and calls as they are stored now.
    pub(super) async fn assembled_again(
        &self,
        record: &RequestRecord,
        account: &Account,
    ) -> Result<Assembled, ApiError> {
        let mut records = Records::read(self, record.conversation, record.message).await?;
        // The reply was empty when the request was sent.
        records.path.pop();
        let path = &records.path;
        records.attached = self.attached(record.conversation, path, true).await?;
        let tools = account
            .manifest
            .parts
            .iter()
            .enumerate()
            .filter_map(|(at, part)| {
                let context::Content::Tool {
                    alias,
                    description,
                    schema,
                } = content_of(account.texts.get(&at)?)?
                else {
                    return None;
                };
                let of_server = match &part.origin {
                    Provenance::Definition { server, tool } => Some((*server, tool.as_str())),
                    Provenance::User
                    | Provenance::File { .. }
                    | Provenance::Model { .. }
                    | Provenance::Tool { .. }
                    | Provenance::Resource { .. }
                    | Provenance::Prompt { .. }
                    | Provenance::Host => None,
                };
                Some(context::Tool {
                    server: of_server.map(|(server, _)| server),
                    name: of_server.map_or(alias, |(_, name)| name),
                    alias,
                    description,
                    schema,
                })
            });
        let tools = Tools::Definitions(tools.collect());
        let id = record.conversation;
        let budget = &account.facts.budget;
        Ok(request::assemble(
            self,
            id,
            &records,
            &record.model,
            &tools,
            budget,
        ))
    }
}

/// Returns a message of the user that is not stored.
fn message(conversation: ConversationId, text: &str) -> MessageRecord {
    MessageRecord {
        id: MessageId::new(),
        conversation,
        parent: None,
        role: Role::User,
        model: None,
        status: MessageStatus::Complete,
        error: None,
        error_hint: None,
        failure: None,
        usage: None,
        created_ms: 0,
        parts: vec![store::PartRecord::unstored(text)],
    }
}
