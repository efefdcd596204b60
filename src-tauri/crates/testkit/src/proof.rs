//! Proofs of possession (RFC 9449) as a server sees them: verified against the key that they name, with no code of the client.

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::Seen;

/// A proof whose signature holds.
#[derive(Clone, Debug)]
pub struct SeenProof {
    /// What names its key (RFC 7638).
    pub key: String,
    /// What it says.
    pub claims: Value,
}

impl SeenProof {
    /// A claim as text; empty if there is none.
    #[must_use]
    pub fn claim(&self, name: &str) -> &str {
        self.claims[name].as_str().unwrap_or_default()
    }

    /// Whether it is for this request of an origin, and for the token that goes with it.
    #[must_use]
    pub fn fits(&self, seen: &Seen, origin: &str, token: Option<&str>) -> bool {
        let path = seen.path.split('?').next().unwrap_or_default();
        let hash = token.map(|token| digest(token.as_bytes()));
        self.claim("htm") == seen.method
            && self.claim("htu") == format!("{origin}{path}")
            && self.claims["ath"].as_str() == hash.as_deref()
            && !self.claim("jti").is_empty()
            && self.claims["iat"].is_i64()
    }
}

/// The proof of a request: exactly one, whose signature holds against the public key in it.
#[must_use]
pub fn proof_of(seen: &Seen) -> Option<SeenProof> {
    let mut all = seen.headers.iter().filter(|(name, _)| name == "dpop");
    let (Some((_, text)), None) = (all.next(), all.next()) else {
        return None;
    };
    let (signed, signature) = text.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).ok();
    let header: Value = serde_json::from_slice(&decoded(header)?).ok()?;
    let jwk = &header["jwk"];
    if header["typ"] != "dpop+jwt" || header["alg"] != "ES256" || !jwk["d"].is_null() {
        return None;
    }
    let (x, y) = (jwk["x"].as_str()?, jwk["y"].as_str()?);
    let point = [vec![4], decoded(x)?, decoded(y)?].concat();
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
        .verify(signed.as_bytes(), &decoded(signature)?)
        .ok()?;
    let named = json!({ "crv": "P-256", "kty": "EC", "x": x, "y": y });
    Some(SeenProof {
        // Members in order, without spaces: as `serde_json` writes them.
        key: digest(named.to_string().as_bytes()),
        claims: serde_json::from_slice(&decoded(claims)?).ok()?,
    })
}

fn digest(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(bytes))
}
