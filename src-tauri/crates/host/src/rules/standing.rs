//! What the active rules say of a server as it is started now.

use std::collections::BTreeSet;

use domain::{DefinitionDigest, LaunchDigest, ServerId, ToolDefinition};
use policy::{Tier, effective_tier};
use store::{Trusted, Unguarded};

use crate::{
    api::{ApiError, Event},
    inner::Inner,
    state::ActiveRules,
};

impl Inner {
    /// Returns the active rules.
    ///
    /// # Errors
    /// They cannot be read: nothing may be sent.
    pub(crate) async fn active_rules(&self) -> Result<std::sync::Arc<ActiveRules>, ApiError> {
        Ok(self.active_rules.read(&self.store).await?)
    }

    /// Has each later decision follow the rules that are stored now.
    pub(crate) fn rules_changed(&self) {
        self.active_rules.invalidate();
        self.emit(Event::Rules);
    }

    /// Servers whose data may be read without being asked about, as they are started now.
    pub(crate) fn trusted(&self, standing: &ActiveRules) -> BTreeSet<ServerId> {
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
        standing: &ActiveRules,
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
    pub(crate) fn tier_now(&self, standing: &ActiveRules, tool: &ToolDefinition) -> Tier {
        let server = tool.tool.server;
        let by_user = standing.tier_of(server, &tool.tool.name, tool.digest);
        let trusted = self.trusts_to_read(standing, server, tool.digest);
        effective_tier(by_user, &tool.annotations, trusted)
    }

    /// Pairs whose guard is off, as both are started now.
    pub(crate) fn unguarded(&self, standing: &ActiveRules) -> BTreeSet<(ServerId, ServerId)> {
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
        let handle = self.servers.handle(server).ok()?;
        handle.snapshot().record.launch_grant
    }
}
