//! Tasks: what a server answers a call with that it goes on with (2026-07-28, extension `io.modelcontextprotocol/tasks`).

use std::{collections::BTreeMap, time::Duration};

use domain::Untrusted;
use lenient::Fields;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{
    CallError, TaskProblem,
    bounds::{CLAIM_CHARS, TASK_ID_BYTES, TASK_POLL, TASK_POLL_DEFAULT, TEXT_CHARS},
    jsonrpc::read_error,
    session::{InputRequest, Meta, read_requests},
    text::{clipped, shown},
};

/// What says that a task changed.
pub(crate) const CHANGED: &str = "notifications/tasks";

/// How a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskStatus {
    /// The server works on it.
    Working,
    /// It waits for input of the user or the model.
    InputRequired,
    /// It has a result.
    Completed,
    /// It ended with an error.
    Failed,
    /// It was cancelled.
    Cancelled,
}

impl TaskStatus {
    /// Whether it stays so.
    #[must_use]
    pub fn is_end(self) -> bool {
        match self {
            Self::Working | Self::InputRequired => false,
            Self::Completed | Self::Failed | Self::Cancelled => true,
        }
    }
}

/// A task as its server describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The server's identifier: opaque, at most 1 KiB.
    pub id: String,
    /// How it is.
    pub status: TaskStatus,
    /// The server's words, at most 2,000 characters.
    pub message: Option<Untrusted<String>>,
    /// How long the server keeps it, from when it was created; none if it says that it keeps it.
    pub kept: Option<Duration>,
    /// How long to wait before it is asked for again, within [`TASK_POLL`].
    pub interval: Duration,
}

/// A task with what belongs to its status.
pub(crate) struct Detailed<'a> {
    pub(crate) task: Task,
    pub(crate) part: Part<'a>,
}

/// What belongs to a status.
pub(crate) enum Part<'a> {
    Nothing,
    /// What it needs.
    Input(Vec<InputRequest>),
    /// The result of the call.
    Result(&'a RawValue),
    /// Why it failed.
    Error(CallError),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaskParams<'a> {
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub(crate) meta: Option<Meta>,
    pub(crate) task_id: &'a str,
}

struct Wire<'a> {
    task_id: String,
    status: String,
    fields: Fields<'a>,
    result: Option<&'a RawValue>,
}

/// Reads the result of a call that became a task.
pub(crate) fn read_created(raw: &RawValue) -> Result<Task, CallError> {
    let mut wire = read_wire(raw)?;
    let task = wire.task()?;
    // What it needs, and its result, are told when it is asked for: here they have no place.
    if wire.result.is_some() {
        return Err(TaskProblem::Early.into());
    }
    Ok(task)
}

/// Reads the answer about a task.
pub(crate) fn read_task<'a>(raw: &'a RawValue, id: &str) -> Result<Detailed<'a>, CallError> {
    let mut wire = read_wire(raw)?;
    if wire.task_id != id {
        return Err(TaskProblem::Other.into());
    }
    let task = wire.task()?;
    let bad = |what: &str| CallError::BadResult(what.into());
    if task.status != TaskStatus::Completed && wire.result.is_some() {
        return Err(TaskProblem::Early.into());
    }
    let part = match task.status {
        TaskStatus::Working | TaskStatus::Cancelled => Part::Nothing,
        TaskStatus::InputRequired => {
            let requests = wire.fields.object("inputRequests").unwrap_or_default();
            let requests: BTreeMap<String, &RawValue> = requests.into_all().collect();
            if requests.is_empty() {
                return Err(bad("it needs input and does not say which"));
            }
            Part::Input(read_requests(requests)?)
        }
        TaskStatus::Completed => {
            let result = wire.result.filter(|result| result.get().starts_with('{'));
            Part::Result(result.ok_or_else(|| bad("it is completed and has no result"))?)
        }
        TaskStatus::Failed => {
            let error = wire
                .fields
                .raw("error")
                .ok_or_else(|| bad("it failed without an error"))?;
            Part::Error(read_error(error))
        }
    };
    Ok(Detailed { task, part })
}

/// The task that a notification is about.
pub(crate) fn read_changed(params: &RawValue) -> Option<String> {
    Fields::of(params)?.text("taskId")
}

fn read_wire(raw: &RawValue) -> Result<Wire<'_>, CallError> {
    let bad = |what: &str| CallError::BadResult(what.into());
    let mut fields = Fields::of(raw).ok_or_else(|| bad("it is no object"))?;
    Ok(Wire {
        task_id: fields
            .text("taskId")
            .ok_or_else(|| bad("its task has no identifier"))?,
        status: fields
            .text("status")
            .ok_or_else(|| bad("its task has no status"))?,
        result: fields.raw("result"),
        fields,
    })
}

