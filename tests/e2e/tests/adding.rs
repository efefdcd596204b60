//! Adding in the real window: a server from what is pasted, a folder from the system's dialog, a model from its endpoint's list.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::{Read, Write},
    net::TcpListener,
    path::Path,
    sync::{Arc, Mutex},
};

use e2e::{App, Dialog, Display, ENTER, Error, Eye, allow, begun, question};
use serde_json::json;
use store::Store;

/// Puts a text on the clipboard as a person does: written, selected, cut.
async fn cut(app: &App, text: &str) -> Result<(), Error> {
    app.click("add-server").await?;
    app.click("import-link").await?;
    app.fill("import-text", text).await?;
    app.focus_on("import-text").await?;
    app.control('a').await?;
    app.control('x').await?;
    app.until("document.querySelector('[data-testid=import-text]').value === ''")
        .await
}

async fn paste(app: &App, field: &str) -> Result<(), Error> {
    app.click(field).await?;
    app.focus_on(field).await?;
    app.control('v').await
}

async fn value(app: &App, field: &str) -> Result<String, Error> {
    let script = format!("return document.querySelector('[data-testid={field}]')?.value ?? ''");
    Ok(app
        .value(&script)
        .await?
        .as_str()
        .unwrap_or_default()
        .to_owned())
}

async fn form(app: &App) -> Result<(), Error> {
    app.click("new-chat").await?;
    app.click("add-server").await?;
    app.find("server-command").await.map(drop)
}

const LINE: &str =
    "API_TOKEN='canary value' FAR=$FAR npx -y @example/server-notes \"$HOME/my notes\" --flag";
const FIELDS: [&str; 5] = [
    "server-name",
    "server-command",
    "server-args",
    "server-cwd",
    "server-env",
];

#[tokio::test]
async fn what_is_pasted_into_any_field_fills_in_the_form() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    begun(&data).await?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;

    cut(&app, LINE).await?;
    for field in FIELDS {
        form(&app).await?;
        paste(&app, field).await?;
        app.find("pasted").await?;
        assert_eq!(value(&app, "server-name").await?, "Notes", "{field}");
        assert_eq!(value(&app, "server-command").await?, "npx", "{field}");
        assert_eq!(value(&app, "server-cwd").await?, "", "{field}");
        assert_eq!(
            value(&app, "server-env").await?,
            "API_TOKEN\nFAR",
            "{field}"
        );
        let args = value(&app, "server-args").await?;
        assert_eq!(
            args, "-y\n@example/server-notes\n$HOME/my notes\n--flag",
            "{field}"
        );
        let said = app.text("[data-testid=pasted]").await?;
        assert!(
            said.contains("API_TOKEN") && !said.contains("canary"),
            "{said}"
        );
        let left = app.text("[data-testid=pasted-expands]").await?;
        assert!(left.contains("$HOME"), "{left}");
    }
    app.focus_on("server-name").await?;
    app.keep_both_themes("add-pasted").await?;
    app.click("pasted-undo").await?;
    app.until("document.querySelector('[data-testid=server-command]').value === ''")
        .await?;
    assert_eq!(value(&app, "server-env").await?, "");
    // Without being anything of a server, it stays where it was pasted.
    app.fill("server-name", "Weather notes").await?;
    app.control('a').await?;
    app.control('c').await?;
    paste(&app, "server-args").await?;
    app.until("document.querySelector('[data-testid=server-args]').value === 'Weather notes'")
        .await?;
    assert_eq!(value(&app, "server-command").await?, "");

    let snippet = json!({ "mcpServers": { "deep sea": { "command": "uvx", "args": ["mcp-server-sea"], "env": { "KEY": "canary" } } } });
    let far = json!({ "servers": { "far": { "type": "http", "url": "https://far.example/mcp", "headers": { "X-Key": "canary" } } } });
    for (text, name, field, held) in [
        (snippet.to_string(), "deep sea", "server-command", "uvx"),
        (
            far.to_string(),
            "far",
            "server-url",
            "https://far.example/mcp",
        ),
        (
            "https://mcp.linear.example/sse".to_owned(),
            "Linear",
            "server-url",
            "https://mcp.linear.example/sse",
        ),
    ] {
        cut(&app, &text).await?;
        for into in FIELDS {
            form(&app).await?;
            paste(&app, into).await?;
            app.find("pasted").await?;
            assert_eq!(value(&app, "server-name").await?, name, "{into}");
            assert_eq!(value(&app, field).await?, held, "{into}");
        }
    }
    // Names of headers are another field, of a server at a URL.
    cut(&app, "Authorization: Bearer canary").await?;
    form(&app).await?;
    app.click("server-kind-url").await?;
    paste(&app, "server-headers").await?;
    app.until("document.querySelector('[data-testid=server-headers]').value === 'Authorization'")
        .await?;

    let several = json!({ "mcpServers": { "a": { "command": "x" }, "b": { "command": "y" } } });
    cut(&app, &several.to_string()).await?;
    form(&app).await?;
    paste(&app, "server-name").await?;
    app.click("pasted-choose").await?;
    app.until("document.querySelectorAll('[data-testid=import-server]').length === 2")
        .await?;
    // Nothing was added by all that.
    app.until("document.querySelectorAll('[data-testid=server-row]').length === 0")
        .await?;
    app.quit().await
}

