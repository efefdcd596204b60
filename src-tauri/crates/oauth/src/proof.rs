//! Proofs of possession (DPoP, RFC 9449): the key that the tokens of one sign-in are bound to, and what is signed with it.
//!
//! A key is made for one sign-in to one server, and replaced at the next one. It is kept with the tokens that are bound to it, and
//! never leaves this machine: its public half and signatures do.

use std::{
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
};

use aws_lc_rs::{
    digest::{SHA256, digest},
    rand::{self, SystemRandom},
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use secrets::Secret;
use serde::Serialize;
use url::Url;
use zeroize::Zeroizing;

use crate::{OAuthError, bounds::NONCE_BYTES};

/// The algorithm of every proof, as metadata name it.
pub(crate) const ALGORITHM: &str = "ES256";
/// The header that carries a proof.
pub(crate) const PROOF: HeaderName = HeaderName::from_static("dpop");
const NONCE: HeaderName = HeaderName::from_static("dpop-nonce");
/// The error of a server that wants a proof with its nonce.
pub(crate) const WANTS_NONCE: &str = "use_dpop_nonce";
/// The error of a server that does not take a proof.
pub(crate) const BAD_PROOF: &str = "invalid_dpop_proof";

const FAILED: OAuthError = OAuthError::BadKey("nothing could be signed with it");

/// The key of one sign-in (P-256).
pub(crate) struct ProofKey {
    pair: EcdsaKeyPair,
    /// The same as PKCS #8, in base64: as it is kept.
    kept: Secret,
}

/// What a proof is for.
pub(crate) struct About<'a> {
    pub(crate) method: &'a str,
    pub(crate) url: &'a Url,
    /// The token that goes with it, if one does.
    pub(crate) token: Option<&'a Secret>,
    pub(crate) nonce: Option<&'a str>,
}

#[derive(Serialize)]
struct Jwk {
    crv: &'static str,
    kty: &'static str,
    x: String,
    y: String,
}

#[derive(Serialize)]
struct Header {
    typ: &'static str,
    alg: &'static str,
    jwk: Jwk,
}

#[derive(Serialize)]
struct Claims<'a> {
    jti: String,
    htm: &'a str,
    htu: &'a str,
    iat: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ath: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<&'a str>,
}

impl ProofKey {
    /// A new key.
    pub(crate) fn new() -> Result<Self, OAuthError> {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let made = made.map_err(|_| OAuthError::BadKey("no key could be made"))?;
        Self::kept(Secret::new(URL_SAFE_NO_PAD.encode(made.as_ref())))
    }

    /// The key as it was kept.
    pub(crate) fn kept(kept: Secret) -> Result<Self, OAuthError> {
        let damaged = || OAuthError::BadKey("what is kept of it is damaged");
        let der = URL_SAFE_NO_PAD.decode(kept.expose()).map(Zeroizing::new);
        let der = der.map_err(|_| damaged())?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der)
            .map_err(|_| damaged())?;
        Ok(Self { pair, kept })
    }

    /// The key for the keychain.
    pub(crate) fn to_keep(&self) -> Secret {
        self.kept.clone()
    }

    /// What names the key: the digest of its public half (RFC 7638).
    pub(crate) fn thumbprint(&self) -> Result<String, OAuthError> {
        Ok(hash(&json(&self.jwk())?))
    }

    /// Signs a proof, which is good for one request.
    pub(crate) fn proof(&self, about: &About<'_>) -> Result<HeaderValue, OAuthError> {
        let mut url = about.url.clone();
        url.set_query(None);
        url.set_fragment(None);
        let header = Header {
            typ: "dpop+jwt",
            alg: ALGORITHM,
            jwk: self.jwk(),
        };
        let claims = Claims {
            jti: fresh()?,
            htm: about.method,
            htu: url.as_str(),
            iat: domain::now_ms() / 1000,
            ath: about.token.map(|token| hash(token.expose().as_bytes())),
            nonce: about.nonce,
        };
        let text = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(json(&header)?),
            URL_SAFE_NO_PAD.encode(json(&claims)?)
        );
        let signed = self.pair.sign(&SystemRandom::new(), text.as_bytes());
        let signed = URL_SAFE_NO_PAD.encode(signed.map_err(|_| FAILED)?);
        let mut value = HeaderValue::try_from(format!("{text}.{signed}")).map_err(|_| FAILED)?;
        value.set_sensitive(true);
        Ok(value)
    }

    /// Its members in the order of RFC 7638.
    fn jwk(&self) -> Jwk {
        // One byte that says how the point is written, then both of its halves.
        let point = self.pair.public_key().as_ref().get(1..).unwrap_or_default();
        let (x, y) = point.split_at(point.len() / 2);
        Jwk {
            crv: "P-256",
            kty: "EC",
            x: URL_SAFE_NO_PAD.encode(x),
            y: URL_SAFE_NO_PAD.encode(y),
        }
    }
}

