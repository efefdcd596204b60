//! *Quick ask* with real keys: a small window over another program, whose message goes on in the chat window.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::time::{Duration, Instant};

use e2e::{App, Area, Desk, Display, Error, WAIT, add_model};
use peers::Aimock;
use serde_json::json;

const QUICK: &str = "Quick ask";
const SPACE: u32 = 0x20;
const KEY_J: u32 = 0x6a;
const RETURN: u32 = 0xff0d;
const ESCAPE: u32 = 0xff1b;
/// Between two keys of somebody who types fast.
const FAST: Duration = Duration::from_millis(20);
const LOOK: Duration = Duration::from_millis(50);

/// Waits until the window is on display, or is not.
async fn shown(desk: &Desk, wanted: bool) -> Result<(), Error> {
    let begin = Instant::now();
    while desk.shows(QUICK)? != wanted {
        assert!(
            begin.elapsed() < WAIT,
            "the window is {} on display",
            if wanted { "not" } else { "still" }
        );
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

#[tokio::test]
async fn shortcut_over_another_program_asks_and_the_answer_is_in_the_chat() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let aimock = Aimock::start(&json!([
        { "match": { "userMessage": "Which day is it" }, "response": { "content": "It is Thursday." } },
    ]))?;
    let display = Display::start("1280x800x24")?;
    let desk = Desk::managed(&display).await?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    app.click("settings").await?;
    app.click("tab-keyboard").await?;
    app.click("quick-setting").await?;
    app.until("document.querySelector('[data-testid=quick-record]')")
        .await?;

    app.look_at_quick_ask().await?;
    app.find("quick-text").await?;

    // Over another program, which gets none of these keys.
    let area = Area {
        x: 60,
        y: 60,
        width: 700,
        height: 500,
    };
    let other = desk.other_program(area, false)?;
    desk.go_to(other).await?;
    desk.keys_elsewhere()?;
    desk.control_alt(SPACE)?;
    let window = desk.window(QUICK).await?;
    desk.go_to(window).await?;
    desk.types("Which day ", FAST).await?;
    desk.key(ESCAPE)?;
    shown(&desk, false).await?;

    // The text is kept, and goes on in a new conversation.
    desk.go_to(other).await?;
    desk.control_alt(SPACE)?;
    shown(&desk, true).await?;
    desk.go_to(desk.window(QUICK).await?).await?;
    desk.types("is it", FAST).await?;
    desk.key(RETURN)?;
    shown(&desk, false).await?;
    app.main().await?;
    app.until("document.body.innerText.includes('It is Thursday.')")
        .await?;
    app.until("document.querySelector('[data-role=user]')?.innerText.includes('Which day is it')")
        .await?;
    app.keep_picture("quick-continued").await?;

    // The shortcut of another program is refused, and the one before still works.
    desk.takes_control_alt(KEY_J)?;
    app.click("settings").await?;
    app.click("tab-keyboard").await?;
    app.click("quick-record").await?;
    let press = "document.querySelector('[data-testid=quick-record]').dispatchEvent(
        new KeyboardEvent('keydown', { code: 'KeyJ', key: 'j', ctrlKey: true, altKey: true, bubbles: true }))";
    app.value(press).await?;
    app.until(
        "document.querySelector('[data-testid=failure]')?.innerText.includes('Another program')",
    )
    .await?;
    desk.control_alt(SPACE)?;
    shown(&desk, true).await?;
    desk.go_to(desk.window(QUICK).await?).await?;
    desk.key(ESCAPE)?;
    shown(&desk, false).await?;

    // Off: the other program gets the keys.
    app.main().await?;
    app.click("quick-setting").await?;
    app.until("!document.querySelector('[data-testid=quick-record]')")
        .await?;
    desk.go_to(other).await?;
    desk.keys_elsewhere()?;
    desk.control_alt(SPACE)?;
    let begin = Instant::now();
    let mut keys = 0;
    while keys < 3 && begin.elapsed() < WAIT {
        keys += desk.keys_elsewhere()?;
        tokio::time::sleep(LOOK).await;
    }
    assert_eq!(keys, 3, "Control, Alt and the key itself");
    assert!(!desk.shows(QUICK)?);
    app.quit().await
}
