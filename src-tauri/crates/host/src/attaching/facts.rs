//! What is stored of an attachment beside its content, and its content as pieces of a request.

use std::{borrow::Cow, collections::HashMap};

use attachments::{Attachment, Extract, Form, Kind, Part, Remark, Selection, Span, Unit};
use context::AttachedPiece;
use domain::{ConversationId, MessageId, Provenance};
use host_api::ApiError;
use serde::{Deserialize, Serialize};
use store::{AttachedContent, AttachmentRecord, AttachmentState};

use super::said::Said;
use crate::inner::Inner;

/// The media type of a PDF.
pub(super) const PDF: &str = "application/pdf";

/// What is stored of an attachment beside its content.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub kind: Kind,
    pub form: Form,
    /// The sheet, from 0.
    pub section: u32,
    /// The range that was chosen; none for all.
    pub range: Option<Span>,
    /// The name of the sheet.
    pub title: String,
    pub taken: Span,
    pub total: u32,
    pub unit: Unit,
    pub tokens: u64,
    pub remarks: Vec<Remark>,
    /// Whether it was read again since it was pinned.
    #[serde(default)]
    pub changed: bool,
    /// What each part of a prompt is; empty for anything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<Said>,
}

impl Facts {
    pub fn of(found: &Attachment, selection: Selection, made: &Extract) -> Self {
        let offer = found
            .offers
            .iter()
            .find(|offer| (offer.form, offer.section) == (selection.form, selection.section));
        let mut remarks = found.remarks.clone();
        let new = made
            .remarks
            .iter()
            .filter(|one| !found.remarks.contains(one));
        remarks.extend(new.cloned());
        Self {
            kind: found.kind.clone(),
            form: selection.form,
            section: selection.section,
            range: selection.span,
            title: offer.map(|offer| offer.title.clone()).unwrap_or_default(),
            taken: made.taken,
            total: made.total,
            unit: made.unit,
            tokens: made.tokens,
            remarks,
            changed: false,
            said: Vec::new(),
        }
    }

    /// Returns the part that was taken in English, for a model; empty for all of a file.
    pub fn part(&self) -> String {
        let sheet = match self.title.as_str() {
            "" => String::new(),
            title => format!("sheet {}, ", domain::visible(title)),
        };
        let Span { first, last } = self.taken;
        match (self.taken.count() < self.total, sheet.as_str()) {
            (true, _) => format!("{sheet}{} {first} to {last} of {}", self.unit, self.total),
            (false, "") => String::new(),
            (false, _) => sheet.trim_end_matches(", ").to_owned(),
        }
    }
}

/// An attachment with its content.
pub(crate) struct Attached {
    pub record: AttachmentRecord,
    parts: Vec<Part>,
    tokens: u64,
    /// The origin and the size of each part of a prompt; empty for anything else.
    of_prompt: Vec<(Provenance, u64)>,
}

impl Attached {
    /// Returns its pieces for a request, those of one origin together.
    pub fn pieces(&self) -> Vec<(&Provenance, Vec<AttachedPiece<'_>>)> {
        if self.of_prompt.len() == self.parts.len() && !self.parts.is_empty() {
            let pairs = self.of_prompt.iter().zip(&self.parts);
            return pairs
                .map(|((origin, tokens), part)| (origin, vec![piece(part, *tokens)]))
                .collect();
        }
        let images = self.parts.len().max(1) as u64;
        let tokens = |part: &Part| match part {
            Part::Image { .. } => self.tokens.div_ceil(images),
            Part::Text(_) | Part::Audio { .. } | Part::Pdf { .. } => self.tokens,
        };
        let pieces = self.parts.iter().map(|part| piece(part, tokens(part)));
        vec![(&self.record.origin, pieces.collect())]
    }
}

/// The attachments of a conversation.
#[derive(Default)]
pub(crate) struct AttachedRecords {
    pub of: HashMap<MessageId, Vec<Attached>>,
    pub pinned: Vec<Attached>,
}

/// Returns the parts of a content; none if they do not parse.
pub(super) fn parts(content: AttachedContent) -> Vec<Part> {
    match content {
        AttachedContent::Text(text) => vec![Part::Text(text)],
        AttachedContent::Media(json) => serde_json::from_str(&json).unwrap_or_default(),
    }
}

