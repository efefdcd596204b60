//! Questions for the consent window, and answers from it.

mod address;
mod answer;
mod arguments;
mod authority;
mod calls;
mod change;
mod characters;
mod client;
mod difference;
mod elicitation;
mod endpoint;
mod launch;
mod requests;
mod sampling;
mod sign_in;
mod tool;
mod view;

use std::{collections::BTreeSet, sync::Arc};

use consent::{ApprovalRequest, PendingApproval};
use domain::{ApprovalId, CallId, LaunchSpec, Segment};
use store::CallRecord;

use crate::{
    Host, Inner,
    api::{ApprovalView, Event, SegmentView, WaitingView},
    outflow,
    servers::origin_of,
};

pub(crate) use authority::title as authority_title;
pub(crate) use characters::{of_tool as oddities_of_tool, shadows};
pub(crate) use tool::{needs_a_look, reasons_of, tier};
pub(crate) use view::{count, grouped, prompt_view, server_tag};

impl Host {
    /// One line for each question that waits.
    #[must_use]
    pub fn waiting(&self) -> Vec<WaitingView> {
        waiting(&self.inner)
    }

    /// Follows the questions: the whole queue now and after each change, the one to show first.
    #[must_use]
    pub fn prompts(&self) -> tokio::sync::mpsc::Receiver<Vec<ApprovalView>> {
        let (send, receive) = tokio::sync::mpsc::channel(16);
        let inner = Arc::clone(&self.inner);
        tokio::spawn(async move {
            let mut watch = inner.consent.watch();
            loop {
                watch.mark_unchanged();
                let mut views = Vec::new();
                for prompt in inner.consent.prompts() {
                    views.push(prompt_view(&inner, &prompt).await);
                }
                if send.send(views).await.is_err() {
                    return;
                }
                tokio::select! {
                    changed = watch.changed() => if changed.is_err() { return },
                    () = inner.closing.cancelled() => return,
                }
            }
        });
        receive
    }
}

/// Tells `main` of waiting questions, and of the calls they are about, until the host closes.
pub(crate) async fn follow(inner: Arc<Inner>) {
    let mut watch = inner.consent.watch();
    let mut known: BTreeSet<ApprovalId> = BTreeSet::new();
    loop {
        tokio::select! {
            changed = watch.changed() => if changed.is_err() { return },
            () = inner.closing.cancelled() => return,
        }
        let prompts = inner.consent.prompts();
        for prompt in prompts.iter().filter(|p| !known.contains(&p.id)) {
            if let ApprovalRequest::Tool(q) = &prompt.question {
                inner.emit_call(q.call.id).await;
            }
            if let ApprovalRequest::Calls(group) = &prompt.question {
                for call in &group.calls {
                    inner.emit_call(call.id()).await;
                }
            }
            if let ApprovalRequest::Change(_) = &prompt.question {
                for call in inner.calls.ids() {
                    inner.emit_call(call).await;
                }
            }
        }
        known = prompts.iter().map(|p| p.id).collect();
        inner.emit(Event::Waiting {
            waiting: waiting(&inner),
        });
    }
}

/// The waiting questions as `main` may know them.
pub(crate) fn waiting(inner: &Inner) -> Vec<WaitingView> {
    inner
        .consent
        .prompts()
        .iter()
        .map(|prompt| waiting_view(inner, prompt))
        .collect()
}

fn waiting_view(inner: &Inner, prompt: &PendingApproval) -> WaitingView {
    let title = match &prompt.question {
        ApprovalRequest::Tool(q) => {
            let server = view::server_name(inner, q.call.tool.server);
            format!(
                "Run “{}” through {server}?",
                domain::tool_label(&q.call.tool.name)
            )
        }
        ApprovalRequest::Calls(group) => calls::title(inner, group),
        ApprovalRequest::Launch(q) => match &q.spec {
            LaunchSpec::Local(_) => format!("Start {}?", q.server_name),
            LaunchSpec::Remote(remote) => format!("Connect to {}?", origin_of(&remote.url)),
        },
        ApprovalRequest::Endpoint(change) => format!("Use {}?", domain::visible(&change.name)),
        ApprovalRequest::Outflow(q) => {
            format!("Send tool results to {}?", outflow::host_of(&q.origin))
        }
        ApprovalRequest::Request(q) => requests::title(q),
        ApprovalRequest::Feature(change) => {
            format!("Let {} ask you?", domain::visible(&change.server_name))
        }
        ApprovalRequest::Change(q) => match q.tool() {
            Some(tool) => format!(
                "{} changed its tool “{}”. Accept it?",
                domain::visible(&q.server_name),
                domain::tool_label(tool)
            ),
            None => format!(
                "{} changed its instructions. Accept them?",
                domain::visible(&q.server_name)
            ),
        },
        ApprovalRequest::Root(q) => {
            format!("Let {} into a folder?", domain::visible(&q.server_name))
        }
        ApprovalRequest::SignIn(q) => format!("Sign in to {}?", domain::visible(&q.server_name)),
        ApprovalRequest::Authority(change) => authority::title(change),
        ApprovalRequest::Client(q) => {
            format!(
                "Use your own client for {}?",
                domain::visible(&q.server_name)
            )
        }
    };
    WaitingView {
        prompt: prompt.id.to_string(),
        title,
        outflow: prompt.question.outflow().map(|q| view::outflow(inner, q)),
        conversation: prompt.question.conversation().map(|c| c.to_string()),
        expires_at_ms: prompt.expires_at_ms as f64,
    }
}

