//! Why a registry returned no answer.

use messages::{Phrase, phrases};

use crate::bounds::{BODY_BYTES, HOPS, PAGES};

/// Why a registry returned no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegistryError {
    /// It could not be reached, with what the system said.
    Unreachable(String),
    /// It did not answer in time.
    TimedOut,
    /// Its name leads to an address where no registry is, in words.
    Blocked(&'static str),
    /// It sent the request elsewhere, to this host.
    Redirected(String),
    /// It has no such server or version.
    NotFound,
    /// It refused, with this HTTP status.
    Status(u16),
    /// Its answer is larger than the bound.
    TooLarge,
    /// Its answer is not what the registry API describes.
    Malformed,
    /// It repeats a cursor, or has more pages than the bound.
    Endless,
    /// The words of the search are too long.
    LongSearch,
}

impl RegistryError {
    /// Returns the reason for display. `host` is the host of the registry.
    #[must_use]
    pub fn text(&self, host: &str) -> Phrase {
        match self {
            Self::Unreachable(why) => phrases::host_registry_unreachable(host, why.clone()),
            Self::TimedOut => phrases::host_registry_timeout(host),
            Self::Blocked(kind) => phrases::host_registry_blocked(host, *kind),
            Self::Redirected(to) => phrases::host_registry_redirected(host, to.clone()),
            Self::NotFound => phrases::host_registry_not_found(host),
            Self::Status(status) => phrases::host_registry_status(host, status.to_string()),
            Self::TooLarge => phrases::host_registry_too_large(host, BODY_BYTES >> 20),
            Self::Malformed => phrases::host_registry_malformed(host),
            Self::Endless => phrases::host_registry_endless(host, PAGES),
            Self::LongSearch => phrases::host_registry_long_search(crate::bounds::SEARCH_CHARS),
        }
    }
}

/// Why a bundle was not downloaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DownloadError {
    /// A host, and why it returned no file.
    Host(String, RegistryError),
    /// It was redirected to a URL that is not https, or has a user name.
    NotHttps(String),
    /// It was redirected too often.
    Redirects,
    /// It is larger than this many bytes.
    TooLarge(u64),
    /// A host returned a web page.
    WebPage(String),
    /// A host compressed the file, which was not requested.
    Packed(String),
    /// The file is another one than the entry names.
    Digest,
    /// It could not be written, with what the system said.
    Disk(String),
}

impl DownloadError {
    /// Returns the reason for display.
    #[must_use]
    pub fn text(&self) -> Phrase {
        match self {
            Self::Host(host, RegistryError::Unreachable(why)) => {
                phrases::host_download_unreachable(host, why)
            }
            Self::Host(host, RegistryError::TimedOut) => phrases::host_download_timeout(host),
            Self::Host(host, RegistryError::Blocked(kind)) => {
                phrases::host_download_blocked(host, *kind)
            }
            Self::Host(host, RegistryError::Status(status)) => {
                phrases::host_download_status(host, status.to_string())
            }
            Self::Host(host, error) => error.text(host),
            Self::NotHttps(host) => phrases::host_download_https(host),
            Self::Redirects => phrases::host_download_redirects(HOPS),
            Self::TooLarge(most) => phrases::host_download_large(most >> 20),
            Self::WebPage(host) => phrases::host_download_page(host),
            Self::Packed(host) => phrases::host_download_packed(host),
            Self::Digest => phrases::host_download_digest(),
            Self::Disk(why) => phrases::host_download_disk(why),
        }
    }
}
