//! Signing in as a workload: with a token that the platform keeps in a file for the programs on it (the protocol's extension for
//! workload identity; RFC 7523, section 2.1).
//!
//! The file is read each time, since the platform replaces what is in it. A token is shown only to the authorization server that it
//! names as its audience: one for another service, such as that of the platform itself, is never sent.

use std::{fs::File, io::Read, path::Path};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use secrets::Secret;
use serde::Deserialize;

use crate::{OAuthError, bounds::TOKEN_BYTES, metadata::same_issuer};

#[derive(Deserialize)]
struct Claims {
    aud: Audience,
    /// Seconds since the Unix epoch.
    exp: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// The token in a file now, for an issuer or its token endpoint.
pub(crate) async fn token(file: &Path, issuer: &str, endpoint: &str) -> Result<Secret, OAuthError> {
    let file = file.to_owned();
    let reading = tokio::task::spawn_blocking(move || read(&file));
    let token = reading.await.map_err(|_| OAuthError::NoRuntime)?;
    let token = token.map_err(OAuthError::BadWorkload)?;
    match unusable(&token, issuer, endpoint) {
        Some(why) => Err(OAuthError::BadWorkload(why)),
        None => Ok(token),
    }
}

fn read(file: &Path) -> Result<Secret, &'static str> {
    // Waiting for the other end of a pipe has no bound.
    if !std::fs::metadata(file).is_ok_and(|about| about.is_file()) {
        return Err("there is no such file");
    }
    let opened = File::open(file).map_err(|_| "the file cannot be opened")?;
    let most = u64::try_from(TOKEN_BYTES).unwrap_or(u64::MAX);
    let mut text = String::with_capacity(TOKEN_BYTES + 1);
    let read = opened.take(most + 1).read_to_string(&mut text);
    let text = Secret::new(text);
    if read.is_err() || text.expose().len() > TOKEN_BYTES {
        return Err("the file holds no token: it is too large, or no text");
    }
    Ok(Secret::new(text.expose().trim().to_owned()))
}

/// Why a token is not shown to an issuer.
fn unusable(token: &Secret, issuer: &str, endpoint: &str) -> Option<&'static str> {
    let mut parts = token.expose().split('.');
    let (Some(_), Some(claims), Some(_), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Some("the file holds no JSON Web Token");
    };
    let claims = URL_SAFE_NO_PAD.decode(claims).ok();
    let claims = claims.and_then(|bytes| serde_json::from_slice::<Claims>(&bytes).ok());
    let Some(claims) = claims else {
        return Some("the file holds no JSON Web Token that names its audience");
    };
    let mut named = match &claims.aud {
        Audience::One(one) => std::slice::from_ref(one).iter(),
        Audience::Several(all) => all.iter(),
    };
    if !named.any(|named| same_issuer(issuer, named) || named == endpoint) {
        return Some("it is for another service than this authorization server");
    }
    #[allow(clippy::cast_precision_loss, reason = "seconds, for a comparison")]
    let now = (domain::now_ms() / 1000) as f64;
    match claims.exp {
        Some(ends) if ends <= now => Some("it has expired"),
        Some(_) => None,
        None => Some("it does not say when it expires"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const ISSUER: &str = "https://a.example";
    const ENDPOINT: &str = "https://a.example/token";

    fn why_not(claims: &Value) -> Option<&'static str> {
        let claims = URL_SAFE_NO_PAD.encode(claims.to_string());
        unusable(&Secret::new(format!("e30.{claims}.c2ln")), ISSUER, ENDPOINT)
    }

    #[test]
    fn token_is_shown_only_to_its_audience_and_while_it_is_good() {
        let later = domain::now_ms() / 1000 + 60;
        for audience in [
            json!(ISSUER),
            json!("https://a.example/"),
            json!(ENDPOINT),
            json!(["https://kubernetes.default.svc", ENDPOINT]),
        ] {
            assert_eq!(
                why_not(&json!({ "aud": audience, "exp": later })),
                None,
                "{audience}"
            );
        }
        for bad in [
            json!({ "aud": "https://kubernetes.default.svc", "exp": later }),
            json!({ "aud": "https://a.example.evil.example", "exp": later }),
            json!({ "aud": [], "exp": later }),
            json!({ "aud": ISSUER, "exp": later - 120 }),
            json!({ "aud": ISSUER }),
            json!({ "exp": later }),
            json!(7),
        ] {
            assert!(why_not(&bad).is_some(), "{bad}");
        }
        for text in ["", "x", "a.b", "a.b.c", "e30.e30.x.y"] {
            assert!(
                unusable(&Secret::new(text.into()), ISSUER, ENDPOINT).is_some(),
                "{text}"
            );
        }
    }
}
