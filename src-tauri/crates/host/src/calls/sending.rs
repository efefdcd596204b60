//! Sending of an approved call: progress, cancellation, outcome.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use consent::{Approved, SchemaCheck};
use domain::{
    CallId, ElicitationRequest, JsonObjectText, ServerId, ToolCall, ToolOutcome, Untrusted,
};
use host_api::ProgressView;
use launcher::StderrRing;
use mcp::{
    CallError, Called, Challenge, Counters, HttpError, Progress, Task, TaskProblem, Uncalled,
    required_visits,
};
use messages::{Phrase, Text, Value, phrases};
use store::CallState;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    calls::{call::End, switched_off},
    inner::Inner,
    problems::input,
    requests::elicitation::{Visited, visit_for_call},
    server::Connection,
    servers::{sandbox_barrier, stopped_at_limit},
};

/// Maximum number of queued progress reports; the client drops further ones.
const PROGRESS_BUFFER: usize = 16;
/// Time limit for the last output of a server whose connection was lost.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// Time limit for the output of a server about a call that failed.
const LATE_OUTPUT: Duration = Duration::from_millis(100);
/// Maximum length of a displayed progress message, in characters.
const MAX_PROGRESS: usize = 200;
/// Maximum length of what a server says about an error beside its message, in bytes.
const MAX_ERROR_DATA: usize = 4 * 1024;

/// The result of sending a call.
pub(super) enum SendOutcome {
    /// The call finished.
    Ended(End),
    /// The server goes on with it as a task.
    Task(Task),
    /// The server did nothing yet: it requires visits to these pages first.
    NeedsVisits(Vec<ElicitationRequest>),
    /// The server refused it unread because it requires a sign-in; the approval is unused.
    NeedsSignIn(Approved<ToolCall>, Challenge),
}

/// Sends an approved call and waits for its outcome.
pub(super) async fn send(
    inner: &Arc<Inner>,
    connection: &Connection,
    approved: Approved<ToolCall>,
    stop: &CancellationToken,
) -> SendOutcome {
    let id = approved.payload().id;
    let before = connection.client.counters();
    let output = confined_output(inner, connection.client.server());
    let began = Began {
        at: Instant::now(),
        printed: output
            .as_ref()
            .map_or(0, |output| *output.changed().borrow()),
    };
    let (progress, mut reports) = mpsc::channel(PROGRESS_BUFFER);
    let call = connection.client.call_tool_or_return(approved, progress);
    tokio::pin!(call);
    let mut asked_to_stop = false;
    loop {
        tokio::select! {
            // In this order: the call is sent before it is cancelled, because the client ignores a cancellation of an unknown
            // request. A flood of progress reports cannot delay a stop.
            biased;
            ended = &mut call => return match went(ended, connection.client.server()) {
                SendOutcome::Ended(end) => {
                    let end = explained(inner, connection, &before, end);
                    SendOutcome::Ended(match output {
                        Some(output) => {
                            let end = stopped_by_limit(&output, end).await;
                            stopped_by_sandbox(inner, connection, &output, &began, end).await
                        }
                        None => end,
                    })
                }
                other @ (SendOutcome::Task(_)
                | SendOutcome::NeedsVisits(_)
                | SendOutcome::NeedsSignIn(..)) => other,
            },
            () = stop.cancelled(), if !asked_to_stop => {
                asked_to_stop = true;
                connection.client.cancel(id, "stopped by the user");
            }
            Some(report) = reports.recv() => show_progress(inner, id, &report).await,
        }
    }
}

/// Returns the error output of a server that runs in a sandbox.
fn confined_output(inner: &Inner, server: ServerId) -> Option<StderrRing> {
    let snapshot = inner.servers.snapshot(server)?;
    snapshot.sandbox.as_ref()?;
    snapshot.stderr.clone()
}

/// Adds the limit of its sandbox at which the server ended, if its last output names one.
async fn stopped_by_limit(output: &StderrRing, mut end: End) -> End {
    // Its last words arrive after its connection is lost; a server that lives on says nothing of its end.
    if end.state == CallState::Unknown
        && tokio::time::timeout(LAST_WORDS, output.ended())
            .await
            .is_ok()
        && let Some(why) = stopped_at_limit(&output.text())
    {
        let reason = end.reason.take();
        end.reason = reason.map(|reason| phrases::host_call_lost_at_limit(why, reason).into());
    }
    end
}

