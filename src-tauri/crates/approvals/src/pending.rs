//! Views of pending approvals, whatever their kind.

use consent::{ApprovalRequest, Detail, PendingApproval};
use domain::{CallId, ToolRef};
use host_api::{ApprovalKindView, ApprovalView, WaitingView};
use messages::{Text, phrases};

use crate::{Alike, Servers, Show, outflow, tool};

/// Returns the view of a pending approval. `kind` is the view of its request, from [`Show::view`].
#[must_use]
pub fn approval(pending: &PendingApproval, kind: ApprovalKindView) -> ApprovalView {
    ApprovalView {
        id: pending.id.to_string(),
        revision: pending.revision,
        expires_at_ms: pending.expires_at_ms as f64,
        times: u32::try_from(pending.times).unwrap_or(u32::MAX),
        part_of: consent::each_kind!(&pending.question, it => it.part_of().map(Text::from)),
        arm_ms: u32::try_from(consent::ARM_TIME.as_millis()).unwrap_or(u32::MAX),
        kind,
    }
}

/// Returns a pending approval in one line, as the main window may know it.
#[must_use]
pub fn waiting(pending: &PendingApproval, servers: &Servers) -> WaitingView {
    let request = &pending.question;
    WaitingView {
        prompt: pending.id.to_string(),
        title: consent::each_kind!(request, it => it.title(servers).into()),
        outflow: request.outflow().map(|q| outflow::outflow(q, servers)),
        conversation: request.conversation().map(|c| c.to_string()),
        expires_at_ms: pending.expires_at_ms as f64,
    }
}

/// Returns the object of a decision's audit log row, for display.
#[must_use]
pub fn logged(detail: &Detail, subject: String) -> Text {
    consent::each_detail!(detail, Kind, it => Kind::logged(it, subject))
}

/// Returns why a call is pending, in one sentence for the chat. `alike` finds the tools whose names are confusable with that of a
/// tool.
#[must_use]
pub fn why(
    request: &ApprovalRequest,
    call: CallId,
    servers: &Servers,
    alike: impl FnOnce(&ToolRef) -> Vec<Alike>,
) -> Text {
    if request.change().is_some() {
        return phrases::host_approval_change_first().into();
    }
    let member = request.calls().and_then(|group| group.question(call));
    let asked = request.tool().or(member);
    let reasons = asked.map(|q| tool::reasons(q, servers, &alike(&q.definition.tool)));
    reasons
        .unwrap_or_default()
        .first()
        .map(|first| match first.rest.is_empty() {
            true => first.lead.clone(),
            false => phrases::host_approval_why(&first.lead, &first.rest).into(),
        })
        .unwrap_or_default()
}
