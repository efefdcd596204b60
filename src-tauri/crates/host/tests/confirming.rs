//! Somebody who confirms the endpoint that a test wrote into the database.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::time::Duration;

use host::Host;
use host_api::{AnswerView, ApprovalKindView, ScopeView};

/// Allows the first endpoint that is asked about.
pub(crate) async fn confirm_endpoint(host: Host) {
    let mut queue = host.prompts();
    while let Some(prompts) = queue.recv().await {
        let endpoint = |kind: &ApprovalKindView| matches!(kind, ApprovalKindView::Endpoint { .. });
        let Some(prompt) = prompts.into_iter().find(|prompt| endpoint(&prompt.kind)) else {
            continue;
        };
        let id = prompt.id.parse().unwrap();
        host.prompt_shown(id, prompt.revision).unwrap();
        tokio::time::sleep(Duration::from_millis(u64::from(prompt.arm_ms) + 20)).await;
        let allow = AnswerView::Allow {
            scope: ScopeView::Standing,
            values: Vec::new(),
            key: None,
        };
        host.answer_prompt(id, prompt.revision, allow)
            .await
            .unwrap();
        return;
    }
}
