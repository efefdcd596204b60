//! API keys of endpoints: verified, and stored in the keychain by origin.

use consent::EndpointChange;
use domain::ProviderId;
use host_api::{ApiError, ErrorCode};
use llm::{ApiKey, Endpoint, LlmError};
use messages::phrases;
use secrets::Secret;
use url::Url;

use super::{failure::model_error, text::checked_url};
use crate::{inner::Inner, ledger};

impl Inner {
    /// Requests the model list of an endpoint that is about to be added, after writing a row about it to the log. Returns none if
    /// the endpoint has no model list. The request also verifies the key; an endpoint without a list cannot refuse one.
    ///
    /// # Errors
    /// The endpoint refuses the key or requires one, or does not answer.
    pub(crate) async fn models_of(
        &self,
        change: &EndpointChange,
        key: Option<&Secret>,
    ) -> Result<Option<Vec<String>>, ApiError> {
        let base_url = checked_url(&change.base_url)?;
        let subject = match key {
            Some(_) => key_name(&base_url),
            None => change.name.clone(),
        };
        let event = ledger::Event::Models { key: key.is_some() };
        ledger::record(&self.audit, ledger::About::of(subject), event).await?;
        let endpoint = Endpoint {
            wire: change.wire,
            key: key.map(|key| ApiKey::new(key.clone(), &base_url)),
            base_url,
        };
        match self.llm.models(&endpoint).await {
            Ok(models) => Ok(Some(models.into_iter().map(|model| model.id).collect())),
            Err(LlmError::Status {
                status: 404 | 405 | 501,
                ..
            }) => Ok(None),
            Err(error) if error.wants_another_key() && key.is_none() => {
                Err(ApiError::new(ErrorCode::Key, phrases::host_key_needed())
                    .hint(phrases::host_key_needed_hint()))
            }
            Err(LlmError::Status {
                status: 401 | 403, ..
            }) => Err(ApiError::new(ErrorCode::Key, phrases::host_key_refused())
                .hint(phrases::host_key_refused_hint())),
            Err(error) => {
                let error = model_error(&error);
                let message = match key {
                    Some(_) => phrases::host_key_untested(&error.message),
                    None => phrases::host_models_unlisted(&error.message),
                };
                Err(ApiError {
                    message: message.into(),
                    ..error
                })
            }
        }
    }

    /// Returns the stored key of an endpoint that is about to be changed.
    pub(crate) async fn kept_key(
        &self,
        id: ProviderId,
        base_url: &str,
    ) -> Result<Option<Secret>, ApiError> {
        let base_url = checked_url(base_url)?;
        let keychain = self.keychain.provider(id);
        Ok(keychain.get(&key_name(&base_url)).await?)
    }

    /// Stores the key of an endpoint under its origin.
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

/// Returns the keychain entry of a key. The origin is part of the name, so that another origin has no key.
pub(super) fn key_name(base_url: &Url) -> String {
    format!("key for {}", base_url.origin().ascii_serialization())
}

/// Returns the keychain entry for a base URL as stored.
pub(crate) fn key_entry(base_url: &str) -> Option<String> {
    Url::parse(base_url).ok().map(|url| key_name(&url))
}
