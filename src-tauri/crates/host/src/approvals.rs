//! Views of approval requests for shells: one file per kind.

mod address;
mod arguments;
mod authority;
mod calls;
mod change;
mod characters;
mod client;
mod difference;
mod elicitation;
mod endpoint;
mod feature;
mod launch;
mod link;
mod outflow;
mod reach;
mod replacement;
mod root;
mod roots;
mod sampling;
mod show;
mod sign_in;
mod tool;

use std::sync::Arc;

use consent::PendingApproval;
use host_api::{ApprovalView, WaitingView};
use messages::{Text, phrases};

use domain::CallId;
use store::CallRecord;

use self::show::Show;
use crate::inner::{Host, Inner};

pub(crate) use characters::shadows;
pub(crate) use tool::{needs_a_look, reasons_of};

/// Returns the view of a pending approval.
pub(crate) async fn prompt_view(inner: &Inner, prompt: &PendingApproval) -> ApprovalView {
    ApprovalView {
        id: prompt.id.to_string(),
        revision: prompt.revision,
        expires_at_ms: prompt.expires_at_ms as f64,
        times: u32::try_from(prompt.times).unwrap_or(u32::MAX),
        arm_ms: u32::try_from(consent::ARM_TIME.as_millis()).unwrap_or(u32::MAX),
        kind: consent::each_kind!(&prompt.question, it => it.view(inner).await),
    }
}

/// Returns the object of a decision's audit log row, for display.
pub(crate) fn logged(detail: &consent::Detail, subject: String) -> Text {
    consent::each_detail!(detail, Kind, it => Kind::logged(it, subject))
}

impl Host {
    /// Returns one line for each pending approval.
    #[must_use]
    pub fn waiting(&self) -> Vec<WaitingView> {
        waiting(&self.inner)
    }

    /// Subscribes to the pending approvals: the whole queue now and after each change, the one to show first.
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

/// Returns the pending approvals as `main` may know them.
pub(crate) fn waiting(inner: &Inner) -> Vec<WaitingView> {
    inner
        .consent
        .prompts()
        .iter()
        .map(|prompt| waiting_view(inner, prompt))
        .collect()
}

fn waiting_view(inner: &Inner, prompt: &PendingApproval) -> WaitingView {
    let title = consent::each_kind!(&prompt.question, it => it.title(inner).into());
    WaitingView {
        prompt: prompt.id.to_string(),
        title,
        outflow: prompt
            .question
            .outflow()
            .map(|q| outflow::outflow(inner, q)),
        conversation: prompt.question.conversation().map(|c| c.to_string()),
        expires_at_ms: prompt.expires_at_ms as f64,
    }
}

/// Returns the approval of a call, or of the change of its tool.
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

/// Returns why a call is pending, in one sentence for the chat.
pub(crate) fn why(inner: &Inner, prompt: &PendingApproval, call: CallId) -> Text {
    if prompt.question.change().is_some() {
        return phrases::host_approval_change_first().into();
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
        .map(|first| match first.rest.is_empty() {
            true => first.lead.clone(),
            false => phrases::host_approval_why(&first.lead, &first.rest).into(),
        })
        .unwrap_or_default()
}