impl fmt::Debug for ProofKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProofKey").finish_non_exhaustive()
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, OAuthError> {
    serde_json::to_vec(value).map_err(|_| FAILED)
}

fn hash(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, bytes))
}

/// An identifier that no other proof has.
fn fresh() -> Result<String, OAuthError> {
    let mut bytes = [0; 16];
    rand::fill(&mut bytes).map_err(|_| FAILED)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// The latest nonce of each side, in memory only: one for the server, one for the origin that issued tokens last.
#[derive(Default)]
pub(crate) struct Nonces(Mutex<Latest>);

#[derive(Default)]
struct Latest {
    server: Option<String>,
    issuer: Option<(String, String)>,
}

/// Whose nonce it is.
#[derive(Clone, Copy)]
pub(crate) enum Side<'a> {
    Server,
    Issuer(&'a Url),
}

impl Nonces {
    fn lock(&self) -> MutexGuard<'_, Latest> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nonce for the next proof.
    pub(crate) fn of(&self, side: Side<'_>) -> Option<String> {
        let latest = self.lock();
        match side {
            Side::Server => latest.server.clone(),
            Side::Issuer(url) => {
                let origin = url.origin().ascii_serialization();
                let (of, nonce) = latest.issuer.as_ref()?;
                (*of == origin).then(|| nonce.clone())
            }
        }
    }

    /// Takes the nonce of an answer. Returns whether it is another one than before.
    pub(crate) fn take(&self, side: Side<'_>, headers: &HeaderMap) -> bool {
        let mut all = headers.get_all(NONCE).iter();
        let (Some(value), None) = (all.next(), all.next()) else {
            return false;
        };
        let Some(nonce) = value.to_str().ok().filter(|text| is_nonce(text)) else {
            return false;
        };
        let known = self.of(side);
        let mut latest = self.lock();
        match side {
            Side::Server => latest.server = Some(nonce.to_owned()),
            Side::Issuer(url) => {
                let origin = url.origin().ascii_serialization();
                latest.issuer = Some((origin, nonce.to_owned()));
            }
        }
        known.as_deref() != Some(nonce)
    }
}

/// RFC 9449, section 8.1, bounded.
fn is_nonce(text: &str) -> bool {
    let usual = |b: u8| matches!(b, 0x21 | 0x23..=0x5b | 0x5d..=0x7e);
    !text.is_empty() && text.len() <= NONCE_BYTES && text.bytes().all(usual)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    fn part(proof: &HeaderValue, at: usize) -> Value {
        let text = proof.to_str().unwrap().split('.').nth(at).unwrap();
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).unwrap()).unwrap()
    }

    fn about<'a>(url: &'a Url, token: Option<&'a Secret>) -> About<'a> {
        About {
            method: "POST",
            url,
            token,
            nonce: Some("n1"),
        }
    }

    #[test]
    fn proof_names_its_request_and_holds_against_its_own_key() {
        let url = "https://h.example/mcp?key=1#x".parse().unwrap();
        let token = Secret::new("t0ken".into());
        let key = ProofKey::new().unwrap();
        let proof = key.proof(&about(&url, Some(&token))).unwrap();
        assert!(proof.is_sensitive());
        let (header, claims) = (part(&proof, 0), part(&proof, 1));
        assert_eq!(
            (&header["typ"], &header["alg"]),
            (&"dpop+jwt".into(), &ALGORITHM.into())
        );
        assert_eq!(
            header["jwk"].as_object().unwrap().len(),
            4,
            "no private half"
        );
        assert_eq!(claims["htm"], "POST");
        assert_eq!(claims["htu"], "https://h.example/mcp");
        assert_eq!(claims["nonce"], "n1");
        assert_eq!(claims["ath"], hash(b"t0ken"));
        let (text, signed) = proof.to_str().unwrap().rsplit_once('.').unwrap();
        let signed = URL_SAFE_NO_PAD.decode(signed).unwrap();
        let holds = |key: &ProofKey| {
            UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key.pair.public_key().as_ref())
                .verify(text.as_bytes(), &signed)
                .is_ok()
        };
        assert!(holds(&key) && !holds(&ProofKey::new().unwrap()));
        let other = key.proof(&about(&url, None)).unwrap();
        assert_ne!(part(&other, 1)["jti"], claims["jti"]);
        assert_eq!(part(&other, 1).get("ath"), None);
    }

    #[test]
    fn kept_key_is_the_same_key_and_a_damaged_one_is_none() {
        let key = ProofKey::new().unwrap();
        let again = ProofKey::kept(key.to_keep()).unwrap();
        assert_eq!(key.thumbprint().unwrap(), again.thumbprint().unwrap());
        assert_ne!(
            key.thumbprint().unwrap(),
            ProofKey::new().unwrap().thumbprint().unwrap()
        );
        let damaged = Secret::new(key.to_keep().expose()[..20].to_owned());
        assert!(ProofKey::kept(damaged).is_err());
        let shown = format!("{key:?}");
        assert!(!shown.contains(&key.to_keep().expose()[40..60]), "{shown}");
    }

    #[test]
    fn thumbprint_is_that_of_rfc_7638() {
        // Checked against another implementation (npm `jose`, calculateJwkThumbprint).
        let jwk = Jwk {
            crv: "P-256",
            kty: "EC",
            x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs".into(),
            y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA".into(),
        };
        assert_eq!(
            hash(&json(&jwk).unwrap()),
            "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
        );
    }

    #[test]
    fn nonce_is_kept_per_side_and_only_if_it_is_one() {
        let nonces = Nonces::default();
        let said =
            |text: &'static str| HeaderMap::from_iter([(NONCE, HeaderValue::from_static(text))]);
        let (a, b): (Url, Url) = (
            "https://a.example/token".parse().unwrap(),
            "https://b.example/token".parse().unwrap(),
        );
        assert!(nonces.take(Side::Server, &said("one")));
        assert!(!nonces.take(Side::Server, &said("one")), "no other one");
        assert!(nonces.take(Side::Issuer(&a), &said("two")));
        assert_eq!(nonces.of(Side::Server).as_deref(), Some("one"));
        assert_eq!(nonces.of(Side::Issuer(&a)).as_deref(), Some("two"));
        assert_eq!(nonces.of(Side::Issuer(&b)), None);
        for bad in ["", "a b", "a\"b", "a\\b"] {
            assert!(!nonces.take(Side::Server, &said(bad)), "{bad:?}");
        }
        let long = HeaderValue::try_from("x".repeat(NONCE_BYTES + 1)).unwrap();
        assert!(!nonces.take(Side::Server, &HeaderMap::from_iter([(NONCE, long)])));
        let mut twice = said("three");
        twice.append(NONCE, HeaderValue::from_static("four"));
        assert!(!nonces.take(Side::Server, &twice));
        assert_eq!(nonces.of(Side::Server).as_deref(), Some("one"));
    }
}
