//! TLS: relayed as it is, for the name that was decided only.

use std::sync::Arc;

use egress::Refusal;
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, pem::PemObject as _},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
    time::timeout,
};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use crate::{
    dns::address,
    stage::{Answers, LONG, Origin, Plan, Program, Stage},
};

// Made for these tests: a key that opens nothing.
const AUTHORITY: &[u8] = include_bytes!("tls/ca.pem");
const CERTIFICATE: &[u8] = include_bytes!("tls/leaf.der");
const KEY: &[u8] = include_bytes!("tls/leaf.key");

fn client() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(AUTHORITY).unwrap())
        .unwrap();
    ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// The first message of a client that wants the server of this name.
fn hello(name: &str) -> Vec<u8> {
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let mut connection = ClientConnection::new(Arc::new(client()), name).unwrap();
    let mut bytes = Vec::new();
    connection.write_tls(&mut bytes).unwrap();
    bytes
}

async fn stage(port: u16) -> Stage {
    let stage = Stage::start(Plan {
        tls_ports: vec![port],
        ..Plan::default()
    })
    .await;
    stage.allow("tls.example", port);
    stage
}

/// A server that answers one TLS connection with the same bytes.
async fn tls_origin() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(
            vec![CertificateDer::from(CERTIFICATE)],
            PrivateKeyDer::try_from(KEY).unwrap(),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let mut stream = acceptor.accept(stream).await.unwrap();
                let mut bytes = [0; 5];
                stream.read_exact(&mut bytes).await.unwrap();
                stream.write_all(&bytes).await.unwrap();
            });
        }
    });
    port
}

async fn talk(program: Program) {
    let name = ServerName::try_from("tls.example").unwrap();
    let connector = TlsConnector::from(Arc::new(client()));
    let connected = timeout(LONG, connector.connect(name, program.0))
        .await
        .unwrap();
    let mut stream = connected.unwrap();
    stream.write_all(b"hello").await.unwrap();
    let mut bytes = [0; 5];
    timeout(LONG, stream.read_exact(&mut bytes))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(&bytes, b"hello");
}

#[tokio::test]
async fn tls_of_the_name_passes_from_end_to_end() {
    let port = tls_origin().await;
    let mut stage = stage(port).await;
    let mut program = stage.program().await;
    program.tunnel(&format!("tls.example:{port}")).await;
    talk(program).await;

    let ip = address(&stage, "tls.example").await;
    let listener = TcpListener::bind((ip, port)).await.unwrap();
    let at = listener.local_addr().unwrap();
    stage.broker.serve_transparent(listener);
    talk(Program::connect(at).await).await;
    stage.no_refusal();
    // What is encrypted is not observed.
    assert!(stage.observed.0.lock().unwrap().is_empty());
}

#[tokio::test]
async fn tls_that_does_not_begin_with_the_name_is_refused() {
    let origin = Origin::start(Answers::Echo).await;
    let port = origin.port;
    let mut stage = stage(port).await;
    stage.allow("other.example", port);
    let ip = address(&stage, "tls.example").await;
    let listener = TcpListener::bind((ip, port)).await.unwrap();
    let at = listener.local_addr().unwrap();
    stage.broker.serve_transparent(listener);

    // An extension of Encrypted Client Hello in place of the list of groups.
    let good = hello("tls.example");
    let groups = good.windows(2).position(|kind| kind == [0, 10]).unwrap();
    let mut encrypted = good.clone();
    encrypted[groups..groups + 2].copy_from_slice(&[0xfe, 0x0d]);
    let other = Refusal::OtherName("other.example".to_owned());
    let not_tls = Refusal::Malformed("a connection to this port must begin with TLS");
    for (bytes, reason) in [
        (hello("other.example"), other),
        (hello("127.0.0.1"), Refusal::NoName),
        (encrypted, Refusal::EncryptedName),
        (
            b"GET / HTTP/1.1\r\nHost: tls.example\r\n\r\n".to_vec(),
            not_tls.clone(),
        ),
        (b"SSH-2.0-x\r\n".to_vec(), not_tls),
    ] {
        let mut direct = Program::connect(at).await;
        direct.send(&bytes).await;
        assert_eq!(direct.rest().await, "");
        assert_eq!(stage.refused().await, reason);
        let mut tunnel = stage.program().await;
        tunnel.tunnel(&format!("tls.example:{port}")).await;
        tunnel.send(&bytes).await;
        assert_eq!(tunnel.rest().await, "");
        assert_eq!(stage.refused().await, reason);
    }
    // Neither is plain HTTP sent there on behalf of the proxy.
    let plain = format!("GET http://tls.example:{port}/ HTTP/1.1\r\n\r\n");
    let answer = stage.says(plain).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert_eq!(origin.received(), "");
    let reason = stage.refused().await;
    assert!(matches!(reason, Refusal::Malformed(_)), "{reason}");

    // The control, byte by byte.
    let mut tunnel = stage.program().await;
    tunnel.tunnel(&format!("tls.example:{port}")).await;
    for byte in &good {
        tunnel.send([*byte]).await;
    }
    let mut echoed = vec![0; good.len()];
    timeout(LONG, tunnel.0.read_exact(&mut echoed))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(echoed, good);
}

#[tokio::test]
async fn tls_to_an_address_is_for_that_address() {
    let origin = Origin::start(Answers::Echo).await;
    let stage = stage(origin.port).await;
    let mut program = stage.program().await;
    program.tunnel(&format!("127.0.0.1:{}", origin.port)).await;
    program.echo("no name is said").await;
}

#[tokio::test]
async fn slow_hello_is_refused() {
    let origin = Origin::start(Answers::Echo).await;
    let bounds = egress::Bounds {
        request: std::time::Duration::from_millis(200),
        ..egress::Bounds::default()
    };
    let mut stage = Stage::start(Plan {
        tls_ports: vec![origin.port],
        bounds,
        ..Plan::default()
    })
    .await;
    stage.allow("tls.example", origin.port);
    let mut program = stage.program().await;
    program
        .tunnel(&format!("tls.example:{}", origin.port))
        .await;
    program.send(&hello("tls.example")[..20]).await;
    assert_eq!(program.rest().await, "");
    assert_eq!(stage.refused().await, Refusal::TooSlow);
    assert_eq!(origin.received(), "");
}
