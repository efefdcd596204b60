//! A call that takes long in a real window: it moves to the background, its task outlives the program, and its result is there after.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, Error, add_model, add_node_server, allow, ask};
use peers::Aimock;
use serde_json::{Value, json};

/// The call of the list runs in the background.
const BEHIND: &str = "document.querySelector('[data-testid=tasks] [data-state=running]')?.innerText.includes('In the background')";

fn fixtures() -> Value {
    json!([
        { "match": { "toolCallId": "c1" }, "response": { "content": "I go on meanwhile." } },
        { "match": { "userMessage": "Work long", "hasToolResult": false },
          "response": { "toolCalls": [{ "id": "c1", "name": "Kit_slow", "arguments": {} }] } },
    ])
}

#[tokio::test]
async fn task_moves_to_the_background_and_outlives_the_program() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let work = dunce::canonicalize(folder.path())?.join("work");
    std::fs::create_dir(&work)?;
    let data = folder.path().join("data");
    let aimock = Aimock::start(&fixtures())?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    add_model(&app, &aimock).await?;
    let script = peers::folder().join("servers/tasks.mjs");
    let words = [script, work.clone()].map(|word| word.display().to_string());
    add_node_server(&app, "Kit", &words).await?;

    app.click("new-chat").await?;
    ask(&app, "Work long").await?;
    allow(&app).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=call][data-state=running]')")
        .await?;
    let offered = "document.querySelector('[data-testid=call-background]') !== null";
    assert_eq!(app.value(&format!("return {offered}")).await?, json!(false));
    // Two minutes later, by the clock of the page.
    app.value("const now = Date.now; Date.now = () => now() + 125_000")
        .await?;
    app.until(offered).await?;
    app.keep_both_themes("call-long").await?;
    app.click("call-background").await?;
    app.until("document.body.innerText.includes('I go on meanwhile.')")
        .await?;
    app.until("!document.querySelector('[data-testid=stop]')")
        .await?;
    app.click("tasks-open").await?;
    app.until(BEHIND).await?;
    app.keep_both_themes("tasks").await?;
    app.quit().await?;

    let app = App::start(&display, &data).await?;
    app.click("tasks-open").await?;
    app.until(BEHIND).await?;
    app.keep_picture("tasks-next-run").await?;
    std::fs::write(work.join("done.txt"), "nine lamps were lit")?;
    app.until("document.querySelector('[data-testid=tasks] [data-state=done]')")
        .await?;
    app.click("task-conversation").await?;
    app.until("document.querySelector('[data-testid=call][data-state=done]')")
        .await?;
    app.click("call-toggle").await?;
    app.until("document.querySelector('[data-testid=call-result]')?.innerText.includes('nine lamps were lit')")
        .await?;
    app.keep_picture("task-joined").await?;
    app.quit().await?;
    let marks = std::fs::read_to_string(work.join("marks"))?;
    assert_eq!(marks, "called\n", "it is called once");
    Ok(())
}
