//! A day's work in the real window: two projects, three servers, two models, a file, a search, an export and an import.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(target_os = "linux")]

use std::path::Path;

use e2e::{
    App, Dialog, Display, ENTER, Error, add_model, add_server, allow, ask, question,
    shown_server_is,
};
use peers::Aimock;
use serde_json::{Value, json};

const TENANTS: &str = "Room 12 pays on the third of each month.";
/// How many conversations the imported file has: enough to see progress.
const IMPORTED: usize = 60;

fn books(notes: &Path) -> Value {
    let read = |file: &str| json!({ "path": notes.join(file) });
    json!([
        { "match": { "toolCallId": "r1" }, "response": { "content": "Room 12 owes nothing.\n\n| Room | Paid |\n|---|---|\n| 12 | yes |\n| 14 | no |\n" } },
        { "match": { "userMessage": "Who owes rent" },
          "response": { "toolCalls": [{ "id": "r1", "name": "Files_read_text_file", "arguments": read("ledger.txt") }] } },
        { "match": { "model": "scripted-1" }, "response": { "content": "Two tenants pay late." } },
    ])
}

fn garden() -> Value {
    json!([
        { "match": { "toolCallId": "t1" }, "response": { "content": "Water the beans before nine." } },
        { "match": { "userMessage": "When do I water" },
          "response": { "toolCalls": [{ "id": "t1", "name": "Clock_get_current_time", "arguments": { "timezone": "Europe/Stockholm" } }] } },
        { "match": { "model": "gardener-1" }, "response": { "content": "Beans, then peas." } },
    ])
}

/// What ChatGPT sends of many conversations.
fn exported() -> Value {
    let message = |role: &str, text: String| json!({ "author": { "role": role }, "create_time": 1.0, "content": { "content_type": "text", "parts": [text] } });
    let one = |n: usize| {
        json!({ "title": format!("Recipe {n}"), "current_node": "b", "mapping": {
            "a": { "parent": null, "message": message("user", format!("How is dish {n} made?")) },
            "b": { "parent": "a", "message": message("assistant", "Slowly.".to_owned()) },
        } })
    };
    (0..IMPORTED).map(one).collect()
}

async fn add_second_model(app: &App, aimock: &Aimock) -> Result<(), Error> {
    app.click("settings").await?;
    app.click("add-model").await?;
    app.fill("model-name", "Garden models").await?;
    app.fill("model-url", &aimock.openai_base()).await?;
    app.fill("model-id", "gardener-1").await?;
    app.click("model-save").await?;
    question(app, "endpoint").await?;
    allow(app).await?;
    app.main().await?;
    app.until("!document.querySelector('[data-testid=model-save]')")
        .await
}

async fn add_clock(app: &App) -> Result<(), Error> {
    let (program, args) = peers::python_server("mcp_server_time")?;
    app.click("add-server").await?;
    app.fill("server-name", "Clock").await?;
    app.fill("server-command", program.to_str().unwrap())
        .await?;
    app.fill("server-args", &args.join(" ")).await?;
    app.click("server-save").await?;
    question(app, "launch").await?;
    allow(app).await?;
    app.main().await?;
    shown_server_is(app, "ready").await
}

async fn project(app: &App, name: &str, instructions: &str) -> Result<(), Error> {
    app.click("project-new").await?;
    app.fill("project-name", name).await?;
    app.fill("project-instructions", instructions).await?;
    app.click("project-save").await?;
    app.find("project-empty").await.map(drop)
}

/// The project answers with a model of the second endpoint.
async fn choose_gardener(app: &App) -> Result<(), Error> {
    let choose = "(select => { const one = [...select.options].find(o => o.text.includes('gardener-1')); if (!one) return false; \
                  select.value = one.value; select.dispatchEvent(new Event('change', { bubbles: true })); return true; })\
                  (document.querySelector('[data-testid=project-model]'))";
    app.until(choose).await
}

async fn says(app: &App, words: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('main')?.innerText.includes({words:?}) && !document.querySelector('[data-testid=stop]')"
    ))
    .await
}