/// Where a server was when a call was sent.
struct Began {
    at: Instant,
    /// The bytes of its error output.
    printed: u64,
}

/// Adds what of its sandbox stopped the server, if its error or its output during the call says so.
async fn stopped_by_sandbox(
    inner: &Inner,
    connection: &Connection,
    output: &StderrRing,
    began: &Began,
    mut end: End,
) -> End {
    if let Some(said) = end.failure_text() {
        // Many servers print what failed, and reply that something did. The output may arrive after the reply.
        let mut printed = output.changed();
        let more = printed.wait_for(|printed| *printed > began.printed);
        let _ = tokio::time::timeout(LATE_OUTPUT, more).await;
        let printed = output.after(began.printed).bytes;
        // The last line counts most.
        let all = format!("{}\n{said}", String::from_utf8_lossy(&printed));
        let barrier = sandbox_barrier(inner, connection.client.server(), began.at, all).await;
        end.sandboxed = barrier.map(Box::new);
    }
    end
}

/// Adds the switch that a failed call needs, if it needs one.
fn explained(inner: &Inner, connection: &Connection, before: &Counters, end: End) -> End {
    let after = connection.client.counters();
    match inner.servers.snapshot(connection.client.server()) {
        Some(server) => switched_off::explain(&server.record, before, &after, end),
        None => end,
    }
}

/// Requests approval of each page that a server wants visited before it performs a call. The call itself is over; the requester may
/// repeat it.
pub(super) async fn visits(
    inner: &Inner,
    call: &ToolCall,
    visits: Vec<ElicitationRequest>,
    stop: &CancellationToken,
) -> End {
    let server = call.tool.server;
    let failed = |why: Phrase| End::new(CallState::Failed, why);
    match inner.servers.snapshot(server) {
        Some(server) if server.record.elicitation => {}
        Some(server) => return failed(switched_off::no_visit(&server.record)),
        None => return failed(phrases::host_call_removed()),
    }
    let mut opened = Vec::new();
    for request in visits {
        match visit_for_call(inner, server, request, stop.cancelled()).await {
            Visited::Opened(origin) => opened.push(origin),
            Visited::Not => return failed(phrases::host_call_visit_denied()),
            Visited::Refused(why) => return failed(phrases::host_call_visit_refused(why)),
        }
    }
    failed(phrases::host_call_visited(Value::list(opened)))
}

fn went(ended: Result<Called, Uncalled>, server: ServerId) -> SendOutcome {
    match ended {
        Ok(Called::Done(outcome)) => SendOutcome::Ended(end_of(Ok(outcome))),
        Ok(Called::Task(task)) => SendOutcome::Task(task),
        Err(Uncalled {
            error:
                CallError::Http {
                    error: HttpError::SignIn(challenge),
                    ..
                },
            approved: Some(approved),
        }) => SendOutcome::NeedsSignIn(approved, challenge),
        Err(uncalled) => match required_visits(&uncalled.error, server) {
            Some(visits) if !visits.is_empty() => {
                SendOutcome::NeedsVisits(visits.into_iter().map(Untrusted::into_data).collect())
            }
            Some(_) | None => SendOutcome::Ended(end_of(Err(uncalled.error))),
        },
    }
}

/// Shows on a call that it waits for a sign-in.
pub(super) async fn show_wait(inner: &Inner, id: CallId) {
    show_why(inner, id, phrases::host_call_waits_for_sign_in()).await;
}

/// Shows on a call what it waits for.
pub(super) async fn show_why(inner: &Inner, id: CallId, why: Phrase) {
    let waits = ProgressView {
        progress: 0.0,
        total: None,
        message: Some(why.into()),
    };
    inner.calls.report(id, waits);
    inner.emit_call(id).await;
}

