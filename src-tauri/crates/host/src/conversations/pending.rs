//! Events to the main window about pending approvals and their calls.

use std::{collections::BTreeSet, sync::Arc};

use consent::ApprovalRequest;
use domain::ApprovalId;
use host_api::Event;

use crate::{inner::Inner, pending::waiting};

/// Emits pending approvals and their calls to `main` until the host closes.
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
