//! Scopes of an allow beyond the single call, and their storage.

use consent::{GrantScope, Offers, ReadingTool, ToolApproval};
use domain::{DefinitionDigest, LaunchDigest, RuleId, ServerId, ToolCall, ToolDefinition, now_ms};
use host_api::ApiError;
use policy::{Condition, Evaluation, Origin, Reason, Tier, claims_to_read, conditions_for};
use store::{FlowAnswer, RuleEffect, RuleRecord, Trusted, Unguarded};

use crate::{inner::Inner, ledger};

/// Maximum number of tools in one answer.
const MAX_TOOLS: usize = 64;

impl Inner {
    /// Returns the scopes that may be offered beyond the requested call. A call outside a conversation has none. Data flow across
    /// servers is limited to this conversation, unless the called server keeps what it is given. A destructive tool, or a rule that requires approval each time, is limited to this
    /// call.
    ///
    /// # Errors
    /// The active permissions cannot be read.
    pub(crate) async fn offers(
        &self,
        call: &ToolCall,
        evaluation: &Evaluation,
    ) -> Result<Offers, ApiError> {
        let reading = self.reading_beside(call, evaluation).await?;
        if call.conversation.is_none() {
            return Ok(Offers {
                reading,
                ..Offers::default()
            });
        }
        if evaluation.reasons.contains(&Reason::Unconfirmed) {
            return Ok(Offers::default());
        }
        if over_budget(evaluation).is_some() {
            return Ok(Offers {
                conversation: true,
                ..Offers::default()
            });
        }
        let asked = |reason: &Reason| matches!(reason, Reason::AskedByRule { .. });
        let guarded = evaluation.flows_from().next().is_some();
        let once_each = evaluation.reasons.iter().any(asked);
        let destructive = evaluation.tier == Tier::T4;
        let always = !guarded && !once_each && !destructive;
        if !always {
            let each_time = |reason: &Reason| {
                matches!(
                    reason,
                    Reason::Relaunched { .. } | Reason::CarriesDefinition { .. }
                )
            };
            // Data may always reach a server that can send it nowhere.
            let stays = guarded
                && !once_each
                && !destructive
                && !evaluation.reasons.iter().any(each_time)
                && self.keeps_data(call.tool.server);
            // A destructive tool requires approval each time, as soon as its server returned anything to the conversation.
            let asks_again = destructive
                && !self
                    .trusted(&*self.active_rules().await?)
                    .contains(&call.tool.server);
            return Ok(Offers {
                conversation: !once_each && !asks_again,
                always: stays,
                reading,
                ..Offers::default()
            });
        }
        Ok(Offers {
            conversation: true,
            always,
            when: conditions_for(&call.arguments),
            tools: self.tools_beside(call).await?,
            reading,
        })
    }

    /// Returns the tools of the call's server that would count as reading if its annotations are trusted: accepted tools that
    /// declare it. Returns none unless the called tool is one of them and not trusted yet, and no guard applies to the call.
    async fn reading_beside(
        &self,
        call: &ToolCall,
        evaluation: &Evaluation,
    ) -> Result<Vec<ReadingTool>, ApiError> {
        let guarded = evaluation.flows_from().next().is_some();
        if guarded || self.launch_of(call.tool.server) != Some(call.launch) {
            return Ok(Vec::new());
        }
        let standing = self.active_rules().await?;
        let trusted = self.trusts_to_read(&standing, call.tool.server, call.definition);
        if trusted || standing.tier(call).is_some() {
            return Ok(Vec::new());
        }
        let reading = self.reading_of(call.tool.server);
        let asked = reading
            .iter()
            .any(|tool| tool.definition == call.definition);
        Ok(if asked { reading } else { Vec::new() })
    }

