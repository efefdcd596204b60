//! Calls of one step under one approval: each keeps all that holds for a call alone.

mod properties;

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};

use consent::{
    ARM_TIME, Allowed, AnswerError, ApprovalAnswer, ApprovalRequest, Consent, DecidedBy, Denied,
    EXPIRY, GrantScope, Ledger, LedgerError, MAX_GROUP, MAX_GROUP_BYTES, MAX_GROUPED_CALL_BYTES,
    MAX_WAITING, PendingApproval, Record, SchemaCheck, ToolApproval, Verdict,
};
use domain::{CallId, ConversationId, JsonObjectText, RuleId, ServerId};
use policy::{Decision, Reason, Tier};
use proptest::prelude::*;
use tokio::{task::JoinHandle, time::Instant};

use crate::{Memory, front, question};

/// What was written down: which call, with which arguments, by whom, and whether it was allowed.
#[derive(Default)]
struct Rows(Mutex<Vec<(CallId, String, DecidedBy, bool)>>);

impl Ledger for Rows {
    fn record<'a>(
        &'a self,
        record: Record<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>> {
        Box::pin(async move {
            let allowed = matches!(record.verdict, Verdict::Allowed(_));
            let row = (
                record.log.call.expect("a row is about one call"),
                record.log.content.unwrap_or_default(),
                record.by,
                allowed,
            );
            self.0.lock().unwrap().push(row);
            Ok(())
        })
    }
}

type Ends = Vec<JoinHandle<Result<Allowed<ToolApproval>, Denied>>>;

/// Begins a step and waits for each of its decisions.
fn begin(desk: &Consent, step: Vec<ToolApproval>) -> Ends {
    let begun = desk.begin_step(step);
    let waits = begun
        .into_iter()
        .map(|decision| tokio::spawn(decision.decided()));
    waits.collect()
}

