//! Rules that a person creates directly, not by answering an approval request.

use consent::{GRANT_MINUTES, NewRule, Widening};
use domain::{RuleId, ServerId};
use host_api::{ApiError, EffectView, ErrorCode, ProposedCondition, ProposedRule, TestView};
use messages::{Phrase, phrases};
use policy::{Condition, Effect, Origin, Test};
use store::{RuleEffect, RuleRecord};

use super::grants::blank;
use crate::{
    inner::{Host, Inner},
    ledger,
};

/// Maximum number of rules created at once.
const MAX_TOGETHER: usize = 64;
/// Maximum number of conditions of a rule.
const MAX_CONDITIONS: usize = 8;
/// Maximum length of a condition's text, in bytes.
const MAX_TEXT: usize = 4_096;

impl Host {
    /// Creates rules. A rule that denies or requires approval takes effect at once. A rule that allows takes effect after a person
    /// confirmed it, for each tool's current definition.
    ///
    /// # Errors
    /// There is no such server, tool or conversation; a condition is invalid; it was not confirmed, or could not be stored: then
    /// nothing changed.
    pub async fn propose_rule(&self, proposed: ProposedRule) -> Result<Vec<RuleId>, ApiError> {
        let inner = &self.inner;
        let server: ServerId = proposed
            .server
            .parse()
            .map_err(|_| invalid(phrases::host_rule_no_server()))?;
        inner.servers.handle(server)?;
        let rules = inner.read_proposal(server, &proposed)?;
        if proposed.effect == EffectView::Allow {
            inner
                .confirm(Some(server), Widening::Rules(rules.clone()))
                .await?;
        }
        inner.make(server, rules).await
    }
}

impl Inner {
    fn read_proposal(
        &self,
        server: ServerId,
        proposed: &ProposedRule,
    ) -> Result<Vec<NewRule>, ApiError> {
        if proposed.tools.len() > MAX_TOGETHER || proposed.when.len() > MAX_CONDITIONS {
            let message = phrases::host_rule_too_large(MAX_CONDITIONS, MAX_TOGETHER);
            return Err(invalid(message));
        }
        let conversation = match &proposed.conversation {
            Some(id) => Some(
                id.parse()
                    .map_err(|_| invalid(phrases::host_rule_no_conversation()))?,
            ),
            None => None,
        };
        let when: Vec<Condition> = proposed
            .when
            .iter()
            .map(read_condition)
            .collect::<Result<_, _>>()?;
        if proposed
            .minutes
            .is_some_and(|minutes| !GRANT_MINUTES.contains(&minutes))
        {
            return Err(invalid(phrases::host_rule_durations()));
        }
        let effect = match proposed.effect {
            EffectView::Allow => Effect::Allow,
            EffectView::Ask => Effect::Ask,
            EffectView::Deny => Effect::Deny,
        };
        let rule = |tool: Option<String>| NewRule {
            effect,
            tool,
            definition: None,
            launch: None,
            conversation,
            minutes: proposed.minutes,
            when: when.clone(),
        };
        let sums = when.iter().any(|one| matches!(one.test, Test::Sum { .. }));
        if sums && effect != Effect::Allow {
            return Err(invalid(phrases::host_rule_sum_allows()));
        }
        if effect != Effect::Allow {
            // It applies whatever the tool's definition becomes.
            let tools = proposed.tools.iter().map(|tool| rule(Some(tool.clone())));
            let all = proposed.tools.is_empty().then(|| rule(None));
            return Ok(tools.chain(all).collect());
        }
        if proposed.tools.is_empty() {
            return Err(invalid(phrases::host_rule_names_tools()));
        }
        let snapshot = self.servers.handle(server)?.snapshot();
        let offered = match snapshot.offered() {
            Some(offered) => offered,
            None => return Err(self.servers.not_ready(&snapshot.record.name)),
        };
        let bound = |tool: &String| {
            let definition = offered.tools.iter().find(|t| t.tool.name == *tool);
            let definition = definition
                .ok_or_else(|| invalid(phrases::host_rule_tool_unknown(domain::visible(tool))))?;
            Ok(NewRule {
                definition: Some(offered.pins.accepted(definition).digest),
                launch: Some(offered.launch),
                ..rule(Some(tool.clone()))
            })
        };
        proposed.tools.iter().map(bound).collect()
    }

    /// Stores rules, those of several tools as one batch.
    async fn make(&self, server: ServerId, rules: Vec<NewRule>) -> Result<Vec<RuleId>, ApiError> {
        let batch = (rules.len() > 1).then(|| RuleId::new().to_string());
        let mut made = Vec::new();
        let now = self.run_rules.clock().now_ms();
        for rule in rules {
            let effect = match rule.effect {
                Effect::Allow => RuleEffect::Allow,
                Effect::Ask => RuleEffect::Ask,
                Effect::Deny => RuleEffect::Deny,
            };
            let record = RuleRecord {
                tool: rule.tool,
                definition: rule.definition,
                launch: rule.launch,
                conversation: rule.conversation,
                until_ms: rule
                    .minutes
                    .map(|minutes| now + i64::from(minutes) * 60_000),
                batch: batch.clone(),
                ..blank(server, effect, Origin::Person, &rule.when)
            };
            let stored = self.store.rules().add(&record).await;
            self.rules_changed();
            stored?;
            if record.until_ms.is_some() {
                crate::timed_rules::keep(self.run_rules.clock(), &self.store).await?;
            }
            made.push(record.id);
            self.record_rule(ledger::RuleWord::Made, &record).await;
        }
        Ok(made)
    }
}

fn read_condition(proposed: &ProposedCondition) -> Result<Condition, ApiError> {
    let value = proposed.value.trim().to_owned();
    if proposed.argument.len() > MAX_TEXT || value.len() > MAX_TEXT {
        return Err(invalid(phrases::host_rule_condition_long(MAX_TEXT)));
    }
    let test = match proposed.test {
        TestView::Under => Test::Under { folder: value },
        TestView::At => Test::At {
            host: value.to_ascii_lowercase(),
        },
        TestView::AtMost => Test::AtMost { most: value },
        TestView::Sum => Test::Sum { most: value },
        TestView::Is => Test::Is { value },
    };
    let condition = Condition {
        argument: proposed.argument.clone(),
        test,
    };
    if condition.argument.is_empty() || !condition.is_sound() {
        let argument = domain::visible(&condition.argument);
        return Err(invalid(match proposed.test {
            TestView::Under => phrases::host_rule_wants_under(argument),
            TestView::At => phrases::host_rule_wants_at(argument),
            TestView::AtMost | TestView::Sum => phrases::host_rule_wants_most(argument),
            TestView::Is => phrases::host_rule_wants_is(argument),
        }));
    }
    Ok(condition)
}

fn invalid(message: Phrase) -> ApiError {
    ApiError::new(ErrorCode::Invalid, message)
}