    /// Returns the accepted tools of a server that declare that they only read.
    pub(super) fn reading_of(&self, server: ServerId) -> Vec<ReadingTool> {
        let snapshot = self.servers.handle(server).map(|handle| handle.snapshot());
        let snapshot = snapshot.ok();
        let offered = snapshot.as_ref().and_then(|s| s.offered());
        let tools = offered.iter().flat_map(|c| {
            let unchanged = |t: &&ToolDefinition| {
                c.pins.changed(&t.tool.name).is_none() && c.pins.is_accepted(&t.tool.name)
            };
            c.tools.iter().filter(unchanged)
        });
        tools
            .filter(|tool| claims_to_read(&tool.annotations))
            .map(|tool| ReadingTool {
                name: tool.tool.name.clone(),
                definition: tool.digest,
            })
            .collect()
    }

    /// Stores trust in a server's annotations for reading, for the launch and the tools that were shown.
    pub(crate) async fn keep_trust(
        &self,
        server: ServerId,
        launch: LaunchDigest,
        reading: &[ReadingTool],
    ) -> Result<(), store::StoreError> {
        let trusted = Trusted {
            server,
            launch,
            reading: reading.iter().map(|tool| tool.definition).collect(),
            created_ms: now_ms(),
        };
        self.store.flow().trust(trusted).await?;
        self.rules_changed();
        let event = ledger::Event::Trusted {
            launch,
            reading: reading.iter().map(|tool| tool.name.clone()).collect(),
        };
        let about = ledger::About::server(server, self.servers.name(server));
        self.record_change(about, event).await;
        Ok(())
    }

    /// Returns the tools of a call's server that may be allowed with it for a limited time. Disabled and changed tools are
    /// excluded, and tools that can destroy, run or spend.
    async fn tools_beside(&self, call: &ToolCall) -> Result<Vec<String>, ApiError> {
        let standing = self.active_rules().await?;
        let snapshot = self.servers.handle(call.tool.server)?.snapshot();
        let Some(offered) = snapshot.offered() else {
            return Ok(Vec::new());
        };
        let fits = |tool: &&ToolDefinition| {
            self.tier_now(&standing, tool) < Tier::T4
                && !snapshot.record.tools_off.contains(&tool.tool.name)
                && offered.pins.changed(&tool.tool.name).is_none()
                // Its unusual text is seen with its own call.
                && (tool.tool == call.tool || !self.servers.needs_a_look(tool))
        };
        let tools = offered.tools.iter().filter(fits);
        let mut names: Vec<String> = tools.map(|tool| tool.tool.name.clone()).collect();
        // The requested tool comes first.
        names.sort_by_key(|name| (*name != call.tool.name, name.clone()));
        names.truncate(MAX_TOOLS);
        Ok(names)
    }

    /// Stores what a person allowed beyond this call: the grant, and the data flows it approved.
    pub(crate) async fn keep_grant(&self, q: &ToolApproval, scope: &GrantScope) {
        let call = &q.call;
        if let (GrantScope::Conversation, Some(rule)) = (scope, over_budget(&q.evaluation)) {
            self.run_rules.renew(rule);
            return;
        }
        let one = |when: Vec<Condition>| {
            vec![Granted {
                tool: call.tool.name.clone(),
                definition: call.definition,
                when,
            }]
        };
        let mut until_ms = None;
        let (granted, conversation) = match scope {
            GrantScope::Once | GrantScope::Run => return,
            GrantScope::Conversation => (one(Vec::new()), call.conversation),
            GrantScope::Standing => (one(Vec::new()), None),
            GrantScope::Where(at) => match q.offers.when.get(*at) {
                Some(condition) => (one(vec![condition.clone()]), None),
                None => return,
            },
            GrantScope::Tools { tools, minutes } => {
                let now = self.run_rules.clock().now_ms();
                until_ms = Some(now + i64::from(*minutes) * 60_000);
                (self.named(call, tools), None)
            }
        };
        if let (GrantScope::Conversation, Some(conversation)) = (scope, call.conversation) {
            self.keep_flows(conversation, q.evaluation.data_from(), call.tool.server)
                .await;
        }
        if let GrantScope::Standing = scope {
            self.keep_offline_flows(q).await;
        }
        let batch = (granted.len() > 1).then(|| RuleId::new().to_string());
        for grant in granted {
            let record = RuleRecord {
                conversation,
                until_ms,
                batch: batch.clone(),
                ..grant.record(call.tool.server, call.launch, Origin::Answer)
            };
            if let Err(error) = self.store.rules().add(&record).await {
                tracing::warn!(%error, "a grant could not be stored");
            }
        }
        self.rules_changed();
        if until_ms.is_some()
            && let Err(error) = crate::timed_rules::keep(self.run_rules.clock(), &self.store).await
        {
            tracing::warn!(%error, "the time of a grant could not be stored");
        }
    }

