//! Following of a task: it is asked for until it ends, and given what it needs (2026-07-28, extension
//! `io.modelcontextprotocol/tasks`).

use std::{collections::BTreeSet, future::Future, pin::Pin, sync::Arc, time::Duration};

use domain::{ToolOutcome, Untrusted};
use serde_json::value::RawValue;
use tokio::{
    sync::{Notify, mpsc},
    time::{Instant, sleep_until},
};

use super::{Client, Outline};
use crate::{
    CallError, Following, InputProblem, Task, TaskProblem, TaskReport, TaskStatus,
    bounds::{
        INPUT_REQUESTS, INPUT_ROUNDS, TASK_CANCEL, TASK_FAILURES, TASK_GRACE, TASK_MAX, TASK_POLL,
        TASKS,
    },
    connection::Command,
    features::{
        tasks::{Detailed, Part, TaskParams, read_task},
        tools::read_outcome,
    },
    session::{InputRequest, Subject},
};

/// What a task needs, on its way to the server.
type Update<'a> = Pin<Box<dyn Future<Output = Result<(), CallError>> + Send + 'a>>;

/// A task among those that are followed.
struct Place<'a> {
    client: &'a Client,
    id: &'a str,
    changed: Arc<Notify>,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.client.0.tasks.all().remove(self.id);
        self.client.tell(Command::TasksChanged);
    }
}

/// Where the following of a task is.
struct State {
    answered: BTreeSet<String>,
    rounds: u32,
    ended: bool,
    failures: u32,
    ends: Instant,
    began: Instant,
}

impl Client {
    /// Follows a task of this server until it ends; gives the result of its call. What it needs on the way comes as requests of the
    /// server. `reports` is told what becomes known.
    ///
    /// Dropping the future ends the following and withdraws what the task asked for. The task itself goes on.
    ///
    /// # Errors
    /// [`CallError::Task`] says how the task ended without a result, or how the server broke the rules of tasks. After
    /// [`CallError::ConnectionLost`] it can be followed over another connection.
    pub async fn follow_task(
        &self,
        task: &Following,
        reports: mpsc::Sender<TaskReport>,
    ) -> Result<Untrusted<ToolOutcome>, CallError> {
        let place = self.enter(&task.id)?;
        let now = Instant::now();
        let began = now.checked_sub(task.age).unwrap_or(now);
        let mut state = State {
            answered: task.answered.clone(),
            rounds: 0,
            ended: task.last.as_ref().is_some_and(|t| t.status.is_end()),
            failures: 0,
            ends: now + TASK_MAX.saturating_sub(task.age),
            began,
        };
        let mut due = now;
        if let Some(last) = &task.last {
            due = now + last.interval;
            state.kept(last, now, task.age);
        }
        let mut update: Option<(BTreeSet<String>, Update<'_>)> = None;
        let mut asked_at = now;
        loop {
            tokio::select! {
                biased;
                given = given(&mut update) => {
                    let keys = update.take().map(|(keys, _)| keys).unwrap_or_default();
                    given.map_err(denied)?;
                    state.answered.extend(keys.iter().cloned());
                    // If nobody listens any more, nothing is lost.
                    let _ = reports.send(TaskReport::Given(keys)).await;
                    due = due.min(Instant::now() + TASK_POLL.0);
                    continue;
                }
                () = place.changed.notified() => {
                    // A server that says so again and again is asked as often as any other.
                    due = due.min(asked_at + TASK_POLL.0);
                    continue;
                }
                () = sleep_until(due) => {}
            }
            asked_at = Instant::now();
            let polled = match self.poll_task(&task.id).await {
                Ok(polled) => polled,
                Err(error) => {
                    due = state.failed(error, task.last.as_ref())?;
                    continue;
                }
            };
            state.failures = 0;
            let Polled { task: now, part } = polled;
            let _ = reports.send(TaskReport::Is(now.clone())).await;
            if state.ended && !now.status.is_end() {
                return Err(TaskProblem::Backwards.into());
            }
            let wants = match part {
                Ending::Result(outcome) => return Ok(Untrusted::new(*outcome)),
                Ending::Error(error) => return Err(error),
                Ending::Open(wants) => wants,
            };
            due = state.next(&now, asked_at)?;
            let outstanding: BTreeSet<&String> = wants.iter().map(|request| &request.key).collect();
            if update
                .as_ref()
                .is_some_and(|(keys, _)| !keys.iter().all(|key| outstanding.contains(key)))
            {
                // The server does not want it any more.
                update = None;
            }
            if update.is_none() {
                let new = state.new_requests(wants)?;
                update = (!new.is_empty()).then(|| {
                    let keys = new.iter().map(|request| request.key.clone()).collect();
                    (
                        keys,
                        Box::pin(self.update_task(&task.id, new)) as Update<'_>,
                    )
                });
            }
        }
    }

    /// Asks a server to cancel a task. It may end otherwise nevertheless.
    ///
    /// # Errors
    /// The server was not told, or does not know the task.
    pub async fn cancel_task(&self, id: &str) -> Result<(), CallError> {
        let mut outline = Outline::new(self.next_id(), &self.0.bounds);
        (outline.idle, outline.hard) = (TASK_CANCEL, TASK_CANCEL);
        self.about_task(outline, "tasks/cancel", id, |_| Ok(()))
            .await
            .map_err(denied)
    }

    fn enter<'a>(&'a self, id: &'a str) -> Result<Place<'a>, CallError> {
        self.need("tasks", |c| c.tasks)?;
        let changed = Arc::new(Notify::new());
        {
            let mut all = self.0.tasks.all();
            if all.contains_key(id) {
                return Err(TaskProblem::Taken.into());
            }
            if all.len() >= TASKS {
                return Err(TaskProblem::TooMany.into());
            }
            all.insert(id.to_owned(), Arc::clone(&changed));
        }
        self.tell(Command::TasksChanged);
        Ok(Place {
            client: self,
            id,
            changed,
        })
    }

    async fn poll_task(&self, id: &str) -> Result<Polled, CallError> {
        let (bounds, asked) = (self.0.bounds.clone(), id.to_owned());
        let decode = move |raw: &RawValue| {
            let Detailed { task, part } = read_task(raw, &asked)?;
            let part = match part {
                Part::Nothing if task.status == TaskStatus::Cancelled => {
                    Ending::Error(TaskProblem::Cancelled.into())
                }
                Part::Nothing => Ending::Open(Vec::new()),
                Part::Input(wants) => Ending::Open(wants),
                Part::Result(result) => Ending::Result(Box::new(read_outcome(result, &bounds))),
                Part::Error(error) => Ending::Error(TaskProblem::Failed(Box::new(error)).into()),
            };
            Ok(Polled { task, part })
        };
        let outline = Outline::new(self.next_id(), &self.0.bounds);
        self.about_task(outline, "tasks/get", id, decode).await
    }

    /// Asks the host for what a task needs, and gives it to the server.
    async fn update_task(&self, id: &str, wants: Vec<InputRequest>) -> Result<(), CallError> {
        let mut outline = Outline::new(self.next_id(), &self.0.bounds);
        outline.first = wants;
        self.about_task(outline, "tasks/update", id, |_| Ok(()))
            .await
    }

    async fn about_task<T: Send + 'static>(
        &self,
        mut outline: Outline,
        method: &'static str,
        id: &str,
        decode: impl FnOnce(&RawValue) -> Result<T, CallError> + Send + 'static,
    ) -> Result<T, CallError> {
        let session = self.session()?;
        outline.headers = session.headers(method, Subject::Named(id));
        let params = TaskParams {
            meta: session.meta(None),
            task_id: id,
        };
        self.request(outline, method, Some(&params), decode).await
    }
}

