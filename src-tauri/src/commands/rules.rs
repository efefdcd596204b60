//! Saved permissions. A change that widens authority waits for the consent window.

use host_api::{ApiError, EffectView, ProposedRule, RuleView, RulesView, TriedView, TryCall};
use tauri::AppHandle;

use crate::{
    commands::held::{Held, host, id},
    windows,
};

/// Returns all active permissions.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rules(held: Held<'_>) -> Result<RulesView, ApiError> {
    host(&held).rules().await
}

/// Returns one rule, revoked or not.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rule(held: Held<'_>, rule: String) -> Result<RuleView, ApiError> {
    host(&held).rule(id(&rule)?).await
}

/// Has stored permissions confirmed in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn permissions_review(app: AppHandle, held: Held<'_>) -> Result<(), ApiError> {
    windows::raise_consent(&app);
    host(&held).review_permissions().await
}

/// Creates rules. Rules that allow are confirmed in the consent window first.
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

/// Revokes a rule. Revoking one that denies or requires approval is confirmed in the consent window first.
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

/// Restores a revoked rule. Restoring one that allows is confirmed in the consent window first.
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

/// Evaluates a call as a dry run. Nothing is sent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rule_try(held: Held<'_>, tried: TryCall) -> Result<TriedView, ApiError> {
    host(&held).try_call(tried).await
}

/// Overrides the tier of a tool, or removes the override. A lower tier is confirmed in the consent window first.
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

/// Deletes a void tier override.
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

/// Marks a server's data as harmless to read after confirmation in the consent window, or removes the mark at once.
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

/// Switches the flow guard between two servers on, or off after confirmation in the consent window.
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

/// Unmutes a server in a conversation: its calls request approval again.
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

/// Ends the suspension of rules after the kill switch, with confirmation in the consent window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rules_resume(app: AppHandle, held: Held<'_>) -> Result<(), ApiError> {
    windows::raise_consent(&app);
    host(&held).resume_rules().await
}
