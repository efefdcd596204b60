//! Where a URL leads: its network reach, and its origin and host for display.

use url::{Host as UrlHost, Url};

use crate::{is_loopback, visible};

/// The network reach of a URL, as far as the URL alone tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UrlReach {
    /// Whether the transport is encrypted.
    pub encrypted: bool,
    /// Whether the host is this machine.
    pub this_machine: bool,
    /// Whether the host is a private-network address.
    pub private: bool,
}

/// Returns the network reach of a URL.
#[must_use]
pub fn where_to(url: &str) -> UrlReach {
    let Ok(url) = Url::parse(url.trim()) else {
        return UrlReach {
            encrypted: false,
            this_machine: false,
            private: false,
        };
    };
    let this_machine = is_loopback(&url);
    let private = match url.host() {
        Some(UrlHost::Ipv4(ip)) => is_private(ip),
        Some(UrlHost::Ipv6(ip)) => match ip.to_canonical() {
            std::net::IpAddr::V4(ip) => is_private(ip),
            std::net::IpAddr::V6(ip) => {
                ip.is_unique_local() || ip.is_unicast_link_local() || ip.is_unspecified()
            }
        },
        Some(UrlHost::Domain(name)) => {
            !name.contains('.') || name.ends_with(".local") || name.ends_with(".internal")
        }
        None => false,
    };
    UrlReach {
        encrypted: url.scheme() == "https",
        this_machine,
        private: private && !this_machine,
    }
}

fn is_private(ip: std::net::Ipv4Addr) -> bool {
    // 100.64.0.0/10 is shared address space within one provider's network.
    let shared = ip.octets()[0] == 100 && (64..128).contains(&ip.octets()[1]);
    ip.is_private() || ip.is_link_local() || ip.is_unspecified() || shared
}

/// Returns the origin of a URL for display.
#[must_use]
pub fn origin_of(url: &str) -> String {
    Url::parse(url).map_or_else(|_| visible(url), |url| url.origin().ascii_serialization())
}

/// Returns the host of an origin, with its port unless that is the default.
#[must_use]
pub fn host_of(origin: &str) -> String {
    let host = Url::parse(origin).ok().and_then(|url| {
        let host = url.host_str()?.to_owned();
        Some(match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host,
        })
    });
    visible(&host.unwrap_or_else(|| origin.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_url_leads() {
        let of = |url: &str| {
            let reach = where_to(url);
            (reach.encrypted, reach.this_machine, reach.private)
        };
        assert_eq!(of("https://h.example/"), (true, false, false));
        for local in [
            "http://localhost:1/",
            "http://127.9.9.9/",
            "http://[::ffff:127.0.0.1]/",
        ] {
            assert_eq!(of(local), (false, true, false), "{local}");
        }
        for private in [
            "https://10.0.0.1/",
            "https://172.16.0.1/",
            "https://192.168.1.1/",
            "https://169.254.169.254/",
            "https://100.100.0.1/",
            "https://[fd00::1]/",
            "https://[fe80::1]/",
            "https://[::ffff:192.168.0.1]/",
            "https://0.0.0.0/",
            "https://printer.local/",
            "https://router/",
            "https://0xc0a80101/",
        ] {
            assert_eq!(of(private), (true, false, true), "{private}");
        }
    }
}
