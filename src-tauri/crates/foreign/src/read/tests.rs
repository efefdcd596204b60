#![allow(clippy::unwrap_used, reason = "tests")]

use messages::{Phrase, Text};
use proptest::prelude::*;

use super::{variables::Style, *};

fn english(phrase: &Phrase) -> String {
    Text::from(phrase.clone()).to_string()
}

fn one(text: &str) -> ReadServer {
    read(text).unwrap().servers.remove(0)
}

fn program(server: ReadServer) -> Local {
    match server.found.unwrap() {
        ForeignServer::Local(local) => local,
        ForeignServer::Remote(remote) => panic!("{remote:?}"),
    }
}

fn remote(server: ReadServer) -> Remote {
    match server.found.unwrap() {
        ForeignServer::Remote(remote) => remote,
        ForeignServer::Local(local) => panic!("{local:?}"),
    }
}

#[test]
fn servers_at_a_url() {
    let server = one(
        r#"{"mcpServers":{"A":{"type":"http","url":" https://x.example/mcp?k=1 ","headers":{"X-Key":"${env:MY_KEY}"}}}}"#,
    );
    assert_eq!(server.notes.len(), 1, "{:?}", server.notes);
    let server = remote(server);
    assert_eq!(server.url, "https://x.example/mcp?k=1");
    assert_eq!(server.headers.len(), 1);
    for wrong in [
        r#"{"url":7}"#,
        r#"{"url":"https://${workspaceFolder}/"}"#,
        r#"{"url":"https://x.example/","type":"ws"}"#,
        r#"{"url":"https://x.example/","headers":[]}"#,
        r#"{"url":"https://x.example/","headers":{"A":1}}"#,
    ] {
        let text = format!(r#"{{"mcpServers":{{"A":{wrong}}}}}"#);
        assert!(one(&text).found.is_err(), "{wrong}");
    }
}

#[test]
fn ways_of_writing_a_server() {
    for url in ["url", "serverUrl", "httpUrl"] {
        for kind in [
            None,
            Some("http"),
            Some("sse"),
            Some("streamable-http"),
            Some("remote"),
        ] {
            let kind = kind.map_or(String::new(), |kind| format!(r#""type":"{kind}","#));
            let text =
                format!(r#"{{"mcpServers":{{"A":{{{kind}"{url}":"https://x.example/mcp"}}}}}}"#);
            assert_eq!(remote(one(&text)).url, "https://x.example/mcp", "{text}");
        }
    }
    for kind in ["stdio", "local"] {
        let text = format!(
            r#"{{"mcpServers":{{"A":{{"type":"{kind}","command":"npx","args":["-y","x"]}}}}}}"#
        );
        assert_eq!(program(one(&text)).args, ["-y", "x"]);
    }
    let open_code = one(
        r#"{"$schema":"https://opencode.ai/config.json","mcp":{"A":{"type":"local","command":["npx","-y","x"],"enabled":false,"environment":{"K":"{env:K}"}}}}"#,
    );
    assert!(open_code.off);
    let local = program(open_code);
    assert_eq!(
        (local.command.as_str(), local.args.len(), local.env.len()),
        ("npx", 2, 1)
    );
    let zed = program(one(
        r#"{"context_servers":{"A":{"command":{"path":"uvx","args":["x"],"env":{"K":"v"}}}}}"#,
    ));
    assert_eq!(
        (zed.command.as_str(), zed.args.len(), zed.env.len()),
        ("uvx", 1, 1)
    );
    let both = one(
        r#"{"mcpServers":{"A":{"url":"https://x.example/sse","httpUrl":"https://x.example/mcp"}}}"#,
    );
    assert_eq!(remote(both).url, "https://x.example/mcp");
}

#[test]
fn parts_of_a_file_are_enough() {
    let whole = r#"{"mcpServers":{"A":{"command":"a"}}}"#;
    for text in [
        whole.to_owned(),
        format!("\u{feff}{whole}\n"),
        format!("```json\n{whole}\n```"),
        r#""mcpServers": {"A": {"command": "a"}}"#.to_owned(),
        r#""mcpServers": {"A": {"command": "a",},},"#.to_owned(),
        r#""A": {"command": "a"} // mine"#.to_owned(),
        r#"{"A": {"command": "a"}}"#.to_owned(),
    ] {
        let server = one(&text);
        assert_eq!(server.name, "A", "{text}");
        assert_eq!(program(server).command, "a");
    }
    let single = one(r#"{"command": "npx", "args": ["-y", "@scope/server-notes@1"]}"#);
    assert_eq!(single.name, "server-notes@1");
    assert_eq!(
        one(r#"{"url": "https://notes.example/mcp"}"#).name,
        "notes.example"
    );
}

#[test]
fn several_ways_of_writing_a_file() {
    let code = read(
        r#"{ // mine
        "inputs": [{"id":"k","type":"promptString","description":"The key","password":true}],
        "servers": {"B": {"type":"stdio","command":"uvx","env":{"K":"${input:k}",},},},
    }"#,
    )
    .unwrap();
    assert!(code.inputs[0].password && code.inputs[0].description.is_some());
    let settings = read(
        r#"{"editor.tabSize":2,"mcp":{"inputs":[{"id":"i"}],"servers":{"C":{"command":"c"}}}}"#,
    )
    .unwrap();
    let notes = settings.notes.into_iter().map(Text::from);
    assert_eq!(notes.collect::<Vec<_>>(), ["Not imported: editor.tabSize."]);
    assert_eq!(settings.inputs.len(), 1);
    let gemini = one(
        r#"{"selectedAuthType":"oauth","mcpServers":{"D":{"command":"d","args":["x$HOME_DIR"]}}}"#,
    );
    assert_eq!(gemini.style, Style::Dollar);
}

#[test]
fn servers_of_projects_are_read_with_their_projects() {
    let text = r#"{"numStartups": 3, "mcpServers": {"all": {"command": "a"}}, "projects": {
        "/home/u/one": {"mcpServers": {"files": {"type": "stdio", "command": "f", "args": ["1"], "env": {}}, "same": {"command": "s"}}},
        "/home/u/two": {"mcpServers": {"files": {"command": "f", "args": ["2"]}, "same": {"command": "s"}}, "disabledMcpServers": ["files"]},
        "/srv/one": {"mcpServers": {"files": {"command": "f", "args": ["3"]}}},
        "/home/u/none": {"history": []}, "/home/u/odd": 7}}"#;
    let read = read(text).unwrap();
    assert!(Text::from(read.format).to_string().contains("Claude Code"));
    let shown: Vec<(&str, usize, bool)> = read
        .servers
        .iter()
        .map(|s| (s.name.as_str(), s.projects.len(), s.off))
        .collect();
    assert_eq!(
        shown,
        [
            ("all", 0, false),
            ("files (one)", 1, false),
            ("same", 2, false),
            ("files (two)", 1, true),
            ("files (one) 2", 1, false),
        ]
    );
    let only = r#"{"projects": {"/p": {"mcpServers": {"a": {"command": "a"}}}}}"#;
    assert_eq!(one(only).projects, ["/p"]);
}

#[test]
fn what_cannot_be_said_is_not_guessed() {
    let reason = |server: &str| {
        let server = one(&format!(r#"{{"mcpServers":{{"A":{server}}}}}"#));
        english(&server.found.unwrap_err())
    };
    assert!(
        reason(r#"{"command":"c","args":["${workspaceFolder}/a"]}"#).contains("${workspaceFolder}")
    );
    for folder in ["./server", "server", "../x", "~/server", "a/${X}"] {
        let relative = reason(&format!(r#"{{"command":"c","cwd":"{folder}"}}"#));
        let said = format!("“{folder}” is relative");
        assert!(relative.contains(&said), "{relative}");
    }
    let absolute = if cfg!(windows) {
        "C:/srv/server"
    } else {
        "/srv/server"
    };
    for folder in [absolute, "${userHome}/server", "${PLACE}", ""] {
        let text = format!(r#"{{"mcpServers":{{"A":{{"command":"c","cwd":"{folder}"}}}}}}"#);
        assert!(one(&text).found.is_ok(), "{folder}");
    }
    for wrong in [
        "7",
        "[]",
        "{}",
        r#"{"command":5}"#,
        r#"{"command":[]}"#,
        r#"{"command":["npx",1]}"#,
        r#"{"command":{"args":[]}}"#,
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
            && noted
                .notes
                .iter()
                .any(|n| english(n).contains("autoApprove"))
            && noted.notes.iter().any(|n| english(n).contains("spaces"))
    );
    let twice = read(r#"{"servers":{"a":{"command":"x"},"A":{"command":"y"}}}"#).unwrap();
    assert!(twice.servers[1].found.is_err());
}

#[test]
fn hostile_texts_are_refused_and_say_no_secret() {
    assert!(matches!(
        read(&" ".repeat(MAX_TEXT + 1)),
        Err(ReadError::TooLarge { .. })
    ));
    assert!(matches!(
        read(&"[".repeat(100_000)),
        Err(ReadError::NotJson { .. })
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
    let broken = read(r#"{"mcpServers":{"A":{"env":{"K":"canary-1" "x"}}}}"#).unwrap_err();
    let broken = english(&broken.text());
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
        if let Ok(ForeignServer::Local(local)) = server.found {
            prop_assert_eq!(local.command, command);
            prop_assert_eq!(local.args, vec![arg]);
        }
    }
}
