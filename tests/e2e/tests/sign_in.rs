//! A person signs in to a server in the real window, with a real browser beside it, and is still signed in after a restart.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::path::Path;

use e2e::{
    App, Display, Error, Opener, account_is, add_model, add_remote, agree, in_state,
    told_of_sign_out,
};
use peers::{Aimock, Protected};
use serde_json::json;

async fn start(display: &Display, data: &Path, opener: &Opener) -> Result<App, Error> {
    App::start_with(display, data, &[("PATH", &opener.path())]).await
}

#[tokio::test]
async fn a_sign_in_outlives_the_program_and_ends_with_a_sign_out() -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    let mut protected = Protected::typescript()?;
    let opener = Opener::new()?;
    let answer = json!({ "match": { "model": "scripted-1" }, "response": { "content": "Yes." } });
    let aimock = Aimock::start(&json!([answer]))?;
    let display = Display::start("1280x800x24")?;

    let app = start(&display, &data, &opener).await?;
    add_model(&app, &aimock).await?;
    add_remote(&app, "Mail", protected.server()).await?;
    agree(&app, &opener).await?;
    in_state(&app, "Mail", "ready").await?;
    app.click("tab-account").await?;
    account_is(&app, "signed_in").await?;
    let kept = app.text("[data-testid=account-kept]").await?;
    assert!(kept.contains("keychain"), "{kept}");
    app.quit().await?;

    // Nobody is asked again: the token is in the keychain, and one that ended is renewed.
    protected.expire()?;
    let app = start(&display, &data, &opener).await?;
    in_state(&app, "Mail", "ready").await?;
    assert!(!opener.pending(), "no browser was opened");
    let counts = protected.counts()?;
    assert_eq!((counts.codes, counts.refreshes), (1, 1));
    app.click("server-row").await?;
    app.click("tab-account").await?;
    app.click("sign-out").await?;
    account_is(&app, "signed_out").await?;
    told_of_sign_out(&mut protected).await?;
    app.quit().await?;

    // What was signed out stays so: nothing of it is kept, and nobody is asked before they say so.
    let app = start(&display, &data, &opener).await?;
    in_state(&app, "Mail", "needs_sign_in").await?;
    app.click("server-row").await?;
    app.click("tab-account").await?;
    app.find("account-needed").await?;
    assert!(!opener.pending(), "no browser was opened");
    let counts = protected.counts()?;
    assert_eq!((counts.codes, counts.strays, counts.in_query), (1, 0, 0));
    app.quit().await
}
