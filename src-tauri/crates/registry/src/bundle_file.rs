//! The file of a bundle, as an entry names it, and where it may be.

use domain::{AddressKind, address_kind, is_loopback};
use messages::{Phrase, phrases};
use url::{Host, Url};

use crate::{Address, DownloadError, RegistryError, checked::prose};

/// Maximum length of the URL, in bytes.
const MAX_URL: usize = 2048;

/// The file of a bundle, as an entry names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFile {
    pub(crate) url: Url,
    pub(crate) sha256: String,
}

impl BundleFile {
    /// Reads what an entry says: a URL that begins with https (or http on this machine), and a digest.
    pub(crate) fn parse(url: &str, sha256: Option<&str>) -> Result<Self, Phrase> {
        let bad_url = || phrases::host_registry_bundle_url(prose(url, 120));
        let usual = |c: char| c.is_ascii_graphic() && c != '\\';
        if url.len() > MAX_URL || !url.chars().all(usual) {
            return Err(bad_url());
        }
        let parsed = Url::parse(url).map_err(|_| bad_url())?;
        if !is_web(&parsed) {
            return Err(bad_url());
        }
        let is_digest =
            |text: &&str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let sha256 = sha256.filter(is_digest);
        let sha256 = sha256.ok_or_else(phrases::host_registry_bundle_digest)?;
        Ok(Self {
            url: parsed,
            sha256: sha256.to_ascii_lowercase(),
        })
    }

    /// Returns the host that it is downloaded from, with a port that is not the usual one.
    #[must_use]
    pub fn host(&self) -> String {
        host_of(&self.url)
    }

    /// Returns why it is not downloaded for an entry of this registry: its URL leads to this machine or a private network.
    #[must_use]
    pub fn problem(&self, registry: &Address) -> Option<Phrase> {
        let shown = || phrases::host_registry_bundle_url(prose(self.url.as_str(), 120));
        allowed(&self.url, registry.is_here())
            .err()
            .map(|_| shown())
    }
}

/// Checks where a URL leads before a request: https to what may be a public address, or to this machine if that is allowed.
pub(crate) fn allowed(url: &Url, may_be_here: bool) -> Result<(), DownloadError> {
    if !is_web(url) {
        return Err(DownloadError::NotHttps(host_of(url)));
    }
    let blocked =
        |kind: AddressKind| DownloadError::Host(host_of(url), RegistryError::Blocked(kind.words()));
    if is_loopback(url) {
        return match may_be_here {
            true => Ok(()),
            false => Err(blocked(AddressKind::Loopback)),
        };
    }
    let kind = match url.host() {
        Some(Host::Ipv4(ip)) => address_kind(ip.into()),
        Some(Host::Ipv6(ip)) => address_kind(ip.into()),
        // The addresses of a name are checked when it is resolved.
        Some(Host::Domain(_)) => AddressKind::Public,
        None => return Err(DownloadError::NotHttps(String::new())),
    };
    match kind == AddressKind::Public {
        true => Ok(()),
        false => Err(blocked(kind)),
    }
}

/// Whether a URL is https, or http to this machine, without a user name.
fn is_web(url: &Url) -> bool {
    let encrypted = url.scheme() == "https" || url.scheme() == "http" && is_loopback(url);
    encrypted && url.username().is_empty() && url.password().is_none()
}

pub(crate) fn host_of(url: &Url) -> String {
    let host = domain::visible(url.host_str().unwrap_or_default());
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host,
    }
}
