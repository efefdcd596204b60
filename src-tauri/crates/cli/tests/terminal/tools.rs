//! `tools`.

use serde_json::json;

use crate::{code, place::Place};

const BIDI: &str = "fine\u{202e}txt.exe";

#[test]
fn list_and_call() {
    let place = Place::new();
    place.add("Kit", &json!({ "page_size": 2 }));
    let listed = place.run(&["tools", "list", "Kit"]).expect(code::DONE);
    for tool in [
        "Kit/echo",
        "Kit/slow",
        "Kit/fail",
        "Kit/image",
        "Kit/write_marker",
    ] {
        assert!(listed.out.contains(tool), "{tool} in {}", listed.out);
    }
    let all = place
        .run(&["--json", "tools", "list"])
        .expect(code::DONE)
        .json();
    assert_eq!(all[0]["tools"].as_array().unwrap().len(), 5);

    let done = place
        .run(&[
            "--approve",
            "once",
            "tools",
            "call",
            "Kit",
            "echo",
            r#"{"text":"hello"}"#,
        ])
        .expect(code::DONE);
    assert!(done.out.contains("hello"), "{}", done.out);
    let picture = place
        .run(&["--approve", "once", "tools", "call", "Kit", "image"])
        .expect(code::DONE);
    assert!(picture.out.contains("image/png, 1 × 1"), "{}", picture.out);
}

#[cfg(unix)]
#[test]
fn a_server_that_the_command_line_does_not_name_does_not_start() {
    let place = Place::new();
    // Each leaves a file in its private folder, where it can write.
    let started = |name: &str| {
        let folders = std::fs::read_dir(place.path().join("data/sandbox"));
        let mut folders = folders.into_iter().flatten().flatten();
        folders.any(|folder| folder.path().join("home").join(name).exists())
    };
    let program =
        |name: &str| json!({ "command": "/bin/sh", "args": ["-c", format!("touch $HOME/{name}")] });
    let file = place.path().join("mcp.json");
    let servers = json!({ "mcpServers": { "one": program("one"), "two": program("two") } });
    std::fs::write(&file, servers.to_string()).unwrap();
    let file = file.display().to_string();
    place.run(&["servers", "import", &file]).expect(code::DONE);
    for line in [
        &["--approve", "once", "tools", "list"][..],
        &["--approve", "once", "--json", "tools", "list"],
        &["tools", "list"],
    ] {
        let listed = place.run(line);
        assert_ne!(listed.code, code::DONE, "{}", listed.err);
        assert!(!started("one") && !started("two"));
    }
    // The control: the same line with its name starts this one.
    place.run(&["--approve", "once", "tools", "list", "two"]);
    assert!(started("two") && !started("one"));
}

#[test]
fn what_goes_wrong_has_its_code() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let once = |tool: &str, arguments: &str| {
        place.run(&[
            "--json",
            "--approve",
            "once",
            "tools",
            "call",
            "Kit",
            tool,
            arguments,
        ])
    };
    once("fail", "{}").expect(code::FAILED);
    once("nothing", "{}").expect(code::USAGE);
    for broken in ["[1]", "[1", "5", r#"{"text":"a","text":"b"}"#] {
        let refused = once("echo", broken).expect(code::USAGE);
        assert_eq!(refused.json()["exit_code"], code::USAGE);
        refused.one_error();
    }
    once("echo", r#"{"text": 5}"#).expect(code::FAILED);
    let asked = place
        .run(&["tools", "call", "Kit", "echo"])
        .expect(code::DENIED);
    assert!(asked.err.contains("no terminal"), "{}", asked.err);
}

#[test]
fn a_server_that_does_not_start_hides_nothing_of_the_others() {
    let place = Place::new();
    place.add("Crash", &json!({ "at_start": [{ "crash": 7 }] }));
    place.add("Kit", &json!({}));
    let listed = place.run(&["tools", "list"]).expect(code::FAILED);
    assert!(listed.out.contains("Kit/echo"), "{}", listed.out);
    assert!(listed.err.contains("Crash did not start"), "{}", listed.err);
    let rows = place
        .run(&["--json", "tools", "list"])
        .expect(code::FAILED)
        .json();
    assert!(rows[0]["error"].is_string() && rows[1]["error"].is_null());
}

#[test]
fn a_server_that_never_greets_is_a_timeout() {
    let place = Place::new();
    place.add("Mute", &json!({ "initialize": "never" }));
    let ended = place.run(&["tools", "list", "Mute"]).expect(code::TIMEOUT);
    assert!(ended.err.lines().count() <= 2, "{}", ended.err);
}

#[test]
fn control_characters_of_a_server_are_made_visible() {
    let place = Place::new();
    let tool = json!({ "name": "odd", "description": format!("clear\u{1b}[2J {BIDI}"), "inputSchema": { "type": "object" } });
    let answer =
        json!({ "content": [{ "type": "text", "text": format!("\u{1b}]0;owned\u{7} {BIDI}") }] });
    place.add(
        "Odd",
        &json!({ "extra_tools": [tool], "on_call": { "odd": [{ "answer": answer }] } }),
    );
    for words in [
        &["tools", "list", "Odd"][..],
        &["servers", "doctor", "Odd"],
        &["--approve", "once", "tools", "call", "Odd", "odd"],
        &["--json", "tools", "list", "Odd"],
        &["--json", "servers", "doctor", "Odd"],
        &["--json", "--approve", "once", "tools", "call", "Odd", "odd"],
    ] {
        let ended = place.run(words).expect(code::DONE);
        let hostile = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
        assert!(
            !ended.out.contains(hostile) && !ended.err.contains(hostile),
            "{:?}",
            ended.out
        );
        assert!(
            ended.out.contains("odd") || ended.out.contains("U+202E"),
            "{}",
            ended.out
        );
    }
}

#[test]
fn what_is_off_is_not_called() {
    let place = Place::new();
    let marker = place.path().join("marker");
    place.add("Kit", &json!({ "marker": marker }));
    let call = [
        "--approve",
        "once",
        "tools",
        "call",
        "Kit",
        "write_marker",
        r#"{"text":"x"}"#,
    ];
    place
        .run(&["tools", "off", "Kit", "write_marker"])
        .expect(code::DONE);
    assert!(
        place
            .run(&["tools", "list"])
            .out
            .contains("Kit/write_marker\t(off) ")
    );
    let refused = place.run(&call).expect(code::FAILED);
    assert!(
        refused.err.contains("switched this tool off"),
        "{}",
        refused.err
    );
    place
        .run(&["tools", "on", "Kit", "write_marker"])
        .expect(code::DONE);
    place.run(&["servers", "off", "Kit"]).expect(code::DONE);
    let refused = place.run(&call).expect(code::DENIED);
    assert!(
        refused.err.contains("Kit is switched off"),
        "{}",
        refused.err
    );
    assert!(place.run(&["servers", "list"]).out.contains("(off)"));
    assert_eq!(place.run(&["--json", "tools", "list"]).json(), json!([]));
    assert!(!marker.exists());
    place.run(&["servers", "on", "Kit"]).expect(code::DONE);
    place.run(&call).expect(code::DONE);
    assert!(marker.exists());
}
