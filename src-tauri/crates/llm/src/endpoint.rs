//! Where requests go, and the rule that a key goes nowhere else.

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::{ApiKey, LlmError, Wire};

/// The version of the Messages API that is spoken.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// The ends of addresses that people paste whole.
const CHAT_PATHS: [&str; 3] = ["chat/completions", "messages", "responses"];
/// The replacement of a key that an endpoint echoed.
const KEY_MARK: &str = "[key]";
/// Shortest start of a key that is taken for one, in bytes.
const MIN_KEY_START: usize = 4;

/// A model endpoint.
///
/// The base URL may be what people paste: with or without `/v1`, a final slash, or the whole address of the chat call.
/// - OpenAI-compatible: a URL without a path gets `/v1`; any other path is kept (`/api/v1`, `/v1beta/openai`).
/// - Anthropic: `/v1` is added unless the path ends in it.
///
/// A query is kept, a fragment is not.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// How to speak to it.
    pub wire: Wire,
    /// Its address: http or https, without user name and password.
    pub base_url: Url,
    /// Its key and the user's own headers, if it wants any.
    pub key: Option<ApiKey>,
}

impl Endpoint {
    /// Whether it is on this machine, by its host: a loopback address or `localhost`.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        domain::is_loopback(&self.base_url)
    }

    /// Whether it is on this machine or, by its address, in a network that is not public.
    #[must_use]
    pub fn is_nearby(&self) -> bool {
        domain::is_nearby(&self.base_url)
    }

    pub(crate) fn chat_url(&self) -> Result<Url, LlmError> {
        self.join(self.chat_path())
    }

    pub(crate) fn models_url(&self) -> Result<Url, LlmError> {
        let mut url = self.join("models")?;
        match self.wire {
            Wire::OpenAiChat | Wire::OpenAiResponses => {}
            Wire::AnthropicMessages => {
                url.query_pairs_mut().append_pair("limit", "1000");
            }
        }
        Ok(url)
    }

    fn chat_path(&self) -> &'static str {
        match self.wire {
            Wire::OpenAiChat => "chat/completions",
            Wire::AnthropicMessages => "messages",
            Wire::OpenAiResponses => "responses",
        }
    }

    fn join(&self, path: &str) -> Result<Url, LlmError> {
        self.check_url()?;
        let mut url = self.base_url.clone();
        let given = url.path().trim_end_matches('/');
        let base = given
            .strip_suffix(self.chat_path())
            .or_else(|| {
                CHAT_PATHS
                    .iter()
                    .find_map(|known| given.strip_suffix(known))
            })
            .filter(|rest| rest.ends_with('/'))
            .unwrap_or(given)
            .trim_end_matches('/');
        let version = match self.wire {
            Wire::OpenAiChat | Wire::OpenAiResponses => base.is_empty(),
            Wire::AnthropicMessages => !base.ends_with("/v1"),
        };
        let joined = format!("{base}{}/{path}", if version { "/v1" } else { "" });
        url.set_path(&joined);
        url.set_fragment(None);
        Ok(url)
    }

    fn check_url(&self) -> Result<(), LlmError> {
        if !matches!(self.base_url.scheme(), "http" | "https") || !self.base_url.has_host() {
            return Err(LlmError::BadBaseUrl(
                "it must begin with http:// or https://",
            ));
        }
        if !self.base_url.username().is_empty() || self.base_url.password().is_some() {
            return Err(LlmError::BadBaseUrl(
                "it carries a user name or password; enter a key instead",
            ));
        }
        Ok(())
    }

    /// The headers that say who asks: the only place where a key is read to be sent.
    pub(crate) fn headers(&self) -> Result<HeaderMap, LlmError> {
        let mut headers = HeaderMap::new();
        match self.wire {
            Wire::OpenAiChat | Wire::OpenAiResponses => {}
            Wire::AnthropicMessages => {
                headers.insert(
                    "anthropic-version",
                    HeaderValue::from_static(ANTHROPIC_VERSION),
                );
            }
        }
        if let Some(key) = &self.key {
            self.check_key(key)?;
            if let Some(text) = key.text() {
                headers.extend(self.key_headers(text)?);
            }
            // What the user wants otherwise takes the place of what is usual.
            headers.extend(key.headers()?);
        }
        Ok(headers)
    }

    fn check_key(&self, key: &ApiKey) -> Result<(), LlmError> {
        if *key.origin() != self.base_url.origin() {
            return Err(LlmError::KeyBoundElsewhere {
                bound_to: key.origin().ascii_serialization(),
            });
        }
        if self.base_url.scheme() != "https" && !self.is_nearby() {
            return Err(LlmError::InsecureKey);
        }
        Ok(())
    }

    /// The key under the names that the endpoint may want it. Gateways that speak Messages want it as a bearer's, Anthropic under its own name.
    fn key_headers(&self, key: &str) -> Result<Vec<(HeaderName, HeaderValue)>, LlmError> {
        let host = self.base_url.host_str().unwrap_or_default();
        let named = match self.wire {
            _ if is_of(host, "azure.com") => Some("api-key"),
            Wire::AnthropicMessages => Some("x-api-key"),
            Wire::OpenAiChat | Wire::OpenAiResponses => None,
        };
        let bearer = named.is_none() || !(is_of(host, "azure.com") || is_of(host, "anthropic.com"));
        let mut values: Vec<(HeaderName, String)> = Vec::new();
        values.extend(named.map(|name| (HeaderName::from_static(name), key.to_owned())));
        values.extend(bearer.then(|| (AUTHORIZATION, format!("Bearer {key}"))));
        let header = |(name, text): (HeaderName, String)| {
            let mut value = HeaderValue::try_from(text).map_err(|_| LlmError::BadKey)?;
            value.set_sensitive(true);
            Ok((name, value))
        };
        values.into_iter().map(header).collect()
    }

    /// The error with the key of this endpoint redacted: some endpoints echo it.
    pub(crate) fn redact(&self, error: LlmError) -> LlmError {
        error.map_text(|text| self.without_key(text))
    }

    /// Takes the key and the values of own headers out of a text that the endpoint may have echoed them in, one that is cut at its end included.
    fn without_key(&self, text: &str) -> String {
        let Some(key) = &self.key else {
            return text.to_owned();
        };
        let secrets = key.secrets();
        // Short values, as of a version, are words of ordinary texts.
        let long = secrets
            .iter()
            .filter(|secret| secret.len() >= MIN_KEY_START);
        long.fold(text.to_owned(), |text, secret| without(&text, secret))
    }
}

