//! Pending changes that a person applies.

use std::{collections::BTreeSet, sync::Arc};

use consent::{
    ARM_TIME, AnswerError, ApplyApproval, ApprovalAnswer, Consent, DecidedBy, GrantScope,
};
use domain::{ChangeDigest, ChangeKind, ChangeTrouble, ServerId, StagedChange};

use crate::{Memory, front};

fn digest(number: u8) -> ChangeDigest {
    ChangeDigest::from_bytes([number; 32])
}

fn change(number: u8, trouble: Option<ChangeTrouble>) -> StagedChange {
    StagedChange {
        digest: digest(number),
        path: format!("file {number}"),
        kind: ChangeKind::Added,
        old: None,
        new: None,
        runs: false,
        trouble,
    }
}

fn question() -> ApplyApproval {
    ApplyApproval {
        server: ServerId::new(),
        server_name: "Files".into(),
        folder: "/home/maja/work".into(),
        changes: vec![
            change(1, None),
            change(2, None),
            change(3, Some(ChangeTrouble::Conflict)),
        ],
        more: 0,
        chosen: BTreeSet::from([digest(1), digest(2)]),
    }
}

#[tokio::test(start_paused = true)]
async fn only_changes_that_were_chosen_on_display_are_approved() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let asking = desk.clone();
    let deciding = tokio::spawn(async move { asking.decide_named(question(), false).await });
    let prompt = front(&desk).await;
    let (id, revision) = (prompt.id, prompt.revision);
    let only = |numbers: &[u8]| numbers.iter().copied().map(digest).collect::<BTreeSet<_>>();
    let unread = desk.allow_changes(id, revision, only(&[2]));
    assert_eq!(unread, Err(AnswerError::NotArmed));
    desk.shown(id, revision).unwrap();
    tokio::time::sleep(ARM_TIME).await;
    // None, one with a conflict, and one that is not on display.
    for wrong in [&[][..], &[1, 3], &[1, 9]] {
        let refused = desk.allow_changes(id, revision, only(wrong));
        assert_eq!(refused, Err(AnswerError::OtherChanges), "{wrong:?}");
    }
    let always = ApprovalAnswer::Allow(GrantScope::Standing);
    assert!(desk.answer(id, revision, always).is_err());
    desk.allow_changes(id, revision, only(&[2])).unwrap();
    let allowed = deciding.await.unwrap().unwrap();
    assert_eq!(
        (allowed.by, allowed.scope),
        (DecidedBy::Person, GrantScope::Once)
    );
    assert_eq!(allowed.approved.into_payload().changes, [digest(2)]);
}

#[tokio::test(start_paused = true)]
async fn command_line_approves_the_changes_that_it_names() {
    let desk = Consent::new(Arc::new(Memory::default()));
    let allowed = desk.decide_named(question(), true).await.unwrap();
    assert_eq!(allowed.by, DecidedBy::CommandLine);
    assert_eq!(
        allowed.approved.into_payload().changes,
        [digest(1), digest(2)]
    );
}
