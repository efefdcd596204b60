//! What the user decided to last. What widens waits for the consent window.

use host::api::{ApiError, EffectView, ProposedRule, RuleView, RulesView, TriedView, TryCall};
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host, id},
    windows,
};

/// Everything that stands.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rules(held: Held<'_>) -> Result<RulesView, ApiError> {
    host(&held).rules().await
}

/// One rule, revoked or not.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rule(held: Held<'_>, rule: String) -> Result<RuleView, ApiError> {
    host(&held).rule(id(&rule)?).await
}

/// Makes rules. What allows is confirmed in the consent window first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rule_propose(
    app: AppHandle,
    held: Held<'_>,
    proposed: ProposedRule,
) -> Result<Vec<String>, ApiError> {
    if proposed.effect == EffectView::Allow {
        windows::raise_consent(&app);
    }
    let made = host(&held).propose_rule(proposed).await?;
    Ok(made.iter().map(ToString::to_string).collect())
}

/// Revokes a rule. That one that denies or asks goes is confirmed in the consent window first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rule_revoke(
    app: AppHandle,
    held: Held<'_>,
    rule: String,
) -> Result<(), ApiError> {
    let rule = id(&rule)?;
    if host(&held).rule(rule).await?.effect != EffectView::Allow {
        windows::raise_consent(&app);
    }
    host(&held).revoke_rule(rule).await
}

/// Takes a revocation back. That one that allows holds again is confirmed in the consent window first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rule_restore(
    app: AppHandle,
    held: Held<'_>,
    rule: String,
) -> Result<(), ApiError> {
    let rule = id(&rule)?;
    if host(&held).rule(rule).await?.effect == EffectView::Allow {
        windows::raise_consent(&app);
    }
    host(&held).restore_rule(rule).await
}

/// Tells what a call would meet. Nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rule_try(held: Held<'_>, tried: TryCall) -> Result<TriedView, ApiError> {
    host(&held).try_call(tried).await
}

/// Gives a tool a tier, or takes it back. A lower one is confirmed in the consent window first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn tool_tier(
    held: Held<'_>,
    server: String,
    tool: String,
    tier: Option<u32>,
) -> Result<(), ApiError> {
    host(&held).set_tier(id(&server)?, &tool, tier).await
}

/// Forgets a tier that covers nothing any more.
#[tauri::command]
#[specta::specta]
pub(crate) async fn tier_forget(
    held: Held<'_>,
    server: String,
    tool: String,
    definition: String,
) -> Result<(), ApiError> {
    host(&held)
        .forget_tier(id(&server)?, &tool, id(&definition)?)
        .await
}

/// Marks what a server gives as harmless to read, once confirmed in the consent window, or no longer.
#[tauri::command]
#[specta::specta]
pub(crate) async fn server_trust(
    app: AppHandle,
    held: Held<'_>,
    server: String,
    trusted: bool,
) -> Result<(), ApiError> {
    if trusted {
        windows::raise_consent(&app);
    }
    host(&held).set_trusted(id(&server)?, trusted).await
}

/// Switches the guard between two servers on, or off once confirmed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pair_guard(
    app: AppHandle,
    held: Held<'_>,
    from: String,
    to: String,
    on: bool,
) -> Result<(), ApiError> {
    if !on {
        windows::raise_consent(&app);
    }
    host(&held).set_guard(id(&from)?, id(&to)?, on).await
}

/// Asks again for a server that is muted in a conversation.
#[tauri::command]
#[specta::specta]
pub(crate) fn server_unmute(
    held: Held<'_>,
    conversation: String,
    server: String,
) -> Result<(), ApiError> {
    host(&held).unmute(id(&conversation)?, id(&server)?);
    Ok(())
}

/// Lets rules allow again after everything was stopped, once confirmed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rules_resume(app: AppHandle, held: Held<'_>) -> Result<(), ApiError> {
    windows::raise_consent(&app);
    host(&held).resume_rules().await
}
