//! The rules that apply now: those stored, and those of this run.

use std::collections::BTreeSet;

use consent::GrantScope;
use domain::{ConversationId, RuleId, ServerId, ToolCall, now_ms};
use policy::{Effect, Labels, Origin, Rule, Scope};
use store::{FlowAnswer, RuleEffect, RuleRecord};

use crate::{Inner, lock};

/// What holds for this run only and is never stored.
#[derive(Debug, Default)]
pub(crate) struct Session {
    /// Rules of a command line.
    pub rules: Vec<Rule>,
    /// Model endpoints of a command line.
    pub providers: Vec<crate::providers::Provider>,
}

impl Inner {
    /// Every rule that may apply to a call.
    ///
    /// # Errors
    /// The stored rules cannot be read: the caller must deny.
    pub(crate) async fn rules(&self) -> Result<Vec<Rule>, store::StoreError> {
        let mut rules: Vec<Rule> = self
            .store
            .rules()
            .list()
            .await?
            .into_iter()
            .map(read)
            .collect();
        rules.extend(lock(&self.session).rules.iter().cloned());
        Ok(rules)
    }

    /// Which servers' data a conversation holds, and which flows the user allowed in it.
    ///
    /// # Errors
    /// They cannot be read: the caller must deny.
    pub(crate) async fn labels(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<Labels, store::StoreError> {
        let Some(conversation) = conversation else {
            return Ok(Labels::default());
        };
        let present: BTreeSet<ServerId> = self
            .store
            .calls()
            .of_conversation(conversation)
            .await?
            .iter()
            .filter(|c| c.result.is_some())
            .filter_map(|c| c.server)
            .collect();
        let answers = self.store.flow().answers(conversation).await?;
        let answered = answers
            .into_iter()
            .map(|answer| (answer.from, answer.to))
            .collect();
        Ok(Labels {
            present,
            answered,
            trusted_for_reading: BTreeSet::new(),
        })
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

    /// Counts the use of rules; a rule of this run loses one of its uses.
    pub(crate) async fn note_use(&self, used: &[RuleId]) {
        for rule in lock(&self.session).rules.iter_mut() {
            match rule {
                Rule::Read {
                    id,
                    uses_left: Some(left),
                    ..
                } if used.contains(id) => *left = left.saturating_sub(1),
                Rule::Read { .. } | Rule::Unreadable { .. } => {}
            }
        }
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
