//! One tool call from request to outcome: evaluation, approval, decision, one message to one server, outcome.

mod call;
mod changed;
mod deciding;
mod direct;
mod ending;
mod offered;
mod preparing;
mod recovering;
mod rounds;
mod sending;
mod standing;
mod switched_off;
mod task;
mod wrapped;

pub(crate) use call::{Asked, CallRequest};
use call::{End, denial};
use deciding::{Begun, begin_alone, begin_step};
pub use direct::DirectCall;
pub(crate) use ending::Performed;
use ending::{checked, conclude, leave};
use host_api::ApiError;
use offered::current;
use preparing::begin_to_ask;
pub(crate) use recovering::recover;
use sending::SendOutcome;
pub(crate) use task::resume_tasks;
pub(crate) use wrapped::{Resolved, Target, resolve};

use std::{pin::Pin, sync::Arc};

use consent::{Approved, DecidedBy, PendingDecision, ToolApproval};
use domain::{CallId, ToolCall};
use futures_util::future::join_all;
use messages::{Text, phrases};
use store::{CallState, StoreError};
use tokio_util::sync::CancellationToken;

use crate::{
    inner::{Host, Inner},
    ledger,
    server::{Connection, InUse},
};

/// Maximum number of sign-ins that one call waits for. Each account has its own limit too.
const SIGN_INS: usize = 3;

impl Host {
    /// Stops a call: a pending one is not sent, a running one is cancelled.
    pub async fn stop_call(&self, id: CallId) {
        if self.inner.calls.stop(id) {
            self.inner.emit_call(id).await;
        }
    }
}

/// Stores a requested call as pending.
///
/// # Errors
/// It could not be stored; then nothing happens.
pub(crate) async fn begin(inner: &Inner, wish: &mut CallRequest) -> Result<(), ApiError> {
    let stored = inner.store.calls().insert_call(wish.new_call()).await?;
    wish.stored = Some(Arc::new(stored));
    Ok(())
}

/// Performs requested calls concurrently; their approvals are queued in the order of the requests. A call that is not stored yet is
/// stored before its approval is shown, or before it is sent.
pub(crate) async fn perform(
    inner: &Arc<Inner>,
    wishes: Vec<CallRequest>,
    turn: &CancellationToken,
) -> Vec<Performed> {
    let begin = |wish: &CallRequest| {
        let stored = wish.stored.clone();
        let is_stored = stored.is_some();
        let record = stored.unwrap_or_else(|| Arc::new(wish.new_call().waiting()));
        // Not the turn's own: the call may outlive it.
        let stop = CancellationToken::new();
        let background = inner.calls.begin(record, is_stored, stop.clone());
        (stop, background)
    };
    let begun: Vec<_> = wishes.iter().map(begin).collect();
    let prepared = join_all(wishes.iter().map(|wish| begin_to_ask(inner, wish))).await;
    let asked = begin_step(inner, prepared).await;
    let ends = wishes.into_iter().zip(asked).zip(begun);
    let ends = ends.map(|((wish, asked), (stop, background))| {
        let id = wish.id;
        let settled = Box::pin(settle(Arc::clone(inner), wish, asked, stop.clone()));
        await_end(inner, id, settled, stop, background, turn)
    });
    join_all(ends).await
}

/// Waits for the end of a call, which its turn may stop; or until it moves to the background, where it goes on, as it is then.
async fn await_end(
    inner: &Arc<Inner>,
    id: CallId,
    mut settled: Pin<Box<impl Future<Output = Performed> + Send + 'static>>,
    stop: CancellationToken,
    background: CancellationToken,
    turn: &CancellationToken,
) -> Performed {
    loop {
        tokio::select! {
            // In this order: a call of a stopped turn knows that before it sees the end of its approval.
            biased;
            () = turn.cancelled(), if !stop.is_cancelled() => stop.cancel(),
            ended = &mut settled => return ended,
            () = background.cancelled() => break,
        }
    }
    let record = inner.calls.get(id).map(|(record, _)| record);
    let closing = inner.closing.clone();
    inner.calls.go_on(async move {
        let ended = tokio::select! {
            ended = &mut settled => ended,
            () = closing.cancelled() => {
                stop.cancel();
                settled.await
            }
        };
        if let Err(error) = ended {
            tracing::error!(%error, "the end of a call in the background could not be stored");
        }
    });
    record.map(Arc::unwrap_or_clone).ok_or(StoreError::NotFound)
}

