//! Plain HTTP through the proxy.

use std::time::Duration;

use egress::{Bounds, Refusal};

use crate::stage::{Answers, HELLO, Origin, Plan, Stage, is_refused};

#[tokio::test]
async fn absolute_form_reaches_the_host_as_origin_form() {
    let origin = Origin::http().await;
    let stage = Stage::http(&[origin.port]).await;
    stage.allow("a.example", origin.port);
    let port = origin.port;
    let mut program = stage.program().await;
    program
        .send(format!(
            "POST http://A.Example.:{port}/x?y=1 HTTP/1.1\r\nHost: a.EXAMPLE:{port}\r\nX-Own: 1\r\n\
             Proxy-Authorization: Basic x\r\nConnection: X-Hop\r\nX-Hop: 1\r\nContent-Length: 4\r\n\r\nbody"
        ))
        .await;
    let answer = program.until("hello").await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    let received = origin.received();
    assert!(
        received.starts_with("POST /x?y=1 HTTP/1.1\r\n"),
        "{received}"
    );
    assert!(
        received.contains(&format!("Host: a.example:{port}\r\n")),
        "{received}"
    );
    assert!(
        received.contains("X-Own: 1\r\n") && received.ends_with("\r\n\r\nbody"),
        "{received}"
    );
    assert!(
        !received.contains("Basic") && !received.contains("Hop"),
        "{received}"
    );
    // All of it is observed.
    assert_eq!(*stage.observed.0.lock().unwrap(), received.as_bytes());
}

fn get(name: &str, port: u16) -> String {
    format!("GET http://{name}:{port}/of-{name} HTTP/1.1\r\nHost: {name}:{port}\r\n\r\n")
}

#[tokio::test]
async fn second_request_to_another_host_is_decided_anew() {
    let (a, b) = (Origin::http().await, Origin::http().await);
    let mut stage = Stage::http(&[a.port, b.port]).await;
    stage.allow("a.example", a.port);
    stage.policy.allow(&format!("127.0.0.1:{}", b.port));
    let mut program = stage.program().await;
    for _ in 0..2 {
        program.send(get("a.example", a.port)).await;
        program.until("hello").await;
    }
    // One connection for both.
    assert_eq!(a.connections(), 1);
    program.send(get("b.example", b.port)).await;
    let answer = program.rest().await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert_eq!(stage.refused().await, Refusal::Denied);
    assert_eq!(stage.policy.asked(), [format!("b.example:{}", b.port)]);
    assert_eq!(b.connections(), 0);

    // Allowed, it is served on the same connection.
    stage.policy.allow(&format!("b.example:{}", b.port));
    let mut program = stage.program().await;
    for (name, port) in [
        ("a.example", a.port),
        ("b.example", b.port),
        ("a.example", a.port),
    ] {
        program.send(get(name, port)).await;
        program.until("hello").await;
    }
    assert!(b.received().contains("/of-b.example") && !a.received().contains("b.example"));
}

#[tokio::test]
async fn pipelined_request_to_another_host_is_decided_anew() {
    let origin = Origin::http().await;
    let stage = Stage::http(&[origin.port]).await;
    stage.allow("a.example", origin.port);
    let both = get("a.example", origin.port) + &get("b.example", origin.port);
    let answer = stage.says(both).await;
    assert!(
        answer.starts_with(HELLO.split("\r\n").next().unwrap()),
        "{answer}"
    );
    assert!(answer.contains("HTTP/1.1 403"), "{answer}");
    assert!(!origin.received().contains("b.example"));
}

