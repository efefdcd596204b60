//! The terminal program with a real server that has destructive tools: who decided, and what a command line may allow.

use std::{path::Path, process::Stdio};

use peers::Aimock;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::{asking::Program, house::LIMIT};

const FILESYSTEM: &str = "@modelcontextprotocol/server-filesystem";

pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The program without a terminal.
#[allow(
    clippy::disallowed_methods,
    reason = "the program itself is under test"
)]
pub fn command(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(testkit::program("innkeeper-cli").unwrap());
    command
        .arg("--data-dir")
        .arg(data)
        .args(args)
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
        .env("LC_ALL", "C.UTF-8")
        // The texts are those that it embeds.
        .env_remove("INNKEEPER_LOCALES")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// Runs a program to its end.
pub async fn ended(mut command: Command) -> Ended {
    let ended = tokio::time::timeout(LIMIT, command.output());
    let ended = ended.await.expect("it ends in time").unwrap();
    Ended {
        code: ended.status.code().unwrap_or(-1),
        out: String::from_utf8(ended.stdout).unwrap(),
        err: String::from_utf8(ended.stderr).unwrap(),
    }
}

/// Runs the program without a terminal.
pub async fn run(data: &Path, args: &[&str]) -> Ended {
    ended(command(data, args)).await
}

/// Adds a server, its launch allowed by the command line.
pub async fn add_program(data: &Path, name: &str, (program, args): Program, more: &[&str]) {
    let program = program.display().to_string();
    let mut words = vec!["--approve", "once", "servers", "add", name, "--", &program];
    words.extend(args.iter().map(String::as_str));
    words.extend(more);
    let added = run(data, &words).await;
    assert_eq!(added.code, 0, "{}", added.err);
}

async fn add(data: &Path, name: &str, folder: &Path) {
    let folder = folder.display().to_string();
    let program = peers::node_server(FILESYSTEM).unwrap();
    add_program(data, name, program, &[&folder]).await;
    // Without the grant its sandbox does not show it the folder.
    let grant = [
        "--approve",
        "once",
        "roots",
        "grant",
        name,
        &folder,
        "--write",
    ];
    let granted = run(data, &grant).await;
    assert_eq!(granted.code, 0, "{}", granted.err);
}

/// Who decided about calls, the newest first.
async fn decided(data: &Path) -> Vec<(String, String)> {
    let listed = run(data, &["--json", "audit", "list"]).await;
    let rows: Vec<Value> = serde_json::from_str(&listed.out).unwrap();
    let calls = rows.iter().filter(|row| row["subject"] == "write_file");
    let decisions = calls.filter(|row| row["kind"] == "decision");
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    decisions
        .map(|row| (word(&row["detail"]["by"]), word(&row["verdict"])))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_line_that_names_one_call_allows_a_destructive_one() {
    let place = tempfile::tempdir().unwrap();
    let (data, folder) = (place.path().join("data"), place.path().join("notes"));
    std::fs::create_dir(&folder).unwrap();
    add(&data, "Files", &folder).await;
    let file = folder.join("a.txt");
    let arguments = json!({ "path": file, "content": "written" }).to_string();
    let call = ["tools", "call", "Files", "write_file", &arguments];

    let unasked = run(&data, &call).await;
    assert_eq!(unasked.code, 3, "{}", unasked.err);
    assert!(!file.exists());
    for words in [
        "Nobody could be asked",
        "there is no terminal",
        "--approve once",
    ] {
        assert!(unasked.err.contains(words), "{words} in {}", unasked.err);
    }
    assert!(!unasked.err.contains("You denied"), "{}", unasked.err);

    let denied = run(&data, &[&["--approve", "deny"], &call[..]].concat()).await;
    assert_eq!(denied.code, 3, "{}", denied.err);
    assert!(
        denied.err.contains("The command line does not allow this"),
        "{}",
        denied.err
    );

    let allowed = run(&data, &[&["--approve", "once"], &call[..]].concat()).await;
    assert_eq!(allowed.code, 0, "{}", allowed.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "written");

    let wanted = [
        ("command_line", "allowed by the command line"),
        ("command_line", "denied by the command line"),
        ("unattended", "nobody could be asked"),
    ];
    let wanted = wanted.map(|(by, verdict)| (by.to_owned(), verdict.to_owned()));
    assert_eq!(decided(&data).await, wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_named_for_a_chat_is_destructive_only_where_one_call_is_named() {
    let place = tempfile::tempdir().unwrap();
    let (data, folder) = (place.path().join("data"), place.path().join("notes"));
    std::fs::create_dir(&folder).unwrap();
    let folder = dunce::canonicalize(folder).unwrap();
    add(&data, "Mine/Файлы: 2", &folder).await;
    let file = |name: &str| folder.join(name);
    // The alias of a tool is the program's own: the model takes the one it was offered.
    let aliases = Aimock::start(
        &json!([{ "match": { "userMessage": "Hello" }, "response": { "content": "Hi." } }]),
    )
    .unwrap();
    let hello = [
        "chat",
        "--base-url",
        &aliases.openai_base(),
        "--model",
        "m",
        "Hello",
    ];
    assert_eq!(run(&data, &hello).await.code, 0);
    let offered = aliases.journal().unwrap()[0].body["tools"]
        .as_array()
        .unwrap()
        .clone();
    let name = offered
        .iter()
        .filter_map(|tool| tool["function"]["name"].as_str())
        .find(|name| name.contains("write_file"))
        .unwrap()
        .to_owned();
    let write = |id: &str| {
        let arguments = json!({ "path": file(id), "content": id });
        json!({ "toolCalls": [{ "id": id, "name": name, "arguments": arguments }] })
    };
    let model = Aimock::start(&json!([
        { "match": { "toolCallId": "second" }, "response": { "content": "Done." } },
        { "match": { "toolCallId": "first" }, "response": write("second") },
        { "match": { "userMessage": "Write" }, "response": write("first") },
    ]))
    .unwrap();
    let base = model.openai_base();
    let chat = |approved: &[&str]| {
        let mut words = vec!["chat", "--base-url", &base, "--model", "m"];
        for tool in approved {
            words.extend(["--approve-tool", *tool]);
        }
        words.push("Write");
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run_chat = async |approved: &[&str]| {
        let words = chat(approved);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        run(&data, &words).await
    };

    let broad = run_chat(&["Mine/Файлы: 2/write_file"]).await;
    assert_eq!(broad.code, 3, "{}", broad.err);
    assert!(!file("first").exists());
    assert!(
        broad
            .err
            .contains("The command line does not name exactly one call."),
        "{}",
        broad.err
    );
    let proposed = r#"--approve-tool '["Mine/Файлы: 2","write_file",1]'"#;
    assert!(broad.err.contains(proposed), "{}", broad.err);

    // One call each: the second is covered though the server's own answer is in the conversation.
    let named = r#"["Mine/Файлы: 2", "write_file", 1]"#;
    let one = run_chat(&[named]).await;
    assert_eq!(one.code, 0, "{}", one.err);
    assert!(
        file("first").exists() && !file("second").exists(),
        "{}",
        one.err
    );
    let two = run_chat(&[named, "Mine/Файлы: 2/write_file:1"]).await;
    assert_eq!(two.code, 0, "{}", two.err);
    assert!(file("second").exists(), "{}", two.err);
    assert!(
        decided(&data)
            .await
            .iter()
            .all(|(by, _)| by == "command_line" || by == "unattended")
    );
}
