//! Causes outside the program: proxies, certificates, name resolution, and the display.

use domain::EnvSource;

use super::{cause::Cause, evidence::Evidence};

const PROXIES: [&str; 6] = [
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
];
const CERTIFICATES: [&str; 5] = [
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
];
const DISPLAYS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"];

/// Error output of Node.js, Python, Rust and Go for a failed connection.
const NOT_CONNECTED: [&str; 18] = [
    "ENOTFOUND",
    "EAI_AGAIN",
    "ETIMEDOUT",
    "ECONNREFUSED",
    "ECONNRESET",
    "ENETUNREACH",
    "EHOSTUNREACH",
    "FETCH_ERROR",
    "dns error",
    "tcp connect error",
    "tunnel error",
    "Connection refused",
    "connection refused",
    "Temporary failure in name resolution",
    "Name or service not known",
    "Network is unreachable",
    "ProxyError",
    "Could not resolve host",
];
const NOT_TRUSTED: [&str; 9] = [
    "SELF_SIGNED_CERT",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "unable to get local issuer certificate",
    "self-signed certificate",
    "CERTIFICATE_VERIFY_FAILED",
    "UnknownIssuer",
    "certificate signed by unknown authority",
];
const NO_DISPLAY: [&str; 8] = [
    "Missing X server",
    "$DISPLAY",
    "cannot open display",
    "Can't open display",
    "no display name",
    "without having a XServer",
    "Failed to open display",
    "could not connect to display",
];

/// Returns a cause that the error output names.
pub(super) fn find(text: &str, not_given: &[&'static str]) -> Option<Cause> {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let missing = |names: &[&'static str]| -> Vec<&'static str> {
        let of_these = not_given.iter().filter(|name| names.contains(name));
        of_these.copied().collect()
    };
    if says(&NOT_TRUSTED) {
        return Some(Cause::Certificates(missing(&CERTIFICATES)));
    }
    if says(&NO_DISPLAY) {
        return Some(Cause::NoDisplay(missing(&DISPLAYS)));
    }
    if !says(&NOT_CONNECTED) {
        return None;
    }
    match missing(&PROXIES) {
        names if names.is_empty() => is_of_a_registry(text).then_some(Cause::NoNetwork),
        names => Some(Cause::NoWayOut(names)),
    }
}

/// Whether the output concerns a package registry. A server that cannot reach its own database does not lack a network.
fn is_of_a_registry(text: &str) -> bool {
    [
        "registry",
        "npm error network",
        "pypi",
        "getaddrinfo",
        "dns error",
        "EAI_AGAIN",
        "ENETUNREACH",
    ]
    .iter()
    .any(|word| text.contains(word))
}

/// Returns the server's proxy, if the error output says that it does not answer.
pub(super) fn dead_proxy(evidence: &Evidence<'_>) -> Option<Cause> {
    let text = evidence.stderr;
    let refused = NOT_CONNECTED.iter().any(|word| text.contains(word));
    if !refused {
        return None;
    }
    let given = evidence.launch.env.iter();
    let proxies = given
        .filter(|entry| entry.source == EnvSource::Host && PROXIES.contains(&entry.name.as_str()))
        .filter_map(|entry| Some((entry, proxy_of(&std::env::var(&entry.name).ok()?)?)));
    proxies
        .filter(|(_, (host, port))| {
            // Some programs name the proxy's address, some only say that a tunnel or a proxy failed.
            let at = format!("{host}:{port}");
            let loopback = host == "localhost" && text.contains(&format!(":{port}"));
            text.contains(&at) || loopback || text.contains("tunnel") || text.contains("roxy")
        })
        .map(|(entry, (host, port))| Cause::DeadProxy {
            proxy: format!("{host}:{port}"),
            variable: entry.name.clone(),
        })
        .next()
}

/// Returns the host and port of a proxy, which is often written without a scheme.
fn proxy_of(value: &str) -> Option<(String, u16)> {
    let with_scheme = if value.contains("://") {
        value.to_owned()
    } else {
        format!("http://{value}")
    };
    let url = url::Url::parse(&with_scheme).ok()?;
    Some((
        url.host_str()?.to_owned(),
        url.port_or_known_default().unwrap_or(1080),
    ))
}
