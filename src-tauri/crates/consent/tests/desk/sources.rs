//! Who decided, and what an answer may trust besides.

use std::{sync::Arc, time::Duration};

use consent::{
    AnswerError, ApprovalAnswer, Consent, DecidedBy, GrantScope, MUTE_AFTER, ReadingTool, Unasked,
};
use domain::{ConversationId, ServerId};
use policy::{Decision, Reason};

use crate::{Memory, ask, front, question};

/// The front question, on display for long enough.
async fn armed(desk: &Consent) -> consent::PendingApproval {
    let prompt = front(desk).await;
    desk.shown(prompt.id, prompt.revision).unwrap();
    tokio::time::advance(Duration::from_millis(600)).await;
    prompt
}

#[tokio::test(start_paused = true)]
async fn each_decision_names_its_source() {
    let ledger = Arc::new(Memory::default());
    let desk = Consent::new(ledger.clone());
    let decide = |answer: ApprovalAnswer| {
        let desk = desk.clone();
        async move {
            let task = tokio::spawn({
                let desk = desk.clone();
                async move { desk.decide_tool(ask("{}")).await }
            });
            let prompt = armed(&desk).await;
            desk.answer(prompt.id, prompt.revision, answer).unwrap();
            match task.await.unwrap() {
                Ok(allowed) => allowed.by,
                Err(denied) => denied.by,
            }
        }
    };
    let deny = || ApprovalAnswer::Deny { note: None };
    assert_eq!(decide(deny()).await, DecidedBy::Person);
    let unasked = [
        (Unasked::NoTerminal, DecidedBy::Unattended),
        (Unasked::CommandLine, DecidedBy::CommandLine),
    ];
    for (why, by) in unasked {
        assert_eq!(decide(ApprovalAnswer::Unasked(why)).await, by);
    }
    assert_eq!(decide(ApprovalAnswer::Dismiss).await, DecidedBy::Dismissed);
    desk.asks_at_terminal();
    assert_eq!(decide(deny()).await, DecidedBy::Terminal);
    let allow = ApprovalAnswer::Allow(GrantScope::Once);
    assert_eq!(decide(allow).await, DecidedBy::Terminal);

    let mut named = question(
        Decision::Allow,
        "{}",
        ConversationId::new(),
        ServerId::new(),
    );
    let rule = domain::RuleId::new();
    named.evaluation.reasons = vec![Reason::AllowedByCommandLine { rule }];
    let by_line = desk.decide_tool(named.clone()).await.unwrap();
    assert_eq!(by_line.by, DecidedBy::CommandLine);
    named.evaluation.reasons = vec![Reason::AllowedByRule { rule }];
    let by_rule = desk.decide_tool(named).await.unwrap();
    assert_eq!(by_rule.by, DecidedBy::Rule);
}

#[tokio::test(start_paused = true)]
async fn who_is_not_asked_mutes_nothing_and_denied_nothing_before() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let (conversation, server) = (ConversationId::new(), ServerId::new());
    for _ in 0..=MUTE_AFTER {
        let asked = question(Decision::Ask, "{}", conversation, server);
        let task = tokio::spawn({
            let desk = desk.clone();
            async move { desk.decide_tool(asked).await }
        });
        let prompt = front(&desk).await;
        let unasked = ApprovalAnswer::Unasked(Unasked::NoTerminal);
        desk.answer(prompt.id, 0, unasked).unwrap();
        assert_eq!(task.await.unwrap().unwrap_err().by, DecidedBy::Unattended);
    }
    assert!(!desk.muted(conversation, server));
}

#[tokio::test(start_paused = true)]
async fn reading_is_trusted_only_where_that_is_offered_and_armed() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let trust = || ApprovalAnswer::AllowAndTrust(GrantScope::Once);
    for offered in [false, true] {
        let mut asked = ask("{}");
        if offered {
            asked.offers.reading = vec![ReadingTool {
                name: "read".into(),
                definition: asked.call.definition,
            }];
        }
        let task = tokio::spawn({
            let desk = desk.clone();
            async move { desk.decide_tool(asked).await }
        });
        let prompt = front(&desk).await;
        let early = desk.answer(prompt.id, prompt.revision, trust());
        assert_eq!(early, Err(AnswerError::NotArmed));
        let prompt = armed(&desk).await;
        let answered = desk.answer(prompt.id, prompt.revision, trust());
        if offered {
            answered.unwrap();
            assert!(task.await.unwrap().unwrap().trusts_reading);
        } else {
            assert_eq!(answered, Err(AnswerError::TrustNotOffered));
            let allow = ApprovalAnswer::Allow(GrantScope::Once);
            desk.answer(prompt.id, prompt.revision, allow).unwrap();
            assert!(!task.await.unwrap().unwrap().trusts_reading);
        }
    }
}
