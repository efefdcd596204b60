//! What a server was given, which moves to another program in its place only if the user says so.

use consent::{Held, Holding};
use domain::{EnvSource, HeaderEntry, HeaderSource, RootPass, ServerId, origin_of};
use host_api::{ApiError, FeatureView};
use store::{RuleEffect, SamplingLimits, ServerRecord};

use super::names::kept_names;
use crate::{
    inner::{Host, Inner},
    state::beside_launch,
};

/// The tier that an override cannot lower.
const DESTRUCTIVE: u8 = 4;

/// Takes away what the answer to a changed launch names of what the server has.
///
/// # Errors
/// Something could not be taken away.
pub(crate) async fn revoke_named(
    host: &Host,
    id: ServerId,
    values: &[(String, String)],
) -> Result<(), ApiError> {
    let is_named = |what: &Holding| {
        let name = what.revoke_name();
        let mut given = values.iter().filter(|(_, value)| !value.is_empty());
        name.is_some_and(|name| given.any(|(given, _)| *given == name))
    };
    let record = host.inner.servers.handle(id)?.snapshot().record.clone();
    let held = host.inner.held(&record, &record).await?;
    for what in beside_launch(held, &host.inner.folders.of(id)) {
        if is_named(&what) {
            revoke(host, id, what).await?;
        }
    }
    Ok(())
}

async fn revoke(host: &Host, id: ServerId, what: Holding) -> Result<(), ApiError> {
    let secrets = host.inner.keychain.server(id);
    match what {
        Holding::Variable { name } => Ok(secrets.delete_all(&[name]).await?),
        Holding::Header { name } => {
            let source = HeaderSource::Keychain;
            let kept_as = HeaderEntry { name, source }.kept_as();
            Ok(secrets.delete_all(&[kept_as]).await?)
        }
        Holding::Root { path, .. } => host.revoke_root(id, &path).await,
        Holding::Reach { to } => host.revoke_reach(id, &to).await,
        Holding::Sampling {} => {
            let feature = FeatureView::Sampling;
            host.set_server_feature(id, feature, false, false).await
        }
        Holding::Elicitation {} => {
            let feature = FeatureView::Elicitation;
            host.set_server_feature(id, feature, false, false).await
        }
        Holding::Account { .. }
        | Holding::PrivateFolder {}
        | Holding::Unreviewed {}
        | Holding::Budget { .. }
        | Holding::Rule { .. }
        | Holding::Tier { .. }
        | Holding::Trusted {}
        | Holding::Unguarded { .. } => Ok(()),
    }
}

impl Inner {
    /// Returns what a server has, and whether the launch `now` can get it.
    pub(crate) async fn held(
        &self,
        before: &ServerRecord,
        now: &ServerRecord,
    ) -> Result<Vec<Held>, ApiError> {
        let id = before.id;
        let used = kept_names(&now.env, &now.headers);
        let mut held = Vec::new();
        let mut put = |what: Holding, can_move: bool| {
            held.push(Held {
                what,
                can_move,
                moves: false,
            });
        };
        let secrets = self.keychain.server(id);
        let variables = before
            .env
            .iter()
            .filter(|e| e.source == EnvSource::Keychain);
        let headers = before
            .headers
            .iter()
            .filter(|h| h.source == HeaderSource::Keychain);
        let values = variables
            .map(|e| {
                (
                    e.name.clone(),
                    Holding::Variable {
                        name: e.name.clone(),
                    },
                )
            })
            .chain(headers.map(|h| {
                (
                    h.kept_as(),
                    Holding::Header {
                        name: h.name.clone(),
                    },
                )
            }));
        for (kept_as, what) in values {
            if secrets.get(&kept_as).await?.is_some() {
                put(what, used.contains(&kept_as));
            }
        }
        if before.account {
            let origin = before.url.as_deref().map(origin_of).unwrap_or_default();
            // Its tokens were issued for the old origin.
            put(Holding::Account { origin }, false);
        }
        for root in self.folders.of(id) {
            let asked = root.grant.pass == RootPass::Asked;
            let what = Holding::Root {
                path: root.grant.path,
                access: root.grant.access,
            };
            put(what, asked || now.url.is_none());
        }
        let hosts = self.reach.allowed(id).into_iter();
        for host in hosts.filter(|host| host.stored) {
            put(Holding::Reach { to: host.to }, now.url.is_none());
        }
        if self.has_private_data(id).await {
            put(Holding::PrivateFolder {}, now.url.is_none());
        }
        if before.sampling {
            put(Holding::Sampling {}, true);
        }
        if before.elicitation {
            put(Holding::Elicitation {}, true);
        }
        let limits = self.store.samplings().limits(id).await?;
        if !limits.review {
            put(Holding::Unreviewed {}, true);
        }
        let usual = SamplingLimits::default();
        if limits.minute > usual.minute || limits.day > usual.day {
            let (minute, day) = (limits.minute, limits.day);
            put(Holding::Budget { minute, day }, true);
        }
        for what in self.held_permissions(before).await? {
            put(what, true);
        }
        Ok(held)
    }

    /// Returns the permissions of a server that hold for its accepted launch.
    async fn held_permissions(&self, record: &ServerRecord) -> Result<Vec<Holding>, ApiError> {
        let (id, active) = (record.id, self.active_rules().await?);
        let accepted = record.launch_grant;
        let now = self.run_rules.clock().now_ms();
        let rules = active.records.iter().filter(|rule| {
            rule.server == id
                && rule.effect == RuleEffect::Allow
                && rule.conversation.is_none()
                && rule.until_ms.is_none_or(|until| until > now)
                && (rule.launch.is_none() || rule.launch == accepted)
        });
        let mut out: Vec<Holding> = rules
            .map(|rule| Holding::Rule {
                rule: rule.id,
                tool: rule.tool.clone(),
                conditions: serde_json::from_str::<Vec<serde_json::Value>>(&rule.conditions)
                    .map_or(1, |conditions| conditions.len()),
            })
            .collect();
        let tiers = active
            .tiers
            .iter()
            .filter(|tier| tier.server == id && tier.tier < DESTRUCTIVE);
        out.extend(tiers.filter_map(|tier| {
            Some(Holding::Tier {
                tool: tier.tool.clone(),
                definition: tier.definition,
                tier: crate::state::tier_of(tier.tier)?,
            })
        }));
        let trusted = |t: &store::Trusted| t.server == id && Some(t.launch) == accepted;
        if active.trusted.iter().any(trusted) {
            out.push(Holding::Trusted {});
        }
        for pair in &active.unguarded {
            let ends = [pair.from, pair.to];
            let own = ends.iter().find(|(server, _)| *server == id);
            let other = ends.iter().find(|(server, _)| *server != id);
            if let (Some((_, launch)), Some((other, _))) = (own, other)
                && Some(*launch) == accepted
            {
                out.push(Holding::Unguarded {
                    from: pair.from.0,
                    to: pair.to.0,
                    other: self.servers.name(*other),
                    inward: pair.to.0 == id,
                });
            }
        }
        Ok(out)
    }
}