    /// Stores that these flows are allowed in all conversations, while the called server can send nothing.
    async fn keep_offline_flows(&self, q: &ToolApproval) {
        for from in q.evaluation.data_from() {
            let Some(launch) = self.launch_of(from) else {
                continue;
            };
            let pair = Unguarded {
                from: (from, launch),
                to: (q.call.tool.server, q.call.launch),
                offline: true,
                created_ms: now_ms(),
            };
            if let Err(error) = self.store.flow().unguard(pair).await {
                tracing::warn!(%error, "an allowed flow could not be stored");
            }
        }
    }

    async fn keep_flows(
        &self,
        conversation: domain::ConversationId,
        from: impl Iterator<Item = ServerId>,
        to: ServerId,
    ) {
        self.reach.mark(to);
        for from in from {
            let answer = FlowAnswer {
                conversation,
                from,
                to,
            };
            if let Err(error) = self.store.flow().add_answer(answer).await {
                tracing::warn!(%error, "an allowed flow could not be stored");
            }
        }
    }

    /// Returns the named tools with their current, accepted definitions, if the server is the one in the approval.
    fn named(&self, call: &ToolCall, tools: &[String]) -> Vec<Granted> {
        let snapshot = self.servers.handle(call.tool.server).map(|h| h.snapshot());
        let snapshot = snapshot.ok();
        let offered = snapshot.as_ref().and_then(|s| s.offered());
        let same = offered.filter(|offered| offered.launch == call.launch);
        let known = same.iter().flat_map(|offered| {
            let tools = offered.tools.iter();
            tools.filter(|tool| offered.pins.changed(&tool.tool.name).is_none())
        });
        known
            .filter(|tool| tools.contains(&tool.tool.name))
            .map(|tool| Granted {
                tool: tool.tool.name.clone(),
                definition: tool.digest,
                when: Vec::new(),
            })
            .collect()
    }
}

/// A tool that is allowed from now on.
pub(super) struct Granted {
    pub tool: String,
    pub definition: DefinitionDigest,
    pub when: Vec<Condition>,
}

impl Granted {
    pub fn record(self, server: ServerId, launch: LaunchDigest, origin: Origin) -> RuleRecord {
        RuleRecord {
            tool: Some(self.tool),
            definition: Some(self.definition),
            launch: Some(launch),
            ..blank(server, RuleEffect::Allow, origin, &self.when)
        }
    }
}

/// Returns a rule for all tools of a server, as a template.
pub(super) fn blank(
    server: ServerId,
    effect: RuleEffect,
    origin: Origin,
    when: &[Condition],
) -> RuleRecord {
    RuleRecord {
        id: RuleId::new(),
        effect,
        server,
        tool: None,
        definition: None,
        launch: None,
        conversation: None,
        origin: word(origin),
        created_ms: now_ms(),
        revoked_ms: None,
        until_ms: None,
        conditions: serde_json::to_string(when).unwrap_or_else(|_| "null".into()),
        batch: None,
        use_count: 0,
        last_used_ms: None,
    }
}

fn word(origin: Origin) -> String {
    serde_json::to_value(origin)
        .ok()
        .and_then(|v| v.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// The rule that would allow the call, had it not allowed as many, or as much, as it may.
fn over_budget(evaluation: &Evaluation) -> Option<RuleId> {
    evaluation.reasons.iter().find_map(|reason| {
        if let Reason::OverBudget { rule, .. } | Reason::OverSum { rule, .. } = reason {
            Some(*rule)
        } else {
            None
        }
    })
}
