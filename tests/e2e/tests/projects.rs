//! A project, a title of the model, and an answer with a formula and a diagram, in a real window.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, Error, add_model};
use peers::Aimock;
use serde_json::{Value, json};

const ANSWER: &str =
    "The area is $\\pi r^2$.\n\n```mermaid\nflowchart LR\n  A[Order] --> B[Books]\n```\n";

fn fixtures() -> Value {
    json!([
        { "match": { "userMessage": "Write a title for the conversation above" },
          "response": { "content": "The books of Nordkaj" } },
        { "match": { "userMessage": "Draw it" }, "response": { "content": ANSWER } },
    ])
}

#[tokio::test]
async fn a_chat_of_a_project_is_titled_read_archived_and_found_again() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let aimock = Aimock::start(&fixtures())?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    app.main().await?;
    app.click("new-chat").await?;
    app.fill("composer", "Draw it").await?;
    app.click("send").await?;
    app.find("answer-again").await?;

    // A diagram is an image that was drawn in a frame of its own, and a formula is MathML.
    app.until("document.querySelector('img[data-testid=diagram]')?.naturalWidth > 0")
        .await?;
    app.until("document.querySelector('.message-model math')")
        .await?;
    app.until("document.querySelectorAll('iframe').length === 0")
        .await?;
    // The model found a title in place of the first words.
    app.until("document.querySelector('.toolbar h1').innerText === 'The books of Nordkaj'")
        .await?;
    app.keep_picture("titled").await?;

    app.click("project-new").await?;
    app.fill("project-name", "Bookkeeping").await?;
    app.fill("project-instructions", "Amounts in SEK.").await?;
    app.click("project-save").await?;
    app.find("project-empty").await?;
    app.click("project-chat").await?;
    app.fill("composer", "Draw it once more").await?;
    app.click("send").await?;
    app.find("chat-project").await?;
    app.find("answer-again").await?;
    let sent = format!("{:?}", aimock.journal()?);
    assert!(sent.contains("Amounts in SEK."), "{sent}");
    app.click("chat-project").await?;
    app.find("project-conversation").await?;
    app.keep_picture("project").await?;

    app.click("project-conversation").await?;
    app.find("answer-again").await?;
    app.click("chat-menu").await?;
    app.click("chat-archive").await?;
    app.find("archive").await?;
    app.click("archive").await?;
    app.find("unarchive").await?;
    app.keep_picture("archive").await?;
    app.click("unarchive").await?;
    app.find("archive-empty").await?;
    app.quit().await
}
