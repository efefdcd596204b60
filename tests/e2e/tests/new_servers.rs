//! From a name to a confined server, as a new user goes: a pasted line, a trial run, reviewed changes, an update, and a dropped bundle.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use e2e::{
    App, Desk, Display, Error, add_model, allow, armed, ask, deny, paste_server, question,
    shown_server_is,
};
use peers::{Aimock, Mirror};
use serde_json::json;

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
const FILES: &str = "@modelcontextprotocol/server-filesystem";
/// An installation takes as many waits at most: it downloads packages.
const PATIENCE: usize = 9;

/// Waits for an approval that comes after an installation.
async fn question_at_last(app: &App, kind: &str) -> Result<(), Error> {
    for _ in 1..PATIENCE {
        match question(app, kind).await {
            Err(Error::Late(_)) => {}
            other => return other,
        }
    }
    question(app, kind).await
}

async fn paste(app: &App, line: &str) -> Result<(), Error> {
    paste_server(app, line).await?;
    app.click("server-save").await
}

async fn everything_is_installed_and_tried(app: &App) -> Result<(), Error> {
    paste(app, &format!("npx -y {EVERYTHING}")).await?;
    question_at_last(app, "launch").await?;
    app.find("package-facts").await?;
    app.keep_both_themes("new-server-launch").await?;
    allow(app).await?;
    app.main().await?;
    shown_server_is(app, "ready").await?;
    app.click("trial-begin").await?;
    app.find("trial-on").await?;
    shown_server_is(app, "ready").await?;
    app.find("trial-nothing").await?;
    app.keep_both_themes("new-server-trial").await?;
    app.click("trial-end").await?;
    shown_server_is(app, "ready").await
}

/// It gets no folder at first; the trial run finds the one it looks for, which is then granted with reviewed changes.
async fn files_gets_what_its_trial_run_found(app: &App, notes: &Path) -> Result<(), Error> {
    paste(app, &format!("npx -y {FILES} {}", notes.display())).await?;
    question_at_last(app, "launch").await?;
    allow(app).await?;
    question(app, "root").await?;
    deny(app).await?;
    app.main().await?;
    shown_server_is(app, "failed").await?;
    app.click("trial-begin").await?;
    let proposal = "document.querySelector('[data-testid=trial-proposal]')";
    app.until(&format!("{proposal} !== null")).await?;
    app.until(&format!(
        "(box => box && (box.click(), true))({proposal}.querySelector('input'))"
    ))
    .await?;
    app.click("trial-allow").await?;
    question(app, "root").await?;
    app.press("root-staged").await?;
    app.keep_both_themes("new-server-folder").await?;
    allow(app).await?;
    app.main().await?;
    app.until(&format!("{proposal} === null")).await?;
    app.until("document.querySelector('[data-testid=trial-end]')?.disabled === false")
        .await?;
    app.click("trial-end").await?;
    shown_server_is(app, "ready").await
}

async fn change_is_reviewed_and_applied(app: &App, plan: &Path) -> Result<(), Error> {
    app.click("new-chat").await?;
    ask(app, "Write the plan").await?;
    allow(app).await?;
    app.main().await?;
    app.until("document.body.innerText.includes('The plan is written.')")
        .await?;
    app.keep_both_themes("new-server-written").await?;
    assert!(!plan.exists(), "nothing is written before it is applied");
    app.find("pending-changes").await?;
    app.keep_both_themes("new-server-pending").await?;
    app.click("pending-review").await?;
    question(app, "apply").await?;
    app.keep_both_themes("new-server-apply").await?;
    allow(app).await?;
    app.main().await?;
    app.until("!document.querySelector('[data-testid=pending-changes]')")
        .await?;
    assert_eq!(std::fs::read_to_string(plan)?, "Rest.\n");
    Ok(())
}

