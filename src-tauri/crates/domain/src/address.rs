//! What kind of network an address leads into. Only what is surely public is public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use self::AddressKind as Kind;

/// The kind of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressKind {
    /// Of the public internet.
    Public,
    /// Of a private network: RFC 1918, unique local, shared (RFC 6598), benchmarks.
    Private,
    /// This machine.
    Loopback,
    /// The network at the next cable.
    LinkLocal,
    /// The metadata service of a cloud, which hands out the keys of this machine.
    Metadata,
    /// Where no server is: unspecified, multicast, mapped, reserved. In words.
    Never(&'static str),
}

impl AddressKind {
    /// In words, for a refusal.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Public => "a public address",
            Self::Private => "a private network",
            Self::Loopback => "this machine",
            Self::LinkLocal => "the local link",
            Self::Metadata => "the metadata service of a cloud",
            Self::Never(words) => words,
        }
    }
}

const RESERVED: Kind = Kind::Never("a reserved address");
const MULTICAST: Kind = Kind::Never("a multicast address");
const UNSPECIFIED: Kind = Kind::Never("an unspecified address");
const MAPPED: Kind = Kind::Never("an address disguised as another");

/// The kind of an address.
#[must_use]
pub fn address_kind(ip: IpAddr) -> AddressKind {
    match ip {
        IpAddr::V4(ip) => v4(ip),
        IpAddr::V6(ip) => v6(ip),
    }
}

fn v4(ip: Ipv4Addr) -> Kind {
    match ip.octets() {
        // Amazon, Google, Azure, Oracle, DigitalOcean; Amazon's containers; Azure's wire server; Alibaba.
        [169, 254, 169, 254] | [169, 254, 170, 2] | [168, 63, 129, 16] | [100, 100, 100, 200] => {
            Kind::Metadata
        }
        [0, ..] => UNSPECIFIED,
        [127, ..] => Kind::Loopback,
        [169, 254, ..] => Kind::LinkLocal,
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => Kind::Private,
        [100, 64..=127, ..] | [198, 18 | 19, ..] => Kind::Private,
        [192, 0, 0 | 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [192, 88, 99, _] => RESERVED,
        [224..=239, ..] => MULTICAST,
        [240..=255, ..] => RESERVED,
        _ => Kind::Public,
    }
}

fn v6(ip: Ipv6Addr) -> Kind {
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        v4(Ipv4Addr::new(a, b, c, d))
    };
    match ip.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => UNSPECIFIED,
        [0, 0, 0, 0, 0, 0, 0, 1] => Kind::Loopback,
        // Mapped and compatible: an IPv4 address has a form of its own.
        [0, 0, 0, 0, 0, 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] | [0, 0, 0, 0, 0, 0, ..] => {
            MAPPED
        }
        // NAT64: where there is only IPv6, names of IPv4 lead here.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0x64, 0xff9b, 1, ..] => Kind::Private,
        [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254] | [0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254] => {
            Kind::Metadata
        }
        [0xfc00..=0xfdff, ..] | [0xfec0..=0xfeff, ..] => Kind::Private,
        [0xfe80..=0xfebf, ..] => Kind::LinkLocal,
        [0xff00..=0xffff, ..] => MULTICAST,
        // 6to4 and Teredo carry an IPv4 address inside; documentation, benchmarks, ORCHID.
        [0x2002, ..] | [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => {
            RESERVED
        }
        [0x2000..=0x3fff, ..] => Kind::Public,
        _ => RESERVED,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_public_is_public() {
        let of = |text: &str| address_kind(text.parse().unwrap());
        for public in [
            "1.1.1.1",
            "100.63.0.1",
            "172.32.0.1",
            "2606:4700::1111",
            "64:ff9b::808:808",
        ] {
            assert_eq!(of(public), Kind::Public, "{public}");
        }
        for private in [
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "198.18.0.1",
            "fc00::1",
            "fd12::1",
            "fec0::1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
        ] {
            assert_eq!(of(private), Kind::Private, "{private}");
        }
        for loopback in ["127.0.0.1", "127.255.255.254", "::1", "64:ff9b::7f00:1"] {
            assert_eq!(of(loopback), Kind::Loopback, "{loopback}");
        }
        for link in ["169.254.1.1", "fe80::1", "febf::1"] {
            assert_eq!(of(link), Kind::LinkLocal, "{link}");
        }
        for metadata in [
            "169.254.169.254",
            "169.254.170.2",
            "100.100.100.200",
            "168.63.129.16",
            "fd00:ec2::254",
            "64:ff9b::a9fe:a9fe",
        ] {
            assert_eq!(of(metadata), Kind::Metadata, "{metadata}");
        }
        for never in [
            "0.0.0.0",
            "0.1.2.3",
            "192.0.0.192",
            "192.0.2.1",
            "198.51.100.1",
            "203.0.113.1",
            "192.88.99.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:8.8.8.8",
            "::ffff:0:a00:1",
            "::10.0.0.1",
            "::7f00:1",
            "ff02::1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "100::1",
            "5f00::1",
        ] {
            assert!(matches!(of(never), Kind::Never(_)), "{never}");
        }
    }
}
