//! The road from a question to an approval.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for one kind")]

mod changes;
mod folders;
mod forms;
mod groups;
mod mutes;
mod outflow;
mod sources;

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};

use consent::{
    AnswerError, ApprovalAnswer, Consent, DecidedBy, GrantScope, Ledger, LedgerError, Offers,
    Record, SchemaCheck, ToolApproval, Verdict,
};
use domain::{
    Annotations, CallId, ConversationId, DefinitionDigest, JsonObjectText, LaunchSpec,
    RemoteLaunch, ServerId, ToolCall, ToolDefinition, ToolRef,
};
use policy::{Condition, Decision, Evaluation, Test, Tier};

#[derive(Default)]
struct Memory {
    rows: Mutex<Vec<(DecidedBy, bool)>>,
    fail: bool,
}

impl Ledger for Memory {
    fn record<'a>(
        &'a self,
        record: Record<'a>,
    ) -> Pin<Box<dyn Future<Output = Result<(), LedgerError>> + Send + 'a>> {
        Box::pin(async move {
            if self.fail {
                return Err(LedgerError("disk full".into()));
            }
            let allowed = matches!(record.verdict, Verdict::Allowed(_));
            self.rows.lock().unwrap().push((record.by, allowed));
            Ok(())
        })
    }
}

fn question(
    decision: Decision,
    arguments: &str,
    conversation: ConversationId,
    server: ServerId,
) -> ToolApproval {
    let raw = r#"{"name":"read","inputSchema":{"type":"object"}}"#;
    let digest = DefinitionDigest::of(raw).unwrap();
    let tool = ToolRef {
        server,
        name: "read".into(),
    };
    let arguments = JsonObjectText::parse(arguments).unwrap();
    ToolApproval {
        call: ToolCall {
            id: CallId::new(),
            tool: tool.clone(),
            definition: digest,
            launch: LaunchSpec::Remote(RemoteLaunch {
                server,
                url: "https://h.example".into(),
                headers: vec![],
            })
            .digest(),
            conversation: Some(conversation),
            arguments: arguments.clone(),
        },
        asked: arguments,
        definition: ToolDefinition {
            tool,
            title: None,
            description: None,
            input_schema: "{}".into(),
            output_schema: None,
            annotations: Annotations::default(),
            raw: raw.into(),
            digest,
        },
        evaluation: Evaluation {
            decision,
            tier: Tier::T3,
            reasons: vec![],
            matched_rules: vec![],
        },
        schema: SchemaCheck::Fits,
        asked_by: consent::Requester::Model("a model".into()),
        offers: Offers {
            conversation: true,
            always: false,
            when: vec![Condition {
                argument: "a".into(),
                test: Test::Is { value: "1".into() },
            }],
            tools: vec!["read".into(), "list".into()],
            reading: vec![],
        },
        alone: false,
    }
}

fn ask(arguments: &str) -> ToolApproval {
    question(
        Decision::Ask,
        arguments,
        ConversationId::new(),
        ServerId::new(),
    )
}

