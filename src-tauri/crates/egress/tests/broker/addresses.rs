//! Where names and addresses lead.

use egress::{Refusal, Verdict};

use crate::stage::{Answers, Origin, Plan, Stage};

async fn connects(stage: &Stage, to: &str) -> bool {
    let mut program = stage.program().await;
    program.send(format!("CONNECT {to} HTTP/1.1\r\n\r\n")).await;
    let answer = program.until("\r\n\r\n").await;
    answer.starts_with("HTTP/1.1 200")
}

#[tokio::test]
async fn spellings_of_an_address_are_asked_about_as_that_address() {
    let origin = Origin::start(Answers::Echo).await;
    let stage = Stage::start(Plan::default()).await;
    let port = origin.port;
    let spellings = [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "0177.0.0.1",
        "2130706433",
        "127.0.0.1.",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
    ];
    for spelling in spellings {
        assert!(
            !connects(&stage, &format!("{spelling}:{port}")).await,
            "{spelling}"
        );
    }
    let asked = stage.policy.asked();
    assert_eq!(asked, vec![format!("127.0.0.1:{port}"); spellings.len()]);
    assert_eq!(origin.connections(), 0);
    // That very address is allowed.
    stage.policy.allow(&format!("127.0.0.1:{port}"));
    for spelling in spellings {
        assert!(
            connects(&stage, &format!("{spelling}:{port}")).await,
            "{spelling}"
        );
    }
}

#[tokio::test]
async fn address_of_nobody_is_refused_unasked() {
    let mut stage = Stage::start(Plan::default()).await;
    for address in [
        "0.0.0.0",
        "0",
        "[::]",
        "224.0.0.1",
        "255.255.255.255",
        "[ff02::1]",
        "[::127.0.0.1]",
        "[2002:7f00:1::]",
    ] {
        stage.policy.allow(&format!("{address}:1"));
        assert!(
            !connects(&stage, &format!("{address}:1")).await,
            "{address}"
        );
        assert!(
            matches!(stage.refused().await, Refusal::Address(_)),
            "{address}"
        );
    }
    assert!(stage.policy.asked().is_empty());
}

#[tokio::test]
async fn allowed_name_leads_into_no_private_network() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    let port = origin.port;
    // Of this machine only: if one was not refused, this test would connect to it.
    for address in [
        "127.0.0.1",
        "127.0.0.3",
        "::1",
        "::ffff:127.0.0.1",
        "0.0.0.0",
    ] {
        stage.names.lead("lead.example", &[&[address]]);
        stage.policy.allow(&format!("lead.example:{port}"));
        assert!(
            !connects(&stage, &format!("lead.example:{port}")).await,
            "{address}"
        );
        assert!(
            matches!(stage.refused().await, Refusal::Address(_)),
            "{address}"
        );
    }
    assert_eq!(origin.connections(), 0);
    // Nobody is asked about an address that a name leads to.
    assert!(stage.policy.asked().is_empty());
    // That very address, on that very port.
    stage.names.lead("lead.example", &[&["127.0.0.1"]]);
    stage.policy.allow(&format!("127.0.0.1:{}", port ^ 1));
    assert!(!connects(&stage, &format!("lead.example:{port}")).await);
    stage.policy.allow(&format!("127.0.0.1:{port}"));
    assert!(connects(&stage, &format!("lead.example:{port}")).await);
    stage
        .policy
        .decide(&format!("lead.example:{port}"), Verdict::Deny);
    assert!(!connects(&stage, &format!("lead.example:{port}")).await);
}

#[tokio::test]
async fn name_that_changes_its_answer_is_checked_each_time() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    stage.allow("a.example", origin.port);
    let to = format!("a.example:{}", origin.port);
    stage.names.lead(
        "a.example",
        &[
            &["127.0.0.1"],
            &["127.0.0.3"],
            &["127.0.0.1", "127.0.0.4"],
            &[],
            &["127.0.0.1"],
        ],
    );
    assert!(connects(&stage, &to).await);
    assert!(!connects(&stage, &to).await);
    assert_eq!(stage.refused().await, Refusal::Address("this machine"));
    // One bad address, and none is connected to.
    assert!(!connects(&stage, &to).await);
    assert_eq!(stage.refused().await, Refusal::Address("this machine"));
    assert!(!connects(&stage, &to).await);
    assert_eq!(stage.refused().await, Refusal::Unresolved);
    assert!(connects(&stage, &to).await);
    // Each name is looked up once for a connection.
    assert_eq!(stage.names.asked.lock().unwrap().len(), 5);
    assert_eq!(origin.connections(), 2);
}
