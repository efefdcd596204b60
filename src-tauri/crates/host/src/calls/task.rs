//! Calls that their servers answer with tasks: recorded, followed until they end, and found again by the next run of this program.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use domain::{CallId, JsonObjectText, LaunchDigest, ServerId, ToolCall, ToolRef, now_ms};
use host_api::{ApiError, CallStateView, ErrorCode, ProgressView, TaskView};
use mcp::{
    CallError, Client, Following, HttpError, NotSent, Task, TaskProblem, TaskReport, TaskStatus,
};
use messages::{Text, phrases};
use store::{CallRecord, CallState, StoreError, TaskRecord};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{
    call::End,
    ending::{checked, conclude, leave},
    sending::{claim, end_of, sentence},
};
use crate::{
    inner::{Host, Inner},
    server::{Connection, InUse},
    views::call_view,
};

/// Maximum number of reports about a task that wait to be stored.
const REPORTS: usize = 4;
/// The pause before a task is followed over another connection.
const AGAIN: Duration = Duration::from_millis(500);
/// Maximum number of sign-ins that one task waits for.
const SIGN_INS: usize = 3;

/// A task of a call.
struct Followed {
    call: CallId,
    server: ServerId,
    /// How the server was started that was sent the call.
    launch: LaunchDigest,
    begun_ms: i64,
    task: String,
    answered: BTreeSet<String>,
    /// What is stored and shown of it: whether it waits for input, and the server's words.
    said: Option<(bool, Option<String>)>,
}

/// How the following over one connection ended.
enum Step {
    Ended(End),
    /// This program ends; the task goes on.
    Left,
    /// The connection is gone, and the task may go on.
    Lost,
    NeedsSignIn(mcp::Challenge),
}

impl Host {
    /// Returns the newest tasks, ended or not, and the calls that the user moved to the background: those that run first.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn tasks(&self) -> Result<Vec<TaskView>, ApiError> {
        let inner = &self.inner;
        let records = inner.store.tasks().list().await?;
        let known: BTreeSet<CallId> = records.iter().map(|task| task.call.id).collect();
        let mut all = Vec::new();
        for id in inner.calls.moved() {
            if known.contains(&id) {
                continue;
            }
            let running = inner.calls.get(id).map(|(record, _)| record);
            let call = match running {
                Some(record) => Some(Arc::unwrap_or_clone(record)),
                None => inner.store.calls().get(id).await?,
            };
            all.extend(call.map(|call| moved_view(inner, &call)));
        }
        all.extend(records.iter().map(|task| view(inner, task)));
        all.sort_by_key(|task| !matches!(task.call.state, CallStateView::Running { .. }));
        Ok(all)
    }

    /// Moves a running call to the background: its turn goes on without its result, which joins the conversation when it comes.
    ///
    /// # Errors
    /// The call does not run.
    pub async fn move_to_background(&self, id: CallId) -> Result<(), ApiError> {
        if !self.inner.calls.move_to_background(id) {
            let message = phrases::host_call_not_running();
            return Err(ApiError::new(ErrorCode::Invalid, message));
        }
        self.inner.emit_call(id).await;
        Ok(())
    }
}

/// Returns the view of a call that is not a task of its server, and that the user moved to the background.
fn moved_view(inner: &Inner, call: &CallRecord) -> TaskView {
    TaskView {
        call: call_view(inner, call),
        conversation: call.conversation.map(|id| id.to_string()),
        begun_ms: call.sent_ms.unwrap_or_default() as f64,
        needs_input: false,
        message: None,
    }
}

fn view(inner: &Inner, task: &TaskRecord) -> TaskView {
    let runs = task.call.state == CallState::Running;
    TaskView {
        call: call_view(inner, &task.call),
        conversation: task.call.conversation.map(|id| id.to_string()),
        begun_ms: task.begun_ms as f64,
        needs_input: runs && task.waits,
        message: task.message.as_deref().map(domain::visible),
    }
}

