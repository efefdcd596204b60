//! Changed definitions of a server: nothing is sent until a person accepts the current definition.

use std::{pin::pin, sync::Arc};

use consent::{ChangeApproval, Changed, ChangedPart, DecidedBy, Denied, ToolApproval};
use domain::{ConversationId, ServerId, ToolDefinition};
use host_api::{ApiError, ErrorCode};
use messages::{Phrase, Text, phrases};
use store::{CallState, FOR_MODELS, NewPin, PinKind};
use tokio_util::sync::CancellationToken;

use super::{
    call::{CallRequest, End, denial},
    preparing::{Prepared, prepare},
};
use crate::{
    catalog::Entry,
    inner::{Host, Inner},
    server::{Connection, instructions},
    servers::of_tool,
    state::{Change, ChangeEnd},
};

/// Maximum number of new tools in one request.
const MAX_NEW: usize = 50;
/// Maximum size of their definitions, in bytes, unless the first alone is larger.
const MAX_NEW_BYTES: usize = 256 * 1024;

/// Requests approval of the change of a tool, and continues the call with the accepted definition.
pub(super) async fn resolve(
    inner: &Arc<Inner>,
    wish: &CallRequest,
    entry: Entry,
    stop: &CancellationToken,
) -> Result<ToolApproval, End> {
    let failed = |reason: Phrase| End::new(CallState::Failed, reason);
    // The approval may take long, and this process may end before it.
    if let Err(error) = inner.store_waiting(wish.id).await {
        return Err(failed(phrases::host_call_unstored(error.to_string())));
    }
    let tool = &entry.definition.tool;
    let part = match inner.servers.is_new(tool) {
        true => ChangedPart::NewTools,
        false => ChangedPart::Tool(tool.name.clone()),
    };
    let what = (tool.server, part);
    let asking = inner.ask_change(what, wish.conversation);
    let answered = tokio::select! {
        answered = asking => answered,
        () = stop.cancelled() => {
            let reason = phrases::host_call_stopped_before();
            return Err(End::new(CallState::Cancelled, reason));
        }
    };
    answered.map_err(|(by, reason)| End::denied(by, reason))?;
    let snapshot = inner
        .servers
        .handle(tool.server)
        .map(|handle| handle.snapshot());
    let connection = snapshot.ok().and_then(|s| s.connection.clone());
    let definition = connection
        .as_ref()
        .and_then(|c| c.tools.iter().find(|t| t.tool == *tool))
        .ok_or_else(|| failed(phrases::host_call_tool_gone()))?
        .clone();
    let entry = Entry {
        definition,
        ..entry
    };
    match prepare(inner, wish, &entry).await? {
        Prepared::Asks(question) => Ok(*question),
        Prepared::Changed => Err(failed(phrases::host_change_again())),
    }
}

impl Host {
    /// Requests approval of a changed tool, by its name as the server returns it, of changed instructions or of new tools, at most
    /// 50 at once. Waits for the answer and returns whether the change was accepted.
    ///
    /// # Errors
    /// The server is not ready, there is no such change, or an accepted change could not be stored.
    pub async fn review_change(
        &self,
        server: ServerId,
        part: ChangedPart,
    ) -> Result<bool, ApiError> {
        let change = (server, part);
        if change_of(&self.inner, &change, None).is_none() {
            let message = phrases::host_change_none();
            return Err(ApiError::new(ErrorCode::NotFound, message));
        }
        match self.inner.ask_change(change, None).await {
            Ok(()) => Ok(true),
            Err((DecidedBy::LedgerFailure, reason)) => Err(ApiError::new(ErrorCode::Data, reason)),
            Err(_) => Ok(false),
        }
    }
}

impl Inner {
    /// Waits until a change is accepted. Callers with the same change share one approval, which is withdrawn when none of them
    /// waits any more.
    ///
    /// # Errors
    /// Who did not accept it, and why, for display.
    async fn ask_change(
        self: &Arc<Self>,
        what: Change,
        conversation: Option<ConversationId>,
    ) -> Result<(), (DecidedBy, Text)> {
        let begin = |end| {
            let question = change_of(self, &what, conversation)?;
            tokio::spawn(decide(Arc::clone(self), what.clone(), question, end));
            Some(())
        };
        let Some(mut end) = self.changes.join(&what, begin) else {
            // It was accepted a moment ago, or the current definition is the accepted one.
            return Ok(());
        };
        let ended = end.wait_for(Option::is_some).await;
        let gone = || {
            let reason = phrases::host_denied_withdrawn();
            (DecidedBy::Withdrawn, reason.into())
        };
        ended
            .ok()
            .and_then(|end| end.clone())
            .unwrap_or_else(|| Err(gone()))
    }

