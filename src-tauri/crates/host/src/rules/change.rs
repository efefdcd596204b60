//! Changes of permissions. A change that narrows authority takes effect at once. A change that widens it is confirmed in the
//! consent window first. Each change writes a row to the log.

use consent::{AuthorityChange, NewRule, Widening};
use domain::{ConversationId, RuleId, ServerId, now_ms};
use host_api::{ApiError, ErrorCode, ServerTag};
use messages::phrases;
use policy::{Tier, Walls, effective_tier};
use store::{RuleEffect, RuleRecord, ToolTier, Unguarded};

use crate::{
    inner::{Host, Inner},
    ledger,
    state::effect,
};

impl Host {
    /// Revokes a rule. A rule that allows is revoked at once; one that denies or requires approval is revoked after a person
    /// confirmed it.
    ///
    /// # Errors
    /// There is no such rule, it was not confirmed, or it could not be stored; then nothing changed.
    pub async fn revoke_rule(&self, id: RuleId) -> Result<(), ApiError> {
        let inner = &self.inner;
        let record = inner.rule_record(id).await?;
        if record.revoked_ms.is_some() {
            return Ok(());
        }
        if record.effect != RuleEffect::Allow {
            let was = inner.as_new(&record)?;
            inner
                .confirm(Some(record.server), Widening::Without { rule: id, was })
                .await?;
        }
        inner.store.rules().revoke(id, now_ms()).await?;
        inner.rules_changed();
        inner.record_rule(ledger::RuleWord::Revoked, &record).await;
        Ok(())
    }

    /// Restores a revoked rule. A rule that denies or requires approval takes effect at once; one that allows takes effect after a
    /// person confirmed it.
    ///
    /// # Errors
    /// There is no such rule, it was not confirmed, or it could not be stored; then nothing changed.
    pub async fn restore_rule(&self, id: RuleId) -> Result<(), ApiError> {
        let inner = &self.inner;
        let record = inner.rule_record(id).await?;
        if record.revoked_ms.is_none() {
            return Ok(());
        }
        if record.effect == RuleEffect::Allow {
            let rules = vec![inner.as_new(&record)?];
            inner
                .confirm(Some(record.server), Widening::Rules(rules))
                .await?;
        }
        inner.store.rules().restore(id).await?;
        inner.rules_changed();
        inner.record_rule(ledger::RuleWord::Restored, &record).await;
        Ok(())
    }

    /// Overrides the tier of a tool's current definition, or removes the override. A higher tier takes effect at once, a lower one
    /// after a person confirmed it.
    ///
    /// # Errors
    /// There is no such tool, it was not confirmed, or it could not be stored; then nothing changed.
    pub async fn set_tier(
        &self,
        server: ServerId,
        tool: &str,
        tier: Option<u32>,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        let definition = inner
            .definition(server, tool)
            .ok_or_else(|| ApiError::new(ErrorCode::NotFound, phrases::host_rule_no_tool()))?;
        let standing = inner.active_rules().await?;
        let by_user = standing.tier_of(server, tool, definition.digest);
        let trusted = inner.trusts_to_read(&standing, server, definition.digest);
        let from = effective_tier(by_user, &definition.annotations, trusted, Walls::None);
        let wanted = tier.map(tier_of).transpose()?;
        let to = effective_tier(wanted, &definition.annotations, trusted, Walls::None);
        if to < from {
            let widening = Widening::Tier {
                tool: tool.to_owned(),
                definition: definition.digest,
                from,
                to,
            };
            inner.confirm(Some(server), widening).await?;
        }
        let flow = inner.store.flow();
        match wanted {
            Some(_) => {
                let given = ToolTier {
                    server,
                    tool: tool.to_owned(),
                    definition: definition.digest,
                    tier: number(to),
                };
                flow.set_tier(&given).await?;
            }
            None if by_user.is_some() => {
                flow.forget_tier(server, tool, definition.digest).await?;
            }
            None => return Ok(()),
        }
        inner.rules_changed();
        let event = ledger::Event::TierChange {
            tool: tool.to_owned(),
            definition: definition.digest,
            from,
            to,
        };
        inner
            .record_change(ledger::About::server(server, tool), event)
            .await;
        Ok(())
    }

