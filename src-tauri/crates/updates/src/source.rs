//! The address of the update server.

use domain::is_loopback;
use url::Url;

/// Which versions are offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Channel {
    /// Finished versions only.
    #[default]
    Stable,
    /// Versions before they are finished as well.
    Beta,
}

impl Channel {
    fn word(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Beta => "beta",
        }
    }
}

/// Why an address cannot be the one of an update server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSource {
    /// It is no URL.
    NotUrl,
    /// It is not https, nor of this machine.
    NotHttps,
    /// It has a user name, a password or a fragment.
    Extra,
}

/// The address of the update server. The channel takes the place of `{channel}` in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    template: String,
    host: String,
    here: bool,
}

impl Source {
    /// Parses an address.
    ///
    /// # Errors
    /// [`BadSource`].
    pub fn parse(template: &str) -> Result<Self, BadSource> {
        let url = resolved(template, Channel::Stable).map_err(|_| BadSource::NotUrl)?;
        let here = is_loopback(&url);
        if !(url.scheme() == "https" || here && url.scheme() == "http") {
            return Err(BadSource::NotHttps);
        }
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err(BadSource::Extra);
        }
        resolved(template, Channel::Beta).map_err(|_| BadSource::NotUrl)?;
        Ok(Self {
            template: template.to_owned(),
            host: host_of(&url),
            here,
        })
    }

    /// Returns the URL of a channel's manifest.
    #[must_use]
    #[allow(clippy::expect_used, reason = "both channels were parsed")]
    pub fn url(&self, channel: Channel) -> Url {
        resolved(&self.template, channel).expect("parsed before")
    }

    /// Returns the host, for display.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether it is on this machine.
    pub(crate) fn is_here(&self) -> bool {
        self.here
    }
}

fn resolved(template: &str, channel: Channel) -> Result<Url, url::ParseError> {
    Url::parse(&template.replace("{channel}", channel.word()))
}

/// Returns the host of a URL for display, with its port if it has one.
pub(crate) fn host_of(url: &Url) -> String {
    let host = domain::visible(url.host_str().unwrap_or_default());
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn address_is_https_or_of_this_machine() {
        for (address, expected) in [
            ("https://example.org/{channel}.json", Ok(())),
            ("https://example.org/updates.json?c={channel}", Ok(())),
            ("http://127.0.0.1:8080/{channel}.json", Ok(())),
            (
                "http://example.org/{channel}.json",
                Err(BadSource::NotHttps),
            ),
            ("file:///etc/passwd", Err(BadSource::NotHttps)),
            ("https://me@example.org/", Err(BadSource::Extra)),
            ("https://example.org/#a", Err(BadSource::Extra)),
            ("example.org", Err(BadSource::NotUrl)),
        ] {
            assert_eq!(Source::parse(address).map(drop), expected, "{address}");
        }
        let source = Source::parse("https://example.org/{channel}.json").unwrap();
        assert_eq!(source.url(Channel::Stable).path(), "/stable.json");
    }
}