async fn update_is_seen_and_accepted(app: &App, mirror: &Mirror) -> Result<(), Error> {
    let row = "[...document.querySelectorAll('[data-testid=server-row]')].find(row => row.innerText.includes('verything'))";
    app.until(&format!("(row => row && (row.click(), true))({row})"))
        .await?;
    shown_server_is(app, "ready").await?;
    let before = app.text("[data-testid=package-version]").await?;
    mirror.publish().unwrap();
    app.click("package-update").await?;
    question_at_last(app, "launch").await?;
    app.find("package-changes").await?;
    let both = app.text("[data-testid=package-version]").await?;
    assert!(
        both.contains(before.trim()),
        "{before} and what follows: {both}"
    );
    app.keep_both_themes("new-server-update").await?;
    armed(app).await?;
    allow(app).await?;
    app.main().await?;
    shown_server_is(app, "ready").await?;
    app.find("package-back").await?;
    let after = app.text("[data-testid=package-version]").await?;
    assert_ne!(after, before);
    app.keep_both_themes("new-server-updated").await
}

/// A bundle of a server, made by the packer that publishers use.
fn bundle(folder: &Path) -> Result<PathBuf, Error> {
    let source = folder.join("bundle");
    std::fs::create_dir_all(source.join("server"))?;
    let manifest = json!({
        "manifest_version": "0.3",
        "name": "day",
        "display_name": "Day",
        "version": "1.0.0",
        "description": "Says which day it is.",
        "author": { "name": "Ada" },
        "server": {
            "type": "node",
            "entry_point": "server/index.js",
            "mcp_config": { "command": "node", "args": ["${__dirname}/server/index.js"] },
        },
    });
    std::fs::write(source.join("manifest.json"), manifest.to_string())?;
    std::fs::write(source.join("server/index.js"), SERVER)?;
    let packer = peers::folder().join("node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
    let file = folder.join("day.mcpb");
    let packed = Command::new(peers::node()?)
        .arg(packer)
        .args(["pack".as_ref(), source.as_path(), file.as_path()])
        .output()?;
    assert!(packed.status.success(), "{packed:?}");
    Ok(file)
}

const SERVER: &str = r#"
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "day", version: "1" } },
    "tools/list": { tools: [{ name: "today", inputSchema: { type: "object" } }] },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
});
"#;

async fn dropped_bundle_becomes_a_server(
    app: &App,
    display: &Display,
    file: &Path,
) -> Result<(), Error> {
    let desk = Desk::at(display)?;
    desk.drop_file(desk.window("Innkeeper").await?, file, (640, 400))
        .await?;
    app.find("bundle-facts").await?;
    app.keep_both_themes("new-server-bundle").await?;
    app.until("document.querySelector('[data-testid=bundle-save]')?.getAttribute('aria-disabled') === 'false'")
        .await?;
    app.click("bundle-save").await?;
    question_at_last(app, "launch").await?;
    allow(app).await?;
    app.main().await?;
    shown_server_is(app, "ready").await
}

#[tokio::test]
async fn pasted_name_becomes_a_confined_server_that_is_tried_reviewed_and_updated()
-> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let top = dunce::canonicalize(folder.path())?;
    let notes = top.join("notes");
    std::fs::create_dir(&notes)?;
    let plan = notes.join("plan.md");
    let write = json!({ "id": "w", "name": "Filesystem_write_file", "arguments": { "path": plan, "content": "Rest.\n" } });
    let aimock = Aimock::start(&json!([
        { "match": { "toolCallId": "w" }, "response": { "content": "The plan is written." } },
        { "match": { "userMessage": "Write the plan" }, "response": { "toolCalls": [write] } },
    ]))?;
    let mirror = Mirror::start(&[EVERYTHING])?;
    let variables = mirror.variables()?;
    let variables: Vec<(&str, &str)> = variables.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let display = Display::start("1280x800x24")?;
    let app = App::start_with(&display, &top.join("data"), &variables).await?;
    add_model(&app, &aimock).await?;
    everything_is_installed_and_tried(&app).await?;
    files_gets_what_its_trial_run_found(&app, &notes).await?;
    change_is_reviewed_and_applied(&app, &plan).await?;
    update_is_seen_and_accepted(&app, &mirror).await?;
    dropped_bundle_becomes_a_server(&app, &display, &bundle(&top)?).await?;
    app.quit().await
}
