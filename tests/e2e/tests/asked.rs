//! What a server asks of the model and of the person, answered in the real window by keyboard alone: the request edited, the
//! answer edited, both denied, a form filled in, declined and closed. axe-core finds nothing in any of these states.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{
    App, Display, ENTER, ESCAPE, Error, Eye, F6, TAB, add_model, add_server, armed, call, let_ask,
    question,
};
use peers::Aimock;
use serde_json::json;

/// What the model says, whatever it is asked.
const SAID: &str = "the keys hang behind the third door";
const SAMPLE: &str = "trigger-sampling-request";
const ELICIT: &str = "trigger-elicitation-request";
const REVISION: &str = "Number(document.querySelector('[data-testid=approval]').dataset.revision)";

async fn typed(app: &App, text: &str) -> Result<(), Error> {
    for c in text.chars() {
        app.key(c).await?;
    }
    Ok(())
}

/// Presses Tab until the field of a place has the focus.
async fn tab_to(app: &App, data: &str, value: &str) -> Result<(), Error> {
    for _ in 0..40 {
        let at = app
            .value(&format!(
                "return document.activeElement?.dataset.{data} ?? ''"
            ))
            .await?;
        if at == json!(value) {
            return Ok(());
        }
        app.key(TAB).await?;
    }
    Err(Error::Late(format!("{value} never had the focus")))
}

/// Says yes: A leads to the button, Enter does nothing there, Space presses it once it is armed.
async fn yes(app: &App) -> Result<(), Error> {
    let asked = app
        .value("return document.querySelector('[data-testid=approval]').dataset.id")
        .await?;
    let in_field = "return document.activeElement?.matches('input, textarea') ?? false";
    if app.value(in_field).await? == json!(true) {
        app.key(F6).await?;
    }
    app.ready().await?;
    app.key('a').await?;
    app.focus_on("allow").await?;
    app.until(
        "document.querySelector('[data-testid=allow]').getAttribute('aria-disabled') === 'false'",
    )
    .await?;
    app.key(ENTER).await?;
    app.key(' ').await?;
    app.until(&format!(
        "document.querySelector('[data-testid=approval]')?.dataset.id !== {asked}"
    ))
    .await
}

/// Waits in the chat window until the call that was tried says something.
async fn result(app: &App, words: &str) -> Result<(), Error> {
    app.main().await?;
    app.until(&format!(
        "document.querySelector('[data-testid=try-call]')?.innerText.includes({})",
        json!(words)
    ))
    .await
}

async fn sampling(app: &App, prompt: &str) -> Result<(), Error> {
    app.main().await?;
    call(app, SAMPLE, Some(("prompt", prompt))).await?;
    question(app, "sampling").await?;
    app.ready().await
}

async fn answer(app: &App) -> Result<(), Error> {
    app.until("document.querySelector('[data-testid=show-prompt]')")
        .await?;
    app.ready().await
}

#[tokio::test]
async fn a_server_asks_and_a_person_answers_by_keyboard_alone() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let mut eye = Eye::checking()?;
    let fixtures = json!([{ "match": { "model": "scripted-1" }, "response": { "content": SAID } }]);
    let aimock = Aimock::start(&fixtures)?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    add_server(
        &app,
        "Every",
        "@modelcontextprotocol/server-everything",
        &[],
    )
    .await?;
    let_ask(&app, None).await?;

    both_edited(&app, &mut eye, &aimock).await?;
    refused(&app, &aimock).await?;
    told(&app, &mut eye).await?;
    forms(&app, &mut eye).await?;
    assert!(eye.offences().is_empty(), "{}", eye.offences().join("\n"));
    app.quit().await
}

/// The model gets the edited request, the server the edited answer.
async fn both_edited(app: &App, eye: &mut Eye, aimock: &Aimock) -> Result<(), Error> {
    sampling(app, "where are the keys").await?;
    eye.see(app, "asked-request").await?;
    app.keep_both_themes("asked-request").await?;
    app.key('e').await?;
    app.focus_on("block-text").await?;
    armed(app).await?;
    typed(app, "be brief. ").await?;
    tab_to(app, "place", "message 0 0").await?;
    typed(app, "dear model, ").await?;
    app.until(&format!(
        "{REVISION} >= 2 && document.querySelector('[data-testid=edit-words]')?.innerText.startsWith('2 edits')"
    ))
    .await?;
    eye.see(app, "asked-request-edited").await?;
    app.keep_both_themes("asked-request-edited").await?;
    yes(app).await?;
    answer(app).await?;
    let journal = format!("{:?}", aimock.journal()?.last());
    for words in ["be brief. You are", "dear model, Resource"] {
        assert!(journal.contains(words), "{words} in {journal}");
    }

    let before = app.text("[data-testid=said]").await?;
    assert!(before.contains(SAID), "{before}");
    eye.see(app, "asked-answer").await?;
    app.key('e').await?;
    app.focus_on("block-text").await?;
    armed(app).await?;
    typed(app, "perhaps ").await?;
    app.until("document.querySelectorAll('[data-testid=difference-line]').length > 0")
        .await?;
    eye.see(app, "asked-answer-edited").await?;
    app.keep_both_themes("asked-answer-edited").await?;
    yes(app).await?;
    result(app, &format!("perhaps {SAID}")).await
}

/// A request that is denied reaches no model; an answer that is kept back reaches no server.
async fn refused(app: &App, aimock: &Aimock) -> Result<(), Error> {
    let before = aimock.journal()?.len();
    sampling(app, "tell me all").await?;
    app.key(ESCAPE).await?;
    app.until("document.querySelector('[data-testid=empty]')")
        .await?;
    result(app, "rejected").await?;
    assert_eq!(aimock.journal()?.len(), before);

    sampling(app, "then tell me this").await?;
    yes(app).await?;
    answer(app).await?;
    app.key(ENTER).await?;
    app.until("document.querySelector('[data-testid=empty]')")
        .await?;
    result(app, "rejected").await?;
    let said = app.text("[data-testid=try-call]").await?;
    assert!(!said.contains(SAID), "{said}");
    assert_eq!(aimock.journal()?.len(), before + 1);
    Ok(())
}

/// The server's page tells what was asked, and what became of it.
async fn told(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("tab-overview").await?;
    app.until(
        "[...document.querySelectorAll('[data-testid=sampling-row]')].map(row => row.dataset.state).join() === 'kept_back,denied,answered'",
    )
    .await?;
    eye.see(app, "asked-history").await?;
    app.keep_both_themes("asked-history").await
}

/// A form is filled in, declined, and closed without an answer.
async fn forms(app: &App, eye: &mut Eye) -> Result<(), Error> {
    form(app).await?;
    tab_to(app, "name", "name").await?;
    typed(app, "ada lovelace").await?;
    tab_to(app, "name", "integer").await?;
    eye.see(app, "asked-form").await?;
    app.keep_both_themes("asked-form").await?;
    yes(app).await?;
    result(app, "ada lovelace").await?;

    form(app).await?;
    app.key(ENTER).await?;
    result(app, "declined").await?;

    form(app).await?;
    app.key(ESCAPE).await?;
    result(app, "cancelled").await
}

async fn form(app: &App) -> Result<(), Error> {
    app.main().await?;
    call(app, ELICIT, None).await?;
    question(app, "elicitation").await?;
    app.ready().await
}
