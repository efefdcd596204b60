//! Two confined servers in the real window, as a new user would use them: folders and hosts are asked about, and can be taken back.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::{Read, Write},
    net::TcpListener,
    path::{Path, PathBuf},
};

use e2e::{App, Display, Error, TAB, allow, allow_folders, begun, deny, question};

/// Adds a server and accepts its launch, with the folders that its command names. Ends on its page.
async fn add(app: &App, name: &str, (program, args): (PathBuf, Vec<String>)) -> Result<(), Error> {
    app.click("add-server").await?;
    app.fill("server-name", name).await?;
    app.fill("server-command", program.to_str().unwrap())
        .await?;
    app.fill("server-args", &args.join(" ")).await?;
    app.click("server-save").await?;
    question(app, "launch").await?;
    app.keep_both_themes(&format!("sandboxed-launch-{name}"))
        .await?;
    allow(app).await?;
    allow_folders(app, &args).await?;
    app.main().await?;
    ready(app).await
}

async fn ready(app: &App) -> Result<(), Error> {
    app.until("document.querySelector('[data-testid=server-row][aria-current=page] [data-testid=server-state][data-state=ready]')")
        .await
}

/// Fills in a tool of the server on display and sends the call.
async fn send(app: &App, tool: &str, arguments: &[(&str, &str)]) -> Result<(), Error> {
    app.click("tab-tools").await?;
    app.fill("tools-filter", tool).await?;
    app.until(&format!(
        "(found => found && (found.click(), true))(document.querySelector('[data-testid=server-tool][data-name={tool}] button'))"
    ))
    .await?;
    app.until(&format!(
        "document.querySelector('[data-testid=tool-detail]')?.dataset.tool === '{tool}'"
    ))
    .await?;
    app.click("try-clear").await?;
    for (field, value) in arguments {
        let css = format!(
            "[data-testid=try-field][data-name={field}] input, [data-testid=try-field][data-name={field}] textarea"
        );
        let input = app.select(&css).await?;
        input.send_keys(value).await?;
    }
    app.click("try-send").await
}

/// Waits until the call on display says this.
async fn says(app: &App, words: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('[data-testid=try-call]')?.innerText.includes({words:?})"
    ))
    .await
}

#[tokio::test]
async fn folder_is_taken_back_while_a_call_waits() -> Result<(), Error> {
    let place = tempfile::tempdir()?;
    let top = dunce::canonicalize(place.path())?;
    begun(&top.join("data")).await?;
    let notes = top.join("notes");
    std::fs::create_dir(&notes)?;
    std::fs::write(notes.join("note.txt"), "the third cellar")?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &top.join("data")).await?;
    let (program, mut args) = peers::node_server("@modelcontextprotocol/server-filesystem")?;
    args.push(notes.display().to_string());
    add(&app, "Files", (program, args)).await?;
    app.keep_both_themes("sandboxed-page").await?;

    let note = notes.join("note.txt").display().to_string();
    let file = notes.join("new.txt").display().to_string();
    let write = [("path", file.as_str()), ("content", "new")];
    send(&app, "write_file", &write).await?;
    question(&app, "tool").await?;
    app.keep_both_themes("sandboxed-write").await?;
    allow(&app).await?;
    app.main().await?;
    says(&app, "Successfully").await?;
    assert_eq!(std::fs::read_to_string(&file)?, "new");

    // While it is asked about the next one, the folder is taken back.
    std::fs::remove_file(&file)?;
    send(&app, "write_file", &write).await?;
    question(&app, "tool").await?;
    app.main().await?;
    app.click("tab-overview").await?;
    app.click("folder-revoke").await?;
    app.find("folders-none").await?;
    app.consent().await?;
    allow(&app).await?;
    app.main().await?;
    app.click("tab-tools").await?;
    app.until("document.querySelector('[data-testid=call-sandboxed]')")
        .await?;
    app.keep_both_themes("sandboxed-refused").await?;
    assert!(!Path::new(&file).exists());

    // The way to the permission that helps.
    app.until("(found => found && (found.click(), true))(document.querySelector('[data-testid=call-sandboxed] button'))")
        .await?;
    app.find("folders-none").await?;
    app.click("undo").await?;
    question(&app, "root").await?;
    app.press("root-write").await?;
    allow(&app).await?;
    app.main().await?;
    send(&app, "read_text_file", &[("path", &note)]).await?;
    question(&app, "tool").await?;
    allow(&app).await?;
    app.main().await?;
    says(&app, "the third cellar").await?;
    app.quit().await
}

/// Serves a page to whoever connects, and gives its port.
fn serve() -> std::io::Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let port = listener.local_addr()?.port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut bytes = [0; 4096];
            let read = stream.read(&mut bytes).unwrap_or(0);
            let robots = bytes[..read].starts_with(b"GET /robots.txt");
            let (status, body) = match robots {
                true => ("404 Not Found", ""),
                false => ("200 OK", "The third cellar is open."),
            };
            let answer = format!(
                "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    Ok(port)
}

#[tokio::test]
async fn one_host_is_allowed_and_another_denied() -> Result<(), Error> {
    let place = tempfile::tempdir()?;
    let data = dunce::canonicalize(place.path())?.join("data");
    begun(&data).await?;
    let port = serve()?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &data).await?;
    let (program, mut args) = peers::python_server("mcp_server_fetch")?;
    args.push("--allow-private-ips".to_owned());
    add(&app, "Fetch", (program, args)).await?;

    // Its own machine is reached only if the user names it.
    app.click("tab-overview").await?;
    app.find("hosts-none").await?;
    app.fill("host-add", &format!("127.0.0.1:{port}")).await?;
    app.key_to(TAB, "host-propose").await?;
    app.key('\u{e007}').await?;
    question(&app, "reach").await?;
    app.keep_both_themes("sandboxed-own-machine").await?;
    allow(&app).await?;
    app.main().await?;
    app.find("host").await?;
    ready(&app).await?;
    send(
        &app,
        "fetch",
        &[("url", &format!("http://127.0.0.1:{port}/"))],
    )
    .await?;
    question(&app, "tool").await?;
    allow(&app).await?;
    app.main().await?;
    says(&app, "The third cellar is open.").await?;

    // Another one is asked about, and denied.
    send(&app, "fetch", &[("url", "http://example.net/")]).await?;
    question(&app, "tool").await?;
    allow(&app).await?;
    question(&app, "reach").await?;
    let host = app.text("[data-testid=reach-host]").await?;
    assert!(host.contains("example.net"), "{host}");
    app.keep_both_themes("sandboxed-host").await?;
    deny(&app).await?;
    app.main().await?;
    app.until("document.querySelector('[data-testid=try-call] [data-state=done], [data-testid=try-call] [data-state=failed]')")
        .await?;
    app.until(
        "document.querySelector('[data-testid=call-sandboxed]')?.innerText.includes('example.net')",
    )
    .await?;
    app.keep_both_themes("sandboxed-host-denied").await?;
    app.click("tab-overview").await?;
    app.select("[data-testid=host]").await?;
    app.value("document.querySelector('[data-testid=hosts]').scrollIntoView({ block: 'end' })")
        .await?;
    app.keep_both_themes("sandboxed-hosts").await?;
    app.quit().await
}
