//! The address of a registry.

use std::{fmt, net::IpAddr};

use domain::{AddressKind, address_kind, is_loopback};
use url::{Host, Url};

/// The official registry.
pub const OFFICIAL: &str = "https://registry.modelcontextprotocol.io";

/// Maximum length of an address, in bytes.
const MAX_BYTES: usize = 1024;

/// The checked address of a registry: https, or http to this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

/// Why an address cannot be that of a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadAddress {
    /// It is not a full URL, or too long.
    NotUrl,
    /// It is neither https nor http to this machine.
    NotHttps,
    /// It has a user name, a password, a query or a fragment.
    Extra,
    /// Its host is an address where no registry is: link-local, metadata, multicast, reserved.
    Host,
}

impl Address {
    /// Checks an address.
    ///
    /// # Errors
    /// [`BadAddress`].
    pub fn parse(text: &str) -> Result<Self, BadAddress> {
        let text = text.trim();
        let usual = |c: char| c.is_ascii_graphic() && c != '\\';
        if text.len() > MAX_BYTES || !text.chars().all(usual) {
            return Err(BadAddress::NotUrl);
        }
        let mut url = Url::parse(text).map_err(|_| BadAddress::NotUrl)?;
        let here = is_loopback(&url);
        match url.scheme() {
            "https" => {}
            "http" if here => {}
            _ => return Err(BadAddress::NotHttps),
        }
        let user = !url.username().is_empty() || url.password().is_some();
        if user || url.query().is_some() || url.fragment().is_some() {
            return Err(BadAddress::Extra);
        }
        let literal = match url.host() {
            Some(Host::Ipv4(ip)) => Some(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => Some(IpAddr::V6(ip)),
            Some(Host::Domain(_)) => None,
            None => return Err(BadAddress::NotUrl),
        };
        if literal.is_some_and(|ip| !here && !may_be(address_kind(ip))) {
            return Err(BadAddress::Host);
        }
        // Paths are joined to it.
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        Ok(Self(url))
    }

    /// Whether a connection to it stays on this machine.
    pub(crate) fn is_here(&self) -> bool {
        is_loopback(&self.0)
    }

    /// Returns its host with a port that is not the usual one.
    #[must_use]
    pub fn host(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        match self.0.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Returns its host without the port.
    pub(crate) fn name(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Returns the URL of a path below it, each segment percent-encoded.
    pub(crate) fn path(&self, segments: &[&str]) -> Url {
        let mut url = self.0.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

/// Whether a registry that the user chose may be at an address of this kind: a company's is in its private network.
pub(crate) fn may_be(kind: AddressKind) -> bool {
    match kind {
        AddressKind::Public | AddressKind::Private => true,
        AddressKind::Loopback
        | AddressKind::LinkLocal
        | AddressKind::Metadata
        | AddressKind::Never(_) => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn address_that_is_not_https_or_this_machine_is_refused() {
        for (text, why) in [
            ("", BadAddress::NotUrl),
            ("registry.example", BadAddress::NotUrl),
            ("https://", BadAddress::NotUrl),
            ("https://a\u{202e}b.example", BadAddress::NotUrl),
            ("https:\\\\registry.example", BadAddress::NotUrl),
            ("http://registry.example", BadAddress::NotHttps),
            ("http://10.0.0.1", BadAddress::NotHttps),
            ("file:///etc/passwd", BadAddress::NotHttps),
            ("https://user@registry.example", BadAddress::Extra),
            ("https://registry.example/?x=1", BadAddress::Extra),
            ("https://registry.example/#x", BadAddress::Extra),
            ("https://169.254.169.254", BadAddress::Host),
            ("https://0.0.0.0", BadAddress::Host),
            ("https://[fe80::1]", BadAddress::Host),
        ] {
            assert_eq!(Address::parse(text), Err(why), "{text}");
        }
        for text in [
            OFFICIAL,
            "https://10.0.0.7:8443/mcp",
            "http://127.0.0.1:9000",
            "http://localhost:9000/",
        ] {
            Address::parse(text).unwrap();
        }
    }

    #[test]
    fn name_is_one_segment_of_the_path() {
        let address = Address::parse("https://registry.example/base/").unwrap();
        assert_eq!(
            address
                .path(&["v0.1", "servers", "a.b/c?d#e", "versions"])
                .as_str(),
            "https://registry.example/base/v0.1/servers/a.b%2Fc%3Fd%23e/versions"
        );
        assert_eq!(address.to_string(), "https://registry.example/base");
    }
}
