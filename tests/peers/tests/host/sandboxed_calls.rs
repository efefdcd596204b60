//! A tool that fails at its sandbox is told from one that fails by itself.

use std::path::Path;

use serde_json::{Value, json};

use crate::{
    confined::intruder,
    terminal::{Ended, add_program, run},
};

async fn call(data: &Path, server: &str, tool: &str, arguments: Value) -> Ended {
    let arguments = arguments.to_string();
    let words = [
        "--approve",
        "once",
        "tools",
        "call",
        server,
        tool,
        &arguments,
    ];
    run(data, &words).await
}

async fn grant(data: &Path, server: &str, folder: &Path, write: bool) {
    let folder = folder.display().to_string();
    let mut words = vec!["--approve", "once", "roots", "grant", server, &folder];
    words.extend(write.then_some("--write"));
    let granted = run(data, &words).await;
    assert_eq!(granted.code, 0, "{}", granted.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn tool_that_its_sandbox_stopped_is_told_from_one_that_failed_by_itself() {
    let place = tempfile::tempdir().unwrap();
    let top = dunce::canonicalize(place.path()).unwrap();
    let (data, notes) = (top.join("data"), top.join("notes"));
    std::fs::create_dir(&notes).unwrap();
    let (outside, inside) = (top.join("outside.txt"), notes.join("inside.txt"));
    std::fs::write(&outside, "outside").unwrap();
    std::fs::write(&inside, "inside").unwrap();
    add_program(&data, "Worker", intruder(), &[]).await;
    grant(&data, "Worker", &notes, false).await;
    let files = peers::node_server("@modelcontextprotocol/server-filesystem").unwrap();
    add_program(&data, "Files", files, &[notes.to_str().unwrap()]).await;
    grant(&data, "Files", &notes, false).await;

    // By its sandbox: the permission that helps is named.
    let write = json!({ "path": inside, "text": "more" });
    let stopped = [
        ("Worker", "read", json!({ "path": outside }), "roots grant"),
        ("Worker", "write", write.clone(), "--write"),
        (
            "Files",
            "write_file",
            json!({ "path": inside, "content": "more" }),
            "--write",
        ),
    ];
    for (server, tool, arguments, helps) in stopped {
        let ended = call(&data, server, tool, arguments).await;
        assert_eq!(ended.code, 7, "{server} {tool}: {}", ended.err);
        assert!(ended.err.contains("sandbox"), "{}", ended.err);
        assert!(ended.err.contains(helps), "{}", ended.err);
    }

    // By itself: the file is missing, or the server's own check refuses it. What it says of a missing file tells nothing.
    let own = [
        ("Worker", "read", json!({ "path": notes.join("none.txt") })),
        ("Worker", "read", json!({ "path": top.join("none.txt") })),
        ("Files", "read_text_file", json!({ "path": outside })),
    ];
    for (server, tool, arguments) in own {
        let ended = call(&data, server, tool, arguments).await;
        assert_eq!(ended.code, 4, "{server} {tool}: {}", ended.err);
        assert!(!ended.err.contains("roots grant"), "{}", ended.err);
    }

    // The model is told what the server says, and nothing of files that the server cannot see.
    let read = json!({ "path": outside }).to_string();
    let words = [
        "--json",
        "--approve",
        "once",
        "tools",
        "call",
        "Worker",
        "read",
        &read,
    ];
    let view: Value = serde_json::from_str(&run(&data, &words).await.out).unwrap();
    let why = view["sandboxed"].as_str().unwrap();
    assert!(
        why.contains(&format!("\"Worker\" \"{}\"", top.display())),
        "{why}"
    );
    assert!(view["state"]["hint"].is_null(), "{view}");

    // With the permission, and without a sandbox, it is no failure.
    grant(&data, "Worker", &notes, true).await;
    let written = call(&data, "Worker", "write", write).await;
    assert_eq!(written.code, 0, "{}", written.err);
    let left = [
        "--approve",
        "once",
        "servers",
        "confinement",
        "Worker",
        "--unconfined",
    ];
    let left = run(&data, &left).await;
    assert_eq!(left.code, 0, "{}", left.err);
    let seen = call(&data, "Worker", "read", json!({ "path": outside })).await;
    assert_eq!(seen.code, 0, "{}", seen.err);
    assert!(seen.out.contains("outside"), "{}", seen.out);
}
