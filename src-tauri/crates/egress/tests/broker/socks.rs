//! SOCKS5.

use egress::Refusal;

use crate::stage::{Answers, Origin, Plan, Program, Stage};

async fn ask(program: &mut Program, kind: u8, address: &[u8], port: u16) -> u8 {
    use tokio::io::AsyncReadExt as _;
    program.send([5, 1, 0]).await;
    let mut method = [0; 2];
    program.0.read_exact(&mut method).await.unwrap();
    assert_eq!(method, [5, 0]);
    program
        .send([&[5, 1, 0, kind], address, &port.to_be_bytes()].concat())
        .await;
    let mut reply = [0; 10];
    program.0.read_exact(&mut reply).await.unwrap();
    assert_eq!((reply[0], &reply[2..]), (5, &[0, 1, 0, 0, 0, 0, 0, 0][..]));
    reply[1]
}

fn name(name: &str) -> Vec<u8> {
    [&[u8::try_from(name.len()).unwrap()], name.as_bytes()].concat()
}

#[tokio::test]
async fn socks_connects_to_allowed_names_and_addresses() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    stage.allow("a.example", origin.port);
    let mapped = "::ffff:127.0.0.1"
        .parse::<std::net::Ipv6Addr>()
        .unwrap()
        .octets();
    for (kind, address) in [
        (3, name("A.example.")),
        (3, name("0x7f.1")),
        (1, vec![127, 0, 0, 1]),
        (4, mapped.to_vec()),
    ] {
        let mut program = stage.program().await;
        assert_eq!(ask(&mut program, kind, &address, origin.port).await, 0);
        program.echo("through").await;
    }
    stage.no_refusal();
}

#[tokio::test]
async fn socks_refuses_others_with_a_code() {
    let origin = Origin::start(Answers::Echo).await;
    let mut stage = Stage::start(Plan::default()).await;
    let mut program = stage.program().await;
    assert_eq!(
        ask(&mut program, 3, &name("b.example"), origin.port).await,
        2
    );
    assert_eq!(program.rest().await, "");
    assert_eq!(stage.refused().await, Refusal::Denied);
    // A name that looks like an allowed one is another: its first letter is Cyrillic.
    stage.allow("a.example", origin.port);
    let mut program = stage.program().await;
    assert_eq!(
        ask(&mut program, 3, &name("а.example"), origin.port).await,
        2
    );
    let asked = stage.policy.asked();
    assert_eq!(asked[1], format!("xn--80a.example:{}", origin.port));
    // Nobody has this name.
    stage.policy.allow("none.example:1");
    let mut program = stage.program().await;
    assert_eq!(ask(&mut program, 3, &name("none.example"), 1).await, 4);
    assert_eq!(origin.connections(), 0);
}
