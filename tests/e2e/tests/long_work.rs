//! Several calls at once in a real window: an image, and long work with progress that a person stops.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, Error, add_model, add_server, allow, ask_several};
use peers::Aimock;
use serde_json::{Value, json};

fn fixtures() -> Value {
    json!([
        { "match": { "userMessage": "Draw and work", "hasToolResult": false },
          "response": { "toolCalls": [
              { "id": "call_1", "name": "Every_get-tiny-image", "arguments": {} },
              { "id": "call_2", "name": "Every_trigger-long-running-operation", "arguments": { "duration": 600, "steps": 1200 } },
          ] } },
        // The picture follows the results as a message of its own.
        { "match": { "model": "scripted-1" },
          "response": { "content": "One picture, and work that was stopped." } },
    ])
}

#[tokio::test]
async fn an_image_comes_while_long_work_shows_progress_and_stops() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
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
    ask_several(&app, "Draw and work").await?;
    app.main().await?;
    app.until("document.querySelectorAll('[data-testid=call][data-state=waiting]').length === 2")
        .await?;
    app.keep_picture("calls-waiting").await?;
    app.consent().await?;
    allow(&app).await?;

    app.main().await?;
    app.until("document.querySelector('[data-testid=call][data-state=done]')")
        .await?;
    app.until("document.querySelector('[data-testid=call][data-state=running] [role=progressbar]')?.getAttribute('aria-valuenow') > 0")
        .await?;
    app.until("document.querySelector('[data-testid=call-result] img')?.naturalWidth > 0")
        .await?;
    app.keep_picture("call-running").await?;
    app.click("call-stop").await?;
    app.until("!document.querySelector('[data-testid=call][data-state=running]')")
        .await?;
    app.until("document.body.innerText.includes('One picture, and work that was stopped.')")
        .await?;
    app.keep_picture("call-stopped").await?;
    switches(&app).await?;
    app.quit().await
}

/// A tool and the whole server are switched off and on.
async fn switches(app: &App) -> Result<(), Error> {
    app.click("server-row").await?;
    app.click("tab-tools").await?;
    app.click("tool-switch").await?;
    app.until("document.querySelector('[data-testid=tool-switch]').getAttribute('aria-checked') === 'false'")
        .await?;
    app.keep_picture("tool-off").await?;
    app.click("server-menu").await?;
    app.click("server-switch").await?;
    app.until("document.querySelector('[data-testid=server-state][data-state=stopped]')")
        .await?;
    app.until("!document.querySelector('[data-testid=server-start]')")
        .await?;
    app.keep_picture("server-off").await?;
    app.click("server-switch").await?;
    app.click("server-start").await?;
    // Its launch stands accepted: nothing is asked.
    app.until("document.querySelector('[data-testid=server-state][data-state=ready]')")
        .await?;
    app.until("document.querySelector('[data-testid=tool-switch]')?.getAttribute('aria-checked') === 'false'")
        .await
}
