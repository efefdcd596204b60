//! The program: it speaks, refuses unknown scripts, and misbehaves only when told to.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
};

fn server(script: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_testkit-server"));
    command
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn an_unknown_word_in_a_script_is_an_error() {
    for script in [
        r#"{"no_such_thing":1}"#,
        r#"{"at_start":[{"dance":1}]}"#,
        "not json",
    ] {
        let output = server(script).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{script}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("no script"));
    }
}

#[test]
fn it_speaks_over_its_standard_streams_and_ends_with_its_input() {
    let mut child = server(r#"{"version":"2024-11-05","process":{"stderr":["hello"]}}"#)
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#;
    let call =
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"fail","arguments":{}}}"#;
    writeln!(input, "{initialize}").unwrap();
    writeln!(input, "{call}").unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    assert!(lines.next().unwrap().unwrap().contains("2024-11-05"));
    assert!(lines.next().unwrap().unwrap().contains("\"isError\":true"));
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(errors, "hello\n");
}

#[test]
fn what_no_schema_describes_ends_it() {
    let mut child = server("{}").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"arguments":{}}}"#;
    writeln!(input, "{call}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(testkit::OUTSIDE_SCHEMA));
    assert!(String::from_utf8_lossy(&output.stderr).contains("name"));
}

#[test]
fn it_crashes_with_the_code_it_was_told() {
    let output = server(r#"{"at_start":[{"crash":7}]}"#)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(7));
}
