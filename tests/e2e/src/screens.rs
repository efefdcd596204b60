//! The way through every screen and state of the program, with a scripted model and real servers, in four parts that can be walked side by side.
//!
//! A new screen is one more function here, called from one of the parts: it brings the program there and calls [`Eye::see`].

use std::path::{Path, PathBuf};

use peers::Aimock;
use serde_json::{Value, json};

use crate::{
    App, Display, Error, Eye, Opener, account, add_model, allow, ask_several,
    changed::changed,
    deny,
    recovery_screens::recovery,
    server_page::server_page,
    standing_screens::standing,
    steps::{open_sandbox, question},
};

/// A name as long as a name can be in practice.
const LONG: &str = "Invoices of Lindqvist and Bergström, archive 2019 to 2026";

/// The program with empty data, and what it is used with.
struct Bench {
    home: PathBuf,
    aimock: Aimock,
    display: Display,
    opener: Opener,
    app: App,
}

impl Bench {
    async fn begin(folder: &Path) -> Result<Self, Error> {
        let home = dunce::canonicalize(folder)?;
        std::fs::write(
            home.join("note.txt"),
            "The keys hang behind the third door.\n".repeat(40),
        )?;
        let aimock = Aimock::start(&fixtures(&home))?;
        // Without a window manager the focus is where the pointer is, in the middle: every size of a window covers it.
        let display = Display::start("1280x800x24")?;
        let opener = Opener::new()?;
        let path = opener.path();
        let app = App::start_with(&display, &home.join("data"), &[("PATH", &path)]).await?;
        app.resize(1280, 800).await?;
        Ok(Self {
            home,
            aimock,
            display,
            opener,
            app,
        })
    }
}

/// Leads `eye` through every part, each with data of its own in `folder`.
///
/// # Errors
/// A step does not come; the error says which.
pub async fn walk(eye: &mut Eye, folder: &Path) -> Result<(), Error> {
    let [first, second, third, fourth] =
        ["first", "second", "third", "fourth"].map(|name| folder.join(name));
    for part in [&first, &second, &third, &fourth] {
        std::fs::create_dir_all(part)?;
    }
    beginnings(eye, &first).await?;
    conversations(eye, &second).await?;
    server_pages(eye, &third).await?;
    recovery(eye, &fourth).await
}

/// The tour, the first model, an import, and the settings.
///
/// # Errors
/// A step does not come; the error says which.
pub async fn beginnings(eye: &mut Eye, folder: &Path) -> Result<(), Error> {
    let bench = Bench::begin(folder).await?;
    let app = &bench.app;
    tour(app, eye).await?;
    empty(app, eye).await?;
    model(app, eye, &bench.aimock).await?;
    import(app, eye).await?;
    not_a_server(app, eye).await?;
    settings(app, eye).await?;
    bench.app.quit().await
}

/// A server with a folder, chats with it, what lasts of decisions, and the log.
///
/// # Errors
/// A step does not come; the error says which.
pub async fn conversations(eye: &mut Eye, folder: &Path) -> Result<(), Error> {
    let bench = Bench::begin(folder).await?;
    let app = &bench.app;
    add_model(app, &bench.aimock).await?;
    files(app, eye, &bench.home).await?;
    every(app).await?;
    chat(app, eye).await?;
    branches(app, eye).await?;
    long_work(app, eye).await?;
    around(app, eye).await?;
    standing(app, eye, &bench.display, &bench.home).await?;
    audit(app, eye).await?;
    bench.app.quit().await
}

/// Every tab of a server, tools that change, an account, and a server that is removed.
///
/// # Errors
/// A step does not come; the error says which.
pub async fn server_pages(eye: &mut Eye, folder: &Path) -> Result<(), Error> {
    let bench = Bench::begin(folder).await?;
    let app = &bench.app;
    add_model(app, &bench.aimock).await?;
    every(app).await?;
    said_to_a_model(app).await?;
    server_page(app, eye, "Every").await?;
    changed(app, eye, &bench.home).await?;
    account(app, eye, &bench.opener).await?;
    removed(app, eye).await?;
    bench.app.quit().await
}

