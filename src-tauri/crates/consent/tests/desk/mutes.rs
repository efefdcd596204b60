//! Every way of saying no counts towards a mute, and a server cannot ask for ever.

use std::{sync::Arc, time::Duration};

use consent::{
    ApprovalAnswer, Consent, DecidedBy, Denied, ElicitationApproval, MUTE_AFTER,
    REQUESTS_MUTE_AFTER, RequestApproval, ToolApproval, Unasked,
};
use domain::{ConversationId, ElicitationAsk, ElicitationRequest, RequestId, ServerId};
use policy::Decision;
use tokio::task::JoinHandle;

use crate::{Memory, front, question};

fn form(server: ServerId, page: bool) -> RequestApproval<ElicitationApproval> {
    let request = ElicitationRequest {
        id: RequestId::new(),
        server,
        message: "Who?".into(),
        ask: match page {
            true => ElicitationAsk::Url {
                url: "https://h.example/".into(),
                elicitation: "e".into(),
            },
            false => ElicitationAsk::Form {
                schema: "{}".into(),
                fields: vec![],
            },
        },
        raw: "{}".into(),
    };
    RequestApproval {
        id: request.id,
        server,
        server_name: "Guests".into(),
        round: None,
        ask: ElicitationApproval {
            request,
            content: None,
            refused: None,
        },
    }
}

fn asks(desk: &Consent, server: ServerId, page: bool) -> (RequestId, JoinHandle<DecidedBy>) {
    let (desk, form) = (desk.clone(), form(server, page));
    let id = form.id;
    let task = tokio::spawn(async move {
        match desk.decide(form).await {
            Ok(allowed) => allowed.by,
            Err(Denied { by, .. }) => by,
        }
    });
    (id, task)
}

/// One way in which a request of a server comes to nothing.
#[derive(Clone, Copy, Debug)]
enum No {
    Denied,
    Dismissed,
    Expired,
    Withdrawn,
    Dropped,
    Unasked,
}

const EACH: [No; 6] = [
    No::Denied,
    No::Dismissed,
    No::Expired,
    No::Withdrawn,
    No::Dropped,
    No::Unasked,
];

/// Asks, and has it come to nothing; none if nobody was asked.
async fn refused(desk: &Consent, server: ServerId, how: No, page: bool) -> Option<()> {
    let (id, task) = asks(desk, server, page);
    tokio::task::yield_now().await;
    let prompt = desk.prompts().into_iter().next()?;
    let answer = |answer| desk.answer(prompt.id, prompt.revision, answer).unwrap();
    match how {
        No::Denied => answer(ApprovalAnswer::Deny { note: None }),
        No::Dismissed => answer(ApprovalAnswer::Dismiss),
        No::Unasked => answer(ApprovalAnswer::Unasked(Unasked::NoTerminal)),
        No::Expired => {
            tokio::time::advance(consent::EXPIRY_MAX + Duration::from_secs(1)).await;
        }
        No::Withdrawn => assert!(desk.withdraw_request(id)),
        No::Dropped => task.abort(),
    }
    let _ = task.await;
    assert!(desk.prompts().is_empty(), "{how:?}");
    Some(())
}

#[tokio::test(start_paused = true)]
async fn each_way_of_no_counts_towards_the_mute_of_a_servers_requests() {
    for how in EACH {
        for page in [false, true] {
            let desk = Consent::new(Arc::new(Memory::default()));
            let (server, other) = (ServerId::new(), ServerId::new());
            let mut times = 0;
            while refused(&desk, server, how, page).await.is_some() {
                times += 1;
                assert!(times <= REQUESTS_MUTE_AFTER, "{how:?}");
            }
            assert_eq!(times, REQUESTS_MUTE_AFTER, "{how:?}");
            assert_eq!(asks(&desk, server, page).1.await.unwrap(), DecidedBy::Mute);
            assert!(refused(&desk, other, how, page).await.is_some());
            desk.unmute_requests(server);
            assert!(refused(&desk, server, how, page).await.is_some());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn ways_of_no_add_up_in_any_order() {
    for first in EACH {
        for second in EACH {
            let desk = Consent::new(Arc::new(Memory::default()));
            let server = ServerId::new();
            for how in [first, second, first] {
                assert!(refused(&desk, server, how, false).await.is_some());
            }
            assert!(
                refused(&desk, server, first, false).await.is_none(),
                "{first:?} {second:?}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_waits_ends_when_its_server_is_muted() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let (server, other) = (ServerId::new(), ServerId::new());
    let tasks: Vec<_> = (0..20).map(|_| asks(&desk, server, false).1).collect();
    let stays = asks(&desk, other, false).1;
    tokio::task::yield_now().await;
    for _ in 0..REQUESTS_MUTE_AFTER {
        let prompt = front(&desk).await;
        desk.answer(prompt.id, prompt.revision, ApprovalAnswer::Dismiss)
            .unwrap();
    }
    let mut by = Vec::new();
    for task in tasks {
        by.push(task.await.unwrap());
    }
    let muted = by.iter().filter(|by| **by == DecidedBy::Mute).count();
    assert_eq!(muted, 17, "{by:?}");
    assert_eq!(desk.prompts().len(), 1, "that of another server");
    stays.abort();
}

#[tokio::test(start_paused = true)]
async fn stopping_everything_is_no_answer_to_a_server() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let server = ServerId::new();
    for _ in 0..REQUESTS_MUTE_AFTER + 1 {
        let (_, task) = asks(&desk, server, false);
        front(&desk).await;
        desk.stop_all();
        assert_eq!(task.await.unwrap(), DecidedBy::StopAll);
    }
}

fn call(n: u32, conversation: ConversationId, server: ServerId) -> ToolApproval {
    question(
        Decision::Ask,
        &format!("{{\"n\":{n}}}"),
        conversation,
        server,
    )
}

#[tokio::test(start_paused = true)]
async fn closed_and_expired_calls_count_towards_the_mute_of_a_conversation() {
    for expire in [false, true] {
        let desk = Consent::new(Arc::new(Memory::default()));
        let (conversation, server) = (ConversationId::new(), ServerId::new());
        for n in 0..MUTE_AFTER {
            assert!(!desk.muted(conversation, server));
            // Calls of one step, decided together: one answer to them counts once.
            let step = desk.begin_step(vec![
                call(2 * n, conversation, server),
                call(2 * n + 1, conversation, server),
            ]);
            if expire {
                for begun in step {
                    let denied = begun.decided().await.unwrap_err();
                    assert_eq!(denied.by, DecidedBy::Expiry);
                }
                continue;
            }
            for prompt in desk.prompts() {
                desk.answer(prompt.id, prompt.revision, ApprovalAnswer::Dismiss)
                    .unwrap();
            }
            for begun in step {
                assert_eq!(begun.decided().await.unwrap_err().by, DecidedBy::Dismissed);
            }
        }
        assert!(desk.muted(conversation, server), "expire: {expire}");
        let again = desk.decide_tool(call(99, conversation, server)).await;
        assert_eq!(again.unwrap_err().by, DecidedBy::Mute);
    }
}

#[tokio::test(start_paused = true)]
async fn a_stopped_turn_mutes_nothing() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let (conversation, server) = (ConversationId::new(), ServerId::new());
    for n in 2..9 {
        drop(desk.begin_step(vec![call(n, conversation, server)]));
        let asked = call(n, conversation, server);
        let id = asked.call.id;
        let step = desk.begin_step(vec![asked]);
        desk.withdraw(id);
        drop(step);
    }
    assert!(!desk.muted(conversation, server));
}
