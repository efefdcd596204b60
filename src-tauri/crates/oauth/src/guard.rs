//! Where a server may lead this program: https, and only to addresses of the kind the server itself is at.
//!
//! Names are resolved here, by the resolver of the HTTP client, so that the address that is checked is the one that is
//! connected to: a name that resolves differently in a second lookup gains nothing. Literal addresses, which a client
//! connects to without a resolver, are checked with the URL. Behind a proxy the proxy connects, and only URLs are checked.

use std::{
    collections::HashSet,
    fmt,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{AddressKind as Kind, address_kind as kind, is_loopback};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use crate::{OAuthError, bounds::URL_BYTES, error::shown};

/// The future of a name lookup.
pub type AddressLookup = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Where names are looked up.
pub trait Names: Send + Sync {
    /// All addresses of a name.
    fn look_up(&self, name: &str) -> AddressLookup;
}

/// The names as this machine knows them.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemNames;

impl Names for SystemNames {
    fn look_up(&self, name: &str) -> AddressLookup {
        let name = name.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// What one server may lead to.
pub(crate) struct Guard {
    server: Url,
    names: Arc<dyn Names>,
    /// The names that URLs of this account led to. A name that is not among them is that of a proxy.
    targets: Mutex<HashSet<String>>,
}

/// An address that is not connected to.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) host: String,
    pub(crate) kind: &'static str,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} leads to {}", self.host, self.kind)
    }
}

impl std::error::Error for Refused {}

impl Guard {
    pub(crate) fn new(server: Url, names: Arc<dyn Names>) -> Self {
        Self {
            server,
            names,
            targets: Mutex::default(),
        }
    }

    /// Whether a token may go to the server: over TLS, or within this machine.
    pub(crate) fn server_is_private_on_the_way(&self) -> bool {
        self.server.scheme() == "https" || is_loopback(&self.server)
    }

    /// Checks all of a URL but what its name leads to. `whose`: what it is for.
    pub(crate) fn url(&self, whose: &'static str, text: &str) -> Result<Url, OAuthError> {
        let bad = |why| OAuthError::BadUrl {
            whose,
            url: shown(text),
            why,
        };
        if text.len() > URL_BYTES {
            return Err(bad("it is too long"));
        }
        let usual = |c: char| !c.is_whitespace() && !c.is_control() && c != '\\';
        if text.starts_with('-') || !text.chars().all(usual) {
            return Err(bad("it is no URL"));
        }
        let url = Url::parse(text).map_err(|_| bad("it is no full URL"))?;
        self.parsed(whose, &url)?;
        Ok(url)
    }

    /// The same for a URL that was read already.
    pub(crate) fn parsed(&self, whose: &'static str, url: &Url) -> Result<(), OAuthError> {
        let bad = |why| OAuthError::BadUrl {
            whose,
            url: shown(url.as_str()),
            why,
        };
        if !matches!(url.scheme(), "https" | "http") {
            return Err(bad("only https is used"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(bad("it carries a user name or password"));
        }
        if url.fragment().is_some() {
            return Err(bad("it has a part after #"));
        }
        let here = is_loopback(url) && is_loopback(&self.server);
        if url.scheme() == "http" && !here {
            return Err(bad(
                "only https is used, or http within this machine for a server on it",
            ));
        }
        let literal = match url.host() {
            Some(Host::Ipv4(ip)) => Some(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => Some(IpAddr::V6(ip)),
            Some(Host::Domain("localhost")) if !here => {
                return Err(blocked(url, Kind::Loopback));
            }
            Some(Host::Domain(_)) => None,
            None => return Err(bad("it names no host")),
        };
        match literal {
            Some(ip) if !self.literal_is_allowed(ip, here) => Err(blocked(url, kind(ip))),
            Some(_) | None => Ok(()),
        }
    }

    fn literal_is_allowed(&self, ip: IpAddr, here: bool) -> bool {
        let server = literal(&self.server);
        match kind(ip) {
            Kind::Public => true,
            Kind::Loopback => here,
            // A server given by name shows where it is only when a name is looked up.
            Kind::Private => server.is_some_and(|at| kind(at) == Kind::Private),
            Kind::LinkLocal | Kind::Metadata | Kind::Never(_) => server == Some(ip),
        }
    }

    /// The addresses of a name that may be connected to: all of them, or none.
    pub(crate) async fn addresses(&self, name: &str) -> Result<Vec<IpAddr>, LookUp> {
        let found = self.names.look_up(name).await.map_err(LookUp::Io)?;
        if found.is_empty() {
            return Err(LookUp::Io(io::ErrorKind::NotFound.into()));
        }
        let is_target = self.targets().contains(name);
        for ip in found.iter().filter(|_| is_target) {
            let allowed = match kind(*ip) {
                Kind::Public => true,
                Kind::Private => self.server_is_in_a_private_network().await,
                // A name never leads to this machine or its link, whatever the server's own address.
                Kind::Loopback | Kind::LinkLocal | Kind::Metadata | Kind::Never(_) => false,
            };
            if !allowed {
                return Err(LookUp::Refused(Refused {
                    host: shown(name),
                    kind: kind(*ip).words(),
                }));
            }
        }
        Ok(found)
    }

    /// Whether the server itself is in a private network, as its address says, or every address of its name.
    async fn server_is_in_a_private_network(&self) -> bool {
        let private = |ip: &IpAddr| kind(*ip) == Kind::Private;
        if let Some(ip) = literal(&self.server) {
            return private(&ip);
        }
        let Some(Host::Domain(name)) = self.server.host() else {
            return false;
        };
        let found = self.names.look_up(name).await.unwrap_or_default();
        !found.is_empty() && found.iter().all(private)
    }

    /// Notes that a URL's name is a target, before a request to it.
    pub(crate) fn expect(&self, url: &Url) {
        if let Some(Host::Domain(name)) = url.host() {
            self.targets().insert(name.to_owned());
        }
    }

    fn targets(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a name gives no addresses.
#[derive(Debug)]
pub(crate) enum LookUp {
    Io(io::Error),
    Refused(Refused),
}

/// The guard as the resolver of an HTTP client.
pub(crate) struct GuardedNames(pub(crate) Arc<Guard>);

impl Resolve for GuardedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = Arc::clone(&self.0);
        Box::pin(async move {
            match guard.addresses(name.as_str()).await {
                Ok(found) => {
                    let found = found.into_iter().map(|ip| SocketAddr::new(ip, 0));
                    Ok(Box::new(found) as Addrs)
                }
                Err(LookUp::Io(error)) => Err(error.into()),
                Err(LookUp::Refused(refused)) => Err(refused.into()),
            }
        })
    }
}

fn literal(url: &Url) -> Option<IpAddr> {
    match url.host() {
        Some(Host::Ipv4(ip)) => Some(ip.into()),
        Some(Host::Ipv6(ip)) => Some(ip.into()),
        Some(Host::Domain(_)) | None => None,
    }
}

fn blocked(url: &Url, kind: Kind) -> OAuthError {
    OAuthError::Blocked {
        host: place(url),
        kind: kind.words(),
    }
}

/// The name and port of a URL, for a person: a name in punycode stays so.
pub(crate) fn place(url: &Url) -> String {
    match (url.host_str(), url.port()) {
        (Some(host), Some(port)) => format!("{}:{port}", shown(host)),
        (Some(host), None) => shown(host),
        (None, _) => shown(url.as_str()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    struct Fixed(&'static [(&'static str, &'static [&'static str])]);

    impl Names for Fixed {
        fn look_up(&self, name: &str) -> AddressLookup {
            let entry = self.0.iter().find(|(n, _)| *n == name);
            let found = entry.map(|(_, ips)| ips.iter().map(|ip| ip.parse().unwrap()).collect());
            Box::pin(async move { found.ok_or(io::ErrorKind::NotFound.into()) })
        }
    }

    fn guard(server: &str, names: Fixed) -> Guard {
        Guard::new(server.parse().unwrap(), Arc::new(names))
    }

    #[test]
    fn urls_that_are_never_followed() {
        let guard = guard("https://mcp.example/mcp", Fixed(&[]));
        for bad in [
            "",
            "-flag",
            "--config=x",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "calculator:",
            "data:text/html,x",
            "http://as.example/",
            "http://127.0.0.1/",
            "http://localhost/",
            "https://localhost/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://0x7f.1/",
            "https://2130706433/",
            "https://user@as.example/",
            "https://:pw@as.example/",
            "https://as.example/#x",
            "https:///",
            "https://as.example/\n",
            "ht\ttps://as.example/",
            " https://as.example/",
            "https:\\\\as.example\\x",
            "https://169.254.169.254/",
            "https://10.1.2.3/",
            "https://[::ffff:10.0.0.1]/",
            "https://[fd00::1]/",
            "https://[fe80::1]/",
            "https://0/",
            "https://224.0.0.1/",
            "https://100.64.0.1/",
            "//as.example/x",
            "as.example",
        ] {
            assert!(guard.url("it", bad).is_err(), "{bad}");
        }
        for good in [
            "https://as.example",
            "https://as.example:8443/a?b=c",
            "https://1.1.1.1/",
        ] {
            guard.url("it", good).unwrap();
        }
    }

    #[test]
    fn a_server_on_this_machine_leads_to_this_machine() {
        let guard = guard("http://127.0.0.1:9/mcp", Fixed(&[]));
        for good in [
            "http://localhost:1/",
            "http://127.0.0.1:2/",
            "http://[::1]:3/",
            "https://as.example/",
        ] {
            guard.url("it", good).unwrap();
        }
        for bad in [
            "https://10.0.0.1/",
            "http://as.example/",
            "http://[::ffff:127.0.0.1]/",
            "https://169.254.169.254/",
        ] {
            assert!(guard.url("it", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_server_in_a_private_network_leads_into_it() {
        let guard = guard("https://10.0.0.1/mcp", Fixed(&[]));
        guard.url("it", "https://192.168.0.1/").unwrap();
        for bad in [
            "https://127.0.0.1/",
            "https://169.254.169.254/",
            "https://[::1]/",
        ] {
            assert!(guard.url("it", bad).is_err(), "{bad}");
        }
    }

    async fn leads(guard: &Guard, name: &str) -> bool {
        guard.expect(&format!("https://{name}/").parse().unwrap());
        guard.addresses(name).await.is_ok()
    }

    #[tokio::test]
    async fn names_lead_where_their_addresses_do() {
        let names = || {
            Fixed(&[
                ("mcp.example", &["1.1.1.1"]),
                ("mcp.corp", &["10.0.0.5", "fd00::5"]),
                ("mixed.example", &["1.1.1.1", "10.0.0.1"]),
                ("good.example", &["8.8.8.8", "2606:4700::1111"]),
                ("private.example", &["10.0.0.1"]),
                ("here.example", &["127.0.0.1"]),
                ("meta.example", &["169.254.169.254"]),
                ("mapped.example", &["::ffff:10.0.0.1"]),
                ("proxy.corp", &["10.0.0.9"]),
            ])
        };
        let public = guard("https://mcp.example/mcp", names());
        assert!(leads(&public, "good.example").await);
        for bad in [
            "mixed.example",
            "private.example",
            "here.example",
            "meta.example",
            "mapped.example",
            "none.example",
        ] {
            assert!(!leads(&public, bad).await, "{bad}");
        }
        // A proxy is this machine's choice, not a server's.
        assert!(public.addresses("proxy.corp").await.is_ok());

        let corp = guard("https://mcp.corp/mcp", names());
        assert!(leads(&corp, "private.example").await && leads(&corp, "good.example").await);
        let mixed = guard("https://mixed.example/mcp", names());
        assert!(!leads(&mixed, "private.example").await);
        let here = guard("http://localhost:1/mcp", names());
        assert!(!leads(&here, "here.example").await && !leads(&here, "private.example").await);
    }
}
