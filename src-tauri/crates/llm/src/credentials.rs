//! What proves to an endpoint who asks: a key, and headers of the user's own.

use std::fmt;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use secrets::Secret;
use url::{Origin, Url};

use crate::LlmError;

/// Headers that a connection sets for itself (RFC 9110, sections 7 and 8; RFC 9112, section 6).
const OF_CONNECTION: [&str; 12] = [
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];
/// Most headers of the user's own.
const MOST_HEADERS: usize = 32;
/// Longest name in an error, in characters.
const SHOWN_NAME: usize = 64;

/// A key with the user's own headers, bound to the origin (scheme, host, port) that they were entered for.
///
/// The secret is a key, or a key and headers, or headers alone: a line each, `Name: value`. Other lines than the first need no
/// blank after the colon. White space around a line is not sent.
#[derive(Clone)]
pub struct ApiKey {
    secret: Secret,
    origin: Origin,
}

impl ApiKey {
    /// Binds the secret to the origin of `origin`.
    #[must_use]
    pub fn new(secret: Secret, origin: &Url) -> Self {
        Self {
            secret,
            origin: origin.origin(),
        }
    }

    /// Where it may be sent.
    pub(crate) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The key alone.
    pub(crate) fn text(&self) -> Option<&str> {
        let first = self.lines().next()?;
        header(first, true).is_none().then_some(first)
    }

    /// The headers alone.
    ///
    /// # Errors
    /// A line is no header, or one that the connection sets; there are more than 32.
    pub(crate) fn headers(&self) -> Result<HeaderMap, LlmError> {
        let own = self.lines().skip(usize::from(self.text().is_some()));
        let mut headers = HeaderMap::new();
        for line in own {
            let bad = || {
                let name = line.split(':').next().unwrap_or_default();
                LlmError::BadHeader(name.chars().take(SHOWN_NAME).collect())
            };
            let (name, text) = header(line, false).ok_or_else(bad)?;
            let of_connection =
                OF_CONNECTION.contains(&name.as_str()) || name.as_str().starts_with("proxy-");
            if of_connection || headers.len() == MOST_HEADERS {
                return Err(bad());
            }
            let mut value = HeaderValue::try_from(text).map_err(|_| bad())?;
            value.set_sensitive(true);
            headers.append(name, value);
        }
        Ok(headers)
    }

    /// What an endpoint must not be seen to repeat, the longest first.
    pub(crate) fn secrets(&self) -> Vec<&str> {
        let key = self.text();
        let own = self.lines().skip(usize::from(key.is_some()));
        let values = own.filter_map(|line| header(line, false).map(|(_, text)| text));
        let mut all: Vec<&str> = key.into_iter().chain(values).collect();
        all.retain(|text| !text.is_empty());
        all.sort_unstable_by_key(|text| std::cmp::Reverse(text.len()));
        all
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        let lines = self.secret.expose().lines().map(str::trim);
        lines.filter(|line| !line.is_empty())
    }
}

/// Name and value of a line. `first`: it may be a key, and no key has a blank.
fn header(line: &str, first: bool) -> Option<(HeaderName, &str)> {
    let (name, text) = line.split_once(':')?;
    if first && !text.starts_with(char::is_whitespace) {
        return None;
    }
    let name = HeaderName::from_bytes(name.trim().as_bytes()).ok()?;
    Some((name, text.trim()))
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ApiKey(.., for {})", self.origin.ascii_serialization())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn key(text: &str) -> ApiKey {
        let url = Url::parse("https://h.example/").unwrap();
        ApiKey::new(Secret::new(text.to_owned()), &url)
    }

    #[test]
    fn a_key_and_headers_are_told_apart() {
        for (text, alone, names) in [
            (" sk-1\n", Some("sk-1"), vec![]),
            ("id:word", Some("id:word"), vec![]),
            (
                "sk-1\nX-Team:7\n\n X-Way : a b ",
                Some("sk-1"),
                vec!["x-team", "x-way"],
            ),
            ("\r\nX-Team: 7\r\nX-Way: b", None, vec!["x-team", "x-way"]),
            ("", None, vec![]),
        ] {
            let key = key(text);
            assert_eq!(key.text(), alone, "{text}");
            let headers = key.headers().unwrap();
            let found: Vec<&str> = headers.keys().map(HeaderName::as_str).collect();
            assert_eq!(found, names, "{text}");
        }
    }

    #[test]
    fn what_is_no_header_is_named_without_its_value() {
        for (text, named) in [
            ("sk-1\nHost: secret7", "Host"),
            ("sk-1\nProxy-Authorization: secret7", "Proxy-Authorization"),
            ("sk-1\nContent-Length: 7", "Content-Length"),
            ("sk-1\nno header", "no header"),
            ("sk-1\nX-Way: secret7\u{1}", "X-Way"),
        ] {
            assert_eq!(
                key(text).headers().unwrap_err(),
                LlmError::BadHeader(named.to_owned()),
                "{text}"
            );
        }
        let many = (0..40).map(|n| format!("\nX-{n}: {n}")).collect::<String>();
        assert!(key(&format!("sk-1{many}")).headers().is_err());
    }
}
