//! What questions of servers look like: everything in full, as plain text.

use consent::{Feature, FeatureChange, RequestAsk, RequestQuestion, SamplingModel};
use domain::{
    Content, ElicitationAsk, ElicitationRequest, FieldKind, FormField, SamplingContent,
    SamplingRequest, SamplingRole, ToolUseChoice,
};
use url::Url;

use super::{
    segments,
    view::{count, server_tag},
};
use crate::{
    Inner,
    api::{
        ElicitationPromptView, FeaturePromptView, FeatureView, FieldKindView, FieldView,
        OptionView, PromptKindView, SaidView, SamplingMessageView, SamplingPromptView,
        SamplingToolView, VisitView,
    },
    content,
    pretty::pretty,
    requests::secrecy::{self, Secrecy},
};

/// One line for the bar of waiting questions.
pub(super) fn title(q: &RequestQuestion) -> String {
    let name = domain::visible(&q.server_name);
    match &q.ask {
        RequestAsk::Roots(_) => format!("Name folders to {name}?"),
        RequestAsk::Sampling { .. } => format!("Ask your model for {name}?"),
        RequestAsk::SamplingReply { .. } => format!("Give your model's answer to {name}?"),
        RequestAsk::Elicitation { .. } => format!("{name} asks you"),
    }
}

/// The view of a server's request.
pub(super) fn request(inner: &Inner, q: &RequestQuestion) -> PromptKindView {
    let server = server_tag(inner, q.server, &q.server_name);
    match &q.ask {
        RequestAsk::Sampling { request, model } => PromptKindView::Sampling {
            sampling: SamplingPromptView {
                server,
                ..sampling(request, model)
            },
        },
        RequestAsk::SamplingReply {
            request,
            model,
            reply,
        } => PromptKindView::Sampling {
            sampling: SamplingPromptView {
                server,
                reply: Some(reply.content.iter().map(said).collect()),
                ..sampling(request, model)
            },
        },
        RequestAsk::Elicitation { request, .. } => PromptKindView::Elicitation {
            elicitation: ElicitationPromptView {
                server,
                ..elicitation(request)
            },
        },
        // Never asked: the grant was the decision.
        RequestAsk::Roots(_) => PromptKindView::Elicitation {
            elicitation: ElicitationPromptView {
                server,
                message: Vec::new(),
                fields: Vec::new(),
                visit: None,
            },
        },
    }
}

/// The view of a switch that is to be turned on.
pub(super) fn feature(inner: &Inner, change: &FeatureChange) -> PromptKindView {
    PromptKindView::Feature {
        feature: FeaturePromptView {
            server: server_tag(inner, change.server, &change.server_name),
            feature: match change.feature {
                Feature::Sampling => FeatureView::Sampling,
                Feature::Elicitation => FeatureView::Elicitation,
            },
        },
    }
}

fn nobody() -> crate::api::ServerTag {
    crate::api::ServerTag {
        id: String::new(),
        name: String::new(),
        fob: 0,
    }
}

fn sampling(request: &SamplingRequest, model: &SamplingModel) -> SamplingPromptView {
    SamplingPromptView {
        server: nobody(),
        model: domain::visible(&model.model),
        origin: domain::visible(&model.origin),
        on_this_machine: model.on_this_machine,
        max_tokens: model.max_tokens,
        wished_tokens: request.max_tokens,
        wishes: wishes(request),
        system: request.system_prompt.as_deref().map(segments),
        messages: request
            .messages
            .iter()
            .map(|message| SamplingMessageView {
                role: match message.role {
                    SamplingRole::User => "user",
                    SamplingRole::Assistant => "assistant",
                }
                .to_owned(),
                blocks: message.content.iter().map(said).collect(),
            })
            .collect(),
        tools: request
            .tools
            .iter()
            .map(|tool| SamplingToolView {
                name: domain::visible(&tool.name),
                description: segments(&tool.description),
                schema: segments(&pretty(&tool.input_schema)),
            })
            .collect(),
        reply: None,
    }
}

fn wishes(request: &SamplingRequest) -> Vec<String> {
    let mut out = Vec::new();
    if !request.hints.is_empty() {
        let hints = request.hints.join(", ");
        out.push(format!("Models it likes: {}", domain::visible(&hints)));
    }
    if let Some(temperature) = request.temperature {
        out.push(format!("Temperature {temperature}"));
    }
    if !request.stop_sequences.is_empty() {
        let stops = request.stop_sequences.join("” “");
        out.push(format!("Ends at “{}”", domain::visible(&stops)));
    }
    if let Some(context) = &request.include_context {
        out.push(format!(
            "Asks for context ({}): it is given none",
            domain::visible(context)
        ));
    }
    match request.tool_choice {
        ToolUseChoice::Required => out.push("The model has to use a tool".to_owned()),
        ToolUseChoice::None => out.push("The model must use no tool".to_owned()),
        ToolUseChoice::Auto => {}
    }
    out
}

fn said(block: &SamplingContent) -> SaidView {
    match block {
        SamplingContent::Text(text) => SaidView::Text {
            text: segments(text),
        },
        SamplingContent::Image { mime_type, data } => image(mime_type, data),
        SamplingContent::Audio { mime_type, data } => SaidView::Data {
            what: format!("a sound, {}", domain::visible(mime_type)),
            bytes: bytes(data),
        },
        SamplingContent::ToolUse { name, input, .. } => SaidView::Tool {
            what: format!("calls {}", domain::visible(name)),
            text: segments(&pretty(input.as_str())),
        },
        SamplingContent::ToolResult {
            content, is_error, ..
        } => SaidView::Tool {
            what: if *is_error {
                "result of a tool that failed".to_owned()
            } else {
                "result of a tool".to_owned()
            },
            text: segments(&content.iter().map(result).collect::<Vec<_>>().join("\n")),
        },
    }
}

fn image(mime_type: &str, data: &str) -> SaidView {
    match content::sniff(data).ok().map(|image| image.mime_type) {
        Some(mime) => SaidView::Image {
            mime: mime.to_owned(),
            data: data.to_owned(),
            bytes: bytes(data),
        },
        None => SaidView::Data {
            what: format!("an image, {}", domain::visible(mime_type)),
            bytes: bytes(data),
        },
    }
}

fn bytes(base64: &str) -> u32 {
    u32::try_from(base64.len() / 4 * 3).unwrap_or(u32::MAX)
}

fn result(block: &Content) -> String {
    match block {
        Content::Text { text, .. } => text.clone(),
        Content::Image {
            mime_type, data, ..
        }
        | Content::Audio {
            mime_type, data, ..
        } => {
            format!("[{mime_type}, {}]", count(data.len() / 4 * 3, "byte"))
        }
        Content::Resource { raw, .. } | Content::Unknown { raw } => pretty(raw),
    }
}

fn elicitation(request: &ElicitationRequest) -> ElicitationPromptView {
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
