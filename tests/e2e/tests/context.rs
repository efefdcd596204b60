//! A conversation with everything that a model can be given: a resource and a prompt of two servers, an image and a PDF, a call of a server that
//! sleeps, and a summary that is made, read and undone.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![cfg(target_os = "linux")]

use std::path::Path;

use e2e::{App, Dialog, Display, ENTER, ESCAPE, Error, add_model, add_server, allow, ask};
use peers::Aimock;
use serde_json::{Value, json};

const EVERYTHING: &str = "@modelcontextprotocol/server-everything";
const SUMMARY: &str = "They read a picture and three pages.";

fn fixtures() -> Value {
    json!([
        { "match": { "userMessage": "Summarize the conversation above" }, "response": { "content": SUMMARY } },
        { "match": { "userMessage": "Call it", "hasToolResult": false },
          "response": { "toolCalls": [{ "id": "call_1", "name": "First_echo", "arguments": { "message": "awake" } }] } },
        { "match": { "toolCallId": "call_1" }, "response": { "content": "It was called." } },
        { "match": { "model": "scripted-1" }, "response": { "content": "All was read." } },
    ])
}

/// The body of the last request for a reply.
fn last_request(aimock: &Aimock) -> String {
    aimock.journal().unwrap().last().unwrap().body.to_string()
}

fn attached(count: usize) -> String {
    format!("document.querySelectorAll('[data-testid=attachment]').length === {count}")
}

/// Attaches a file by the system's dialog, in the form that is proposed.
async fn attach(app: &App, display: &Display, file: &Path, count: usize) -> Result<(), Error> {
    app.click("attach").await?;
    let path = dunce::canonicalize(file)?.display().to_string();
    Dialog::titled(display, "Attach files")
        .await?
        .choose(&path)
        .await?;
    const CHOICE: &str = "document.querySelector('[data-testid=attachment-choice]')";
    app.until(&format!("{CHOICE} !== null || {}", attached(count)))
        .await?;
    if app.value(&format!("return {CHOICE} !== null")).await? == json!(true) {
        app.click("attachment-attach").await?;
    }
    app.until(&attached(count)).await
}

async fn open_conversation(app: &App) -> Result<(), Error> {
    app.click("conversation").await
}

#[tokio::test]
async fn everything_that_a_model_can_be_given_is_given_shown_and_summarized() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let files = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../src-tauri/crates/attachments/tests/files");
    let aimock = Aimock::start(&fixtures())?;
    let display = Display::start("1280x900x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    for name in ["First", "Second"] {
        add_server(&app, name, EVERYTHING, &[]).await?;
    }
    app.click("new-chat").await?;

    attach(&app, &display, &files.join("clear.png"), 1).await?;
    attach(&app, &display, &files.join("three.pdf"), 2).await?;
    app.click("attach-resource").await?;
    app.until("document.querySelector('[data-testid=resource-option]')")
        .await?;
    app.fill("resource-search", "Second").await?;
    app.key(ENTER).await?;
    app.until(&attached(3)).await?;
    app.click("insert-prompt").await?;
    app.until("document.querySelector('[data-testid=prompt-option]')")
        .await?;
    app.fill("prompt-search", "First simple").await?;
    app.key(ENTER).await?;
    app.until("document.querySelector('[data-testid=insert-messages]')")
        .await?;
    app.keep_both_themes("context-prompt").await?;
    app.click("prompt-insert").await?;
    app.until(&attached(4)).await?;
    app.keep_both_themes("context-attached").await?;

    app.fill("composer", "Read all of it").await?;
    app.click("send").await?;
    app.until("document.body.innerText.includes('All was read.')")
        .await?;
    let sent = last_request(&aimock);
    for part in [
        "data:image/png;base64,",
        "three.pdf",
        "of the server \\\\\\\"Second\\\\\\\"",
        "prompt \\\\\\\"simple-prompt\\\\\\\" of the server \\\\\\\"First\\\\\\\"",
    ] {
        assert!(
            sent.contains(part) || sent.contains(&part.replace("\\\\\\\"", "\\\"")),
            "{part} in {sent}"
        );
    }
    app.keep_both_themes("context-sent").await?;

    // What the model sees, part by part.
    app.click("context-meter").await?;
    app.until("document.querySelectorAll('[data-testid=context-part]').length > 5")
        .await?;
    app.keep_both_themes("context-inspector").await?;
    app.key(ESCAPE).await?;
    // In short, beside the conversation: the tools of both servers, and the data of one.
    app.control('i').await?;
    let panel = "document.querySelector('[data-testid=context-panel]')";
    app.until(&format!(
        "['First', 'Second'].every((name) => {panel}?.innerText.includes(name)) && /\\d+ tools/.test({panel}.innerText)"
    ))
    .await?;
    app.keep_both_themes("context-panel").await?;
    app.control('i').await?;
    app.until(&format!("!{panel}")).await?;

    // A server that sleeps is called.
    app.click("server-row").await?;
    app.click("server-menu").await?;
    app.click("server-sleep").await?;
    app.find("server-asleep").await?;
    open_conversation(&app).await?;
    ask(&app, "Call it").await?;
    allow(&app).await?;
    app.main().await?;
    app.until("document.body.innerText.includes('It was called.')")
        .await?;

    // A summary takes the place of the messages, and they come back.
    app.click("context-meter").await?;
    app.click("compact-start").await?;
    app.until("document.querySelector('[data-testid=summary]')")
        .await?;
    app.keep_both_themes("context-summary").await?;
    app.fill("composer", "Go on").await?;
    app.click("send").await?;
    app.until("document.querySelectorAll('[data-testid=message]').length > 0")
        .await?;
    app.until("[...document.querySelectorAll('[data-testid=message]')].filter((one) => one.innerText.includes('All was read.')).length > 0")
        .await?;
    assert!(last_request(&aimock).contains(SUMMARY));
    app.click("summary-fold").await?;
    app.until(&format!("document.body.innerText.includes('{SUMMARY}')"))
        .await?;
    app.keep_both_themes("context-summary-open").await?;
    app.click("summary-undo").await?;
    app.until("!document.querySelector('[data-testid=summary]')")
        .await?;
    app.keep_both_themes("context-undone").await?;
    app.quit().await
}
