//! Questions for the consent window, and answers from it.

mod address;
mod arguments;
mod authority;
mod calls;
mod change;
mod characters;
mod client;
mod difference;
mod elicitation;
mod launch;
mod requests;
mod sampling;
mod sign_in;
mod tool;
mod view;

use std::sync::Arc;

use consent::{ApprovalRequest, PendingApproval};
use domain::{CallId, LaunchSpec};
use store::CallRecord;

use crate::{
    addresses::{host_of, origin_of},
    api::{ApprovalView, WaitingView},
    inner::{Host, Inner},
};

pub(crate) use authority::title as authority_title;
pub(crate) use characters::shadows;
pub(crate) use tool::{needs_a_look, reasons_of};
pub(crate) use view::prompt_view;

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
            let server = inner.servers.name(q.call.tool.server);
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
            format!("Send tool results to {}?", host_of(&q.origin))
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
