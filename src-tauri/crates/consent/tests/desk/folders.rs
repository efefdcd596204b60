//! Folders that a person grants.

use std::sync::Arc;

use consent::{
    ARM_TIME, Allowed, AnswerError, ApprovalAnswer, Consent, DecidedBy, Denied, GrantScope,
    PendingApproval, RootApproval, RootChoice, RootFacts,
};
use domain::{RootAccess, RootGrant, RootPass, ServerId};
use tokio::task::JoinHandle;

use crate::{Memory, front};

fn folder(server: ServerId, path: &str, typed: Option<&str>) -> RootApproval {
    RootApproval {
        server_name: "Files".into(),
        grant: RootGrant {
            server,
            path: path.into(),
            name: "work".into(),
            access: RootAccess::Read,
            pass: RootPass::Asked,
            identity: None,
        },
        typed: typed.map(Into::into),
        local: false,
        facts: RootFacts::default(),
    }
}

fn choice(typed: &str) -> RootChoice {
    RootChoice {
        name: "Mine".into(),
        access: RootAccess::Write,
        pass: RootPass::Asked,
        typed: typed.into(),
    }
}

type Deciding = JoinHandle<Result<Allowed<RootApproval>, Denied>>;

/// Asks, and has the question on display until it is armed.
async fn asked(
    desk: &Consent,
    question: RootApproval,
    on_command_line: bool,
) -> (Deciding, PendingApproval) {
    let asking = desk.clone();
    let deciding =
        tokio::spawn(async move { asking.decide_named(question, on_command_line).await });
    let prompt = front(desk).await;
    shown(desk, &prompt).await;
    (deciding, prompt)
}

async fn shown(desk: &Consent, prompt: &PendingApproval) {
    desk.shown(prompt.id, prompt.revision).unwrap();
    tokio::time::sleep(ARM_TIME).await;
}

#[tokio::test(start_paused = true)]
async fn what_must_be_typed_is_typed_whatever_else_says_yes() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let question = folder(ServerId::new(), "/home/maja", Some("maja"));
    // A command line that names the act does not type for the person.
    let (deciding, prompt) = asked(&desk, question, true).await;
    let (id, revision) = (prompt.id, prompt.revision);
    let yes = ApprovalAnswer::Allow(GrantScope::Standing);
    assert_eq!(desk.answer(id, revision, yes), Err(AnswerError::NotTyped));
    for wrong in ["", "Maja", "maja "] {
        let granted = desk.grant_root(id, revision, choice(wrong));
        assert_eq!(granted, Err(AnswerError::NotTyped), "{wrong:?}");
    }
    // A server elsewhere cannot be started with a folder.
    let passed = RootChoice {
        pass: RootPass::Argument,
        ..choice("maja")
    };
    assert_eq!(
        desk.grant_root(id, revision, passed),
        Err(AnswerError::NotEditable)
    );
    desk.grant_root(id, revision, choice("maja")).unwrap();
    let allowed = deciding.await.unwrap().unwrap();
    assert_eq!(
        (allowed.by, allowed.scope),
        (DecidedBy::Person, GrantScope::Standing)
    );
    let grant = allowed.approved.into_payload();
    assert_eq!(
        (grant.name.as_str(), grant.access),
        ("Mine", RootAccess::Write)
    );
}

#[tokio::test(start_paused = true)]
async fn another_folder_is_read_anew_and_is_for_the_same_server() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let server = ServerId::new();
    let (deciding, prompt) = asked(&desk, folder(server, "/one", None), false).await;
    let (id, first) = (prompt.id, prompt.revision);
    let foreign = folder(ServerId::new(), "/two", None);
    let refused = desk.another_root(id, first, foreign);
    assert_eq!(refused, Err(AnswerError::NotEditable));
    let second = desk
        .another_root(id, first, folder(server, "/two", None))
        .unwrap();
    let stale = desk.grant_root(id, first, choice(""));
    assert_eq!(stale, Err(AnswerError::OtherRevision));
    let unread = desk.grant_root(id, second, choice(""));
    assert_eq!(unread, Err(AnswerError::NotArmed));
    shown(&desk, &front(&desk).await).await;
    desk.grant_root(id, second, choice("")).unwrap();
    let allowed = deciding.await.unwrap().unwrap();
    assert_eq!(allowed.approved.into_payload().path, "/two");
}
