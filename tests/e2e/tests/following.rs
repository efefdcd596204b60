//! A long conversation in a real window: the end is followed until the user scrolls up; a message that is written during a
//! turn waits for its end; everything that was stopped starts again by one press.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use e2e::{App, Display, ENTER, Error, add_model, add_server};
use peers::Aimock;
use serde_json::{Value, json};

/// How much of the conversation is below the view, in pixels. While text streams there is room below its end, which does not count.
const LEFT: &str = "(() => { const bottom = (name) => document.querySelector(name).getBoundingClientRect().bottom; return bottom('.thread') - bottom('.thread-clip'); })()";
const BELOW: &str = "document.querySelector('[data-testid=to-end]')";
const IDLE: &str = "!document.querySelector('[data-testid=stop]')";
/// So many messages overflow the window several times.
const MESSAGES: usize = 12;

/// A long answer with lists, code and a table; one to the word "slowly" streams for a while.
fn fixtures() -> Value {
    let part = "The ledger holds one more **double fee**, in March; the `archive` booked it twice and says so.\n\n\
        - one entry names the account\n- another one names the day\n\n\
        ```ts\nconst total = sum(rows, \"amount\");\nconst rest = total - paid;\n```\n\n\
        | date | amount |\n|---|--:|\n| 2026-11-22 | 31,975.00 SEK |\n\n";
    json!([
        { "match": { "userMessage": "slowly" },
          "response": { "content": part.repeat(60) }, "latency": 20, "chunkSize": 40 },
        { "match": { "model": "scripted-1" },
          "response": { "content": part.repeat(3) }, "latency": 5, "chunkSize": 60 },
    ])
}

async fn say(app: &App, text: &str) -> Result<(), Error> {
    app.fill("composer", text).await?;
    app.focus_on("composer").await?;
    app.key(ENTER).await
}

async fn answers(app: &App, count: usize) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelectorAll('[data-testid=message][data-role=assistant]').length === {count} && {IDLE}"
    ))
    .await
}

/// Where the first line in sight stands, in pixels below the upper edge of the messages; the line is kept for the next look.
async fn place(app: &App, fresh: bool) -> Result<f64, Error> {
    let script = format!(
        "const clip = document.querySelector('.thread-clip').getBoundingClientRect();
         if ({fresh}) for (let y = clip.top + 4; y < clip.bottom; y += 6) {{
           const range = document.caretRangeFromPoint(clip.left + clip.width / 2 - 100, y);
           if (range?.startContainer.nodeType !== 3 || !range.startContainer.parentElement.closest('.thread')) continue;
           range.setEnd(range.startContainer, Math.min(range.startContainer.length, range.startOffset + 1));
           window.readHere = range;
           break;
         }}
         return window.readHere.getBoundingClientRect().top - clip.top;"
    );
    Ok(app.value(&script).await?.as_f64().unwrap())
}

/// Waits until the view stands still for some frames.
async fn still(app: &App) -> Result<(), Error> {
    let script = "const done = arguments[0]; const clip = document.querySelector('.thread-clip');
        let top = -1, frames = 0;
        const look = () => { frames = clip.scrollTop === top ? frames + 1 : 0; top = clip.scrollTop;
          if (frames > 8) done(true); else requestAnimationFrame(look); };
        look();";
    app.run_async(script, vec![]).await.map(drop)
}

async fn length(app: &App) -> Result<f64, Error> {
    let script =
        "return [...document.querySelectorAll('[data-testid=message]')].at(-1).innerText.length";
    Ok(app.value(script).await?.as_f64().unwrap())
}

/// Waits until so much more text has streamed.
async fn grows(app: &App, by: u32) -> Result<(), Error> {
    let now = length(app).await?;
    app.until(&format!(
        "[...document.querySelectorAll('[data-testid=message]')].at(-1).innerText.length > {now} + {by}"
    ))
    .await
}

#[tokio::test]
async fn answers_are_followed_until_the_user_scrolls_up() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let aimock = Aimock::start(&fixtures())?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    add_model(&app, &aimock).await?;
    app.click("new-chat").await?;
    for message in 1..=MESSAGES {
        say(&app, &format!("ApprovalRequest {message}")).await?;
        answers(&app, message).await?;
        app.until(&format!("{LEFT} <= 1")).await?;
        let below = app.value(&format!("return Boolean({BELOW})")).await?;
        assert_eq!(below, json!(false), "message {message}");
    }

    // The wheel ends it; what is read stays where it is while text streams.
    say(&app, "Answer slowly").await?;
    grows(&app, 200).await?;
    app.wheel(700, 300, -400).await?;
    app.until(BELOW).await?;
    still(&app).await?;
    let before = place(&app, true).await?;
    grows(&app, 400).await?;
    let after = place(&app, false).await?;
    assert!((after - before).abs() <= 1.5, "from {before} to {after}");
    app.keep_picture("reading-up").await?;

    // The button resumes it, keys end it again, and so does End resume it.
    app.click("to-end").await?;
    grows(&app, 200).await?;
    app.until(&format!("{LEFT} <= 1 && !{BELOW}")).await?;
    app.value("document.querySelector('.thread-clip').focus()")
        .await?;
    app.key('\u{e00e}').await?;
    app.until(BELOW).await?;
    app.key('\u{e010}').await?;
    app.until(&format!("!{BELOW}")).await?;

    // A message that is written meanwhile waits, and is sent when the turn is over.
    say(&app, "ApprovalRequest after it").await?;
    app.until("document.querySelector('[data-testid=queued]')?.innerText.includes('Queued')")
        .await?;
    app.keep_picture("queued").await?;
    app.click("conversation").await?;
    // One that was stopped keeps it until the user sends it.
    app.click("stop").await?;
    app.until("document.querySelector('[data-testid=queued]')?.dataset.held === 'stopped'")
        .await?;
    app.keep_both_themes("queued-held").await?;
    app.click("queued-send").await?;
    answers(&app, MESSAGES + 2).await?;
    app.until("!document.querySelector('[data-testid=queued]')")
        .await?;
    app.until(&format!("{LEFT} <= 1 && !{BELOW}")).await?;
    app.quit().await
}

#[tokio::test]
async fn everything_stops_and_starts_again_by_one_press() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let aimock = Aimock::start(&fixtures())?;
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
    for page in ["new-chat", "audit"] {
        app.click(page).await?;
        app.click("stop-everything").await?;
        app.until("document.querySelector('[data-testid=stopped]')?.innerText.includes('Every is stopped')")
            .await?;
        app.select("[data-testid=server-state][data-state=stopped]")
            .await?;
        if page == "new-chat" {
            app.until("document.querySelector('[data-testid=composer-stopped]')?.innerText.includes('Every')")
                .await?;
        }
        app.keep_both_themes(&format!("stopped-{page}")).await?;
        app.click("start-again").await?;
        app.select("[data-testid=server-state][data-state=ready]")
            .await?;
        app.until("!document.querySelector('[data-testid=stopped]')")
            .await?;
    }
    app.quit().await
}
