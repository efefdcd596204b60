//! What servers and issuers say about themselves: RFC 9728 and RFC 8414, read and checked before a word of it is used.

use serde::Deserialize;
use url::Url;

use crate::{
    OAuthError, TokenAuth,
    bounds::ISSUERS,
    error::shown,
    guard::{Guard, place},
    proof::ALGORITHM,
    scope::Scopes,
};

/// A server's metadata (RFC 9728, section 2).
#[derive(Debug)]
pub(crate) struct ResourceMetadata {
    /// The server as its metadata name it: what tokens are issued for.
    pub(crate) resource: String,
    /// Its authorization servers, in its order; may be none.
    pub(crate) issuers: Vec<String>,
    pub(crate) scopes: Option<Scopes>,
    /// It takes no token that is not bound to a key (RFC 9728, section 2).
    pub(crate) bound_only: bool,
    /// The algorithms of proofs that it takes, if it names them.
    pub(crate) proofs: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct RawResource {
    resource: String,
    #[serde(default)]
    authorization_servers: Vec<String>,
    scopes_supported: Option<Vec<String>>,
    #[serde(default)]
    dpop_bound_access_tokens_required: bool,
    dpop_signing_alg_values_supported: Option<Vec<String>>,
}

/// Reads a server's metadata; they must be those of `server`.
pub(crate) fn resource(
    body: &[u8],
    from: &Url,
    server: &Url,
) -> Result<ResourceMetadata, OAuthError> {
    let raw: RawResource = serde_json::from_slice(body).map_err(|_| OAuthError::BadDocument {
        what: "the metadata of the server",
        host: place(from),
        why: "it does not say which server it is about",
    })?;
    if !speaks_for(&raw.resource, server) {
        return Err(OAuthError::ResourceMismatch {
            said: shown(&raw.resource),
            server: shown(&canonical(server)),
        });
    }
    let mut issuers = raw.authorization_servers;
    issuers.truncate(ISSUERS);
    Ok(ResourceMetadata {
        resource: raw.resource,
        issuers,
        scopes: raw.scopes_supported.map(|names| scopes(&names)),
        bound_only: raw.dpop_bound_access_tokens_required,
        proofs: raw.dpop_signing_alg_values_supported,
    })
}

/// Whether a resource identifier is that of `server`: of its origin, and its path or a folder above.
pub(crate) fn speaks_for(resource: &str, server: &Url) -> bool {
    let Ok(url) = Url::parse(resource) else {
        return false;
    };
    let above = |whole: &str, part: &str| {
        let part = part.trim_end_matches('/');
        whole
            .strip_prefix(part)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    url.origin() == server.origin()
        && url.username().is_empty()
        && url.password().is_none()
        && url.fragment().is_none()
        && (url.query().is_none() || url.query() == server.query())
        && above(server.path(), url.path())
}

/// The identifier of a server without metadata (2025-11-25, basic/authorization, canonical server URI). A query may carry
/// a key: it is left out.
pub(crate) fn canonical(server: &Url) -> String {
    let mut url = server.clone();
    url.set_query(None);
    url.set_fragment(None);
    let text = String::from(url);
    text.strip_suffix('/').map(str::to_owned).unwrap_or(text)
}

/// What an issuer says (RFC 8414, section 2), checked.
#[derive(Clone, Debug)]
pub(crate) struct IssuerMetadata {
    /// Exactly as it names itself.
    pub(crate) issuer: String,
    /// Checked when a browser is about to be sent there.
    pub(crate) authorization: Option<String>,
    pub(crate) token: Url,
    pub(crate) registration: Option<Url>,
    pub(crate) revocation: Option<Url>,
    pub(crate) scopes: Option<Scopes>,
    token_auth: Option<Vec<String>>,
    /// The kinds of grants that it names.
    grants: Option<Vec<String>>,
    /// Whether it says what a client may expect; a server of 2025-03-26 may have only endpoints.
    described: bool,
    s256: bool,
    code: bool,
    /// It takes the URL of a document as client id.
    pub(crate) takes_documents: bool,
    /// It promises to name itself in its answers (RFC 9207).
    pub(crate) promises_iss: bool,
    /// It binds tokens to keys for ES256 (RFC 9449, section 5.1).
    pub(crate) binds: bool,
}

#[derive(Deserialize)]
struct RawIssuer {
    issuer: String,
    authorization_endpoint: Option<String>,
    token_endpoint: Option<String>,
    registration_endpoint: Option<String>,
    revocation_endpoint: Option<String>,
    scopes_supported: Option<Vec<String>>,
    grant_types_supported: Option<Vec<String>>,
    response_types_supported: Option<Vec<String>>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    code_challenge_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    client_id_metadata_document_supported: bool,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
    dpop_signing_alg_values_supported: Option<Vec<String>>,
}

/// Reads an issuer's metadata; they must be those of `asked` (RFC 8414, section 3.3).
pub(crate) fn issuer(
    body: &[u8],
    from: &Url,
    asked: &str,
    guard: &Guard,
) -> Result<IssuerMetadata, OAuthError> {
    let bad = |why| OAuthError::BadDocument {
        what: "the description of the sign-in",
        host: place(from),
        why,
    };
    let raw: RawIssuer = serde_json::from_slice(body)
        .map_err(|_| bad("it lacks its issuer, or a part is malformed"))?;
    if !same_issuer(asked, &raw.issuer) {
        return Err(OAuthError::IssuerMismatch {
            asked: shown(asked),
            said: shown(&raw.issuer),
        });
    }
    let checked = |whose, text: Option<String>| match text {
        Some(text) => guard.url(whose, &text).map(Some),
        None => Ok(None),
    };
    let token = checked("the address that gives tokens", raw.token_endpoint)?;
    Ok(IssuerMetadata {
        token: token.ok_or_else(|| bad("it names no address that gives tokens"))?,
        registration: checked("the address to register at", raw.registration_endpoint)?,
        revocation: checked("the address to sign out at", raw.revocation_endpoint)?,
        issuer: raw.issuer,
        authorization: raw.authorization_endpoint,
        scopes: raw.scopes_supported.map(|names| scopes(&names)),
        token_auth: raw.token_endpoint_auth_methods_supported,
        grants: raw.grant_types_supported,
        described: true,
        s256: has(&raw.code_challenge_methods_supported, "S256"),
        code: raw.response_types_supported.is_none() || has(&raw.response_types_supported, "code"),
        takes_documents: raw.client_id_metadata_document_supported,
        promises_iss: raw.authorization_response_iss_parameter_supported,
        binds: has(&raw.dpop_signing_alg_values_supported, ALGORITHM),
    })
}

/// The default endpoints of a server of 2025-03-26 without metadata (basic/authorization, section 2.3.3).
pub(crate) fn defaults(server: &Url, guard: &Guard) -> Result<IssuerMetadata, OAuthError> {
    let issuer = server.origin().ascii_serialization();
    let at = |whose, path: &str| guard.url(whose, &format!("{issuer}{path}"));
    Ok(IssuerMetadata {
        authorization: Some(format!("{issuer}/authorize")),
        token: at("the address that gives tokens", "/token")?,
        registration: Some(at("the address to register at", "/register")?),
        revocation: None,
        scopes: None,
        token_auth: None,
        grants: None,
        described: false,
        s256: true,
        code: true,
        takes_documents: false,
        promises_iss: false,
        binds: false,
        issuer,
    })
}

impl IssuerMetadata {
    /// Where the browser is sent, once all that a sign-in with it needs is there.
    pub(crate) fn sign_in_page(&self, guard: &Guard) -> Result<Url, OAuthError> {
        let issuer = || shown(&self.issuer);
        let Some(text) = self.authorization.as_deref().filter(|_| self.code) else {
            return Err(OAuthError::NoCodeFlow { issuer: issuer() });
        };
        let whose = "the sign-in page";
        let url = guard.url(whose, text)?;
        // Given twice, two readers could see two different values.
        if url
            .query_pairs()
            .any(|(name, _)| OURS.contains(&name.as_ref()))
        {
            return Err(OAuthError::BadUrl {
                whose,
                url: shown(text),
                why: "it already holds what this program says itself",
            });
        }
        if !self.s256 {
            return Err(OAuthError::NoPkce { issuer: issuer() });
        }
        Ok(url)
    }

    /// Whether a client may authenticate so. Who says nothing takes a header (RFC 8414, section 2).
    pub(crate) fn takes(&self, auth: TokenAuth) -> bool {
        match &self.token_auth {
            Some(names) => names.iter().any(|name| name == auth.name()),
            None => auth == TokenAuth::Basic,
        }
    }

    /// Whether it says that clients may sign with a key (RFC 7523).
    pub(crate) fn takes_keys(&self) -> bool {
        let names = self.token_auth.as_deref().unwrap_or_default();
        names.iter().any(|name| name == "private_key_jwt")
    }

    /// Whether it says that it gives tokens for assertions of others (RFC 7523, section 2.1).
    pub(crate) fn takes_assertions(&self) -> bool {
        has(&self.grants, JWT_BEARER)
    }

    /// What a program that registers itself asks for: to be public, where that is possible.
    pub(crate) fn auth_to_register(&self) -> TokenAuth {
        let said = self.described && self.token_auth.is_some();
        match said {
            true if self.takes(TokenAuth::None) => TokenAuth::None,
            // Those of the Python SDK take a secret in the header for tokens, but not for ending them.
            true if self.takes(TokenAuth::Post) => TokenAuth::Post,
            true if self.takes(TokenAuth::Basic) => TokenAuth::Basic,
            true | false => TokenAuth::None,
        }
    }
}

/// The grant that an assertion of others is (RFC 7523, section 2.1).
pub(crate) const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/// The parameters of an authorization request.
const OURS: [&str; 12] = [
    "client_id",
    "client_secret",
    "code_challenge",
    "code_challenge_method",
    "dpop_jkt",
    "redirect_uri",
    "request",
    "request_uri",
    "resource",
    "response_type",
    "scope",
    "state",
];

/// Identical, but for the slash that an address without a path may or may not end with.
pub(crate) fn same_issuer(asked: &str, said: &str) -> bool {
    let bare = |text: &str| {
        let text = text.strip_suffix('/').unwrap_or(text);
        let host = text.split_once("://").map(|(_, rest)| rest);
        host.is_some_and(|host| !host.contains('/'))
            .then(|| text.to_owned())
    };
    asked == said || bare(asked).is_some_and(|asked| bare(said).is_some_and(|said| asked == said))
}

fn has(names: &Option<Vec<String>>, name: &str) -> bool {
    names.iter().flatten().any(|n| n == name)
}

fn scopes(names: &[String]) -> Scopes {
    Scopes::of(names.iter().map(String::as_str))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn metadata_speak_for_their_own_server() {
        let server: Url = "https://h.example/a/mcp?k=1".parse().unwrap();
        for good in [
            "https://h.example/a/mcp",
            "https://h.example/a/mcp/",
            "https://h.example/a",
            "https://h.example",
            "https://H.example:443/",
            "https://h.example/a/mcp?k=1",
        ] {
            assert!(speaks_for(good, &server), "{good}");
        }
        for bad in [
            "https://evil.example/a/mcp",
            "https://h.example.evil.example/",
            "http://h.example/a/mcp",
            "https://h.example:8443/",
            "https://h.example/a/mc",
            "https://h.example/a/mcp2",
            "https://h.example/b",
            "https://h.example/a/mcp/more",
            "https://h.example/#x",
            "https://h.example/?k=2",
            "https://u@h.example/",
            "h.example",
            "",
        ] {
            assert!(!speaks_for(bad, &server), "{bad}");
        }
        assert_eq!(canonical(&server), "https://h.example/a/mcp");
        assert_eq!(
            canonical(&"https://h.example".parse().unwrap()),
            "https://h.example"
        );
    }

    #[test]
    fn an_issuer_is_who_was_asked() {
        assert!(same_issuer("https://a.example", "https://a.example/"));
        assert!(same_issuer("https://a.example/", "https://a.example"));
        assert!(same_issuer("https://a.example/t", "https://a.example/t"));
        for (asked, said) in [
            ("https://a.example/t", "https://a.example/t/"),
            ("https://a.example", "https://A.example"),
            ("https://a.example", "https://a.example:443"),
            ("https://a.example", "http://a.example"),
            ("https://a.example", "https://a.example.evil.example"),
            ("https://a.example", "https://a.example//"),
            ("https://a.example", ""),
        ] {
            assert!(!same_issuer(asked, said), "{asked} {said}");
        }
    }
}
