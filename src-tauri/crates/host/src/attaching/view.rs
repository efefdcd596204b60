//! Attachments as a shell sees them, and the errors of the reader.

use attachments::{Form, Kind, Offer, Remark, Selection, Span, Unit};
use domain::{Content as Data, Provenance, Rest};
use host_api::{
    ApiError, AttachmentChoice, AttachmentFormView, AttachmentKindView, AttachmentOfferView,
    AttachmentUnitView, AttachmentView, ErrorCode, InspectedView, ServerTag,
};
use messages::{Text, phrases};
use store::{AttachmentRecord, AttachmentState};

use super::{
    facts::{Facts, PDF},
    taking::{Reads, refusal},
};
use crate::{
    content::line,
    inner::Inner,
    state::{Inspected, Source},
};

/// Maximum number of listed offers: the sheets of a workbook.
const MAX_OFFERS: usize = 100;

impl Inner {
    /// Returns a file or a resource that was looked at.
    pub(super) fn inspected_view(&self, inspected: &Inspected, model: &Reads) -> InspectedView {
        let found = &inspected.found;
        let offers = found.offers.iter().take(MAX_OFFERS);
        InspectedView {
            id: inspected.id.clone(),
            name: match &inspected.source {
                Source::File { .. } => line(&found.name),
                Source::Resource { uri, .. } => line(uri),
            },
            kind: kind(&found.kind),
            bytes: found.bytes as f64,
            offers: offers.map(|one| offer(one, model)).collect(),
            remarks: match &inspected.source {
                Source::File { writers } => self.remarks(&found.remarks, writers),
                Source::Resource { .. } => self.remarks(&found.remarks, &[]),
            },
            most_tokens: saturate(model.most_tokens),
            server: match &inspected.source {
                Source::File { .. } => None,
                Source::Resource { server, .. } => Some(self.attached_from(*server)),
            },
        }
    }

    /// Returns what a person should know of a file, with the servers that could write it.
    fn remarks(&self, remarks: &[Remark], writers: &[domain::ServerId]) -> Vec<Text> {
        let names = writers.iter().map(|id| self.attached_from(*id).name);
        let names: Vec<String> = names.map(|name| domain::visible(&name)).collect();
        let written = (!names.is_empty())
            .then(|| phrases::host_attach_writable(names.len(), names.join(", ")).into());
        remarks.iter().map(remark).chain(written).collect()
    }

    pub(super) fn attached_from(&self, server: domain::ServerId) -> ServerTag {
        self.servers.tag(server, "a removed server")
    }

    /// Returns an attachment, with what a model does not take of it.
    pub(crate) fn attachment_view(
        &self,
        record: &AttachmentRecord,
        model: Option<&Reads>,
    ) -> AttachmentView {
        let facts: Option<Facts> = serde_json::from_str(&record.facts).ok();
        let form = facts.as_ref().map_or(Form::Text, |facts| facts.form);
        let problem = model.and_then(|model| refusal(model, form));
        let taken = facts.as_ref().map(|facts| facts.taken);
        AttachmentView {
            id: record.id.to_string(),
            name: line(&record.name),
            kind: match (&facts, &record.origin) {
                (_, Provenance::Prompt { .. }) => AttachmentKindView::Prompt,
                (Some(facts), _) => kind(&facts.kind),
                (None, _) => AttachmentKindView::Other,
            },
            form: form_view(form),
            title: facts.as_ref().map_or_else(String::new, |f| line(&f.title)),
            unit: unit(facts.as_ref().map_or(Unit::Files, |facts| facts.unit)),
            taken: taken.map_or((1, 1), |span| (span.first, span.last)),
            total: facts.as_ref().map_or(1, |facts| facts.total),
            tokens: saturate(facts.as_ref().map_or(0, |facts| facts.tokens)),
            server: record.origin.server().map(|id| self.attached_from(id)),
            pinned: record.state == AttachmentState::Pinned,
            changed: facts.as_ref().is_some_and(|facts| facts.changed),
            remarks: self.remarks(
                facts.as_ref().map_or(&[], |facts| &facts.remarks),
                match &record.origin {
                    Provenance::File { writers, .. } => writers,
                    Provenance::User
                    | Provenance::Model { .. }
                    | Provenance::Tool { .. }
                    | Provenance::Resource { .. }
                    | Provenance::Prompt { .. }
                    | Provenance::Definition { .. }
                    | Provenance::Instructions { .. }
                    | Provenance::Host => &[],
                },
            ),
            refused: problem.as_ref().is_some_and(|problem| problem.refused),
            problem: problem.map(|problem| problem.why),
        }
    }
}