/// Returns a part as a piece of a request.
fn piece(part: &Part, tokens: u64) -> AttachedPiece<'_> {
    match part {
        Part::Text(text) => AttachedPiece::Text(Cow::Borrowed(text)),
        Part::Image {
            media_type,
            data,
            page,
            ..
        } => AttachedPiece::Media {
            mime_type: media_type.as_str(),
            data: Cow::Borrowed(data),
            page: *page,
            tokens,
        },
        Part::Audio { media_type, data } => AttachedPiece::Media {
            mime_type: media_type.as_str(),
            data: Cow::Borrowed(data),
            page: None,
            tokens,
        },
        Part::Pdf { data } => AttachedPiece::Media {
            mime_type: PDF,
            data: Cow::Borrowed(data),
            page: None,
            tokens,
        },
    }
}

impl Inner {
    /// Reads the attachments of these messages of a conversation, and what is pinned. With `all`, what was pinned once too.
    pub(crate) async fn attached(
        &self,
        conversation: ConversationId,
        path: &[store::MessageRecord],
        all: bool,
    ) -> Result<AttachedRecords, ApiError> {
        let store = self.store.attachments();
        let records = store.of_conversation(conversation).await?;
        let mut read = AttachedRecords::default();
        if records.is_empty() {
            return Ok(read);
        }
        let of = store.of_messages(conversation).await?;
        for message in path {
            for id in of.get(&message.id).into_iter().flatten() {
                if let Some(record) = records.iter().find(|record| record.id == *id) {
                    let attached = self.with_content(record).await?;
                    read.of.entry(message.id).or_default().push(attached);
                }
            }
        }
        let is_pinned = |state| match state {
            AttachmentState::Pinned => true,
            AttachmentState::Unpinned => all,
            AttachmentState::Draft | AttachmentState::Sent => false,
        };
        for record in records.iter().filter(|record| is_pinned(record.state)) {
            read.pinned.push(self.with_content(record).await?);
        }
        Ok(read)
    }

    /// Reads what waits in the composer of a conversation.
    pub(crate) async fn drafts(
        &self,
        conversation: ConversationId,
    ) -> Result<Vec<Attached>, ApiError> {
        let mut drafts = Vec::new();
        for record in self.store.attachments().open(Some(conversation)).await? {
            if record.state == AttachmentState::Draft {
                drafts.push(self.with_content(&record).await?);
            }
        }
        Ok(drafts)
    }

    /// Returns the attachments of each message of a conversation, without their contents.
    pub(crate) async fn attached_to(
        &self,
        conversation: ConversationId,
    ) -> Result<HashMap<MessageId, Vec<AttachmentRecord>>, ApiError> {
        let store = self.store.attachments();
        let of = store.of_messages(conversation).await?;
        if of.is_empty() {
            return Ok(HashMap::new());
        }
        let records = store.of_conversation(conversation).await?;
        let records: HashMap<_, _> = records.into_iter().map(|one| (one.id, one)).collect();
        let found = |ids: Vec<_>| {
            let records = ids.iter().filter_map(|id| records.get(id));
            records.cloned().collect()
        };
        Ok(of
            .into_iter()
            .map(|(message, ids)| (message, found(ids)))
            .collect())
    }

    /// Reads the content of an attachment.
    pub(crate) async fn with_content(
        &self,
        record: &AttachmentRecord,
    ) -> Result<Attached, ApiError> {
        let content = self.store.attachments().content(&record.digest).await?;
        let facts: Option<Facts> = serde_json::from_str(&record.facts).ok();
        let said = facts.as_ref().map_or(&[][..], |facts| &facts.said);
        let of_prompt = match &record.origin {
            Provenance::Prompt { server, prompt, .. } => {
                let one = |said: &Said| (said.origin(*server, prompt), said.tokens);
                said.iter().map(one).collect()
            }
            Provenance::User
            | Provenance::File { .. }
            | Provenance::Model { .. }
            | Provenance::Tool { .. }
            | Provenance::Resource { .. }
            | Provenance::Definition { .. }
            | Provenance::Instructions { .. }
            | Provenance::Host => Vec::new(),
        };
        Ok(Attached {
            tokens: facts.as_ref().map_or(0, |facts| facts.tokens),
            of_prompt,
            record: record.clone(),
            parts: parts(content),
        })
    }
}