    /// Stores the accepted definition: the one in the approval, whatever the server declares by now.
    async fn keep_change(self: &Arc<Self>, q: &ChangeApproval) -> Result<(), Text> {
        let handle = self.servers.handle(q.server).map_err(|e| e.message)?;
        let words;
        let still = handle.snapshot();
        let still = still.connection.as_ref().is_some_and(|c| c.pins.for_models);
        let accepted = match &q.changed {
            Changed::Tool { now, .. } => vec![of_tool(now)],
            Changed::NewTools { tools } => tools.iter().map(of_tool).collect(),
            Changed::Instructions {
                now,
                digests,
                for_models,
                ..
            } => {
                words = serde_json::Value::from(now.clone()).to_string();
                let accepted = NewPin {
                    kind: PinKind::Instructions,
                    name: "",
                    digest: digests[1],
                    raw: &words,
                };
                let read = NewPin {
                    name: FOR_MODELS,
                    raw: "",
                    ..accepted
                };
                // Models read the new text only if the request said so.
                let read = (*for_models && still).then_some(read);
                [accepted].into_iter().chain(read).collect()
            }
        };
        let kept = self.keep_accepted(&handle, &accepted).await;
        kept.map_err(|error| phrases::host_change_unstored(error.to_string()).into())
    }
}

/// Runs one approval until it is decided or withdrawn.
async fn decide(inner: Arc<Inner>, what: Change, question: ChangeApproval, end: ChangeEnd) {
    let deciding = inner.consent.decide(question);
    let mut deciding = pin!(deciding);
    let decided = tokio::select! {
        // Polled first, so that the approval is queued before it can be withdrawn.
        biased;
        decided = &mut deciding => decided,
        () = end.closed() => {
            inner.consent.withdraw_change(what.0, &what.1);
            deciding.await
        }
        () = inner.closing.cancelled() => {
            inner.consent.withdraw_change(what.0, &what.1);
            deciding.await
        }
    };
    let answer = match decided {
        Ok(allowed) => inner
            .keep_change(&allowed.approved.into_payload())
            .await
            .map_err(|why| (DecidedBy::LedgerFailure, why)),
        Err(denied) => Err((denied.by, refusal(&denied).into())),
    };
    inner.changes.end(&what);
    end.send_replace(Some(answer));
}

/// Describes why a changed tool is not called, for the user and the model.
fn refusal(denied: &Denied) -> Phrase {
    match denied.by {
        DecidedBy::Person | DecidedBy::Terminal => phrases::host_change_denied(),
        DecidedBy::Dismissed
        | DecidedBy::Rule
        | DecidedBy::CommandLine
        | DecidedBy::Unattended
        | DecidedBy::Expiry
        | DecidedBy::Mute
        | DecidedBy::Repeat
        | DecidedBy::QueueFull
        | DecidedBy::Withdrawn
        | DecidedBy::StopAll
        | DecidedBy::LedgerFailure => phrases::host_change_undecided(denial(denied)),
    }
}

/// Returns the approval of a change, if there is a change.
fn change_of(
    inner: &Inner,
    (server, part): &Change,
    conversation: Option<ConversationId>,
) -> Option<ChangeApproval> {
    let snapshot = inner.servers.handle(*server).ok()?.snapshot();
    let connection = snapshot.connection.as_ref()?;
    let (changed, accepted_ms) = match part {
        ChangedPart::Tool(name) => {
            let accepted = connection.pins.changed(name)?;
            let now: &ToolDefinition = connection.tools.iter().find(|t| t.tool.name == *name)?;
            let changed = Changed::Tool {
                before: Box::new(accepted.was.clone()),
                now: Box::new(now.clone()),
            };
            (changed, accepted.accepted_ms)
        }
        ChangedPart::NewTools => {
            let tools = new_tools(connection);
            (!tools.is_empty()).then_some((Changed::NewTools { tools }, connection.since_ms))?
        }
        ChangedPart::Instructions => {
            let accepted = connection.pins.instructions()?;
            let now = instructions(&connection.info)?;
            let changed = Changed::Instructions {
                for_models: connection.pins.for_models,
                before: accepted.was.text.clone(),
                now: now.text,
                digests: [accepted.was.digest, now.digest],
            };
            (changed, accepted.accepted_ms)
        }
    };
    Some(ChangeApproval {
        server: *server,
        server_name: snapshot.record.name.clone(),
        changed,
        accepted_ms,
        conversation,
    })
}

/// Returns the new tools of a server, as many as are shown at once.
fn new_tools(connection: &Connection) -> Vec<ToolDefinition> {
    let mut bytes = 0;
    let tools = connection.tools.iter();
    tools
        .filter(|tool| connection.pins.is_new(&tool.tool.name))
        .take(MAX_NEW)
        .enumerate()
        .take_while(|(at, tool)| {
            bytes += tool.raw.len();
            *at == 0 || bytes <= MAX_NEW_BYTES
        })
        .map(|(_, tool)| tool.clone())
        .collect()
}
