//! The main job in a real window: a server is added, its launch reviewed, a model calls its tool, a person edits and
//! allows, denies the next, and finds all of it again after a restart. `main` cannot answer for `consent`.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use e2e::{App, Display, Error};
use peers::Aimock;
use serde_json::{Value, json};

const SECRET_LINE: &str = "The keys hang behind the third door.";

fn fixtures(folder: &Path) -> Value {
    let wrong = folder.join("missing.txt");
    let call = |id: &str| json!({ "id": id, "name": "Files_read_text_file", "arguments": { "path": wrong } });
    json!([
        { "match": { "userMessage": "Read my note", "hasToolResult": false },
          "response": { "toolCalls": [call("call_1")] } },
        { "match": { "userMessage": "Read my note", "hasToolResult": true },
          "response": { "content": "Your note is about **keys**." } },
        { "match": { "userMessage": "Once more", "hasToolResult": false },
          "response": { "toolCalls": [call("call_2")] } },
        { "match": { "userMessage": "Once more", "hasToolResult": true },
          "response": { "content": "Then I leave it." } },
    ])
}

#[tokio::test]
async fn a_person_reviews_what_a_model_asks_for() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    // The filesystem server resolves links itself and compares real paths.
    let home = folder.path().canonicalize()?;
    std::fs::write(home.join("note.txt"), SECRET_LINE)?;
    let data = folder.path().join("data");
    let aimock = Aimock::start(&fixtures(&home)).unwrap();
    let display = Display::start("1280x800x24")?;

    let app = App::start(&display, &data).await?;
    app.keep_picture("first-start").await?;
    add_model(&app, &aimock).await?;
    add_server(&app, &home).await?;

    ask(&app, "Read my note").await?;
    edit_and_allow(&app, &home).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=call][data-state=done]')")
        .await?;
    app.until("[...document.querySelectorAll('[data-testid=message]')].some(m => m.innerText.includes('Your note is about keys'))").await?;
    open_call(&app, 0).await?;
    let result = app.text("[data-testid=call-result]").await?;
    assert!(result.contains(SECRET_LINE), "{result}");
    app.keep_picture("chat-done").await?;
    assert_model_got(&aimock, SECRET_LINE);

    main_cannot_answer(&app).await?;

    app.main().await?;
    ask(&app, "Once more").await?;
    deny(&app).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=call][data-state=denied]')")
        .await?;
    app.until("document.body.innerText.includes('Then I leave it.')")
        .await?;
    app.keep_picture("chat-denied").await?;
    app.quit().await?;

    let app = App::start(&display, &data).await?;
    app.click("conversation").await?;
    app.until("document.querySelectorAll('[data-testid=message]').length >= 4")
        .await?;
    app.until("document.body.innerText.includes('Then I leave it.')")
        .await?;
    open_call(&app, 0).await?;
    let result = app.text("[data-testid=call-result]").await?;
    assert!(result.contains(SECRET_LINE), "{result}");
    app.until("document.querySelector('[data-testid=server-state][data-state=ready]')")
        .await?;
    app.keep_picture("after-restart").await?;
    app.quit().await?;
    Ok(())
}

async fn add_model(app: &App, aimock: &Aimock) -> Result<(), Error> {
    app.click("add-model").await?;
    app.fill("model-name", "Scripted").await?;
    app.fill("model-url", &aimock.openai_base()).await?;
    app.fill("model-id", "scripted-1").await?;
    app.click("model-save").await?;
    app.consent().await?;
    app.until("document.querySelector('[data-testid=prompt][data-kind=endpoint]')")
        .await?;
    app.keep_picture("consent-endpoint").await?;
    allow(app).await?;
    app.main().await
}

async fn add_server(app: &App, home: &Path) -> Result<(), Error> {
    let (node, mut words) = peers::node_server("@modelcontextprotocol/server-filesystem").unwrap();
    words.push(home.display().to_string());
    app.click("add-server").await?;
    app.fill("server-name", "Files").await?;
    app.fill("server-command", &node.display().to_string())
        .await?;
    app.fill("server-args", &words.join(" ")).await?;
    app.keep_picture("add-server").await?;
    app.click("server-save").await?;
    app.consent().await?;
    app.until("document.querySelector('[data-testid=prompt][data-kind=launch]')")
        .await?;
    let argv = app.text("[data-testid=launch-argv]").await?;
    for word in &words {
        assert!(
            argv.contains(word.as_str()),
            "{word} stands in full in:\n{argv}"
        );
    }
    app.keep_picture("consent-launch").await?;
    allow(app).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=server-state][data-state=ready]')")
        .await?;
    app.keep_picture("server-ready").await
}

