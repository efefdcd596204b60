//! A server that wants a sign-in, as a person meets it: the way in through a browser, its account, and the way out.

use std::{os::unix::fs::PermissionsExt, path::PathBuf, time::Instant};

use peers::{Protected, Visit, Visitor};
use tempfile::TempDir;

use crate::{App, Error, Eye, WAIT, allow, driver::LOOK, steps::question};

/// What the program's opener starts in place of the person's browser: it notes the address, and the test visits it when it
/// has looked at the window.
#[derive(Debug)]
pub struct Opener {
    folder: TempDir,
}

impl Opener {
    /// A folder to stand first in `PATH`, with an `xdg-open` in it.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new() -> Result<Self, Error> {
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("xdg-open");
        let at = folder.path().display();
        std::fs::write(
            &program,
            format!("#!/bin/sh\nprintf %s \"$1\" > '{at}/next' && mv '{at}/next' '{at}/address'\n"),
        )?;
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))?;
        Ok(Self { folder })
    }

    /// `PATH` with it in front.
    #[must_use]
    pub fn path(&self) -> String {
        let rest = std::env::var("PATH").unwrap_or_default();
        format!("{}:{rest}", self.folder.path().display())
    }

    /// The address that was opened, once one is. It is given once.
    ///
    /// # Errors
    /// None comes.
    pub async fn address(&self) -> Result<String, Error> {
        let file = self.folder.path().join("address");
        let begin = Instant::now();
        while !file.exists() {
            if begin.elapsed() > WAIT {
                return Err(Error::Late("no browser was opened".to_owned()));
            }
            tokio::time::sleep(LOOK).await;
        }
        let address = std::fs::read_to_string(&file)?;
        std::fs::remove_file(&file)?;
        Ok(address)
    }

    /// Whether something was opened that was not visited.
    #[must_use]
    pub fn pending(&self) -> bool {
        self.folder.path().join("address").exists()
    }

    /// Visits what was opened in a real browser, to its end.
    ///
    /// # Errors
    /// Nothing was opened, or the way did not end.
    pub async fn visit(&self, visitor: Visitor, picture: Option<PathBuf>) -> Result<Visit, Error> {
        let address = self.address().await?;
        let visiting = tokio::task::spawn_blocking(move || {
            peers::visit(&address, visitor, picture.as_deref())
        });
        let visited = visiting.await;
        Ok(visited.map_err(|error| Error::Session(error.to_string()))??)
    }
}

/// Adds a server at a URL by the form and accepts its address. Ends in the chat window, on the server's page.
///
/// # Errors
/// A step does not come.
pub async fn add_remote(app: &App, name: &str, url: &str) -> Result<(), Error> {
    app.click("add-server").await?;
    app.fill("server-name", name).await?;
    app.click("server-kind-url").await?;
    app.fill("server-url", url).await?;
    app.click("server-save").await?;
    question(app, "launch").await?;
    allow(app).await?;
    app.main().await
}

/// Waits until the server of this name is in a state.
///
/// # Errors
/// It does not come.
pub async fn in_state(app: &App, name: &str, state: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('[data-testid=server-row][data-name={name}] [data-state={state}]')"
    ))
    .await
}

/// Agrees to the sign-in that the consent window asks about, and signs in in the browser. Starts anywhere, ends in the chat window.
///
/// # Errors
/// A step does not come.
pub async fn agree(app: &App, opener: &Opener) -> Result<Visit, Error> {
    question(app, "sign_in").await?;
    assert!(!opener.pending(), "nothing is opened before a yes");
    allow(app).await?;
    app.main().await?;
    opener.visit(Visitor::Agrees, None).await
}

/// Waits until the account on display is in a state, and nothing of a sign-in is under way.
///
/// # Errors
/// It does not come.
pub async fn account_is(app: &App, state: &str) -> Result<(), Error> {
    app.until(&format!(
        "document.querySelector('[data-testid=account]')?.dataset.state === '{state}' && !document.querySelector('[data-testid=sign-in-step]')"
    ))
    .await
}

