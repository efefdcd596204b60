//! Tunnels: counted, decided, revoked.

use egress::{Refusal, Verdict};

use crate::stage::{Answers, Origin, Plan, Stage, destination, until};

#[tokio::test]
async fn connect_to_an_allowed_host_carries_bytes_and_counts_them() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    stage.allow("a.example", origin.port);
    let mut program = stage.program().await;
    program.tunnel(&format!("A.Example.:{}", origin.port)).await;
    program.echo("twelve bytes").await;

    let snapshot = stage.broker.snapshot();
    let to = destination(&format!("a.example:{}", origin.port));
    let traffic = &snapshot.destinations[0];
    assert_eq!(snapshot.connections, 1);
    assert_eq!(traffic.destination, to);
    assert_eq!((traffic.open, traffic.total, traffic.refused), (1, 1, 0));
    assert_eq!((traffic.sent, traffic.received), (12, 12));
    assert!(traffic.first <= traffic.last);
    drop(program);
    until(&stage.broker, |broker| {
        let snapshot = broker.snapshot();
        snapshot.connections == 0 && snapshot.destinations[0].open == 0
    })
    .await;
    stage.no_refusal();
}

#[tokio::test]
async fn connect_to_a_denied_host_is_refused_with_the_reason() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    let request = format!("CONNECT a.example:{} HTTP/1.1\r\n\r\n", origin.port);
    let answer = stage.says(&request).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert!(
        answer.ends_with("Innkeeper: this host is not allowed.\n"),
        "{answer}"
    );
    assert_eq!(stage.refused().await, Refusal::Denied);
    assert_eq!(stage.policy.asked(), [format!("a.example:{}", origin.port)]);
    assert_eq!(origin.connections(), 0);
    // No name is looked up before the decision.
    assert!(stage.names.asked.lock().unwrap().is_empty());
    assert_eq!(stage.broker.snapshot().destinations[0].refused, 1);

    // The same port of the same host only.
    stage.allow("a.example", origin.port);
    stage
        .program()
        .await
        .tunnel(&format!("a.example:{}", origin.port))
        .await;
    let other = origin.port ^ 1;
    let answer = stage
        .says(format!("CONNECT a.example:{other} HTTP/1.1\r\n\r\n"))
        .await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}

#[tokio::test]
async fn revoke_closes_connections_of_that_destination_only() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    let (a, b) = (
        format!("a.example:{}", origin.port),
        format!("b.example:{}", origin.port),
    );
    stage.allow("a.example", origin.port);
    stage.allow("b.example", origin.port);
    let (mut one, mut two, mut other) = (
        stage.program().await,
        stage.program().await,
        stage.program().await,
    );
    one.tunnel(&a).await;
    two.tunnel(&a).await;
    other.tunnel(&b).await;
    one.echo("some").await;

    stage.policy.decide(&a, Verdict::Deny);
    assert_eq!(stage.broker.revoke(&destination(&a)), 2);
    assert_eq!(one.rest().await, "");
    assert_eq!(two.rest().await, "");
    other.echo("still there").await;
    let answer = stage.says(format!("CONNECT {a} HTTP/1.1\r\n\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert_eq!(stage.refused().await, Refusal::Denied);
}

#[tokio::test]
async fn revoke_ends_what_waits_for_a_decision() {
    let mut stage = Stage::start(Plan {
        attended: true,
        ..Plan::default()
    })
    .await;
    let mut program = stage.program().await;
    program.send("CONNECT a.example:1 HTTP/1.1\r\n\r\n").await;
    stage.policy.asked_times(1).await;
    assert_eq!(stage.broker.snapshot().waiting, 1);
    assert_eq!(stage.broker.revoke(&destination("a.example:1")), 1);
    assert!(program.rest().await.starts_with("HTTP/1.1 403"));
    assert_eq!(stage.refused().await, Refusal::Revoked);
    assert_eq!(stage.broker.snapshot().waiting, 0);
}

#[tokio::test]
async fn stop_closes_everything() {
    let origin = Origin::start(Answers::Echo).await;
    let stage = Stage::start(Plan {
        attended: true,
        ..Plan::default()
    })
    .await;
    stage.allow("a.example", origin.port);
    let (mut open, mut waiting, mut idle) = (
        stage.program().await,
        stage.program().await,
        stage.program().await,
    );
    open.tunnel(&format!("a.example:{}", origin.port)).await;
    waiting.send("CONNECT b.example:1 HTTP/1.1\r\n\r\n").await;
    stage.policy.asked_times(1).await;
    idle.send("GET ").await;
    stage.broker.stop().await;
    for program in [&mut open, &mut waiting, &mut idle] {
        assert_eq!(program.rest().await, "");
    }
    assert!(tokio::net::TcpStream::connect(stage.proxy).await.is_err());
}
