//! How a request to the server shows its token, and what answers say about that (RFC 6750; RFC 9449, sections 7 to 9).

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::{
    Account, Bearer, Challenge, OAuthError,
    proof::{About, PROOF, Side, WANTS_NONCE},
};

impl Account {
    /// The proof that goes with a token that is bound to a key, for one request alone; none for another token. It is never made
    /// for another origin than the server's.
    ///
    /// # Errors
    /// The key cannot sign, or the request is for another origin.
    pub fn proof(
        &self,
        bearer: &Bearer,
        method: &str,
        url: &Url,
    ) -> Result<Option<(HeaderName, HeaderValue)>, OAuthError> {
        let Some(key) = bearer.key() else {
            return Ok(None);
        };
        if url.origin() != self.0.url.origin() {
            return Err(OAuthError::BadKey("it is for another server"));
        }
        let nonce = self.0.nonces.of(Side::Server);
        let proof = key.proof(&About {
            method,
            url,
            token: Some(bearer.token()),
            nonce: nonce.as_deref(),
        })?;
        Ok(Some((PROOF, proof)))
    }

    /// Reads what the server's answer to a request with `bearer` says about proofs. Returns whether the request was refused only
    /// because its proof lacks a nonce that is known now: the server did not process it, and it may be sent once more.
    #[must_use]
    pub fn wants_nonce(
        &self,
        bearer: &Bearer,
        challenge: Option<&Challenge>,
        headers: &HeaderMap,
    ) -> bool {
        if bearer.key().is_none() {
            return false;
        }
        let is_new = self.0.nonces.take(Side::Server, headers);
        let error = challenge.and_then(|challenge| challenge.read().error);
        is_new && error.as_deref() == Some(WANTS_NONCE)
    }
}
