//! The rules that apply now: those stored, and those of this run.

mod change;
mod grants;
mod page;
mod propose;
mod standing;
mod tried;

use std::collections::BTreeSet;

use domain::{ConversationId, ProviderId, RuleId, ServerId, ToolCall, ToolDefinition, now_ms};
use policy::{Decision, Evaluation, Labels, Request, Rule, evaluate};

use crate::{Inner, api::ApiError, flows::Past, lock};

pub(crate) use page::{condition, condition_words};
pub(crate) use standing::Kept;

/// What holds for this run only and is never stored.
#[derive(Debug, Default)]
pub(crate) struct Session {
    /// Rules of a command line.
    pub rules: Vec<Rule>,
    /// Model endpoints of a command line.
    pub providers: Vec<crate::providers::Provider>,
    /// What these were found to take.
    pub limits: std::collections::HashMap<ProviderId, store::EndpointLimits>,
    /// Endpoints that a command line allows results of tools to go to.
    pub outflow: BTreeSet<ProviderId>,
    /// Conversations whose tool results may go to an origin, as far as that was said in this run.
    pub cleared: BTreeSet<(ConversationId, String)>,
    /// Whether everything was stopped and rules do not allow until the user says so.
    pub suspended: bool,
    /// How often everything was stopped: a confirmation from before the last time resumes nothing.
    pub stops: u64,
    /// What was running when everything was stopped, until the user starts again.
    pub stopped: Option<crate::stopping::Rest>,
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
        let standing = self.what_stands().await?;
        let labels = Labels {
            trusted_for_reading: self.trusted(&standing),
            guard_off: self.unguarded(&standing),
            ..self.labels_of(call).await?
        };
        let mut session = lock(&self.session);
        let request = Request {
            call,
            claims: definition.annotations,
            user_tier: standing.tier(call),
            trusted_to_read: self.trusts_to_read(&standing, call.tool.server, call.definition),
            changed: self.is_changed(&call.tool),
            edited,
            suspended: session.suspended,
            now_ms: now_ms(),
        };
        let evaluation = if session.rules.is_empty() {
            evaluate(&standing.rules, &request, &labels)
        } else {
            let rules: Vec<Rule> = standing
                .rules
                .iter()
                .chain(&session.rules)
                .cloned()
                .collect();
            evaluate(&rules, &request, &labels)
        };
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
        let own_relaunched = past.given_by_another_launch(call.tool.server, call.launch);
        let found = past.found_in(call, &self.marked).await?;
        Ok(Labels {
            found,
            own_relaunched,
            ..labels
        })
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
            ..Labels::default()
        };
        Ok((labels, past))
    }

    /// Counts the use of stored rules, and has shown counts read again. Those of a command line are stored nowhere.
    pub(crate) async fn note_use(&self, used: &[RuleId]) {
        let mut counted = false;
        for id in used {
            let of_session = |rule: &Rule| rule.id() == *id;
            if lock(&self.session).rules.iter().any(of_session) {
                continue;
            }
            match self.store.rules().note_use(*id, now_ms()).await {
                Ok(()) => counted = true,
                Err(error) => tracing::debug!(%error, "the use of a rule could not be counted"),
            }
        }
        // The rules themselves are as they were: what is held of them in memory stays.
        if counted {
            self.emit(crate::api::Event::Rules);
        }
    }

    /// The user's name for a server.
    pub(crate) fn name_of(&self, server: ServerId) -> String {
        self.handle(server).map_or_else(
            |_| "a removed server".to_owned(),
            |h| h.snapshot().record.name.clone(),
        )
    }
}
