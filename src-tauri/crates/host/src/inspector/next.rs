//! The next request of a conversation, and a recorded one built again.

use context::{Assembled, PartKind, Reason};
use domain::{ConversationId, MessageId, Provenance};
use host_api::ApiError;
use store::{MessageRecord, MessageStatus, RequestPurpose, RequestRecord, Role};

use super::{
    Facts,
    account::{Account, content_of},
    gone,
};
use crate::{
    catalog::Instructions,
    inner::Inner,
    turns::request::{self, Definitions, Records, SummaryRecord},
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
        records.endpoint = offer.endpoint.take();
        records.reasoning = offer.lacks.has(llm::Feature::NoReasoning);
        offer.catalog.select(&offer.budget, &records.earlier());
        let assembled = request::assemble(
            self,
            id,
            &records,
            &offer.model,
            Definitions::from(&offer.catalog),
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
        let id = record.conversation;
        let budget = &account.facts.budget;
        let mut records = Records::read(self, id, record.message).await?;
        records.summary = summary_of(account);
        records.project = project_of(account);
        if record.purpose == RequestPurpose::Reply {
            // The reply was empty when the request was sent.
            let reply = records.path.pop();
            records.endpoint = reply.and_then(|reply| reply.endpoint);
        }
        records.attached = self.attached(id, &records.path, true).await?;
        let asked = match record.purpose {
            RequestPurpose::Reply => None,
            RequestPurpose::Summary => Some(context::Asked::Summary),
            RequestPurpose::Title => Some(context::Asked::Title),
        };
        if let Some(asked) = asked {
            let at = (id, record.message);
            let again = request::transcript(self, asked, at, &records, &record.model, budget);
            return again.map(|again| again.assembled).ok_or_else(gone);
        }
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
                    | Provenance::Instructions { .. }
                    | Provenance::Host => None,
                };
                Some(context::Tool {
                    server: of_server.map(|(server, _)| server),
                    name: of_server.map_or(alias, |(_, name)| name),
                    alias,
                    description,
                    schema,
                    deferred: part.reason == Reason::Deferred,
                })
            });
        let instructions = instructions_of(account);
        let definitions = Definitions {
            tools: tools.collect(),
            instructions: instructions.iter().map(Instructions::as_text).collect(),
        };
        Ok(request::assemble(
            self,
            id,
            &records,
            &record.model,
            definitions,
            budget,
        ))
    }
}

/// Returns the project's instructions that a recorded request had.
fn project_of(account: &Account) -> Option<String> {
    let parts = &account.manifest.parts;
    let at = parts.iter().position(|p| p.kind == PartKind::Project)?;
    let [sent] = account.texts.get(&at)?.as_slice() else {
        return None;
    };
    context::project_words(sent).map(str::to_owned)
}

/// Returns the instructions that a recorded request had.
fn instructions_of(account: &Account) -> Vec<Instructions> {
    let parts = account.manifest.parts.iter().enumerate();
    parts
        .filter(|(_, part)| part.kind == PartKind::Instructions)
        .filter_map(|(at, part)| {
            Some(Instructions {
                origin: part.origin.clone(),
                server_name: String::new(),
                text: unframed(account.texts.get(&at)?)?.to_owned(),
            })
        })
        .collect()
}

/// Returns a stored text without the first and the last line, which are its frame.
fn unframed(texts: &[String]) -> Option<&str> {
    let [framed] = texts else {
        return None;
    };
    let (_, rest) = framed.split_once('\n')?;
    Some(rest.rsplit_once('\n')?.0)
}

/// Returns the summary that a recorded request had.
fn summary_of(account: &Account) -> Option<SummaryRecord> {
    let mut parts = account.manifest.parts.iter().enumerate();
    let (at, part) = parts.find(|(_, part)| part.kind == PartKind::Summary)?;
    let text = unframed(account.texts.get(&at)?)?;
    Some(SummaryRecord {
        up_to: part.message?,
        text: text.to_owned(),
        model: account.model.clone(),
        edited: false,
        label: part.label.clone(),
    })
}

/// Returns a message of the user that is not stored.
fn message(conversation: ConversationId, text: &str) -> MessageRecord {
    MessageRecord {
        id: MessageId::new(),
        conversation,
        parent: None,
        role: Role::User,
        model: None,
        endpoint: None,
        status: MessageStatus::Complete,
        error: None,
        error_hint: None,
        failure: None,
        usage: None,
        created_ms: 0,
        parts: vec![store::PartRecord::unstored(text)],
    }
}
