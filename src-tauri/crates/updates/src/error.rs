//! Why there is no update.

use messages::{Phrase, phrases};

use crate::bounds::{FILE_BYTES, HOPS, MANIFEST_BYTES};

/// Why an update was not found, fetched or installed. Nothing was installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpdateError {
    /// This host could not be reached, with what the system said.
    Unreachable(String, String),
    /// This host did not answer in time.
    TimedOut(String),
    /// This host refused, with this HTTP status.
    Status(String, u16),
    /// It leads to a URL that is not https, or that has a user name, at this host.
    NotHttps(String),
    /// It was redirected too often.
    Redirects,
    /// The manifest is larger than the bound.
    LargeManifest,
    /// The file is larger than the bound.
    LargeFile,
    /// This host compressed its answer, which was not requested.
    Packed(String),
    /// The connection to this host ended before the whole file was there.
    Cut(String),
    /// This part of the manifest is not what it has to be.
    Malformed(&'static str),
    /// The manifest has no file for this system.
    NoFile,
    /// The signature is not one of this program's publisher over this file, with what was wrong.
    Signature(String),
    /// The file was signed for another version than the one that was announced, or for none.
    OtherVersion,
    /// The user cancelled it.
    Cancelled,
    /// The system asked for permission to install a package, and did not get it.
    NotPermitted,
    /// The program with which the system asks for that permission is not there.
    NoPkexec,
    /// It could not be installed, with the reason.
    NotInstalled(String),
}

impl UpdateError {
    /// Returns the reason for display.
    #[must_use]
    pub fn text(&self) -> Phrase {
        match self {
            Self::Unreachable(host, why) => phrases::host_update_unreachable(host, why),
            Self::TimedOut(host) => phrases::host_update_timeout(host),
            Self::Status(host, status) => phrases::host_update_status(host, status.to_string()),
            Self::NotHttps(host) => phrases::host_update_https(host),
            Self::Redirects => phrases::host_update_redirects(HOPS),
            Self::LargeManifest => phrases::host_update_large_manifest(MANIFEST_BYTES >> 10),
            Self::LargeFile => phrases::host_update_large_file(FILE_BYTES >> 20),
            Self::Packed(host) => phrases::host_update_packed(host),
            Self::Cut(host) => phrases::host_update_cut(host),
            Self::Malformed(what) => phrases::host_update_malformed(*what),
            Self::NoFile => phrases::host_update_no_file(),
            Self::Signature(why) => phrases::host_update_signature(why),
            Self::OtherVersion => phrases::host_update_other_version(),
            Self::Cancelled => phrases::host_update_cancelled(),
            Self::NotPermitted => phrases::host_update_not_permitted(),
            Self::NoPkexec => phrases::host_update_no_pkexec(),
            Self::NotInstalled(why) => phrases::host_update_not_installed(why),
        }
    }
}
