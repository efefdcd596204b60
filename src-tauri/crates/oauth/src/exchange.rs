//! The token endpoint (RFC 6749, sections 4.1.3, 4.4 and 6), with the `oauth2` crate over this crate's HTTP.

use std::{future::Future, pin::Pin, time::Duration};

use oauth2::{
    AsyncHttpClient, AuthType, AuthorizationCode, ClientId, ClientSecret, EndpointNotSet,
    EndpointSet, HttpRequest, HttpResponse, PkceCodeVerifier, RedirectUrl, RefreshToken,
    RequestTokenError, Scope, TokenResponse, TokenUrl,
    basic::{
        BasicClient, BasicErrorResponse, BasicErrorResponseType, BasicTokenResponse, BasicTokenType,
    },
};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use secrets::Secret;
use serde::Deserialize;
use url::{Url, form_urlencoded};

use crate::{
    OAuthError, TokenAuth,
    bounds::TOKEN_BYTES,
    client::ClientRecord,
    error::shown,
    guard::place,
    metadata::JWT_BEARER,
    net::{HttpAnswer, Trip},
    proof::{About, Nonces, PROOF, ProofKey, Side, WANTS_NONCE},
    scope::Scopes,
};

/// Tokens as they were issued.
pub(crate) struct Tokens {
    pub(crate) access: Secret,
    pub(crate) refresh: Option<Secret>,
    /// Those granted, where the issuer says so; else those asked for (RFC 6749, section 5.1).
    pub(crate) scopes: Option<Scopes>,
    pub(crate) lasts: Option<Duration>,
}

/// Where and as whom tokens are asked for.
pub(crate) struct Desk<'a> {
    pub(crate) trip: &'a Trip<'a>,
    pub(crate) issuer: &'a str,
    pub(crate) endpoint: &'a Url,
    pub(crate) client: &'a ClientRecord,
    pub(crate) resource: &'a str,
    /// What the tokens are to be bound to, or are.
    pub(crate) key: Option<&'a ProofKey>,
    pub(crate) nonces: &'a Nonces,
}

/// What the token endpoint makes of it.
pub(crate) enum Refusal {
    /// The grant is over: the user has to sign in.
    Grant(OAuthError),
    /// The client is not known there, or not for this.
    Client(OAuthError),
    /// Everything else.
    Other(OAuthError),
}

impl Refusal {
    pub(crate) fn into_error(self) -> OAuthError {
        match self {
            Self::Grant(error) | Self::Client(error) | Self::Other(error) => error,
        }
    }
}

const ENDPOINT: &str = "the address that gives tokens";

type TokenClient =
    BasicClient<EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