impl Wire<'_> {
    fn task(&mut self) -> Result<Task, CallError> {
        let bad = |what: String| CallError::BadResult(what);
        if self.task_id.is_empty() || self.task_id.len() > TASK_ID_BYTES {
            let bytes = self.task_id.len();
            return Err(bad(format!("the identifier of its task has {bytes} bytes")));
        }
        let status = match self.status.as_str() {
            "working" => TaskStatus::Working,
            "input_required" => TaskStatus::InputRequired,
            "completed" => TaskStatus::Completed,
            "failed" => TaskStatus::Failed,
            "cancelled" => TaskStatus::Cancelled,
            other => {
                let other = shown(other, CLAIM_CHARS);
                return Err(bad(format!("the status of its task is {other}")));
            }
        };
        let message = self.fields.text("statusMessage");
        let message = message.map(|text| Untrusted::new(clipped(&text, TEXT_CHARS)));
        let (least, most) = TASK_POLL;
        let interval = self.fields.count("pollIntervalMs");
        let interval = interval.map(Duration::from_millis);
        Ok(Task {
            id: self.task_id.clone(),
            status,
            message,
            kept: self.fields.count("ttlMs").map(Duration::from_millis),
            interval: interval.unwrap_or(TASK_POLL_DEFAULT).clamp(least, most),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn read(value: &Value) -> Result<(Task, &'static str), CallError> {
        let raw = serde_json::value::to_raw_value(value).unwrap();
        let Detailed { task, part } = read_task(&raw, "t")?;
        let part = match part {
            Part::Nothing => "nothing",
            Part::Input(_) => "input",
            Part::Result(_) => "result",
            Part::Error(_) => "error",
        };
        Ok((task, part))
    }

    fn with(status: &str, more: &Value) -> Value {
        let mut task = json!({ "taskId": "t", "status": status, "createdAt": "x",
            "lastUpdatedAt": "x", "ttlMs": null });
        for (key, value) in more.as_object().unwrap() {
            task[key] = value.clone();
        }
        task
    }

    #[test]
    fn each_status_needs_its_part_and_has_no_other() {
        let result = json!({ "result": { "content": [] } });
        let input = json!({ "inputRequests": { "a": { "method": "roots/list" } } });
        let failure = json!({ "error": { "code": -32603, "message": "no" } });
        for (status, more, part) in [
            ("working", &json!({}), "nothing"),
            ("cancelled", &json!({}), "nothing"),
            ("input_required", &input, "input"),
            ("completed", &result, "result"),
            ("failed", &failure, "error"),
        ] {
            assert_eq!(read(&with(status, more)).unwrap().1, part, "{status}");
        }
        for status in ["working", "input_required", "failed", "cancelled"] {
            assert_eq!(
                read(&with(status, &result)).unwrap_err(),
                CallError::Task(TaskProblem::Early),
                "{status}"
            );
        }
        for status in ["input_required", "completed", "failed", "paused", ""] {
            assert!(
                matches!(
                    read(&with(status, &json!({}))),
                    Err(CallError::BadResult(_))
                ),
                "{status}"
            );
        }
        let mut other = with("working", &json!({}));
        other["taskId"] = "another".into();
        assert_eq!(
            read(&other).unwrap_err(),
            CallError::Task(TaskProblem::Other)
        );
    }

    #[test]
    fn identifier_outside_its_bound_is_refused() {
        for id in [String::new(), "i".repeat(TASK_ID_BYTES + 1)] {
            let task = json!({ "taskId": id, "status": "working", "ttlMs": 1 });
            let raw = serde_json::value::to_raw_value(&task).unwrap();
            assert!(matches!(read_created(&raw), Err(CallError::BadResult(_))));
        }
    }

    proptest! {
        #[test]
        fn any_interval_is_brought_within_bounds(interval in any::<u64>(), ttl in any::<u64>()) {
            let (task, _) = read(&with("working", &json!({ "pollIntervalMs": interval, "ttlMs": ttl }))).unwrap();
            prop_assert!(task.interval >= TASK_POLL.0 && task.interval <= TASK_POLL.1);
            prop_assert_eq!(task.kept, Some(Duration::from_millis(ttl)));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,200}") {
            if let Ok(raw) = RawValue::from_string(text) {
                let _ = read_created(&raw);
                let _ = read_task(&raw, "t").map(drop);
            }
        }
    }
}
