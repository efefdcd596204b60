//! A conversation as Markdown, in the user's language. Message text is quoted, so that no text can imitate a heading of the file.

use domain::Utc;
use messages::{Text, phrases, without_isolation};

use crate::saved::{Saved, SavedCall, SavedMessage, SavedPart, SavedSummary, state};

/// Returns the header of the file.
pub(super) fn head(conversation: &Saved) -> String {
    let times = phrases::host_page_times(
        Utc::from_ms(conversation.created_ms).to_string(),
        Utc::from_ms(conversation.updated_ms).to_string(),
    );
    let title = line(&chosen(conversation.title.clone()));
    format!("# {title}\n\n{}\n", chosen(times))
}

/// Returns one message.
pub(super) fn message(message: &SavedMessage, parts: &[SavedPart]) -> String {
    let who = match (message.role.as_str(), &message.model) {
        ("user", _) => phrases::host_page_you(),
        ("assistant", Some(model)) => phrases::host_page_model_named(line(model)),
        ("assistant", None) => phrases::host_page_model(),
        _ => phrases::host_page_unknown(),
    };
    let time = Utc::from_ms(message.created_ms).to_string();
    let heading = match message.status.as_str() {
        "complete" => phrases::host_page_message(time, who),
        other => phrases::host_page_message_ended(state(other), time, who),
    };
    let mut out = format!("\n## {}\n", chosen(heading));
    for part in parts {
        out.push_str(&said(part));
    }
    out
}

fn said(part: &SavedPart) -> String {
    match (&part.call, part.kind.as_str()) {
        (Some(call), _) => called(call),
        (None, "call") => format!("\n{}\n", chosen(phrases::host_page_call_lost())),
        (None, "text") => format!("\n{}", quoted(&chosen(part.text.clone()))),
        (None, other) => {
            let kind = match other {
                "reasoning" => phrases::host_page_reasoning().into(),
                "notice" => phrases::host_page_notice().into(),
                "unreadable" => phrases::host_page_unreadable().into(),
                other => Text::from(line(other)),
            };
            format!(
                "\n*{}*\n\n{}",
                chosen(kind),
                quoted(&chosen(part.text.clone()))
            )
        }
    }
}

/// Returns a summary of the messages above it.
pub(super) fn summary(summary: &SavedSummary) -> String {
    let time = Utc::from_ms(summary.created_ms).to_string();
    let model = line(&summary.model);
    let heading = match (summary.undone, summary.edited) {
        (true, _) => phrases::host_page_summary_undone(model, time),
        (false, true) => phrases::host_page_summary_edited(model, time),
        (false, false) => phrases::host_page_summary(model, time),
    };
    format!("\n*{}*\n\n{}", chosen(heading), quoted(&summary.text))
}

/// Returns the footer of a file that lacks other branches.
pub(super) fn others(count: usize) -> String {
    chosen(phrases::host_page_branches(count, "conversations.jsonl"))
}

/// Returns a text as the file has it. Its Markdown has no isolation marks.
fn chosen(text: impl Into<Text>) -> String {
    without_isolation(&text.into().chosen())
}

fn called(call: &SavedCall) -> String {
    let heading = phrases::host_page_call(line(&call.server), line(&call.tool));
    let outcome = match &call.reason {
        Some(reason) => {
            let reason = line(&chosen(reason.clone()));
            phrases::host_page_outcome(reason, state(&call.state)).into()
        }
        None => state(&call.state),
    };
    let mut out = format!(
        "\n**{}**: {}\n\n{}\n\n{}",
        chosen(heading),
        chosen(outcome),
        chosen(phrases::host_page_arguments()),
        quoted(&call.arguments)
    );
    if let Some(result) = &call.result {
        let label = chosen(phrases::host_page_result());
        out.push_str(&format!("\n{label}\n\n{}", quoted(result)));
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
        let summary = SavedSummary {
            text: "a\n# You".into(),
            model: "m\n# x".into(),
            created_ms: 0,
            edited: true,
            undone: false,
        };
        let made = super::summary(&summary);
        assert!(!made.lines().any(|line| line.starts_with('#')), "{made}");
        assert!(
            headings[0].starts_with("## Model (x) ## You, 2026), 1970"),
            "{made}"
        );
    }
}
