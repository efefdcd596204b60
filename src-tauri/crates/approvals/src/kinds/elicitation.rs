//! View of an elicitation request: its form, or the page it names.

use consent::{ElicitationApproval, ElicitationDetail, RequestApproval};
use domain::{ElicitationAsk, ElicitationRequest, FieldKind, FormField, hidden_in};
use host_api::{ApprovalKindView, ElicitationApprovalView, FieldKindView, FieldView, OptionView};
use messages::{Phrase, Text, phrases};
use serde_json::Value;
use url::Url;

use crate::{
    Common, Servers, Show, address,
    forms::{
        form,
        secrecy::{self, Secrecy},
    },
    rounds,
    wording::segments,
};

impl Show for RequestApproval<ElicitationApproval> {
    type Facts = Common;

    fn title(&self, _: &Servers) -> Phrase {
        let server = domain::visible(&self.server_name);
        match self.ask.request.ask {
            ElicitationAsk::Form { .. } => phrases::consent_form_title(server),
            ElicitationAsk::Url { .. } => phrases::consent_visit_title(server),
        }
    }

    fn part_of(&self) -> Option<Phrase> {
        self.round.as_ref().map(rounds::part_of)
    }

    fn view(&self, facts: &Self::Facts) -> ApprovalKindView {
        ApprovalKindView::Elicitation {
            elicitation: ElicitationApprovalView {
                server: facts.servers.tag(self.server, &self.server_name),
                ..elicitation(&self.ask.request)
            },
        }
    }

    fn logged(detail: &ElicitationDetail, subject: String) -> Text {
        let said = phrases::host_logged_elicitation(subject);
        rounds::logged(said, detail.round.as_ref()).into()
    }
}

/// A field whose text may exceed this length, in characters, is shown with several lines.
const LONG_TEXT: u64 = 300;

/// Returns the view of a server's elicitation request, without its server.
fn elicitation(request: &ElicitationRequest) -> ElicitationApprovalView {
    let (fields, visit): (&[FormField], _) = match &request.ask {
        ElicitationAsk::Form { fields, .. } => (fields, None),
        // A request with an unreadable URL is refused and never shown.
        ElicitationAsk::Url { url, .. } => (&[], Url::parse(url).ok().as_ref().map(address::visit)),
    };
    ElicitationApprovalView {
        server: nobody(),
        message: segments(&request.message),
        // A web page is an appropriate place for a secret.
        speaks_of_secret: visit.is_none()
            && secrecy::of_message(&request.message, fields) != Secrecy::None,
        fields: fields.iter().map(field).collect(),
        visit,
    }
}

fn field(field: &FormField) -> FieldView {
    let options = |options: &[domain::ChoiceOption]| {
        options
            .iter()
            .map(|option| OptionView {
                value: option.value.clone(),
                title: domain::visible(&option.title),
                stands_for: (option.title != option.value).then(|| domain::visible(&option.value)),
            })
            .collect()
    };
    let proposed = proposed(&field.kind);
    let fits = proposed.as_ref().is_none_or(|value| {
        let hidden = value.as_str().is_some_and(|text| hidden_in(text) > 0);
        !hidden && form::problem(&field.kind, value).is_none()
    });
    // A default that does not fit or contains invisible characters is omitted.
    let text = |default: &Option<String>| default.clone().filter(|_| fits);
    FieldView {
        name: field.name.clone(),
        title: domain::visible(field.title.as_deref().unwrap_or(&field.name)),
        description: segments(field.description.as_deref().unwrap_or_default()),
        required: field.required,
        speaks_of_secret: secrecy::of(field) == Secrecy::Speaks,
        default_left_out: !fits,
        takes: match &field.kind {
            FieldKind::Text {
                max,
                format,
                default,
                ..
            } => FieldKindView::Text {
                hint: form::hint(&field.kind),
                format: format.clone(),
                long: max.is_some_and(|max| max > LONG_TEXT)
                    || default.as_ref().is_some_and(|text| text.contains('\n')),
                default: text(default),
            },
            FieldKind::Number {
                integer, default, ..
            } => FieldKindView::Number {
                hint: form::hint(&field.kind),
                integer: *integer,
                default: text(default),
            },
            FieldKind::Boolean { default } => FieldKindView::Boolean { default: *default },
            FieldKind::Choice {
                options: all,
                default,
            } => FieldKindView::Choice {
                options: options(all),
                default: text(default),
            },
            FieldKind::Choices {
                options: all,
                default,
                ..
            } => FieldKindView::Choices {
                hint: form::hint(&field.kind),
                options: options(all),
                default: if fits { default.clone() } else { Vec::new() },
            },
        },
    }
}

/// Returns the server's default, as it would be sent.
fn proposed(kind: &FieldKind) -> Option<Value> {
    match kind {
        FieldKind::Text { default, .. } | FieldKind::Choice { default, .. } => {
            default.clone().map(Value::from)
        }
        FieldKind::Number { default, .. } => default
            .as_deref()
            .and_then(|n| serde_json::from_str(n).ok()),
        FieldKind::Boolean { default } => default.map(Value::from),
        FieldKind::Choices { default, .. } => {
            (!default.is_empty()).then(|| Value::from(default.clone()))
        }
    }
}

/// Returns a placeholder for the requesting server.
fn nobody() -> host_api::ServerTag {
    host_api::ServerTag {
        id: String::new(),
        name: String::new(),
        fob: 0,
    }
}
