//! The tour, from the first start to its end, without a mouse, a key of a provider or a network.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, ENTER, Error, F6};

const BACKSPACE: char = '\u{e003}';

#[tokio::test]
async fn a_new_user_takes_the_tour_by_keyboard_alone() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;

    app.focus_on("start-tour").await?;
    app.until("document.querySelector('[data-testid=look-again]').innerText === 'Look again'")
        .await?;
    app.keep_picture("welcome").await?;
    app.key(ENTER).await?;
    question(&app, "launch").await?;
    let argv = app.text("[data-testid=launch-argv]").await?;
    assert!(argv.contains("--sample-server"), "{argv}");
    app.keep_picture("tour-launch").await?;
    allow(&app).await?;

    app.main().await?;
    step(&app, "chat").await?;
    app.focus_on("composer").await?;
    app.keep_picture("tour-chat").await?;
    app.key(ENTER).await?;
    question(&app, "tool").await?;
    let asked = app.text("[data-testid=approval-title]").await?;
    assert!(asked.contains("count_words"), "{asked}");
    app.keep_picture("tour-allow").await?;
    allow(&app).await?;

    app.main().await?;
    step(&app, "deny").await?;
    app.until("document.querySelector('[data-testid=composer]').value !== '' && document.querySelector('[data-testid=send]')?.getAttribute('aria-disabled') === 'false'").await?;
    app.focus_on("composer").await?;
    app.keep_picture("tour-deny").await?;
    app.key(ENTER).await?;
    question(&app, "tool").await?;
    // What was just sent is not written again, and what was removed stays removed.
    app.main().await?;
    app.until("document.querySelector('[data-testid=composer]').value === ''")
        .await?;
    app.click("composer").await?;
    app.key('x').await?;
    app.until("document.querySelector('[data-testid=composer]').value === 'x'")
        .await?;
    app.key(BACKSPACE).await?;
    app.click("rules").await?;
    app.find("rule-new").await?;
    app.value("document.querySelector('[data-testid=conversation]').click()")
        .await?;
    app.find("call").await?;
    app.until("document.querySelector('[data-testid=composer]').value === ''")
        .await?;
    app.consent().await?;
    app.focus_on("deny").await?;
    app.ready().await?;
    app.key(ENTER).await?;

    app.main().await?;
    step(&app, "audit").await?;
    app.until("document.querySelectorAll('[data-testid=call][data-state=denied]').length === 1")
        .await?;
    let said = "[...document.querySelectorAll('[data-testid=message][data-role=assistant]')]";
    app.until(&format!(
        "{said}.length === 4 && {said}.every(m => m.innerText.includes('not an AI: it follows a script'))"
    ))
    .await?;
    app.key_to(F6, "tour-audit").await?;
    app.key(ENTER).await?;
    step(&app, "done").await?;
    app.find("audit-table").await?;
    app.keep_picture("tour-audit").await?;
    for words in [
        "count_words",
        "you allowed, once",
        "keep_note",
        "you denied",
        "not sent",
    ] {
        let table = "document.querySelector('[data-testid=audit-table]')";
        app.until(&format!("{table}.innerText.includes('{words}')"))
            .await?;
    }
    app.key_to(F6, "tour-model").await?;
    app.key(ENTER).await?;
    app.until("!document.querySelector('[data-testid=tour]')")
        .await?;
    app.find("add-model").await?;

    // What was denied never reached the server: its own log says so.
    app.click("server-row").await?;
    app.click("tab-log").await?;
    app.find("log").await?;
    let rows = "[...document.querySelectorAll('[data-testid=log] tr[data-row]')].map((row) => [...row.cells].map((cell) => cell.innerText.trim()))";
    let heard = app
        .value(&format!(
            "return {rows}.filter((cells) => cells[2] === 'error output').map((cells) => cells[3])"
        ))
        .await?;
    assert_eq!(
        heard,
        serde_json::json!(["count_words was called: 7 words"])
    );
    app.quit().await
}

/// Waits in the consent window for a question of a kind, with the focus on no.
async fn question(app: &App, kind: &str) -> Result<(), Error> {
    app.consent().await?;
    app.until(&format!(
        "document.querySelector('[data-testid=approval][data-kind={kind}]')"
    ))
    .await?;
    app.ready().await
}

/// Allows: A leads to the button, Space presses it once it is armed.
async fn allow(app: &App) -> Result<(), Error> {
    app.key('a').await?;
    app.focus_on("allow").await?;
    app.until(
        "document.querySelector('[data-testid=allow]').getAttribute('aria-disabled') === 'false'",
    )
    .await?;
    app.key(' ').await
}

async fn step(app: &App, step: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('[data-testid=tour]')?.dataset.step === '{step}'"
    ))
    .await
}
