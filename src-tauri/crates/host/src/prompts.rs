//! Questions for the consent window, and answers from it.

mod answer;
mod view;

use std::{collections::BTreeSet, sync::Arc};

use consent::{Prompt, Question};
use domain::{CallId, PromptId, Segment};

use crate::{
    Host, Inner,
    api::{Event, PromptView, SegmentView, WaitingView},
};

pub(crate) use view::prompt_view;

impl Host {
    /// Follows the questions: the whole queue now and after each change, the one to show first.
    #[must_use]
    pub fn prompts(&self) -> tokio::sync::mpsc::Receiver<Vec<PromptView>> {
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
    let mut known: BTreeSet<PromptId> = BTreeSet::new();
    loop {
        tokio::select! {
            changed = watch.changed() => if changed.is_err() { return },
            () = inner.closing.cancelled() => return,
        }
        let prompts = inner.consent.prompts();
        for prompt in prompts.iter().filter(|p| !known.contains(&p.id)) {
            if let Question::Tool(q) = &prompt.question {
                inner.emit_call(q.call.id).await;
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

fn waiting_view(inner: &Inner, prompt: &Prompt) -> WaitingView {
    let title = match &prompt.question {
        Question::Tool(q) => {
            let server = view::server_name(inner, q.call.tool.server);
            format!(
                "Run “{}” through {server}?",
                domain::visible(&q.call.tool.name)
            )
        }
        Question::Launch(q) => format!("Start {}?", q.server_name),
        Question::Endpoint(change) => format!("Use {}?", domain::visible(&change.name)),
    };
    WaitingView {
        prompt: prompt.id.to_string(),
        title,
        conversation: prompt.question.conversation().map(|c| c.to_string()),
        expires_at_ms: prompt.expires_at_ms as f64,
    }
}

/// The prompt that asks about a call.
pub(crate) fn of_call(inner: &Inner, call: CallId) -> Option<Prompt> {
    inner
        .consent
        .prompts()
        .into_iter()
        .find(|p| match &p.question {
            Question::Tool(q) => q.call.id == call,
            Question::Launch(_) | Question::Endpoint(_) => false,
        })
}

/// Why a call waits, in one sentence for the chat.
pub(crate) fn why(inner: &Inner, prompt: &Prompt) -> String {
    match &prompt.question {
        Question::Tool(q) => view::reasons(inner, q)
            .first()
            .map(|r| format!("{} {}", r.lead, r.rest))
            .unwrap_or_default(),
        Question::Launch(_) | Question::Endpoint(_) => String::new(),
    }
}

/// Text as runs of what shows and what hides.
pub(crate) fn segments(text: &str) -> Vec<SegmentView> {
    domain::segments(text)
        .into_iter()
        .map(|segment| match segment {
            Segment::Text(text) => SegmentView::Text { text },
            Segment::Hidden { character, count } => SegmentView::Hidden {
                code: format!("U+{:04X}", u32::from(character)),
                name: name(character).to_owned(),
                count: u32::try_from(count).unwrap_or(u32::MAX),
            },
        })
        .collect()
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
