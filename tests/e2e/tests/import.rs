//! Servers of another program in a real window: looked at, added, changed; nothing starts by itself.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, Error, deny};
use serde_json::json;

#[tokio::test]
async fn variables_are_shown_and_missing_values_are_asked_for() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    // A part of a file of VS Code, with an input inside an argument.
    let text = r#"{ /* mine */
        "inputs": [{ "type": "promptString", "id": "database", "description": "Name of the database" }],
        "servers": { "Postgres": { "command": "docker", "args": ["run", "postgresql://localhost/${input:database}", "${INNKEEPER_NEVER_SET:-usual}"],
            "env": { "PGPASSWORD": "${env:PGPASSWORD}", "MADE": "x-${INNKEEPER_NEVER_SET_2}" }, }, },
    }"#;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    app.click("import-first").await?;
    app.fill("import-text", text).await?;
    app.click("import-look").await?;
    app.until("document.querySelector('[data-testid=import-variables]')")
        .await?;
    let shown = app.text("[data-testid=import-variables]").await?;
    for words in [
        "database",
        "“Name of the database”",
        "argument 2",
        "not set, “usual” is used",
        "variable PGPASSWORD",
        "your environment, at each start",
        "variable MADE",
    ] {
        assert!(shown.contains(words), "{words} in {shown}");
    }
    app.until("document.querySelector('[data-testid=import-add]').getAttribute('aria-disabled') === 'true'")
        .await?;
    app.keep_both_themes("import-variables").await?;
    app.fill("import-value", "shop").await?;
    app.until("document.querySelector('[data-testid=import-add]').getAttribute('aria-disabled') === 'false'")
        .await?;
    app.click("import-add").await?;
    app.find("import-done").await?;
    app.select("[data-testid=server-row]")
        .await?
        .click()
        .await?;
    app.until("document.body.innerText.includes('postgresql://localhost/shop')")
        .await?;
    app.quit().await
}

#[tokio::test]
async fn pasted_servers_are_looked_at_added_and_changed() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let marker = folder.path().join("started");
    let long = "a very long argument ".repeat(12);
    let text = json!({ "mcpServers": {
        "Invoices of Lindqvist and Berg, archive 2019 to 2026": { "command": "/usr/bin/touch", "args": [marker, long], "env": { "API_TOKEN": "canary-window-3" }, "autoApprove": ["*"] },
        "Notes": { "command": "npx", "args": ["-y", "notes-server", "evil\u{202e}gnp.exe"], "env": { "HOME_TOKEN": "${env:HOME_TOKEN}", "ASKED": "" } },
        "Old": { "command": "true", "disabled": true },
        "Web": { "url": "https://example.org/mcp", "type": "ws" },
    }})
    .to_string();
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    app.click("import-first").await?;
    app.fill("import-text", "{ not json").await?;
    app.click("import-look").await?;
    app.until(
        "document.querySelector('[data-testid=failure]')?.innerText.includes('The text is not JSON')",
    )
    .await?;
    app.keep_picture("import-broken").await?;
    app.fill("import-text", &text).await?;
    app.click("import-look").await?;
    app.until("document.querySelectorAll('[data-testid=import-server]').length === 4")
        .await?;
    let shown = app.text("body").await?;
    for words in ["API_TOKEN", "autoApprove", "“ws”, not “http”", "202E"] {
        assert!(shown.contains(words), "{words} in {shown}");
    }
    assert!(!shown.contains("canary-window"), "{shown}");
    app.keep_picture("import-preview").await?;
    app.until("document.querySelector('[data-testid=import-add]').innerText === 'Add 2 servers'")
        .await?;
    app.click("import-add").await?;
    app.until("document.querySelectorAll('[data-testid=server-row]').length === 2")
        .await?;
    app.find("import-done").await?;
    app.keep_picture("import-done").await?;
    assert!(!marker.exists());

    app.select(
        "[data-testid=server-row]:last-child, [data-testid=server-row] ~ [data-testid=server-row]",
    )
    .await?
    .click()
    .await?;
    app.click("server-menu").await?;
    app.click("server-edit").await?;
    app.until(
        "document.querySelector('[data-testid=server-args]').value.split('\\n').length === 3",
    )
    .await?;
    let preview = app.text("[data-testid=server-preview]").await?;
    assert!(preview.contains("U+202E"), "{preview}");
    app.keep_picture("change-server").await?;
    app.fill("server-name", "My notes").await?;
    app.fill("server-command", "true").await?;
    app.click("server-save").await?;
    app.consent().await?;
    app.until("document.querySelector('[data-testid=approval][data-kind=launch]')")
        .await?;
    let argv = app.text("[data-testid=launch-argv]").await?;
    assert!(argv.contains("true") && argv.contains("202E"), "{argv}");
    app.keep_picture("consent-changed").await?;
    deny(&app).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=server-title]').innerText === 'My notes'")
        .await?;
    assert!(!marker.exists());
    app.quit().await
}
