//! Each tab of a server's page, used as a person would, on the protocol's reference server.

use crate::{App, Error, Eye, allow, armed, driver::within, steps::question};

/// Uses every tab of the page of the server of this name, which has to be ready. Starts and ends in the chat window.
///
/// # Errors
/// A step does not come; the error says which.
pub async fn server_page(app: &App, eye: &mut Eye, name: &str) -> Result<(), Error> {
    press(app, &format!("[data-testid=server-row][data-name={name}]")).await?;
    overview(app, eye).await?;
    tools(app, eye).await?;
    resources(app, eye).await?;
    templates(app, eye).await?;
    prompts(app, eye).await?;
    log(app, eye).await?;
    traffic(app, eye).await?;
    asks(app, eye).await
}

/// Clicks what a selector finds first, as soon as it is there: found and clicked at once, since a list may be drawn anew.
async fn press(app: &App, css: &str) -> Result<(), Error> {
    app.until(&format!(
        "(found => found && (found.click(), true))(document.querySelector('{css}'))"
    ))
    .await
}

/// Waits until what a selector finds says something.
async fn says(app: &App, css: &str, words: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('{css}')?.innerText.includes('{words}')"
    ))
    .await
}

async fn overview(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("tab-overview").await?;
    app.find("server-health").await?;
    app.click("server-ping").await?;
    says(app, "[data-testid=ping-answer]", "ms").await?;
    eye.see(app, "server-overview").await
}

async fn tools(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("tab-tools").await?;
    app.fill("tools-filter", "sum").await?;
    press(app, "[data-testid=server-tool][data-name=get-sum] button").await?;
    for (field, value) in [("a", "1"), ("b", "2")] {
        let css = format!("[data-testid=try-field][data-name={field}] input");
        let input = app.select(&css).await?;
        within(&css, input.send_keys(value)).await?;
    }
    eye.see(app, "server-tool").await?;
    app.click("try-send").await?;
    question(app, "tool").await?;
    allow(app).await?;
    app.main().await?;
    says(app, "[data-testid=try-call]", "3").await?;
    eye.see(app, "server-tool-called").await
}

async fn resources(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("tab-resources").await?;
    press(app, "[data-testid=resources] tr[data-row]").await?;
    app.find("resource-contents").await?;
    app.click("resource-subscribe").await?;
    app.until("document.querySelector('[data-testid=resource-subscribe]')?.getAttribute('aria-checked') === 'true'")
        .await?;
    eye.see(app, "server-resource").await
}

async fn templates(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("resources-kind-templates").await?;
    press(app, "[data-testid=template] button").await?;
    app.fill("template-values-field", "1").await?;
    app.find("template-values-field-list").await?;
    eye.see(app, "server-template").await?;
    press(
        app,
        "[data-testid=template-values-field-list] [role=option]",
    )
    .await?;
    app.until("document.querySelector('[data-testid=template-read]')?.getAttribute('aria-disabled') === 'false'")
        .await?;
    app.click("template-read").await?;
    app.find("resource-contents").await?;
    eye.see(app, "server-template-read").await
}

async fn prompts(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("tab-prompts").await?;
    press(
        app,
        "[data-testid=prompt-item][data-name=completable-prompt] button",
    )
    .await?;
    app.fill("prompt-arguments-field", "E").await?;
    app.find("prompt-arguments-field-list").await?;
    eye.see(app, "server-prompt").await?;
    press(
        app,
        "[data-testid=prompt-arguments-field-list] [role=option]",
    )
    .await?;
    press(
        app,
        "[data-testid=prompt-item][data-name=simple-prompt] button",
    )
    .await?;
    app.until(
        "document.querySelector('[data-testid=prompt-detail]')?.dataset.prompt === 'simple-prompt'",
    )
    .await?;
    app.click("prompt-preview").await?;
    app.find("prompt-message").await?;
    eye.see(app, "server-prompt-messages").await
}

async fn log(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("tab-log").await?;
    app.select("[data-testid=log] tr[data-row]").await?;
    press(app, "[data-testid=log] tr[data-row]").await?;
    app.find("log-detail").await?;
    eye.see(app, "server-log").await
}