async fn settle(
    inner: Arc<Inner>,
    wish: CallRequest,
    begun: Result<Begun, End>,
    stop: CancellationToken,
) -> Performed {
    let (inner, wish, stop) = (&inner, &wish, &stop);
    let deciding = match begun {
        Ok(Begun::Deciding(deciding)) => Ok(deciding),
        Ok(Begun::Changed(entry)) => match changed::resolve(inner, wish, entry, stop).await {
            Ok(question) => begin_alone(inner, question).await,
            Err(end) => Err(end),
        },
        Err(end) => Err(end),
    };
    let end = match deciding {
        Ok(deciding) => decide_and_send(inner, deciding, stop).await,
        Err(end) => Some(end),
    };
    let server = wish.entry().map(|e| e.definition.tool.server);
    match end {
        Some(end) => conclude(inner, wish.id, server, end).await,
        // Its task goes on while this program does not run.
        None => leave(inner, wish.id),
    }
}

/// Whether a matching rule caused the denial: a rule that denies, or one that requires approval.
fn rules_decided(by: DecidedBy) -> bool {
    match by {
        DecidedBy::Rule
        | DecidedBy::Person
        | DecidedBy::Terminal
        | DecidedBy::Dismissed
        | DecidedBy::Expiry => true,
        DecidedBy::CommandLine
        | DecidedBy::Unattended
        | DecidedBy::Mute
        | DecidedBy::Repeat
        | DecidedBy::QueueFull
        | DecidedBy::Withdrawn
        | DecidedBy::StopAll
        | DecidedBy::LedgerFailure => false,
    }
}

async fn decide_and_send(
    inner: &Arc<Inner>,
    deciding: PendingDecision,
    stop: &CancellationToken,
) -> Option<End> {
    let id = deciding.call();
    let asked_by = deciding.matched_rules().to_vec();
    let deciding = deciding.decided();
    tokio::pin!(deciding);
    let decided = tokio::select! {
        // Polled first, so that a decision is recorded as one.
        biased;
        decided = &mut deciding => decided,
        () = stop.cancelled() => {
            // The approval is withdrawn, and recorded as withdrawn.
            inner.consent.withdraw(id);
            deciding.await
        }
    };
    let allowed = match decided {
        Ok(allowed) => allowed,
        Err(_) if stop.is_cancelled() => {
            let why = phrases::host_call_stopped_before();
            return Some(End::new(CallState::Cancelled, why));
        }
        Err(denied) => {
            if rules_decided(denied.by) {
                inner.note_use(&asked_by).await;
            }
            return Some(End::denied(denied.by, denial(&denied)));
        }
    };
    let question = allowed.request;
    inner.keep_grant(&question, &allowed.scope).await;
    if allowed.trusts_reading {
        let (call, reading) = (&question.call, &question.offers.reading);
        let kept = inner
            .keep_trust(call.tool.server, call.launch, reading)
            .await;
        if let Err(error) = kept {
            tracing::warn!(%error, "trust in a server's reading could not be stored");
        }
    }

    let call = question.call.clone();
    // Concurrently: both wait for the disk, and nothing depends on the count.
    let used = inner.note_use(&question.evaluation.matched_rules);
    let ready = async {
        let in_use = keep_awake(inner, &call, stop).await?;
        let connection = ready_to_send(inner, &question, allowed.by, stop).await?;
        Ok((connection, in_use))
    };
    let (connection, _in_use) = match futures_util::future::join(ready, used).await.0 {
        Ok(connection) => connection,
        Err(end) => {
            return Some(End {
                allowed: Some((Box::new(call), ledger::Outcome::NotSent)),
                ..end
            });
        }
    };
    inner.emit_call(call.id).await;
    let end = send(inner, connection, allowed.approved, &call, stop).await?;
    let schema = question.definition.output_schema.as_deref();
    Some(checked(end, call, schema).await)
}

