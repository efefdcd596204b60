//! Steps shared by the replies to all server-initiated requests.

use consent::{DecidedBy, Denied, InRound, RequestApproval};
use domain::{RequestId, Round, RoundEnd, ServerId};
use host_api::LogLevelView;
use messages::Text;

use crate::inner::Inner;

pub(crate) fn question<Ask>(
    inner: &Inner,
    server: ServerId,
    (id, round): (RequestId, Option<Round>),
    ask: Ask,
) -> RequestApproval<Ask> {
    let name = inner
        .servers
        .snapshot(server)
        .map_or_else(|| "a removed server".into(), |s| s.record.name.clone());
    RequestApproval {
        id,
        server,
        server_name: name,
        round: round.map(|round| InRound {
            round,
            tool: round
                .call
                .and_then(|call| inner.calls.get(call))
                .map(|(record, _)| record.tool.clone()),
        }),
        ask,
    }
}

/// Adds a line to the server's log.
pub(crate) fn note(inner: &Inner, server: ServerId, text: impl Into<Text>) {
    if let Some(server) = inner.servers.snapshot(server) {
        server.book.log.note(LogLevelView::Warning, text);
    }
}

/// Waits for the decision. Withdraws the approval request first if nobody waits for it any more.
pub(crate) async fn unless_gone<T>(
    inner: &Inner,
    id: RequestId,
    deciding: impl Future<Output = Result<T, Denied>>,
    gone: impl Future<Output = ()>,
) -> Result<T, Denied> {
    tokio::pin!(deciding);
    tokio::select! {
        // Polled first, so that the approval request is queued before it can be withdrawn.
        biased;
        decided = &mut deciding => decided,
        () = gone => {
            inner.consent.withdraw_request(id);
            deciding.await
        }
    }
}

/// Returns what became of a request that was not allowed.
pub(crate) fn ended(by: DecidedBy) -> RoundEnd {
    match by {
        DecidedBy::Withdrawn | DecidedBy::StopAll => RoundEnd::Withdrawn,
        DecidedBy::Person
        | DecidedBy::Terminal
        | DecidedBy::Dismissed
        | DecidedBy::Rule
        | DecidedBy::CommandLine
        | DecidedBy::Unattended
        | DecidedBy::Expiry
        | DecidedBy::Mute
        | DecidedBy::Repeat
        | DecidedBy::QueueFull
        | DecidedBy::LedgerFailure => RoundEnd::NotGiven,
    }
}

pub(crate) fn sent(answered: Result<(), mcp::OtherRequest>) {
    if let Err(error) = answered {
        tracing::error!(%error, "an answer was not sent");
    }
}
