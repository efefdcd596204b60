//! What a person does again and again in the two windows.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use peers::Aimock;
use store::{Store, StoreError};

use crate::{App, Error, driver::LOOK};

/// Makes data with a conversation: the first start would offer to add a model.
///
/// # Errors
/// The data cannot be made.
pub async fn begun(dir: &Path) -> Result<(), Error> {
    let failed = |error: StoreError| Error::Io(std::io::Error::other(error));
    let store = Store::open(dir).await.map_err(failed)?;
    let conversations = store.conversations();
    conversations
        .create("Notes", None, None)
        .await
        .map_err(failed)?;
    store.close().await;
    Ok(())
}

/// Adds a scripted model, and accepts its endpoint in the consent window. Ends in the chat window.
///
/// # Errors
/// A step does not come.
pub async fn add_model(app: &App, aimock: &Aimock) -> Result<(), Error> {
    app.click("add-model").await?;
    app.fill("model-name", "Scripted").await?;
    app.fill("model-url", &aimock.openai_base()).await?;
    app.fill("model-id", "scripted-1").await?;
    app.click("model-save").await?;
    app.consent().await?;
    app.until("document.querySelector('[data-testid=approval][data-kind=endpoint]')")
        .await?;
    app.keep_picture("consent-endpoint").await?;
    allow(app).await?;
    app.main().await?;
    // The form closes once the endpoint is stored.
    app.until("!document.querySelector('[data-testid=model-save]')")
        .await
}

/// Puts a line on the clipboard, as another program would, and pastes it into the form for a server. Ends in that form, filled in.
///
/// # Errors
/// A step does not come.
pub async fn paste_server(app: &App, line: &str) -> Result<(), Error> {
    app.click("add-server").await?;
    app.click("import-link").await?;
    app.fill("import-text", line).await?;
    app.focus_on("import-text").await?;
    app.control('a').await?;
    app.control('x').await?;
    app.click("new-chat").await?;
    app.click("add-server").await?;
    app.focus_on("server-name").await?;
    app.control('v').await?;
    app.find("pasted").await.map(drop)
}

/// Waits until the server whose page is shown is in a state.
///
/// # Errors
/// It does not come to be.
pub async fn shown_server_is(app: &App, state: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('[data-testid=server-row][aria-current=page] [data-testid=server-state]')?.dataset.state === '{state}'"
    ))
    .await
}

/// Adds a server of a package, accepts its launch and waits until it is ready. Ends in the chat window.
///
/// # Errors
/// A step does not come.
///
/// # Panics
/// The package is not installed, or the consent window does not show an argument in full.
pub async fn add_server(app: &App, name: &str, package: &str, args: &[&str]) -> Result<(), Error> {
    let (_, mut words) = peers::node_server(package)?;
    words.extend(args.iter().map(|&word| word.to_owned()));
    add_node_server(app, name, &words).await
}

/// The same for a script of Node.js and its arguments.
///
/// # Errors
/// A step does not come.
///
/// # Panics
/// The consent window does not show an argument in full.
pub async fn add_node_server(app: &App, name: &str, words: &[String]) -> Result<(), Error> {
    app.click("add-server").await?;
    app.fill("server-name", name).await?;
    app.fill("server-command", &peers::node()?.display().to_string())
        .await?;
    app.fill("server-args", &words.join(" ")).await?;
    app.keep_picture("add-server").await?;
    app.click("server-save").await?;
    app.consent().await?;
    app.until("document.querySelector('[data-testid=approval][data-kind=launch]')")
        .await?;
    let argv = app.text("[data-testid=launch-argv]").await?;
    for word in words {
        assert!(
            argv.contains(word.as_str()),
            "{word} stands in full in:\n{argv}"
        );
    }
    app.keep_picture("consent-launch").await?;
    allow(app).await?;
    open_sandbox(app, words).await?;
    app.keep_picture("server-ready").await
}

/// Lets a server whose launch was allowed see the folders among its arguments and reach the network, so that its calls are asked about.
/// Ends on its page.
///
/// # Errors
/// A step does not come.
pub async fn open_sandbox(app: &App, words: &[String]) -> Result<(), Error> {
    allow_folders(app, words).await?;
    app.main().await?;
    shown_server_is(app, "ready").await?;
    let_reach_the_network(app).await
}

