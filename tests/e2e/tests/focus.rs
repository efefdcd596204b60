//! Whose keys are whose: real keys and clicks on a real display, with a window manager and without one. What is typed into
//! the chat or another program reaches it whole, and answers, edits or writes nothing in the consent window.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{path::Path, time::Duration};

use e2e::{App, Area, Desk, Display, Error, add_model, add_server, armed, ask, deny, question};
use peers::Aimock;
use serde_json::{Value, json};

const CHAT: &str = "Innkeeper";
const CONSENT: &str = "Innkeeper asks you";
const RETURN: u32 = 0xff0d;
const ESCAPE: u32 = 0xff1b;
/// Between two keys of somebody who types fast.
const FAST: Duration = Duration::from_millis(40);
/// The same of somebody who looks for each key.
const SLOW: Duration = Duration::from_millis(700);
const DRAFT: &str = "good luck, edit a path and deny no one ";

fn fixtures(folder: &Path) -> Value {
    let call = |id: &str| json!({ "id": id, "name": "Files_read_text_file", "arguments": { "path": folder.join(id) } });
    let mut all = Vec::new();
    for word in ["one", "two", "three", "four", "five", "six"] {
        all.push(
            json!({ "match": { "userMessage": word, "hasToolResult": false },
            "response": { "toolCalls": [call(word)] } }),
        );
        all.push(
            json!({ "match": { "userMessage": word, "hasToolResult": true },
            "response": { "content": format!("Done with {word}.") } }),
        );
    }
    Value::Array(all)
}

/// A chat with a model and a server whose tools have to be asked for.
struct Stage {
    folder: tempfile::TempDir,
    _aimock: Aimock,
    app: App,
}

impl Stage {
    async fn set(display: &Display) -> Result<Self, Error> {
        let folder = tempfile::tempdir()?;
        let home = dunce::canonicalize(folder.path())?;
        let aimock = Aimock::start(&fixtures(&home)).unwrap();
        let app = App::start(display, &home.join("data")).await?;
        add_model(&app, &aimock).await?;
        let package = "@modelcontextprotocol/server-filesystem";
        add_server(&app, "Files", package, &[&home.display().to_string()]).await?;
        app.click("new-chat").await?;
        app.click("composer").await?;
        Ok(Self {
            folder,
            _aimock: aimock,
            app,
        })
    }

    /// Waits until every key that was pressed has come: the composer holds `text` and nothing else.
    async fn composer_holds(&self, text: &str) -> Result<(), Error> {
        self.app.look_at_main().await?;
        let text = json!(text);
        let holds = format!("document.querySelector('[data-testid=composer]').value === {text}");
        self.app.until(&holds).await
    }

    /// Types a message and sends it, with keys.
    async fn send(&self, desk: &Desk, text: &str) -> Result<(), Error> {
        self.app.look_at_main().await?;
        let clear = "const field = document.querySelector('[data-testid=composer]');
            field.value = ''; field.dispatchEvent(new Event('input', { bubbles: true })); field.focus()";
        self.app.value(clear).await?;
        // The turn before is over.
        self.app
            .until("!document.querySelector('[data-testid=stop]')")
            .await?;
        desk.go_to(desk.window(CHAT).await?).await?;
        desk.types(text, FAST).await?;
        desk.key(RETURN)
    }

    /// Waits for the question about a file, without touching anything.
    async fn asked(&self, about: &str) -> Result<(), Error> {
        self.app.look_at_consent().await?;
        self.app
            .until(&format!(
                "document.querySelector('[data-testid=arg-value]')?.innerText.includes('{about}')"
            ))
            .await
    }

    /// Nothing in the consent window was answered, edited or written.
    async fn untouched(&self, about: &str) -> Result<(), Error> {
        self.asked(about).await?;
        let seen = "const prompt = document.querySelector('[data-testid=approval]');
            return [prompt.dataset.revision, document.querySelectorAll('textarea, [data-testid=note]').length,
                document.activeElement.dataset.testid, prompt.dataset.arm]";
        let seen = self.app.value(seen).await?;
        assert_eq!(seen[0], json!("1"), "no edit: {seen}");
        assert_eq!(seen[1], json!(0), "no field was opened: {seen}");
        assert_eq!(seen[2], json!("deny"), "the focus is where it was: {seen}");
        Ok(())
    }

    /// Answers with a real key, once that counts.
    async fn answer(&self, desk: &Desk, key: u32) -> Result<(), Error> {
        desk.go_to(desk.window(CONSENT).await?).await?;
        self.app.look_at_consent().await?;
        armed(&self.app).await?;
        desk.key(key)?;
        self.app
            .until("!document.querySelector('[data-testid=approval]')")
            .await?;
        gone(desk).await
    }
}

