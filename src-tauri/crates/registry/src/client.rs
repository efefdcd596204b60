//! The HTTP client of a registry.

use std::{
    error::Error as _,
    fmt, io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
};

use domain::{AddressKind, address_kind};
use reqwest::{
    ClientBuilder, Response,
    dns::{Addrs, Name, Resolve, Resolving},
    header::{ACCEPT, CONTENT_ENCODING, HeaderValue, LOCATION},
    redirect::Policy,
};
use serde_json::Value;
use url::Url;

use crate::{
    Address, Entry, Page, RegistryError,
    address::may_be,
    bounds::{BODY_BYTES, CONNECT, PAGE_WANTED, REQUEST, SEARCH_CHARS},
    page,
};

/// What a search asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// A part of the names of servers; every server if empty.
    pub search: String,
    /// Only entries that changed since this moment, in RFC 3339. A registry lists deleted entries then too.
    pub updated_since: Option<String>,
    /// Only this version; the latest of each server if none is given.
    pub version: Option<String>,
}

/// The client of one registry.
pub struct Client {
    address: Address,
    http: reqwest::Client,
}

impl Client {
    /// Makes a client. It connects to nothing yet.
    ///
    /// # Errors
    /// The system has no TLS.
    pub fn new(address: Address) -> Result<Self, RegistryError> {
        let builder = plain().timeout(REQUEST);
        let builder = match address.is_here() {
            true => on_this_machine(builder),
            false => {
                let names = CheckedNames {
                    name: address.name().to_owned(),
                    may_be,
                };
                builder
                    .https_only(true)
                    .dns_resolver(std::sync::Arc::new(names))
            }
        };
        let http = built(builder)?;
        Ok(Self { address, http })
    }

    /// Returns the address of the registry.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Requests one page of a search.
    ///
    /// # Errors
    /// [`RegistryError`].
    pub async fn page(&self, query: &Query, cursor: Option<&str>) -> Result<Page, RegistryError> {
        if query.search.chars().count() > SEARCH_CHARS {
            return Err(RegistryError::LongSearch);
        }
        let mut url = self.address.path(&["v0.1", "servers"]);
        {
            let mut pairs = url.query_pairs_mut();
            pairs.append_pair("limit", &PAGE_WANTED.to_string());
            pairs.append_pair("version", query.version.as_deref().unwrap_or("latest"));
            let search = query.search.trim();
            if !search.is_empty() {
                pairs.append_pair("search", search);
            }
            if let Some(since) = &query.updated_since {
                pairs.append_pair("updated_since", since);
            }
            if let Some(cursor) = cursor {
                pairs.append_pair("cursor", cursor);
            }
        }
        page::parse(&self.json(url).await?)
    }

    /// Requests the versions of a server, newest first, with deleted ones.
    ///
    /// # Errors
    /// [`RegistryError`].
    pub async fn versions(&self, name: &str) -> Result<Page, RegistryError> {
        let mut url = self.address.path(&["v0.1", "servers", name, "versions"]);
        url.query_pairs_mut().append_pair("include_deleted", "true");
        page::parse(&self.json(url).await?)
    }

    /// Requests one version of a server; `latest` is the latest one.
    ///
    /// # Errors
    /// [`RegistryError`]; the entry breaks the schema, or is not the one that was requested.
    pub async fn entry(&self, name: &str, version: &str) -> Result<Entry, RegistryError> {
        let mut url = self
            .address
            .path(&["v0.1", "servers", name, "versions", version]);
        url.query_pairs_mut().append_pair("include_deleted", "true");
        let entry = Entry::parse(&self.json(url).await?).map_err(|_| RegistryError::Malformed)?;
        let same = entry.name == name && (version == "latest" || entry.version == version);
        if same {
            Ok(entry)
        } else {
            Err(RegistryError::Malformed)
        }
    }

