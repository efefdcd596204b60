//! Which addresses stay on this machine.

use url::{Host, Url};

use crate::{AddressKind, address_kind};

/// Whether a connection to the host of `url` stays on this machine: a loopback address, or the name `localhost`.
///
/// An IPv4 address mapped into IPv6 (`::ffff:127.0.0.1`) counts as what it maps to. Other names never count, whatever
/// they resolve to: `localhost.` and `app.localhost` may be answered by a name server elsewhere.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.to_canonical().is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Whether the host of `url` is on this machine or, as its address itself says, in a network that is not public: a private or link-local address, or a name that no public
/// name server answers (RFC 6762, RFC 8375, `internal`).
#[must_use]
pub fn is_nearby(url: &Url) -> bool {
    let kind = match url.host() {
        Some(Host::Ipv4(ip)) => address_kind(ip.into()),
        Some(Host::Ipv6(ip)) => address_kind(ip.to_canonical()),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let reserved = [".local", ".home.arpa", ".internal"];
            return is_loopback(url) || reserved.iter().any(|end| name.ends_with(end));
        }
        None => return false,
    };
    matches!(
        kind,
        AddressKind::Private | AddressKind::Loopback | AddressKind::LinkLocal
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    use proptest::prelude::*;

    use super::*;

    fn at(host: &str) -> bool {
        is_loopback(&Url::parse(&format!("http://{host}/")).unwrap())
    }

    proptest! {
        #[test]
        fn mapped_address_counts_as_what_it_maps_to(bits: u32, loopback: bool) {
            let ip = Ipv4Addr::from_bits(if loopback { (bits & 0x00ff_ffff) | 0x7f00_0000 } else { bits });
            prop_assert_eq!(at(&ip.to_string()), ip.is_loopback());
            prop_assert_eq!(at(&format!("[{}]", ip.to_ipv6_mapped())), ip.is_loopback());
        }

        #[test]
        fn ipv6_address_counts_only_if_it_is_loopback(bits: u128) {
            let ip = Ipv6Addr::from_bits(bits);
            let canonical: IpAddr = ip.to_canonical();
            prop_assert_eq!(at(&format!("[{ip}]")), canonical.is_loopback());
        }

        #[test]
        fn no_other_name_counts(name in "[a-z0-9-]{0,8}\\.?localhost\\.?[a-z]{0,4}") {
            prop_assume!(Url::parse(&format!("http://{name}/")).is_ok());
            prop_assert_eq!(at(&name), name == "localhost");
        }
    }

    #[test]
    fn every_spelling_of_a_loopback_address_counts() {
        for host in [
            "127.0.0.1",
            "127.1",
            "0x7f.1",
            "2130706433",
            "[::1]",
            "LOCALHOST",
            "[::ffff:7f00:1]",
        ] {
            assert!(at(host), "{host}");
        }
        for host in [
            "0.0.0.0",
            "[::]",
            "128.0.0.1",
            "127.0.0.1.example",
            "[::ffff:0:127.0.0.1]",
        ] {
            assert!(!at(host), "{host}");
        }
    }

    #[test]
    fn nearby_is_what_no_public_network_reaches() {
        let near = |host: &str| is_nearby(&Url::parse(&format!("http://{host}/")).unwrap());
        for host in [
            "192.168.1.5",
            "10.0.0.1",
            "[fd00::1]",
            "nas.local",
            "127.0.0.1",
            "[::ffff:10.0.0.1]",
            "100.64.0.1",
        ] {
            assert!(near(host), "{host}");
        }
        for host in [
            "8.8.8.8",
            "169.254.169.254",
            "example.com",
            "local",
            "nas",
            "[2001:4860::8]",
            "0.0.0.0",
        ] {
            assert!(!near(host), "{host}");
        }
    }
}
