//! Views of the hosts that a server reaches.

use std::{collections::HashMap, time::Instant};

use domain::{Enforcement, ServerId};
use egress::{Destination, Refusal, Traffic};
use host_api::{ApiError, NetworkView, ReachHostView, ReachTrafficView, ReachView};
use messages::{Text, phrases};

use crate::{inner::Host, state::may_be_asked};

impl Host {
    /// Returns the hosts that a local server may reach, and its connections in this run.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn reach(&self, server: ServerId) -> Result<ReachView, ApiError> {
        let inner = &self.inner;
        let snapshot = inner.servers.handle(server)?.snapshot();
        let running = snapshot.sandbox.as_deref().map(crate::server::running);
        let chosen = crate::server::choice_view(&snapshot.record);
        let asked = match running {
            Some(sandbox) => sandbox.network == NetworkView::Asked,
            None => {
                let works = inner.enforcement().await == Enforcement::Full;
                chosen.is_some_and(|choice| {
                    let network = choice.network.unwrap_or(NetworkView::Asked);
                    works && !choice.unconfined && network == NetworkView::Asked
                })
            }
        };
        let allowed = inner.reach.allowed(server).into_iter();
        let hosts = allowed.map(|host| ReachHostView {
            key: host.to,
            stored: host.stored,
            since_ms: host.since_ms as f64,
            after_restart: host.after_restart,
        });
        let reached = inner.reach.reached(server);
        let traffic = reached.map(|reached| {
            let refused = reached.refused.into_iter();
            let why: HashMap<_, _> = refused.map(|host| (host.to, host.why)).collect();
            let traffic = reached.snapshot.destinations.into_iter();
            traffic
                .map(|to| row(&to, why.get(&to.destination)))
                .collect()
        });
        Ok(ReachView {
            asked,
            hosts: hosts.collect(),
            traffic: traffic.unwrap_or_default(),
        })
    }

    /// Returns the hosts that Innkeeper refused to a server in its present or last run, because they are not allowed.
    #[must_use]
    pub fn refused_hosts(&self, server: ServerId) -> Vec<String> {
        self.inner.refused_hosts(server, None)
    }
}

impl crate::inner::Inner {
    /// Returns the hosts that were refused to a server in its present or last run because they are not allowed. `since`: only those
    /// of later connections.
    pub(crate) fn refused_hosts(&self, server: ServerId, since: Option<Instant>) -> Vec<String> {
        let refused = self.reach.refused(server).into_iter();
        refused
            .filter(|host| is_of_user(&host.why) && since.is_none_or(|since| host.at >= since))
            .map(|host| host.to.to_string())
            .collect()
    }
}

/// Whether a refusal ends if the user allows the host.
fn is_of_user(why: &Refusal) -> bool {
    match why {
        Refusal::Denied
        | Refusal::NoAnswer
        | Refusal::TooManyWaiting
        | Refusal::Address(_)
        | Refusal::Revoked => true,
        Refusal::TooManyConnections
        | Refusal::Malformed(_)
        | Refusal::OtherName(_)
        | Refusal::NoName
        | Refusal::EncryptedName
        | Refusal::UnknownAddress
        | Refusal::Unresolved
        | Refusal::Unreachable(_)
        | Refusal::TooSlow => false,
    }
}

fn row(traffic: &Traffic, why: Option<&Refusal>) -> ReachTrafficView {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let long = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    ReachTrafficView {
        to: traffic.destination.to_string(),
        open: count(traffic.open),
        opening: count(traffic.opening),
        total: long(traffic.total),
        refused: long(traffic.refused),
        sent: traffic.sent as f64,
        received: traffic.received as f64,
        reason: why.map(|why| refusal(&traffic.destination, why)),
    }
}

/// Returns why a connection was refused, as a sentence.
pub(crate) fn refusal(to: &Destination, why: &Refusal) -> Text {
    match why {
        Refusal::Denied if !may_be_asked(to) => phrases::host_hosts_why_not_public().into(),
        Refusal::Address(_) => phrases::host_hosts_why_address().into(),
        Refusal::Denied => phrases::host_hosts_why_denied().into(),
        Refusal::NoAnswer => phrases::host_hosts_why_no_answer().into(),
        Refusal::TooManyWaiting => phrases::host_hosts_why_waiting().into(),
        Refusal::TooManyConnections => phrases::host_hosts_why_connections().into(),
        Refusal::NoName | Refusal::EncryptedName => phrases::host_hosts_why_no_name().into(),
        Refusal::OtherName(_) => phrases::host_hosts_why_other_name().into(),
        Refusal::UnknownAddress => phrases::host_hosts_why_unknown_address().into(),
        Refusal::Unresolved => phrases::host_hosts_why_unresolved().into(),
        Refusal::Unreachable(_) => phrases::host_hosts_why_unreachable().into(),
        Refusal::TooSlow => phrases::host_hosts_why_slow().into(),
        Refusal::Revoked => phrases::host_hosts_why_revoked().into(),
        Refusal::Malformed(_) => phrases::host_hosts_why_malformed().into(),
    }
}