fn fixtures(home: &Path) -> Value {
    let note = home.join("note.txt");
    json!([
        { "match": { "userMessage": "Read my note", "hasToolResult": false },
          "response": { "blocks": [
              { "type": "text", "text": "I look at the note." },
              { "type": "toolCall", "id": "call_1", "name": "Files_read_text_file", "arguments": { "path": note } },
              { "type": "toolCall", "id": "call_2", "name": "Files_list_directory", "arguments": { "path": home } } ] } },
        { "match": { "userMessage": "Read my note", "hasToolResult": true },
          "response": { "content": "Your note is about **keys**: they hang behind the *third* door.\n\n| Door | What is behind it |\n|---|---|\n| 1 | the cellar |\n| 3 | the keys |\n\n1. Open the third door.\n2. Take the key with the number 7.\n\n```sh\nls -l note.txt\n```\n" } },
        { "match": { "userMessage": "Draw and work", "hasToolResult": false },
          "response": { "toolCalls": [
              { "id": "call_3", "name": "Every_get-tiny-image", "arguments": {} },
              { "id": "call_4", "name": "Every_trigger-long-running-operation", "arguments": { "duration": 600, "steps": 1200 } } ] } },
        { "match": { "userMessage": "busy" },
          "response": { "error": { "message": "Overloaded", "type": "overloaded_error" }, "status": 529 } },
        { "match": { "model": "scripted-1" },
          "response": { "content": "One picture, and work that was stopped." } },
    ])
}

/// The welcome page, and the tour to its end.
async fn tour(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.until("document.querySelector('[data-testid=look-again]')?.innerText === 'Look again'")
        .await?;
    eye.see(app, "welcome").await?;
    app.click("start-tour").await?;
    question(app, "launch").await?;
    eye.see(app, "tour-launch").await?;
    allow(app).await?;
    app.main().await?;
    app.find("tour").await?;
    app.until(
        "document.querySelector('[data-testid=send]')?.getAttribute('aria-disabled') === 'false'",
    )
    .await?;
    eye.see(app, "tour-chat").await?;
    app.press("send").await?;
    question(app, "tool").await?;
    eye.see(app, "tour-question").await?;
    allow(app).await?;
    app.main().await?;
    app.select("[data-testid=tour][data-step=deny]").await?;
    app.until(
        "document.querySelector('[data-testid=send]')?.getAttribute('aria-disabled') === 'false'",
    )
    .await?;
    eye.see(app, "tour-deny").await?;
    app.press("send").await?;
    question(app, "tool").await?;
    deny(app).await?;
    app.main().await?;
    app.select("[data-testid=tour][data-step=audit]").await?;
    app.click("tour-audit").await?;
    app.find("audit-table").await?;
    eye.see(app, "tour-audit").await?;
    app.click("tour-end").await?;
    app.until("!document.querySelector('[data-testid=tour]')")
        .await
}

async fn empty(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("settings").await?;
    app.find("add-model").await?;
    eye.see(app, "settings-models-empty").await?;
    app.click("add-server").await?;
    app.find("server-name").await?;
    eye.see(app, "add-server-empty").await?;
    app.click("search-open").await?;
    app.fill("search", "nowhere").await?;
    app.find("palette-none").await?;
    eye.see(app, "search-nothing").await?;
    app.click("palette-close").await?;
    app.consent().await?;
    app.find("empty").await?;
    eye.see(app, "consent-empty").await?;
    app.main().await
}

async fn model(app: &App, eye: &mut Eye, aimock: &Aimock) -> Result<(), Error> {
    app.click("settings").await?;
    app.click("add-model").await?;
    app.fill("model-name", "Scripted").await?;
    app.fill("model-url", &aimock.openai_base()).await?;
    app.fill("model-id", "scripted-1").await?;
    eye.see(app, "model-form").await?;
    app.click("model-save").await?;
    question(app, "endpoint").await?;
    eye.see(app, "consent-endpoint").await?;
    allow(app).await?;
    app.main().await?;
    app.find("provider").await?;
    eye.see(app, "settings-models").await
}

async fn import(app: &App, eye: &mut Eye) -> Result<(), Error> {
    let text = json!({ "mcpServers": {
        LONG: { "command": "/usr/bin/touch", "args": ["a very long argument ".repeat(12)], "env": { "API_TOKEN": "x" }, "autoApprove": ["*"] },
        "Notes": { "command": "npx", "args": ["-y", "notes-server", "evil\u{202e}gnp.exe"], "env": { "ASKED": "" } },
        "Old": { "command": "true", "disabled": true },
        "Web": { "url": "https://example.org/mcp" },
    }});
    app.click("add-server").await?;
    app.click("import-link").await?;
    app.find("import-text").await?;
    eye.see(app, "import").await?;
    app.fill("import-text", "{ not json").await?;
    app.click("import-look").await?;
    app.find("failure").await?;
    eye.see(app, "import-broken").await?;
    app.fill("import-text", &text.to_string()).await?;
    app.click("import-look").await?;
    app.until("document.querySelectorAll('[data-testid=import-server]').length === 4")
        .await?;
    eye.see(app, "import-look").await?;
    app.click("import-add").await?;
    app.find("import-done").await?;
    eye.see(app, "import-done").await
}

