//! Pending approvals for shells. The crate `approvals` has the views; here are the facts that they show.

mod facts;

use std::sync::Arc;

use approvals::Show;
use consent::PendingApproval;
use domain::CallId;
use host_api::{ApprovalKindView, ApprovalView, WaitingView};
use messages::Text;
use store::CallRecord;

use self::facts::Gather;
use crate::inner::{Host, Inner};

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
                    views.push(view(&inner, &prompt).await);
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

/// Returns the view of a pending approval.
async fn view(inner: &Inner, prompt: &PendingApproval) -> ApprovalView {
    let kind = consent::each_kind!(&prompt.question, it => view_of(inner, &**it).await);
    approvals::approval(prompt, kind)
}

async fn view_of<K: Show>(inner: &Inner, request: &K) -> ApprovalKindView
where
    K::Facts: Gather<K>,
{
    request.view(&K::Facts::gather(inner, request).await)
}

/// Returns the pending approvals as `main` may know them.
pub(crate) fn waiting(inner: &Inner) -> Vec<WaitingView> {
    let servers = inner.servers.tags();
    let prompts = inner.consent.prompts();
    let views = prompts.iter();
    views
        .map(|prompt| approvals::waiting(prompt, &servers))
        .collect()
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
    let servers = inner.servers.tags();
    approvals::why(&prompt.question, call, &servers, |tool| {
        inner.servers.alike(tool)
    })
}
