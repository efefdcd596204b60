//! `tasks`: calls that a server goes on with after the program was killed.

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::{
    code,
    place::{Place, Running, until},
};

/// A task as its server describes it.
fn task(kind: &str, status: &str) -> Value {
    json!({ "resultType": kind, "taskId": "t-1", "status": status, "ttlMs": null, "pollIntervalMs": 1,
        "createdAt": "2026-07-28T10:00:00Z", "lastUpdatedAt": "2026-07-28T10:00:00Z",
        "statusMessage": "half done" })
}

/// What the server says of the task from now on.
fn task_is(place: &Place, task: &Value) {
    let new = place.path().join("task.new");
    std::fs::write(&new, task.to_string()).unwrap();
    std::fs::rename(new, place.path().join("task.json")).unwrap();
}

/// Adds a server that goes on with a call as a task, calls it, and kills the program; gives the call's id.
fn left_behind(place: &Place) -> String {
    let marks = place.path().join("marks");
    task_is(place, &task("complete", "working"));
    let discovery = json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "supportedVersions": ["2026-07-28"],
        "capabilities": { "tools": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } } });
    let script = json!({
        // A probe that is answered late counts only if the older way fails.
        "initialize": "error",
        "marker": marks,
        "on_request": {
            "server/discover": [{ "answer": discovery }],
            "tasks/get": [{ "mark": "asked" }, { "answer_file": place.path().join("task.json") }],
            "tasks/cancel": [{ "mark": "cancelled" }, { "answer": { "resultType": "complete" } }],
        },
        "on_call": { "slow": [{ "mark": "called" }, { "answer": task("task", "working") }] },
    });
    place.add("Kit", &script);
    let none = place.run(&["tasks", "list"]).expect(code::DONE);
    assert!(none.out.contains("no tasks"), "{}", none.out);
    let call = ["--approve", "once", "tools", "call", "Kit", "slow"];
    let running = Running::start(&mut place.command(&call));
    let followed = || {
        std::fs::read_to_string(&marks)
            .ok()?
            .contains("asked")
            .then_some(())
    };
    until(followed).expect("the task is followed");
    running.signal(Signal::KILL);
    running.ended();
    let listed = place.run(&["--json", "tasks", "list"]).expect(code::DONE);
    let listed = listed.json();
    assert_eq!(listed[0]["message"], "half done");
    listed[0]["call"]["id"].as_str().unwrap().to_owned()
}

fn times(place: &Place, word: &str) -> usize {
    let marks = std::fs::read_to_string(place.path().join("marks")).unwrap();
    marks.lines().filter(|line| *line == word).count()
}

#[test]
fn result_of_a_task_is_there_after_the_program_was_killed() {
    let place = Place::new();
    let call = left_behind(&place);
    let shown = place.run(&["tasks", "list"]).expect(code::DONE);
    assert!(
        shown.out.contains("running") && shown.out.contains("Kit/slow"),
        "{}",
        shown.out
    );
    let mut done = task("complete", "completed");
    done["result"] = json!({ "content": [{ "type": "text", "text": "the result" }] });
    task_is(&place, &done);
    let wait = ["--approve", "once", "tasks", "wait", &call];
    let ended = place.run(&wait).expect(code::DONE);
    assert!(ended.out.contains("the result"), "{}", ended.out);
    assert_eq!(times(&place, "called"), 1, "the call is not made again");
    let shown = place.run(&["tasks", "show", &call]).expect(code::DONE);
    assert!(
        shown.out.contains("done") && shown.out.contains("the result"),
        "{}",
        shown.out
    );
    let late = place.run(&["tasks", "cancel", &call]).expect(code::USAGE);
    late.one_error();
}

#[test]
fn task_is_cancelled_by_another_run() {
    let place = Place::new();
    let call = left_behind(&place);
    let cancel = ["--approve", "once", "tasks", "cancel", &call];
    let ended = place.run(&cancel).expect(code::DONE);
    assert!(ended.out.contains("cancelled"), "{}", ended.out);
    assert_eq!(times(&place, "cancelled"), 1);
    place
        .run(&["tasks", "cancel", "unknown"])
        .expect(code::USAGE);
}
