//! Approval of data flow to remote models. Innkeeper requests it before the first request of a conversation that would send tool
//! results to a remote model.

use std::sync::Arc;

use consent::{DecidedBy, GrantScope, OutflowApproval, OutflowAuthority};
use domain::{ConversationId, ProviderId, ServerId, host_of, is_loopback};
use host_api::{ApiError, Event};
use messages::{Text, phrases};
use store::{CallRecord, MessageRecord, PartKind};
use tokio_util::sync::CancellationToken;

use crate::{
    inner::{Host, Inner},
    providers::parse,
    state::Provider,
};

/// Whether the next request may be sent.
pub(crate) enum Cleared {
    /// It may be sent.
    Yes,
    /// It may not be sent, with the reason for display.
    No(Text),
    /// The turn was cancelled meanwhile.
    Stopped,
}

impl Host {
    /// Allows tool results to be sent to an endpoint during this run, on behalf of a command line.
    pub fn allow_outflow(&self, provider: ProviderId) {
        self.inner.run_outflow.allow(provider);
    }

    /// Requests the approval for an endpoint again in conversations where it was not answered.
    ///
    /// # Errors
    /// There is no such endpoint, or it could not be stored.
    pub async fn ask_outflow_again(&self, provider: &str) -> Result<(), ApiError> {
        let provider = self.inner.stored_provider(parse(provider)?).await?;
        self.inner.store.outflow().revoke(provider.id).await?;
        self.inner.emit_providers().await
    }
}

/// Requests the approval where it is needed, and waits for the answer until the approval expires or the turn is cancelled.
///
/// # Errors
/// Stored data cannot be read; nothing may be sent.
pub(crate) async fn cleared(
    inner: &Arc<Inner>,
    id: ConversationId,
    provider: &Provider,
    stop: &CancellationToken,
) -> Result<Cleared, ApiError> {
    if is_loopback(&provider.base_url) {
        return Ok(Cleared::Yes);
    }
    let servers = inner.servers_on_branch(id).await?;
    let origin = provider.base_url.origin().ascii_serialization();
    let in_this_run = inner.run_outflow.is_cleared(id, &origin);
    if servers.is_empty() || in_this_run || inner.store.outflow().answered(id, &origin).await? {
        return Ok(Cleared::Yes);
    }
    let question = OutflowApproval {
        conversation: id,
        provider: provider.id,
        authority: inner.outflow_authority(provider.id, &origin).await?,
        origin: origin.clone(),
        model: provider.model.clone(),
        servers,
    };
    let deciding = inner.consent.decide(question);
    tokio::pin!(deciding);
    let decided = tokio::select! {
        // Polled first, so that the approval is queued before it can be withdrawn.
        biased;
        decided = &mut deciding => decided,
        () = stop.cancelled() => {
            inner.consent.withdraw_outflow(id);
            deciding.await
        }
    };
    if stop.is_cancelled() {
        return Ok(Cleared::Stopped);
    }
    match decided {
        Ok(allowed) => {
            // The approval only permits the request that follows, and later ones in this conversation.
            let _ = allowed.approved.into_payload();
            let standing = allowed.scope == GrantScope::Standing && allowed.by.is_person();
            inner.run_outflow.clear(id, &origin);
            if allowed.by != DecidedBy::CommandLine {
                inner.keep_outflow(id, provider.id, &origin, standing).await;
            }
            Ok(Cleared::Yes)
        }
        Err(denied) => {
            let host = host_of(&origin);
            let why = match denied.by {
                DecidedBy::Expiry => phrases::host_outflow_expired(host),
                DecidedBy::Unattended => phrases::host_outflow_unattended(host),
                DecidedBy::CommandLine => phrases::host_outflow_command_line(host),
                DecidedBy::LedgerFailure => phrases::host_outflow_unrecorded(host),
                DecidedBy::StopAll => phrases::host_outflow_stopped(host),
                DecidedBy::QueueFull => phrases::host_outflow_too_many(host),
                DecidedBy::Person
                | DecidedBy::Terminal
                | DecidedBy::Dismissed
                | DecidedBy::Rule
                | DecidedBy::Mute
                | DecidedBy::Repeat
                | DecidedBy::Withdrawn => phrases::host_outflow_denied(host),
            };
            Ok(Cleared::No(why.into()))
        }
    }
}

impl Inner {
    /// Returns the servers whose data is on the current branch, each with its current or last known name.
    async fn servers_on_branch(
        &self,
        id: ConversationId,
    ) -> Result<Vec<(ServerId, String)>, ApiError> {
        let Some(head) = self.conversation(id).await?.head else {
            return Ok(Vec::new());
        };
        let path = self.store.messages().path_to(head).await?;
        let calls = self.store.calls().of_conversation(id).await?;
        let mut servers: Vec<(ServerId, String)> = Vec::new();
        for (server, name) in given_by(&path, &calls) {
            if servers.iter().all(|(known, _)| *known != server) {
                let now = self
                    .servers
                    .handle(server)
                    .map(|h| h.snapshot().record.name.clone());
                servers.push((server, now.unwrap_or_else(|_| name.to_owned())));
            }
        }
        let attached = self.attached(id, &path, false).await?;
        let of_messages = attached.of.values().flatten();
        for one in of_messages.chain(&attached.pinned) {
            for server in one.record.origin.data_of() {
                if servers.iter().all(|(known, _)| *known != server) {
                    let name = self.servers.tag(server, "a removed server").name;
                    servers.push((server, name));
                }
            }
        }
        Ok(servers)
    }

    async fn outflow_authority(
        &self,
        provider: ProviderId,
        origin: &str,
    ) -> Result<OutflowAuthority, ApiError> {
        if self.run_outflow.is_allowed(provider) {
            return Ok(OutflowAuthority::CommandLine);
        }
        let grants = self.store.outflow().grants().await?;
        if grants.contains(&(provider, origin.to_owned())) {
            return Ok(OutflowAuthority::Standing);
        }
        let stored = self.store.providers().list().await?;
        Ok(if stored.iter().any(|p| p.id == provider) {
            OutflowAuthority::Endpoint
        } else {
            OutflowAuthority::Conversation
        })
    }

    /// Stores an allow. One that cannot be stored is in effect for this run.
    async fn keep_outflow(
        &self,
        id: ConversationId,
        provider: ProviderId,
        origin: &str,
        standing: bool,
    ) {
        let kept = async {
            let outflow = self.store.outflow();
            outflow.add_answer(id, origin).await?;
            if standing {
                outflow.add_grant(provider, origin).await?;
                self.emit_providers().await?;
            }
            Ok::<(), ApiError>(())
        };
        if let Err(error) = kept.await {
            tracing::warn!(%error, "an answer about what leaves this machine could not be kept");
        }
    }

    async fn emit_providers(&self) -> Result<(), ApiError> {
        let providers = self.provider_views().await?;
        self.emit(Event::Providers { providers });
        Ok(())
    }
}

/// Returns the servers whose text the calls of these messages contain. The text of a failure comes from the server too. A call that still
/// runs counts: one in the background may end before the request is read.
fn given_by<'a>(
    path: &'a [MessageRecord],
    calls: &'a [CallRecord],
) -> impl Iterator<Item = (ServerId, &'a str)> {
    let parts = path.iter().flat_map(|message| &message.parts);
    parts
        .filter(|part| part.kind == PartKind::Call)
        .filter_map(|part| calls.iter().find(|call| call.id.to_string() == part.body))
        .filter(|call| call.result.is_some() || call.sent_ms.is_some())
        .filter_map(|call| Some((call.server?, call.server_name.as_str())))
}
