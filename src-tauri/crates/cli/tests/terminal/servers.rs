//! `servers` and `audit`.

use serde_json::json;

use crate::{
    code,
    place::{Place, server},
};

#[test]
fn add_list_doctor_and_remove() {
    let place = Place::new();
    place.add(
        "Kit",
        &json!({ "process": { "stderr": ["a line of its own"] } }),
    );
    let listed = place.run(&["servers", "list"]).expect(code::DONE);
    assert!(listed.out.starts_with("Kit\t"), "{}", listed.out);

    let found = place
        .run(&["servers", "doctor", "kit"])
        .expect(code::DONE)
        .out;
    let lines = [
        "ready",
        &server(),
        "searched",
        "revision 2025-",
        "can do     ",
        "tools",
        "echo",
        "| a line of its own",
        "it works",
    ];
    for line in lines {
        assert!(found.contains(line), "{line} in {found}");
    }
    let json = place
        .run(&["--json", "servers", "doctor", "Kit"])
        .expect(code::DONE)
        .json();
    assert_eq!(json["program"], server());
    assert_eq!(json["healthy"], true);
    assert!(
        !json["server"]["capabilities"]
            .as_array()
            .unwrap()
            .is_empty()
    );

    place
        .run(&["servers", "duplicate", "Kit"])
        .expect(code::DONE);
    let unreviewed = place
        .run(&["--approve", "deny", "servers", "doctor", "Kit 2"])
        .expect(code::DENIED);
    assert!(
        unreviewed.err.contains("does not allow its launch"),
        "{}",
        unreviewed.err
    );
    place
        .run(&["servers", "remove", "Kit 2"])
        .expect(code::DONE);

    place.run(&["servers", "remove", "Kit"]).expect(code::DONE);
    let gone = place.run(&["servers", "remove", "Kit"]).expect(code::USAGE);
    assert!(
        gone.err.contains("There is no server named") && gone.err.contains("servers list"),
        "{}",
        gone.err
    );
}

#[test]
fn doctor_says_what_is_wrong() {
    let place = Place::new();
    let add = [
        "--approve",
        "once",
        "servers",
        "add",
        "Lost",
        "--",
        "no-such-program-of-ours",
    ];
    let refused = place.run(&add).expect(code::USAGE);
    assert!(
        refused.err.contains("no-such-program-of-ours"),
        "{}",
        refused.err
    );
    assert_eq!(
        place.run(&["--json", "servers", "list"]).json(),
        json!([]),
        "what was not accepted is not kept"
    );

    place.add("Crash", &json!({ "at_start": [{ "crash": 7 }], "process": { "stderr": ["out of \u{1b}[31mluck"] } }));
    let found = place
        .run(&["servers", "doctor", "Crash"])
        .expect(code::FAILED);
    assert!(
        found.out.contains("failed") && found.out.contains("out of "),
        "{}",
        found.out
    );
    assert!(
        !found.out.contains('\u{1b}'),
        "control characters are made visible"
    );
    assert!(found.err.lines().count() <= 2, "{}", found.err);
    // The output of the server and the advice are findings, and printed once.
    assert!(!found.err.contains("out of "), "{}", found.err);
    assert_eq!(found.err.lines().count(), 1, "{}", found.err);
    assert!(found.err.contains("exited with code 7"), "{}", found.err);
}

#[test]
fn nobody_to_ask_is_a_denial_and_one_document() {
    let place = Place::new();
    let words = ["servers", "add", "Kit", "--", &server()];
    for approve in ["ask", "deny"] {
        let denied = place
            .run(&[&["--json", "--approve", approve], &words[..]].concat())
            .expect(code::DENIED);
        let document = denied.json();
        assert_eq!(document["exit_code"], code::DENIED, "{document}");
        assert!(denied.err.contains("innkeeper-cli: "), "{}", denied.err);
    }
    assert_eq!(place.run(&["--json", "servers", "list"]).json(), json!([]));
}

#[test]
fn the_log_is_listed_and_verified() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    place
        .run(&[
            "--approve",
            "once",
            "tools",
            "call",
            "Kit",
            "echo",
            r#"{"text":"hi"}"#,
        ])
        .expect(code::DONE);
    place
        .run(&["--approve", "deny", "tools", "call", "Kit", "echo"])
        .expect(code::DENIED);
    let rows = place
        .run(&["--json", "audit", "list"])
        .expect(code::DONE)
        .json();
    let decisions: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|r| r["decision"].as_str())
        .collect();
    assert!(
        decisions.contains(&"allowed") && decisions.contains(&"denied"),
        "{decisions:?}"
    );
    place.run(&["audit", "verify"]).expect(code::DONE);

    // One byte of one recorded argument is changed, in a copy of the same length.
    let path = place.data().join("audit.db");
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes
        .windows(13)
        .position(|w| w == br#"{"text":"hi"}"#)
        .expect("the arguments are recorded");
    bytes[at + 9] = b'H';
    std::fs::write(&path, bytes).unwrap();
    let broken = place.run(&["--json", "audit", "verify"]).expect(code::DATA);
    assert_eq!(broken.json()["intact"], false);
}

#[test]
fn data_that_cannot_be_used_is_left_alone() {
    let place = Place::new();
    place.run(&["servers", "list"]).expect(code::DONE);
    let path = place.data().join("innkeeper.db");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[..4096].fill(0x5a);
    std::fs::write(&path, &bytes).unwrap();
    let ended = place.run(&["--json", "servers", "list"]).expect(code::DATA);
    assert_eq!(ended.json()["exit_code"], code::DATA);
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "nothing was touched");
    ended.one_error();

    let place = Place::new();
    std::fs::write(place.data(), "a file, not a folder").unwrap();
    let ended = place.run(&["--json", "servers", "list"]).expect(code::DATA);
    assert_eq!(ended.json()["exit_code"], code::DATA);
    ended.one_error();
}

