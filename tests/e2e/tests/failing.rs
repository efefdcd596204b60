//! Servers that do not start, in the real window: their page quotes what they printed and says what to do next.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use e2e::{App, Display, Error, add_node_server, allow, begun, call, question};

/// A program of this shell script.
fn program(folder: &Path, name: &str, script: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    file
}

/// Writes the form of a server, and saves it.
async fn save(app: &App, name: &str, command: &str, args: &[&str]) -> Result<(), Error> {
    app.main().await?;
    app.click("new-chat").await?;
    app.click("add-server").await?;
    app.fill("server-name", name).await?;
    app.fill("server-command", command).await?;
    if !args.is_empty() {
        app.fill("server-args", &args.join(" ")).await?;
    }
    app.click("server-save").await
}

/// Allows the launch, and waits until the server's page says that it failed.
async fn fails(app: &App) -> Result<(), Error> {
    question(app, "launch").await?;
    allow(app).await?;
    app.main().await?;
    app.find("server-failure").await.map(drop)
}

/// What the page says of the failure of this server: the quotes of the program, and all of it.
async fn said(app: &App, name: &str) -> Result<(String, String), Error> {
    let all = app.text("[data-testid=server-failure]").await?;
    let doctor = format!("innkeeper-cli servers doctor \"{name}\"");
    assert!(all.contains(&doctor), "{doctor} in {all}");
    let quotes = "return [...document.querySelectorAll('[data-testid=server-failure-quote] li')].map((line) => line.innerText).join('\\n')";
    let quotes = app.value(quotes).await?;
    Ok((quotes.as_str().unwrap_or_default().to_owned(), all))
}

fn assert_says(said: &str, words: &[&str]) {
    for word in words {
        assert!(said.contains(word), "{word} in {said}");
    }
}

/// The failure is read in full: nothing of it is cut off or runs out of the window.
async fn fits(app: &App, name: &str) -> Result<(), Error> {
    for width in [1280, 640] {
        app.resize(width, 800).await?;
        let wide = "return document.documentElement.scrollWidth > innerWidth || (notice => notice.scrollWidth > notice.clientWidth + 1)(document.querySelector('[data-testid=server-failure]'))";
        assert_eq!(app.value(wide).await?, false, "{name} at {width}");
        let edges = "const right = (id) => document.querySelector(`[data-testid=${id}]`)?.getBoundingClientRect().right; return Math.round(right('server-failure') - (right('server-stderr') ?? right('server-failure')))";
        assert_eq!(app.value(edges).await?, 0, "{name} at {width}");
        app.keep_both_themes(&format!("failing-{name}-{width}"))
            .await?;
    }
    app.resize(1280, 800).await
}

#[tokio::test]
async fn page_of_a_server_that_does_not_start_quotes_it_and_says_what_to_do() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    begun(&data).await?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;

    // It serves at an address, stays, and answers nothing. That is known once its time is over; the others come meanwhile.
    let web = "echo 'Server listening on http://localhost:1234'; while read -r line; do :; done";
    let web = program(folder.path(), "web-server", web);
    save(&app, "Web", &web.display().to_string(), &[]).await?;
    question(&app, "launch").await?;
    allow(&app).await?;

    // The reference server for files, given a folder that is not there.
    let (node, mut words) = peers::node_server("@modelcontextprotocol/server-filesystem")?;
    let missing = folder.path().join("notes").display().to_string();
    words.push(missing.clone());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    save(&app, "Files", &node.display().to_string(), &words).await?;
    fails(&app).await?;
    let (quotes, all) = said(&app, "Files").await?;
    assert_says(&quotes, &[&missing]);
    assert_says(&all, &["there is no", &missing, "Create it, or change"]);
    assert!(!all.contains("--env-from"), "its cause is known: {all}");
    fits(&app, "folder").await?;

    // It speaks a newer revision of the protocol only.
    let newer = r#"read -r l; echo 'waiting for a client' >&2; echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2031-01-01"],"requested":"2026-07-28"}}}'; exec cat >/dev/null"#;
    let newer = program(folder.path(), "newer-server", newer);
    save(&app, "Newer", &newer.display().to_string(), &[]).await?;
    fails(&app).await?;
    let (quotes, all) = said(&app, "Newer").await?;
    assert_says(&quotes, &["waiting for a client"]);
    assert_says(
        &all,
        &[
            "The server speaks protocol version 2031-01-01 only",
            "older release of the server",
            "2026-07-28",
        ],
    );
    fits(&app, "newer").await?;

    // The program was removed after the server was added.
    let gone = program(folder.path(), "gone-server", "exit 0");
    save(&app, "Gone", &gone.display().to_string(), &[]).await?;
    question(&app, "launch").await?;
    std::fs::remove_file(&gone)?;
    allow(&app).await?;
    app.main().await?;
    app.find("server-failure").await?;
    let (_, all) = said(&app, "Gone").await?;
    assert_says(
        &all,
        &["There is no file", "gone-server", "Install the program"],
    );
    fits(&app, "gone").await?;

    app.until("(row => row && (row.click(), true))(document.querySelector('[data-testid=server-row][data-name=Web]'))")
        .await?;
    // It has more time than one look takes.
    if app.find("server-failure").await.is_err() {
        app.find("server-failure").await?;
    }
    let (quotes, all) = said(&app, "Web").await?;
    assert_says(&quotes, &["Server listening on http://localhost:1234"]);
    assert_says(
        &all,
        &[
            "did not answer within 30 seconds",
            "listens at an address",
            "--stdio",
            "http://localhost:1234",
        ],
    );
    fits(&app, "web").await?;
    app.quit().await
}

#[tokio::test]
async fn failed_call_names_the_switch_that_its_server_needs() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    begun(&data).await?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    let script = peers::folder().join("servers/thrown.mjs");
    add_node_server(&app, "Thrown", &[script.display().to_string()]).await?;
    call(&app, "sample", None).await?;
    app.main().await?;
    app.select("[data-testid=try-call] [data-testid=call][data-state=failed]")
        .await?;
    let said = app.text("[data-testid=try-call]").await?;
    let command = "innkeeper-cli servers features \"Thrown\" --sampling on";
    assert_says(
        &said,
        &[
            "“Answers of your model”",
            "switched off for it",
            "Its page has the switch",
            command,
        ],
    );
    app.value("document.querySelector('[data-testid=try-call]').scrollIntoView()")
        .await?;
    app.keep_both_themes("failing-call").await?;
    app.quit().await
}