async fn ask(app: &App, text: &str) -> Result<(), Error> {
    if text == "Read my note" {
        app.click("new-chat").await?;
    }
    app.fill("composer", text).await?;
    app.click("send").await?;
    app.consent().await?;
    app.until("document.querySelector('[data-testid=prompt][data-kind=tool]')")
        .await
}

async fn edit_and_allow(app: &App, home: &Path) -> Result<(), Error> {
    let wrong = home.join("missing.txt");
    let shown = app
        .text("[data-testid=arg][data-key=path] [data-testid=arg-value]")
        .await?;
    assert_eq!(shown.trim(), wrong.display().to_string());
    app.keep_picture("consent-tool").await?;
    app.click("edit").await?;
    app.fill(
        "edit-json",
        &json!({ "path": home.join("note.txt") }).to_string(),
    )
    .await?;
    app.keep_picture("consent-edit").await?;
    app.click("edit-apply").await?;
    app.until("document.querySelector('[data-testid=prompt]').dataset.revision === '2'")
        .await?;
    allow(app).await
}

/// Waits until the answer is armed, then gives it.
async fn allow(app: &App) -> Result<(), Error> {
    app.until(
        "document.querySelector('[data-testid=allow]')?.getAttribute('aria-disabled') === 'false'",
    )
    .await?;
    app.press("allow").await
}

async fn deny(app: &App) -> Result<(), Error> {
    app.press("deny").await?;
    app.until("document.querySelector('[data-testid=empty]')")
        .await
}

async fn open_call(app: &App, at: usize) -> Result<(), Error> {
    let closed = format!(
        "[...document.querySelectorAll('[data-testid=call]')][{at}] && !document.querySelector('[data-testid=call-result]')"
    );
    app.until("document.querySelector('[data-testid=call-toggle]')")
        .await?;
    let script = format!("arguments[0](Boolean({closed}))");
    if app.run_async(&script, vec![]).await? == Value::Bool(true) {
        app.click("call-toggle").await?;
    }
    Ok(())
}

fn assert_model_got(aimock: &Aimock, text: &str) {
    let journal = aimock.journal().unwrap();
    let last = format!("{:?}", journal.last().unwrap());
    assert!(last.contains(text), "the model reads the result: {last}");
}

/// From a script in `main`: every command of `consent` is refused, events cannot be sent, and what both pages share
/// changes nothing in `consent`.
async fn main_cannot_answer(app: &App) -> Result<(), Error> {
    app.main().await?;
    let commands = [
        "consent_watch",
        "consent_shown",
        "consent_answer",
        "consent_edit",
        "consent_theme",
    ];
    let events = [
        "plugin:event|emit",
        "plugin:event|emit_to",
        "plugin:event|listen",
        "plugin:webview|create_webview_window",
        "plugin:window|create",
        "plugin:opener|open_url",
        "plugin:dialog|open",
    ];
    for command in commands.iter().chain(&events) {
        let script = "const [command, done] = arguments;
            const args = { prompt: 'x', revision: 1, answer: { answer: 'deny', note: null }, json: '{}', channel: '__CHANNEL__:1',
                event: 'x', payload: null, target: { kind: 'Any' }, handler: 1, options: { label: 'y', url: '/' }, url: 'https://example.org' };
            window.__TAURI_INTERNALS__.invoke(command, args).then(() => done('done'), (e) => done(String(e?.message ?? e)));";
        let said = app.run_async(script, vec![json!(command)]).await?;
        let said = said.as_str().unwrap_or_default().to_owned();
        assert!(said.contains("not allowed"), "{command} in main: {said}");
    }
    app.consent().await?;
    let before = app.text("body").await?;
    app.main().await?;
    let tricks = "const done = arguments[0];
        for (const name of ['consent', 'prompts', 'theme', 'innkeeper']) {
            new BroadcastChannel(name).postMessage({ type: 'prompt', id: 'x', kind: 'tool' });
            localStorage.setItem(name, JSON.stringify([{ id: 'x' }]));
            sessionStorage.setItem(name, 'x');
        }
        window.postMessage({ type: 'prompt' }, '*');
        done(window.open('consent.html') === null)";
    let refused = app.run_async(tricks, vec![]).await?;
    assert_eq!(refused, Value::Bool(true), "no window can be opened");
    app.consent().await?;
    let after = app.text("body").await?;
    assert_eq!(before, after);
    Ok(())
}