/// Requests that name two hosts, or that two programs could read differently. `PORT` is the port of the host.
const AMBIGUOUS: &[&str] = &[
    "GET http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nHost: a.example:PORT\r\n\r\n",
    "GET http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nhost: b.example\r\n\r\n",
    "GET http://a.example:PORT/ HTTP/1.1\r\nHost: b.example:PORT\r\n\r\n",
    "GET http://a.example:PORT/ HTTP/1.1\r\nHost: a.example\r\n\r\n",
    "GET http://b.example@a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET http://a.example:PORT@b.example/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET http://a.example:PORT\\@b.example/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET http://a.example:0/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET http://a.example:PORT:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET http:///a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET http://%61.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET https://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET //a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET a.example:PORT HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "GET http://a.example:PORT/ HTTP/1.1\r\nHost : a.example:PORT\r\n\r\n",
    "GET http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n b.example\r\n\r\n",
    "GET http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nX: a\0b\r\n\r\n",
    "GET http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nX: a\rb: c\r\n\r\n",
    "GET http://a.example:PORT/ HTTP/1.1\rHost: a.example:PORT\r\r",
    "GET http://a.example:PORT/ HTTP/2.0\r\nHost: a.example:PORT\r\n\r\n",
    "GET http://a.example:PORT/ x HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "POST http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "POST http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nContent-Length: 1, 2\r\n\r\nab",
    "POST http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nContent-Length: +1\r\n\r\na",
    "POST http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nContent-Length: 0x1\r\n\r\na",
    "POST http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nTransfer-Encoding: identity\r\n\r\n",
    "POST http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nTransfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n",
    "POST http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "POST http://a.example:PORT/ HTTP/1.0\r\nHost: a.example:PORT\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "CONNECT a.example:PORT HTTP/1.1\r\nHost: b.example:PORT\r\n\r\n",
    "CONNECT b.example@a.example:PORT HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "CONNECT a.example HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "CONNECT a.example:0 HTTP/1.1\r\nHost: a.example:0\r\n\r\n",
    "CONNECT http://a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "CONNECT a.example:PORT/ HTTP/1.1\r\nHost: a.example:PORT\r\n\r\n",
    "\r\n\r\n\0",
];

#[tokio::test]
async fn request_that_can_be_read_in_two_ways_is_refused() {
    let origin = Origin::http().await;
    let mut stage = impatient(origin.port).await;
    stage.allow("a.example", origin.port);
    stage.allow("b.example", origin.port);
    for request in AMBIGUOUS {
        let request = request.replace("PORT", &origin.port.to_string());
        let mut program = stage.program().await;
        program.send(&request).await;
        let answer = program.rest().await;
        assert!(is_refused(&answer), "{request:?} was answered {answer:?}");
        assert_eq!(origin.received(), "", "{request:?}");
        assert!(
            !matches!(stage.refused().await, Refusal::Denied),
            "{request:?}"
        );
    }
    // The same hosts, said once.
    for name in ["a.example", "b.example"] {
        let mut program = stage.program().await;
        program.send(get(name, origin.port)).await;
        program.until("hello").await;
    }
}

#[tokio::test]
async fn what_was_checked_is_what_is_sent() {
    let origin = Origin::http().await;
    let stage = Stage::http(&[origin.port]).await;
    stage.allow("a.example", origin.port);
    let port = origin.port;
    // Both lengths: a server that went by the first would read a second request.
    let inner = format!("GET /smuggled HTTP/1.1\r\nHost: b.example:{port}\r\n\r\n");
    let size = inner.len();
    for order in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
    ] {
        let mut program = stage.program().await;
        program
            .send(format!(
                "POST http://a.example:{port}/ HTTP/1.1\r\nHost: a.example:{port}\r\n{order}\r\n\r\n{size:x}\r\n{inner}\r\n0\r\n\r\n"
            ))
            .await;
        program.until("hello").await;
    }
    // Bare line feeds, which a stricter server would read as one line.
    let mut program = stage.program().await;
    let head =
        format!("GET http://a.example:{port}/feeds HTTP/1.1\nHost: a.example:{port}\nX: 1\n\n");
    program.send(head).await;
    program.until("hello").await;

    let received = origin.received();
    assert!(
        !received.to_lowercase().contains("content-length"),
        "{received}"
    );
    assert_eq!(received.matches("ransfer-").count(), 2, "{received}");
    assert!(!received.replace("\r\n", "").contains('\n'), "{received}");
    assert!(received.contains("GET /feeds HTTP/1.1\r\n"), "{received}");
}

#[tokio::test]
async fn http_in_a_tunnel_is_for_the_host_of_the_tunnel() {
    let origin = Origin::http().await;
    let mut stage = Stage::http(&[origin.port]).await;
    stage.allow("a.example", origin.port);
    stage.allow("b.example", origin.port);
    let (port, a) = (origin.port, format!("a.example:{}", origin.port));
    let mut program = stage.program().await;
    program.tunnel(&a).await;
    for _ in 0..2 {
        program
            .send(format!("GET /good HTTP/1.1\r\nHost: {a}\r\n\r\n"))
            .await;
        program.until("hello").await;
    }
    assert_eq!(origin.connections(), 1);
    program
        .send(format!(
            "GET /bad HTTP/1.1\r\nHost: b.example:{port}\r\n\r\n"
        ))
        .await;
    let answer = program.rest().await;
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    assert_eq!(
        stage.refused().await,
        Refusal::OtherName(format!("b.example:{port}"))
    );
    let mut program = stage.program().await;
    program.tunnel(&a).await;
    program
        .send(format!("CONNECT {a} HTTP/1.1\r\nHost: {a}\r\n\r\n"))
        .await;
    assert!(program.rest().await.starts_with("HTTP/1.1 400"));
    assert!(!origin.received().contains("/bad"));
}