async fn morning(app: &App, display: &Display, file: &Path) -> Result<(), Error> {
    app.click("new-chat").await?;
    app.fill("composer", "Good morning").await?;
    app.click("send").await?;
    says(app, "Two tenants pay late").await?;
    project(app, "Bookkeeping", "Amounts in SEK.").await?;
    app.keep_both_themes("day-project").await?;
    app.click("project-chat").await?;
    ask(app, "Who owes rent?").await?;
    app.keep_both_themes("day-approval").await?;
    allow(app).await?;
    app.main().await?;
    says(app, "owes nothing").await?;
    app.find("chat-project").await?;
    app.keep_both_themes("day-table").await?;
    app.click("attach").await?;
    Dialog::titled(display, "Attach files")
        .await?
        .choose(file.to_str().unwrap())
        .await?;
    app.until("document.querySelector('[data-testid=attachment][data-name=\"tenants.txt\"]')")
        .await?;
    app.fill("composer", "Who pays late?").await?;
    app.click("send").await?;
    says(app, "Two tenants pay late").await?;
    app.keep_both_themes("day-attached").await
}

async fn noon(app: &App, garden: &Aimock) -> Result<(), Error> {
    project(app, "Garden", "Metric units.").await?;
    choose_gardener(app).await?;
    app.click("project-chat").await?;
    app.fill("composer", "When do I water the beans?").await?;
    app.click("send").await?;
    // It can only read the clock: nothing is asked.
    says(app, "before nine").await?;
    let sent = format!("{:?}", garden.journal()?);
    assert!(
        sent.contains("gardener-1") && sent.contains("Metric units."),
        "{sent}"
    );
    assert!(!sent.contains("Amounts in SEK."), "{sent}");
    app.keep_both_themes("day-garden").await
}

async fn afternoon(app: &App) -> Result<(), Error> {
    app.control('k').await?;
    app.focus_on("search").await?;
    app.type_text("nothing").await?;
    app.select("[data-testid=found][data-group=messages]")
        .await?;
    app.keep_both_themes("day-search").await?;
    app.key(ENTER).await?;
    app.until("document.querySelector('.found-here')").await?;
    says(app, "owes nothing").await
}

async fn evening(app: &App, display: &Display, top: &Path) -> Result<(), Error> {
    app.click("settings").await?;
    app.click("tab-data").await?;
    let out = top.join("export");
    std::fs::create_dir(&out)?;
    app.click("data-export").await?;
    Dialog::titled(display, "Choose a folder for the export")
        .await?
        .choose(out.to_str().unwrap())
        .await?;
    app.until("document.querySelector('[data-testid=data-export]')?.disabled === false")
        .await?;
    app.keep_both_themes("day-export").await?;
    let mut conversations = Vec::new();
    for entry in walk(&out) {
        if entry
            .file_name()
            .is_some_and(|name| name == "conversations.jsonl")
        {
            conversations = std::fs::read(entry)?;
        }
    }
    let conversations = String::from_utf8_lossy(&conversations);
    assert!(
        conversations.contains("owes nothing") && conversations.contains("before nine"),
        "both projects are in the export"
    );

    let file = top.join("conversations.json");
    std::fs::write(&file, exported().to_string())?;
    app.click("data-import").await?;
    Dialog::titled(display, "Choose an exported file")
        .await?
        .choose(file.to_str().unwrap())
        .await?;
    app.until(&format!(
        "document.querySelector('[data-testid=data-imported]')?.innerText.includes('{IMPORTED}')"
    ))
    .await?;
    app.keep_both_themes("day-import").await
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    entries
        .flat_map(|entry| match entry.path().is_dir() {
            true => walk(&entry.path()),
            false => vec![entry.path()],
        })
        .collect()
}

#[tokio::test]
async fn two_projects_three_servers_and_two_models_work_side_by_side() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let top = dunce::canonicalize(folder.path())?;
    let notes = top.join("notes");
    std::fs::create_dir(&notes)?;
    std::fs::write(notes.join("ledger.txt"), "12: paid\n14: open\n")?;
    let file = top.join("tenants.txt");
    std::fs::write(&file, TENANTS)?;
    let (books, garden) = (Aimock::start(&books(&notes))?, Aimock::start(&garden())?);
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &top.join("data")).await?;
    add_model(&app, &books).await?;
    add_second_model(&app, &garden).await?;
    let package = "@modelcontextprotocol/server-filesystem";
    add_server(&app, "Files", package, &[notes.to_str().unwrap()]).await?;
    let package = "@modelcontextprotocol/server-everything";
    add_server(&app, "Every", package, &[]).await?;
    add_clock(&app).await?;
    morning(&app, &display, &file).await?;
    noon(&app, &garden).await?;
    afternoon(&app).await?;
    evening(&app, &display, &top).await?;
    app.quit().await
}
