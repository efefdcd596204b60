//! A trial run in the real window: a server that lacks a folder fails, its trial run proposes the folder, and one approval later it works.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, Error, allow, begun, deny, question, shown_server_is};

#[tokio::test]
async fn folder_that_a_trial_run_found_is_ticked_approved_and_suffices() -> Result<(), Error> {
    let place = tempfile::tempdir()?;
    let top = dunce::canonicalize(place.path())?;
    begun(&top.join("data")).await?;
    let notes = top.join("notes");
    std::fs::create_dir(&notes)?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &top.join("data")).await?;
    let (program, mut args) = peers::node_server("@modelcontextprotocol/server-filesystem")?;
    args.push(notes.display().to_string());
    app.click("add-server").await?;
    app.fill("server-name", "Files").await?;
    app.fill("server-command", program.to_str().unwrap())
        .await?;
    app.fill("server-args", &args.join(" ")).await?;
    app.click("server-save").await?;
    question(&app, "launch").await?;
    allow(&app).await?;
    // Without its folder it does not start.
    question(&app, "root").await?;
    deny(&app).await?;
    app.main().await?;
    shown_server_is(&app, "failed").await?;

    app.click("trial-begin").await?;
    app.find("trial-on").await?;
    let proposal = "document.querySelector('[data-testid=trial-proposal]')";
    let named = format!(
        "{proposal}?.innerText.includes({:?})",
        notes.display().to_string()
    );
    app.until(&named).await?;
    shown_server_is(&app, "failed").await?;
    app.keep_both_themes("trial-run-found").await?;
    // Nothing is granted by being found.
    app.find("folders-none").await?;
    app.until(&format!(
        "(box => box && (box.click(), true))({proposal}.querySelector('input'))"
    ))
    .await?;
    app.click("trial-allow").await?;
    question(&app, "root").await?;
    let path = app.text("[data-testid=root-path]").await?;
    assert_eq!(path.trim(), notes.display().to_string());
    allow(&app).await?;
    app.main().await?;
    app.find("folder").await?;
    app.until("!document.querySelector('[data-testid=trial-proposal]')")
        .await?;
    app.click("trial-end").await?;
    shown_server_is(&app, "ready").await?;
    app.until("!document.querySelector('[data-testid=trial-on]')")
        .await?;
    app.keep_both_themes("trial-run-ended").await?;
    app.quit().await
}
