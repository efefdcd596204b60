//! What a connection is for: a host and a port, in one spelling.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

use domain::{AddressKind, address_kind};

/// The longest spelling of a host that is read, in bytes. A name itself has at most 253.
const SPELLING_MAX: usize = 1024;
const NAME_MAX: usize = 253;
const LABEL_MAX: usize = 63;

/// A host, in its one spelling.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Host {
    /// A name: lower case, in punycode, without a trailing dot, at most 253 bytes of letters, digits, `-`, `_` and dots.
    Name(String),
    /// An address, never an IPv4 address mapped into IPv6.
    Address(IpAddr),
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Address(IpAddr::V4(ip)) => ip.fmt(f),
            Self::Address(IpAddr::V6(ip)) => write!(f, "[{ip}]"),
        }
    }
}

/// A host and a port, the key of every decision. Two spellings of one destination are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Destination {
    host: Host,
    port: u16,
}

/// A text that names no destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDestination {
    /// The host is neither a name nor an address.
    #[error("the host is not valid")]
    Host,
    /// The port is missing, 0 or more than 65535.
    #[error("the port is not valid")]
    Port,
}

impl Destination {
    /// Reads a host as a person, a URL or a program may spell it: upper case, Unicode, a trailing dot, `0x7f.1`,
    /// `[::ffff:127.0.0.1]`.
    ///
    /// # Errors
    /// [`BadDestination`]: among others for user names, escapes (`%41`), blanks, empty labels, zones of IPv6, port 0.
    pub fn parse(host: &str, port: u16) -> Result<Self, BadDestination> {
        let bare = host
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let host = match bare {
            Some(inside) => Host::Address(v6(inside)?),
            None if host.contains(':') => Host::Address(v6(host)?),
            None => name_or_v4(host)?,
        };
        Self::new(host, port)
    }

    /// The destination of this very address.
    ///
    /// # Errors
    /// [`BadDestination::Port`] for port 0.
    pub fn address(ip: IpAddr, port: u16) -> Result<Self, BadDestination> {
        Self::new(Host::Address(ip.to_canonical()), port)
    }

    fn new(host: Host, port: u16) -> Result<Self, BadDestination> {
        if port == 0 {
            return Err(BadDestination::Port);
        }
        Ok(Self { host, port })
    }

    /// Reads `host:port` or `[address]:port`. Where the port is missing it is `default`, if there is one.
    ///
    /// # Errors
    /// As [`Destination::parse`].
    pub fn authority(text: &str, default: Option<u16>) -> Result<Self, BadDestination> {
        let (host, port) = match text.rsplit_once(':') {
            // A colon inside brackets is one of the address.
            Some((_, rest)) if rest.contains(']') => (text, None),
            Some((host, port)) => (host, Some(digits(port)?)),
            None => (text, None),
        };
        if host.contains(':') && !host.starts_with('[') {
            return Err(BadDestination::Host);
        }
        let port = port.or(default).ok_or(BadDestination::Port)?;
        Self::parse(host, port)
    }

    /// The host.
    #[must_use]
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The port, never 0.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where an address leads; none for a name, which is resolved after the decision.
    #[must_use]
    pub fn address_kind(&self) -> Option<AddressKind> {
        match &self.host {
            Host::Name(_) => None,
            Host::Address(ip) => Some(address_kind(*ip)),
        }
    }

