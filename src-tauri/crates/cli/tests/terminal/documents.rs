//! `--json`: one document on standard output, whatever happens; and what happens when nobody reads it.

use serde_json::json;

use crate::{
    code,
    model::{Model, says},
    place::{Place, Running, server},
};

#[test]
fn every_verb_prints_one() {
    let place = Place::new();
    let model = Model::start(vec![says("Hello.")]);
    let (server, file) = (server(), place.path().join("mcp.json"));
    std::fs::write(&file, r#"{"mcpServers":{"Other":{"command":"true"}}}"#).unwrap();
    let file = file.display().to_string();
    let chat = [
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--servers",
        "Kit",
        "Hello",
    ];
    let verbs: [&[&str]; 15] = [
        &["servers", "add", "Kit", "--cwd", "/", "--", &server],
        &["servers", "list"],
        &["servers", "doctor", "Kit"],
        &["tools", "list", "Kit"],
        &["tools", "list"],
        &["tools", "off", "Kit", "slow"],
        &["tools", "on", "Kit", "slow"],
        &["tools", "call", "Kit", "echo", r#"{"text":"x"}"#],
        &["models", "list"],
        &chat,
        &["servers", "import", "--dry-run", &file],
        &["audit", "list"],
        &["audit", "verify"],
        &["servers", "off", "Kit"],
        &["servers", "remove", "Kit"],
    ];
    for words in verbs {
        let ended = place
            .run(&[&["--json", "--approve", "once"], words].concat())
            .expect(code::DONE);
        assert!(!ended.json().is_null(), "{words:?}");
    }
}

#[test]
fn every_failure_prints_one() {
    let place = Place::new();
    let failures: [(&[&str], i32); 12] = [
        (&[], code::USAGE),
        (&["servers"], code::USAGE),
        (&["frobnicate"], code::USAGE),
        (&["servers", "add", "Kit"], code::USAGE),
        (&["--approve", "always", "servers", "list"], code::USAGE),
        (&["audit", "list", "--limit", "0"], code::USAGE),
        (
            &["chat", "--base-url", "http://127.0.0.1:9/v1", "hello"],
            code::USAGE,
        ),
        (&["chat", "hello"], code::USAGE),
        (&["servers", "doctor", "Nobody"], code::USAGE),
        (&["servers", "remove", "Nobody"], code::USAGE),
        (&["tools", "list", "Nobody"], code::USAGE),
        (&["tools", "call", "Nobody", "echo", "{}"], code::USAGE),
    ];
    for (words, ends) in failures {
        let ended = place.run(&[&["--json"], words].concat()).expect(ends);
        assert_eq!(ended.json()["exit_code"], ends, "{words:?}");
        ended.one_error();
    }
    let plain = place.run(&["servers", "frobnicate"]).expect(code::USAGE);
    plain.one_error();
    assert_eq!(plain.out, "");
    let help = place.run(&["--help"]).expect(code::DONE);
    assert!(help.out.contains("Usage: "), "{}", help.out);
}

#[test]
fn a_reader_who_had_enough_is_no_failure() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    for words in [
        &["tools", "list"][..],
        &["--json", "servers", "doctor", "Kit"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = place.command(words);
        command.stdout(writer);
        let running = Running::start(&mut command);
        drop(command);
        let ended = running.ended().expect(code::DONE);
        // How many tools are on offer is no part of the list.
        let others = ended.err.lines().filter(|line| !line.starts_with("Kit: "));
        assert_eq!(others.count(), 0, "{}", ended.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_is_lost_is_a_failure() {
    use std::{fs::File, process::Stdio};

    let place = Place::new();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = place.command(&["--json", "servers", "list"]);
    command.stdout(Stdio::from(full));
    let ended = Running::start(&mut command).ended().expect(code::DATA);
    ended.one_error();
}