#[tokio::test]
async fn a_pasted_server_is_added_by_its_button_and_a_folder_comes_from_the_dialog()
-> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let top = dunce::canonicalize(folder.path())?;
    let data = top.join("data");
    begun(&data).await?;
    let chosen = top.join("chosen");
    std::fs::create_dir(&chosen)?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    let program = testkit::server_binary()?.display().to_string();
    cut(&app, &format!("env A_TOKEN=canary-1 {program} --first")).await?;
    form(&app).await?;
    paste(&app, "server-name").await?;
    app.find("pasted").await?;
    app.fill("server-name", "Kit").await?;
    app.click("server-args-folder").await?;
    let dialog = Dialog::titled(&display, "Choose a folder").await?;
    dialog.choose(chosen.to_str().unwrap()).await?;
    let path = chosen.display().to_string();
    app.until(&format!(
        "document.querySelector('[data-testid=server-args]').value === '--first\\n{path}'"
    ))
    .await?;
    app.keep_both_themes("add-folder").await?;
    app.click("server-save").await?;
    question(&app, "launch").await?;
    let argv = app.text("[data-testid=launch-argv]").await?;
    assert!(argv.contains("--first") && argv.contains(&path), "{argv}");
    app.quit().await
}

/// An endpoint with many models. Its first key is refused once the chat begins, and another is right.
fn endpoint() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&heard);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut request = Vec::new();
            let mut part = [0; 4096];
            while !whole(&request) {
                match stream.read(&mut part) {
                    Ok(0) | Err(_) => break,
                    Ok(read) => request.extend_from_slice(&part[..read]),
                }
            }
            let request = String::from_utf8_lossy(&request).into_owned();
            let lists = request.starts_with("GET");
            let known =
                request.contains("Bearer new-key") || (lists && request.contains("Bearer old-key"));
            let models: Vec<_> = (1..=40)
                .map(|n| json!({ "id": format!("house/model-{n}") }))
                .collect();
            let (status, kind, body) = match (known, lists) {
                (false, _) => ("401 Unauthorized", "application/json", json!({ "error": { "message": "no such key" } }).to_string()),
                (true, true) => ("200 OK", "application/json", json!({ "data": models }).to_string()),
                (true, false) => (
                    "200 OK",
                    "text/event-stream",
                    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"The key fits.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n".to_owned(),
                ),
            };
            log.lock().unwrap().push(request);
            let reply = format!(
                "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
            let _ = stream.write_all(reply.as_bytes());
        }
    });
    (base, heard)
}

/// Whether all of a request came.
fn whole(request: &[u8]) -> bool {
    let Some(end) = request.windows(4).position(|end| end == b"\r\n\r\n") else {
        return false;
    };
    let head = String::from_utf8_lossy(&request[..end]).to_lowercase();
    let long = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    let long: usize = long.and_then(|n| n.trim().parse().ok()).unwrap_or(0);
    request.len() >= end + 4 + long
}

