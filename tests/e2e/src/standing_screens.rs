//! What a person decided to last, and where data goes: rules, folders, and tool results that are about to leave this machine.

use std::path::Path;

use crate::{App, Dialog, Display, Error, Eye, allow, deny, steps::question};

/// No name below `.invalid` leads anywhere.
const ELSEWHERE: &str = "https://models.invalid/v1";

/// Shows rules, a folder of the server Files, and the approval before tool results leave this machine. Starts and ends in the
/// chat window.
///
/// # Errors
/// A step does not come; the error says which.
pub async fn standing(
    app: &App,
    eye: &mut Eye,
    display: &Display,
    home: &Path,
) -> Result<(), Error> {
    rules(app, eye).await?;
    folder(app, eye, display, home).await?;
    outflow(app, eye).await
}

async fn rules(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("rules").await?;
    app.select(".empty").await?;
    eye.see(app, "rules-empty").await?;
    app.click("rule-new").await?;
    app.find("rule-form").await?;
    let files = "const list = document.querySelector('[data-testid=new-server]'); \
                 const one = [...list.options].find((option) => option.text === 'Files'); \
                 list.value = one.value; list.dispatchEvent(new Event('change', { bubbles: true }))";
    app.value(files).await?;
    app.click("new-effect-allow").await?;
    app.find("new-tool").await?;
    app.value("document.querySelector('[data-testid=new-tool]').click()")
        .await?;
    eye.see(app, "rules-new").await?;
    app.value("document.querySelector('[data-testid=new-make]').click()")
        .await?;
    question(app, "authority").await?;
    eye.see(app, "consent-rule").await?;
    allow(app).await?;
    app.main().await?;
    app.find("rule-row").await?;
    eye.see(app, "rules").await
}

async fn folder(app: &App, eye: &mut Eye, display: &Display, home: &Path) -> Result<(), Error> {
    let place = home.join("plain");
    std::fs::create_dir_all(&place)?;
    app.value("document.querySelector('[data-testid=server-row][data-name=Files]').click()")
        .await?;
    app.find("folder-pick").await?;
    app.value("document.querySelector('[data-testid=folder-pick]').click()")
        .await?;
    let dialog = Dialog::titled(display, "Choose a folder for this server").await?;
    dialog.choose(&place.display().to_string()).await?;
    question(app, "root").await?;
    eye.see(app, "consent-folder").await?;
    allow(app).await?;
    app.main().await?;
    app.find("folder").await?;
    eye.see(app, "server-folders").await
}

async fn outflow(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("settings").await?;
    app.click("add-model").await?;
    app.fill("model-name", "Elsewhere").await?;
    app.fill("model-url", ELSEWHERE).await?;
    app.fill("model-id", "elsewhere-1").await?;
    app.click("model-save").await?;
    question(app, "endpoint").await?;
    allow(app).await?;
    app.main().await?;
    app.until("document.querySelectorAll('[data-testid=provider]').length === 2")
        .await?;
    app.value(
        "document.querySelector('[data-testid=conversation][data-title=\"Read my note\"]').click()",
    )
    .await?;
    // The tool results are in the first version of the message.
    app.click("branch-previous").await?;
    app.until("document.querySelector('[data-testid=call]')")
        .await?;
    app.click("model-picker").await?;
    app.select("[data-testid=model-option][data-name=Elsewhere]")
        .await?
        .click()
        .await?;
    app.fill("composer", "And now?").await?;
    app.click("send").await?;
    question(app, "outflow").await?;
    eye.see(app, "consent-outflow").await?;
    app.main().await?;
    app.find("outflow").await?;
    eye.see(app, "chat-outflow").await?;
    app.consent().await?;
    deny(app).await?;
    app.main().await?;
    app.until("!document.querySelector('[data-testid=stop]')")
        .await?;
    app.click("model-picker").await?;
    app.select("[data-testid=model-option][data-name=Scripted]")
        .await?
        .click()
        .await?;
    Ok(())
}
