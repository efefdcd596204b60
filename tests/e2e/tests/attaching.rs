//! A file and a resource reach the model from the real window, and a server that sleeps is called.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(target_os = "linux")]

use e2e::{App, Dialog, Display, ENTER, Error, add_model, add_server, allow, ask};
use peers::Aimock;
use serde_json::{Value, json};

const MINE: &str = "The tenant of room 12 pays on the third of each month.";

/// The frame of its instructions.
const SAYS: &str = "what the server \\\"Every\\\" says of itself";

fn fixtures() -> Value {
    json!([
        { "match": { "userMessage": "Call it", "hasToolResult": false },
          "response": { "toolCalls": [{ "id": "call_1", "name": "Every_echo", "arguments": { "message": "awake" } }] } },
        { "match": { "toolCallId": "call_1" }, "response": { "content": "It was called." } },
        { "match": { "model": "scripted-1" }, "response": { "content": "Both were read." } },
    ])
}

/// The state of the only server in the list.
fn server_is(state: &str) -> String {
    format!("document.querySelector('[data-testid=server-state][data-state={state}]')")
}

/// The texts of the messages of the user in the last request.
fn last_user_texts(aimock: &Aimock) -> String {
    let journal = aimock.journal().unwrap();
    let messages = journal.last().unwrap().body["messages"].clone();
    let users = messages.as_array().unwrap().iter();
    let users: Vec<&Value> = users.filter(|one| one["role"] == "user").collect();
    json!(users).to_string()
}

#[tokio::test]
async fn file_and_resource_are_attached_and_a_sleeping_server_is_called() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("tenants.txt");
    std::fs::write(&file, MINE)?;
    let aimock = Aimock::start(&fixtures())?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    add_server(
        &app,
        "Every",
        "@modelcontextprotocol/server-everything",
        &[],
    )
    .await?;
    app.click("new-chat").await?;

    app.click("attach").await?;
    let path = dunce::canonicalize(file)?.display().to_string();
    Dialog::titled(&display, "Attach files")
        .await?
        .choose(&path)
        .await?;
    app.until("document.querySelector('[data-testid=attachment][data-name=\"tenants.txt\"]')")
        .await?;

    app.click("attach-resource").await?;
    app.until("document.querySelector('[data-testid=resource-option]')")
        .await?;
    app.focus_on("resource-search").await?;
    let title = app
        .value("return document.querySelector('[data-testid=resource-option] .grow').innerText")
        .await?;
    app.key(ENTER).await?;
    app.until("document.querySelectorAll('[data-testid=attachment]').length === 2")
        .await?;
    app.keep_both_themes("attached").await?;

    app.fill("composer", "Read both").await?;
    app.click("send").await?;
    app.until("document.body.innerText.includes('Both were read.')")
        .await?;
    let sent = last_user_texts(&aimock);
    assert!(sent.contains(MINE), "{sent}");
    assert!(sent.contains("Every"), "{title} in {sent}");
    app.keep_both_themes("attached-sent").await?;

    // Its instructions are read once the consent window has shown them.
    assert!(!last_user_texts(&aimock).contains(SAYS));
    app.click("server-row").await?;
    app.click("notes-for-models").await?;
    app.consent().await?;
    app.find("instructions-text").await?;
    app.keep_both_themes("instructions").await?;
    allow(&app).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=notes-for-models]')?.getAttribute('aria-checked') === 'true'")
        .await?;

    // It sleeps, and an approved call wakes it.
    app.click("server-menu").await?;
    app.click("server-sleep").await?;
    app.until(&server_is("asleep")).await?;
    app.find("server-asleep").await?;
    app.keep_both_themes("server-asleep").await?;
    app.click("conversation").await?;
    ask(&app, "Call it").await?;
    app.main().await?;
    app.until(&server_is("asleep")).await?;
    app.consent().await?;
    allow(&app).await?;
    app.main().await?;
    app.until("document.body.innerText.includes('It was called.')")
        .await?;
    app.until(&server_is("ready")).await?;
    assert!(last_user_texts(&aimock).contains(SAYS));
    app.keep_both_themes("woken").await?;
    app.quit().await
}

/// How many of the list `@` opens are of a kind.
fn listed(kind: &str, number: usize) -> String {
    format!("document.querySelectorAll('[data-testid={kind}]').length === {number}")
}

#[tokio::test]
async fn file_of_a_granted_folder_is_found_by_at_and_keys_alone() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let granted = dunce::canonicalize(folder.path())?.join("inn");
    std::fs::create_dir_all(granted.join("rooms"))?;
    std::fs::write(granted.join("rooms/tenants of the east wing.txt"), MINE)?;
    std::fs::write(granted.join("menu.txt"), "soup")?;
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "not granted")?;
    std::os::unix::fs::symlink(&secret, granted.join("tenants that lie.txt"))?;
    let aimock = Aimock::start(&fixtures())?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    let path = granted.display().to_string();
    let package = "@modelcontextprotocol/server-filesystem";
    add_server(&app, "Files", package, &[&path]).await?;
    app.click("new-chat").await?;

    app.focus_on("composer").await?;
    app.type_text("@").await?;
    app.focus_on("resource-search").await?;
    app.type_text("tenants").await?;
    // The link to a file outside is not offered.
    app.until(&listed("file-option", 1)).await?;
    app.until("document.querySelector('[data-testid=file-option]').title.includes('east wing')")
        .await?;
    app.keep_both_themes("at-file").await?;
    app.key(ENTER).await?;
    app.until(&listed("attachment", 1)).await?;
    app.focus_on("composer").await?;
    app.type_text("Who pays?").await?;
    app.key(ENTER).await?;
    app.until("document.body.innerText.includes('Both were read.')")
        .await?;
    let sent = last_user_texts(&aimock);
    assert!(
        sent.contains(MINE) && !sent.contains("not granted"),
        "{sent}"
    );
    app.keep_picture("at-sent").await?;

    // It is among those that were attached last.
    app.focus_on("composer").await?;
    app.type_text("@").await?;
    app.until(&listed("recent-option", 1)).await?;
    app.keep_both_themes("at-recent").await?;
    app.quit().await
}