    /// As it stands in a `Host` header of plain HTTP.
    pub(crate) fn host_header(&self) -> String {
        match self.port {
            80 => self.host.to_string(),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// A port in digits only: no sign, no blank.
fn digits(port: &str) -> Result<u16, BadDestination> {
    if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BadDestination::Port);
    }
    port.parse().map_err(|_| BadDestination::Port)
}

fn v6(text: &str) -> Result<IpAddr, BadDestination> {
    let ip: Ipv6Addr = text.parse().map_err(|_| BadDestination::Host)?;
    Ok(IpAddr::V6(ip).to_canonical())
}

fn name_or_v4(text: &str) -> Result<Host, BadDestination> {
    let text = text.strip_suffix('.').unwrap_or(text);
    // Escapes would be decoded, and what is blank or hidden may be left out.
    let odd = |c: char| c == '%' || c.is_control() || c.is_whitespace();
    if text.is_empty() || text.len() > SPELLING_MAX || text.contains(odd) {
        return Err(BadDestination::Host);
    }
    match url::Host::parse(text) {
        Ok(url::Host::Domain(name)) if is_name(&name) => Ok(Host::Name(name)),
        Ok(url::Host::Ipv4(ip)) => Ok(Host::Address(ip.into())),
        Ok(url::Host::Domain(_) | url::Host::Ipv6(_)) | Err(_) => Err(BadDestination::Host),
    }
}

fn is_name(name: &str) -> bool {
    let usual =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
    let label = |label: &str| (1..=LABEL_MAX).contains(&label.len()) && label.bytes().all(usual);
    name.len() <= NAME_MAX && name.split('.').all(label)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(host: &str) -> Option<String> {
        let destination = Destination::parse(host, 1).ok()?;
        Some(destination.host().to_string())
    }

    #[test]
    fn spellings_of_one_host_are_equal() {
        for (spelling, host) in [
            ("example.com", "example.com"),
            ("EXAMPLE.com", "example.com"),
            ("example.com.", "example.com"),
            ("ｅxample.com", "example.com"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("BÜCHER.example.", "xn--bcher-kva.example"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("_dns.example", "_dns.example"),
            ("127.0.0.1", "127.0.0.1"),
            ("127.1", "127.0.0.1"),
            ("0x7f.1", "127.0.0.1"),
            ("0177.0.0.1", "127.0.0.1"),
            ("2130706433", "127.0.0.1"),
            ("127.0.0.1.", "127.0.0.1"),
            ("１２７.0.0.1", "127.0.0.1"),
            ("127。0。0。1", "127.0.0.1"),
            ("0", "0.0.0.0"),
            ("[::ffff:127.0.0.1]", "127.0.0.1"),
            ("[::FFFF:7F00:1]", "127.0.0.1"),
            ("::1", "[::1]"),
            ("[0:0:0:0:0:0:0:1]", "[::1]"),
        ] {
            assert_eq!(text(spelling).as_deref(), Some(host), "{spelling}");
        }
        // Cyrillic, a different host.
        assert_eq!(text("аpple.com").as_deref(), Some("xn--pple-43d.com"));
    }

    #[test]
    fn texts_that_name_no_host_are_refused() {
        let label = "a".repeat(64);
        let name = "a.".repeat(127) + "com";
        for bad in [
            "",
            ".",
            "..",
            "a..b",
            ".a",
            "a..",
            "a b",
            "a\tb",
            "a\r\nb",
            "a\0",
            "user@a",
            "a/b",
            "a\\b",
            "a?b",
            "a#b",
            "%61.com",
            "a%00",
            "127.0.0.256",
            "1.2.3.4.5",
            "0x7g.1",
            "256.256",
            "[::1",
            "::1]",
            "[127.0.0.1]",
            "[fe80::1%eth0]",
            "fe80::1%1",
            "a:b",
            "xn--a",
            "*",
            "*.com",
            &label,
            &name,
        ] {
            assert_eq!(text(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn authority_has_one_host_and_one_port() {
        let read = |text| Destination::authority(text, Some(80)).map(|found| found.to_string());
        assert_eq!(read("a.b").unwrap(), "a.b:80");
        assert_eq!(read("a.b:443").unwrap(), "a.b:443");
        assert_eq!(read("A.b.:00443").unwrap(), "a.b:443");
        assert_eq!(read("[::1]").unwrap(), "[::1]:80");
        assert_eq!(read("[::1]:1").unwrap(), "[::1]:1");
        for bad in [
            "", ":", ":1", "a:", "a:0", "a:65536", "a:+1", "a:-1", "a: 1", "a:1 ", "a:1:2",
            "::1:80", "[::1]1", "[::1]x:1", "a@b:1", "a:1@b", "a:b@c:1",
        ] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        assert_eq!(Destination::authority("a", None), Err(BadDestination::Port));
    }

    proptest! {
        #[test]
        fn reading_is_idempotent(host in ".{0,40}", port: u16) {
            if let Ok(once) = Destination::parse(&host, port) {
                prop_assert!(once.host().to_string().len() <= NAME_MAX);
                prop_assert_eq!(Destination::authority(&once.to_string(), None), Ok(once));
            }
        }

        #[test]
        fn authority_never_panics(text in "[a-z0-9.:@\\[\\]%-]{0,20}") {
            let _ = Destination::authority(&text, Some(80));
        }

        #[test]
        fn every_spelling_of_an_address_is_that_address(bits: u32, port in 1_u16..) {
            let ip = std::net::Ipv4Addr::from(bits);
            let expected = Destination::address(ip.into(), port);
            for spelling in [
                bits.to_string(),
                format!("0x{bits:x}"),
                format!("0{bits:o}"),
                format!("[{}]", ip.to_ipv6_mapped()),
            ] {
                prop_assert_eq!(&Destination::parse(&spelling, port), &expected);
            }
        }
    }
}
