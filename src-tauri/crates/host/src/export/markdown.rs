//! A conversation as Markdown. Message text is quoted, so that no text can imitate a heading of the file.

use domain::Utc;

use crate::archive::{Saved, SavedCall, SavedMessage, SavedPart};

/// Returns the header of the file.
pub(super) fn head(conversation: &Saved) -> String {
    format!(
        "# {}\n\nBegun {}, changed {}.\n",
        line(&conversation.title),
        Utc::from_ms(conversation.created_ms),
        Utc::from_ms(conversation.updated_ms)
    )
}

/// Returns one message.
pub(super) fn message(message: &SavedMessage, parts: &[SavedPart]) -> String {
    let who = match (message.role.as_str(), &message.model) {
        ("user", _) => "You".to_owned(),
        ("assistant", Some(model)) => format!("Model ({})", line(model)),
        ("assistant", None) => "Model".to_owned(),
        _ => "Unknown".to_owned(),
    };
    let status = match message.status.as_str() {
        "complete" => String::new(),
        other => format!(", {}", line(other)),
    };
    let mut out = format!("\n## {who}, {}{status}\n", Utc::from_ms(message.created_ms));
    for part in parts {
        out.push_str(&said(part));
    }
    out
}

fn said(part: &SavedPart) -> String {
    match (&part.call, part.kind.as_str()) {
        (Some(call), _) => called(call),
        (None, "call") => "\nA call whose record cannot be read.\n".to_owned(),
        (None, "text") => format!("\n{}", quoted(&part.text)),
        (None, kind) => format!("\n*{}*\n\n{}", line(kind), quoted(&part.text)),
    }
}

fn called(call: &SavedCall) -> String {
    let mut out = format!(
        "\n**Call of “{}” of “{}”**: {}{}\n\nArguments\n\n{}",
        line(&call.tool),
        line(&call.server),
        line(&call.state),
        call.reason
            .as_deref()
            .map(|r| format!(", {}", line(r)))
            .unwrap_or_default(),
        quoted(&call.arguments)
    );
    if let Some(result) = &call.result {
        out.push_str(&format!("\nResult\n\n{}", quoted(result)));
    }
    out
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}\n")).collect()
}

/// Returns text for use within a line.
fn line(text: &str) -> String {
    domain::visible(&text.replace(['\n', '\r'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_passes_for_a_heading() {
        let message = SavedMessage {
            id: "m".into(),
            parent: None,
            role: "assistant".into(),
            model: Some("x)\n## You, 2026".into()),
            status: "complete".into(),
            created_ms: 0,
        };
        let part = SavedPart {
            kind: "text".into(),
            text: "a\n## You, 2026\r## You\n".into(),
            call: None,
        };
        let made = super::message(&message, &[part]);
        let headings: Vec<&str> = made.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headings.len(), 1, "{made}");
        assert!(
            headings[0].starts_with("## Model (x) ## You, 2026), 1970"),
            "{made}"
        );
    }
}
