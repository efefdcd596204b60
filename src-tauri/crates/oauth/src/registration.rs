//! Registering this program at an issuer, for one server (RFC 7591).

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use secrets::Secret;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    ClientKind, OAuthError,
    bounds::CLIENT_BYTES,
    client::{ClientRecord, token_auth},
    error::shown,
    metadata::IssuerMetadata,
    net::Trip,
    scope::Scopes,
};

/// What this program says about itself; nothing about the person or the machine.
#[derive(Serialize)]
struct Application<'a> {
    client_name: &'static str,
    application_type: &'static str,
    redirect_uris: [&'a str; 1],
    grant_types: [&'static str; 2],
    response_types: [&'static str; 1],
    token_endpoint_auth_method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    software_id: &'static str,
    software_version: &'static str,
}

#[derive(Deserialize)]
struct Registered {
    client_id: String,
    client_secret: Option<String>,
    /// Seconds since the Unix epoch; 0 is never.
    client_secret_expires_at: Option<i64>,
    token_endpoint_auth_method: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    error: String,
    error_description: Option<String>,
}

/// Registers, with the callback that will be used.
pub(crate) async fn register(
    trip: &Trip<'_>,
    metadata: &IssuerMetadata,
    endpoint: &Url,
    callback: &Url,
    scopes: &Scopes,
) -> Result<ClientRecord, OAuthError> {
    let mut application = Application {
        client_name: "Innkeeper",
        application_type: "native",
        redirect_uris: [callback.as_str()],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: metadata.auth_to_register().name(),
        scope: (!scopes.is_empty()).then(|| scopes.to_vec().join(" ")),
        software_id: "innkeeper",
        software_version: env!("CARGO_PKG_VERSION"),
    };
    let issuer = || shown(&metadata.issuer);
    let refused = |said: Option<String>| OAuthError::RegistrationRefused {
        issuer: issuer(),
        said,
    };
    let json = HeaderValue::from_static("application/json");
    let headers = HeaderMap::from_iter([(ACCEPT, json.clone()), (CONTENT_TYPE, json)]);
    let post = async |application: &Application<'_>| {
        let body = serde_json::to_vec(application).map_err(|_| refused(None))?;
        let what = "the address to register at";
        trip.post(what, endpoint, headers.clone(), body).await
    };
    let mut answer = post(&application).await?;
    // Some refuse to register for scopes that are the server's and not their own, and let the client ask for them all the same.
    if answer.status == 400 && application.scope.take().is_some() {
        answer = post(&application).await?;
    }
    if answer.status >= 500 || answer.status == 429 {
        return Err(OAuthError::Status {
            host: crate::guard::place(endpoint),
            status: answer.status,
        });
    }
    if !matches!(answer.status, 200 | 201) {
        let said = serde_json::from_slice::<Refusal>(&answer.body).ok();
        let words = said.map(|said| said.error_description.unwrap_or(said.error));
        return Err(refused(words.map(|words| shown(&words))));
    }
    let bad = |why| OAuthError::BadDocument {
        what: "the registration",
        host: crate::guard::place(endpoint),
        why,
    };
    let registered: Registered =
        serde_json::from_slice(&answer.body).map_err(|_| bad("it is malformed"))?;
    let secret = registered.client_secret.filter(|secret| !secret.is_empty());
    if !is_credential(&registered.client_id) || !secret.as_deref().is_none_or(is_credential) {
        return Err(bad("its client id or secret is none"));
    }
    let named = registered.token_endpoint_auth_method;
    let ends = registered.client_secret_expires_at.filter(|end| *end > 0);
    Ok(ClientRecord {
        issuer: metadata.issuer.clone(),
        kind: ClientKind::Dynamic,
        id: registered.client_id,
        auth: token_auth(metadata, secret.is_some(), named.as_deref())?,
        ends_at_ms: ends
            .filter(|_| secret.is_some())
            .map(|end| end.saturating_mul(1000)),
        secret: secret.map(Secret::new),
        port: callback.port(),
        scopes: scopes.clone(),
    })
}

/// A client id or secret: visible ASCII (RFC 6749, appendix A), bounded.
pub(crate) fn is_credential(text: &str) -> bool {
    let usual = |b: u8| matches!(b, 0x20..=0x7e);
    !text.is_empty() && text.len() <= CLIENT_BYTES && text.bytes().all(usual)
}