impl Desk<'_> {
    /// The tokens for a code.
    pub(crate) async fn code(
        &self,
        code: &Secret,
        verifier: &Secret,
        callback: &Url,
    ) -> Result<Tokens, Refusal> {
        let client = self
            .client()
            .set_redirect_uri(RedirectUrl::from_url(callback.clone()));
        let mut request = client
            .exchange_code(AuthorizationCode::new(code.expose().to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.expose().to_owned()))
            .add_extra_param("resource", self.resource);
        if let Some(id) = self.named() {
            request = request.add_extra_param("client_id", id);
        }
        let http = TokenHttp(self);
        let answer = request.request_async(&http).await;
        self.read(answer, &[code, verifier])
    }

    /// Other tokens for a refresh token.
    pub(crate) async fn refresh(&self, token: &Secret) -> Result<Tokens, Refusal> {
        let refresh = RefreshToken::new(token.expose().to_owned());
        let client = self.client();
        let mut request = client
            .exchange_refresh_token(&refresh)
            .add_extra_param("resource", self.resource);
        if let Some(id) = self.named() {
            request = request.add_extra_param("client_id", id);
        }
        let http = TokenHttp(self);
        let answer = request.request_async(&http).await;
        self.read(answer, &[token])
    }

    /// Tokens for the client itself; `assertion`: what it signed with its key (RFC 7523).
    pub(crate) async fn client_credentials(
        &self,
        scopes: &Scopes,
        assertion: Option<&Secret>,
    ) -> Result<Tokens, Refusal> {
        let client = self.client();
        let mut request = client
            .exchange_client_credentials()
            .add_scopes(scopes.iter().map(|scope| Scope::new(scope.to_owned())))
            .add_extra_param("resource", self.resource);
        if let Some(assertion) = assertion {
            request = request
                .add_extra_param(
                    "client_assertion_type",
                    "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                )
                .add_extra_param("client_assertion", assertion.expose().to_owned());
        }
        let http = TokenHttp(self);
        let answer = request.request_async(&http).await;
        let sent: Vec<&Secret> = assertion.into_iter().collect();
        self.read(answer, &sent)
    }

    /// Tokens for an assertion of others, with which no client need be known (RFC 7523, section 2.1).
    pub(crate) async fn assertion(
        &self,
        assertion: &Secret,
        scopes: &Scopes,
    ) -> Result<Tokens, Refusal> {
        let mut request = HttpRequest::new(self.asserting(assertion, scopes));
        let bad = |_| Refusal::Other(OAuthError::BadWorkload("it cannot be sent"));
        *request.uri_mut() = self.endpoint.as_str().parse().map_err(bad)?;
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(CONTENT_TYPE, kind);
        let answer = TokenHttp(self).call(request).await;
        let nonsense = || RequestTokenError::Other(String::new());
        let answer = match answer {
            Err(error) => Err(RequestTokenError::Request(error)),
            Ok(answer) if answer.status().is_success() => {
                serde_json::from_slice(answer.body()).map_err(|_| nonsense())
            }
            Ok(answer) => Err(match serde_json::from_slice(answer.body()) {
                Ok(said) => RequestTokenError::ServerResponse(said),
                Err(_) => nonsense(),
            }),
        };
        self.read(answer, &[assertion])
    }

    fn asserting(&self, assertion: &Secret, scopes: &Scopes) -> Vec<u8> {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", JWT_BEARER)
            .append_pair("assertion", assertion.expose())
            .append_pair("resource", self.resource);
        if !scopes.is_empty() {
            form.append_pair("scope", &scopes.to_vec().join(" "));
        }
        form.finish().into_bytes()
    }

    /// One request, with a proof where tokens are bound to a key. Also returns whether the answer has another nonce than the proof.
    async fn post(
        &self,
        url: &Url,
        mut headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<(HttpAnswer, bool), OAuthError> {
        let Some(key) = self.key else {
            let answer = self.trip.post(ENDPOINT, url, headers, body).await?;
            return Ok((answer, false));
        };
        let nonce = self.nonces.of(Side::Issuer(url));
        let proof = key.proof(&About {
            method: "POST",
            url,
            token: None,
            nonce: nonce.as_deref(),
        })?;
        headers.insert(PROOF, proof);
        let answer = self.trip.post(ENDPOINT, url, headers, body).await?;
        let is_new = self.nonces.take(Side::Issuer(url), &answer.headers);
        Ok((answer, is_new))
    }

    /// The client's id, where it stands in the header: some issuers, those of the Python SDK among them, look for the client by
    /// the body alone. It is no secret.
    fn named(&self) -> Option<&str> {
        let in_header = self.client.auth == TokenAuth::Basic;
        in_header.then_some(self.client.id.as_str())
    }

    fn client(&self) -> TokenClient {
        let client = BasicClient::new(ClientId::new(self.client.id.clone()))
            .set_token_uri(TokenUrl::from_url(self.endpoint.clone()));
        let client = match self.client.auth {
            TokenAuth::Basic => client.set_auth_type(AuthType::BasicAuth),
            TokenAuth::Post | TokenAuth::None => client.set_auth_type(AuthType::RequestBody),
        };
        match &self.client.secret {
            Some(secret) if self.client.auth != TokenAuth::None => {
                client.set_client_secret(ClientSecret::new(secret.expose().to_owned()))
            }
            Some(_) | None => client,
        }
    }

    fn read(
        &self,
        answer: Result<BasicTokenResponse, RequestTokenError<OAuthError, BasicErrorResponse>>,
        sent: &[&Secret],
    ) -> Result<Tokens, Refusal> {
        let bad = |why| OAuthError::BadToken {
            issuer: shown(self.issuer),
            why,
        };
        match answer {
            Ok(answer) => {
                tokens(&answer, self.key.is_some()).map_err(|why| Refusal::Other(bad(why)))
            }
            Err(RequestTokenError::Request(error)) => Err(Refusal::Other(error)),
            Err(RequestTokenError::ServerResponse(said)) => Err(self.refusal(&said, sent)),
            // What it said may hold a token: no word of it is repeated.
            Err(RequestTokenError::Parse(..) | RequestTokenError::Other(_)) => {
                Err(Refusal::Other(bad("the answer is no token")))
            }
        }
    }

    fn refusal(&self, said: &BasicErrorResponse, sent: &[&Secret]) -> Refusal {
        let mut secrets: Vec<&str> = sent.iter().map(|secret| secret.expose()).collect();
        secrets.extend(self.client.secret.as_ref().map(Secret::expose));
        let words = |text: &str| shown(&without(text, &secrets));
        let error = OAuthError::TokenRefused {
            issuer: shown(self.issuer),
            error: words(said.error().as_ref()),
            said: said.error_description().map(|text| words(text)),
        };
        match said.error() {
            BasicErrorResponseType::InvalidGrant => Refusal::Grant(error),
            BasicErrorResponseType::InvalidClient | BasicErrorResponseType::UnauthorizedClient => {
                Refusal::Client(error)
            }
            BasicErrorResponseType::InvalidRequest
            | BasicErrorResponseType::InvalidScope
            | BasicErrorResponseType::UnsupportedGrantType
            | BasicErrorResponseType::Extension(_) => Refusal::Other(error),
        }
    }
}

/// `bound`: they were asked for as bound to a key; others are not taken then (RFC 9449, section 5).
fn tokens(answer: &BasicTokenResponse, bound: bool) -> Result<Tokens, &'static str> {
    match (answer.token_type(), bound) {
        (BasicTokenType::Bearer, false) => {}
        (BasicTokenType::Extension(name), true) if name.eq_ignore_ascii_case("dpop") => {}
        (BasicTokenType::Bearer, true) => return Err("it is not bound to the key of this sign-in"),
        (BasicTokenType::Mac | BasicTokenType::Extension(_), _) => {
            return Err("it is of a kind this program does not know");
        }
    }
    let access = answer.access_token().secret();
    let refresh = answer.refresh_token().map(|token| token.secret().as_str());
    if !is_token(access) || !refresh.is_none_or(is_token) {
        return Err("it is empty, too long or malformed");
    }
    let names = answer
        .scopes()
        .map(|names| Scopes::of(names.iter().map(|name| name.as_str())));
    Ok(Tokens {
        access: Secret::new(access.clone()),
        refresh: refresh.map(|token| Secret::new(token.to_owned())),
        scopes: names,
        lasts: answer.expires_in(),
    })
}