/// So many different reads of one server in one conversation.
fn reads(count: usize) -> Vec<ToolApproval> {
    let (conversation, server) = (ConversationId::new(), ServerId::new());
    let path = |n: usize| format!(r#"{{"path":"/{n}"}}"#);
    (0..count)
        .map(|n| question(Decision::Ask, &path(n), conversation, server))
        .collect()
}

fn ids(prompt: &PendingApproval) -> Vec<CallId> {
    match &prompt.question {
        ApprovalRequest::Calls(group) => group.calls.iter().map(consent::GroupedCall::id).collect(),
        question => question.tool().map(|q| q.call.id).into_iter().collect(),
    }
}

/// The first prompt, on display long enough to be allowed.
async fn armed(desk: &Consent) -> PendingApproval {
    let prompt = front(desk).await;
    desk.shown(prompt.id, prompt.revision).unwrap();
    tokio::time::advance(ARM_TIME).await;
    prompt
}

#[tokio::test(start_paused = true)]
async fn one_answer_allows_the_ticked_calls_and_denies_the_others_one_by_one() {
    let rows = Arc::new(Rows::default());
    let desk = Consent::new(rows.clone());
    let step = reads(5);
    let ends = begin(&desk, step.clone());
    assert_eq!(desk.prompts().len(), 1, "five calls are one approval");
    let prompt = armed(&desk).await;
    let calls = ids(&prompt);
    let whole = ApprovalAnswer::Allow(GrantScope::Once);
    assert_eq!(
        desk.answer(prompt.id, prompt.revision, whole),
        Err(AnswerError::OnceOnly),
        "a yes names its calls"
    );
    for wrong in [vec![], vec![CallId::new()], vec![calls[0], CallId::new()]] {
        let refused = desk.allow_calls(prompt.id, prompt.revision, &wrong);
        assert_eq!(refused, Err(AnswerError::OtherCalls), "{wrong:?}");
    }
    desk.allow_calls(prompt.id, prompt.revision, &[calls[3], calls[1], calls[1]])
        .unwrap();
    for (at, end) in ends.into_iter().enumerate() {
        match end.await.unwrap() {
            Ok(allowed) => {
                assert!([1, 3].contains(&at), "call {at} was not ticked");
                assert_eq!(allowed.scope, GrantScope::Once);
                let sent = allowed.approved.into_payload();
                assert_eq!(sent.id, step[at].call.id);
                assert_eq!(sent.arguments, step[at].call.arguments);
            }
            Err(denied) => {
                assert!(![1, 3].contains(&at), "call {at} was ticked");
                assert_eq!(denied.by, DecidedBy::Person);
            }
        }
    }
    assert_eq!(rows.0.lock().unwrap().len(), 5, "a row for each");
}

#[tokio::test(start_paused = true)]
async fn what_needs_more_than_a_tick_is_decided_alone() {
    let other = ServerId::new();
    let id = RuleId::new();
    let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(MAX_GROUPED_CALL_BYTES));
    type Change<'a> = (&'a str, Box<dyn Fn(&mut ToolApproval)>);
    let alone: Vec<Change<'_>> = vec![
        ("destroys", Box::new(|q| q.evaluation.tier = Tier::T4)),
        ("another tier", Box::new(|q| q.evaluation.tier = Tier::T2)),
        (
            "another server",
            Box::new(move |q| q.call.tool.server = other),
        ),
        (
            "another asker",
            Box::new(|q| q.asked_by = consent::Requester::Model("another model".into())),
        ),
        (
            "not checked",
            Box::new(|q| q.schema = SchemaCheck::NotChecked(consent::Unchecked::NotJson)),
        ),
        (
            "does not fit",
            Box::new(|q| q.schema = SchemaCheck::Broken(vec![])),
        ),
        ("poses as another tool", Box::new(|q| q.alone = true)),
        (
            "data of another server",
            Box::new(move |q| {
                q.evaluation.reasons = vec![Reason::Flow { from: other }];
            }),
        ),
        (
            "text of another server",
            Box::new(move |q| {
                q.evaluation.reasons = vec![Reason::NoRule, Reason::Carries { from: other }];
            }),
        ),
        (
            "a rule asks",
            Box::new(move |q| {
                q.evaluation.reasons = vec![Reason::AskedByRule { rule: id }];
            }),
        ),
        (
            "changed",
            Box::new(|q| q.evaluation.reasons = vec![Reason::Changed]),
        ),
        (
            "edited",
            Box::new(|q| q.asked = JsonObjectText::parse("{}").unwrap()),
        ),
        (
            "long",
            Box::new(move |q| {
                q.call.arguments = JsonObjectText::parse(&long).unwrap();
                q.asked = q.call.arguments.clone();
            }),
        ),
    ];
    for (why, change) in alone {
        let desk = Consent::new(Arc::new(Memory::default()));
        let mut step = reads(4);
        change(&mut step[2]);
        let single = step[2].call.id;
        let _ends = begin(&desk, step);
        let prompts = desk.prompts();
        assert_eq!(prompts.len(), 2, "{why}");
        assert_eq!(ids(&prompts[0]).len(), 3, "{why}");
        assert_eq!(ids(&prompts[1]), [single], "{why}");
        assert!(prompts[1].question.tool().is_some(), "{why}");
    }
    // Data of the same server crosses nothing.
    let desk = Consent::new(Arc::new(Memory::default()));
    let mut step = reads(2);
    let own = step[0].call.tool.server;
    step[1].evaluation.reasons = vec![Reason::Flow { from: own }];
    let _ends = begin(&desk, step);
    assert_eq!(desk.prompts().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_rules_decide_is_never_in_a_group() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let mut step = reads(4);
    step[0].evaluation.decision = Decision::Allow;
    step[3].evaluation.decision = Decision::Deny;
    let mut ends = begin(&desk, step);
    let last = ends.pop().unwrap().await.unwrap();
    assert_eq!(last.unwrap_err().by, DecidedBy::Rule);
    let first = ends.remove(0).await.unwrap().unwrap();
    assert_eq!(first.by, DecidedBy::Rule, "it does not wait for the others");
    assert_eq!(ids(&front(&desk).await).len(), 2);
}

