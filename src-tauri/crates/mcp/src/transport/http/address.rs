//! What can be a server's URL, and what can be a header of the user's.

use reqwest::header::HeaderName;
use url::Url;

use crate::error::{HeaderNameProblem, UrlProblem};

/// Longest URL of a server, in bytes.
const URL_BYTES: usize = 8 * 1024;

/// Why a URL cannot be a server's; `None` if it can.
#[must_use]
pub fn url_problem(url: &str) -> Option<UrlProblem> {
    parse(url).err()
}

/// The URL of a server: http or https, with a host, without user name, password and fragment.
pub(crate) fn parse(text: &str) -> Result<Url, UrlProblem> {
    if text.len() > URL_BYTES {
        return Err(UrlProblem::TooLong);
    }
    let url = Url::parse(text).map_err(|_| UrlProblem::NotFull)?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(UrlProblem::Scheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(UrlProblem::Credentials);
    }
    if url.fragment().is_some() {
        return Err(UrlProblem::Fragment);
    }
    Ok(url)
}

/// Why a header of that name cannot be sent along; `None` if it can.
#[must_use]
pub fn header_name_problem(name: &str) -> Option<HeaderNameProblem> {
    let Ok(header) = HeaderName::from_bytes(name.as_bytes()) else {
        return Some(HeaderNameProblem::NotAName);
    };
    let own = [
        "accept",
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "expect",
        "host",
        "keep-alive",
        "last-event-id",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    ];
    let name = header.as_str();
    if own.contains(&name) || name.starts_with("mcp-") || name.starts_with("proxy-") {
        return Some(HeaderNameProblem::OfProtocol);
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_a_servers_url() {
        for good in [
            "https://h.example/mcp",
            "http://127.0.0.1:8080/mcp?tenant=a",
            "http://[::1]/",
        ] {
            assert_eq!(url_problem(good), None, "{good}");
        }
        for bad in [
            "h.example/mcp",
            "file:///etc/passwd",
            "ws://h.example/",
            "https://user:word@h.example/",
            "https://h.example/#x",
            "https://",
            &format!("https://h.example/{}", "x".repeat(URL_BYTES)),
        ] {
            assert!(url_problem(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn headers_of_the_protocol_are_not_the_users() {
        for good in ["Authorization", "X-Api-Key", "cookie"] {
            assert_eq!(header_name_problem(good), None, "{good}");
        }
        for bad in [
            "",
            "a b",
            "a:",
            "é",
            "Host",
            "Mcp-Session-Id",
            "MCP-Protocol-Version",
            "mcp-param-x",
            "Last-Event-ID",
            "Accept",
            "Proxy-Authorization",
            "Accept-Encoding",
        ] {
            assert!(header_name_problem(bad).is_some(), "{bad}");
        }
    }
}
