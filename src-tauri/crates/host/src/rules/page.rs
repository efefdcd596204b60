//! Views of the active permissions.

use approvals::{
    authority,
    tool::KnownTool,
    unknown_server,
    wording::{condition, tier},
};
use domain::{ConversationId, DefinitionDigest, LaunchDigest, ServerId, ToolDefinition};
use host_api::{
    ApiError, ConversationTag, ErrorCode, MutedView, RuleView, RulesView, ServerTag, TierRuleView,
    TrustedView, UnguardedView,
};
use messages::{Phrase, Text, phrases};
use policy::{Condition, Walls, effective_tier};
use store::RuleRecord;

use crate::{
    inner::{Host, Inner},
    server::tag,
    state::{ActiveRules, effect},
};

impl Host {
    /// Returns all saved permissions.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn rules(&self) -> Result<RulesView, ApiError> {
        let inner = &self.inner;
        let standing = inner.active_rules().await?;
        // The rules in memory decide; only the store counts their uses.
        let records = inner.store.rules().list().await?;
        let now = inner.run_rules.clock().now_ms();
        let mut rules = Vec::new();
        let holds = |record: &&RuleRecord| record.until_ms.is_none_or(|until| until > now);
        for record in records.iter().filter(holds).rev() {
            rules.push(inner.rule_view(record).await);
        }
        let mut muted = Vec::new();
        for (conversation, server) in inner.consent.all_muted() {
            // A mute whose conversation is gone has no effect.
            if let Some(conversation) = inner.conversation_tag(conversation).await {
                muted.push(MutedView {
                    server: inner.tag_of(server),
                    conversation,
                });
            }
        }
        Ok(RulesView {
            rules,
            tiers: inner.tier_views(&standing),
            trusted: inner.trusted_views(&standing),
            unguarded: inner.unguarded_views(&standing),
            muted,
            suspended: inner.suspension.is_suspended(),
        })
    }

    /// Returns one rule, revoked or not.
    ///
    /// # Errors
    /// There is no such rule, or it cannot be read.
    pub async fn rule(&self, id: domain::RuleId) -> Result<RuleView, ApiError> {
        let record = self.inner.store.rules().get(id).await?;
        let record =
            record.ok_or_else(|| ApiError::new(ErrorCode::NotFound, phrases::host_rule_gone()))?;
        Ok(self.inner.rule_view(&record).await)
    }
}

impl Inner {
    pub(crate) async fn rule_view(&self, record: &RuleRecord) -> RuleView {
        let when: Result<Vec<Condition>, _> = serde_json::from_str(&record.conditions);
        let conversation = match record.conversation {
            Some(id) => self.conversation_tag(id).await,
            None => None,
        };
        let void = match &when {
            Err(_) => Some(phrases::host_void_unreadable()),
            Ok(_) => {
                let tool = record.tool.as_deref().map(|tool| (tool, record.definition));
                let unconfirmed = record.effect == store::RuleEffect::Allow
                    && self.permissions.is_unconfirmed(record.server);
                unconfirmed
                    .then(phrases::host_void_unconfirmed)
                    .or_else(|| self.void(record.server, record.launch, tool))
            }
        };
        RuleView {
            id: record.id.to_string(),
            server: self.tag_of(record.server),
            effect: authority::effect(effect(record.effect)),
            tool: record.tool.as_deref().map(domain::tool_label),
            conversation,
            when: when.unwrap_or_default().iter().map(condition).collect(),
            until_ms: record.until_ms.map(|ms| ms as f64),
            batch: record.batch.clone(),
            origin: match record.origin.as_str() {
                "answer" => phrases::host_rule_origin_answer(),
                "person" => phrases::host_rule_origin_person(),
                _ => phrases::host_rule_origin_program(),
            }
            .into(),
            created_ms: record.created_ms as f64,
            revoked_ms: record.revoked_ms.map(|ms| ms as f64),
            used: u32::try_from(record.use_count).unwrap_or(u32::MAX),
            last_used_ms: record.last_used_ms.map(|ms| ms as f64),
            digest: record.definition.map(|d| d.short()),
            void: void.map(Text::from),
        }
    }