    /// Deletes a tier override for a definition that no longer exists. It applies to nothing, so no authority widens.
    ///
    /// # Errors
    /// The tool still has this definition, there is no such override, or it could not be stored.
    pub async fn forget_tier(
        &self,
        server: ServerId,
        tool: &str,
        definition: domain::DefinitionDigest,
    ) -> Result<(), ApiError> {
        let inner = &self.inner;
        if inner
            .definition(server, tool)
            .is_none_or(|d| d.digest == definition)
        {
            return self.set_tier(server, tool, None).await;
        }
        inner
            .store
            .flow()
            .forget_tier(server, tool, definition)
            .await?;
        inner.rules_changed();
        Ok(())
    }

    /// Marks a server's data as harmless to read after a person confirmed it, or removes the mark at once.
    ///
    /// # Errors
    /// The server's launch was never accepted, it was not confirmed, or it could not be stored; then nothing changed.
    pub async fn set_trusted(&self, server: ServerId, trusted: bool) -> Result<(), ApiError> {
        let inner = &self.inner;
        let name = inner.servers.handle(server)?.snapshot().record.name.clone();
        if trusted {
            let launch = inner.accepted(server)?;
            let reading = inner.reading_of(server);
            let widening = Widening::Trust {
                launch,
                reading: reading.clone(),
            };
            inner.confirm(Some(server), widening).await?;
            return Ok(inner.keep_trust(server, launch, &reading).await?);
        }
        inner.store.flow().distrust(server).await?;
        inner.rules_changed();
        inner
            .record_change(
                ledger::About::server(server, name),
                ledger::Event::Distrusted {},
            )
            .await;
        Ok(())
    }

    /// Switches the flow guard between two servers off after a person confirmed it, or on at once.
    ///
    /// # Errors
    /// A launch was never accepted, both servers are the same, it was not confirmed, or it could not be stored; then nothing
    /// changed.
    pub async fn set_guard(&self, from: ServerId, to: ServerId, on: bool) -> Result<(), ApiError> {
        let inner = &self.inner;
        let names = [from, to].map(|server| inner.servers.name(server));
        if on {
            inner.store.flow().guard(from, to).await?;
        } else {
            if from == to {
                let message = phrases::host_rule_same_server();
                return Err(ApiError::new(ErrorCode::Invalid, message));
            }
            let (from_launch, launch) = (inner.accepted(from)?, inner.accepted(to)?);
            let widening = Widening::Unguarded {
                from,
                from_name: names[0].clone(),
                from_launch,
                launch,
            };
            inner.confirm(Some(to), widening).await?;
            let pair = Unguarded {
                from: (from, from_launch),
                to: (to, launch),
                offline: false,
                created_ms: now_ms(),
            };
            inner.store.flow().unguard(pair).await?;
        }
        inner.rules_changed();
        let [from_name, name] = names;
        let event = ledger::Event::Guard {
            on,
            from,
            from_name,
        };
        inner
            .record_change(ledger::About::server(to, name), event)
            .await;
        Ok(())
    }

    /// Returns the servers whose data a server may hold: its results count as theirs, too.
    ///
    /// # Errors
    /// There is no such server, or they cannot be read.
    pub async fn held_data(&self, server: ServerId) -> Result<Vec<ServerTag>, ApiError> {
        let inner = &self.inner;
        inner.servers.handle(server)?;
        let held = inner.held_by(server).await?.into_iter();
        let tag = |id: ServerId| inner.servers.tag(id, &inner.servers.name(id));
        Ok(held.map(tag).collect())
    }

    /// Forgets whose data a server may hold, after a person confirmed it.
    ///
    /// # Errors
    /// There is no such server, it was not confirmed, or it could not be stored; then nothing changed.
    pub async fn forget_held_data(&self, server: ServerId) -> Result<(), ApiError> {
        let inner = &self.inner;
        let held = self.held_data(server).await?;
        if held.is_empty() {
            return Ok(());
        }
        let from: Vec<String> = held.into_iter().map(|tag| tag.name).collect();
        let widening = Widening::DataForgotten { from: from.clone() };
        inner.confirm(Some(server), widening).await?;
        inner.store.flow().clear_carried(server).await?;
        inner.rules_changed();
        let about = ledger::About::server(server, inner.servers.name(server));
        let event = ledger::Event::DataForgotten { from };
        inner.record_change(about, event).await;
        Ok(())
    }

