//! The active rules: the stored ones, and those of this run.

mod change;
mod enclosed;
mod grants;
mod page;
mod propose;
mod standing;

use domain::{ConversationId, RuleId, ServerId, ToolCall, ToolDefinition, now_ms};
use host_api::ApiError;
use policy::{Evaluation, Labels, Request, Uses};

use crate::{inner::Inner, ledger, state::Past, timed_rules};

/// How much a server may send to its hosts after another server's data was allowed to flow into it, until that is asked about again,
/// in bytes. A request takes a few KB; so much is a copy of something.
const SENT_PER_ANSWER: u64 = 1 << 20;

impl Inner {
    /// Evaluates a call against the rules and the labels of its conversation. A rule with a limited number of uses is decremented
    /// in the same step that lets it allow, so that concurrent calls cannot share a use.
    ///
    /// # Errors
    /// Rules or labels cannot be read; nothing may be sent.
    pub(crate) async fn evaluate(
        &self,
        call: &ToolCall,
        definition: &ToolDefinition,
        edited: bool,
    ) -> Result<Evaluation, ApiError> {
        let ended = timed_rules::end_if_behind(self.run_rules.clock(), &self.store).await?;
        if !ended.is_empty() {
            self.rules_changed();
        }
        for record in &ended {
            self.record_rule(ledger::RuleWord::Revoked, record).await;
        }
        let standing = self.active_rules().await?;
        let labels = Labels {
            trusted_for_reading: self.trusted(&standing),
            guard_off: self.unguarded(&standing),
            ..self.labels_of(call).await?
        };
        let request = Request {
            call,
            claims: definition.annotations,
            user_tier: standing.tier(call),
            trusted_to_read: self.trusts_to_read(&standing, call.tool.server, call.definition),
            walls: self.walls(call.tool.server),
            changed: self.servers.is_changed(&call.tool),
            edited,
            suspended: self.suspension.is_suspended(),
            unconfirmed: self.is_unconfirmed(&standing, call.tool.server),
            now_ms: self.run_rules.clock().now_ms(),
            uses: Uses::none(),
        };
        Ok(self.run_rules.evaluate(&standing.rules, &request, &labels))
    }

    /// Returns the labels of a call's conversation, including the servers whose text is in its arguments.
    ///
    /// # Errors
    /// They cannot be read; the caller must deny.
    pub(crate) async fn labels_of(&self, call: &ToolCall) -> Result<Labels, ApiError> {
        let (labels, past) = self.labels_and_past(call.conversation).await?;
        let own_relaunched = past.given_by_another_launch(call.tool.server, call.launch);
        let described = match call.conversation {
            Some(_) => self.flows.defined.of(self.servers.snapshots().iter()),
            None => Vec::new(),
        };
        let found = self.flows.found_in(past, described, call).await?;
        let standing = self.active_rules().await?;
        let carried = standing.carried_by(&labels.present, call.tool.server);
        Ok(Labels {
            found: found.data,
            described: found.definitions,
            own_relaunched,
            carried,
            ..labels
        })
    }

    /// Keeps whose data a server may hold once it gets this call: of every other server that the conversation contains data of, and
    /// of those whose data these hold.
    ///
    /// # Errors
    /// It cannot be stored; the call must not be sent.
    pub(crate) async fn note_carried(&self, call: &ToolCall) -> Result<(), ApiError> {
        let Some(conversation) = call.conversation else {
            return Ok(());
        };
        let to = call.tool.server;
        let present = self
            .flows
            .past_of(&self.store, conversation)
            .await?
            .servers();
        let standing = self.active_rules().await?;
        let carried = standing.carried_by(&present, to);
        let known = standing.carried.get(&to);
        let all = present.iter().chain(carried.keys());
        let new = all.filter(|from| **from != to && !known.is_some_and(|k| k.contains(from)));
        let new: Vec<_> = new.copied().collect();
        if !new.is_empty() {
            self.store.flow().carry(to, &new).await?;
            self.rules_changed();
        }
        Ok(())
    }

    /// Returns the servers whose data a server may hold.
    ///
    /// # Errors
    /// They cannot be read.
    pub(crate) async fn held_by(&self, server: ServerId) -> Result<Vec<ServerId>, ApiError> {
        let standing = self.active_rules().await?;
        let held = standing.carried.get(&server).into_iter().flatten();
        Ok(held.copied().collect())
    }

    /// Returns the servers whose data a conversation contains, the data flows the user allowed in it, and its earlier results.
    ///
    /// # Errors
    /// They cannot be read; the caller must deny.
    async fn labels_and_past(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<(Labels, Past), store::StoreError> {
        let Some(conversation) = conversation else {
            return Ok((Labels::default(), Past::default()));
        };
        let past = self.flows.past_of(&self.store, conversation).await?;
        let answers = self.store.flow().answers(conversation).await?;
        // What was allowed to flow into a server that could send nothing was not allowed to leave it.
        let still = |(answer, at_ms): &(store::FlowAnswer, i64)| {
            let opened = self.reach.opened(answer.to);
            opened.is_none_or(|opened| *at_ms > opened)
        };
        let pairs = |answers: Vec<&(store::FlowAnswer, i64)>| {
            let pairs = answers.into_iter();
            pairs.map(|(answer, _)| (answer.from, answer.to)).collect()
        };
        let spent = |(answer, at_ms): &&(store::FlowAnswer, i64)| {
            self.reach.sent_since(answer.to, *at_ms) > SENT_PER_ANSWER
        };
        let answers = answers.iter().filter(|answer| still(answer));
        let (spent, answered) = answers.partition(spent);
        let labels = Labels {
            present: past.servers(),
            answered: pairs(answered),
            spent: pairs(spent),
            ..Labels::default()
        };
        Ok((labels, past))
    }

    /// Counts the use of stored rules, and has the displayed counts refreshed. Rules of a command line are not stored.
    pub(crate) async fn note_use(&self, used: &[RuleId]) {
        let mut counted = false;
        for id in used {
            if self.run_rules.has(*id) {
                continue;
            }
            match self.store.rules().note_use(*id, now_ms()).await {
                Ok(()) => counted = true,
                Err(error) => tracing::debug!(%error, "the use of a rule could not be counted"),
            }
        }
        // The rules themselves are unchanged, so their copy in memory stays valid.
        if counted {
            self.emit(host_api::Event::Rules);
        }
    }
}
