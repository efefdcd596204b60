//! What a request of plain HTTP is for.

use hyper::{
    HeaderMap, Method,
    header::{self, HeaderName},
    http::request,
};

use crate::{Destination, Refusal};

/// What the program wants.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A connection to a destination: `CONNECT`.
    Tunnel(Destination),
    /// This request sent to a destination.
    Exchange(Destination),
}

/// Reads what a request is for. `only`: the destination of the connection, where it is not a connection to a proxy.
/// Everything that names a host must name the same one.
pub(crate) fn wanted(head: &request::Parts, only: Option<&Destination>) -> Result<Wanted, Refusal> {
    let host = host_header(&head.headers)?;
    let authority = head
        .uri
        .authority()
        .map(hyper::http::uri::Authority::as_str);
    if head.method == Method::CONNECT {
        if only.is_some() {
            return Err(Refusal::Malformed("CONNECT is for the proxy only"));
        }
        if head.uri.scheme().is_some() {
            return Err(Refusal::Malformed(
                "CONNECT takes a host and a port, not a URL",
            ));
        }
        let to = Destination::authority(authority.unwrap_or_default(), None)?;
        // Some programs leave out the port here, others the header.
        same(host, &to, to.port())?;
        return Ok(Wanted::Tunnel(to));
    }
    let to = match (head.uri.scheme_str(), authority) {
        (Some("http"), Some(authority)) => {
            let to = Destination::authority(authority, Some(HTTP))?;
            same(host, &to, HTTP)?;
            to
        }
        (Some(_), _) => {
            return Err(Refusal::Malformed(
                "the proxy forwards http; use CONNECT for others",
            ));
        }
        (None, _) if only.is_none() => {
            return Err(Refusal::Malformed(
                "a request to the proxy needs a full URL",
            ));
        }
        (None, _) => {
            let host = host.ok_or(Refusal::Malformed("the request has no Host header"))?;
            Destination::authority(host, Some(HTTP))?
        }
    };
    if only.is_some_and(|only| *only != to) {
        return Err(Refusal::other_name(to.to_string().as_bytes()));
    }
    Ok(Wanted::Exchange(to))
}

const HTTP: u16 = 80;

fn host_header(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next();
    if hosts.next().is_some() {
        return Err(Refusal::Malformed("the request has several Host headers"));
    }
    host.map(|host| host.to_str())
        .transpose()
        .map_err(|_| Refusal::Malformed("the Host header is not valid"))
}

fn same(host: Option<&str>, to: &Destination, port: u16) -> Result<(), Refusal> {
    match host {
        Some(host) if Destination::authority(host, Some(port)).as_ref() != Ok(to) => {
            Err(Refusal::other_name(host.as_bytes()))
        }
        Some(_) | None => Ok(()),
    }
}

/// Headers that are about one connection (RFC 9110 section 7.6.1).
const OF_CONNECTION: [HeaderName; 6] = [
    header::CONNECTION,
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::UPGRADE,
    HeaderName::from_static("keep-alive"),
];

/// Removes the headers that are not to be forwarded, with those that `Connection` names.
pub(crate) fn remove_of_connection(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = tokens(headers, &header::CONNECTION)
        .filter_map(|token| token.parse().ok())
        // How long the message is stays as it was read.
        .filter(|name| *name != header::TRANSFER_ENCODING && *name != header::CONTENT_LENGTH)
        .filter(|name| *name != header::HOST)
        .collect();
    for name in named.iter().chain(&OF_CONNECTION) {
        headers.remove(name);
    }
    headers.remove("proxy-connection");
}

/// Whether a request or response changes the connection to a WebSocket.
pub(crate) fn is_websocket(headers: &HeaderMap) -> bool {
    let has =
        |name, wanted: &str| tokens(headers, name).any(|token| token.eq_ignore_ascii_case(wanted));
    let only = headers.get_all(header::UPGRADE).iter().count() == 1;
    let upgrade = headers.get(header::UPGRADE);
    let websocket = upgrade.is_some_and(|to| to.as_bytes().eq_ignore_ascii_case(b"websocket"));
    only && websocket && has(&header::CONNECTION, "upgrade")
}

