//! The window while a server says all it may as fast as it is read: how soon it answers, and what it shows.

use peers::Aimock;
use serde_json::{Value, json};

use crate::{
    App, Error, add_model, allow,
    steps::{add_node_server, question},
};

/// Clicks measured before the storm, and in it.
const CLICKS: usize = 60;
/// What is clicked, in turns.
const TABS: [&str; 4] = ["tab-log", "tab-overview", "tab-traffic", "tab-resources"];

/// How soon the window answered: from a click to the end of the frame after the one that shows what it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Storm {
    /// Milliseconds of each click with a server at rest, sorted.
    pub calm_ms: Vec<f64>,
    /// The same in the storm.
    pub storm_ms: Vec<f64>,
    /// The numbers of the server's messages in the log, as the window shows them.
    pub log: Vec<u64>,
    /// What it says was dropped.
    pub dropped: String,
}

/// Adds a model and the server, measures, lets it storm, and measures again. Starts and ends in the chat window.
///
/// # Errors
/// A step does not come.
pub async fn storm(app: &App) -> Result<Storm, Error> {
    let aimock = Aimock::start(
        &json!([{ "match": { "userMessage": "Calm" }, "response": { "content": "Calm." } }]),
    )?;
    add_model(app, &aimock).await?;
    let script = peers::folder().join("servers/storm.mjs");
    add_node_server(app, "Storm", &[script.display().to_string()]).await?;
    let calm_ms = clicks(app).await?;
    app.click("tab-resources").await?;
    app.select("[data-testid=resources] tr[data-row]").await?;
    app.until("(row => row && (row.click(), true))(document.querySelector('[data-testid=resources] tr[data-row]'))")
        .await?;
    app.click("resource-subscribe").await?;
    app.click("tab-tools").await?;
    app.until("(row => row && (row.click(), true))(document.querySelector('[data-testid=server-tool] button'))")
        .await?;
    app.click("try-send").await?;
    question(app, "tool").await?;
    allow(app).await?;
    app.main().await?;
    app.click("tab-log").await?;
    app.find("log-dropped").await?;
    let storm_ms = clicks(app).await?;
    app.click("tab-log").await?;
    let dropped = app.text("[data-testid=log-dropped]").await?;
    let log = "return [...document.querySelectorAll('[data-testid=log] tr[data-row]')]\
        .map(row => /gust (\\d+)/.exec(row.innerText)?.[1]).filter(Boolean).map(Number)";
    let log = app.value(log).await?;
    let numbers = log.as_array().into_iter().flatten();
    Ok(Storm {
        calm_ms,
        storm_ms,
        log: numbers.filter_map(Value::as_u64).collect(),
        dropped,
    })
}

/// How long each click took to be seen, sorted.
async fn clicks(app: &App) -> Result<Vec<f64>, Error> {
    let mut all = Vec::with_capacity(CLICKS);
    for tab in TABS.iter().cycle().take(CLICKS) {
        let script = format!(
            "const done = arguments[arguments.length - 1]; const begin = performance.now();
             document.querySelector('[data-testid={tab}]').click();
             requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begin)));"
        );
        let took = app.run_async(&script, vec![]).await?;
        all.push(took.as_f64().unwrap_or(f64::INFINITY));
    }
    all.sort_by(f64::total_cmp);
    Ok(all)
}