#[tokio::test(start_paused = true)]
async fn groups_are_bounded_and_in_order() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let step = reads(200);
    let order: Vec<CallId> = step.iter().map(|q| q.call.id).collect();
    let ends = begin(&desk, step);
    let groups = desk.prompts();
    assert_eq!(groups.len(), MAX_WAITING.div_ceil(MAX_GROUP));
    let shown: Vec<CallId> = groups.iter().flat_map(ids).collect();
    assert_eq!(shown, order[..MAX_WAITING]);
    assert!(groups.iter().all(|group| ids(group).len() <= MAX_GROUP));
    for end in ends.into_iter().skip(MAX_WAITING) {
        assert_eq!(end.await.unwrap().unwrap_err().by, DecidedBy::QueueFull);
    }

    let desk = Consent::new(Arc::new(Memory::default()));
    let mut step = reads(12);
    for (n, q) in step.iter_mut().enumerate() {
        let text = format!(
            r#"{{"n":{n},"text":"{}"}}"#,
            "x".repeat(MAX_GROUPED_CALL_BYTES - 64)
        );
        q.call.arguments = JsonObjectText::parse(&text).unwrap();
        q.asked = q.call.arguments.clone();
    }
    let _ends = begin(&desk, step);
    let sizes: Vec<usize> = desk
        .prompts()
        .iter()
        .map(|group| ids(group).len())
        .collect();
    assert_eq!(sizes, [MAX_GROUP_BYTES / MAX_GROUPED_CALL_BYTES, 4]);
}

#[tokio::test(start_paused = true)]
async fn a_denied_group_is_one_denial_and_none_of_its_calls_is_asked_again() {
    let rows = Arc::new(Rows::default());
    let desk = Consent::new(rows.clone());
    let step = reads(5);
    let call = &step[0].call;
    let (conversation, server) = (call.conversation.unwrap(), call.tool.server);
    let ends = begin(&desk, step.clone());
    let prompt = front(&desk).await;
    let no = ApprovalAnswer::Deny {
        note: Some("not now".into()),
    };
    desk.answer(prompt.id, prompt.revision, no).unwrap();
    for end in ends {
        let denied = end.await.unwrap().unwrap_err();
        assert_eq!(denied.note.as_deref(), Some("not now"));
    }
    assert!(!desk.muted(conversation, server), "five calls, one denial");
    let again = begin(&desk, step.clone());
    for end in again {
        assert_eq!(end.await.unwrap().unwrap_err().by, DecidedBy::Repeat);
    }
    // A mixed answer is one denial as well: a harmless call among the others does not buy patience.
    desk.heard(conversation);
    for ticked in [0, 1] {
        let _ends = begin(&desk, step.clone());
        let prompt = armed(&desk).await;
        let calls = ids(&prompt);
        desk.allow_calls(prompt.id, prompt.revision, &calls[ticked..=ticked])
            .unwrap();
        desk.heard(conversation);
        tokio::task::yield_now().await;
    }
    assert!(desk.muted(conversation, server));
}

