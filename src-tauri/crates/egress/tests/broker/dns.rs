//! Questions for names.

use std::net::Ipv4Addr;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream, UdpSocket},
    time::timeout,
};

use crate::stage::{LONG, Plan, Stage};

pub fn question(name: &str, kind: u8) -> Vec<u8> {
    let mut message = vec![1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    for label in name.split('.') {
        message.push(u8::try_from(label.len()).unwrap());
        message.extend(label.as_bytes());
    }
    message.extend([0, 0, kind, 0, 1]);
    message
}

/// Asks the broker for the address of a name.
pub async fn address(stage: &Stage, name: &str) -> Ipv4Addr {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let to = socket.local_addr().unwrap();
    stage.broker.serve_dns(socket);
    let program = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    program.connect(to).await.unwrap();
    // Lost on the way for all the broker cares.
    program.send(b"\0").await.unwrap();
    program.send(&question(name, 1)).await.unwrap();
    let mut reply = [0; 512];
    let length = timeout(LONG, program.recv(&mut reply))
        .await
        .unwrap()
        .unwrap();
    let ip: [u8; 4] = reply[length - 4..length].try_into().unwrap();
    ip.into()
}

#[tokio::test]
async fn names_get_made_up_addresses_and_nothing_is_looked_up() {
    let stage = Stage::start(Plan::default()).await;
    assert_eq!(
        address(&stage, "a.example").await,
        Ipv4Addr::new(127, 28, 0, 1)
    );
    assert_eq!(
        address(&stage, "b.example").await,
        Ipv4Addr::new(127, 28, 0, 2)
    );
    assert_eq!(
        address(&stage, "A.Example").await,
        Ipv4Addr::new(127, 28, 0, 1)
    );
    assert!(stage.names.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn names_are_answered_over_tcp_too() {
    let stage = Stage::start(Plan::default()).await;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let mut program = TcpStream::connect(listener.local_addr().unwrap())
        .await
        .unwrap();
    stage.broker.serve_dns_tcp(listener);
    for (kind, answers) in [(1, 1), (28, 0)] {
        let question = question("a.example", kind);
        program
            .write_u16(u16::try_from(question.len()).unwrap())
            .await
            .unwrap();
        program.write_all(&question).await.unwrap();
        let length = timeout(LONG, program.read_u16()).await.unwrap().unwrap();
        let mut reply = vec![0; length.into()];
        program.read_exact(&mut reply).await.unwrap();
        assert_eq!((reply[3], reply[7]), (0x80, answers));
    }
    // Larger than any question.
    program.write_u16(u16::MAX).await.unwrap();
    assert_eq!(
        timeout(LONG, program.read(&mut [0; 8]))
            .await
            .unwrap()
            .unwrap(),
        0
    );
}
