//! Somebody scripted who answers the host's questions, by the road that the terminal uses: looks at each long enough, says
//! yes, and fills forms with what they hold at first.

use std::time::Duration;

use host::Host;
use host_api::{AnswerView, ApprovalKindView, ApprovalView, FieldKindView, FieldView, ScopeView};
use serde_json::{Map, Value};

/// Beyond the time that a question has to be on display.
const A_MOMENT: Duration = Duration::from_millis(20);

/// Answers every question until the host is gone.
pub(crate) async fn answer_all(host: Host) {
    let mut queue = host.prompts();
    while let Some(prompts) = queue.recv().await {
        let Some(prompt) = prompts.into_iter().next() else {
            continue;
        };
        let Ok(id) = prompt.id.parse() else { continue };
        // One that was answered just now may be shown once more.
        if host.prompt_shown(id, prompt.revision).is_err() {
            continue;
        }
        tokio::time::sleep(Duration::from_millis(prompt.arm_ms.into()) + A_MOMENT).await;
        if let Err(error) = host
            .answer_prompt(id, prompt.revision, answer(&prompt))
            .await
        {
            eprintln!("innkeeper-conformance: {}", error.message);
        }
    }
}

fn answer(prompt: &ApprovalView) -> AnswerView {
    if let ApprovalKindView::Elicitation { elicitation } = &prompt.kind
        && elicitation.visit.is_none()
    {
        let fields = elicitation.fields.iter();
        let content: Map<String, Value> = fields
            .filter_map(|field| Some((field.name.clone(), at_first(field)?)))
            .collect();
        return AnswerView::Fill {
            content: Value::Object(content).to_string(),
        };
    }
    if let ApprovalKindView::Calls { calls } = &prompt.kind {
        return AnswerView::AllowCalls {
            calls: calls.calls.iter().map(|call| call.id.clone()).collect(),
        };
    }
    match scope(&prompt.kind) {
        Some(scope) => AnswerView::Allow {
            scope,
            values: Vec::new(),
            key: None,
        },
        None => AnswerView::Deny { note: None },
    }
}

/// The scope in which a kind is allowed; none for a folder, a host, a link and every other kind that no check needs.
fn scope(kind: &ApprovalKindView) -> Option<ScopeView> {
    let once = matches!(
        kind,
        ApprovalKindView::Tool { .. }
            | ApprovalKindView::Sampling { .. }
            | ApprovalKindView::Elicitation { .. }
            | ApprovalKindView::SignIn { .. }
    );
    let standing = matches!(
        kind,
        ApprovalKindView::Launch { .. }
            | ApprovalKindView::Endpoint { .. }
            | ApprovalKindView::Feature { .. }
            | ApprovalKindView::Replacement { .. }
            | ApprovalKindView::Authority { .. }
            | ApprovalKindView::Change { .. }
            | ApprovalKindView::Client { .. }
    );
    if once {
        Some(ScopeView::Once)
    } else if standing {
        Some(ScopeView::Standing)
    } else {
        matches!(kind, ApprovalKindView::Outflow { .. }).then_some(ScopeView::Conversation)
    }
}

fn at_first(field: &FieldView) -> Option<Value> {
    match &field.takes {
        FieldKindView::Text { default, .. } | FieldKindView::Choice { default, .. } => {
            default.clone().map(Value::from)
        }
        FieldKindView::Number { default, .. } => default
            .as_deref()
            .and_then(|d| serde_json::from_str(d).ok()),
        FieldKindView::Boolean { default } => default.map(Value::from),
        FieldKindView::Choices { default, .. } => {
            (!default.is_empty()).then(|| Value::from(default.clone()))
        }
    }
}