    /// Unmutes a server in a conversation: its calls request approval again. Allows nothing.
    pub fn unmute(&self, conversation: ConversationId, server: ServerId) {
        self.inner.consent.unmute(conversation, server);
        self.inner.emit(host_api::Event::Rules);
    }
}

impl Inner {
    /// Requests confirmation of a change that widens authority.
    ///
    /// # Errors
    /// A person did not confirm it.
    pub(crate) async fn confirm(
        &self,
        server: Option<ServerId>,
        widening: Widening,
    ) -> Result<(), ApiError> {
        let change = AuthorityChange {
            server,
            server_name: server.map(|id| self.servers.name(id)).unwrap_or_default(),
            widening,
        };
        let decided = self.consent.decide(change).await;
        // The approval only permits the change that follows.
        let confirmed = decided.map(|allowed| drop(allowed.approved.into_payload()));
        confirmed.map_err(|_| ApiError::new(ErrorCode::Denied, phrases::host_rule_not_confirmed()))
    }

    async fn rule_record(&self, id: RuleId) -> Result<RuleRecord, ApiError> {
        let record = self.store.rules().get(id).await?;
        record.ok_or_else(|| ApiError::new(ErrorCode::NotFound, phrases::host_rule_gone()))
    }

    /// Returns a stored rule in the form of a new one.
    fn as_new(&self, record: &RuleRecord) -> Result<NewRule, ApiError> {
        let when = serde_json::from_str(&record.conditions);
        if when.is_err() && record.effect == RuleEffect::Allow {
            let message = phrases::host_rule_unreadable();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        let left = record
            .until_ms
            .map(|until| (until - self.run_rules.clock().now_ms()).max(0) / 60_000);
        Ok(NewRule {
            effect: effect(record.effect),
            tool: record.tool.clone(),
            definition: record.definition,
            launch: record.launch,
            conversation: record.conversation,
            minutes: left.map(|minutes| u32::try_from(minutes).unwrap_or(u32::MAX)),
            when: when.unwrap_or_default(),
        })
    }

    /// Returns the accepted launch of a server.
    fn accepted(&self, server: ServerId) -> Result<domain::LaunchDigest, ApiError> {
        self.servers.handle(server)?;
        self.launch_of(server).ok_or_else(|| {
            let message = phrases::host_rule_never_started(self.servers.named(server));
            ApiError::new(ErrorCode::Invalid, message).hint(phrases::host_rule_start_first())
        })
    }

    /// Records a change of a rule.
    pub(crate) async fn record_rule(&self, change: ledger::RuleWord, record: &RuleRecord) {
        let subject = record
            .tool
            .clone()
            .unwrap_or_else(|| self.servers.name(record.server));
        let event = ledger::Event::RuleChange(Box::new(ledger::RuleChange {
            change,
            rule: record.id,
            effect: record.effect.as_str().to_owned(),
            tool: record.tool.clone(),
            conditions: serde_json::from_str(&record.conditions).ok(),
            until_ms: record.until_ms,
            batch: record.batch.clone(),
        }));
        let about = ledger::About::server(record.server, subject);
        self.record_change(about, event).await;
    }

    /// Records a change of a permission. The change already took effect, so a failure is only logged.
    pub(crate) async fn record_change(&self, about: ledger::About, event: ledger::Event) {
        if let Err(error) = ledger::record(&self.audit, about, event).await {
            tracing::error!(%error, "a change of a permission could not be recorded");
        }
    }
}

fn tier_of(number: u32) -> Result<Tier, ApiError> {
    match number {
        1 => Ok(Tier::T1),
        2 => Ok(Tier::T2),
        3 => Ok(Tier::T3),
        4 => Ok(Tier::T4),
        _ => Err(ApiError::new(
            ErrorCode::Invalid,
            phrases::host_rule_tier_range(),
        )),
    }
}

fn number(tier: Tier) -> u8 {
    match tier {
        Tier::T0 => 0,
        Tier::T1 => 1,
        Tier::T2 => 2,
        Tier::T3 => 3,
        Tier::T4 => 4,
    }
}
