//! The rules that apply now: those stored, and those of this run.

use std::collections::BTreeSet;

use consent::GrantScope;
use domain::{ConversationId, ProviderId, RuleId, ServerId, ToolCall, ToolDefinition, now_ms};
use policy::{Decision, Effect, Evaluation, Labels, Origin, Request, Rule, Scope, evaluate};
use store::{FlowAnswer, RuleEffect, RuleRecord};

use crate::{Inner, api::ApiError, flows::Past, lock};

/// What holds for this run only and is never stored.
#[derive(Debug, Default)]
pub(crate) struct Session {
    /// Rules of a command line.
    pub rules: Vec<Rule>,
    /// Model endpoints of a command line.
    pub providers: Vec<crate::providers::Provider>,
    /// Endpoints that a command line allows results of tools to go to.
    pub outflow: BTreeSet<ProviderId>,
    /// Conversations whose tool results may go to an origin, as far as that was said in this run.
    pub cleared: BTreeSet<(ConversationId, String)>,
}

impl Session {
    /// Takes one use of each of these rules that counts its uses.
    fn spend(&mut self, used: &[RuleId]) {
        for rule in &mut self.rules {
            match rule {
                Rule::Read {
                    id,
                    uses_left: Some(left),
                    ..
                } if used.contains(id) => *left = left.saturating_sub(1),
                Rule::Read { .. } | Rule::Unreadable { .. } => {}
            }
        }
    }
}

impl Inner {
    /// Evaluates a call against the rules and the labels of its conversation. A rule with counted uses loses one in the
    /// same step that lets it allow: calls side by side cannot share it.
    ///
    /// # Errors
    /// Rules or labels cannot be read: nothing may be sent.
    pub(crate) async fn evaluate(
        &self,
        call: &ToolCall,
        definition: &ToolDefinition,
        edited: bool,
    ) -> Result<Evaluation, ApiError> {
        let stored = self.store.rules().list().await?;
        let mut rules: Vec<Rule> = stored.into_iter().map(read).collect();
        let labels = self.labels_of(call).await?;
        let request = Request {
            call,
            claims: definition.annotations,
            user_tier: None,
            changed: self.is_changed(&call.tool),
            edited,
        };
        let mut session = lock(&self.session);
        rules.extend(session.rules.iter().cloned());
        let evaluation = evaluate(&rules, &request, &labels);
        if evaluation.decision == Decision::Allow {
            session.spend(&evaluation.matched_rules);
        }
        Ok(evaluation)
    }

    /// The labels of a call's conversation, with whose text stands in its arguments.
    ///
    /// # Errors
    /// They cannot be read: the caller must deny.
    async fn labels_of(&self, call: &ToolCall) -> Result<Labels, ApiError> {
        let (labels, past) = self.labels_and_past(call.conversation).await?;
        let found = past.found_in(call, &self.marked).await?;
        Ok(Labels { found, ..labels })
    }

    /// Which servers' data a conversation holds, which flows the user allowed in it, and what was given.
    ///
    /// # Errors
    /// They cannot be read: the caller must deny.
    async fn labels_and_past(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<(Labels, Past), store::StoreError> {
        let Some(conversation) = conversation else {
            return Ok((Labels::default(), Past::default()));
        };
        let past = self.past_of(conversation).await?;
        let answers = self.store.flow().answers(conversation).await?;
        let answered = answers
            .into_iter()
            .map(|answer| (answer.from, answer.to))
            .collect();
        let labels = Labels {
            present: past.servers(),
            answered,
            trusted_for_reading: BTreeSet::new(),
            found: BTreeSet::new(),
        };
        Ok((labels, past))
    }

    /// Keeps what a person allowed beyond this one call: the grant, and the flows it answered.
    pub(crate) async fn keep_grant(&self, call: &ToolCall, flows: &[ServerId], scope: GrantScope) {
        let (GrantScope::Conversation, Some(conversation)) = (scope, call.conversation) else {
            return;
        };
        for from in flows {
            if let Err(error) = self
                .store
                .flow()
                .add_answer(FlowAnswer {
                    conversation,
                    from: *from,
                    to: call.tool.server,
                })
                .await
            {
                tracing::warn!(%error, "an allowed flow could not be stored");
            }
        }
        let record = RuleRecord {
            id: RuleId::new(),
            effect: RuleEffect::Allow,
            server: call.tool.server,
            tool: Some(call.tool.name.clone()),
            definition: Some(call.definition),
            launch: Some(call.launch),
            conversation: Some(conversation),
            origin: text(Origin::Answer),
            created_ms: now_ms(),
            revoked_ms: None,
            use_count: 0,
            last_used_ms: None,
        };
        if let Err(error) = self.store.rules().add(&record).await {
            tracing::warn!(%error, "a grant could not be stored");
        }
    }

    /// Counts the use of stored rules.
    pub(crate) async fn note_use(&self, used: &[RuleId]) {
        for id in used {
            if let Err(error) = self.store.rules().note_use(*id, now_ms()).await {
                tracing::debug!(%error, "the use of a rule could not be counted");
            }
        }
    }
}

fn text<T: serde::Serialize>(value: T) -> String {
    serde_json::to_value(value)
        .ok()
        .and_then(|v| v.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// A stored rule; one whose origin is unknown denies.
fn read(record: RuleRecord) -> Rule {
    let Ok(origin) = serde_json::from_value(serde_json::Value::String(record.origin)) else {
        return Rule::Unreadable {
            id: record.id,
            server: Some(record.server),
        };
    };
    Rule::Read {
        id: record.id,
        effect: match record.effect {
            RuleEffect::Deny => Effect::Deny,
            RuleEffect::Ask => Effect::Ask,
            RuleEffect::Allow => Effect::Allow,
        },
        scope: Scope {
            server: record.server,
            tool: record.tool,
            definition: record.definition,
            launch: record.launch,
            conversation: record.conversation,
        },
        origin,
        uses_left: None,
    }
}
