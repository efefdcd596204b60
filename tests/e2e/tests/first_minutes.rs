//! The first ten minutes in the real window, counted: keys, fields, questions and clicks of a new user, beside their aims.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
#![allow(clippy::print_stdout, reason = "the counts are the result")]

use std::{os::unix::fs::PermissionsExt, path::Path};

use e2e::{App, Display, ENTER, ESCAPE, Error, add_model, paste_server, question};
use peers::Aimock;
use serde_json::{Value, json};

/// What a new user does by hand.
struct Hands<'a> {
    app: &'a App,
    count: usize,
}

impl Hands<'_> {
    /// Presses a key that goes to what has the focus.
    async fn key(&mut self, key: char) -> Result<(), Error> {
        self.count += 1;
        self.app.key(key).await
    }

    /// Allows the approval on display, once it is armed.
    async fn allow(&mut self, kind: &str) -> Result<(), Error> {
        question(self.app, kind).await?;
        self.app
            .until("document.querySelector('[data-testid=allow]')?.getAttribute('aria-disabled') === 'false'")
            .await?;
        self.count += 1;
        self.app.allow_chord().await
    }

    /// Clicks a control.
    async fn click(&mut self, id: &str) -> Result<(), Error> {
        self.count += 1;
        self.app.click(id).await
    }

    /// Takes the count of one part and begins the next.
    fn end(&mut self) -> usize {
        std::mem::take(&mut self.count)
    }
}

/// One row of the table.
struct Row {
    part: &'static str,
    unit: &'static str,
    before: usize,
    now: usize,
    aim: usize,
}

async fn tour(hands: &mut Hands<'_>) -> Result<usize, Error> {
    let app = hands.app;
    app.focus_on("start-tour").await?;
    app.until("document.querySelector('[data-testid=look-again]').innerText === 'Look again'")
        .await?;
    hands.key(ENTER).await?;
    hands.allow("launch").await?;
    for step in ["chat", "deny"] {
        app.main().await?;
        at_step(app, step).await?;
        app.until("document.querySelector('[data-testid=composer]').value !== '' && document.querySelector('[data-testid=send]')?.getAttribute('aria-disabled') === 'false'")
            .await?;
        app.focus_on("composer").await?;
        hands.key(ENTER).await?;
        if step == "chat" {
            hands.allow("tool").await?;
        } else {
            question(app, "tool").await?;
            hands.key(ESCAPE).await?;
        }
    }
    app.main().await?;
    at_step(app, "audit").await?;
    app.focus_on("tour-audit").await?;
    hands.key(ENTER).await?;
    at_step(app, "done").await?;
    app.focus_on("tour-model").await?;
    hands.key(ENTER).await?;
    app.until("!document.querySelector('[data-testid=tour]')")
        .await?;
    app.find("add-model").await?;
    Ok(hands.end())
}

async fn at_step(app: &App, step: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('[data-testid=tour]')?.dataset.step === '{step}'"
    ))
    .await
}

/// Adds the server from one pasted line. Yields how many fields were filled in by hand.
async fn first_server(hands: &mut Hands<'_>, line: &str) -> Result<usize, Error> {
    let app = hands.app;
    // The keys that put the line on the clipboard are no part of the count: pasting is one.
    paste_server(app, line).await?;
    hands.count += 1;
    let fields = hands.end();
    app.click("server-save").await?;
    hands.allow("launch").await?;
    // Its command names a folder, which is offered to be read.
    hands.allow("root").await?;
    hands.end();
    app.main().await?;
    app.until(
        "document.querySelectorAll('[data-testid=server-state][data-state=ready]').length === 1",
    )
    .await?;
    Ok(fields)
}

async fn send(app: &App, text: &str) -> Result<(), Error> {
    app.main().await?;
    app.click("new-chat").await?;
    app.fill("composer", text).await?;
    app.click("send").await
}

/// Waits until so many calls of the chat are done and the turn has ended.
async fn done(app: &App, count: usize) -> Result<(), Error> {
    app.main().await?;
    app.until(&format!(
        "document.querySelectorAll('[data-testid=call][data-state=done]').length === {count} && !document.querySelector('[data-testid=stop]')"
    ))
    .await
}