fn tokens<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).iter();
    let texts = values.filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).map(str::trim)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use hyper::Request;
    use proptest::prelude::*;

    use super::*;

    fn head(method: &str, uri: &str, hosts: &[&str]) -> Option<request::Parts> {
        let mut builder = Request::builder().method(method).uri(uri);
        for host in hosts {
            builder = builder.header("host", *host);
        }
        Some(builder.body(()).ok()?.into_parts().0)
    }

    fn read(method: &str, uri: &str, hosts: &[&str], only: Option<&str>) -> Option<String> {
        let head = head(method, uri, hosts)?;
        let only = only.map(|only| Destination::authority(only, None).unwrap());
        Some(match wanted(&head, only.as_ref()).ok()? {
            Wanted::Tunnel(to) => format!("tunnel {to}"),
            Wanted::Exchange(to) => to.to_string(),
        })
    }

    #[test]
    fn proxy_requests_name_one_host() {
        for (method, uri, hosts, to) in [
            (
                "GET",
                "http://a.example/x",
                &["a.example"][..],
                "a.example:80",
            ),
            (
                "GET",
                "http://A.example./",
                &["a.EXAMPLE:80"],
                "a.example:80",
            ),
            (
                "GET",
                "http://a.example:8080/",
                &["a.example:8080"],
                "a.example:8080",
            ),
            ("GET", "http://a.example/", &[], "a.example:80"),
            ("GET", "http://127.1/", &["127.0.0.1"], "127.0.0.1:80"),
            (
                "CONNECT",
                "a.example:443",
                &["a.example:443"],
                "tunnel a.example:443",
            ),
            (
                "CONNECT",
                "a.example:443",
                &["a.example"],
                "tunnel a.example:443",
            ),
            ("CONNECT", "[::1]:443", &[], "tunnel [::1]:443"),
        ] {
            assert_eq!(
                read(method, uri, hosts, None).as_deref(),
                Some(to),
                "{uri} {hosts:?}"
            );
        }
        for (method, uri, hosts) in [
            ("GET", "http://a.example/", &["b.example"][..]),
            ("GET", "http://a.example/", &["a.example", "a.example"]),
            ("GET", "http://a.example/", &["a.example", "b.example"]),
            ("GET", "http://a.example/", &["a.example:81"]),
            ("GET", "http://a.example:81/", &["a.example"]),
            ("GET", "http://a.example/", &[""]),
            ("GET", "http://b.example@a.example/", &["a.example"]),
            ("GET", "http://a.example:0/", &[]),
            ("GET", "http://a.example:/", &[]),
            ("GET", "https://a.example/", &["a.example"]),
            ("GET", "ftp://a.example/", &["a.example"]),
            ("GET", "/", &["a.example"]),
            ("OPTIONS", "*", &["a.example"]),
            ("CONNECT", "a.example", &[]),
            ("CONNECT", "http://a.example:443/", &[]),
            ("CONNECT", "a.example:0", &[]),
            ("CONNECT", "b@a.example:443", &[]),
            ("CONNECT", "a.example:443", &["b.example:443"]),
            ("CONNECT", "a.example:443", &["a.example:80"]),
        ] {
            assert_eq!(read(method, uri, hosts, None), None, "{uri} {hosts:?}");
        }
    }

    #[test]
    fn requests_on_a_connection_are_for_its_host() {
        let only = Some("a.example:80");
        for (uri, hosts) in [
            ("/x?y", &["a.example"][..]),
            ("/", &["A.example.:80"]),
            ("http://a.example/", &["a.example"]),
        ] {
            assert_eq!(read("GET", uri, hosts, only).as_deref(), only, "{uri}");
        }
        for (method, uri, hosts) in [
            ("GET", "/", &[][..]),
            ("GET", "/", &["b.example"]),
            ("GET", "/", &["a.example:81"]),
            ("GET", "/", &["a.example", "a.example"]),
            ("GET", "/", &["a.example, b.example"]),
            ("GET", "/", &["а.example"]),
            ("GET", "http://b.example/", &["a.example"]),
            ("GET", "http://b.example/", &["b.example"]),
            ("CONNECT", "a.example:80", &["a.example"]),
        ] {
            assert_eq!(read(method, uri, hosts, only), None, "{uri} {hosts:?}");
        }
    }

    #[test]
    fn headers_of_the_connection_are_not_forwarded() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "keep-alive, X-Hop"),
            ("connection", "host, content-length"),
            ("x-hop", "1"),
            ("proxy-authorization", "Basic x"),
            ("proxy-connection", "keep-alive"),
            ("upgrade", "h2c"),
            ("te", "trailers"),
            ("host", "a"),
            ("content-length", "3"),
            ("accept", "*/*"),
        ] {
            headers.append(HeaderName::from_static(name), value.parse().unwrap());
        }
        assert!(!is_websocket(&headers));
        remove_of_connection(&mut headers);
        let mut left: Vec<_> = headers.keys().map(HeaderName::as_str).collect();
        left.sort_unstable();
        assert_eq!(left, ["accept", "content-length", "host"]);
    }

    proptest! {
        #[test]
        fn no_request_names_two_hosts(uri in "(http://)?[a-b@:.\\[\\]0-9/]{0,12}", host in "[a-b:.@0-9]{0,8}") {
            if let Some(to) = read("GET", &uri, &[&host], None) {
                let of_header = Destination::authority(&host, Some(80)).unwrap();
                prop_assert_eq!(to, of_header.to_string());
            }
        }
    }
}