/// Records that a call became a task, and follows it to its end; none if this program ends before.
pub(super) async fn begin(
    inner: &Arc<Inner>,
    connection: Connection,
    call: &ToolCall,
    task: Task,
    stop: &CancellationToken,
) -> Option<End> {
    let begun_ms = match inner.store.tasks().begin(call.id, &task.id).await {
        Ok(begun_ms) => begun_ms,
        Err(error) => {
            // It could not be found again: it must not go on unseen.
            let _ = connection.client.cancel_task(&task.id).await;
            let why = phrases::host_task_unstored(error.to_string());
            return Some(End::new(CallState::Unknown, why));
        }
    };
    let mut followed = Followed {
        call: call.id,
        server: call.tool.server,
        launch: call.launch,
        begun_ms,
        task: task.id.clone(),
        answered: BTreeSet::new(),
        said: None,
    };
    note(inner, &mut followed, TaskReport::Is(task.clone())).await;
    follow(inner, followed, Some((connection, task)), stop).await
}

/// Follows the tasks of earlier runs.
///
/// # Errors
/// They cannot be read.
pub(crate) async fn resume_tasks(inner: &Arc<Inner>) -> Result<(), StoreError> {
    for record in inner.store.tasks().running().await? {
        let stop = inner.closing.child_token();
        let call = Arc::new(record.call.clone());
        let (id, server) = (record.call.id, record.call.server);
        inner.calls.begin(call, true, stop.clone()).cancel();
        let calls = &inner.calls;
        let inner = Arc::clone(inner);
        calls.go_on(async move {
            let ended = match resume(&inner, record, &stop).await {
                Some(end) => conclude(&inner, id, server, end).await,
                None => leave(&inner, id),
            };
            if let Err(error) = ended {
                tracing::error!(%error, "the end of a task could not be stored");
            }
        });
    }
    Ok(())
}

async fn resume(inner: &Arc<Inner>, record: TaskRecord, stop: &CancellationToken) -> Option<End> {
    let lost = || End::new(CallState::Unknown, phrases::host_task_unreadable());
    let Some(call) = call_of(&record) else {
        return Some(lost());
    };
    let words = record.message.as_deref().map(domain::visible);
    show(inner, call.id, words.map(Text::from)).await;
    let followed = Followed {
        call: call.id,
        server: call.tool.server,
        launch: call.launch,
        begun_ms: record.begun_ms,
        task: record.task,
        answered: record.answered,
        said: None,
    };
    let end = follow(inner, followed, None, stop).await?;
    let schema = accepted_schema(inner, &call);
    Some(checked(end, call, schema.as_deref()).await)
}

/// The call of a task as it was sent.
fn call_of(record: &TaskRecord) -> Option<ToolCall> {
    let call = &record.call;
    Some(ToolCall {
        id: call.id,
        tool: ToolRef {
            server: call.server?,
            name: call.tool.clone(),
        },
        definition: call.definition?,
        launch: call.launch?,
        conversation: call.conversation,
        arguments: JsonObjectText::parse(&call.arguments).ok()?,
    })
}

/// The schema of the result, if the tool is still defined as it was.
fn accepted_schema(inner: &Inner, call: &ToolCall) -> Option<String> {
    let snapshot = inner.servers.snapshot(call.tool.server)?;
    let offered = snapshot.offered()?;
    let tool = offered.tools.iter().find(|tool| tool.tool == call.tool)?;
    let same = tool.digest == call.definition;
    same.then(|| tool.output_schema.clone()).flatten()
}

