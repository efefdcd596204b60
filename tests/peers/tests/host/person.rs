//! Somebody who answers the questions of a host.

use std::{sync::Arc, time::Duration};

use host::Host;
use host_api::{
    AnswerView, ApprovalKindView, ApprovalView, CallsApprovalView, FieldKindView, FieldView,
    ReasonKind, ReasonView, RootChoiceView, ScopeView,
};
use tokio::sync::Mutex;

/// A question that was answered.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub server: String,
    pub tool: String,
    pub reasons: Vec<ReasonView>,
    /// What the tool counts as, in a word.
    pub risk: String,
    /// Why less was offered than could be.
    pub narrowed: Option<String>,
}

/// How questions about tools are answered.
#[derive(Clone, Copy, Debug)]
pub enum Person {
    Allows(ScopeView),
    /// As far as each may be allowed: always, else in its conversation, else once.
    Widest,
    /// Always, where the condition at this place holds.
    AllowsWhere(u32),
    /// With every other tool that is offered, for half an hour.
    AllowsTools,
    /// Once, and the server's reading is trusted where that is offered.
    AllowsAndTrusts,
    Denies(&'static str),
    /// Says yes once, and no where something of one server would reach another.
    DeniesFlows,
    /// Says no to what would widen authority, and yes once to calls.
    WidensNothing,
    /// Leaves them, and those about what leaves this machine, without an answer.
    Waits,
}

/// Answers until the host is closed, and keeps what was asked.
pub async fn answer_all(host: Host, person: Person, asked: Arc<Mutex<Vec<Asked>>>) {
    let mut queue = host.prompts();
    while let Some(prompts) = queue.recv().await {
        let Some(prompt) = prompts.into_iter().next() else {
            continue;
        };
        let answered = match &prompt.kind {
            ApprovalKindView::Calls { calls } => answer_calls(calls, person),
            _other => answer(&prompt, person).map(|(a, note)| (a, note.into_iter().collect())),
        };
        let Some((answer, note)) = answered else {
            continue;
        };
        let id = prompt.id.parse().unwrap();
        // The queue may show a question once more that was just answered, and one may be withdrawn while it is read.
        if host.prompt_shown(id, prompt.revision).is_ok() {
            tokio::time::sleep(consent_time(&prompt)).await;
            if host
                .answer_prompt(id, prompt.revision, answer)
                .await
                .is_ok()
            {
                asked.lock().await.extend(note);
            }
        }
    }
}

/// The time a question has to be on display, and a little more.
fn consent_time(prompt: &ApprovalView) -> Duration {
    Duration::from_millis(u64::from(prompt.arm_ms) + 20)
}

/// A form in which the first of each choice is taken.
fn first_choices(fields: &[FieldView]) -> String {
    let chosen = fields.iter().filter_map(|field| match &field.takes {
        FieldKindView::Choice { options, .. } => {
            Some((field.name.clone(), options.first()?.value.clone().into()))
        }
        _other => None,
    });
    serde_json::Value::Object(chosen.collect()).to_string()
}

/// All calls of a step, or none.
fn answer_calls(group: &CallsApprovalView, person: Person) -> Option<(AnswerView, Vec<Asked>)> {
    let answer = match person {
        Person::Waits => return None,
        Person::Denies(note) => AnswerView::Deny {
            note: Some(note.into()),
        },
        Person::DeniesFlows if flows(&group.reasons) => AnswerView::Deny { note: None },
        Person::DeniesFlows => {
            let calls = group.calls.iter().filter(|call| !flows(&call.reasons));
            AnswerView::AllowCalls {
                calls: calls.map(|call| call.id.clone()).collect(),
            }
        }
        Person::Allows(_)
        | Person::Widest
        | Person::AllowsWhere(_)
        | Person::AllowsTools
        | Person::AllowsAndTrusts
        | Person::WidensNothing => AnswerView::AllowCalls {
            calls: group.calls.iter().map(|call| call.id.clone()).collect(),
        },
    };
    let asked = group.calls.iter().map(|call| Asked {
        server: group.server.name.clone(),
        tool: call.tool.clone(),
        reasons: [&group.reasons[..], &call.reasons[..]].concat(),
        risk: group.tier_word.to_string(),
        narrowed: None,
    });
    Some((answer, asked.collect()))
}

/// Whether something of one server would reach another.
fn flows(reasons: &[ReasonView]) -> bool {
    reasons.iter().any(|reason| reason.kind == ReasonKind::Flow)
}

fn answer(prompt: &ApprovalView, person: Person) -> Option<(AnswerView, Option<Asked>)> {
    let allow = |scope| AnswerView::Allow {
        scope,
        values: vec![],
        key: None,
    };
    let mut beside = Vec::new();
    let mut trust = false;
    let (asked, scopes) = match &prompt.kind {
        ApprovalKindView::Authority { .. } if matches!(person, Person::WidensNothing) => {
            return Some((AnswerView::Deny { note: None }, None));
        }
        ApprovalKindView::Tool { tool }
            if matches!(person, Person::DeniesFlows) && flows(&tool.reasons) =>
        {
            return Some((AnswerView::Deny { note: None }, None));
        }
        ApprovalKindView::Tool { tool } => {
            trust = !tool.reading.is_empty();
            beside = tool.beside.iter().map(|other| other.key.clone()).collect();
            let asked = Asked {
                server: tool.server.name.clone(),
                tool: tool.tool.clone(),
                reasons: tool.reasons.clone(),
                risk: tool.tier_word.to_string(),
                narrowed: tool.narrowed.as_ref().map(ToString::to_string),
            };
            (asked, tool.scopes.clone())
        }
        ApprovalKindView::Calls { .. } => return None,
        ApprovalKindView::Outflow { outflow } => {
            let names: Vec<&str> = outflow.servers.iter().map(|s| s.name.as_str()).collect();
            let asked = Asked {
                server: names.join(", "),
                tool: "outflow".into(),
                ..Asked::default()
            };
            let standing = outflow.can_stand.then_some(ScopeView::Standing);
            (
                asked,
                [ScopeView::Conversation]
                    .into_iter()
                    .chain(standing)
                    .collect(),
            )
        }
        ApprovalKindView::Root { root } => {
            let asked = Asked {
                server: root.server.name.clone(),
                tool: "folder".into(),
                ..Asked::default()
            };
            let answer = match person {
                Person::Waits => return None,
                Person::WidensNothing | Person::Denies(_) => AnswerView::Deny { note: None },
                Person::Allows(_)
                | Person::Widest
                | Person::AllowsWhere(_)
                | Person::AllowsTools
                | Person::AllowsAndTrusts
                | Person::DeniesFlows => AnswerView::AllowRoot {
                    choice: RootChoiceView {
                        name: root.name.clone(),
                        access: root.access,
                        pass: root.pass.clone(),
                        typed: root.typed.clone().unwrap_or_default(),
                    },
                },
            };
            return Some((answer, Some(asked)));
        }
        ApprovalKindView::Reach { reach } => {
            let asked = Asked {
                server: reach.server.name.clone(),
                tool: "host".into(),
                ..Asked::default()
            };
            (asked, vec![ScopeView::Once, ScopeView::Standing])
        }
        ApprovalKindView::Link { link } => {
            let names: Vec<&str> = link.carries.iter().map(|s| s.name.as_str()).collect();
            let asked = Asked {
                server: names.join(", "),
                tool: "link".into(),
                ..Asked::default()
            };
            let conversation = link.can_conversation.then_some(ScopeView::Conversation);
            let scopes = [ScopeView::Once].into_iter().chain(conversation);
            (asked, scopes.collect())
        }
        ApprovalKindView::SignIn { .. } => return Some((allow(ScopeView::Once), None)),
        ApprovalKindView::Change { change } => {
            let asked = Asked {
                server: change.server.name.clone(),
                tool: "change".into(),
                reasons: change.reasons.clone(),
                ..Asked::default()
            };
            (asked, vec![ScopeView::Standing])
        }
        ApprovalKindView::Sampling { sampling } => {
            let asked = Asked {
                server: sampling.server.name.clone(),
                tool: match sampling.reply {
                    Some(_) => "sampling reply",
                    None => "sampling",
                }
                .into(),
                ..Asked::default()
            };
            (asked, vec![ScopeView::Once])
        }
        ApprovalKindView::Elicitation { elicitation } => {
            let fill = match person {
                Person::Waits => return None,
                Person::Allows(_)
                | Person::Widest
                | Person::AllowsWhere(_)
                | Person::AllowsTools
                | Person::AllowsAndTrusts
                | Person::DeniesFlows
                | Person::WidensNothing => AnswerView::Fill {
                    content: first_choices(&elicitation.fields),
                },
                Person::Denies(_) => AnswerView::Dismiss,
            };
            return Some((fill, None));
        }
        // Launches, endpoints and whatever else is set up for a test.
        _other => return Some((allow(ScopeView::Standing), None)),
    };
    let answer = match person {
        Person::Waits => return None,
        Person::AllowsWhere(condition) if scopes.contains(&ScopeView::Where) => {
            AnswerView::AllowWhere { condition }
        }
        Person::AllowsTools if scopes.contains(&ScopeView::Tools) => AnswerView::AllowTools {
            tools: beside,
            minutes: 30,
        },
        Person::AllowsAndTrusts if trust => AnswerView::AllowAndTrust {
            allow: Box::new(allow(scopes[0])),
        },
        Person::AllowsWhere(_)
        | Person::AllowsTools
        | Person::AllowsAndTrusts
        | Person::DeniesFlows
        | Person::WidensNothing => allow(scopes[0]),
        Person::Allows(scope) if scopes.contains(&scope) => allow(scope),
        Person::Allows(_) => allow(scopes[0]),
        Person::Widest => {
            let order = [
                ScopeView::Standing,
                ScopeView::Conversation,
                ScopeView::Once,
            ];
            allow(order.into_iter().find(|scope| scopes.contains(scope))?)
        }
        Person::Denies(note) => AnswerView::Deny {
            note: Some(note.into()),
        },
    };
    Some((answer, Some(asked)))
}