/// Waits until the consent window is hidden.
async fn gone(desk: &Desk) -> Result<(), Error> {
    let begin = std::time::Instant::now();
    while desk.shows(CONSENT)? {
        if begin.elapsed() > e2e::WAIT {
            return Err(Error::Late("the consent window stays".into()));
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    Ok(())
}

/// Each of three approvals arrives while somebody types into the composer.
async fn typed_through(desk: &Desk, stage: &Stage) -> Result<(), Error> {
    for word in ["one", "two", "three"] {
        stage.send(desk, word).await?;
        desk.types(DRAFT, FAST).await?;
        let consent = desk.window(CONSENT).await?;
        // It is there now; somebody who did not look types on.
        desk.types(DRAFT, FAST).await?;
        stage.composer_holds(&format!("{DRAFT}{DRAFT}")).await?;
        stage.untouched(word).await?;
        assert!(!desk.has_focus(consent)?, "the approval took the keyboard");
        stage.answer(desk, ESCAPE).await?;
    }
    Ok(())
}

#[tokio::test]
async fn words_typed_into_the_chat_reach_it_whole_under_a_window_manager() -> Result<(), Error> {
    let display = Display::start("1280x800x24")?;
    let desk = Desk::managed(&display).await?;
    let stage = Stage::set(&display).await?;
    typed_through(&desk, &stage).await?;
    stage.app.quit().await
}

#[tokio::test]
async fn words_typed_into_the_chat_reach_it_whole_without_a_window_manager() -> Result<(), Error> {
    let display = Display::start("1280x800x24")?;
    let desk = Desk::at(&display)?;
    let stage = Stage::set(&display).await?;
    typed_through(&desk, &stage).await?;
    stage.app.quit().await
}

#[tokio::test]
async fn keys_and_clicks_that_were_meant_for_something_else_answer_nothing() -> Result<(), Error> {
    let display = Display::start("1280x800x24")?;
    let desk = Desk::managed(&display).await?;
    let stage = Stage::set(&display).await?;
    let app = &stage.app;

    // Another program has the keyboard: it keeps it.
    let other = desk.other_program(
        Area {
            x: 20,
            y: 20,
            width: 300,
            height: 200,
        },
        false,
    )?;
    stage.send(&desk, "one").await?;
    desk.go_to(other).await?;
    desk.keys_elsewhere()?;
    let consent = desk.window(CONSENT).await?;
    desk.types(DRAFT, FAST).await?;
    assert_eq!(desk.keys_elsewhere()?, DRAFT.len());
    assert!(desk.has_focus(other)?);
    stage.untouched("one").await?;

    // A key is held down while the window gets the keyboard: neither it, nor its end, nor its repetitions answer.
    desk.hold(u32::from(' '))?;
    desk.go_to(consent).await?;
    desk.types("x", SLOW).await?;
    desk.release(u32::from(' '))?;
    stage.untouched("one").await?;
    // Somebody goes on with a sentence there, fast or slowly.
    for (text, pace) in [("good luck", FAST), ("edit a n a ", FAST), ("be a", SLOW)] {
        desk.types(text, pace).await?;
        stage.untouched("one").await?;
    }
    app.keep_both_themes("consent-typing").await?;
    stage.answer(&desk, ESCAPE).await?;

    // The first click gives the window the keyboard; it does not press what is under it.
    stage.send(&desk, "two").await?;
    desk.types("draft", FAST).await?;
    let consent = desk.window(CONSENT).await?;
    stage.asked("two").await?;
    app.keep_both_themes("consent-away").await?;
    let button = "const { x, y, width, height } = document.querySelector('[data-testid=deny]').getBoundingClientRect();
        return [x + width / 2, y + height / 2]";
    let button = app.value(button).await?;
    let area = desk.area(consent)?;
    let at = |n: &Value| n.as_f64().map_or(0, |n| format!("{n:.0}").parse().unwrap());
    let (x, y) = (area.x + at(&button[0]), area.y + at(&button[1]));
    desk.click(x, y)?;
    app.until("document.querySelector('[data-testid=approval][data-arm=armed]')")
        .await?;
    assert!(desk.has_focus(consent)?);
    app.keep_both_themes("consent-armed").await?;
    stage.untouched("two").await?;
    desk.click(x, y)?;
    app.until("!document.querySelector('[data-testid=approval]')")
        .await?;
    gone(&desk).await?;

    // Nobody types: it takes the keyboard by itself, and real keys answer.
    stage.send(&desk, "three").await?;
    let consent = desk.window(CONSENT).await?;
    app.look_at_consent().await?;
    armed(app).await?;
    assert!(desk.has_focus(consent)?);
    desk.key(u32::from('a'))?;
    app.focus_on("allow").await?;
    armed(app).await?;
    desk.key(u32::from(' '))?;
    app.look_at_main().await?;
    app.until("document.body.innerText.includes('Done with three')")
        .await?;
    stage.app.quit().await
}

fn inside(inner: Area, outer: Area) -> bool {
    inner.x >= outer.x
        && inner.y >= outer.y
        && inner.x + inner.width <= outer.x + outer.width
        && inner.y + inner.height <= outer.y + outer.height
}

fn middle(area: Area) -> (i32, i32) {
    (area.x + area.width / 2, area.y + area.height / 2)
}

fn near(one: (i32, i32), other: (i32, i32)) -> bool {
    (one.0 - other.0).abs() <= 2 && (one.1 - other.1).abs() <= 2
}

/// Waits until the consent window, frame and all, is where it belongs.
async fn settles(desk: &Desk, holds: impl Fn(Area) -> bool) -> Result<Area, Error> {
    let begin = std::time::Instant::now();
    loop {
        let area = desk.framed(desk.window(CONSENT).await?)?;
        if holds(area) {
            return Ok(area);
        }
        if begin.elapsed() > e2e::WAIT {
            return Err(Error::Late(format!("the consent window is at {area:?}")));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until the chat window is where it was dragged.
async fn moved(desk: &Desk, chat: u32, to: Area) -> Result<(), Error> {
    let begin = std::time::Instant::now();
    while (desk.framed(chat)?.x - to.x).abs() > 2 {
        if begin.elapsed() > e2e::WAIT {
            return Err(Error::Late("the chat window does not move".into()));
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    Ok(())
}

#[tokio::test]
async fn consent_window_opens_in_the_middle_and_comes_back_where_it_was_moved() -> Result<(), Error>
{
    let display = Display::start("1600x1000x24")?;
    let desk = Desk::managed(&display).await?;
    let room = Area {
        x: 0,
        y: 0,
        width: 1600,
        height: 960,
    };
    desk.other_program(
        Area {
            y: 960,
            height: 40,
            ..room
        },
        true,
    )?;
    let stage = Stage::set(&display).await?;
    let (app, data) = (
        &stage.app,
        dunce::canonicalize(stage.folder.path())?.join("data"),
    );

    // In the middle of the screen, wherever the chat is, and inside what the bar leaves.
    let chat = desk.window(CHAT).await?;
    for (x, word) in [(10, "one"), (650, "two")] {
        let at = Area {
            x,
            y: 60,
            width: 900,
            height: 600,
        };
        desk.drag(chat, at)?;
        moved(&desk, chat, at).await?;
        app.main().await?;
        ask(app, word).await?;
        settles(&desk, |area| {
            inside(area, room) && near(middle(area), middle(room))
        })
        .await?;
        deny(app).await?;
        gone(&desk).await?;
    }

    app.main().await?;
    ask(app, "three").await?;
    let consent = desk.window(CONSENT).await?;
    desk.drag(
        consent,
        Area {
            x: 200,
            y: 120,
            width: 700,
            height: 500,
        },
    )?;
    let left_at = settles(&desk, |area| area.x < 210 && area.width < 720).await?;
    stage.answer(&desk, ESCAPE).await?;
    app.main().await?;
    app.click("new-chat").await?;
    ask(app, "four").await?;
    settles(&desk, |area| area == left_at).await?;
    deny(app).await?;
    stage.app.quit().await?;

    let app = App::start(&display, &data).await?;
    app.click("new-chat").await?;
    ask(&app, "five").await?;
    settles(&desk, |area| area == left_at).await?;
    deny(&app).await?;
    app.quit().await?;

    // A place that no screen shows any more.
    let store = store::Store::open(&data).await.unwrap();
    let place = json!({ "x": 9000, "y": 50, "width": 600, "height": 400, "maximized": false });
    store
        .settings()
        .set("consent_window", &place)
        .await
        .unwrap();
    store.close().await;
    let app = App::start(&display, &data).await?;
    app.click("new-chat").await?;
    ask(&app, "six").await?;
    settles(&desk, |area| inside(area, room)).await?;
    deny(&app).await?;
    app.quit().await
}

#[tokio::test]
async fn consent_window_is_smaller_on_a_screen_that_has_no_room_for_it() -> Result<(), Error> {
    let display = Display::start("640x440x24")?;
    let desk = Desk::managed(&display).await?;
    let stage = Stage::set(&display).await?;
    ask(&stage.app, "one").await?;
    let screen = Area {
        x: 0,
        y: 0,
        width: 640,
        height: 440,
    };
    settles(&desk, |area| inside(area, screen)).await?;
    question(&stage.app, "tool").await?;
    stage.app.keep_both_themes("consent-small-screen").await?;
    deny(&stage.app).await?;
    stage.app.quit().await
}
