//! A folder is granted, refused and taken back in the real window, by keyboard alone, through the system's own dialog.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use e2e::{
    App, Dialog, Display, ENTER, ESCAPE, Error, Eye, TAB, add_server, armed, begun, question,
};

const TITLE: &str = "Choose a folder for this server";

async fn press(app: &App, id: &str) -> Result<(), Error> {
    app.key_to(TAB, id).await?;
    app.key(ENTER).await
}

/// Leads to the dialog and chooses a folder there.
async fn pick(app: &App, display: &Display, folder: &Path) -> Result<(), Error> {
    press(app, "folder-pick").await?;
    let dialog = Dialog::titled(display, TITLE).await?;
    dialog.choose(folder.to_str().unwrap()).await
}

/// A leads to the button, Space presses it once it is armed.
async fn yes(app: &App) -> Result<(), Error> {
    app.ready().await?;
    press_allow(app).await
}

async fn press_allow(app: &App) -> Result<(), Error> {
    app.key('a').await?;
    app.focus_on("allow").await?;
    app.until(
        "document.querySelector('[data-testid=allow]').getAttribute('aria-disabled') === 'false'",
    )
    .await?;
    app.key(' ').await?;
    app.main().await
}

fn folders(count: usize) -> String {
    format!("document.querySelectorAll('[data-testid=folder]').length === {count}")
}

#[tokio::test]
async fn a_folder_is_picked_granted_and_taken_back_by_keyboard() -> Result<(), Error> {
    let place = tempfile::tempdir()?;
    let top = dunce::canonicalize(place.path())?;
    let data = top.join("data");
    begun(&data).await?;
    let [work, keys] = ["work", "keys"].map(|name| top.join(name));
    for folder in [&work, &keys] {
        std::fs::create_dir(folder)?;
    }
    std::fs::write(keys.join(".env"), "TOKEN=1")?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    let mut eye = Eye::checking()?;
    // Its command names no folder, so none is offered with its launch.
    let package = "@modelcontextprotocol/server-everything";
    add_server(&app, "Files", package, &[]).await?;
    app.find("folders-none").await?;

    // Closed without choosing: nothing is asked.
    press(&app, "folder-pick").await?;
    Dialog::titled(&display, TITLE).await?.leave().await?;
    pick(&app, &display, &work).await?;
    question(&app, "root").await?;
    let path = app.text("[data-testid=root-path]").await?;
    assert_eq!(path.trim(), work.display().to_string());
    eye.see(&app, "consent-folder").await?;
    app.keep_both_themes("consent-folder").await?;

    // Another one in its place, which holds a secret: its name must be typed.
    press(&app, "root-other").await?;
    let dialog = Dialog::titled(&display, TITLE).await?;
    dialog.choose(keys.to_str().unwrap()).await?;
    app.find("root-risk").await?;
    eye.see(&app, "consent-folder-secrets").await?;
    app.keep_both_themes("consent-folder-secrets").await?;
    app.ready().await?;
    app.key('a').await?;
    app.key(' ').await?;
    app.key_to(TAB, "root-typed").await?;
    for character in "keys".chars() {
        app.key(character).await?;
    }
    app.key('\u{e036}').await?;
    yes(&app).await?;
    app.until(&folders(1)).await?;
    let row = app.text("[data-testid=folder]").await?;
    assert!(
        row.contains(&keys.display().to_string()) && row.contains("read only"),
        "{row}"
    );
    eye.see(&app, "server-folders").await?;
    app.keep_both_themes("server-folders").await?;

    // Refused by Escape: the one folder stays the only one.
    pick(&app, &display, &work).await?;
    question(&app, "root").await?;
    app.ready().await?;
    app.key(ESCAPE).await?;
    app.until("document.querySelector('[data-testid=empty]')")
        .await?;
    app.main().await?;
    app.until(&folders(1)).await?;

    // A place that is never granted is said where it was picked.
    pick(&app, &display, &data).await?;
    app.until(
        "document.querySelector('[data-testid=failure]')?.innerText.includes('never granted')",
    )
    .await?;
    app.keep_both_themes("server-folder-refused").await?;

    press(&app, "folder-revoke").await?;
    app.find("folders-none").await?;
    press(&app, "undo").await?;
    question(&app, "root").await?;
    app.ready().await?;
    app.key(ESCAPE).await?;
    app.main().await?;
    app.find("folders-none").await?;

    // It leaves its sandbox by the answer in the consent window alone.
    press(&app, "sandbox-switch").await?;
    question(&app, "launch").await?;
    app.ready().await?;
    for confined in [false, true, false, true] {
        app.until(&format!(
            "document.querySelector('[data-testid=launch-sandbox][aria-checked={confined}]')"
        ))
        .await?;
        armed(&app).await?;
        app.until(&format!(
            "{confined} === (document.querySelector('[data-testid=confinement]') !== null)"
        ))
        .await?;
        if confined {
            eye.see(&app, "consent-launch-switched").await?;
            app.keep_both_themes("consent-launch-confined").await?;
        }
        press(&app, "launch-sandbox").await?;
    }
    app.find("launch-unconfined").await?;
    app.keep_both_themes("consent-launch-unconfined").await?;
    armed(&app).await?;
    press_allow(&app).await?;
    app.find("sandbox-none").await?;
    assert_eq!(eye.offences(), Vec::<String>::new());
    app.quit().await
}
