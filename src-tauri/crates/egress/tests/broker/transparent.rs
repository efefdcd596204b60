//! Connections to made-up addresses, as of programs that know no proxy.

use egress::Refusal;
use tokio::net::TcpListener;

use crate::{
    dns::address,
    stage::{Answers, Origin, Plan, Program, Stage, is_refused},
};

/// A program that is connected to a name, on the port of its origin.
async fn connected(stage: &Stage, name: &str, port: u16) -> Program {
    let ip = address(stage, name).await;
    let listener = TcpListener::bind((ip, port)).await.unwrap();
    let at = listener.local_addr().unwrap();
    stage.broker.serve_transparent(listener);
    Program::connect(at).await
}

#[tokio::test]
async fn other_ports_are_relayed_as_they_are() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    let mut program = connected(&stage, "b.example", origin.port).await;
    assert_eq!(program.rest().await, "");
    assert_eq!(stage.refused().await, Refusal::Denied);
    assert_eq!(stage.policy.asked(), [format!("b.example:{}", origin.port)]);
    stage.allow("a.example", origin.port);
    let mut program = connected(&stage, "a.example", origin.port).await;
    program.echo("raw").await;
}

#[tokio::test]
async fn plain_http_is_for_the_name_of_the_address() {
    let origin = Origin::http().await;
    let mut stage = Stage::http(&[origin.port]).await;
    stage.allow("a.example", origin.port);
    stage.allow("b.example", origin.port);
    let port = origin.port;
    let mut program = connected(&stage, "a.example", port).await;
    for _ in 0..2 {
        program
            .send(format!(
                "GET /good HTTP/1.1\r\nHost: a.example:{port}\r\n\r\n"
            ))
            .await;
        program.until("hello").await;
    }
    program
        .send(format!(
            "GET /bad HTTP/1.1\r\nHost: b.example:{port}\r\n\r\n"
        ))
        .await;
    assert!(program.rest().await.starts_with("HTTP/1.1 421"));
    assert_eq!(
        stage.refused().await,
        Refusal::OtherName(format!("b.example:{port}"))
    );
    for bad in [
        format!("GET /bad HTTP/1.1\r\nHost: b.example:{port}\r\n\r\n"),
        "GET /bad HTTP/1.1\r\n\r\n".to_owned(),
        "GET /bad HTTP/1.0\r\n\r\n".to_owned(),
        format!("GET /bad HTTP/1.1\r\nHost: a.example:{port}\r\nHost: b.example:{port}\r\n\r\n"),
        format!("GET http://b.example:{port}/bad HTTP/1.1\r\nHost: a.example:{port}\r\n\r\n"),
        format!("CONNECT b.example:{port} HTTP/1.1\r\nHost: b.example:{port}\r\n\r\n"),
        "\x05\x01\x00".to_owned(),
    ] {
        let ip = address(&stage, "a.example").await;
        let mut program = Program::connect((ip, port).into()).await;
        program.send(&bad).await;
        let answer = program.rest().await;
        assert!(is_refused(&answer), "{bad:?}: {answer}");
    }
    assert!(!origin.received().contains("/bad"));
}

#[tokio::test]
async fn address_that_stands_for_no_name_is_refused() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    stage.policy.allow(&format!("127.28.0.9:{}", origin.port));
    let listener = TcpListener::bind(("127.28.0.9", origin.port))
        .await
        .unwrap();
    let at = listener.local_addr().unwrap();
    stage.broker.serve_transparent(listener);
    assert_eq!(Program::connect(at).await.rest().await, "");
    assert_eq!(stage.refused().await, Refusal::UnknownAddress);
    assert!(stage.policy.asked().is_empty());
}

#[tokio::test]
async fn address_outside_the_pool_is_asked_about_as_that_address() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    let listener = TcpListener::bind(("127.0.0.2", 0)).await.unwrap();
    let at = listener.local_addr().unwrap();
    stage.broker.serve_transparent(listener);
    assert_eq!(Program::connect(at).await.rest().await, "");
    assert_eq!(stage.refused().await, Refusal::Denied);
    assert_eq!(stage.policy.asked(), [at.to_string()]);
    drop(origin);
}

#[tokio::test]
async fn made_up_address_given_to_the_proxy_is_its_name() {
    let origin = Origin::start(Answers::Echo).await;
    let stage = Stage::start(Plan::default()).await;
    stage.allow("a.example", origin.port);
    let ip = address(&stage, "a.example").await;
    let mut program = stage.program().await;
    program.tunnel(&format!("{ip}:{}", origin.port)).await;
    program.echo("by name").await;
    let to = stage.broker.snapshot().destinations[0]
        .destination
        .to_string();
    assert_eq!(to, format!("a.example:{}", origin.port));
    let answer = stage.says("CONNECT 127.28.7.7:1 HTTP/1.1\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}