async fn files(app: &App, eye: &mut Eye, home: &Path) -> Result<(), Error> {
    let folder = home.display().to_string();
    let files = "@modelcontextprotocol/server-filesystem";
    add(app, Some(eye), "Files", files, &[&folder]).await?;
    eye.see(app, "server").await?;
    app.click("tab-tools").await?;
    app.find("try-send").await?;
    eye.see(app, "server-tools").await?;
    app.click("tab-traffic").await?;
    app.find("traffic-empty").await?;
    eye.see(app, "server-traffic-empty").await
}

async fn every(app: &App) -> Result<(), Error> {
    let package = "@modelcontextprotocol/server-everything";
    add(app, None, "Every", package, &[]).await
}

/// Starts an imported server that cannot start: what it asks for is no server.
async fn not_a_server(app: &App, eye: &mut Eye) -> Result<(), Error> {
    let row = format!("document.querySelector('[data-testid=server-row][data-name=\"{LONG}\"]')");
    app.until(&row).await?;
    app.value(&format!("{row}.click()")).await?;
    app.click("server-start").await?;
    question(app, "launch").await?;
    eye.see(app, "consent-launch-long").await?;
    allow(app).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=server-state][data-state=failed]')")
        .await?;
    eye.see(app, "server-failed").await
}

/// A model sees the tools that there are: what comes later is new to it.
async fn said_to_a_model(app: &App) -> Result<(), Error> {
    app.click("new-chat").await?;
    app.fill("composer", "Good morning").await?;
    app.click("send").await?;
    app.until("document.body.innerText.includes('work that was stopped.')")
        .await?;
    app.until("!document.querySelector('[data-testid=stop]')")
        .await
}

/// Adds a server of a package and accepts its launch. Ends on its page.
async fn add(
    app: &App,
    eye: Option<&mut Eye>,
    name: &str,
    package: &str,
    args: &[&str],
) -> Result<(), Error> {
    let (node, mut words) = peers::node_server(package)?;
    words.extend(args.iter().map(|&word| word.to_owned()));
    app.click("add-server").await?;
    app.fill("server-name", name).await?;
    app.fill("server-command", &node.display().to_string())
        .await?;
    app.fill("server-args", &words.join(" ")).await?;
    if let Some(eye) = eye {
        eye.see(app, "add-server").await?;
        app.click("server-save").await?;
        question(app, "launch").await?;
        eye.see(app, "consent-launch").await?;
    } else {
        app.click("server-save").await?;
        question(app, "launch").await?;
    }
    allow(app).await?;
    open_sandbox(app, &words).await?;
    app.until(&format!(
        "document.querySelector('[data-testid=server-row][data-name={name}] [data-state=ready]')"
    ))
    .await
}

async fn chat(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("new-chat").await?;
    app.find("composer").await?;
    eye.see(app, "chat-new").await?;
    app.click("model-picker").await?;
    app.find("model-option").await?;
    eye.see(app, "model-picker").await?;
    app.click("model-picker").await?;
    ask_several(app, "Read my note").await?;
    eye.see(app, "consent-calls").await?;
    app.click("open-all").await?;
    app.find("call-apart").await?;
    eye.see(app, "consent-calls-open").await?;
    app.click("call-apart").await?;
    question(app, "tool").await?;
    app.until(
        "document.querySelector('[data-testid=queue-position]').innerText.includes('1 of 2')",
    )
    .await?;
    eye.see(app, "consent-tool").await?;
    app.click("edit").await?;
    app.find("edit-arguments").await?;
    eye.see(app, "consent-edit").await?;
    app.click("edit-as-json").await?;
    app.find("edit-json").await?;
    eye.see(app, "consent-edit-json").await?;
    app.click("edit-cancel").await?;
    app.click("deny-note").await?;
    app.find("note").await?;
    eye.see(app, "consent-note").await?;
    app.main().await?;
    app.find("waiting-bar").await?;
    eye.see(app, "chat-waiting").await?;
    app.consent().await?;
    allow(app).await?;
    app.until(
        "document.querySelector('[data-testid=queue-position]').innerText.includes('1 of 1')",
    )
    .await?;
    deny(app).await?;
    app.main().await?;
    app.until("document.body.innerText.includes('key with the number 7')")
        .await?;
    app.until("!document.querySelector('[data-testid=stop]')")
        .await?;
    eye.see(app, "chat-done").await?;
    app.value("document.querySelector('[data-testid=call][data-state=done] [data-testid=call-toggle]').click()")
        .await?;
    app.find("call-result").await?;
    eye.see(app, "chat-result").await
}

