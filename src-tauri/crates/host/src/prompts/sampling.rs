//! What a server asks of the user's model, and what the model answered.

use consent::SamplingModel;
use domain::{Content, SamplingContent, SamplingRequest, SamplingRole, ToolUseChoice};

use super::{requests::nobody, segments, view::count};
use crate::{
    api::{SaidView, SamplingMessageView, SamplingPromptView, SamplingToolView},
    content,
    pretty::pretty,
};

/// The view of a server's request, but for who asks.
pub(super) fn sampling(request: &SamplingRequest, model: &SamplingModel) -> SamplingPromptView {
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

/// The view of one block.
pub(super) fn said(block: &SamplingContent) -> SaidView {
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