/// Whether a token endpoint refuses a proof for want of its nonce (RFC 9449, section 8).
fn wants_nonce(answer: &HttpAnswer) -> bool {
    #[derive(Deserialize)]
    struct Said {
        error: String,
    }
    let said = serde_json::from_slice::<Said>(&answer.body);
    matches!(answer.status, 400 | 401) && said.is_ok_and(|said| said.error == WANTS_NONCE)
}

/// What can stand in a header (RFC 6750, section 2.1), a little wider, bounded.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.len() <= TOKEN_BYTES && text.bytes().all(|b| matches!(b, 0x21..=0x7e))
}

/// A text of the other side without what was sent to it in secret: it could repeat it.
fn without(text: &str, secrets: &[&str]) -> String {
    let long = secrets.iter().filter(|secret| secret.len() >= 4);
    long.fold(text.to_owned(), |text, secret| {
        text.replace(secret, "(removed)")
    })
}

/// The `oauth2` crate's way to this crate's HTTP.
struct TokenHttp<'a>(&'a Desk<'a>);

impl<'c> AsyncHttpClient<'c> for TokenHttp<'_> {
    type Error = OAuthError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, OAuthError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let url = self.0.trip.guard().url(ENDPOINT, &head.uri.to_string())?;
            let (mut answer, is_new) = self
                .0
                .post(&url, head.headers.clone(), body.clone())
                .await?;
            // Refused unread, for want of a nonce that came with the refusal. A second refusal counts.
            if is_new && wants_nonce(&answer) {
                (answer, _) = self.0.post(&url, head.headers, body).await?;
            }
            if answer.status >= 500 || answer.status == 429 {
                return Err(OAuthError::Status {
                    host: place(&url),
                    status: answer.status,
                });
            }
            let mut response = HttpResponse::new(answer.body);
            *response.headers_mut() = answer.headers;
            *response.status_mut() = oauth2::http::StatusCode::from_u16(answer.status)
                .unwrap_or(oauth2::http::StatusCode::BAD_REQUEST);
            Ok(response)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_token_is_refused() {
        assert!(is_token("abc.DEF-1_~+/="));
        for bad in ["", "a b", "a\r\nX-Evil: 1", "é", "a\u{0}"] {
            assert!(!is_token(bad), "{bad:?}");
        }
        assert!(!is_token(&"x".repeat(TOKEN_BYTES + 1)));
    }

    #[test]
    fn what_was_sent_is_not_repeated() {
        assert_eq!(
            without("no code c0de1 here c0de1", &["c0de1", ""]),
            "no code (removed) here (removed)"
        );
    }
}
