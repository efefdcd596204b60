//! Addresses of servers: the form that is sent, and comparison.

use domain::{HeaderEntry, HeaderSource, LaunchSpec};
use url::Url;

/// Normalizes a URL to the form that is sent, so that the shown and approved URL is the one connected to.
pub(crate) fn normal(url: &str) -> String {
    let text = url.trim();
    Url::parse(text).map_or_else(|_| text.to_owned(), String::from)
}

/// The name under which the value of a prompted variable or header is stored.
pub(crate) fn kept_as(spec: &LaunchSpec, name: &str) -> String {
    match spec {
        LaunchSpec::Local(_) => name.to_owned(),
        LaunchSpec::Remote(_) => HeaderEntry {
            name: name.to_owned(),
            source: HeaderSource::Keychain,
        }
        .kept_as(),
    }
}

/// Whether both URLs have the same origin.
pub(crate) fn same_origin(one: Option<&str>, other: Option<&str>) -> bool {
    let origin = |url: Option<&str>| url.and_then(|url| Url::parse(url).ok()).map(|u| u.origin());
    origin(one) == origin(other)
}