fn without(text: &str, secret: &str) -> String {
    let clean = text.replace(secret, KEY_MARK);
    let starts = (MIN_KEY_START..secret.len())
        .rev()
        .filter_map(|length| secret.get(..length));
    match starts
        .into_iter()
        .find_map(|start| clean.strip_suffix(start))
    {
        Some(rest) => format!("{rest}{KEY_MARK}"),
        None => clean,
    }
}

/// Whether a host is a domain or below it.
pub(crate) fn is_of(host: &str, domain: &str) -> bool {
    let rest = host.strip_suffix(domain);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use secrets::Secret;

    use super::*;

    fn endpoint(wire: Wire, base_url: &str) -> Endpoint {
        Endpoint {
            wire,
            base_url: Url::parse(base_url).unwrap(),
            key: None,
        }
    }

    fn keyed(base_url: &str, bound_to: &str) -> Endpoint {
        let key = ApiKey::new(
            Secret::new(" sk-12345678\n".into()),
            &Url::parse(bound_to).unwrap(),
        );
        Endpoint {
            key: Some(key),
            ..endpoint(Wire::OpenAiChat, base_url)
        }
    }

    #[test]
    fn base_urls_as_people_paste_them() {
        let chat = |wire, base: &str| endpoint(wire, base).chat_url().unwrap().to_string();
        for (base, expected) in [
            (
                "http://127.0.0.1:11434",
                "http://127.0.0.1:11434/v1/chat/completions",
            ),
            (
                "http://127.0.0.1:11434/v1/",
                "http://127.0.0.1:11434/v1/chat/completions",
            ),
            (
                "https://openrouter.ai/api/v1/chat/completions",
                "https://openrouter.ai/api/v1/chat/completions",
            ),
            (
                "https://h.example/v1beta/openai/?a=b#c",
                "https://h.example/v1beta/openai/chat/completions?a=b",
            ),
        ] {
            assert_eq!(chat(Wire::OpenAiChat, base), expected);
        }
        for base in [
            "https://api.anthropic.com",
            "https://api.anthropic.com/v1/",
            "https://api.anthropic.com/v1/messages",
        ] {
            assert_eq!(
                chat(Wire::AnthropicMessages, base),
                "https://api.anthropic.com/v1/messages"
            );
        }
        for bad in [
            "file:///etc/passwd",
            "ws://127.0.0.1/",
            "https://user:word@h.example/",
            "data:x",
        ] {
            let refused = endpoint(Wire::OpenAiChat, bad).chat_url();
            assert!(matches!(refused, Err(LlmError::BadBaseUrl(_))), "{bad}");
        }
    }

    #[test]
    fn a_key_goes_to_its_origin_and_never_in_the_clear() {
        let sent = keyed("https://h.example/v1", "https://h.example:443/other")
            .headers()
            .unwrap();
        assert_eq!(sent.get(AUTHORIZATION).unwrap(), "Bearer sk-12345678");
        for elsewhere in [
            "http://h.example/",
            "https://h.example:444/",
            "https://www.h.example/",
        ] {
            let refused = keyed(elsewhere, "https://h.example/").headers();
            assert!(
                matches!(refused, Err(LlmError::KeyBoundElsewhere { .. })),
                "{elsewhere}"
            );
        }
        for clear in [
            "http://h.example/",
            "http://8.8.8.8/",
            "http://169.254.169.254/",
            "http://localhost.example/",
            "http://[2001:4860::2]/",
        ] {
            assert_eq!(
                keyed(clear, clear).headers().unwrap_err(),
                LlmError::InsecureKey,
                "{clear}"
            );
        }
        for local in [
            "http://127.9.9.9:1/",
            "http://[::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://LOCALHOST/",
            "http://192.168.1.7:11434/",
            "http://nas.local/",
        ] {
            assert!(keyed(local, local).headers().is_ok(), "{local}");
        }
    }

    #[test]
    fn own_headers_go_where_the_key_goes_and_come_before_what_is_usual() {
        let with = |base: &str, secret: &str| Endpoint {
            key: Some(ApiKey::new(
                Secret::new(secret.to_owned()),
                &Url::parse("https://h.example/").unwrap(),
            )),
            ..endpoint(Wire::AnthropicMessages, base)
        };
        let secret = "sk-12345678\nX-Api-Key: other9\nAnthropic-Version: 2099-01-01\nX-Team: a, b";
        let sent = with("https://h.example/", secret).headers().unwrap();
        assert_eq!(sent.get("x-api-key").unwrap(), "other9");
        assert_eq!(sent.get("anthropic-version").unwrap(), "2099-01-01");
        assert_eq!(sent.get("x-team").unwrap(), "a, b");
        assert_eq!(sent.get(AUTHORIZATION).unwrap(), "Bearer sk-12345678");
        let alone = with("https://h.example/", "X-Team: 7").headers().unwrap();
        assert!(alone.get(AUTHORIZATION).is_none() && alone.get("x-api-key").is_none());
        for elsewhere in ["https://other.example/", "http://h.example/"] {
            assert!(
                with(elsewhere, "X-Team: 7").headers().is_err(),
                "{elsewhere}"
            );
        }
        assert_eq!(
            with("https://h.example/", secret).without_key("said other9, sk-1234"),
            "said [key], [key]"
        );
    }

    #[test]
    fn the_key_shows_nowhere() {
        let endpoint = keyed("https://h.example/", "https://h.example/");
        assert!(!format!("{endpoint:#?} {:?}", endpoint.headers().unwrap()).contains("12345"));
        assert_eq!(
            endpoint.without_key("bad sk-12345678, sk-1234"),
            "bad [key], [key]"
        );
    }
}
