//! Preparation of a requested call: resolution of the tool, validation of the arguments, policy evaluation.

use consent::{Offers, SchemaCheck, ToolApproval};
use domain::{JsonObjectText, ToolCall, ToolOutcome};
use messages::{Text, phrases};
use policy::Decision;
use store::CallState;

use super::{
    call::{Asked, CallRequest, End},
    offered::{offered, unchanged},
};
use crate::{catalog::Entry, inner::Inner};

/// The result of preparing a requested call.
pub(super) enum Prepared {
    /// The approval of the call.
    Asks(Box<ToolApproval>),
    /// The tool's definition is new or changed, which needs an approval first.
    Changed,
}

/// Prepares a requested call: returns its approval, or its end without one.
pub(super) async fn begin_to_ask(
    inner: &Inner,
    wish: &CallRequest,
) -> Result<(Entry, Prepared), End> {
    let entry = match &wish.target {
        Asked::Tool(entry) => Entry::clone(entry),
        Asked::Answered(outcome) => return Err(End::answered(ToolOutcome::clone(outcome))),
        Asked::Failed(why) => return Err(End::new(CallState::Failed, why.clone())),
    };
    let prepared = prepare(inner, wish, &entry).await?;
    Ok((entry, prepared))
}

/// Prepares a requested call with the tool's definition in `entry`.
pub(super) async fn prepare(
    inner: &Inner,
    wish: &CallRequest,
    entry: &Entry,
) -> Result<Prepared, End> {
    let failed = |reason: Text| End::new(CallState::Failed, reason);
    let tool = &entry.definition.tool;
    if inner.servers.is_changed(tool) || inner.servers.is_new(tool) {
        // No approval is requested for a call that could not be sent anyway.
        let offered = offered(inner, tool, entry.launch, wish.conversation).await;
        offered.map_err(&failed)?;
        return Ok(Prepared::Changed);
    }
    if wish.conversation.is_some() && !entry.definition.is_for_models() {
        return Err(failed(phrases::host_call_not_for_models().into()));
    }
    let text = if wish.arguments.trim().is_empty() {
        "{}"
    } else {
        &wish.arguments
    };
    let arguments = JsonObjectText::parse(text)
        .map_err(|e| failed(phrases::host_call_arguments(e.to_string()).into()))?;
    let check = schema_check::check_arguments(&entry.definition.input_schema, &arguments).await;
    if let SchemaCheck::Broken(problems) = &check {
        let reason = phrases::host_call_misfit(problems.join("; "));
        return Err(failed(reason.into()));
    }
    let call = ToolCall {
        id: wish.id,
        tool: entry.definition.tool.clone(),
        definition: entry.definition.digest,
        launch: entry.launch,
        conversation: wish.conversation,
        arguments: arguments.clone(),
    };
    unchanged(inner, &call).await.map_err(&failed)?;
    inner.expect_walls(call.tool.server).await;
    let evaluation = inner
        .evaluate(&call, &entry.definition, false)
        .await
        .map_err(|e| failed(e.message))?;
    let offers = match evaluation.decision {
        Decision::Ask => inner.offers(&call, &evaluation).await,
        Decision::Allow | Decision::Deny => Ok(Offers::default()),
    };
    let alone =
        evaluation.decision == Decision::Ask && inner.servers.needs_a_look(&entry.definition);
    Ok(Prepared::Asks(Box::new(ToolApproval {
        alone,
        offers: offers.map_err(|e| failed(e.message))?,
        call,
        asked: arguments,
        definition: entry.definition.clone(),
        evaluation,
        schema: check,
        asked_by: wish.asked_by.clone(),
    })))
}