fn offer(offer: &Offer, model: &Reads) -> AttachmentOfferView {
    let problem = refusal(model, offer.form);
    let fitting = offer.first_fitting(model.most_tokens);
    AttachmentOfferView {
        form: form_view(offer.form),
        section: offer.section,
        title: line(&offer.title),
        unit: unit(offer.unit),
        total: offer.total,
        tokens: saturate(offer.tokens()),
        fits: fitting.map_or(0, |span| span.last),
        refused: problem.as_ref().is_some_and(|problem| problem.refused),
        problem: problem.map(|problem| problem.why),
    }
}

/// Returns what a shell chose.
///
/// # Errors
/// The range is empty.
pub(super) fn selection(choice: AttachmentChoice) -> Result<Selection, ApiError> {
    let span = match choice.range {
        None => None,
        Some((first, last)) => {
            let empty = || ApiError::new(ErrorCode::Invalid, phrases::host_attach_bad_range());
            Some(Span::new(first, last).ok_or_else(empty)?)
        }
    };
    Ok(Selection {
        form: match choice.form {
            AttachmentFormView::Text => Form::Text,
            AttachmentFormView::Image => Form::Image,
            AttachmentFormView::PageImages => Form::PageImages,
            AttachmentFormView::Document => Form::Document,
            AttachmentFormView::Audio => Form::Audio,
        },
        section: choice.section,
        span,
    })
}

fn form_view(form: Form) -> AttachmentFormView {
    match form {
        Form::Text => AttachmentFormView::Text,
        Form::Image => AttachmentFormView::Image,
        Form::PageImages => AttachmentFormView::PageImages,
        Form::Document => AttachmentFormView::Document,
        Form::Audio => AttachmentFormView::Audio,
    }
}

fn unit(unit: Unit) -> AttachmentUnitView {
    match unit {
        Unit::Lines => AttachmentUnitView::Lines,
        Unit::Rows => AttachmentUnitView::Rows,
        Unit::Pages => AttachmentUnitView::Pages,
        Unit::Slides => AttachmentUnitView::Slides,
        Unit::Files => AttachmentUnitView::Files,
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a later kind of another crate"
)]
fn kind(kind: &Kind) -> AttachmentKindView {
    match kind {
        Kind::Text { .. } | Kind::Svg { .. } => AttachmentKindView::Text,
        Kind::Csv { .. } => AttachmentKindView::Table,
        Kind::Image { .. } => AttachmentKindView::Image,
        Kind::Pdf => AttachmentKindView::Pdf,
        Kind::Document(_) => AttachmentKindView::Document,
        Kind::Workbook(_) => AttachmentKindView::Workbook,
        Kind::Presentation(_) => AttachmentKindView::Presentation,
        Kind::Audio { .. } => AttachmentKindView::Audio,
        _ => AttachmentKindView::Other,
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a later remark of another crate"
)]
pub(super) fn remark(remark: &Remark) -> Text {
    match remark {
        Remark::Replaced => phrases::host_attach_replaced().into(),
        Remark::FirstFrame => phrases::host_attach_first_frame().into(),
        Remark::Embedded { names } => phrases::host_attach_embedded(names.len()).into(),
        Remark::NoText => phrases::host_attach_no_text().into(),
        Remark::Macros => phrases::host_attach_macros().into(),
        Remark::Cut => phrases::host_attach_cut().into(),
        Remark::UnmappedText => phrases::host_attach_unmapped().into(),
        _ => phrases::host_attach_other_remark().into(),
    }
}

pub(super) fn saturate(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns why an attachment could not be stored, or was not there.
pub(super) fn unstored(error: store::StoreError) -> ApiError {
    if matches!(error, store::StoreError::NotFound) {
        return ApiError::new(ErrorCode::NotFound, phrases::host_attach_gone());
    }
    if matches!(error, store::StoreError::Invalid(_)) {
        let most = (store::MAX_ATTACHED, store::MAX_ATTACHED_BYTES >> 20);
        return ApiError::new(
            ErrorCode::Invalid,
            phrases::host_attach_full(most.1, most.0),
        )
        .hint(phrases::host_attach_full_hint());
    }
    error.into()
}

/// Returns a part as a block of content.
pub(super) fn data(part: &attachments::Part) -> Data {
    let rest = Rest::default();
    match part {
        attachments::Part::Text(text) => Data::Text {
            text: text.clone(),
            rest,
        },
        attachments::Part::Image {
            media_type, data, ..
        } => Data::Image {
            mime_type: media_type.as_str().to_owned(),
            data: data.clone(),
            rest,
        },
        attachments::Part::Audio { media_type, data } => Data::Audio {
            mime_type: media_type.as_str().to_owned(),
            data: data.clone(),
            rest,
        },
        attachments::Part::Pdf { data } => Data::Image {
            mime_type: PDF.to_owned(),
            data: data.clone(),
            rest,
        },
    }
}
