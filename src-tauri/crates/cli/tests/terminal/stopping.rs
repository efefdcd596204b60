//! Being told to stop, and a second program on the same data.

use rustix::process::Signal;
use serde_json::json;

use crate::{
    code,
    place::{Place, Running, processes_with, until},
    tty::Person,
};

/// A long call of a server that does not end by itself, and the word that is in the command lines of its processes.
fn long_call(place: &Place, json: bool) -> (Running, String) {
    // The marker's path makes the server's command line one of a kind.
    let marker = place.path().join("only-here");
    let process = json!({ "ignore_eof": true, "ignore_sigterm": true });
    let started = json!([{ "line": r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}"# }]);
    let script = json!({ "marker": marker, "process": process, "on_initialized": started });
    place.add("Kit", &script);
    let mut words = vec!["--approve", "once"];
    words.extend(json.then_some("--json"));
    words.extend(["tools", "call", "Kit", "slow", r#"{"steps":6000,"ms":100}"#]);
    let running = Running::start(&mut place.command(&words));
    let word = marker.display().to_string();
    until(|| (!processes_with(&word).is_empty()).then_some(())).expect("the server starts");
    // The decision is recorded before anything is sent.
    let log = place.data().join("audit.db");
    let needle = br#""steps":6000"#;
    let decided = || {
        let mut bytes = std::fs::read(&log).unwrap_or_default();
        bytes.extend(std::fs::read(log.with_extension("db-wal")).unwrap_or_default());
        bytes
            .windows(needle.len())
            .any(|w| w == needle)
            .then_some(())
    };
    until(decided).expect("the call is decided");
    (running, word)
}

fn gone(word: &str) {
    until(|| processes_with(word).is_empty().then_some(())).expect("no process is left");
}

#[test]
fn ctrl_c_ends_the_call_the_server_and_the_program() {
    let place = Place::new();
    let (running, word) = long_call(&place, false);

    let second = place.run(&["--json", "servers", "list"]).expect(code::DATA);
    let said = second.json()["error"].as_str().unwrap().to_owned();
    assert!(
        said.contains("in use by innkeeper-cli (process ") && said.contains(" since "),
        "{said}"
    );
    second.one_error();

    running.signal(Signal::INT);
    let ended = running.ended().expect(code::DENIED);
    assert!(ended.err.contains("Stopped."), "{}", ended.err);
    gone(&word);
    let rows = place.run(&["--json", "audit", "list"]).json();
    let kinds: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["kind"].as_str().unwrap())
        .collect();
    assert!(
        kinds[..2].contains(&"outcome") && kinds.contains(&"stop"),
        "how it ended is recorded too: {kinds:?}"
    );
    place.run(&["audit", "verify"]).expect(code::DONE);
}

#[test]
fn another_terminal_stops_everything_of_who_runs() {
    let place = Place::new();
    let (running, word) = long_call(&place, false);
    let told = place.run(&["stop-all"]).expect(code::DONE);
    // It ended by that: there is nothing to start again in a window.
    assert_eq!(told.out.trim(), "Everything was stopped.");
    let ended = running.ended().expect(code::DENIED);
    assert!(ended.err.contains("Stopped."), "{}", ended.err);
    gone(&word);
    let rows = place.run(&["--json", "audit", "list"]).json();
    let kinds: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["kind"].as_str().unwrap())
        .collect();
    assert!(
        kinds.contains(&"stop") && kinds.contains(&"outcome"),
        "{kinds:?}"
    );
    let nobody = place.run(&["--json", "stop-all"]).expect(code::DONE);
    assert_eq!(nobody.json()["stopped"], false);
}

#[test]
fn a_request_to_end_is_obeyed_with_one_document() {
    for signal in [Signal::TERM, Signal::HUP] {
        let place = Place::new();
        let (running, word) = long_call(&place, true);
        running.signal(signal);
        let ended = running.ended().expect(code::DENIED);
        assert!(ended.json().is_object(), "{}", ended.out);
        gone(&word);
    }
}

#[test]
fn a_killed_program_leaves_no_server() {
    let place = Place::new();
    let (running, word) = long_call(&place, false);
    running.signal(Signal::KILL);
    running.ended();
    gone(&word);
    // The data is free again, and whole.
    place.run(&["audit", "verify"]).expect(code::DONE);
}

#[test]
fn ctrl_c_at_a_question_accepts_nothing() {
    let place = Place::new();
    let words = ["servers", "add", "Kit", "--", "/bin/true"];
    let person = Person::at(&place, &words);
    person.asked(1);
    person.signal(Signal::INT);
    let ended = person.ended().expect(code::DENIED);
    assert!(ended.err.contains("Stopped."), "{}", ended.err);
    assert_eq!(
        place.run(&["--json", "servers", "list"]).json(),
        json!([]),
        "what was not accepted is not kept"
    );
}

#[test]
fn ctrl_c_while_standard_input_is_awaited() {
    let place = Place::new();
    let mut command = place.command(&["servers", "import", "-"]);
    command.stdin(std::process::Stdio::piped());
    let running = Running::start(&mut command);
    let opened = || place.data().join("innkeeper.db").exists().then_some(());
    until(opened).expect("the data is opened");
    running.signal(Signal::INT);
    running.ended().expect(code::DENIED);
}