    /// Returns why a permission for a launch, or for a tool's definition, is void.
    fn void(
        &self,
        server: ServerId,
        launch: Option<LaunchDigest>,
        tool: Option<(&str, Option<DefinitionDigest>)>,
    ) -> Option<Phrase> {
        let Ok(handle) = self.servers.handle(server) else {
            return Some(phrases::host_void_removed());
        };
        let snapshot = handle.snapshot();
        if launch.is_some_and(|launch| snapshot.record.launch_grant != Some(launch)) {
            return Some(phrases::host_void_launch());
        }
        let (offered, (name, definition)) = (snapshot.offered()?, tool?);
        let same = |t: &ToolDefinition| definition.is_none_or(|d| d == t.digest);
        match offered.tools.iter().find(|t| t.tool.name == name) {
            None => Some(phrases::host_void_tool_gone()),
            Some(tool) if !same(tool) => Some(phrases::host_void_definition()),
            Some(_) => None,
        }
    }

    fn tier_views(&self, standing: &ActiveRules) -> Vec<TierRuleView> {
        let view = |given: &store::ToolTier| {
            let by_user = standing.tier_of(given.server, &given.tool, given.definition)?;
            let (number, word) = tier(by_user);
            let claims = self.definition(given.server, &given.tool);
            let trusted = self.trusts_to_read(standing, given.server, given.definition);
            let otherwise = effective_tier(
                None,
                &claims.map(|d| d.annotations).unwrap_or_default(),
                trusted,
                Walls::None,
            );
            Some(TierRuleView {
                server: self.tag_of(given.server),
                tool: domain::tool_label(&given.tool),
                key: given.tool.clone(),
                definition: given.definition.to_string(),
                tier: number,
                tier_word: word,
                otherwise: tier(otherwise).1,
                void: self
                    .void(
                        given.server,
                        None,
                        Some((&given.tool, Some(given.definition))),
                    )
                    .map(Text::from),
            })
        };
        standing.tiers.iter().filter_map(view).collect()
    }

    fn trusted_views(&self, standing: &ActiveRules) -> Vec<TrustedView> {
        let view = |trusted: &store::Trusted| TrustedView {
            server: self.tag_of(trusted.server),
            reading: u32::try_from(trusted.reading.len()).unwrap_or(u32::MAX),
            created_ms: trusted.created_ms as f64,
            void: self
                .void(trusted.server, Some(trusted.launch), None)
                .map(Text::from),
        };
        standing.trusted.iter().map(view).collect()
    }

    fn unguarded_views(&self, standing: &ActiveRules) -> Vec<UnguardedView> {
        let view = |pair: &store::Unguarded| UnguardedView {
            from: self.tag_of(pair.from.0),
            to: self.tag_of(pair.to.0),
            offline: pair.offline,
            created_ms: pair.created_ms as f64,
            void: [pair.from, pair.to]
                .iter()
                .find_map(|(server, launch)| self.void(*server, Some(*launch), None))
                .or_else(|| self.void_online(pair))
                .map(Text::from),
        };
        standing.unguarded.iter().map(view).collect()
    }

    /// Returns why a pair that holds only while its second server can send nothing does not hold now.
    fn void_online(&self, pair: &store::Unguarded) -> Option<Phrase> {
        let running = |server| {
            let snapshot = self.servers.snapshot(server);
            snapshot.is_some_and(|snapshot| snapshot.connection.is_some())
        };
        let sends = pair.offline && running(pair.to.0) && !self.keeps_data(pair.to.0);
        sends.then(phrases::host_void_can_send)
    }

    /// Returns the accepted definition of a tool, with its tier by these rules; without rules, by its annotations alone.
    pub(crate) fn known_tool(
        &self,
        rules: Option<&ActiveRules>,
        server: ServerId,
        tool: &str,
    ) -> Option<KnownTool> {
        let definition = self.definition(server, tool)?;
        let by_claims = || effective_tier(None, &definition.annotations, false, Walls::None);
        let tier = rules.map_or_else(by_claims, |rules| self.tier_now(rules, &definition));
        Some(KnownTool { definition, tier })
    }

    /// Returns the accepted definition of a tool.
    pub(crate) fn definition(&self, server: ServerId, tool: &str) -> Option<ToolDefinition> {
        let snapshot = self.servers.handle(server).ok()?.snapshot();
        let offered = snapshot.offered()?;
        offered
            .tools
            .iter()
            .find(|t| t.tool.name == tool)
            .map(|t| offered.pins.accepted(t).clone())
    }

    pub(super) fn tag_of(&self, server: ServerId) -> ServerTag {
        self.servers.handle(server).map_or_else(
            |_| unknown_server(server, "a removed server"),
            |handle| tag(&handle.snapshot().record),
        )
    }

    async fn conversation_tag(&self, id: ConversationId) -> Option<ConversationTag> {
        let found = self.store.conversations().get(id).await.ok().flatten()?;
        Some(ConversationTag {
            id: id.to_string(),
            title: found.title,
        })
    }
}