#[tokio::test]
async fn an_endpoint_is_asked_for_its_models_before_it_is_saved_and_gives_all_of_them()
-> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    begun(&data).await?;
    let (base, heard) = endpoint();
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    let mut eye = Eye::checking()?;
    app.click("settings").await?;
    app.click("add-model").await?;
    app.fill("model-name", "House").await?;
    app.fill("model-url", &base).await?;
    app.click("model-save").await?;
    question(&app, "endpoint").await?;
    let armed = "document.querySelector('[data-testid=endpoint-ask]')?.getAttribute('aria-disabled') === 'false'";
    app.until(armed).await?;
    // Without a key it says that it wants one; nothing can be allowed yet.
    app.press("endpoint-ask").await?;
    app.until(
        "document.querySelector('[data-testid=failure]')?.innerText.includes('requires a key')",
    )
    .await?;
    app.until(
        "document.querySelector('[data-testid=allow]').getAttribute('aria-disabled') === 'true'",
    )
    .await?;
    app.click("key-input").await?;
    app.type_text("old-key").await?;
    app.until(armed).await?;
    e2e::armed(&app).await?;
    app.key(ENTER).await?;
    app.until("document.querySelectorAll('[data-testid=endpoint-option]').length === 40")
        .await?;
    assert_eq!(value(&app, "key-input").await?, "old-key");
    app.fill("endpoint-model", "model-17").await?;
    app.until("document.querySelectorAll('[data-testid=endpoint-option]').length === 1")
        .await?;
    app.click("endpoint-option").await?;
    app.until("document.querySelector('[data-testid=endpoint-option].on')?.dataset.model === 'house/model-17'").await?;
    eye.see(&app, "consent-endpoint-models").await?;
    app.keep_both_themes("consent-endpoint-models").await?;
    let stored = || async { peek(&data).await };
    assert_eq!(stored().await, 0, "nothing is kept before the answer");
    allow(&app).await?;
    app.main().await?;
    app.find("provider").await?;

    // Each of them can be chosen for a chat; the first answer is refused, and another key is one press away.
    app.click("new-chat").await?;
    app.click("model-picker").await?;
    app.find("model-search").await?;
    app.until("document.querySelectorAll('[data-testid=model-option]').length === 40")
        .await?;
    app.type_text("model-3").await?;
    app.until("document.querySelectorAll('[data-testid=model-option]').length === 11")
        .await?;
    app.keep_both_themes("model-picker-many").await?;
    app.select("[data-testid=model-option][data-model='house/model-33']")
        .await?
        .click()
        .await?;
    app.fill("composer", "Hello").await?;
    app.key(ENTER).await?;
    app.find("change-key").await?;
    app.keep_both_themes("chat-key-refused").await?;
    app.click("change-key").await?;
    question(&app, "endpoint").await?;
    app.click("key-input").await?;
    app.type_text("new-key").await?;
    allow(&app).await?;
    app.main().await?;
    app.click("retry").await?;
    app.until("document.body.innerText.includes('The key fits.')")
        .await?;
    let last = heard.lock().unwrap().last().cloned().unwrap();
    assert!(
        last.contains("house/model-33") && last.contains("new-key"),
        "{last}"
    );
    assert_eq!(eye.offences(), Vec::<String>::new());
    app.quit().await
}

/// How many endpoints are stored, read beside the program that has the file.
async fn peek(data: &Path) -> i64 {
    let file = store::Part::Database.path(data);
    let copy = tempfile::tempdir().unwrap();
    for ending in ["", "-wal"] {
        let mut name = file.clone().into_os_string();
        name.push(ending);
        if Path::new(&name).exists() {
            std::fs::copy(&name, copy.path().join(format!("innkeeper.db{ending}"))).unwrap();
        }
    }
    let store = Store::open(copy.path()).await.unwrap();
    let stored = store.providers().list().await.unwrap().len();
    store.close().await;
    i64::try_from(stored).unwrap()
}