/// Follows a task over one connection after another, all of the server and the launch that the call was sent to.
async fn follow(
    inner: &Arc<Inner>,
    mut task: Followed,
    first: Option<(Connection, Task)>,
    stop: &CancellationToken,
) -> Option<End> {
    let mut sign_ins = 0;
    let (mut now, mut last) = first.unzip();
    loop {
        let (connection, _in_use) = match now.take() {
            Some(connection) => (connection, None),
            None => match connected(inner, &task, stop).await? {
                Ok((connection, in_use)) => (connection, Some(in_use)),
                Err(end) => return Some(end),
            },
        };
        let age = u64::try_from(now_ms().saturating_sub(task.begun_ms)).unwrap_or(0);
        let following = Following {
            id: task.task.clone(),
            age: Duration::from_millis(age),
            answered: task.answered.clone(),
            last: last.take(),
        };
        match follow_over(inner, &connection.client, &mut task, &following, stop).await {
            Step::Ended(end) => return Some(end),
            Step::Left => return None,
            Step::Lost => {}
            Step::NeedsSignIn(_) if sign_ins >= SIGN_INS => {
                let why = phrases::host_call_sign_ins();
                return Some(End::new(CallState::Unknown, why));
            }
            Step::NeedsSignIn(challenge) => {
                sign_ins += 1;
                let signed_in = tokio::select! {
                    signed_in = inner.sign_in_for_call(task.server, challenge) => signed_in,
                    () = stop.cancelled() => Ok(()),
                };
                if let Err(why) = signed_in {
                    return Some(End::new(CallState::Unknown, why));
                }
            }
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(AGAIN) => {}
        }
    }
}

/// Waits for a connection to the server of a task, with the launch that was accepted for its call. A server that sleeps is started. None if this
/// program ends before.
async fn connected(
    inner: &Inner,
    task: &Followed,
    stop: &CancellationToken,
) -> Option<Result<(Connection, InUse), End>> {
    let unknown = |why: messages::Phrase| Some(Err(End::new(CallState::Unknown, why)));
    loop {
        if inner.closing.is_cancelled() {
            return None;
        }
        let Ok(handle) = inner.servers.handle(task.server) else {
            return unknown(phrases::host_task_server_gone());
        };
        let mut watch = handle.watch();
        let snapshot = Arc::clone(&watch.borrow_and_update());
        if let Some(offered) = snapshot.offered()
            && offered.launch != task.launch
        {
            return unknown(phrases::host_task_relaunched());
        }
        if stop.is_cancelled() {
            let connection = snapshot.connection.clone();
            let Some(connection) = connection.filter(|now| now.launch == task.launch) else {
                return unknown(phrases::host_task_stopped_unheard());
            };
            // It is told to cancel the task.
            return Some(Ok((connection, snapshot.book.usage.begin().await)));
        }
        let mut in_use = None;
        if snapshot.offered().is_some() {
            in_use = tokio::select! {
                () = stop.cancelled() => continue,
                awake = inner.awake(task.server) => awake.ok(),
            };
        }
        let connection = handle.snapshot().connection.clone();
        match (connection, in_use) {
            (Some(connection), Some(in_use)) if connection.launch == task.launch => {
                return Some(Ok((connection, in_use)));
            }
            (Some(_), Some(_)) => return unknown(phrases::host_task_relaunched()),
            (Some(_) | None, _) => {}
        }
        let name = snapshot.record.name.as_str();
        show(
            inner,
            task.call,
            Some(phrases::host_task_waits_for_server(name).into()),
        )
        .await;
        let left = i64::try_from(mcp::bounds::TASK_MAX.as_millis()).unwrap_or(i64::MAX);
        let left = left.saturating_sub(now_ms().saturating_sub(task.begun_ms));
        let Ok(left) = u64::try_from(left) else {
            return unknown(phrases::host_task_expired());
        };
        tokio::select! {
            () = stop.cancelled() => {}
            _ = watch.changed() => {}
            () = handle.ended() => {
                if inner.closing.is_cancelled() {
                    return None;
                }
                if inner.servers.handle(task.server).is_err() {
                    return unknown(phrases::host_task_server_gone());
                }
            }
            () = tokio::time::sleep(Duration::from_millis(left)) => {}
        }
    }
}

