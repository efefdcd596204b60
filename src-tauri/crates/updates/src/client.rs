//! The HTTP client: the system's proxy and roots as everywhere in this program, no cookies, no referer, and redirects followed by
//! hand, so that nothing is sent where it may not go.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use domain::is_loopback;
use reqwest::{
    Response,
    header::{CONTENT_ENCODING, LOCATION},
    redirect::Policy,
};
use url::Url;

use crate::{
    Channel, Manifest, Source, UpdateError,
    bounds::{CONNECT, FILE, FILE_BYTES, HOPS, MANIFEST, MANIFEST_BYTES, SILENCE},
    source::host_of,
};

/// The client of one update server.
#[derive(Clone, Debug)]
pub struct Client {
    source: Source,
    most: u64,
}

impl Client {
    /// Makes a client. It connects to nothing yet.
    #[must_use]
    pub fn new(source: Source) -> Self {
        Self {
            source,
            most: FILE_BYTES,
        }
    }

    /// The same with another bound of a file, in bytes; never a higher one.
    #[must_use]
    pub fn at_most(mut self, bytes: u64) -> Self {
        self.most = bytes.min(FILE_BYTES);
        self
    }

    /// Returns the update server.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Requests the manifest of a channel.
    ///
    /// # Errors
    /// [`UpdateError`].
    pub async fn manifest(&self, channel: Channel) -> Result<Manifest, UpdateError> {
        let whole = async {
            let (mut response, host) = self.opened(&self.source.url(channel)).await?;
            let mut body = Vec::new();
            while let Some(bytes) = chunk(&mut response, &host).await? {
                if body.len() + bytes.len() > MANIFEST_BYTES {
                    return Err(UpdateError::LargeManifest);
                }
                body.extend_from_slice(&bytes);
            }
            Manifest::parse(&body)
        };
        let late = || UpdateError::TimedOut(self.source.host().to_owned());
        tokio::time::timeout(MANIFEST, whole)
            .await
            .unwrap_or_else(|_| Err(late()))
    }

    /// Fetches a file. `progress` is told how many bytes there are, and of how many if the server says so.
    ///
    /// # Errors
    /// [`UpdateError`].
    pub async fn file(
        &self,
        url: &Url,
        mut progress: impl FnMut(u64, Option<u64>) + Send,
    ) -> Result<Vec<u8>, UpdateError> {
        let whole = async {
            let (mut response, host) = self.opened(url).await?;
            let total = response.content_length();
            if total.is_some_and(|total| total > self.most) {
                return Err(UpdateError::LargeFile);
            }
            let mut file = Vec::new();
            progress(0, total);
            while let Some(bytes) = chunk(&mut response, &host).await? {
                file.extend_from_slice(&bytes);
                let done = file.len() as u64;
                if done > self.most {
                    return Err(UpdateError::LargeFile);
                }
                progress(done, total);
            }
            Ok(file)
        };
        let late = || UpdateError::TimedOut(host_of(url));
        tokio::time::timeout(FILE, whole)
            .await
            .unwrap_or_else(|_| Err(late()))
    }

    /// Follows redirects. Each URL is checked before anything is sent there.
    async fn opened(&self, url: &Url) -> Result<(Response, String), UpdateError> {
        let mut url = url.clone();
        for _ in 0..=HOPS {
            if !may_follow(&url, self.source.is_here()) {
                return Err(UpdateError::NotHttps(host_of(&url)));
            }
            let host = host_of(&url);
            let sent = http(&url)
                .map_err(|error| UpdateError::Unreachable(host.clone(), reason(&error)))?
                .get(url.clone())
                .send()
                .await;
            let response = sent.map_err(|error| unreachable(&error, &host, &url))?;
            let status = response.status();
            if status.is_redirection() {
                let to = response.headers().get(LOCATION);
                let to = to.and_then(|to| to.to_str().ok());
                let to = to.and_then(|to| url.join(to).ok());
                url = to.ok_or(UpdateError::Status(host, status.as_u16()))?;
                continue;
            }
            if status.as_u16() != 200 {
                return Err(UpdateError::Status(host, status.as_u16()));
            }
            let packed = response.headers().get(CONTENT_ENCODING);
            if packed.is_some_and(|how| !how.as_bytes().eq_ignore_ascii_case(b"identity")) {
                return Err(UpdateError::Packed(host));
            }
            return Ok((response, host));
        }
        Err(UpdateError::Redirects)
    }
}

/// Whether a request may go to a URL: over https, or to this machine if the update server is there.
fn may_follow(url: &Url, here: bool) -> bool {
    let bare = url.username().is_empty() && url.password().is_none();
    bare && match url.scheme() {
        "https" => true,
        "http" => here && is_loopback(url),
        _ => false,
    }
}

fn http(url: &Url) -> Result<reqwest::Client, reqwest::Error> {
    // Compression stays off even if another crate turns its feature on: a small reply could unpack past every bound.
    let builder = reqwest::Client::builder()
        .user_agent(concat!("innkeeper/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE)
        .pool_max_idle_per_host(0)
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate();
    let builder = match is_loopback(url) {
        true => {
            let loopback: [SocketAddr; 2] = [
                (Ipv4Addr::LOCALHOST, 0).into(),
                (Ipv6Addr::LOCALHOST, 0).into(),
            ];
            builder.no_proxy().resolve_to_addrs("localhost", &loopback)
        }
        false => builder.https_only(true),
    };
    builder.build()
}

/// Reads on. A connection that ends early is named as such.
async fn chunk(response: &mut Response, host: &str) -> Result<Option<Vec<u8>>, UpdateError> {
    let read = response.chunk().await;
    let read = read.map_err(|error| match error.is_timeout() {
        true => UpdateError::TimedOut(host.to_owned()),
        false => UpdateError::Cut(host.to_owned()),
    });
    Ok(read?.map(Vec::from))
}

fn unreachable(error: &reqwest::Error, host: &str, url: &Url) -> UpdateError {
    if error.is_timeout() {
        return UpdateError::TimedOut(host.to_owned());
    }
    let problem = match is_loopback(url) {
        true => None,
        false => netcheck::proxy_problem(error, url),
    };
    let why = problem.map_or_else(|| reason(error), |problem| problem.to_string());
    UpdateError::Unreachable(host.to_owned(), why)
}

/// The cause, for display.
fn reason(error: &reqwest::Error) -> String {
    let shown = domain::visible(&netcheck::cause(error));
    shown.chars().take(200).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn only_https_is_followed_from_a_server_elsewhere() {
        let may = |url: &str, here| may_follow(&Url::parse(url).unwrap(), here);
        for url in [
            "http://updates.example.org/a",
            "http://127.0.0.1/a",
            "https://me@example.org/a",
            "file:///etc/passwd",
            "data:text/plain,a",
        ] {
            assert!(!may(url, false), "{url}");
        }
        assert!(may("https://other.example.org/a", false));
        assert!(may("http://127.0.0.1:8080/a", true));
        assert!(!may("http://updates.example.org/a", true));
    }
}