async fn show_progress(inner: &Inner, id: CallId, report: &Progress) {
    let view = ProgressView {
        progress: report.progress,
        total: report.total,
        message: report.message.as_ref().map(claim),
    };
    inner.calls.report(id, view);
    inner.emit_call(id).await;
}

pub(super) fn end_of(ended: Result<Untrusted<ToolOutcome>, CallError>) -> End {
    match ended {
        Ok(outcome) => End {
            state: CallState::Done,
            reason: None,
            outcome: Some(Box::new(outcome.into_data())),
            sandboxed: None,
            by: None,
            allowed: None,
        },
        Err(CallError::Cancelled { .. }) => {
            End::new(CallState::Cancelled, phrases::host_call_stopped())
        }
        Err(error) if error.may_have_run() => End::new(CallState::Unknown, sentence(&error)),
        Err(error) => End::new(CallState::Failed, sentence(&error)),
    }
}

/// Returns the words of a server about a running call.
pub(super) fn claim(message: &Untrusted<String>) -> Text {
    let shown = domain::visible(message.as_data());
    let shown: String = shown.chars().take(MAX_PROGRESS).collect();
    shown.into()
}

/// Describes an error as a sentence.
pub(super) fn sentence(error: &CallError) -> Text {
    match error {
        CallError::TimedOut { .. } => phrases::host_call_timed_out().into(),
        CallError::ConnectionLost { .. } => phrases::host_call_lost().into(),
        CallError::Rpc {
            code,
            message,
            data,
        } => match data
            .as_ref()
            .map(Untrusted::as_data)
            .filter(|data| *data != "null")
        {
            Some(data) => {
                let data = domain::visible(domain::cut(data, MAX_ERROR_DATA));
                phrases::host_call_error_data(code.to_string(), data, message).into()
            }
            None => phrases::host_call_error(code.to_string(), message).into(),
        },
        CallError::NotSent(why) => phrases::host_call_not_sent(why.to_string()).into(),
        CallError::BadResult(why) => phrases::host_call_unreadable(why).into(),
        CallError::Task(problem) => broken(problem),
        CallError::Input(problem) => phrases::host_call_input(input(problem)).into(),
        CallError::Bound(bound) => phrases::host_call_refused(bound.to_string()).into(),
        CallError::Cancelled { .. } | CallError::Http { .. } => given(error).into(),
    }
}

/// The words of an error as a sentence.
fn given(error: &CallError) -> String {
    let text = error.to_string();
    let mut rest = text.chars();
    let first = rest.next().map(char::to_uppercase);
    let first = first.into_iter().flatten();
    first.chain(rest).chain(['.']).collect()
}

/// Validates a result against the tool's output schema (2025-06-18, server/tools, "Output Schema"). A tool that reports an error
/// owes no structured result.
pub(super) async fn misfit(schema: &str, outcome: &ToolOutcome) -> Option<Text> {
    if outcome.is_error {
        return None;
    }
    let Some(structured) = &outcome.structured else {
        return Some(phrases::host_misfit_unstructured().into());
    };
    let structured = match JsonObjectText::parse(structured) {
        Ok(structured) => structured,
        Err(error) => return Some(error.to_string().into()),
    };
    match schema_check::check(schema, &structured).await {
        SchemaCheck::Fits => None,
        SchemaCheck::Broken(problems) => Some(problems.join("; ").into()),
        // It says nothing of the result. The tool's page says why its schema cannot be used.
        SchemaCheck::NotChecked(_) => None,
    }
}

/// Describes how a server broke the rules of tasks.
fn broken(problem: &TaskProblem) -> Text {
    match problem {
        TaskProblem::Expired => phrases::host_task_expired().into(),
        TaskProblem::Unknown(words) => phrases::host_task_denied(words).into(),
        TaskProblem::Cancelled => phrases::host_task_cancelled_by_server().into(),
        TaskProblem::Failed(error) => phrases::host_task_failed(sentence(error)).into(),
        TaskProblem::NotDeclared
        | TaskProblem::NotForThis
        | TaskProblem::Taken
        | TaskProblem::TooMany
        | TaskProblem::Other
        | TaskProblem::Backwards
        | TaskProblem::Early => phrases::host_task_broken(problem.to_string()).into(),
    }
}