async fn follow_over(
    inner: &Inner,
    client: &Client,
    task: &mut Followed,
    following: &Following,
    stop: &CancellationToken,
) -> Step {
    let (tell, mut reports) = mpsc::channel(REPORTS);
    let ended = client.follow_task(following, tell);
    tokio::pin!(ended);
    let error = loop {
        tokio::select! {
            // In this order: a task that this program leaves is not cancelled, and what is known is stored before the end.
            biased;
            () = inner.closing.cancelled() => return Step::Left,
            () = stop.cancelled() => return Step::Ended(cancelled(client, task).await),
            Some(report) = reports.recv() => note(inner, task, report).await,
            ended = &mut ended => match ended {
                Ok(outcome) => return Step::Ended(end_of(Ok(outcome))),
                Err(error) => break error,
            },
        }
    };
    let unknown = |why: Text| Step::Ended(End::new(CallState::Unknown, why));
    match error {
        CallError::Task(TaskProblem::Cancelled) => {
            let why = phrases::host_task_cancelled_by_server();
            Step::Ended(End::new(CallState::Cancelled, why))
        }
        CallError::Task(TaskProblem::Failed(error)) => {
            let why = phrases::host_task_failed(sentence(&error));
            Step::Ended(End::new(CallState::Failed, why))
        }
        CallError::Http {
            error: HttpError::SignIn(challenge),
            ..
        } => Step::NeedsSignIn(challenge),
        CallError::ConnectionLost { .. }
        | CallError::NotSent(NotSent::Closed)
        | CallError::Http {
            error:
                HttpError::Dns
                | HttpError::Refused
                | HttpError::Connect(_)
                | HttpError::TimedOut
                | HttpError::CutOff
                | HttpError::SessionLost,
            ..
        } => Step::Lost,
        error @ (CallError::Input(_) | CallError::BadResult(_) | CallError::Bound(_)) => {
            // Nobody waits for it any more.
            let _ = client.cancel_task(&task.task).await;
            unknown(sentence(&error))
        }
        error @ (CallError::Task(_)
        | CallError::NotSent(_)
        | CallError::Rpc { .. }
        | CallError::TimedOut { .. }
        | CallError::Cancelled { .. }
        | CallError::Http { .. }) => unknown(sentence(&error)),
    }
}

/// Cancels a task that the user stopped.
async fn cancelled(client: &Client, task: &Followed) -> End {
    match client.cancel_task(&task.task).await {
        Ok(()) => End::new(CallState::Cancelled, phrases::host_task_cancelled()),
        Err(error) => {
            tracing::info!(%error, "a server did not take the cancellation of a task");
            End::new(CallState::Unknown, phrases::host_task_stopped_unheard())
        }
    }
}

/// Stores and shows what became known of a task.
async fn note(inner: &Inner, task: &mut Followed, report: TaskReport) {
    let tasks = inner.store.tasks();
    let stored = match report {
        TaskReport::Is(now) => {
            let words = now.message.as_ref().map(claim);
            let waits = now.status == TaskStatus::InputRequired;
            let message = now.message.map(domain::Untrusted::into_data);
            let said = Some((waits, message));
            if task.said == said {
                return;
            }
            task.said = said;
            let message = task.said.as_ref().and_then(|(_, words)| words.as_deref());
            let stored = tasks.set_status(task.call, waits, message).await;
            show(inner, task.call, words).await;
            stored
        }
        TaskReport::Given(keys) => {
            task.answered.extend(keys);
            tasks.set_answered(task.call, &task.answered).await
        }
    };
    if let Err(error) = stored {
        tracing::warn!(%error, "what is known of a task could not be stored");
    }
}

/// Shows on a call that it goes on as a task.
async fn show(inner: &Inner, call: CallId, words: Option<Text>) {
    let progress = ProgressView {
        progress: 0.0,
        total: None,
        message: Some(words.unwrap_or_else(|| phrases::host_task_runs().into())),
    };
    inner.calls.report(call, progress);
    inner.emit_call(call).await;
}
