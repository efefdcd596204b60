//! Download of the file of a bundle.

use std::sync::Arc;

use domain::{AddressKind, is_loopback};
use reqwest::{
    Response,
    header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, LOCATION},
};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use url::Url;

use crate::{
    BundleFile, Client, DownloadError, RegistryError,
    bounds::{DOWNLOAD, HOPS, SILENCE},
    bundle_file::{allowed, host_of},
    client::{self, CheckedNames},
};

impl Client {
    /// Downloads a bundle into `into`. Only after the result is `Ok` is it the file that the entry names; before, anything may be in it.
    ///
    /// Each request goes to a public address over https, or to this machine if the registry is there. It carries no cookie, no referer
    /// and nothing of the user.
    ///
    /// # Errors
    /// [`DownloadError`].
    pub async fn download(
        &self,
        file: &BundleFile,
        most: u64,
        into: &mut (impl AsyncWrite + Unpin + Send),
    ) -> Result<(), DownloadError> {
        let whole = async {
            let (mut response, host) = self.opened(&file.url).await?;
            check_head(&response, most, &host)?;
            let mut digest = Sha256::new();
            let mut size = 0_u64;
            let is_here = is_loopback(response.url());
            while let Some(bytes) = response.chunk().await.map_err(|error| {
                DownloadError::Host(host.clone(), client::failure(&error, is_here))
            })? {
                size += bytes.len() as u64;
                if size > most {
                    return Err(DownloadError::TooLarge(most));
                }
                digest.update(&bytes);
                into.write_all(&bytes).await.map_err(disk)?;
            }
            into.flush().await.map_err(disk)?;
            let found: String = digest
                .finalize()
                .iter()
                .map(|b| format!("{b:02x}"))
                .collect();
            match found == file.sha256 {
                true => Ok(()),
                false => Err(DownloadError::Digest),
            }
        };
        let late = || DownloadError::Host(file.host(), RegistryError::TimedOut);
        tokio::time::timeout(DOWNLOAD, whole)
            .await
            .unwrap_or_else(|_| Err(late()))
    }

    /// Follows redirects to the file. Each URL is checked before anything is sent there.
    async fn opened(&self, url: &Url) -> Result<(Response, String), DownloadError> {
        let mut url = url.clone();
        for _ in 0..=HOPS {
            allowed(&url, self.address().is_here())?;
            let host = host_of(&url);
            let failed = |error| DownloadError::Host(host.clone(), error);
            let is_here = is_loopback(&url);
            let http = http(&url, is_here).map_err(failed)?;
            let sent = http.get(url.clone()).send().await;
            let response = sent.map_err(|error| failed(client::failure(&error, is_here)))?;
            let status = response.status();
            if status.is_redirection() {
                let to = response.headers().get(LOCATION);
                let to = to.and_then(|to| to.to_str().ok());
                let to = to.and_then(|to| url.join(to).ok());
                url = to.ok_or_else(|| failed(RegistryError::Status(status.as_u16())))?;
                continue;
            }
            return match status.as_u16() {
                200 => Ok((response, host)),
                other => Err(failed(RegistryError::Status(other))),
            };
        }
        Err(DownloadError::Redirects)
    }
}

/// The client for one URL: it connects only where the name of this URL may lead.
fn http(url: &Url, is_here: bool) -> Result<reqwest::Client, RegistryError> {
    let builder = client::plain().read_timeout(SILENCE);
    let builder = match is_here {
        true => client::on_this_machine(builder),
        false => {
            let names = CheckedNames {
                name: url.host_str().unwrap_or_default().to_owned(),
                may_be: |kind| kind == AddressKind::Public,
            };
            builder.https_only(true).dns_resolver(Arc::new(names))
        }
    };
    client::built(builder)
}

fn check_head(response: &Response, most: u64, host: &str) -> Result<(), DownloadError> {
    let header = |name| {
        response
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let size = header(CONTENT_LENGTH).and_then(|size| size.parse::<u64>().ok());
    if size.is_some_and(|size| size > most) {
        return Err(DownloadError::TooLarge(most));
    }
    let packed = header(CONTENT_ENCODING).is_some_and(|how| !how.eq_ignore_ascii_case("identity"));
    if packed {
        return Err(DownloadError::Packed(host.to_owned()));
    }
    let kind = header(CONTENT_TYPE)
        .unwrap_or_default()
        .to_ascii_lowercase();
    match kind.starts_with("text/html") {
        true => Err(DownloadError::WebPage(host.to_owned())),
        false => Ok(()),
    }
}

fn disk(error: std::io::Error) -> DownloadError {
    DownloadError::Disk(error.to_string())
}
