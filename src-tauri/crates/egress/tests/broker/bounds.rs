//! How much a server may use.

use std::time::Duration;

use egress::{Bounds, Refusal, Verdict};

use crate::stage::{Answers, Origin, Plan, Stage, until};

fn connect(to: &str) -> String {
    format!("CONNECT {to} HTTP/1.1\r\n\r\n")
}

#[tokio::test]
async fn fourth_destination_that_waits_is_refused() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan {
        attended: true,
        ..Plan::default()
    })
    .await;
    stage.allow("a.example", origin.port);
    let mut waiting = Vec::new();
    for number in 1..=3 {
        let mut program = stage.program().await;
        program.send(connect(&format!("n{number}.example:1"))).await;
        stage.policy.asked_times(number).await;
        waiting.push(program);
    }
    assert_eq!(stage.broker.snapshot().waiting, 3);
    let answer = stage.says(connect("n4.example:1")).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert_eq!(stage.refused().await, Refusal::TooManyWaiting);
    // What is decided already does not wait.
    stage
        .program()
        .await
        .tunnel(&format!("a.example:{}", origin.port))
        .await;
    // Neither does another connection to what waits already: one answer is for both.
    let mut second = stage.program().await;
    second.send(connect("n1.example:1")).await;
    until(&stage.broker, |broker| {
        broker
            .snapshot()
            .destinations
            .iter()
            .any(|one| one.opening == 2)
    })
    .await;
    stage.policy.answer("n1.example:1", Verdict::Deny);
    assert!(waiting[0].rest().await.starts_with("HTTP/1.1 403"));
    // There is room again.
    let mut fourth = stage.program().await;
    fourth.send(connect("n4.example:1")).await;
    stage.policy.asked_times(4).await;
}

#[tokio::test]
async fn connections_to_one_destination_share_a_decision() {
    let origin = Origin::start(Answers::Echo).await;
    let stage = Stage::start(Plan {
        attended: true,
        ..Plan::default()
    })
    .await;
    stage.policy.allow(&format!("127.0.0.1:{}", origin.port));
    let to = format!("a.example:{}", origin.port);
    let mut programs = Vec::new();
    for number in 1..=5 {
        let mut program = stage.program().await;
        program.send(connect(&to)).await;
        until(&stage.broker, |broker| {
            broker
                .snapshot()
                .destinations
                .first()
                .is_some_and(|one| one.opening == number)
        })
        .await;
        programs.push(program);
    }
    stage.policy.answer(&to, Verdict::Allow);
    for program in &mut programs {
        program.until("\r\n\r\n").await;
        program.echo("both").await;
    }
    assert_eq!(stage.policy.asked(), [to]);
}

#[tokio::test]
async fn decision_that_nobody_takes_is_a_refusal() {
    let bounds = Bounds {
        decision: Duration::from_millis(100),
        ..Bounds::default()
    };
    let mut stage = Stage::start(Plan {
        attended: true,
        bounds,
        ..Plan::default()
    })
    .await;
    let answer = stage.says(connect("a.example:1")).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert_eq!(stage.refused().await, Refusal::NoAnswer);
    assert_eq!(stage.broker.snapshot().waiting, 0);
}

#[tokio::test]
async fn connection_beyond_the_bound_is_closed() {
    let origin = Origin::start(Answers::Echo).await;
    let bounds = Bounds {
        connections: 2,
        ..Bounds::default()
    };
    let mut stage = Stage::start(Plan {
        bounds,
        ..Plan::default()
    })
    .await;
    stage.allow("a.example", origin.port);
    let to = format!("a.example:{}", origin.port);
    let (mut one, mut two) = (stage.program().await, stage.program().await);
    one.tunnel(&to).await;
    two.tunnel(&to).await;
    assert_eq!(stage.says(connect(&to)).await, "");
    assert_eq!(stage.refused().await, Refusal::TooManyConnections);
    one.echo("still there").await;
    drop(two);
    until(&stage.broker, |broker| broker.snapshot().connections == 1).await;
    stage.program().await.tunnel(&to).await;
}

#[tokio::test]
async fn connection_that_rests_too_long_is_closed() {
    let origin = Origin::start(Answers::Echo).await;
    let bounds = Bounds {
        idle: Duration::from_millis(200),
        ..Bounds::default()
    };
    let stage = Stage::start(Plan {
        bounds,
        ..Plan::default()
    })
    .await;
    stage.allow("a.example", origin.port);
    let mut program = stage.program().await;
    program.tunnel(&format!("a.example:{}", origin.port)).await;
    program.echo("some").await;
    assert_eq!(program.rest().await, "");
    until(&stage.broker, |broker| broker.snapshot().connections == 0).await;
}