async fn branches(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("server-picker").await?;
    app.find("servers-popover").await?;
    eye.see(app, "servers-of-a-chat").await?;
    app.click("server-picker").await?;
    app.click("message-edit").await?;
    app.find("edit-text").await?;
    app.focus_on("edit-text").await?;
    app.fill("edit-text", "Another thing").await?;
    eye.see(app, "message-edit").await?;
    app.click("edit-send").await?;
    app.until("document.body.innerText.includes('work that was stopped.')")
        .await?;
    app.find("branches").await?;
    app.until("!document.querySelector('[data-testid=stop]')")
        .await?;
    eye.see(app, "branches").await
}

async fn long_work(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("new-chat").await?;
    ask_several(app, "Draw and work").await?;
    allow(app).await?;
    app.main().await?;
    app.until(
        "document.querySelector('[data-testid=call][data-state=running] [role=progressbar]')",
    )
    .await?;
    eye.see(app, "chat-running").await?;
    app.click("call-stop").await?;
    app.until("document.body.innerText.includes('work that was stopped.')")
        .await?;
    app.until("!document.querySelector('[data-testid=stop]')")
        .await?;
    eye.see(app, "chat-stopped").await?;
    app.click("new-chat").await?;
    app.fill("composer", "busy").await?;
    app.click("send").await?;
    app.find("retry").await?;
    eye.see(app, "chat-model-failed").await
}

async fn around(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("search-open").await?;
    app.fill("search", "key").await?;
    app.select("[data-testid=found][data-group=messages]")
        .await?;
    eye.see(app, "search-found").await?;
    app.click("palette-close").await?;
    app.find("conversation").await?;
    press_ctrl(app, "f", "KeyF").await?;
    app.fill("find", "busy").await?;
    app.until("/of/.test(document.querySelector('[data-testid=find-count]').innerText)")
        .await?;
    eye.see(app, "chat-find").await?;
    app.click("find-close").await?;
    press_ctrl(app, "/", "Slash").await?;
    app.until("document.querySelector('[data-testid=keys]').open")
        .await?;
    eye.see(app, "keys").await?;
    app.click("keys-close").await?;
    app.click("delete").await?;
    app.find("toast").await?;
    eye.see(app, "deleted").await?;
    app.value("document.querySelector('[data-testid=toast] .link').click()")
        .await?;
    app.find("retry").await.map(drop)
}

async fn audit(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("audit").await?;
    app.click("audit-verify").await?;
    app.find("audit-verdict").await?;
    eye.see(app, "audit").await?;
    // The newest rows are about the end of the walk; the reasons are with a call.
    app.fill("audit-search", "read_text_file").await?;
    app.until(
        "document.querySelector('[data-testid=audit-row]')?.innerText.includes('read_text_file')",
    )
    .await?;
    app.click("audit-row").await?;
    app.find("audit-detail").await?;
    app.find("audit-reasons").await?;
    eye.see(app, "audit-detail").await?;
    app.fill("audit-search", "stands nowhere").await?;
    app.find("audit-none").await?;
    eye.see(app, "audit-none").await
}

async fn press_ctrl(app: &App, key: &str, code: &str) -> Result<(), Error> {
    app.value(&format!(
        "window.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', code: '{code}', ctrlKey: true }}))"
    ))
    .await
    .map(drop)
}

async fn settings(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("settings").await?;
    for section in ["appearance", "limits", "keyboard", "data"] {
        app.click(&format!("tab-{section}")).await?;
        app.select(&format!("[data-section={section}]")).await?;
        eye.see(app, &format!("settings-{section}")).await?;
    }
    app.click("tab-limits").await?;
    app.fill("limit-start_seconds", "9000\u{e007}").await?;
    app.select("[data-testid=limit-start_seconds][aria-invalid=true]")
        .await?;
    eye.see(app, "settings-limits-wrong").await
}

async fn removed(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("server-row").await?;
    app.click("server-menu").await?;
    app.click("server-remove").await?;
    app.find("toast").await?;
    eye.see(app, "server-removed").await
}
