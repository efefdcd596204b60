//! The active rules, applied to the current launch of a server.

use std::collections::BTreeSet;

use domain::{DefinitionDigest, LaunchDigest, ServerId, ToolDefinition};
use host_api::{ApiError, Event};
use policy::{Tier, effective_tier};
use store::{Trusted, Unguarded};

use crate::{inner::Inner, state::ActiveRules};

impl Inner {
    /// Returns the active rules.
    ///
    /// # Errors
    /// They cannot be read: nothing may be sent.
    pub(crate) async fn active_rules(&self) -> Result<std::sync::Arc<ActiveRules>, ApiError> {
        let active = self.active_rules.read(&self.store).await?;
        self.permissions.note(&active.unconfirmed);
        Ok(active)
    }

    /// Whether what the user allowed a server has to be confirmed first.
    pub(crate) fn is_unconfirmed(&self, standing: &ActiveRules, server: ServerId) -> bool {
        standing.unconfirmed.contains(&server) || self.permissions.is_unconfirmed(server)
    }

    /// Invalidates the cached rules, so that later decisions use the stored ones.
    pub(crate) fn rules_changed(&self) {
        self.active_rules.invalidate();
        self.emit(Event::Rules);
    }

    /// Returns the servers whose data may be read without approval, given their current launch.
    pub(crate) fn trusted(&self, standing: &ActiveRules) -> BTreeSet<ServerId> {
        let still = |t: &&Trusted| self.launch_of(t.server) == Some(t.launch);
        standing
            .trusted
            .iter()
            .filter(still)
            .map(|t| t.server)
            .collect()
    }

    /// Whether the user trusts a server's annotations for reading, for its current launch and for this definition of a tool.
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

    /// Returns the tier of a tool's given definition.
    pub(crate) fn tier_now(&self, standing: &ActiveRules, tool: &ToolDefinition) -> Tier {
        let server = tool.tool.server;
        let by_user = standing.tier_of(server, &tool.tool.name, tool.digest);
        let trusted = self.trusts_to_read(standing, server, tool.digest);
        effective_tier(by_user, &tool.annotations, trusted, self.walls(server))
    }

    /// Returns the pairs of servers whose flow guard is off, given the current launch of both.
    pub(crate) fn unguarded(&self, standing: &ActiveRules) -> BTreeSet<(ServerId, ServerId)> {
        let still = |u: &&Unguarded| {
            [u.from, u.to]
                .iter()
                .all(|(server, launch)| self.launch_of(*server) == Some(*launch))
                && (!u.offline || self.keeps_data(u.to.0))
        };
        let pairs = standing.unguarded.iter().filter(still);
        pairs.map(|u| (u.from.0, u.to.0)).collect()
    }

    /// Returns the last accepted launch of a server.
    pub(crate) fn launch_of(&self, server: ServerId) -> Option<LaunchDigest> {
        let handle = self.servers.handle(server).ok()?;
        handle.snapshot().record.launch_grant
    }
}
