//! `tasks`: calls that their servers go on with as tasks.

use clap::Subcommand;
use domain::CallId;
use host::Host;
use host_api::{CallStateView, Event, ServerStateView, TaskView};
use messages::{Phrase, phrases};
use tokio::sync::broadcast::error::RecvError;

use crate::{
    ended,
    options::Approve,
    output::{Failure, Output},
    words::say,
};

#[derive(Debug, Subcommand)]
pub(crate) enum TasksVerb {
    /// List the tasks: calls that their servers go on with, and those that ended.
    List,
    /// Show a task, and its result once it has ended.
    Show {
        /// The call's id, as `tasks list` prints it.
        call: String,
    },
    /// Start the server of a task, wait until the task ends, and print its result.
    Wait {
        /// The call's id, as `tasks list` prints it.
        call: String,
    },
    /// Start the server of a task, and ask it to cancel the task.
    Cancel {
        /// The call's id, as `tasks list` prints it.
        call: String,
    },
}

/// Does what the command line says.
pub(crate) async fn run(
    host: &Host,
    verb: &TasksVerb,
    approve: Approve,
    output: Output,
) -> Result<(), Failure> {
    match verb {
        TasksVerb::List => list(host, output).await,
        TasksVerb::Show { call } => {
            let task = find(host, call).await?;
            output.one(&task, || shown(&task));
            Ok(())
        }
        TasksVerb::Wait { call } => {
            let task = find(host, call).await?;
            let ended = connected_end(host, task, false, approve).await?;
            ended::finish(&ended.call, output)
        }
        TasksVerb::Cancel { call } => {
            let task = find(host, call).await?;
            if !runs(&task) {
                return Err(Failure::usage(phrases::terminal_task_not_running()));
            }
            let ended = connected_end(host, task, true, approve).await?;
            output.one(&ended, || shown(&ended));
            if let CallStateView::Unknown { reason } = &ended.call.state {
                return Err(Failure::failed(reason.clone()));
            }
            Ok(())
        }
    }
}

async fn list(host: &Host, output: Output) -> Result<(), Failure> {
    let tasks = host.tasks().await?;
    output.one(&tasks, || {
        if tasks.is_empty() {
            return say(phrases::terminal_no_tasks());
        }
        tasks.iter().map(line).collect::<Vec<_>>().join("\n")
    });
    Ok(())
}

async fn find(host: &Host, call: &str) -> Result<TaskView, Failure> {
    let unknown = || {
        Failure::usage(phrases::terminal_task_not_found(domain::visible(call)))
            .hint(phrases::terminal_task_hint_list())
    };
    let tasks = host.tasks().await?;
    let found = tasks.into_iter().find(|task| task.call.id == call);
    found.ok_or_else(unknown)
}

/// Starts the server of a task and waits until the task ends.
async fn connected_end(
    host: &Host,
    task: TaskView,
    cancel: bool,
    approve: Approve,
) -> Result<TaskView, Failure> {
    let mut events = host.events();
    let server = task.call.server.as_ref().map(|server| server.name.clone());
    if let (Some(server), true) = (server, runs(&task)) {
        let (id, view) = host.server_named(&server)?;
        if !matches!(view.state, ServerStateView::Ready { .. }) {
            host.start_and_wait(id, approve == Approve::Once).await?;
        }
    }
    if cancel && let Ok(id) = task.call.id.parse::<CallId>() {
        host.stop_call(id).await;
    }
    let mut now = task;
    while runs(&now) {
        match events.recv().await {
            Ok(Event::Call { call, .. } | Event::Tried { call }) if call.id == now.call.id => {}
            Ok(_) => continue,
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => break,
        }
        now = find(host, &now.call.id.clone()).await?;
    }
    Ok(now)
}

fn runs(task: &TaskView) -> bool {
    matches!(task.call.state, CallStateView::Running { .. })
}

fn state(task: &TaskView) -> Phrase {
    match &task.call.state {
        CallStateView::Running { .. } | CallStateView::Waiting { .. } if task.needs_input => {
            phrases::terminal_task_input()
        }
        CallStateView::Running { .. } | CallStateView::Waiting { .. } => {
            phrases::terminal_task_working()
        }
        CallStateView::Done { .. } => phrases::terminal_task_done(),
        CallStateView::Failed { .. } | CallStateView::Denied { .. } => {
            phrases::terminal_task_failed()
        }
        CallStateView::Cancelled { .. } => phrases::terminal_task_cancelled(),
        CallStateView::Unknown { .. } => phrases::terminal_task_unknown(),
    }
}

fn line(task: &TaskView) -> String {
    let server = task.call.server.as_ref().map(|server| server.name.as_str());
    say(phrases::terminal_task_line(
        &task.call.id,
        server.unwrap_or_default(),
        state(task),
        &task.call.tool,
        task.message.as_deref().unwrap_or_default(),
    ))
}

fn shown(task: &TaskView) -> String {
    let result = ended::text(&task.call);
    match result.is_empty() {
        true => line(task),
        false => format!("{}\n{result}", line(task)),
    }
}