    async fn json(&self, url: Url) -> Result<Value, RegistryError> {
        let request = self
            .http
            .get(url)
            .header(ACCEPT, HeaderValue::from_static("application/json"));
        let here = self.address.is_here();
        let response = request
            .send()
            .await
            .map_err(|error| failure(&error, here))?;
        let status = response.status();
        if status.is_redirection() {
            let to = response.headers().get(LOCATION);
            let to = to.map(|to| String::from_utf8_lossy(to.as_bytes()).into_owned());
            let to = to.and_then(|to| response.url().join(&to).ok());
            let host = to.and_then(|to| to.host_str().map(domain::visible));
            return Err(RegistryError::Redirected(host.unwrap_or_default()));
        }
        match status.as_u16() {
            200 => {}
            404 => return Err(RegistryError::NotFound),
            other => return Err(RegistryError::Status(other)),
        }
        let body = self.whole(response).await?;
        serde_json::from_slice(&body).map_err(|_| RegistryError::Malformed)
    }

    /// Reads an answer to its end, or to its bound.
    async fn whole(&self, mut response: Response) -> Result<Vec<u8>, RegistryError> {
        let packed = response.headers().get(CONTENT_ENCODING);
        if packed.is_some_and(|packed| !packed.as_bytes().eq_ignore_ascii_case(b"identity")) {
            return Err(RegistryError::Malformed);
        }
        let mut body = Vec::new();
        while let Some(bytes) = response
            .chunk()
            .await
            .map_err(|error| failure(&error, self.address.is_here()))?
        {
            if body.len() + bytes.len() > BODY_BYTES {
                return Err(RegistryError::TooLarge);
            }
            body.extend_from_slice(&bytes);
        }
        Ok(body)
    }
}

/// A client without cookies, referers and redirects.
pub(crate) fn plain() -> ClientBuilder {
    // Compression stays off even if another crate turns its feature on: a small reply could unpack past every bound.
    reqwest::Client::builder()
        .user_agent(concat!("innkeeper/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .connect_timeout(CONNECT)
        .pool_max_idle_per_host(1)
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate()
}

/// The same for this machine.
pub(crate) fn on_this_machine(builder: ClientBuilder) -> ClientBuilder {
    let loopback: [SocketAddr; 2] = [
        (Ipv4Addr::LOCALHOST, 0).into(),
        (Ipv6Addr::LOCALHOST, 0).into(),
    ];
    builder.no_proxy().resolve_to_addrs("localhost", &loopback)
}

pub(crate) fn built(builder: ClientBuilder) -> Result<reqwest::Client, RegistryError> {
    let http = builder.build();
    http.map_err(|error| RegistryError::Unreachable(reason(&error)))
}

/// Returns why a request failed. `here`: it was sent to this machine.
pub(crate) fn failure(error: &reqwest::Error, here: bool) -> RegistryError {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(blocked) = cause.downcast_ref::<Blocked>() {
            return RegistryError::Blocked(blocked.0);
        }
        source = cause.source();
    }
    if error.is_timeout() {
        return RegistryError::TimedOut;
    }
    if !here
        && let Some(url) = error.url()
        && let Some(problem) = netcheck::proxy_problem(error, url)
    {
        return RegistryError::Unreachable(problem.to_string());
    }
    RegistryError::Unreachable(reason(error))
}

/// The cause, for display.
fn reason(error: &reqwest::Error) -> String {
    let shown = domain::visible(&netcheck::cause(error));
    shown.chars().take(200).collect()
}

/// A name that leads to an address where no registry is.
#[derive(Debug)]
struct Blocked(&'static str);

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it leads to {}", self.0)
    }
}

impl std::error::Error for Blocked {}

/// The names of this machine, with a check of every address that one of them leads to. Another name is that of a proxy.
pub(crate) struct CheckedNames {
    /// The name that is checked.
    pub name: String,
    /// Whether it may lead to an address of this kind.
    pub may_be: fn(AddressKind) -> bool,
}

impl Resolve for CheckedNames {
    fn resolve(&self, name: Name) -> Resolving {
        // The final dot of a full name may be gone.
        let bare = |name: &str| name.trim_end_matches('.').to_ascii_lowercase();
        let checks = bare(name.as_str()) == bare(&self.name);
        let may_be = self.may_be;
        let name = name.as_str().to_owned();
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name, 0)).await?.collect();
            if found.is_empty() {
                return Err(io::Error::from(io::ErrorKind::NotFound).into());
            }
            let mut kinds = found.iter().map(|address| address_kind(address.ip()));
            if let Some(kind) = kinds.find(|kind| checks && !may_be(*kind)) {
                return Err(Blocked(kind.words()).into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
