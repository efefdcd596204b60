//! From a destination to a connection: resolving, checking every address, connecting to a checked one.

use std::{
    collections::VecDeque,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    time::Duration,
};

use domain::{AddressKind, address_kind};
use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tokio::{
    net::{TcpStream, lookup_host},
    time::{sleep, timeout},
};

use crate::{Destination, Host, Refusal, decide::Decisions};

/// The most addresses of a name that are tried.
const ADDRESSES_MAX: usize = 16;
/// How long one address has before the next is tried beside it (RFC 8305).
const STAGGER: Duration = Duration::from_millis(250);

/// The addresses of a name that is looked up.
pub type Lookup = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Where the host looks names up.
pub trait Resolve: Send + Sync + 'static {
    /// All addresses of a name. The broker bounds how long it waits and how many it tries.
    fn look_up(&self, name: &str) -> Lookup;
}

/// The resolver of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn look_up(&self, name: &str) -> Lookup {
        let name = name.to_owned();
        Box::pin(async move {
            let found = lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// Refuses an address that no decision can allow.
pub(crate) fn check_literal(destination: &Destination) -> Result<(), Refusal> {
    match destination.address_kind() {
        Some(AddressKind::Never(words)) => Err(Refusal::Address(words)),
        Some(_) | None => Ok(()),
    }
}

/// Connects to a destination that is allowed, within `limit` for the lookup and the same for the connection.
///
/// A name is resolved once. If one of its addresses is not public, and that very address is not allowed for this port,
/// none is connected to.
pub(crate) async fn connect(
    destination: &Destination,
    resolver: &dyn Resolve,
    checked_by: Option<&Decisions>,
    limit: Duration,
) -> Result<TcpStream, Refusal> {
    let found = match destination.host() {
        Host::Address(ip) => vec![*ip],
        Host::Name(name) => {
            let found = resolve(name, resolver, limit).await?;
            if let Some(decisions) = checked_by {
                for ip in &found {
                    check(*ip, destination.port(), decisions)?;
                }
            }
            found
        }
    };
    let port = destination.port();
    let addresses = found.into_iter().map(|ip| SocketAddr::new(ip, port));
    let stream = timeout(limit, first_of(alternating(addresses.collect())))
        .await
        .unwrap_or(Err(io::ErrorKind::TimedOut.into()))
        .map_err(|error| Refusal::Unreachable(error.kind()))?;
    // What is relayed was buffered already.
    let _ = stream.set_nodelay(true);
    Ok(stream)
}

async fn resolve(
    name: &str,
    resolver: &dyn Resolve,
    limit: Duration,
) -> Result<Vec<IpAddr>, Refusal> {
    let found = timeout(limit, resolver.look_up(name)).await;
    let mut found = found.ok().and_then(Result::ok).ok_or(Refusal::Unresolved)?;
    found.truncate(ADDRESSES_MAX);
    if found.is_empty() {
        return Err(Refusal::Unresolved);
    }
    Ok(found)
}

/// Checks an address that a name leads to.
fn check(ip: IpAddr, port: u16, decisions: &Decisions) -> Result<(), Refusal> {
    let refused = |kind: AddressKind| Err(Refusal::Address(kind.words()));
    match address_kind(ip) {
        AddressKind::Public => Ok(()),
        never @ AddressKind::Never(_) => refused(never),
        kind @ (AddressKind::Private
        | AddressKind::Loopback
        | AddressKind::LinkLocal
        | AddressKind::Metadata) => {
            let very = Destination::address(ip, port)?;
            if decisions.is_allowed(&very) {
                Ok(())
            } else {
                refused(kind)
            }
        }
    }
}

/// The addresses with the families in turn, beginning with the first one's.
fn alternating(addresses: Vec<SocketAddr>) -> VecDeque<SocketAddr> {
    let first_is_v4 = addresses.first().is_some_and(SocketAddr::is_ipv4);
    let (one, other): (Vec<_>, Vec<_>) = addresses
        .into_iter()
        .partition(|address| address.is_ipv4() == first_is_v4);
    let (mut one, mut other) = (one.into_iter(), other.into_iter());
    let mut turns = VecDeque::new();
    loop {
        let (a, b) = (one.next(), other.next());
        if a.is_none() && b.is_none() {
            return turns;
        }
        turns.extend(a.into_iter().chain(b));
    }
}

/// The first connection that succeeds. Each address gets a head start over the next.
async fn first_of(mut left: VecDeque<SocketAddr>) -> io::Result<TcpStream> {
    let mut attempts = FuturesUnordered::new();
    let mut failure = io::ErrorKind::NotFound.into();
    loop {
        match left.pop_front() {
            Some(address) => attempts.push(TcpStream::connect(address)),
            None if attempts.is_empty() => return Err(failure),
            None => {}
        }
        tokio::select! {
            Some(attempt) = attempts.next() => match attempt {
                Ok(stream) => return Ok(stream),
                Err(error) => failure = error,
            },
            () = sleep(STAGGER), if !left.is_empty() => {}
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Decide, Pending, Verdict};

    #[test]
    fn families_take_turns() {
        let parse = |text: &str| text.parse::<SocketAddr>().unwrap();
        let sorted = |texts: &[&str]| -> Vec<String> {
            let turns = alternating(texts.iter().map(|text| parse(text)).collect());
            turns.iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            sorted(&["[::1]:1", "[::2]:1", "[::3]:1", "1.1.1.1:1"]),
            ["[::1]:1", "1.1.1.1:1", "[::2]:1", "[::3]:1"]
        );
        assert_eq!(sorted(&["1.1.1.1:1"]), ["1.1.1.1:1"]);
        assert!(sorted(&[]).is_empty());
    }

    /// Allows these addresses on port 443.
    struct Allows(&'static [&'static str]);

    impl Decide for Allows {
        fn decided(&self, destination: &Destination) -> Option<Verdict> {
            let host = destination.host().to_string();
            let allowed = self.0.contains(&host.as_str()) && destination.port() == 443;
            allowed.then_some(Verdict::Allow)
        }

        fn ask(&self, _: &Destination) -> Pending {
            panic!("nobody is asked about an address that a name leads to");
        }
    }

    #[test]
    fn name_leads_to_public_addresses_and_to_allowed_ones() {
        let none = Decisions::new(Arc::new(Allows(&[])), 3, Duration::ZERO);
        let checked =
            |text: &str, port, decisions: &Decisions| check(text.parse().unwrap(), port, decisions);
        for public in ["1.1.1.1", "2606:4700::1111", "64:ff9b::808:808"] {
            assert_eq!(checked(public, 443, &none), Ok(()), "{public}");
        }
        const PRIVATE: &[&str] = &[
            "127.0.0.1",
            "10.0.0.1",
            "192.168.0.1",
            "172.16.0.1",
            "169.254.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.100.100.200",
            "198.18.0.1",
        ];
        for private in PRIVATE.iter().chain(&[
            "::1",
            "fe80::1",
            "fd00::1",
            "fd00:ec2::254",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
        ]) {
            let refused = checked(private, 443, &none);
            assert!(matches!(refused, Err(Refusal::Address(_))), "{private}");
        }
        let some = Decisions::new(Arc::new(Allows(PRIVATE)), 3, Duration::ZERO);
        for private in PRIVATE {
            assert_eq!(checked(private, 443, &some), Ok(()), "{private}");
            assert!(checked(private, 80, &some).is_err(), "{private}");
        }
        // Nobody has these, whatever is allowed.
        const NOBODY: &[&str] = &[
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "2002:7f00:1::",
        ];
        let all = Decisions::new(Arc::new(Allows(NOBODY)), 3, Duration::ZERO);
        for nobody in NOBODY {
            assert!(checked(nobody, 443, &all).is_err(), "{nobody}");
        }
    }

    #[tokio::test]
    async fn next_address_is_tried_when_one_fails() {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
            .await
            .unwrap();
        let good = listener.local_addr().unwrap();
        // Nothing listens there.
        let bad = SocketAddr::new([127, 0, 0, 2].into(), good.port());
        assert!(first_of([bad, good].into()).await.is_ok());
        assert!(first_of([bad].into()).await.is_err());
        assert!(first_of(VecDeque::new()).await.is_err());
    }
}
