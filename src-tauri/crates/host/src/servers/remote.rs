//! Adding and changing remote servers.

use domain::{HeaderEntry, HeaderSource, LaunchSpec, RemoteLaunch, ServerId, where_to};
use host_api::{AddRemoteServer, ApiError, ErrorCode, ServerView};
use messages::{Phrase, phrases};
use secrets::Secret;
use store::ServerRecord;

use crate::{
    addresses::normal,
    inner::Host,
    problems::{bad_header_name, bad_url},
    servers::{adding::Stored, names::check_name},
};

/// Maximum number of headers of a server.
const MAX_HEADERS: usize = 32;

/// A remote server to add, with values from a command line or a file.
pub struct NewRemoteServer {
    /// Name, URL and names of headers stored in the keychain.
    pub server: AddRemoteServer,
    /// Values for some of the headers in `server.header_names`.
    pub values: Vec<(String, Secret)>,
    /// Headers whose values are read from the host's own environment at each connection, with the variable.
    pub from_host: Vec<(String, String)>,
}

impl Host {
    /// Adds a remote server without connecting to it.
    ///
    /// # Errors
    /// An invalid or taken name, an invalid URL or header, too many of something, or a keychain that refuses the values.
    pub async fn add_remote_server(&self, new: NewRemoteServer) -> Result<ServerView, ApiError> {
        check_remote(&new.server, &new.from_host)?;
        let (record, values) = new.into_record();
        self.add_record(record, values).await
    }

    /// Changes name, URL and headers of a server. It is stopped, and its accepted launch is void. Other header values are kept. A
    /// URL of another origin is approved by a person first, and what they do not tick of the server's things is removed.
    ///
    /// # Errors
    /// As for [`Host::add_remote_server`], or there is no such server; it is then unchanged, except for values that were replaced.
    pub async fn change_remote_server(
        &self,
        id: ServerId,
        new: NewRemoteServer,
    ) -> Result<ServerView, ApiError> {
        self.change_remote(id, new, Stored::Replaced).await
    }

    /// Changes a server as [`Host::change_remote_server`] does. `stored` says what becomes of stored values with other values in
    /// `new`.
    ///
    /// # Errors
    /// As for [`Host::change_remote_server`].
    pub(crate) async fn change_remote(
        &self,
        id: ServerId,
        new: NewRemoteServer,
        stored: Stored,
    ) -> Result<ServerView, ApiError> {
        check_remote(&new.server, &new.from_host)?;
        let (record, values) = new.into_record();
        self.change_record(id, record, values, stored).await
    }

    /// Changes a server from a form that has only the names of headers: each keeps its source and its value.
    ///
    /// # Errors
    /// As for [`Host::change_remote_server`].
    pub async fn edit_remote_server(
        &self,
        id: ServerId,
        to: AddRemoteServer,
    ) -> Result<ServerView, ApiError> {
        let record = self.inner.servers.handle(id)?.snapshot().record.clone();
        let variable = |name: &String| {
            let same = |h: &&HeaderEntry| h.name.eq_ignore_ascii_case(name);
            match record.headers.iter().find(same).map(|h| &h.source) {
                Some(HeaderSource::Host(variable)) => Some(variable.clone()),
                Some(HeaderSource::Keychain) | None => None,
            }
        };
        let (mut from_host, mut header_names) = (Vec::new(), Vec::new());
        for name in to.header_names {
            match variable(&name) {
                Some(variable) => from_host.push((name, variable)),
                None => header_names.push(name),
            }
        }
        let new = NewRemoteServer {
            server: AddRemoteServer {
                header_names,
                name: to.name,
                url: to.url,
            },
            values: Vec::new(),
            from_host,
        };
        self.change_remote_server(id, new).await
    }
}

impl NewRemoteServer {
    /// Splits it into the stored record and the values for the keychain, by entry name.
    fn into_record(self) -> (store::NewServer, Vec<(String, Secret)>) {
        let entry = |name: String, source| HeaderEntry { name, source };
        let kept = self.server.header_names.into_iter();
        let mut headers: Vec<HeaderEntry> = kept
            .map(|name| entry(name, HeaderSource::Keychain))
            .chain(
                self.from_host
                    .into_iter()
                    .map(|(name, variable)| entry(name, HeaderSource::Host(variable))),
            )
            .collect();
        headers.sort();
        let values = self.values.into_iter().map(|(name, value)| {
            let source = HeaderSource::Keychain;
            (entry(name, source).kept_as(), value)
        });
        let values = values.collect();
        let record = store::NewServer {
            name: self.server.name.trim().to_owned(),
            url: Some(normal(&self.server.url)),
            headers,
            ..store::NewServer::default()
        };
        (record, values)
    }
}

/// Validates a server before it is added.
///
/// # Errors
/// What is wrong with it, one sentence.
pub(crate) fn check_remote(
    server: &AddRemoteServer,
    from_host: &[(String, String)],
) -> Result<(), ApiError> {
    let invalid = |message: Phrase| Err(ApiError::new(ErrorCode::Invalid, message));
    check_name(&server.name)?;
    if let Some(problem) = mcp::url_problem(server.url.trim()) {
        return invalid(phrases::host_url_unusable(bad_url(problem)));
    }
    let names: Vec<&String> = server
        .header_names
        .iter()
        .chain(from_host.iter().map(|(name, _)| name))
        .collect();
    if names.len() > MAX_HEADERS {
        return invalid(phrases::host_max_headers(MAX_HEADERS));
    }
    for (at, name) in names.iter().enumerate() {
        let shown = domain::visible(name);
        if let Some(problem) = mcp::header_name_problem(name) {
            return invalid(phrases::host_header_bad(shown, bad_header_name(problem)));
        }
        if names[..at].iter().any(|n| n.eq_ignore_ascii_case(name)) {
            return invalid(phrases::host_header_twice(shown));
        }
    }
    let reach = where_to(&server.url);
    if !names.is_empty() && !reach.encrypted && !reach.this_machine {
        let message = phrases::host_headers_plain();
        return Err(
            ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_hint_https_or_none())
        );
    }
    Ok(())
}

/// Returns the current launch of a stored server, if it has a URL.
pub(crate) fn remote_spec(record: &ServerRecord) -> Option<LaunchSpec> {
    record.url.as_ref().map(|url| {
        LaunchSpec::Remote(RemoteLaunch {
            server: record.id,
            url: url.clone(),
            headers: record.headers.clone(),
        })
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_added() {
        let asked = |url: &str, headers: &[&str]| {
            let server = AddRemoteServer {
                name: "Far".into(),
                url: url.into(),
                header_names: headers.iter().map(|h| (*h).to_owned()).collect(),
            };
            check_remote(&server, &[("X-Tenant".into(), "TENANT".into())])
        };
        assert!(asked("https://h.example/mcp", &["Authorization"]).is_ok());
        assert!(asked("http://localhost/mcp", &["Authorization"]).is_ok());
        for (url, headers) in [
            ("http://h.example/mcp", vec!["Authorization"]),
            ("h.example/mcp", vec![]),
            ("https://u:p@h.example/", vec![]),
            ("https://h.example/", vec!["Host"]),
            ("https://h.example/", vec!["x-tenant"]),
            ("https://h.example/", vec!["a b"]),
        ] {
            assert!(asked(url, &headers).is_err(), "{url} {headers:?}");
        }
    }
}
