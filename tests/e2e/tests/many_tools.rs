//! A server with more tools than a request holds, in a real window: counts, and the search in their place.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    sync::{Arc, Mutex},
};

use e2e::{App, Display, Error, allow, question};
use serde_json::{Value, json};

/// An endpoint that refuses more than 128 tools as OpenAI does, and answers everything else. Holds how many tools each
/// request for an answer had.
fn endpoint() -> std::io::Result<(String, Arc<Mutex<Vec<usize>>>)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let base_url = format!("http://{}/v1", listener.local_addr()?);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sent = Arc::clone(&seen);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream);
            let (mut head, mut length) = (String::new(), 0);
            while reader.read_line(&mut head).is_ok_and(|read| read > 2) {
                let line = head.lines().last().unwrap_or_default().to_lowercase();
                if let Some(value) = line.strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap_or(0);
                }
            }
            let mut body = vec![0; length];
            if reader.read_exact(&mut body).is_err() {
                continue;
            }
            let request: Value = serde_json::from_slice(&body).unwrap_or_default();
            let tools = request["tools"].as_array().map_or(0, Vec::len);
            let (status, kind, answer) = if !head.starts_with("POST") {
                ("404 Not Found", "application/json", "{}".to_owned())
            } else if tools > 128 {
                let message = format!(
                    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length {tools} instead."
                );
                let error = json!({ "error": { "message": message, "type": "invalid_request_error", "param": "tools", "code": "array_above_max_length" } });
                ("400 Bad Request", "application/json", error.to_string())
            } else {
                let chunk = json!({ "choices": [{ "index": 0, "delta": { "content": "Here I am." }, "finish_reason": "stop" }] });
                (
                    "200 OK",
                    "text/event-stream",
                    format!("data: {chunk}\n\ndata: [DONE]\n\n"),
                )
            };
            let for_title = request
                .to_string()
                .contains("Write a title for the conversation above");
            if head.starts_with("POST") && !for_title {
                sent.lock().unwrap().push(tools);
            }
            let length = answer.len();
            let _ = write!(
                reader.get_mut(),
                "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{answer}"
            );
        }
    });
    Ok((base_url, seen))
}

#[tokio::test]
async fn counts_are_shown_and_more_than_fit_are_searched() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let tool = |n: u32| json!({ "name": format!("tool_{n:03}"), "description": "Looks up one of many things by its path.", "inputSchema": { "type": "object", "properties": { "path": { "type": "string" } } } });
    // A folder that the command names is offered to the server.
    let place = dunce::canonicalize(folder.path())?.join("tools");
    std::fs::create_dir(&place)?;
    let tools = place.join("tools.json");
    std::fs::write(
        &tools,
        json!((0..300).map(tool).collect::<Vec<_>>()).to_string(),
    )?;
    let script = json!({ "tools_file": tools }).to_string();
    let command = testkit::server_binary()?;
    let servers = json!({ "mcpServers": {
        "Warehouse of all things": { "command": command, "args": [script, place] },
        "Kit": { "command": command, "args": ["{}"] },
    } });
    let (base_url, sent) = endpoint()?;
    let display = Display::start("1280x800x24")?;
    let app = App::start(&display, &folder.path().join("data")).await?;

    app.click("import-first").await?;
    app.fill("import-text", &servers.to_string()).await?;
    app.click("import-look").await?;
    app.click("import-add").await?;
    app.until("document.querySelectorAll('[data-testid=server-row]').length === 2")
        .await?;
    for name in ["Kit", "Warehouse of all things"] {
        app.select(&format!("[data-testid=server-row][data-name='{name}']"))
            .await?
            .click()
            .await?;
        app.until(&format!(
            "document.querySelector('[data-testid=server-title]')?.innerText === '{name}'"
        ))
        .await?;
        app.click("server-start").await?;
        question(&app, "launch").await?;
        allow(&app).await?;
        if name != "Kit" {
            question(&app, "root").await?;
            allow(&app).await?;
        }
        app.main().await?;
        app.until("document.querySelector('[data-testid=server-row][aria-current=page] [data-testid=server-state][data-state=ready]')").await?;
    }
    app.until("document.querySelector('[data-testid=server-weight]')?.innerText.includes('300 tools for models, about')").await?;
    app.keep_both_themes("server-weight").await?;

    app.click("new-chat").await?;
    app.click("add-model").await?;
    app.fill("model-name", "Strict").await?;
    app.fill("model-url", &base_url).await?;
    app.fill("model-id", "strict-1").await?;
    app.click("model-save").await?;
    question(&app, "endpoint").await?;
    allow(&app).await?;
    app.main().await?;

    app.click("new-chat").await?;
    app.fill("composer", "Hello").await?;
    app.click("send").await?;
    app.until("document.querySelector('.thread, main').innerText.includes('Here I am.')")
        .await?;
    assert_eq!(*sent.lock().unwrap(), [2], "the two tools of the search");
    assert!(!app.text("body").await?.contains("Left out"));

    // The picker says that the model searches them.
    app.click("server-picker").await?;
    app.until("document.querySelector('[data-testid=tools-sum]')?.innerText.includes('searches these 305 tools')").await?;
    app.keep_both_themes("server-picker-searched").await?;
    app.select("[data-testid=conversation-server][data-name='Warehouse of all things']")
        .await?
        .click()
        .await?;
    app.until(
        "document.querySelector('[data-testid=tools-sum]')?.innerText.startsWith('5 tools, about')",
    )
    .await?;
    app.keep_both_themes("server-picker-fits").await?;
    app.quit().await
}
