//! Facts for the views of pending approvals: plain data, taken from their owners. A kind whose facts are [`Common`] or
//! [`InConversation`] needs nothing here.

use std::collections::{BTreeMap, BTreeSet};

use approvals::{
    Common, InConversation, authority, calls, change, launch, reach, root, sampling,
    tool::{self, CallFacts, KnownTool, ServerReach},
};
use consent::{
    AuthorityChange, CallGroup, ChangeApproval, Changed, Decide, LaunchApproval, ReachApproval,
    RequestApproval, RootApproval, SamplingApproval, SamplingReplyApproval, ToolApproval, Widening,
};
use domain::{ConversationId, LaunchSpec, ServerId, ToolRef};
use egress::Destination;
use secrets::KeychainStatus;
use store::RuleEffect;

use crate::{
    inner::Inner,
    providers::notes_view,
    sampling::choose,
    server::{expected, running},
    state::beside_launch,
};

/// Facts that the host takes for a request.
pub(super) trait Gather<Q>: Sized {
    /// Returns the facts of this moment. What cannot be read is left out.
    fn gather(inner: &Inner, request: &Q) -> impl Future<Output = Self> + Send;
}

impl<Q: Decide> Gather<Q> for Common {
    async fn gather(inner: &Inner, _: &Q) -> Self {
        inner.common()
    }
}

impl<Q: Decide> Gather<Q> for InConversation {
    async fn gather(inner: &Inner, request: &Q) -> Self {
        Self {
            common: inner.common(),
            conversation: inner.title_of(request.conversation()).await,
        }
    }
}

impl Gather<ToolApproval> for tool::Facts {
    async fn gather(inner: &Inner, q: &ToolApproval) -> Self {
        let server = q.call.tool.server;
        let rules = match q.offers.tools.is_empty() {
            true => None,
            false => inner.active_rules().await.ok(),
        };
        let beside = rules.map(|rules| {
            let tools = q.offers.tools.iter();
            tools
                .filter_map(|tool| inner.known_tool(Some(&rules), server, tool))
                .collect()
        });
        Self {
            common: inner.common(),
            conversation: inner.title_of(q.call.conversation).await,
            call: inner.call_facts(q),
            reach: inner.server_reach(server),
            beside: beside.unwrap_or_default(),
        }
    }
}

impl Gather<CallGroup> for calls::Facts {
    async fn gather(inner: &Inner, group: &CallGroup) -> Self {
        let members = group.calls.iter();
        Self {
            common: inner.common(),
            conversation: inner.title_of(group.common.conversation).await,
            reach: inner.server_reach(group.common.server),
            calls: members
                .map(|call| (call.id(), inner.call_facts(&call.question)))
                .collect(),
        }
    }
}

impl Gather<LaunchApproval> for launch::Facts {
    async fn gather(inner: &Inner, q: &LaunchApproval) -> Self {
        let common = inner.common();
        let now = inner.servers.snapshot(q.spec.server());
        let changed = now.filter(|_| q.accepted.is_some() && !q.is_accepted());
        let mut keeps = vec![];
        if let Some(now) = changed {
            let held = inner.held(&now.record, &now.record).await;
            let roots = inner.folders.of(q.spec.server());
            keeps = beside_launch(held.unwrap_or_default(), &roots);
        }
        let LaunchSpec::Local(local) = &q.spec else {
            return Self {
                common,
                keeps,
                ..Self::default()
            };
        };
        let folders = inner.sandbox_folders(local.server).await;
        Self {
            common,
            keeps,
            confinement: Some(expected(local, &folders)),
            unseen: inner.unseen_folders(local).await,
            package: local
                .package
                .as_ref()
                .and_then(|package| inner.shown_package(local.server, package)),
            trial_start: local
                .package
                .as_ref()
                .and_then(|package| inner.trial_starts.of(local.server, &package.lock)),
            bundle: local
                .package
                .as_ref()
                .and_then(|package| inner.shown_bundle(local.server, package)),
            holds: match launch::reaches_out(&local.confinement) {
                true => data_of(inner, local.server).await,
                false => Vec::new(),
            },
        }
    }
}

/// Returns the servers whose data a server was sent. If that cannot be read, it may be any of the others.
async fn data_of(inner: &Inner, server: ServerId) -> Vec<ServerId> {
    match inner.held_by(server).await {
        Ok(sent) => sent,
        Err(error) => {
            tracing::warn!(%error, "the servers whose data another one was sent could not be read");
            let all = inner.servers.snapshots();
            let ids = all.iter().map(|snapshot| snapshot.record.id);
            ids.filter(|id| *id != server).collect()
        }
    }
}

impl Gather<AuthorityChange> for authority::Facts {
    async fn gather(inner: &Inner, change: &AuthorityChange) -> Self {
        let (names, conversation) = match &change.widening {
            Widening::Rules(rules) => (
                rules.iter().filter_map(|rule| rule.tool.as_ref()).collect(),
                rules.first().and_then(|rule| rule.conversation),
            ),
            Widening::Without { was, .. } => (was.tool.iter().collect(), None),
            Widening::Tier { tool, .. } => (BTreeSet::from([tool]), None),
            Widening::Trust { .. }
            | Widening::Unguarded { .. }
            | Widening::DataForgotten { .. }
            | Widening::SamplingUnreviewed
            | Widening::SamplingBudget { .. }
            | Widening::Instructions { .. }
            | Widening::Resume
            | Widening::Registry { .. }
            | Widening::Stored(_) => (BTreeSet::new(), None),
        };
        Self {
            common: inner.common(),
            tools: inner.known_tools(change.server, &names),
            conversation: match conversation {
                Some(id) => Some(inner.title_of(Some(id)).await.unwrap_or_default()),
                None => None,
            },
        }
    }
}