/// The answer about a task.
struct Polled {
    task: Task,
    part: Ending,
}

enum Ending {
    /// It goes on, and needs this.
    Open(Vec<InputRequest>),
    Result(Box<ToolOutcome>),
    Error(CallError),
}

impl State {
    /// Notes how long the server keeps a task.
    fn kept(&mut self, task: &Task, now: Instant, age: Duration) {
        let most = TASK_MAX.saturating_sub(age);
        let kept = task.kept.map(|kept| kept.saturating_add(TASK_GRACE));
        let left = kept.map_or(most, |kept| kept.saturating_sub(age).min(most));
        self.ends = now + left;
    }

    /// When a task that goes on is asked for again.
    fn next(&mut self, task: &Task, now: Instant) -> Result<Instant, CallError> {
        self.kept(task, now, now.saturating_duration_since(self.began));
        if now >= self.ends {
            return Err(TaskProblem::Expired.into());
        }
        Ok((now + task.interval).min(self.ends))
    }

    /// When to ask again after a failure.
    fn failed(&mut self, error: CallError, last: Option<&Task>) -> Result<Instant, CallError> {
        let error = denied(error);
        let passes = match &error {
            CallError::TimedOut { .. } | CallError::Rpc { .. } => true,
            CallError::Http { error, .. } => error.may_pass(),
            CallError::NotSent(why) => matches!(why, crate::NotSent::QueueFull),
            CallError::Cancelled { .. }
            | CallError::ConnectionLost { .. }
            | CallError::BadResult(_)
            | CallError::Bound(_)
            | CallError::Input(_)
            | CallError::Task(_) => false,
        };
        self.failures += 1;
        let now = Instant::now();
        if !passes || self.failures >= TASK_FAILURES || now >= self.ends {
            return Err(error);
        }
        let interval = last.map_or(TASK_POLL.0, |task| task.interval);
        let wait = interval.saturating_mul(2u32.saturating_pow(self.failures));
        Ok((now + wait.min(TASK_POLL.1)).min(self.ends))
    }

    /// What a task needs that it was not given.
    fn new_requests(&mut self, wants: Vec<InputRequest>) -> Result<Vec<InputRequest>, CallError> {
        let new: Vec<_> = wants
            .into_iter()
            .filter(|request| !self.answered.contains(&request.key))
            .collect();
        if new.is_empty() {
            return Ok(new);
        }
        self.rounds += 1;
        let most = INPUT_ROUNDS as usize * INPUT_REQUESTS;
        if self.rounds > INPUT_ROUNDS || self.answered.len() + new.len() > most {
            return Err(CallError::Input(InputProblem::Rounds));
        }
        Ok(new)
    }
}

/// The same of a task: a server that answers that a request about it cannot be served does not know it.
fn denied(error: CallError) -> CallError {
    if let CallError::Rpc { code, message, .. } = &error
        && (-32602..=-32600).contains(code)
    {
        return TaskProblem::Unknown(message.clone()).into();
    }
    error
}

async fn given(update: &mut Option<(BTreeSet<String>, Update<'_>)>) -> Result<(), CallError> {
    match update {
        Some((_, update)) => update.await,
        None => std::future::pending().await,
    }
}
