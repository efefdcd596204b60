//! Requests as a shell sees them.

use std::collections::HashMap;

use context::{Group, Label, Manifest, Omission, Part, PartKind, Reason};
use domain::{MessageId, Provenance, ServerId};
use host_api::{
    ApiError, ContextDifferenceView, ContextGroupView, ContextKindView, ContextOmissionView,
    ContextPartView, ContextPurposeView, ContextReasonView, ContextRequestView, ContextSizeView,
    ContextView, ServerTag,
};
use store::{RequestPurpose, RequestRecord};

use super::Account;
use crate::inner::Inner;

/// Maximum number of listed parts.
const MAX_PARTS: usize = 4_000;
/// Maximum length of a title, in characters.
const MAX_TITLE: usize = 80;

/// Returns a recorded request.
pub(super) fn request(number: u32, record: &RequestRecord) -> ContextRequestView {
    let usage = record.usage;
    ContextRequestView {
        id: record.id.to_string(),
        number,
        purpose: match record.purpose {
            RequestPurpose::Reply => ContextPurposeView::Reply,
            RequestPurpose::Summary => ContextPurposeView::Summary,
            RequestPurpose::Title => ContextPurposeView::Title,
        },
        message: record.message.to_string(),
        model: domain::visible(&record.model),
        created_ms: record.created_ms as f64,
        tokens: saturate(record.tokens),
        input_tokens: usage.map(|usage| saturate(usage.input)),
        output_tokens: usage.map(|usage| saturate(usage.output)),
        cached_tokens: usage.and_then(|usage| usage.cached).map(saturate),
    }
}

impl Inner {
    /// Returns a request in full, compared with the request before.
    pub(super) async fn context_view(
        &self,
        account: &Account,
        before: Option<&Manifest>,
        request: Option<ContextRequestView>,
    ) -> Result<ContextView, ApiError> {
        let manifest = &account.manifest;
        let repeats = before.map_or(0, |before| manifest.repeats(before));
        let texts = self.beginnings(manifest).await?;
        let mut cached = CachedParts::of(request.as_ref(), manifest);
        let part = |(at, part): (usize, &Part)| ContextPartView {
            index: count(at),
            group: group(part.kind.group()),
            kind: kind(part.kind),
            title: title(part, &texts),
            server: part.origin.server().map(|server| self.tag(server)),
            tool: definition_of(part),
            message: part.message.map(|message| message.to_string()),
            tokens: saturate(part.tokens),
            bytes: count(part.bytes),
            label: self.tags(&part.label),
            repeated: at < repeats,
            cached: cached.next(part),
            shortened: reason(part.reason),
            deferred: part.reason == Reason::Deferred,
        };
        let parts = manifest
            .parts
            .iter()
            .enumerate()
            .take(MAX_PARTS)
            .map(part)
            .collect();
        let omission = |one: &Omission| self.omission(one);
        let budget = &account.facts.budget;
        Ok(ContextView {
            request,
            model: domain::visible(&account.model),
            window: budget.window.map(saturate),
            answer: saturate(budget.answer),
            tokens: saturate(manifest.tokens()),
            groups: groups(manifest),
            parts,
            parts_more: count(manifest.parts.len().saturating_sub(MAX_PARTS)),
            omitted: account.facts.omitted.iter().filter_map(omission).collect(),
            omitted_more: account.facts.omitted_more,
            differs: before.map(|before| ContextDifferenceView {
                index: count(repeats),
                tokens: saturate(manifest.parts.iter().skip(repeats).map(|p| p.tokens).sum()),
                only_adds: repeats == before.parts.len(),
            }),
        })
    }

    fn tag(&self, server: ServerId) -> ServerTag {
        self.servers.tag(server, "a removed server")
    }

    fn tags(&self, label: &Label) -> Vec<ServerTag> {
        label
            .servers()
            .iter()
            .map(|server| self.tag(*server))
            .collect()
    }

    fn omission(&self, one: &Omission) -> Option<ContextOmissionView> {
        Some(ContextOmissionView {
            kind: kind(one.kind),
            title: domain::visible(&one.name),
            server: one.origin.server().map(|server| self.tag(server)),
            bytes: count(one.bytes),
            kept: count(one.kept),
            reason: reason(one.reason)?,
        })
    }

    /// Returns the beginning of each message whose words are in a request.
    async fn beginnings(
        &self,
        manifest: &Manifest,
    ) -> Result<HashMap<MessageId, String>, ApiError> {
        let last = manifest.parts.iter().rev().find_map(|part| part.message);
        let Some(last) = last else {
            return Ok(HashMap::new());
        };
        // A draft is not stored; its words are shown in the composer.
        let stored = self.store.messages().get(last).await?.is_some();
        let before = manifest.parts.iter().rev().filter_map(|part| part.message);
        let end = if stored {
            Some(last)
        } else {
            before.clone().find(|id| *id != last)
        };
        let path = match end {
            Some(end) => self.store.messages().path_to(end).await?,
            None => Vec::new(),
        };
        let beginning = |message: &store::MessageRecord| {
            let mut parts = message.parts.iter();
            let text = parts.find(|part| part.kind == store::PartKind::Text)?;
            Some((message.id, line(&text.body)))
        };
        Ok(path.iter().filter_map(beginning).collect())
    }
}

