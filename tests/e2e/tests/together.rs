//! Parallel reads in the real window: one approval, answered with two keys; some unticked by keys; one decided alone.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, Error, Eye, add_model, add_server, question};
use peers::Aimock;
use serde_json::{Value, json};

const ARMED: &str =
    "document.querySelector('[data-testid=allow]')?.getAttribute('aria-disabled') === 'false'";
const EMPTY: &str = "document.querySelector('[data-testid=empty]')";

/// A person who presses keys and nothing else, and counts them.
struct Keys<'a> {
    app: &'a App,
    pressed: usize,
}

impl Keys<'_> {
    async fn press(&mut self, key: char) -> Result<(), Error> {
        self.pressed += 1;
        self.app.key(key).await
    }

    /// `A` leads to the button, Space presses it once it is armed.
    async fn allow(&mut self) -> Result<(), Error> {
        self.press('a').await?;
        self.app.focus_on("allow").await?;
        self.app.until(ARMED).await?;
        self.press(' ').await
    }
}

async fn send(app: &App, text: &str) -> Result<(), Error> {
    app.main().await?;
    app.fill("composer", text).await?;
    app.click("send").await?;
    question(app, "calls").await?;
    app.focus_on("deny").await
}

/// Waits until the chat has so many calls in these states, the last of them last.
async fn states(app: &App, expected: &[&str]) -> Result<(), Error> {
    app.main().await?;
    app.until(&format!(
        "JSON.stringify([...document.querySelectorAll('[data-testid=call]')].map((c) => c.dataset.state).slice(-{})) === {}",
        expected.len(),
        json!(json!(expected).to_string())
    ))
    .await
}

#[tokio::test]
async fn five_parallel_reads_take_two_keys() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let notes = dunce::canonicalize(folder.path())?.join("notes");
    std::fs::create_dir(&notes)?;
    let reads = |step: &str| -> Vec<Value> {
        (1..=5)
            .map(|n| {
                let path = notes.join(format!("{step}-{n}.txt"));
                std::fs::write(&path, format!("words {n}")).unwrap();
                json!({ "id": format!("{step}{n}"), "name": "Files_read_text_file", "arguments": { "path": path } })
            })
            .collect()
    };
    let fixtures = json!([
        { "match": { "toolCallId": "one5" }, "response": { "content": "First." } },
        { "match": { "toolCallId": "two5" }, "response": { "content": "Second." } },
        { "match": { "userMessage": "second" }, "response": { "toolCalls": reads("two") } },
        { "match": { "userMessage": "first" }, "response": { "toolCalls": reads("one") } },
    ]);
    let aimock = Aimock::start(&fixtures)?;
    let mut eye = Eye::checking()?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    let package = "@modelcontextprotocol/server-filesystem";
    add_server(&app, "Files", package, &[&notes.display().to_string()]).await?;

    app.click("new-chat").await?;
    send(&app, "first").await?;
    eye.see(&app, "calls").await?;
    app.keep_both_themes("calls").await?;
    let mut keys = Keys {
        app: &app,
        pressed: 0,
    };
    keys.allow().await?;
    app.until(EMPTY).await?;
    assert_eq!(keys.pressed, 2, "keys for five parallel reads");
    states(&app, &["done"; 5]).await?;

    // Numbers take ticks away; what is allowed is what stays ticked.
    send(&app, "second").await?;
    let mut keys = Keys {
        app: &app,
        pressed: 0,
    };
    keys.press('2').await?;
    keys.press('5').await?;
    app.until(
        "document.querySelector('[data-testid=ticked]').innerText === '3 of 5 calls selected'",
    )
    .await?;
    app.until("document.querySelectorAll('[data-testid=will-be-denied]').length === 2")
        .await?;
    eye.see(&app, "calls-some").await?;
    app.keep_both_themes("calls-some").await?;
    keys.allow().await?;
    app.until(EMPTY).await?;
    states(&app, &["done", "denied", "done", "done", "denied"]).await?;
    assert!(eye.offences().is_empty(), "{}", eye.offences().join("\n"));
    app.quit().await
}