impl Gather<ChangeApproval> for change::Facts {
    async fn gather(inner: &Inner, q: &ChangeApproval) -> Self {
        let mut facts = Self {
            common: inner.common(),
            ..Self::default()
        };
        match &q.changed {
            Changed::Tool { before, now } => {
                let name = &now.tool.name;
                facts.alike = inner.alike_by_name(q.server, [name]);
                match inner.store.calls().use_of(q.server, name).await {
                    Ok(used) => {
                        facts.used = Some(change::ToolUse {
                            calls: used.calls,
                            first_ms: used.first_ms,
                            last_ms: used.last_ms,
                        });
                    }
                    Err(error) => {
                        tracing::debug!(%error, "how often a tool was called could not be read");
                    }
                }
                let stored = inner.store.rules().list().await.unwrap_or_default();
                facts.voids = stored.iter().any(|rule| {
                    rule.server == q.server
                        && rule.tool.as_ref() == Some(name)
                        && rule.definition == Some(before.digest)
                        && rule.effect == RuleEffect::Allow
                        && rule.conversation.is_none()
                });
            }
            Changed::NewTools { tools } => {
                let names = tools.iter().map(|tool| &tool.tool.name);
                facts.alike = inner.alike_by_name(q.server, names);
            }
            Changed::Instructions { .. } => {}
        }
        facts
    }
}

impl Gather<ReachApproval> for reach::Facts {
    async fn gather(inner: &Inner, q: &ReachApproval) -> Self {
        let server = q.grant.server;
        let mut calls = Vec::new();
        for call in inner.calls.running(server) {
            calls.push(reach::RunningCall {
                tool: call.tool.clone(),
                conversation: inner.title_of(call.conversation).await,
            });
        }
        let to = Destination::parse(&q.grant.host, q.grant.port);
        Self {
            common: inner.common(),
            calls,
            address: to.ok().and_then(|to| to.address_kind()),
            first: inner.reach.allowed(server).is_empty() && inner.reach.opened(server).is_none(),
        }
    }
}

impl Gather<RootApproval> for root::Facts {
    async fn gather(inner: &Inner, q: &RootApproval) -> Self {
        Self {
            common: inner.common(),
            rows: inner.root_rows(q.grant.server),
            unstaged: inner.unstaged(q.grant.server).await,
        }
    }
}

impl Gather<RequestApproval<SamplingApproval>> for sampling::Facts {
    async fn gather(inner: &Inner, q: &RequestApproval<SamplingApproval>) -> Self {
        inner.sampling_facts(q.server, &q.ask).await
    }
}

impl Gather<RequestApproval<SamplingReplyApproval>> for sampling::Facts {
    async fn gather(inner: &Inner, q: &RequestApproval<SamplingReplyApproval>) -> Self {
        inner.sampling_facts(q.server, &q.ask.prompt).await
    }
}

impl Inner {
    fn common(&self) -> Common {
        Common {
            servers: self.servers.tags(),
            keychain_available: self.keychain.status() == KeychainStatus::Available,
        }
    }

    /// Returns the title of a conversation, if it is there.
    async fn title_of(&self, conversation: Option<ConversationId>) -> Option<String> {
        let record = self.conversation(conversation?).await.ok()?;
        Some(record.title)
    }

    fn call_facts(&self, q: &ToolApproval) -> CallFacts {
        CallFacts {
            marks: self.flows.marks(&q.call).unwrap_or_default(),
            alike: self.servers.alike(&q.definition.tool),
        }
    }

    fn server_reach(&self, server: ServerId) -> ServerReach {
        let Some(snapshot) = self.servers.snapshot(server) else {
            return ServerReach::default();
        };
        let hosts = self.reach.allowed(server).into_iter();
        ServerReach {
            url: snapshot.record.url.clone(),
            command: Some(snapshot.record.command.clone()),
            sandbox: snapshot.sandbox.as_deref().map(running),
            hosts: hosts.map(|host| host.to).collect(),
        }
    }

    fn known_tools(
        &self,
        server: Option<ServerId>,
        names: &BTreeSet<&String>,
    ) -> BTreeMap<String, KnownTool> {
        let rules = self.active_rules.known();
        let known = |server: ServerId, name: &String| {
            let tool = self.known_tool(rules.as_deref(), server, name)?;
            Some((name.clone(), tool))
        };
        let names = names.iter();
        names.filter_map(|name| known(server?, name)).collect()
    }

    fn alike_by_name<'a>(
        &self,
        server: ServerId,
        names: impl IntoIterator<Item = &'a String>,
    ) -> BTreeMap<String, Vec<approvals::Alike>> {
        let names = names.into_iter();
        names
            .map(|name| {
                let tool = ToolRef {
                    server,
                    name: name.clone(),
                };
                (name.clone(), self.servers.alike(&tool))
            })
            .collect()
    }

    async fn sampling_facts(&self, server: ServerId, q: &SamplingApproval) -> sampling::Facts {
        let mut candidates = self.candidates().await.unwrap_or_default();
        choose(
            &mut candidates,
            &[q.chosen.provider],
            &q.asked.hints,
            &q.asked.priorities,
        );
        let (budget, used) = self.sampling_budget(server).await.unwrap_or_default();
        // Limits that cannot be read here cannot be read later either, and nothing is sent then.
        let limits = self.store.samplings().limits(server).await;
        let candidates = candidates.iter().map(|candidate| sampling::Candidate {
            model: candidate.model(),
            notes: notes_view(&candidate.notes),
        });
        sampling::Facts {
            common: self.common(),
            candidates: candidates.collect(),
            budget,
            usual_output: used.usual_output,
            reviewed: limits.is_ok_and(|limits| limits.review),
        }
    }
}
