//! The beginning of a SOCKS5 connection (RFC 1928): no authentication, CONNECT only.

use std::{io, net::IpAddr};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

use crate::{Destination, Refusal};

/// The first byte of a connection.
pub(crate) const VERSION: u8 = 5;

const NO_AUTHENTICATION: u8 = 0;
const NO_METHOD: u8 = 0xff;
const CONNECT: u8 = 1;
const TYPE_V4: u8 = 1;
const TYPE_NAME: u8 = 3;
const TYPE_V6: u8 = 4;

/// Reads what a connection is for. At most 520 bytes are read; the caller bounds the time.
pub(crate) async fn read<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
) -> Result<Destination, Refusal> {
    if stream.read_u8().await.map_err(ended)? != VERSION {
        return Err(Refusal::Malformed("this is not SOCKS5"));
    }
    let count = stream.read_u8().await.map_err(ended)?;
    let methods = exactly(stream, count.into()).await?;
    let known = methods.contains(&NO_AUTHENTICATION);
    let method = if known { NO_AUTHENTICATION } else { NO_METHOD };
    stream.write_all(&[VERSION, method]).await.map_err(ended)?;
    if !known {
        return Err(Refusal::Malformed("SOCKS5 is used without a password only"));
    }
    let head = exactly(stream, 4).await?;
    let [VERSION, command, 0, kind] = head[..] else {
        return Err(Refusal::Malformed("this is not SOCKS5"));
    };
    let host = match kind {
        TYPE_V4 => Spelling::Address(IpAddr::from(array::<4, S>(stream).await?)),
        TYPE_V6 => Spelling::Address(IpAddr::from(array::<16, S>(stream).await?)),
        TYPE_NAME => {
            let length = stream.read_u8().await.map_err(ended)?;
            let name = exactly(stream, length.into()).await?;
            let name = String::from_utf8(name);
            Spelling::Name(name.map_err(|_| Refusal::Malformed("the host is not valid"))?)
        }
        _ => {
            return Err(Refusal::Malformed(
                "this type of SOCKS5 address is not known",
            ));
        }
    };
    let port = stream.read_u16().await.map_err(ended)?;
    if command != CONNECT {
        return Err(UNSUPPORTED);
    }
    Ok(match host {
        Spelling::Name(name) => Destination::parse(&name, port)?,
        Spelling::Address(ip) => Destination::address(ip, port)?,
    })
}

enum Spelling {
    Name(String),
    Address(IpAddr),
}

const UNSUPPORTED: Refusal = Refusal::Malformed("SOCKS5 is used for connections only");

/// Tells the program whether it is connected.
pub(crate) async fn reply<S: AsyncWrite + Unpin>(
    stream: &mut S,
    outcome: Result<(), &Refusal>,
) -> io::Result<()> {
    let code = match outcome {
        Ok(()) => 0,
        Err(reason) => code(reason),
    };
    // The address that the host connects from is not told.
    stream
        .write_all(&[VERSION, code, 0, TYPE_V4, 0, 0, 0, 0, 0, 0])
        .await
}

fn code(reason: &Refusal) -> u8 {
    match reason {
        Refusal::Unresolved => 4,
        Refusal::Unreachable(io::ErrorKind::ConnectionRefused) => 5,
        Refusal::Unreachable(io::ErrorKind::NetworkUnreachable) => 3,
        Refusal::Unreachable(_) => 4,
        unsupported if *unsupported == UNSUPPORTED => 7,
        Refusal::TooSlow | Refusal::Malformed(_) => 1,
        Refusal::Denied
        | Refusal::NoAnswer
        | Refusal::TooManyWaiting
        | Refusal::TooManyConnections
        | Refusal::OtherName(_)
        | Refusal::NoName
        | Refusal::EncryptedName
        | Refusal::UnknownAddress
        | Refusal::Address(_)
        | Refusal::Revoked => 2,
    }
}

fn ended(_: io::Error) -> Refusal {
    Refusal::Malformed("the connection ended within the request of SOCKS5")
}

/// `length` is one of a byte.
async fn exactly<S: AsyncRead + Unpin>(stream: &mut S, length: usize) -> Result<Vec<u8>, Refusal> {
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes).await.map_err(ended)?;
    Ok(bytes)
}

async fn array<const N: usize, S: AsyncRead + Unpin>(stream: &mut S) -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes).await.map_err(ended)?;
    Ok(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is read, from a program that sends these bytes and no more.
    fn read_from(bytes: &[u8]) -> Result<String, Refusal> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(async {
            let mut stream = tokio::io::join(bytes, tokio::io::sink());
            read(&mut stream).await.map(|found| found.to_string())
        })
    }

    fn request(rest: &[u8]) -> Vec<u8> {
        [&[5, 2, 2, 0, 5], rest].concat()
    }

    #[test]
    fn requests_for_names_and_addresses_are_read() {
        let name = request(b"\x01\x00\x03\x0bAPI.example\x01\xbb");
        assert_eq!(read_from(&name).unwrap(), "api.example:443");
        let v4 = request(&[1, 0, 1, 1, 2, 3, 4, 0, 80]);
        assert_eq!(read_from(&v4).unwrap(), "1.2.3.4:80");
        let mut mapped = vec![1, 0, 4];
        mapped.extend(
            "::ffff:127.0.0.1"
                .parse::<std::net::Ipv6Addr>()
                .unwrap()
                .octets(),
        );
        mapped.extend([0, 1]);
        assert_eq!(read_from(&request(&mapped)).unwrap(), "127.0.0.1:1");
        let spelled = request(b"\x01\x00\x03\x05127.1\x00\x01");
        assert_eq!(read_from(&spelled).unwrap(), "127.0.0.1:1");
        for cut in 0..name.len() {
            assert!(read_from(&name[..cut]).is_err());
        }
    }

    #[test]
    fn other_requests_are_refused() {
        for bad in [
            &[4, 1, 0, 80, 1, 2, 3, 4, 0][..],
            // A password only.
            &[5, 1, 2, 5, 1, 0, 1, 1, 2, 3, 4, 0, 80],
            &[5, 0, 5, 1, 0, 1, 1, 2, 3, 4, 0, 80],
            // Port 0, another version, a reserved byte, another type.
            &request(&[1, 0, 1, 1, 2, 3, 4, 0, 0]),
            &[5, 1, 0, 4, 1, 0, 1, 1, 2, 3, 4, 0, 80],
            &request(&[1, 1, 1, 1, 2, 3, 4, 0, 80]),
            &request(&[1, 0, 2, 1, 2, 3, 4, 0, 80]),
            &request(b"\x01\x00\x03\x03a\x00b\x00\x50"),
            &request(b"\x01\x00\x03\x00\x00\x50"),
            &request(b"\x01\x00\x03\x01\xff\x00\x50"),
        ] {
            assert!(read_from(bad).is_err(), "{bad:?}");
        }
        for command in [2, 3] {
            let refused = read_from(&request(&[command, 0, 1, 1, 2, 3, 4, 0, 80]));
            assert_eq!(refused, Err(UNSUPPORTED));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            let _ = read_from(&bytes);
            let _ = read_from(&request(&bytes));
        }
    }
}
