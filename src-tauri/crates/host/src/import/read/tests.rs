#![allow(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;

use super::*;

fn one(text: &str) -> ReadServer {
    read(text).unwrap().servers.remove(0)
}

fn program(server: ReadServer) -> Local {
    match server.found.unwrap() {
        Found::Local(local) => local,
        Found::Remote(remote) => panic!("{remote:?}"),
    }
}

#[test]
fn servers_at_a_url() {
    let server = one(
        r#"{"mcpServers":{"A":{"type":"http","url":" https://x.example/mcp?k=1 ","headers":
        {"Authorization":"Bearer canary","X-Key":"${env:MY_KEY}","X-Made":"Bearer ${env:T}","X-Asked":"${input:k}"}}}}"#,
    );
    assert_eq!(server.notes.len(), 2, "{:?}", server.notes);
    let Ok(Found::Remote(remote)) = server.found else {
        panic!("{server:?}");
    };
    assert_eq!(remote.url, "https://x.example/mcp?k=1");
    assert_eq!(remote.kept.len(), 1);
    assert_eq!(
        remote.from_host,
        [("X-Key".to_owned(), "MY_KEY".to_owned())]
    );
    assert_eq!(remote.asked, ["X-Asked", "X-Made"]);
    for wrong in [
        r#"{"url":7}"#,
        r#"{"url":"https://${host}/"}"#,
        r#"{"url":"https://x.example/","type":"ws"}"#,
        r#"{"url":"https://x.example/","headers":[]}"#,
        r#"{"url":"https://x.example/","headers":{"A":1}}"#,
    ] {
        let text = format!(r#"{{"mcpServers":{{"A":{wrong}}}}}"#);
        assert!(one(&text).found.is_err(), "{wrong}");
    }
}

#[test]
fn three_ways_of_writing() {
    let claude =
        one(r#"{"mcpServers":{"A":{"command":"npx","args":["-y","x"],"env":{"K":"v","N":3}}}}"#);
    let local = program(claude);
    assert_eq!(
        (local.command.as_str(), local.args.len(), local.kept.len()),
        ("npx", 2, 2)
    );
    let code = one(r#"{ // mine
        "inputs": [{"id":"k","type":"promptString","password":true}],
        "servers": {"B": {"type":"stdio","command":"uvx","env":{"K":"${input:k}","H":"${env:H}","O":"${env:Z}/x",},},},
    }"#);
    assert_eq!(code.notes.len(), 1, "{:?}", code.notes);
    let local = program(code);
    assert_eq!(local.asked, ["K", "O"]);
    assert_eq!(local.from_host, ["H"]);
    let settings = read(r#"{"editor.tabSize":2,"mcp":{"servers":{"C":{"command":"c"}}}}"#).unwrap();
    assert_eq!(settings.notes, ["Not taken: editor.tabSize."]);
    assert_eq!(one(r#"{"D":{"command":"d"}}"#).name, "D");
}

#[test]
fn what_cannot_be_said_is_not_guessed() {
    let reason = |server: &str| {
        one(&format!(r#"{{"mcpServers":{{"A":{server}}}}}"#))
            .found
            .unwrap_err()
    };
    assert!(
        reason(r#"{"command":"c","args":["${workspaceFolder}/a"]}"#).contains("${workspaceFolder}")
    );
    for wrong in [
        "7",
        "[]",
        "{}",
        r#"{"command":5}"#,
        r#"{"command":"c","args":"-y"}"#,
        r#"{"command":"c","args":[1]}"#,
        r#"{"command":"c","env":[]}"#,
        r#"{"command":"c","env":{"A":{}}}"#,
        r#"{"command":"c","cwd":1}"#,
        r#"{"type":"sse","command":"c"}"#,
    ] {
        assert!(!reason(wrong).is_empty());
    }
    let noted = one(
        r#"{"mcpServers":{"A":{"command":"npx      --evil","autoApprove":["*"],"disabled":true}}}"#,
    );
    assert!(
        noted.off
            && noted.notes.iter().any(|n| n.contains("autoApprove"))
            && noted.notes.iter().any(|n| n.contains("spaces"))
    );
    let twice = read(r#"{"servers":{"a":{"command":"x"},"A":{"command":"y"}}}"#).unwrap();
    assert!(twice.servers[1].found.is_err());
}

#[test]
fn hostile_texts_are_refused_and_say_no_secret() {
    assert!(matches!(
        read(&" ".repeat(MAX_TEXT + 1)),
        Err(ReadError::TooLarge)
    ));
    assert!(matches!(
        read(&"[".repeat(100_000)),
        Err(ReadError::NotJson(_))
    ));
    let deep = format!(
        "{{\"mcpServers\":{}1{}}}",
        "{\"a\":".repeat(20_000),
        "}".repeat(20_000)
    );
    assert!(read(&deep).is_err());
    let many: Vec<String> = (0..201)
        .map(|n| format!(r#""s{n}":{{"command":"c"}}"#))
        .collect();
    assert!(matches!(
        read(&format!("{{\"servers\":{{{}}}}}", many.join(","))),
        Err(ReadError::TooMany)
    ));
    let broken = read(r#"{"mcpServers":{"A":{"env":{"K":"canary-1" "x"}}}}"#)
        .unwrap_err()
        .to_string();
    assert!(
        !broken.contains("canary") && broken.contains("line 1"),
        "{broken}"
    );
    assert!(matches!(read("[]"), Err(ReadError::NoServers)));
    assert!(matches!(read(""), Err(ReadError::NoServers)));
}

proptest! {
    #[test]
    fn any_text_ends(text in "\\PC{0,400}") {
        let _ = read(&text);
    }

    #[test]
    fn any_json_ends(name in "\\PC{0,20}", command in "\\PC{0,20}", arg in "\\PC{0,20}", value in "\\PC{0,20}") {
        let text = serde_json::json!({"mcpServers": {&name: {"command": &command, "args": [&arg], "env": {"K": &value}}}}).to_string();
        let server = read(&text).unwrap().servers.remove(0);
        prop_assert_eq!(server.name, name);
        if let Ok(Found::Local(local)) = server.found {
            prop_assert_eq!(local.command, command);
            prop_assert_eq!(local.args, vec![arg]);
        }
    }
}
