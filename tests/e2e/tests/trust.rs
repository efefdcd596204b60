//! The tick *Trust this server's reading* in the real window: it counts only with a yes, and what it did can be seen.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, Error, add_model, add_server, allow, ask, deny};
use peers::Aimock;
use serde_json::json;

const PACKAGE: &str = "@modelcontextprotocol/server-filesystem";

/// What the tool counts as, as the approval shows it.
async fn risk(app: &App) -> Result<String, Error> {
    let text = app
        .text("[data-testid=approval] .approval-head .tier")
        .await?;
    Ok(text.trim().to_owned())
}

#[tokio::test]
async fn one_tick_trusts_a_servers_reading_with_a_yes() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let home = dunce::canonicalize(folder.path())?;
    std::fs::write(
        home.join("note.txt"),
        "The keys hang behind the third door.",
    )?;
    let fixtures: Vec<_> = ["One", "Two", "Three"]
        .iter()
        .flat_map(|&words| {
            let arguments = json!({ "path": home.join("note.txt") });
            let call = json!({ "id": words, "name": "Files_read_text_file", "arguments": arguments });
            [
                json!({ "match": { "toolCallId": words }, "response": { "content": format!("Done {words}.") } }),
                json!({ "match": { "userMessage": words }, "response": { "toolCalls": [call] } }),
            ]
        })
        .collect();
    let aimock = Aimock::start(&json!(fixtures)).unwrap();
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    add_server(&app, "Files", PACKAGE, &[&home.display().to_string()]).await?;
    app.click("new-chat").await?;

    ask(&app, "One").await?;
    assert_eq!(risk(&app).await?, "Could send data out");
    app.until(
        "document.querySelector('[data-testid=reasons]').innerText.includes('Innkeeper cannot verify that this tool only reads, so it treats it as one that can send data.')",
    )
    .await?;
    app.until("!document.querySelector('[data-testid=trust-reading]').checked")
        .await?;
    let means = app.text("[data-testid=trust]").await?;
    assert!(means.contains("Trust this server's reading"), "{means}");
    app.keep_both_themes("trust-offered").await?;
    app.press("trust-reading").await?;
    let label = "document.querySelector('[data-testid=allow]').innerText.includes('Allow once, trust its reading')";
    app.until(label).await?;
    app.keep_both_themes("trust-ticked").await?;
    deny(&app).await?;

    // A no trusts nothing, and the next approval begins without the tick.
    app.main().await?;
    app.click("new-chat").await?;
    ask(&app, "Two").await?;
    assert_eq!(risk(&app).await?, "Could send data out");
    app.until("!document.querySelector('[data-testid=trust-reading]').checked")
        .await?;
    app.press("trust-reading").await?;
    app.until(label).await?;
    allow(&app).await?;
    app.main().await?;
    app.until("document.body.innerText.includes('Done Two.')")
        .await?;

    app.click("new-chat").await?;
    ask(&app, "Three").await?;
    assert_eq!(risk(&app).await?, "Reads");
    app.until("!document.querySelector('[data-testid=trust-reading]')")
        .await?;
    app.keep_both_themes("trust-reads").await?;
    deny(&app).await?;

    app.main().await?;
    app.click("rules").await?;
    app.until("document.querySelector('[data-testid=rule-row]')?.innerText.includes('Trusted for reading')")
        .await?;
    app.click("audit").await?;
    app.until("document.querySelector('[data-testid=audit-table]')?.innerText.includes('you allowed, once, and trust its reading')")
        .await?;
    app.keep_both_themes("trust-audit").await?;
    app.quit().await
}
