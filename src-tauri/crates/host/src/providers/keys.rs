//! Keys of endpoints: tried out, kept in the keychain under their origin, found again.

use audit::{Entry, EntryKind};
use consent::EndpointChange;
use domain::{ProviderId, now_ms};
use llm::{ApiKey, Endpoint, LlmError};
use secrets::Secret;
use url::Url;

use super::{checked_url, model_error, read_wire};
use crate::{
    Inner,
    api::{ApiError, ErrorCode},
};

impl Inner {
    /// Tries a key out by asking its endpoint for its models, after the log has a row about it. An endpoint that has no
    /// such list cannot refuse.
    ///
    /// # Errors
    /// The endpoint refuses the key, or does not answer.
    pub(crate) async fn try_key(
        &self,
        change: &EndpointChange,
        key: &Secret,
    ) -> Result<(), ApiError> {
        let base_url = checked_url(&change.base_url)?;
        self.audit
            .append(Entry {
                at_ms: now_ms(),
                kind: EntryKind::Secret,
                server: None,
                conversation: None,
                call: None,
                subject: key_name(&base_url),
                decision: Some("tried out".to_owned()),
                detail: "{}".to_owned(),
                content: None,
            })
            .await?;
        let endpoint = Endpoint {
            wire: read_wire(&change.wire),
            key: Some(ApiKey::new(key.clone(), &base_url)),
            base_url,
        };
        match self.llm.models(&endpoint).await {
            Ok(_)
            | Err(LlmError::Status {
                status: 404 | 405 | 501,
                ..
            }) => Ok(()),
            Err(LlmError::Status {
                status: 401 | 403, ..
            }) => {
                let message = "The endpoint refused this key. Nothing was kept.";
                Err(ApiError::new(ErrorCode::Model, message)
                    .hint("Look for missing or extra characters, and whether the key is for this provider."))
            }
            Err(error) => {
                let error = model_error(&error);
                let message = format!("The key could not be tried out. {}", error.message);
                Err(ApiError { message, ..error })
            }
        }
    }

    /// Keeps the key of an endpoint, under its origin.
    pub(crate) async fn keep_key(
        &self,
        id: ProviderId,
        base_url: &str,
        key: Secret,
    ) -> Result<(), ApiError> {
        let base_url = checked_url(base_url)?;
        Ok(self
            .keychain
            .provider(id)
            .set(&key_name(&base_url), &key)
            .await?)
    }

    pub(super) async fn has_key(&self, id: ProviderId, base_url: &Url) -> bool {
        matches!(
            self.keychain.provider(id).get(&key_name(base_url)).await,
            Ok(Some(_))
        )
    }
}

/// The keychain entry of a key: the origin is part of the name, so that another origin has no key.
pub(super) fn key_name(base_url: &Url) -> String {
    format!("key for {}", base_url.origin().ascii_serialization())
}

/// The same for an address as it is stored.
pub(crate) fn key_entry(base_url: &str) -> Option<String> {
    Url::parse(base_url).ok().map(|url| key_name(&url))
}
