//! What the user decided to last, held in memory: a call is decided on without a read of the database.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{DefinitionDigest, LaunchDigest, ServerId, ToolCall, ToolDefinition};
use policy::{Effect, Rule, Scope, Tier, effective_tier};
use store::{RuleEffect, RuleRecord, Store, StoreError, ToolTier, Trusted, Unguarded};

use crate::{Inner, lock};

/// Rules, tiers, and what the guard does not ask about.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// The rules that were not revoked, as they are stored.
    pub records: Vec<RuleRecord>,
    /// The same, as the policy reads them.
    pub rules: Vec<Rule>,
    /// Tiers of the user's.
    pub tiers: Vec<ToolTier>,
    /// Servers whose data may be read without being asked about.
    pub trusted: Vec<Trusted>,
    /// Pairs whose guard is off.
    pub unguarded: Vec<Unguarded>,
    by_definition: HashMap<(ServerId, DefinitionDigest, String), Tier>,
}

impl Standing {
    async fn read(store: &Store) -> Result<Self, StoreError> {
        let records = store.rules().list().await?;
        let flow = store.flow();
        let tiers = flow.tiers().await?;
        let by_definition = tiers
            .iter()
            .filter_map(|t| {
                let key = (t.server, t.definition, t.tool.clone());
                tier_of(t.tier).map(|tier| (key, tier))
            })
            .collect();
        Ok(Self {
            rules: records.iter().map(read).collect(),
            records,
            tiers,
            trusted: flow.trusted().await?,
            unguarded: flow.unguarded().await?,
            by_definition,
        })
    }

    /// The tier the user gave this definition of a tool.
    pub fn tier(&self, call: &ToolCall) -> Option<Tier> {
        self.tier_of(call.tool.server, &call.tool.name, call.definition)
    }

    /// The same for a tool that is not being called.
    pub fn tier_of(
        &self,
        server: ServerId,
        tool: &str,
        definition: DefinitionDigest,
    ) -> Option<Tier> {
        let key = (server, definition, tool.to_owned());
        self.by_definition.get(&key).copied()
    }
}

/// What is held of it; read anew after each change.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    now: Mutex<Option<Arc<Standing>>>,
    changes: AtomicU64,
}

impl Inner {
    /// What stands now.
    ///
    /// # Errors
    /// It cannot be read: nothing may be sent.
    pub(crate) async fn what_stands(&self) -> Result<Arc<Standing>, StoreError> {
        if let Some(standing) = &*lock(&self.standing.now) {
            return Ok(Arc::clone(standing));
        }
        let changes = self.standing.changes.load(Ordering::SeqCst);
        let read = Arc::new(Standing::read(&self.store).await?);
        let mut now = lock(&self.standing.now);
        // What was read while it changed may be what was before.
        if self.standing.changes.load(Ordering::SeqCst) == changes {
            *now = Some(Arc::clone(&read));
        }
        Ok(read)
    }

    /// The same, if it is at hand.
    pub(crate) fn standing_now(&self) -> Option<Arc<Standing>> {
        lock(&self.standing.now).clone()
    }

    /// Whatever is decided from now on is decided on what is stored now.
    pub(crate) fn standing_changed(&self) {
        let mut now = lock(&self.standing.now);
        self.standing.changes.fetch_add(1, Ordering::SeqCst);
        *now = None;
        drop(now);
        self.emit(crate::api::Event::Rules);
    }

    /// Servers whose data may be read without being asked about, as they are started now.
    pub(crate) fn trusted(&self, standing: &Standing) -> BTreeSet<ServerId> {
        let still = |t: &&Trusted| self.launch_of(t.server) == Some(t.launch);
        standing
            .trusted
            .iter()
            .filter(still)
            .map(|t| t.server)
            .collect()
    }

    /// Whether the user trusts a server's reading, as it is started now, and did so for this definition of a tool.
    pub(crate) fn trusts_to_read(
        &self,
        standing: &Standing,
        server: ServerId,
        definition: DefinitionDigest,
    ) -> bool {
        standing.trusted.iter().any(|t| {
            t.server == server
                && t.reading.contains(&definition)
                && self.launch_of(server) == Some(t.launch)
        })
    }

    /// What a tool counts as, as it is defined there.
    pub(crate) fn tier_now(&self, standing: &Standing, tool: &ToolDefinition) -> Tier {
        let server = tool.tool.server;
        let by_user = standing.tier_of(server, &tool.tool.name, tool.digest);
        let trusted = self.trusts_to_read(standing, server, tool.digest);
        effective_tier(by_user, &tool.annotations, trusted)
    }

    /// Pairs whose guard is off, as both are started now.
    pub(crate) fn unguarded(&self, standing: &Standing) -> BTreeSet<(ServerId, ServerId)> {
        let still = |u: &&Unguarded| {
            [u.from, u.to]
                .iter()
                .all(|(server, launch)| self.launch_of(*server) == Some(*launch))
        };
        let pairs = standing.unguarded.iter().filter(still);
        pairs.map(|u| (u.from.0, u.to.0)).collect()
    }

    /// The launch of a server that was accepted last.
    pub(crate) fn launch_of(&self, server: ServerId) -> Option<LaunchDigest> {
        let handle = self.handle(server).ok()?;
        handle.snapshot().record.launch_grant
    }
}

/// A stored tier. T0 needs a sandbox and is not reached.
fn tier_of(stored: u8) -> Option<Tier> {
    match stored {
        1 => Some(Tier::T1),
        2 => Some(Tier::T2),
        3 => Some(Tier::T3),
        4 => Some(Tier::T4),
        _ => None,
    }
}

/// A stored rule; one that cannot be read whole denies.
fn read(record: &RuleRecord) -> Rule {
    let origin = serde_json::from_value(serde_json::Value::String(record.origin.clone()));
    let when: Result<Vec<policy::Condition>, _> = serde_json::from_str(&record.conditions);
    let (Ok(origin), Ok(when)) = (origin, when) else {
        return unreadable(record);
    };
    if !when.iter().all(policy::Condition::is_sound) {
        return unreadable(record);
    }
    Rule::Read {
        id: record.id,
        effect: effect(record.effect),
        scope: Scope {
            server: record.server,
            tool: record.tool.clone(),
            definition: record.definition,
            launch: record.launch,
            conversation: record.conversation,
            until_ms: record.until_ms,
            when,
        },
        origin,
        uses_left: None,
    }
}

fn unreadable(record: &RuleRecord) -> Rule {
    Rule::Unreadable {
        id: record.id,
        server: Some(record.server),
    }
}

/// A stored effect.
pub(crate) fn effect(stored: RuleEffect) -> Effect {
    match stored {
        RuleEffect::Deny => Effect::Deny,
        RuleEffect::Ask => Effect::Ask,
        RuleEffect::Allow => Effect::Allow,
    }
}
