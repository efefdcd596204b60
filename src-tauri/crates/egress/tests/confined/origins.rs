//! Servers of the machine: plain HTTP on port 80 and another one, TLS on port 443, and one that nobody is allowed to reach.

use std::sync::Arc;

use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

/// The port of the machine's own service.
pub const SECRET_PORT: u16 = 8080;
/// A port beside those of the web, which is served in the sandbox.
pub const OTHER_PORT: u16 = 6000;

pub async fn start() {
    let listen = |port| TcpListener::bind(("127.0.0.1", port));
    let http = listen(80).await.unwrap();
    let https = listen(443).await.unwrap();
    let secret = listen(SECRET_PORT).await.unwrap();
    let other = listen(OTHER_PORT).await.unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = http.accept().await {
            tokio::spawn(answer(stream, "hello"));
        }
    });
    tokio::spawn(async move {
        while let Ok((stream, _)) = secret.accept().await {
            tokio::spawn(answer(stream, "secret"));
        }
    });
    tokio::spawn(async move {
        while let Ok((stream, _)) = other.accept().await {
            tokio::spawn(answer(stream, "hello from another port"));
        }
    });
    let certificate = CertificateDer::from(&include_bytes!("../broker/tls/leaf.der")[..]);
    let key = PrivateKeyDer::try_from(&include_bytes!("../broker/tls/leaf.key")[..]).unwrap();
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        while let Ok((stream, _)) = https.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                if let Ok(stream) = acceptor.accept(stream).await {
                    answer(stream, "hello over TLS").await;
                }
            });
        }
    });
}

async fn answer(mut stream: impl AsyncRead + AsyncWrite + Unpin, text: &str) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let length = text.len();
    let response =
        format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{text}");
    let _ = stream.write_all(response.as_bytes()).await;
    let _ = stream.shutdown().await;
}