const SWITCH: &str =
    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

#[tokio::test]
async fn websocket_passes_and_other_upgrades_do_not() {
    let origin = Origin::start(Answers::Heads(SWITCH)).await;
    let mut stage = Stage::http(&[origin.port]).await;
    stage.allow("a.example", origin.port);
    let port = origin.port;
    let request = |to| {
        format!(
            "GET http://a.example:{port}/ HTTP/1.1\r\nHost: a.example:{port}\r\nConnection: Upgrade\r\nUpgrade: {to}\r\n\r\n"
        )
    };
    let mut program = stage.program().await;
    program.send(request("websocket")).await;
    let answer = program.until("\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    program.send("frames\r\n\r\n").await;
    program.until(SWITCH).await;
    let observed = stage.observed.0.lock().unwrap().clone();
    assert!(observed.ends_with(b"frames\r\n\r\n"));
    stage.no_refusal();

    // The host switches though it was not asked to.
    let answer = stage.says(request("h2c")).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(!origin.received().contains("h2c"));
}

#[tokio::test]
async fn old_program_reads_a_chunked_response() {
    const CHUNKED: &str =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    let origin = Origin::start(Answers::Heads(CHUNKED)).await;
    let stage = Stage::http(&[origin.port]).await;
    stage.allow("a.example", origin.port);
    let answer = stage
        .says(format!(
            "GET http://a.example:{}/ HTTP/1.0\r\n\r\n",
            origin.port
        ))
        .await;
    assert!(answer.ends_with("\r\n\r\nhello"), "{answer}");
    assert!(!answer.to_lowercase().contains("chunked"), "{answer}");
}

#[tokio::test]
async fn revoke_ends_a_response_and_a_connection_that_rests() {
    const HALF: &str = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello";
    let (half, whole) = (
        Origin::start(Answers::Heads(HALF)).await,
        Origin::http().await,
    );
    let stage = Stage::http(&[half.port, whole.port]).await;
    stage.allow("a.example", half.port);
    stage.allow("b.example", whole.port);
    let (mut reading, mut resting) = (stage.program().await, stage.program().await);
    reading.send(get("a.example", half.port)).await;
    reading.until("hello").await;
    resting.send(get("b.example", whole.port)).await;
    resting.until("hello").await;
    for (name, port) in [("a.example", half.port), ("b.example", whole.port)] {
        let to = format!("{name}:{port}");
        stage.policy.decide(&to, egress::Verdict::Deny);
        assert_eq!(stage.broker.revoke(&crate::stage::destination(&to)), 1);
    }
    assert_eq!(reading.rest().await, "");
    resting.send(get("b.example", whole.port)).await;
    assert!(resting.rest().await.starts_with("HTTP/1.1 403"));
}

/// A stage that waits for no head for long.
async fn impatient(http: u16) -> Stage {
    let bounds = Bounds {
        request: Duration::from_millis(300),
        ..Bounds::default()
    };
    Stage::start(Plan {
        http_ports: vec![http],
        bounds,
        ..Plan::default()
    })
    .await
}

#[tokio::test]
async fn head_that_is_slow_or_large_is_refused() {
    let origin = Origin::http().await;
    let stage = impatient(origin.port).await;
    stage.allow("a.example", origin.port);
    let head = get("a.example", origin.port);
    // All but the end, as one that wants to hold the connection.
    for part in ["", &head[..1], &head[..head.len() - 1]] {
        let mut program = stage.program().await;
        program.send(part).await;
        let answer = program.rest().await;
        assert!(is_refused(&answer), "{answer}");
    }
    let padded = |size| head.replace("\r\n\r\n", &format!("\r\nX: {}\r\n\r\n", "x".repeat(size)));
    let answer = stage.says(padded(70_000)).await;
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431"),
        "{answer}"
    );
    let many = head.replace("\r\n\r\n", &("\r\nX: 1".repeat(200) + "\r\n\r\n"));
    let answer = stage.says(many).await;
    assert!(is_refused(&answer), "{answer}");
    assert_eq!(origin.received(), "");

    let mut program = stage.program().await;
    program.send(padded(50_000)).await;
    program.until("hello").await;
}