/// Which parts the endpoint read from its cache: as many tokens at the beginning as it says, in proportion to its own count.
struct CachedParts {
    most: Option<u64>,
    seen: u64,
}

impl CachedParts {
    fn of(request: Option<&ContextRequestView>, manifest: &Manifest) -> Self {
        let share = request.and_then(|request| {
            let (input, cached) = (request.input_tokens?, request.cached_tokens?);
            (input > 0).then(|| f64::from(cached) / f64::from(input))
        });
        Self {
            most: share.map(|share| (manifest.tokens() as f64 * share) as u64),
            seen: 0,
        }
    }

    fn next(&mut self, part: &Part) -> Option<bool> {
        self.seen += part.tokens;
        self.most.map(|most| self.seen <= most)
    }
}

fn title(part: &Part, texts: &HashMap<MessageId, String>) -> String {
    match part.kind {
        PartKind::Tool | PartKind::Call | PartKind::Result | PartKind::Image | PartKind::Note => {
            domain::visible(&part.name)
        }
        PartKind::Message | PartKind::Answer => {
            let text = part.message.and_then(|message| texts.get(&message));
            text.cloned().unwrap_or_default()
        }
        PartKind::Attachment => match &part.origin {
            Provenance::Resource { uri, .. } => line(uri),
            Provenance::File { name, .. } => line(name),
            Provenance::Prompt { prompt, .. } => line(prompt),
            Provenance::User
            | Provenance::Model { .. }
            | Provenance::Tool { .. }
            | Provenance::Definition { .. }
            | Provenance::Instructions { .. }
            | Provenance::Host => String::new(),
        },
        PartKind::System
        | PartKind::Project
        | PartKind::Instructions
        | PartKind::State
        | PartKind::Summary => String::new(),
    }
}

/// Returns the beginning of a text on one line.
fn line(text: &str) -> String {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let mut kept: String = first
        .unwrap_or_default()
        .trim()
        .chars()
        .take(MAX_TITLE)
        .collect();
    if kept.len() < text.trim().len() {
        kept.push('…');
    }
    domain::visible(&kept)
}

fn definition_of(part: &Part) -> Option<String> {
    match &part.origin {
        Provenance::Definition { tool, .. } => Some(tool.clone()),
        Provenance::User
        | Provenance::File { .. }
        | Provenance::Model { .. }
        | Provenance::Tool { .. }
        | Provenance::Resource { .. }
        | Provenance::Prompt { .. }
        | Provenance::Instructions { .. }
        | Provenance::Host => None,
    }
}

fn groups(manifest: &Manifest) -> Vec<ContextSizeView> {
    [
        Group::System,
        Group::Tools,
        Group::Attachments,
        Group::History,
    ]
    .into_iter()
    .filter_map(|one| {
        let of = || {
            manifest
                .parts
                .iter()
                .filter(|part| part.kind.group() == one)
        };
        let parts = count(of().count());
        (parts > 0).then(|| ContextSizeView {
            group: group(one),
            parts,
            tokens: saturate(of().map(|part| part.tokens).sum()),
        })
    })
    .collect()
}

fn group(group: Group) -> ContextGroupView {
    match group {
        Group::System => ContextGroupView::System,
        Group::Tools => ContextGroupView::Tools,
        Group::Attachments => ContextGroupView::Attachments,
        Group::History => ContextGroupView::History,
    }
}

fn kind(kind: PartKind) -> ContextKindView {
    match kind {
        PartKind::System => ContextKindView::System,
        PartKind::Tool => ContextKindView::Tool,
        PartKind::Project => ContextKindView::Project,
        PartKind::Instructions => ContextKindView::Instructions,
        PartKind::Summary => ContextKindView::Summary,
        PartKind::Message => ContextKindView::Message,
        PartKind::Attachment => ContextKindView::Attachment,
        PartKind::Answer => ContextKindView::Answer,
        PartKind::State => ContextKindView::State,
        PartKind::Call => ContextKindView::Call,
        PartKind::Result => ContextKindView::Result,
        PartKind::Image => ContextKindView::Image,
        PartKind::Note => ContextKindView::Note,
    }
}

fn reason(reason: Reason) -> Option<ContextReasonView> {
    match reason {
        Reason::Whole | Reason::Deferred => None,
        Reason::ResultLimit => Some(ContextReasonView::ResultLimit),
        Reason::ToolLimit => Some(ContextReasonView::ToolLimit),
        Reason::Budget => Some(ContextReasonView::Budget),
    }
}

fn saturate(tokens: u64) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
