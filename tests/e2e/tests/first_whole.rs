//! The main job in a real window: a server is added, its launch reviewed, a model calls its tool, a person edits and
//! allows, denies the next, and finds all of it again after a restart. `main` cannot answer for `consent`.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use e2e::{App, Display, Error, add_model, add_server, allow, ask, deny};
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
    let home = dunce::canonicalize(folder.path())?;
    std::fs::write(home.join("note.txt"), SECRET_LINE)?;
    let data = folder.path().join("data");
    let aimock = Aimock::start(&fixtures(&home)).unwrap();
    let display = Display::start("1280x800x24")?;

    let app = App::start(&display, &data).await?;
    app.keep_picture("first-start").await?;
    add_model(&app, &aimock).await?;
    let folder_name = home.display().to_string();
    let package = "@modelcontextprotocol/server-filesystem";
    add_server(&app, "Files", package, &[&folder_name]).await?;

    app.click("new-chat").await?;
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
    // Nothing needs its server yet.
    app.until("document.querySelector('[data-testid=server-state][data-state=asleep]')")
        .await?;
    app.keep_picture("after-restart").await?;
    search(&app).await?;
    dark_and_narrow(&app).await?;
    app.quit().await?;

    let app = App::start(&display, &data).await?;
    let look =
        "[document.documentElement.dataset.theme, document.documentElement.style.fontSize].join()";
    let looks = app.value(&format!("return {look}")).await?;
    assert_eq!(looks, json!("dark,120%"));
    assert_eq!(app.windows().await?, 1, "nothing was asked yet");
    app.click("new-chat").await?;
    ask(&app, "Read my note once more").await?;
    app.until(&format!("{look} === 'dark,120%'")).await?;
    deny(&app).await?;
    app.quit().await
}

async fn edit_and_allow(app: &App, home: &Path) -> Result<(), Error> {
    let wrong = home.join("missing.txt");
    let shown = app
        .text("[data-testid=arg][data-key=path] [data-testid=arg-value]")
        .await?;
    assert_eq!(shown.trim(), wrong.display().to_string());
    app.keep_picture("consent-tool").await?;
    app.click("edit").await?;
    app.click("edit-as-json").await?;
    app.fill(
        "edit-json",
        &json!({ "path": home.join("note.txt") }).to_string(),
    )
    .await?;
    app.keep_picture("consent-edit").await?;
    app.click("edit-apply").await?;
    app.until("document.querySelector('[data-testid=approval]').dataset.revision === '2'")
        .await?;
    allow(app).await
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

/// Words of a message lead to its conversation; what is not there is said.
async fn search(app: &App) -> Result<(), Error> {
    app.click("search-open").await?;
    app.fill("search", "about key").await?;
    app.until("document.querySelector('[data-testid=found][data-group=messages] mark')?.innerText === 'about'")
        .await?;
    app.keep_picture("search").await?;
    app.fill("search", "nowhere").await?;
    app.until(
        "document.querySelector('[data-testid=palette-none]')?.innerText.includes('nowhere')",
    )
    .await?;
    app.click("palette-close").await?;
    app.find("conversation").await.map(drop)
}

/// The same in the dark, in the smallest size the design asks for.
async fn dark_and_narrow(app: &App) -> Result<(), Error> {
    app.click("settings").await?;
    app.click("tab-appearance").await?;
    app.choose("theme-select", "dark").await?;
    app.choose("text-size", "120").await?;
    app.until("document.documentElement.dataset.theme === 'dark'")
        .await?;
    app.until("document.documentElement.style.fontSize === '120%'")
        .await?;
    app.resize(900, 600).await?;
    app.keep_picture("dark-settings").await?;
    app.click("server-row").await?;
    app.click("tab-tools").await?;
    app.find("server-tool").await?;
    app.find("tool-detail").await?;
    app.keep_picture("dark-server").await?;
    app.click("conversation").await?;
    app.find("call").await?;
    app.keep_picture("dark-chat").await?;
    ask(app, "Read my note once more").await?;
    app.until("document.documentElement.dataset.theme === 'dark'")
        .await?;
    app.resize(560, 420).await?;
    app.keep_picture("dark-consent").await?;
    deny(app).await?;
    app.main().await
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
        "consent_look",
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