/// Gives the server on display the network of this machine: nothing is asked about calls of a server that can only read.
///
/// # Errors
/// A step does not come.
async fn let_reach_the_network(app: &App) -> Result<(), Error> {
    app.value(
        "const network = document.querySelector('[data-testid=sandbox-network]'); network.value = 'open'; \
         network.dispatchEvent(new Event('change', { bubbles: true }))",
    )
    .await?;
    question(app, "launch").await?;
    allow(app).await?;
    app.main().await?;
    shown_server_is(app, "ready").await?;
    Ok(())
}

/// Sends a message and waits for the question it leads to. Ends in the consent window.
///
/// # Errors
/// A step does not come.
pub async fn ask(app: &App, text: &str) -> Result<(), Error> {
    app.fill("composer", text).await?;
    app.click("send").await?;
    question(app, "tool").await
}

/// Sends a message and waits for the one approval of the calls it leads to. Ends in the consent window.
///
/// # Errors
/// A step does not come.
pub async fn ask_several(app: &App, text: &str) -> Result<(), Error> {
    app.fill("composer", text).await?;
    app.click("send").await?;
    question(app, "calls").await
}

/// Goes to the consent window and waits for a question of this kind that takes an answer.
///
/// # Errors
/// It does not come.
pub async fn question(app: &App, kind: &str) -> Result<(), Error> {
    app.consent().await?;
    app.until(&format!(
        "document.querySelector('[data-testid=approval][data-kind={kind}][data-arm=armed]')"
    ))
    .await
}

/// Waits until the question on display takes an answer.
///
/// # Errors
/// It does not come to.
pub async fn armed(app: &App) -> Result<(), Error> {
    app.until("document.querySelector('[data-testid=approval][data-arm=armed]')")
        .await
}

/// How long an answer may take to be seen.
const ANSWER: Duration = Duration::from_secs(3);
/// How often a person would press again.
const TRIES: usize = 5;

/// Waits until the answer is armed, then allows. Where the window lost the focus in that moment, which disarms, it is
/// pressed again, as a person would.
///
/// # Errors
/// A step does not come.
pub async fn allow(app: &App) -> Result<(), Error> {
    const ASKED: &str = "document.querySelector('[data-testid=approval]')?.dataset.id ?? ''";
    let asked = app.value(&format!("return {ASKED}")).await?;
    for _ in 0..TRIES {
        app.until(
            "document.querySelector('[data-testid=allow]')?.getAttribute('aria-disabled') === 'false'",
        )
        .await?;
        app.press("allow").await?;
        let pressed = Instant::now();
        while pressed.elapsed() < ANSWER {
            if app.value(&format!("return {ASKED}")).await? != asked {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
    }
    Err(Error::Late(
        "the question stays, however often it is allowed".into(),
    ))
}

/// Grants the folders that a server's command names, to read and to change: it is asked about each after the launch.
///
/// # Errors
/// A step does not come.
pub async fn allow_folders(app: &App, words: &[String]) -> Result<(), Error> {
    let is_folder = |word: &&String| Path::new(word).is_absolute() && Path::new(word).is_dir();
    for folder in words.iter().filter(is_folder) {
        app.until("document.querySelector('[data-testid=approval][data-kind=root]')")
            .await?;
        let path = app.text("[data-testid=root-path]").await?;
        assert_eq!(path.trim(), folder.as_str());
        // Until then the page takes no input.
        armed(app).await?;
        app.press("root-write").await?;
        let to_be_typed = app
            .value("return document.querySelector('[data-testid=root-typed]') !== null")
            .await?;
        if to_be_typed == true {
            // It holds the test's own data.
            let name = Path::new(folder).file_name().unwrap_or_default();
            app.fill("root-typed", &name.to_string_lossy()).await?;
        }
        allow(app).await?;
    }
    Ok(())
}

/// Denies, and waits until no question is left.
///
/// # Errors
/// A step does not come.
pub async fn deny(app: &App) -> Result<(), Error> {
    armed(app).await?;
    app.press("deny").await?;
    app.until("document.querySelector('[data-testid=empty]')")
        .await
}
