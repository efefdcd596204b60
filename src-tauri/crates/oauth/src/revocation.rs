//! Signing out: what this machine keeps is forgotten first, then the issuer is told (RFC 7009).

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use secrets::{Secret, SecretsError};
use url::form_urlencoded;

use crate::{
    OAuthError, TokenAuth,
    bounds::{EXCHANGE, EXCHANGE_REQUESTS},
    client::ClientRecord,
    guard::place,
    net::{Net, Trip},
    vault::Session,
};

/// What a sign-out did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedOut {
    /// Why the tokens may still be in the keychain: it took the order not. This process has forgotten them.
    pub not_forgotten: Option<SecretsError>,
    /// Whether the issuer knows.
    pub revocation: Revocation,
}

/// Whether an issuer was told that its tokens are over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Revocation {
    /// There was no token.
    Nothing,
    /// The issuer offers no way to say so: the token lasts there until it ends.
    NotOffered,
    /// It was told, and it took it.
    Done,
    /// It could not be told: the token lasts there until it ends.
    Failed(OAuthError),
}

/// Tells the issuer: first the refresh token, which ends the grant, then the other.
pub(crate) async fn revoke(net: &Net, session: &Session) -> Revocation {
    let Some(endpoint) = &session.revocation_endpoint else {
        return Revocation::NotOffered;
    };
    let trip = net.trip(EXCHANGE_REQUESTS, EXCHANGE);
    let refresh = session
        .refresh
        .as_ref()
        .map(|token| (token, "refresh_token"));
    let tokens = refresh
        .into_iter()
        .chain([(&session.access, "access_token")]);
    let mut done = Revocation::Done;
    for (place_of, (token, hint)) in tokens.enumerate() {
        match tell(&trip, endpoint, &session.client, token, hint).await {
            Ok(()) => {}
            // Some issuers end only refresh tokens; the other then ends with it.
            Err(OAuthError::Status { status: 400, .. }) if place_of > 0 => {}
            Err(error) => done = Revocation::Failed(error),
        }
    }
    done
}

async fn tell(
    trip: &Trip<'_>,
    endpoint: &str,
    client: &ClientRecord,
    token: &Secret,
    hint: &str,
) -> Result<(), OAuthError> {
    let whose = "the address to sign out at";
    let url = trip.guard().url(whose, endpoint)?;
    let (headers, form) = words(client, token, hint)?;
    let answer = trip.post(whose, &url, headers, form).await?;
    match answer.status {
        200..=299 => Ok(()),
        status => Err(OAuthError::Status {
            host: place(&url),
            status,
        }),
    }
}

/// The request, with the client showing who it is as at the token endpoint.
fn words(
    client: &ClientRecord,
    token: &Secret,
    hint: &str,
) -> Result<(HeaderMap, Vec<u8>), OAuthError> {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("token", token.expose());
    form.append_pair("token_type_hint", hint);
    let mut headers = HeaderMap::from_iter([
        (ACCEPT, HeaderValue::from_static("application/json")),
        (
            CONTENT_TYPE,
            HeaderValue::from_static("application/x-www-form-urlencoded"),
        ),
    ]);
    let secret = client.secret.as_ref().map(Secret::expose);
    // In the body in any case: some look for the client there alone.
    if !client.id.is_empty() {
        form.append_pair("client_id", &client.id);
    }
    match (client.auth, secret) {
        (TokenAuth::Basic, Some(secret)) => {
            headers.insert(AUTHORIZATION, basic(&client.id, secret)?);
        }
        (TokenAuth::Post, Some(secret)) => {
            form.append_pair("client_secret", secret);
        }
        (TokenAuth::None | TokenAuth::Basic | TokenAuth::Post, _) => {}
    }
    Ok((headers, form.finish().into_bytes()))
}

/// RFC 6749, section 2.3.1: each part is encoded as a form first.
fn basic(id: &str, secret: &str) -> Result<HeaderValue, OAuthError> {
    let part = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let text = format!(
        "Basic {}",
        STANDARD.encode(format!("{}:{}", part(id), part(secret)))
    );
    let mut value = HeaderValue::try_from(text)
        .map_err(|_| OAuthError::BadClient("the client cannot be named in a header"))?;
    value.set_sensitive(true);
    Ok(value)
}