#[tokio::test(start_paused = true)]
async fn a_call_withdrawn_or_joined_while_it_is_shown_arms_anew() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let step = reads(3);
    let mut twin = step[1].clone();
    twin.call.id = CallId::new();
    let mut ends = begin(&desk, step.clone());
    let shown = armed(&desk).await;
    desk.withdraw(step[2].call.id);
    let late = desk.allow_calls(shown.id, shown.revision, &ids(&shown));
    assert_eq!(late, Err(AnswerError::OtherRevision));
    let gone = ends.pop().unwrap().await.unwrap();
    assert_eq!(gone.unwrap_err().by, DecidedBy::Withdrawn);

    let now = front(&desk).await;
    let unseen = desk.allow_calls(now.id, now.revision, &ids(&now));
    assert_eq!(unseen, Err(AnswerError::NotArmed));
    let now = armed(&desk).await;
    assert_eq!(now.id, shown.id);
    ends.extend(begin(&desk, vec![twin]));
    let early = desk.allow_calls(now.id, now.revision, &ids(&now));
    assert_eq!(early, Err(AnswerError::OtherRevision));
    let now = armed(&desk).await;
    let group = now.question.calls().unwrap();
    let times: Vec<usize> = group.calls.iter().map(|call| call.times).collect();
    assert_eq!(times, [1, 2], "a call that is asked twice is one line");
    // Its name stays when the first that asked it leaves, so that a tick that was taken away stays away.
    let before = ids(&now);
    let mut third = step[1].clone();
    third.call.id = CallId::new();
    ends.extend(begin(&desk, vec![third.clone()]));
    desk.withdraw(step[1].call.id);
    let founder = ends.remove(1).await.unwrap();
    assert_eq!(founder.unwrap_err().by, DecidedBy::Withdrawn);
    let now = armed(&desk).await;
    assert_eq!(ids(&now), before);
    // A later step is another approval.
    let mut later = step[0].clone();
    later.call.id = CallId::new();
    later.call.arguments = JsonObjectText::parse(r#"{"path":"/later"}"#).unwrap();
    later.asked = later.call.arguments.clone();
    let _later = begin(&desk, vec![later]);
    assert_eq!(desk.prompts().len(), 2);

    desk.allow_calls(now.id, now.revision, &ids(&now)[1..])
        .unwrap();
    let ended: Vec<bool> = [
        ends.remove(0).await.unwrap().is_ok(),
        ends.remove(0).await.unwrap().is_ok(),
        ends.remove(0).await.unwrap().is_ok(),
    ]
    .into();
    assert_eq!(ended, [false, true, true]);
}

#[tokio::test(start_paused = true)]
async fn a_call_taken_apart_is_edited_alone_and_leaves_the_others() {
    let rows = Arc::new(Rows::default());
    let desk = Consent::new(rows.clone());
    let step = reads(3);
    let ends = begin(&desk, step.clone());
    let group = armed(&desk).await;
    let call = step[1].call.id;
    assert_eq!(
        desk.revise(group.id, group.revision, step[1].clone()),
        Err(AnswerError::NotEditable)
    );
    desk.decide_apart(group.id, group.revision, call).unwrap();
    let [alone, left] = desk.prompts().try_into().unwrap();
    assert_eq!((ids(&alone), ids(&left).len()), (vec![call], 2));
    assert_eq!(alone.expires_at_ms, group.expires_at_ms, "it gains no time");
    assert_eq!(left.id, group.id);
    assert!(left.revision > group.revision);
    let mut edited = step[1].clone();
    edited.call.arguments = JsonObjectText::parse(r#"{"path":"/edited"}"#).unwrap();
    desk.revise(alone.id, alone.revision, edited).unwrap();
    let alone = armed(&desk).await;
    let once = ApprovalAnswer::Allow(GrantScope::Once);
    desk.answer(alone.id, alone.revision, once).unwrap();
    // With one more apart, the last is no group any more.
    let left = armed(&desk).await;
    desk.decide_apart(left.id, left.revision, step[2].call.id)
        .unwrap();
    let prompts = desk.prompts();
    assert!(
        prompts
            .iter()
            .all(|prompt| prompt.question.tool().is_some())
    );
    desk.stop_all();
    let mut allowed = Vec::new();
    for end in ends {
        if let Ok(ok) = end.await.unwrap() {
            allowed.push(ok.approved.into_payload().arguments.as_str().to_owned());
        }
    }
    assert_eq!(allowed, [r#"{"path":"/edited"}"#]);
    assert_eq!(rows.0.lock().unwrap().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_group_that_nobody_answers_is_a_denial_of_each() {
    let rows = Arc::new(Rows::default());
    let desk = Consent::new(rows.clone());
    let ends = begin(&desk, reads(4));
    tokio::time::sleep(EXPIRY + Duration::from_secs(1)).await;
    for end in ends {
        assert_eq!(end.await.unwrap().unwrap_err().by, DecidedBy::Expiry);
    }
    assert!(desk.prompts().is_empty());
    assert_eq!(rows.0.lock().unwrap().len(), 4);
}