async fn traffic(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.click("tab-traffic").await?;
    // Only what passes while somebody looks is kept: a start says hello.
    app.select("[data-testid=traffic], [data-testid=traffic-empty]")
        .await?;
    app.click("server-restart").await?;
    app.until("document.querySelectorAll('[data-testid=traffic] tr[data-row]').length > 3")
        .await?;
    press(app, "[data-testid=traffic] tr[data-row]").await?;
    says(app, "[data-testid=traffic-json]", "jsonrpc").await?;
    eye.see(app, "server-traffic").await
}

/// Lets the server ask for answers of the model and of the person, and lets it ask both.
async fn asks(app: &App, eye: &mut Eye) -> Result<(), Error> {
    let_ask(app, Some(eye)).await?;
    accept_new_tools(app, eye).await?;
    call(
        app,
        "trigger-sampling-request",
        Some(("prompt", "What hangs behind the third door?")),
    )
    .await?;
    question(app, "sampling").await?;
    eye.see(app, "consent-sampling").await?;
    allow(app).await?;
    says(app, "[data-testid=approval-title]", "answer").await?;
    eye.see(app, "consent-sampling-reply").await?;
    allow(app).await?;
    app.main().await?;
    says(app, "[data-testid=try-call]", "One picture").await?;

    call(app, "trigger-elicitation-request", None).await?;
    question(app, "elicitation").await?;
    let name = app.select("[data-testid=field][data-name=name]").await?;
    within("name", name.send_keys("Ada Lovelace")).await?;
    app.find("field-warning").await?;
    eye.see(app, "consent-elicitation").await?;
    armed(app).await?;
    app.press("deny").await?;
    app.main().await?;
    says(app, "[data-testid=try-call]", "declined").await
}

/// Accepts the tools that the server offers since it may ask: a model saw its others before.
async fn accept_new_tools(app: &App, eye: &mut Eye) -> Result<(), Error> {
    app.find("new-tools").await?;
    eye.see(app, "server-new-tools").await?;
    app.click("new-tools-review").await?;
    question(app, "change").await?;
    eye.see(app, "consent-new-tools").await?;
    allow(app).await?;
    app.main().await?;
    app.until("!document.querySelector('[data-testid=new-tools]')")
        .await
}

/// Lets the server whose page is open ask for answers of the model and of the person. Starts and ends in the chat window,
/// with the server ready.
///
/// # Errors
/// A step does not come.
pub async fn let_ask(app: &App, mut eye: Option<&mut Eye>) -> Result<(), Error> {
    // A switch starts a running server anew: what is seen then could be of the one before.
    app.click("server-stop").await?;
    app.select("[data-testid=server-state][data-state=stopped]")
        .await?;
    for what in ["sampling", "elicitation"] {
        app.click("tab-overview").await?;
        press(app, &format!("[data-testid=asks-{what}]")).await?;
        question(app, "feature").await?;
        if let Some(eye) = eye.as_mut() {
            eye.see(app, &format!("consent-{what}-switch")).await?;
        }
        allow(app).await?;
        app.main().await?;
        app.until(&format!(
            "document.querySelector('[data-testid=asks-{what}]')?.getAttribute('aria-checked') === 'true'"
        ))
        .await?;
    }
    app.click("server-start").await?;
    app.select("[data-testid=server-state][data-state=ready]")
        .await
        .map(drop)
}

/// Tries a tool with at most one argument, and allows it. A server that was started anew may list it a moment later.
///
/// # Errors
/// A step does not come.
pub async fn call(app: &App, tool: &str, argument: Option<(&str, &str)>) -> Result<(), Error> {
    app.click("tab-tools").await?;
    app.fill("tools-filter", tool).await?;
    press(
        app,
        &format!("[data-testid=server-tool][data-name={tool}] button"),
    )
    .await?;
    app.until(&format!(
        "document.querySelector('[data-testid=tool-detail]')?.dataset.tool === '{tool}'"
    ))
    .await?;
    if let Some((field, value)) = argument {
        let css = format!(
            "[data-testid=try-field][data-name={field}] input, [data-testid=try-field][data-name={field}] textarea"
        );
        let input = app.select(&css).await?;
        within(&css, input.send_keys(value)).await?;
    }
    app.click("try-send").await?;
    question(app, "tool").await?;
    allow(app).await
}
