//! The active rules, cached in memory, so that a decision needs no database read.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{DefinitionDigest, ServerId, ToolCall};
use policy::{Effect, Rule, Scope, Tier};
use store::{RuleEffect, RuleRecord, Store, StoreError, ToolTier, Trusted, Unguarded};

use crate::mutex::lock;

/// Rules, tier overrides, trusted servers, and flows exempt from the guard.
#[derive(Debug, Default)]
pub(crate) struct ActiveRules {
    /// The active rules, as stored.
    pub records: Vec<RuleRecord>,
    /// The active rules, in the form of the policy.
    pub rules: Vec<Rule>,
    /// Tier overrides of the user.
    pub tiers: Vec<ToolTier>,
    /// Trusted servers, whose data may be read without approval.
    pub trusted: Vec<Trusted>,
    /// Pairs of servers whose flow guard is off.
    pub unguarded: Vec<Unguarded>,
    /// The servers whose rules a person has to confirm: of these, only what denies or asks is in effect.
    pub unconfirmed: BTreeSet<ServerId>,
    /// The servers that may hold data of others, each with those others.
    pub carried: BTreeMap<ServerId, BTreeSet<ServerId>>,
    by_definition: HashMap<(ServerId, DefinitionDigest, String), Tier>,
}

impl ActiveRules {
    async fn read(store: &Store) -> Result<Self, StoreError> {
        let mut stored = store.rules().active().await?;
        let unconfirmed = stored.unconfirmed;
        let counts = |server: ServerId| !unconfirmed.contains(&server);
        stored.tiers.retain(|tier| counts(tier.server));
        stored.trusted.retain(|trusted| counts(trusted.server));
        stored
            .unguarded
            .retain(|pair| counts(pair.from.0) && counts(pair.to.0));
        stored
            .rules
            .retain(|rule| counts(rule.server) || rule.effect != RuleEffect::Allow);
        let by_definition = stored
            .tiers
            .iter()
            .filter_map(|t| {
                let key = (t.server, t.definition, t.tool.clone());
                tier_of(t.tier).map(|tier| (key, tier))
            })
            .collect();
        Ok(Self {
            rules: stored.rules.iter().map(read).collect(),
            records: stored.rules,
            tiers: stored.tiers,
            trusted: stored.trusted,
            unguarded: stored.unguarded,
            unconfirmed,
            carried: by_server(stored.carried),
            by_definition,
        })
    }

    /// Returns the servers whose data could be in what these returned, each with the one that may have passed it on. What the called
    /// server itself passed on crosses nothing.
    pub fn carried_by(
        &self,
        present: &BTreeSet<ServerId>,
        to: ServerId,
    ) -> BTreeMap<ServerId, ServerId> {
        let via = present.iter().filter(|via| **via != to);
        let pairs = via.flat_map(|via| {
            let from = self.carried.get(via).into_iter().flatten();
            from.map(|from| (*from, *via))
        });
        pairs
            .filter(|(from, _)| *from != to && !present.contains(from))
            .collect()
    }

    /// Returns the servers whose data could be in what these returned, because these were given it before.
    pub fn held_by_any(&self, present: &BTreeSet<ServerId>) -> BTreeSet<ServerId> {
        let held = present.iter().filter_map(|via| self.carried.get(via));
        held.flatten().copied().collect()
    }

    /// Returns the user's tier override for this definition of the called tool.
    pub fn tier(&self, call: &ToolCall) -> Option<Tier> {
        self.tier_of(call.tool.server, &call.tool.name, call.definition)
    }

    /// Returns the user's tier override for a tool definition without a call.
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

fn by_server(pairs: Vec<(ServerId, ServerId)>) -> BTreeMap<ServerId, BTreeSet<ServerId>> {
    let mut all = BTreeMap::<_, BTreeSet<_>>::new();
    for (server, from) in pairs {
        all.entry(server).or_default().insert(from);
    }
    all
}

/// The cached active rules, reloaded after each change.
#[derive(Debug, Default)]
pub(crate) struct RuleCache {
    now: Mutex<Option<Arc<ActiveRules>>>,
    changes: AtomicU64,
}

impl RuleCache {
    /// Returns the active rules.
    ///
    /// # Errors
    /// They cannot be read: nothing may be sent.
    pub async fn read(&self, store: &Store) -> Result<Arc<ActiveRules>, StoreError> {
        if let Some(known) = self.known() {
            return Ok(known);
        }
        let changes = self.changes.load(Ordering::SeqCst);
        let read = Arc::new(ActiveRules::read(store).await?);
        let mut now = lock(&self.now);
        // A read that overlaps a change may return the state before it.
        if self.changes.load(Ordering::SeqCst) == changes {
            *now = Some(Arc::clone(&read));
        }
        Ok(read)
    }

    /// Returns the active rules, if they are cached.
    pub fn known(&self) -> Option<Arc<ActiveRules>> {
        lock(&self.now).clone()
    }

    /// Invalidates the cache, so that later decisions use the stored rules.
    pub fn invalidate(&self) {
        let mut now = lock(&self.now);
        self.changes.fetch_add(1, Ordering::SeqCst);
        *now = None;
    }
}

/// Converts a stored tier. T0 needs a sandbox and is never used.
pub(crate) fn tier_of(stored: u8) -> Option<Tier> {
    match stored {
        1 => Some(Tier::T1),
        2 => Some(Tier::T2),
        3 => Some(Tier::T3),
        4 => Some(Tier::T4),
        _ => None,
    }
}

/// Converts a stored rule. An unreadable rule denies.
fn read(record: &RuleRecord) -> Rule {
    let origin = serde_json::from_value(serde_json::Value::String(record.origin.clone()));
    let when: Result<Vec<policy::Condition>, _> = serde_json::from_str(&record.conditions);
    let (Ok(origin), Ok(when)) = (origin, when) else {
        return unreadable(record);
    };
    if !is_possible(record) {
        return unreadable(record);
    }
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

/// Whether this program makes such rules: what allows is bound to a launch, and to a tool with its definition.
fn is_possible(record: &RuleRecord) -> bool {
    record.effect != RuleEffect::Allow
        || (record.launch.is_some() && record.tool.is_some() && record.definition.is_some())
}

fn unreadable(record: &RuleRecord) -> Rule {
    Rule::Unreadable {
        id: record.id,
        server: Some(record.server),
    }
}

/// Converts a stored effect.
pub(crate) fn effect(stored: RuleEffect) -> Effect {
    match stored {
        RuleEffect::Deny => Effect::Deny,
        RuleEffect::Ask => Effect::Ask,
        RuleEffect::Allow => Effect::Allow,
    }
}
