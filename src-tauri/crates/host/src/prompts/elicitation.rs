//! What a server asks of the user: its form, or the page it names.

use domain::{ElicitationAsk, ElicitationRequest, FieldKind, FormField};
use url::Url;

use super::{requests::nobody, segments, view::count};
use crate::{
    api::{ElicitationPromptView, FieldKindView, FieldView, OptionView, VisitView},
    requests::secrecy::{self, Secrecy},
};

/// The view of a server's question, but for who asks.
pub(super) fn elicitation(request: &ElicitationRequest) -> ElicitationPromptView {
    let (fields, visit) = match &request.ask {
        ElicitationAsk::Form { fields, .. } => (fields.iter().map(field).collect(), None),
        ElicitationAsk::Url { url, .. } => {
            let origin = Url::parse(url)
                .map(|url| url.origin().ascii_serialization())
                .unwrap_or_default();
            let url = segments(url);
            (Vec::new(), Some(VisitView { url, origin }))
        }
    };
    ElicitationPromptView {
        server: nobody(),
        message: segments(&request.message),
        fields,
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
            })
            .collect()
    };
    FieldView {
        name: field.name.clone(),
        title: domain::visible(field.title.as_deref().unwrap_or(&field.name)),
        description: segments(field.description.as_deref().unwrap_or_default()),
        required: field.required,
        speaks_of_secret: secrecy::of(field) == Secrecy::Speaks,
        takes: match &field.kind {
            FieldKind::Text {
                min,
                max,
                format,
                default,
            } => FieldKindView::Text {
                hint: between(*min, *max, "character"),
                format: format.clone(),
                default: default.clone(),
            },
            FieldKind::Number {
                integer,
                min,
                max,
                default,
            } => FieldKindView::Number {
                hint: match (min, max) {
                    (Some(min), Some(max)) => format!("{min} to {max}"),
                    (Some(min), None) => format!("at least {min}"),
                    (None, Some(max)) => format!("at most {max}"),
                    (None, None) => String::new(),
                },
                integer: *integer,
                default: default.clone(),
            },
            FieldKind::Boolean { default } => FieldKindView::Boolean { default: *default },
            FieldKind::Choice {
                options: all,
                default,
            } => FieldKindView::Choice {
                options: options(all),
                default: default.clone(),
            },
            FieldKind::Choices {
                options: all,
                min,
                max,
                default,
            } => FieldKindView::Choices {
                hint: between(*min, *max, "choice"),
                options: options(all),
                default: default.clone(),
            },
        },
    }
}

fn between(min: Option<u64>, max: Option<u64>, word: &str) -> String {
    let of = |n: u64| count(usize::try_from(n).unwrap_or(usize::MAX), word);
    match (min.filter(|n| *n > 0), max) {
        (Some(min), Some(max)) => format!("{min} to {}", of(max)),
        (Some(min), None) => format!("at least {}", of(min)),
        (None, Some(max)) => format!("at most {}", of(max)),
        (None, None) => String::new(),
    }
}
