//! A person at the terminal: questions, Ctrl-C, and a second program.

use std::{
    fs::File,
    io::{Read, Write},
    os::fd::OwnedFd,
    process::Stdio,
    time::Duration,
};

use rustix::{
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};
use serde_json::json;

use crate::{
    code,
    place::{Ended, Place, finish, processes_with, until},
};

#[test]
fn ctrl_c_ends_the_call_the_server_and_the_program() {
    let place = Place::new();
    // The marker's path makes the server's command line one of a kind.
    let marker = place.path().join("only-here");
    place.add("Kit", &json!({ "marker": marker }));
    let words = [
        "--approve",
        "once",
        "tools",
        "call",
        "Kit",
        "slow",
        r#"{"steps":6000,"ms":100}"#,
    ];
    let child = place.command(&words).spawn().unwrap();
    let word = marker.display().to_string();
    until(|| (!processes_with(&word).is_empty()).then_some(())).expect("the server starts");

    let second = place.run(&["--json", "servers", "list"]).expect(code::DATA);
    let said = second.json()["error"].as_str().unwrap().to_owned();
    assert!(said.contains("in use by another process"), "{said}");

    let pid = Pid::from_raw(child.id().try_into().unwrap()).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    let ended = finish(child).expect(code::DENIED);
    assert!(ended.err.contains("Stopped."), "{}", ended.err);
    until(|| processes_with(&word).is_empty().then_some(())).expect("no process is left");
}

#[test]
fn a_person_answers_at_a_terminal() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let call = [
        "tools",
        "call",
        "Kit",
        "echo",
        r#"{"text":"from the terminal"}"#,
    ];
    let allowed = answer(&place, &call, "y\n").expect(code::DONE);
    assert!(allowed.out.contains("from the terminal"), "{}", allowed.out);
    assert!(
        allowed.err.contains("Run “echo” through Kit?"),
        "{}",
        allowed.err
    );
    answer(&place, &call, "n\n").expect(code::DENIED);
    answer(&place, &call, "\n").expect(code::DENIED);
}

/// Runs the program at a terminal of its own and answers its first question, once it could be read. Standard output
/// stays a pipe.
fn answer(place: &Place, args: &[&str], line: &str) -> Ended {
    let (mut master, terminal) = terminal();
    let mut command = place.command(args);
    command
        .stdin(Stdio::from(terminal.try_clone().unwrap()))
        .stderr(Stdio::from(terminal));
    let child = command.spawn().unwrap();
    // The command holds the terminal's other end; only the child may.
    drop(command);
    let mut said = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&said).contains("denies: ") {
        master.read_exact(&mut byte).expect("a question");
        said.push(byte[0]);
    }
    // A yes only counts after the time it takes to read.
    std::thread::sleep(Duration::from_millis(700));
    master.write_all(line.as_bytes()).unwrap();
    let rest = std::thread::spawn(move || {
        // A terminal whose other end is gone is an error, not an end.
        while let Ok(1) = master.read(&mut byte) {
            said.push(byte[0]);
        }
        String::from_utf8_lossy(&said).into_owned()
    });
    let mut ended = finish(child);
    ended.err = rest.join().unwrap();
    ended
}

fn terminal() -> (File, OwnedFd) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = File::options()
        .read(true)
        .write(true)
        .open(name.to_str().unwrap())
        .unwrap();
    (File::from(master), OwnedFd::from(terminal))
}