#[test]
fn what_a_server_calls_itself_is_made_visible() {
    let place = Place::new();
    // Answers whatever it is asked first, the probe too, in words of its own, then stays.
    let shell = r#"for n in 1 2; do
read -r greeting
id=$(printf '%s' "$greeting" | sed 's/.*"id":\([0-9]*\).*/\1/')
printf '{"jsonrpc":"2.0","id":%s,%s\n' "$id" "$1"
done
cat >&2"#;
    let result = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": { "ex\u{9b}31m": {} },
        "serverInfo": { "name": "kit\u{1b}]0;owned\u{7}", "version": "1\u{202e}2\n3" },
    });
    // Its own line carries no raw control character: they are JSON escapes there.
    let text = format!(r#""result":{result}}}"#).replace('\u{9b}', "\\u009b");
    place
        .run(&[
            "--approve",
            "once",
            "servers",
            "add",
            "Odd",
            "--",
            "/bin/sh",
            "-c",
            shell,
            "sh",
            &text,
        ])
        .expect(code::DONE);
    for words in [
        &["servers", "doctor", "Odd"][..],
        &["--json", "servers", "doctor", "Odd"],
        &["servers", "list"],
        &["--json", "servers", "list"],
    ] {
        let ended = place.run(words).expect(code::DONE);
        let hidden = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
        assert!(!ended.out.contains(hidden), "{:?}", ended.out);
        if words.contains(&"doctor") {
            assert!(
                ended.out.contains("U+001B") && ended.out.contains("U+009B"),
                "{}",
                ended.out
            );
        }
    }
}

#[test]
fn servers_of_another_program() {
    let place = Place::new();
    let file = place.path().join("mcp.json");
    let text = json!({
        "inputs": [],
        "servers": {
            "Kit": { "type": "stdio", "command": server(), "args": ["{}"], "autoStart": true },
            "Off": { "command": "true", "disabled": true },
            "Web": { "url": "https://example.org/mcp", "type": "ws" },
            "Odd": { "command": "true \u{1b}[2J", "args": ["a          b"] },
        },
    });
    std::fs::write(&file, text.to_string()).unwrap();
    let file = file.display().to_string();
    let shown = place
        .run(&["servers", "import", "--dry-run", &file])
        .expect(code::DONE)
        .out;
    for line in [
        "Kit: new",
        "Off: new, switched off there",
        "Web: cannot be added",
        "Not imported: autoStart",
        "Nothing was started.",
    ] {
        assert!(shown.contains(line), "{line} in {shown}");
    }
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    assert_eq!(place.run(&["--json", "servers", "list"]).json(), json!([]));

    place
        .run(&["servers", "import", &file, "Nobody"])
        .expect(code::USAGE);
    let report = place
        .run(&["--json", "servers", "import", &file])
        .expect(code::DONE)
        .json();
    let added: Vec<&str> = report["added"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["name"].as_str().unwrap())
        .collect();
    assert_eq!(added, ["Kit", "Odd"]);
    let again = place
        .run(&["servers", "import", &file])
        .expect(code::DONE)
        .out;
    assert!(again.contains("Kit: here already"), "{again}");
    // Importing accepted nothing: the first start asks.
    place.run(&["tools", "list", "Kit"]).expect(code::DENIED);
    place
        .run(&["--approve", "once", "tools", "list", "Kit"])
        .expect(code::DONE);
    // That was for the one act.
    place.run(&["tools", "list", "Kit"]).expect(code::DENIED);

    std::fs::write(
        &file,
        "{\"mcpServers\": {\"A\": {\"env\": {\"K\": \"canary-5\" 7}}}}",
    )
    .unwrap();
    let broken = place
        .run(&["--json", "servers", "import", &file])
        .expect(code::USAGE);
    assert!(
        !broken.out.contains("canary") && !broken.err.contains("canary"),
        "{}",
        broken.err
    );
    assert!(broken.err.contains("line 1"), "{}", broken.err);
}

#[test]
fn a_server_is_spoken_to_as_chosen_and_doctor_says_why() {
    let place = Place::new();
    place.add("Kit", &json!({}));
    let sessions = |choice: &str| {
        let said = place.run(&["servers", "sessions", "kit", choice]);
        said.expect(code::DONE).out
    };
    let found = || place.run(&["servers", "doctor", "Kit"]);
    assert!(sessions("without").contains("without sessions"));
    let failed = found().expect(code::FAILED);
    for words in ["does not speak without sessions", "Automatic"] {
        let said = format!("{}{}", failed.out, failed.err);
        assert!(said.contains(words), "{words} in {said}");
    }
    assert!(sessions("with").contains("with sessions"));
    let kept = found().expect(code::DONE).out;
    assert!(kept.contains("with sessions: you chose it"), "{kept}");
    let json = place.run(&["--json", "servers", "sessions", "Kit"]);
    assert_eq!(json.expect(code::DONE).json()["sessions"], "with_sessions");
    assert!(sessions("automatic").contains("chooses"));
    let automatic = found().expect(code::DONE).out;
    assert!(
        automatic.contains("with sessions: it does not know"),
        "{automatic}"
    );
    place
        .run(&["servers", "sessions", "Kit", "sometimes"])
        .expect(code::USAGE);
}