/// Keeps the server of an approved call awake, and starts it if it sleeps. What it offers then is checked before anything is sent.
async fn keep_awake(
    inner: &Inner,
    call: &ToolCall,
    stop: &CancellationToken,
) -> Result<InUse, End> {
    if inner.is_asleep(call.tool.server) {
        let name = inner.servers.name(call.tool.server);
        sending::show_why(inner, call.id, phrases::host_call_wakes(name)).await;
    }
    tokio::select! {
        biased;
        () = stop.cancelled() => {
            let reason = phrases::host_call_stopped_before();
            Err(End::new(CallState::Cancelled, reason))
        }
        awake = inner.awake(call.tool.server) => {
            awake.map_err(|why| End::new(CallState::Failed, why))
        }
    }
}

/// Sends an approved call; none if the server goes on with it as a task and this program ends. If the server requires a sign-in first, sends the call after it, with the same approval.
async fn send(
    inner: &Arc<Inner>,
    mut connection: Connection,
    mut approved: Approved<ToolCall>,
    call: &ToolCall,
    stop: &CancellationToken,
) -> Option<End> {
    for _ in 0..=SIGN_INS {
        let (unused, challenge) = match sending::send(inner, &connection, approved, stop).await {
            SendOutcome::Ended(end) => return Some(end),
            SendOutcome::Task(task) => {
                return task::begin(inner, connection, call, task, stop).await;
            }
            SendOutcome::NeedsVisits(visits) => {
                return Some(sending::visits(inner, call, visits, stop).await);
            }
            SendOutcome::NeedsSignIn(unused, challenge) => (unused, challenge),
        };
        sending::show_wait(inner, call.id).await;
        let signed_in = tokio::select! {
            signed_in = inner.sign_in_for_call(call.tool.server, challenge) => signed_in,
            () = stop.cancelled() => {
                let why = phrases::host_call_stopped_before();
                return Some(End::new(CallState::Cancelled, why));
            }
        };
        // The tool's definition may have changed meanwhile.
        let current = match signed_in {
            Ok(()) => current(inner, call).await,
            Err(why) => Err(why),
        };
        connection = match current {
            Ok(connection) => connection,
            Err(why) => return Some(End::new(CallState::Failed, why)),
        };
        approved = unused;
    }
    Some(End::new(CallState::Failed, phrases::host_call_sign_ins()))
}

/// Runs the final checks before an approved call is sent: it is still wanted, its tool and server are those that were shown, and it
/// is stored as running.
async fn ready_to_send(
    inner: &Inner,
    question: &ToolApproval,
    by: DecidedBy,
    stop: &CancellationToken,
) -> Result<Connection, End> {
    if stop.is_cancelled() {
        return Err(End::new(
            CallState::Cancelled,
            phrases::host_call_stopped_before(),
        ));
    }
    let call = &question.call;
    let failed = |reason: Text| End::new(CallState::Failed, reason);
    let connection = current(inner, call).await.map_err(failed)?;
    let standing = inner.active_rules().await;
    let standing = standing.map_err(|error| failed(error.message))?;
    // Its server may have been allowed a host since.
    if inner.tier_now(&standing, &question.definition) > question.evaluation.tier {
        return Err(failed(phrases::host_call_can_send_now().into()));
    }
    let noted = inner.note_carried(call).await;
    noted.map_err(|error| failed(error.message))?;
    let stored = inner.store_running(call, question.edited(), by).await;
    stored.map_err(|error| failed(phrases::host_call_unstored(error.to_string()).into()))?;
    Ok(connection)
}