/// How many approvals the audit log has recorded a request for.
async fn approvals(app: &App) -> Result<u64, Error> {
    app.click("audit").await?;
    app.find("audit-table").await?;
    app.fill("audit-search", "read_text_file").await?;
    app.until("[...document.querySelectorAll('[data-testid=audit-row]')].every((row) => row.innerText.includes('read_text_file'))")
        .await?;
    // Rows that are alike are folded behind the first of them.
    app.until("[...document.querySelectorAll('[data-testid=audit-like][aria-expanded=false]')].map((one) => one.click()).length === 0")
        .await?;
    let asked = "[...document.querySelectorAll('[data-testid=audit-table] tr')].filter((row) => /you allowed|you denied/.test(row.innerText)).length";
    Ok(app
        .value(&format!("return {asked}"))
        .await?
        .as_u64()
        .unwrap())
}

/// A program named `files` that is the filesystem server, as a package manager links it.
fn program(folder: &Path) -> Result<String, Error> {
    let (_, words) = peers::node_server("@modelcontextprotocol/server-filesystem")?;
    let path = dunce::canonicalize(folder)?.join("files");
    std::os::unix::fs::symlink(&words[0], &path)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path.display().to_string())
}

fn read(id: &str, path: &Path) -> Value {
    json!({ "id": id, "name": "Files_read_text_file", "arguments": { "path": path } })
}

#[tokio::test]
async fn keys_and_questions_of_a_new_user_stay_within_their_aims() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let notes = dunce::canonicalize(folder.path())?.join("notes");
    std::fs::create_dir(&notes)?;
    let file = |name: &str| {
        let path = notes.join(name);
        std::fs::write(&path, format!("words of {name}")).unwrap();
        path
    };
    let five: Vec<Value> = (1..=5)
        .map(|n| read(&format!("five{n}"), &file(&format!("five-{n}.txt"))))
        .collect();
    let mut fixtures = vec![
        json!({ "match": { "toolCallId": "one" }, "response": { "content": "One." } }),
        json!({ "match": { "toolCallId": "five5" }, "response": { "content": "Five." } }),
        json!({ "match": { "toolCallId": "four4" }, "response": { "content": "Four." } }),
    ];
    for n in 1..4 {
        let next = read(
            &format!("four{}", n + 1),
            &file(&format!("four-{}.txt", n + 1)),
        );
        fixtures.push(json!({ "match": { "toolCallId": format!("four{n}") }, "response": { "toolCalls": [next] } }));
    }
    for (message, calls) in [
        ("one read", vec![read("one", &file("one.txt"))]),
        ("five reads", five),
        ("four more", vec![read("four1", &file("four-1.txt"))]),
    ] {
        fixtures.push(
            json!({ "match": { "userMessage": message }, "response": { "toolCalls": calls } }),
        );
    }
    let aimock = Aimock::start(&Value::Array(fixtures))?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;
    let mut hands = Hands {
        app: &app,
        count: 0,
    };
    let tour = tour(&mut hands).await?;

    add_model(&app, &aimock).await?;
    // The sample server of the tour is put aside: the next server is the only one.
    app.click("server-row").await?;
    app.click("server-menu").await?;
    app.click("server-remove").await?;
    app.until("document.querySelectorAll('[data-testid=server-row]').length === 0")
        .await?;
    let line = format!("{} {}", program(folder.path())?, notes.display());
    let server = first_server(&mut hands, &line).await?;

    // The sandbox keeps it from everything but reading that folder: none of these calls asks.
    let before = approvals(&app).await?;
    for (message, count) in [("one read", 1), ("five reads", 5), ("four more", 4)] {
        send(&app, message).await?;
        done(&app, count).await?;
    }
    let asked = usize::try_from(approvals(&app).await? - before).unwrap();

    app.click("stop-everything").await?;
    app.find("start-again").await?;
    hands.click("start-again").await?;
    let again = hands.end();
    app.select("[data-testid=server-state][data-state=ready]")
        .await?;

    let row = |part, unit, before, now, aim| Row {
        part,
        unit,
        before,
        now,
        aim,
    };
    let table = [
        row("tour", "keys", 11, tour, 8),
        row("first server", "fields", 3, server, 1),
        row("ten reads of a folder", "questions", 10, asked, 0),
        row("stop and start again", "clicks", 8, again, 1),
    ];
    println!(
        "{:<26}{:<11}{:>7}{:>6}{:>6}",
        "part", "unit", "before", "now", "aim"
    );
    for Row {
        part,
        unit,
        before,
        now,
        aim,
    } in &table
    {
        println!("{part:<26}{unit:<11}{before:>7}{now:>6}{aim:>6}");
    }
    for Row {
        part,
        unit,
        now,
        aim,
        ..
    } in table
    {
        assert!(now <= aim, "{part}: {now} {unit}, the aim is {aim}");
    }
    app.quit().await
}
