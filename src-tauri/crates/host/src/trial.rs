//! Dry run of a call against the rules. No approval is requested, and nothing is stored or sent.

use std::collections::BTreeSet;

use approvals::{
    tool::reasons_of,
    wording::{condition_words, tier},
};
use consent::SchemaCheck;
use domain::{CallId, JsonObjectText, ServerId, ToolCall, now_ms};
use host_api::{ApiError, DecisionView, ErrorCode, TriedRuleView, TriedView, TryCall};
use messages::{Phrase, phrases};
use policy::{Decision, Labels, Mismatch, Request, evaluate};

use crate::inner::Host;

impl Host {
    /// Returns the decision on a call, the rules that apply to it, and why others do not. If a conversation is given, text of its
    /// earlier results is searched for.
    ///
    /// # Errors
    /// There is no such server or tool, or the arguments are not a JSON object.
    pub async fn try_call(&self, tried: TryCall) -> Result<TriedView, ApiError> {
        let inner = &self.inner;
        let invalid = |message: Phrase| ApiError::new(ErrorCode::Invalid, message);
        let server: ServerId = tried
            .server
            .parse()
            .map_err(|_| invalid(phrases::host_trial_no_server()))?;
        let (snapshot, connection) = inner.servers.ready(server)?;
        let definition = connection
            .tools
            .iter()
            .find(|t| t.tool.name == tried.tool)
            .ok_or_else(|| invalid(phrases::host_trial_no_tool()))?;
        let arguments = JsonObjectText::parse(&tried.arguments)
            .map_err(|e| invalid(phrases::host_trial_arguments(e.to_string())))?;
        let conversation = match &tried.conversation {
            Some(id) => Some(
                id.parse()
                    .map_err(|_| invalid(phrases::host_trial_no_conversation()))?,
            ),
            None => None,
        };
        let call = ToolCall {
            id: CallId::new(),
            tool: definition.tool.clone(),
            definition: definition.digest,
            launch: connection.launch,
            conversation,
            arguments,
        };
        let standing = inner.active_rules().await?;
        let held = inner.labels_of(&call).await?;
        let seen: BTreeSet<ServerId> = tried.seen.iter().filter_map(|id| id.parse().ok()).collect();
        let labels = Labels {
            present: held.present.union(&seen).copied().collect(),
            trusted_for_reading: inner.trusted(&standing),
            guard_off: inner.unguarded(&standing),
            ..held
        };
        let now = now_ms();
        let uses = inner.run_rules.uses();
        let request = Request {
            call: &call,
            claims: definition.annotations,
            user_tier: standing.tier(&call),
            trusted_to_read: inner.trusts_to_read(&standing, server, call.definition),
            walls: inner.walls(server),
            changed: inner.servers.is_changed(&call.tool),
            edited: false,
            suspended: inner.suspension.is_suspended(),
            unconfirmed: inner.is_unconfirmed(&standing, server),
            now_ms: now,
            uses: &uses,
        };
        let evaluation = evaluate(&standing.rules, &request, &labels);
        let mut rules = Vec::new();
        for (rule, record) in standing.rules.iter().zip(&standing.records) {
            let why = match rule.mismatch(&call, evaluation.tier, now) {
                // Expired rules, and rules for other servers or tools, are omitted.
                Some(Mismatch::Server | Mismatch::Tool | Mismatch::Ended) => continue,
                other => other,
            };
            rules.push(TriedRuleView {
                rule: inner.rule_view(record).await,
                applies: why.is_none(),
                why: why.map(|why| words(&why).into()).unwrap_or_default(),
            });
        }
        rules.sort_by_key(|rule| !rule.applies);
        let check = schema_check::check_arguments(&definition.input_schema, &call.arguments).await;
        let refused = match check {
            SchemaCheck::Broken(problems) => {
                Some(phrases::host_trial_misfit(problems.join("; ")).into())
            }
            SchemaCheck::Fits | SchemaCheck::NotChecked(_) => snapshot
                .record
                .tools_off
                .contains(&call.tool.name)
                .then(|| phrases::host_trial_tool_off().into()),
        };
        let (number, word) = tier(evaluation.tier);
        Ok(TriedView {
            decision: match evaluation.decision {
                Decision::Allow => DecisionView::Allow,
                Decision::Ask => DecisionView::Ask,
                Decision::Deny => DecisionView::Deny,
            },
            tier: number,
            tier_word: word,
            reasons: reasons_of(&evaluation, server, &inner.servers.tags()),
            rules,
            refused,
        })
    }
}

/// Describes why a rule does not apply to a call.
fn words(why: &Mismatch) -> Phrase {
    match why {
        Mismatch::Server => phrases::host_trial_server(),
        Mismatch::Tool => phrases::host_trial_tool(),
        Mismatch::Definition => phrases::host_trial_definition(),
        Mismatch::Launch => phrases::host_trial_launch(),
        Mismatch::Conversation => phrases::host_trial_conversation(),
        Mismatch::Ended => phrases::host_trial_ended(),
        Mismatch::Condition(condition) => phrases::host_trial_condition(condition_words(condition)),
        Mismatch::UsedUp => phrases::host_trial_used_up(),
        Mismatch::TooRisky => phrases::host_trial_too_risky(),
    }
}
