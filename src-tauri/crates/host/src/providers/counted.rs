//! Endpoints that this program cannot tell that it wrote. Nothing is sent to one until a person approves it, as when it is added.

use consent::{Consent, EndpointChange};
use domain::is_loopback;
use host_api::{ApiError, ErrorCode};
use messages::phrases;
use secrets::Keychain;
use store::{ProviderRecord, Providers};

use super::{
    keys::key_name,
    text::{checked_model, checked_url, not_found},
};
use crate::state::Provider;

/// Checks that a stored endpoint is as it was approved, and has a person approve it if it is not. Returns once it counts, and whether it was approved now.
///
/// # Errors
/// There is no such endpoint; it changed since it was read; it was not approved, or that could not be stored. Then nothing may be
/// sent to it.
pub(super) async fn ensure(
    providers: Providers<'_>,
    (consent, keychain): (&Consent, &Keychain),
    provider: &Provider,
) -> Result<bool, ApiError> {
    if let Some(counted) = providers.counted(provider.id).await? {
        return same(provider, &counted).map(|()| false);
    }
    let stored = providers.get(provider.id).await?.ok_or_else(not_found)?;
    let base_url = checked_url(&stored.base_url)?;
    let change = EndpointChange {
        provider: stored.id,
        name: stored.name.clone(),
        wire: stored.wire,
        base_url: base_url.to_string(),
        model: stored.model.clone(),
        models: stored.models.clone(),
        has_key: matches!(
            keychain.provider(stored.id).get(&key_name(&base_url)).await,
            Ok(Some(_))
        ),
        on_this_machine: is_loopback(&base_url),
    };
    let has_key = change.has_key;
    let allowed = consent.decide_named(change, false).await;
    let denied = |_| ApiError::new(ErrorCode::Denied, phrases::host_endpoint_unconfirmed());
    let change = allowed.map_err(denied)?.approved.into_payload();
    let approved = ProviderRecord {
        name: change.name,
        wire: change.wire,
        base_url: change.base_url,
        model: checked_model(&change.model)?,
        models: change.models,
        has_key,
        ..stored
    };
    // What is written is what was approved, whatever the file holds by now.
    providers.update(&approved).await?;
    same(provider, &approved).map(|()| true)
}

/// Whether what is about to be used is where the stored endpoint is.
fn same(provider: &Provider, stored: &ProviderRecord) -> Result<(), ApiError> {
    let base_url = checked_url(&stored.base_url)?;
    if base_url == provider.base_url && stored.wire == provider.wire {
        return Ok(());
    }
    Err(ApiError::new(
        ErrorCode::Denied,
        phrases::host_endpoint_unconfirmed(),
    ))
}