/// The prompt that asks about a call, or about the change of its tool.
pub(crate) fn of_call(inner: &Inner, call: &CallRecord) -> Option<PendingApproval> {
    inner.consent.prompts().into_iter().find(|p| {
        let question = &p.question;
        let changed = |q: &consent::ChangeApproval| {
            call.server == Some(q.server) && q.tool() == Some(call.tool.as_str())
        };
        question.tool().is_some_and(|q| q.call.id == call.id)
            || question
                .calls()
                .is_some_and(|group| group.question(call.id).is_some())
            || question.change().is_some_and(changed)
    })
}

/// Why a call waits, in one sentence for the chat.
pub(crate) fn why(inner: &Inner, prompt: &PendingApproval, call: CallId) -> String {
    if prompt.question.change().is_some() {
        return "The server changed what this tool is. You decide about that first.".to_owned();
    }
    let member = prompt
        .question
        .calls()
        .and_then(|group| group.question(call));
    let question = prompt.question.tool().or(member);
    let reasons = question.map(|q| tool::reasons(inner, q));
    reasons
        .unwrap_or_default()
        .first()
        .map(|r| format!("{} {}", r.lead, r.rest))
        .unwrap_or_default()
}

/// The most runs that one text is shown in; in what follows them, hidden characters are written out instead.
const MAX_SEGMENTS: usize = 400;

/// Text as runs of what shows and what hides.
pub(crate) fn segments(text: &str) -> Vec<SegmentView> {
    let mut shown = 0;
    let mut out = Vec::new();
    for segment in domain::segments(text) {
        if out.len() == MAX_SEGMENTS {
            out.push(SegmentView::Text {
                text: domain::visible_block(&text[shown..]),
                from: Vec::new(),
            });
            break;
        }
        match segment {
            Segment::Text(text) => {
                shown += text.len();
                out.push(SegmentView::Text {
                    text,
                    from: Vec::new(),
                });
            }
            Segment::Hidden { character, count } => {
                shown += character.len_utf8() * count;
                out.push(SegmentView::Hidden {
                    code: format!("U+{:04X}", u32::from(character)),
                    name: name(character).to_owned(),
                    count: u32::try_from(count).unwrap_or(u32::MAX),
                });
            }
        }
    }
    out
}

fn name(c: char) -> &'static str {
    match c {
        '\0' => "null",
        '\u{1b}' => "escape",
        '\r' => "carriage return",
        '\u{8}' => "backspace",
        '\u{7f}' => "delete",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero width space",
        '\u{200c}' => "zero width non-joiner",
        '\u{200d}' => "zero width joiner",
        '\u{200e}' => "left-to-right mark",
        '\u{200f}' => "right-to-left mark",
        '\u{202a}' => "left-to-right embedding",
        '\u{202b}' => "right-to-left embedding",
        '\u{202c}' => "pop directional formatting",
        '\u{202d}' => "left-to-right override",
        '\u{202e}' => "right-to-left override",
        '\u{2060}' => "word joiner",
        '\u{2063}' => "invisible separator",
        '\u{2066}' => "left-to-right isolate",
        '\u{2067}' => "right-to-left isolate",
        '\u{2068}' => "first strong isolate",
        '\u{2069}' => "pop directional isolate",
        '\u{feff}' => "zero width no-break space",
        '\u{e0000}'..='\u{e007f}' => "tag character",
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => "variation selector",
        other => {
            if other.is_control() {
                "control character"
            } else {
                "hidden character"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_hidden_characters_stay_few_runs_and_all_are_named() {
        let text = "a\u{200b}".repeat(5_000);
        let shown = segments(&text);
        assert_eq!(shown.len(), MAX_SEGMENTS + 1);
        let SegmentView::Text { text: rest, .. } = &shown[MAX_SEGMENTS] else {
            panic!("the rest is text");
        };
        assert_eq!(rest.matches("U+200B").count(), 5_000 - MAX_SEGMENTS / 2);
    }
}