async fn front(desk: &Consent) -> consent::PendingApproval {
    let mut watch = desk.watch();
    loop {
        if let Some(prompt) = desk.prompts().into_iter().next() {
            return prompt;
        }
        watch.changed().await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_revision_on_display_and_armed_can_be_allowed() {
    let ledger = Arc::new(Memory::default());
    let desk = Consent::new(ledger.clone());
    let asked = ask(r#"{"path":"/a"}"#);
    let task = tokio::spawn({
        let (desk, asked) = (desk.clone(), asked.clone());
        async move { desk.decide_tool(asked).await }
    });
    let prompt = front(&desk).await;
    let allow =
        |revision| desk.answer(prompt.id, revision, ApprovalAnswer::Allow(GrantScope::Once));
    assert_eq!(allow(1), Err(AnswerError::NotArmed), "never shown");
    desk.shown(prompt.id, 1).unwrap();
    assert_eq!(allow(1), Err(AnswerError::NotArmed), "shown just now");
    tokio::time::advance(Duration::from_millis(600)).await;

    let mut edited = asked.clone();
    edited.call.arguments = JsonObjectText::parse(r#"{"path":"/b"}"#).unwrap();
    assert_eq!(desk.revise(prompt.id, 1, edited).unwrap(), 2);
    assert_eq!(allow(1), Err(AnswerError::OtherRevision));
    assert_eq!(
        allow(2),
        Err(AnswerError::NotArmed),
        "an edit has to be shown anew"
    );
    desk.shown(prompt.id, 2).unwrap();
    tokio::time::advance(Duration::from_millis(600)).await;
    let conversation = desk.answer(
        prompt.id,
        2,
        ApprovalAnswer::Allow(GrantScope::Conversation),
    );
    assert_eq!(
        conversation,
        Err(AnswerError::OnceOnly),
        "an edited call is allowed once"
    );
    allow(2).unwrap();

    let allowed = task.await.unwrap().unwrap();
    assert_eq!(
        allowed.approved.payload().arguments.as_str(),
        r#"{"path":"/b"}"#
    );
    assert_eq!(
        *ledger.rows.lock().unwrap(),
        vec![(DecidedBy::Person, true)]
    );
}

#[tokio::test(start_paused = true)]
async fn nobody_answers_is_a_denial() {
    let ledger = Arc::new(Memory::default());
    let desk = Consent::new(ledger.clone());
    let denied = desk.decide_tool(ask("{}")).await.unwrap_err();
    assert_eq!(denied.by, DecidedBy::Expiry);
    assert!(desk.prompts().is_empty());
    assert_eq!(
        *ledger.rows.lock().unwrap(),
        vec![(DecidedBy::Expiry, false)]
    );
}

#[tokio::test]
async fn a_ledger_that_fails_denies() {
    let desk = Consent::new(Arc::new(Memory {
        fail: true,
        ..Memory::default()
    }));
    let allowed_by_rule = question(
        Decision::Allow,
        "{}",
        ConversationId::new(),
        ServerId::new(),
    );
    assert_eq!(
        desk.decide_tool(allowed_by_rule).await.unwrap_err().by,
        DecidedBy::LedgerFailure
    );
}

#[tokio::test]
async fn a_denied_rule_never_asks_and_a_dropped_asker_withdraws() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let refused = question(Decision::Deny, "{}", ConversationId::new(), ServerId::new());
    assert_eq!(
        desk.decide_tool(refused).await.unwrap_err().by,
        DecidedBy::Rule
    );

    let task = tokio::spawn({
        let desk = desk.clone();
        async move { desk.decide_tool(ask("{}")).await }
    });
    let prompt = front(&desk).await;
    task.abort();
    let _ = task.await;
    assert!(desk.prompts().is_empty());
    assert_eq!(
        desk.answer(prompt.id, 1, ApprovalAnswer::Deny { note: None }),
        Err(AnswerError::Gone)
    );
}

#[tokio::test]
async fn three_denials_mute_and_stop_all_denies() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let (conversation, server) = (ConversationId::new(), ServerId::new());
    for n in 0..consent::MUTE_AFTER {
        let asked = question(
            Decision::Ask,
            &format!("{{\"n\":{n}}}"),
            conversation,
            server,
        );
        let task = tokio::spawn({
            let desk = desk.clone();
            async move { desk.decide_tool(asked).await }
        });
        let prompt = front(&desk).await;
        desk.answer(
            prompt.id,
            1,
            ApprovalAnswer::Deny {
                note: Some("no".into()),
            },
        )
        .unwrap();
        assert_eq!(task.await.unwrap().unwrap_err().note.as_deref(), Some("no"));
    }
    let muted = desk
        .decide_tool(question(Decision::Allow, "{}", conversation, server))
        .await;
    assert_eq!(muted.unwrap_err().by, DecidedBy::Mute);
    assert_eq!(desk.all_muted(), [(conversation, server)]);
    desk.unmute(conversation, server);
    assert!(!desk.muted(conversation, server));

    let task = tokio::spawn({
        let desk = desk.clone();
        async move { desk.decide_tool(ask("{}")).await }
    });
    front(&desk).await;
    desk.stop_all();
    assert_eq!(task.await.unwrap().unwrap_err().by, DecidedBy::StopAll);
}

#[tokio::test]
async fn a_question_taken_back_is_recorded_and_leaves_the_others() {
    let ledger = Arc::new(Memory::default());
    let desk = Consent::new(ledger.clone());
    let (wanted, other) = (ask("{}"), ask("{}"));
    let (id, stays) = (wanted.call.id, other.call.id);
    let task = tokio::spawn({
        let desk = desk.clone();
        async move { desk.decide_tool(wanted).await }
    });
    front(&desk).await;
    let waiting = tokio::spawn({
        let desk = desk.clone();
        async move { desk.decide_tool(other).await }
    });
    let mut watch = desk.watch();
    watch.wait_for(|_| desk.prompts().len() == 2).await.unwrap();
    desk.withdraw(id);
    assert_eq!(task.await.unwrap().unwrap_err().by, DecidedBy::Withdrawn);
    assert_eq!(
        *ledger.rows.lock().unwrap(),
        [(DecidedBy::Withdrawn, false)]
    );
    let left = desk.prompts();
    assert_eq!(left.len(), 1);
    desk.withdraw(stays);
    assert!(waiting.await.unwrap().is_err());
}

/// The prompt that is first, once so many ask it.
async fn asked_by(desk: &Consent, times: usize) -> consent::PendingApproval {
    let mut watch = desk.watch();
    loop {
        let first = desk.prompts().into_iter().next();
        match first.filter(|prompt| prompt.times == times) {
            Some(prompt) => return prompt,
            None => watch.changed().await.unwrap(),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn identical_calls_are_one_question_with_an_answer_for_each() {
    let ledger = Arc::new(Memory::default());
    let desk = Consent::new(ledger.clone());
    let asked = ask(r#"{"path":"/a"}"#);
    let again = |arguments: &str| {
        let mut other = asked.clone();
        other.call.id = CallId::new();
        other.call.arguments = JsonObjectText::parse(arguments).unwrap();
        other.asked = other.call.arguments.clone();
        other
    };
    let deciding = |question: ToolApproval| {
        let desk = desk.clone();
        tokio::spawn(async move { desk.decide_tool(question).await })
    };
    let (first, second, third) = (
        asked.clone(),
        again(r#"{"path":"/a"}"#),
        again(r#"{"path":"/a"}"#),
    );
    let ids = [first.call.id, second.call.id];
    let tasks = [deciding(first), deciding(second)];
    let two = asked_by(&desk, 2).await;
    desk.shown(two.id, two.revision).unwrap();
    tokio::time::advance(Duration::from_millis(600)).await;
    // One more joins, so that what was on display is no longer what is asked.
    let leaving = deciding(third.clone());
    let three = asked_by(&desk, 3).await;
    assert_eq!(three.id, two.id);
    let early = desk.answer(
        two.id,
        two.revision,
        ApprovalAnswer::Allow(GrantScope::Once),
    );
    assert_eq!(early, Err(AnswerError::OtherRevision));
    desk.withdraw(third.call.id);
    assert_eq!(leaving.await.unwrap().unwrap_err().by, DecidedBy::Withdrawn);
    let other = deciding(again(r#"{"path":"/b"}"#));
    while desk.prompts().len() < 2 {
        tokio::task::yield_now().await;
    }

    let now = asked_by(&desk, 2).await;
    desk.shown(now.id, now.revision).unwrap();
    tokio::time::advance(Duration::from_millis(600)).await;
    desk.answer(
        now.id,
        now.revision,
        ApprovalAnswer::Allow(GrantScope::Once),
    )
    .unwrap();
    for (task, id) in tasks.into_iter().zip(ids) {
        let allowed = task.await.unwrap().unwrap();
        assert_eq!(allowed.approved.payload().id, id, "each for its own call");
    }
    assert_eq!(
        desk.prompts().len(),
        1,
        "other arguments are another question"
    );
    desk.stop_all();
    assert_eq!(other.await.unwrap().unwrap_err().by, DecidedBy::StopAll);
    let rows: Vec<DecidedBy> = ledger
        .rows
        .lock()
        .unwrap()
        .iter()
        .map(|row| row.0)
        .collect();
    use DecidedBy::{Person, StopAll, Withdrawn};
    assert_eq!(rows, [Withdrawn, Person, Person, StopAll], "a row for each");
}

#[tokio::test]
async fn what_was_denied_is_not_asked_again_until_the_person_says_something() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let asked = ask(r#"{"b":1,"a":2}"#);
    let conversation = asked.call.conversation.unwrap();
    let deciding = |arguments: &str| {
        let mut question = asked.clone();
        question.call.id = CallId::new();
        question.call.arguments = JsonObjectText::parse(arguments).unwrap();
        question.asked = question.call.arguments.clone();
        let desk = desk.clone();
        tokio::spawn(async move { desk.decide_tool(question).await.unwrap_err().by })
    };
    let first = deciding(r#"{"b":1,"a":2}"#);
    let prompt = front(&desk).await;
    desk.answer(
        prompt.id,
        prompt.revision,
        ApprovalAnswer::Deny { note: None },
    )
    .unwrap();
    assert_eq!(first.await.unwrap(), DecidedBy::Person);
    let reworded = deciding(r#"{ "a": 2, "b": 1 }"#);
    assert_eq!(reworded.await.unwrap(), DecidedBy::Repeat);

    desk.heard(conversation);
    let heard = deciding(r#"{"a":2,"b":1}"#);
    let prompt = front(&desk).await;
    desk.answer(prompt.id, prompt.revision, ApprovalAnswer::Dismiss)
        .unwrap();
    assert_eq!(heard.await.unwrap(), DecidedBy::Dismissed);
    // Closing decides nothing.
    let closed = deciding(r#"{"a":2,"b":1}"#);
    front(&desk).await;
    desk.stop_all();
    assert_eq!(closed.await.unwrap(), DecidedBy::StopAll);
}

#[tokio::test(start_paused = true)]
async fn only_what_is_offered_can_be_given() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let task = tokio::spawn({
        let desk = desk.clone();
        async move { desk.decide_tool(ask(r#"{"a":1}"#)).await }
    });
    let prompt = front(&desk).await;
    desk.shown(prompt.id, prompt.revision).unwrap();
    tokio::time::advance(Duration::from_millis(600)).await;
    let tools = |tools: &[&str], minutes| GrantScope::Tools {
        tools: tools.iter().map(ToString::to_string).collect(),
        minutes,
    };
    let can = |scope: &GrantScope| desk.can_allow(prompt.id, prompt.revision, scope).is_ok();
    for offered in [
        GrantScope::Once,
        GrantScope::Conversation,
        GrantScope::Where(0),
        tools(&["read", "list"], 30),
    ] {
        assert!(can(&offered), "{offered:?}");
    }
    for not_offered in [
        GrantScope::Standing,
        GrantScope::Where(1),
        tools(&["read", "delete"], 30),
        tools(&["read"], 31),
        tools(&[], 30),
    ] {
        assert!(!can(&not_offered), "{not_offered:?}");
    }
    let given = ApprovalAnswer::Allow(GrantScope::Where(0));
    desk.answer(prompt.id, prompt.revision, given).unwrap();
    assert_eq!(task.await.unwrap().unwrap().scope, GrantScope::Where(0));
}