/// The whole life of an account, each screen looked at. Starts and ends in the chat window.
///
/// # Errors
/// A step does not come; the error says which.
///
/// # Panics
/// What a screen says is not so.
pub async fn account(app: &App, eye: &mut Eye, opener: &Opener) -> Result<(), Error> {
    let mut protected = Protected::typescript()?;
    add_remote(app, "Mail", protected.server()).await?;

    // It lets nobody in: who started it is asked. A first time, the person says no.
    question(app, "sign_in").await?;
    let opens = app.text("[data-testid=sign-in-opens]").await?;
    assert_eq!(opens.trim(), protected.issuer());
    eye.see(app, "consent-sign-in").await?;
    app.main().await?;
    in_state(app, "Mail", "needs_sign_in").await?;
    app.click("banner-sign-in").await?;
    app.find("sign-in-step").await?;
    eye.see(app, "account-asking").await?;
    app.consent().await?;
    crate::deny(app).await?;
    app.main().await?;
    app.find("account-problem").await?;
    eye.see(app, "account-not-allowed").await?;
    app.click("tab-overview").await?;
    eye.see(app, "server-needs-sign-in").await?;
    app.click("server-sign-in").await?;

    // A second that is stopped while the browser is waited for, and a third that is finished.
    question(app, "sign_in").await?;
    allow(app).await?;
    app.main().await?;
    app.find("sign-in-browser").await?;
    let stopped = opener.address().await?;
    assert_eq!(app.text("[data-testid=sign-in-url]").await?.trim(), stopped);
    app.fill("sign-in-paste", "https://example.org/done")
        .await?;
    app.select("[data-testid=sign-in-paste][aria-invalid=true]")
        .await?;
    eye.see(app, "account-browser").await?;
    app.click("sign-in-cancel").await?;
    app.find("account-again").await?;
    app.click("account-again").await?;
    let visit = agree(app, opener).await?;
    assert!(visit.text.to_lowercase().contains("close"), "{visit:?}");
    account_is(app, "signed_in").await?;
    in_state(app, "Mail", "ready").await?;
    let facts = app.text("[data-testid=account-facts]").await?;
    for fact in [
        protected.issuer(),
        protected.server(),
        "mail.read",
        "renewed automatically",
    ] {
        assert!(facts.contains(fact), "{fact} is said in:\n{facts}");
    }
    eye.see(app, "account").await?;

    more(app, eye, opener).await?;
    ended(app, eye, opener, &mut protected).await
}

/// A tool needs more than was granted; the person says no, finds what is missing, and grants it.
async fn more(app: &App, eye: &mut Eye, opener: &Opener) -> Result<(), Error> {
    call(app, "delete_messages").await?;
    question(app, "sign_in").await?;
    app.select("[data-testid=sign-in-scopes] [data-new=true]")
        .await?;
    eye.see(app, "consent-sign-in-more").await?;
    crate::deny(app).await?;
    app.main().await?;
    assert!(!opener.pending(), "nothing was opened");
    app.click("tab-account").await?;
    app.find("account-wants").await?;
    eye.see(app, "account-wants").await?;
    app.click("sign-in-more").await?;
    agree(app, opener).await?;
    app.until("!document.querySelector('[data-testid=account-wants]')")
        .await?;
    account_is(app, "signed_in").await?;
    in_state(app, "Mail", "ready").await?;
    let scopes = app.text("[data-testid=account-scopes]").await?;
    assert!(scopes.contains("mail.delete"), "{scopes}");
    Ok(())
}

/// The sign-in ends there; a call waits for a new one. Then the person signs out.
async fn ended(
    app: &App,
    eye: &mut Eye,
    opener: &Opener,
    protected: &mut Protected,
) -> Result<(), Error> {
    protected.forget()?;
    call(app, "whoami").await?;
    agree(app, opener).await?;
    app.until(
        "document.querySelector('[data-testid=try-call]')?.innerText.includes('This is the mail of')",
    )
    .await?;
    eye.see(app, "server-called-after-sign-in").await?;
    app.click("tab-account").await?;
    account_is(app, "signed_in").await?;
    app.click("sign-out").await?;
    account_is(app, "signed_out").await?;
    told_of_sign_out(protected).await?;
    eye.see(app, "account-signed-out").await
}

/// A sign-out is told to the authorization server after it was forgotten here, so a page that says
/// "signed out" may be ahead of it.
///
/// # Errors
/// The server does not answer.
///
/// # Panics
/// It was not told within [`WAIT`].
pub async fn told_of_sign_out(protected: &mut Protected) -> Result<(), Error> {
    let begin = Instant::now();
    while protected.counts()?.revocations == 0 {
        assert!(begin.elapsed() < WAIT, "it was not told there");
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

/// Calls a tool that takes nothing, and allows it. Ends in the consent window.
async fn call(app: &App, tool: &str) -> Result<(), Error> {
    app.click("tab-tools").await?;
    app.fill("tools-filter", tool).await?;
    let css = format!("[data-testid=server-tool][data-name={tool}] button");
    app.select(&css).await?;
    app.value(&format!("document.querySelector('{css}').click()"))
        .await?;
    app.until(&format!(
        "document.querySelector('[data-testid=tool-detail]')?.dataset.tool === '{tool}'"
    ))
    .await?;
    app.click("try-send").await?;
    question(app, "tool").await?;
    allow(app).await
}
